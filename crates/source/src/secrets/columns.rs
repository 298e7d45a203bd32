//! Secrets below the name of their column: in the rows of a statement `INSERT`, of a file of separated values, and of a
//! table in a document, whose lines begin with `|`.

use std::ops::Range;

use memchr::memmem;

use super::assigned::KIND;
use super::calls::part_end;
use super::chosen::is_password;
use super::lines::{around, from};
use super::names::{Strength, strength};
use super::{Secret, pieces, prefix_len, trimmed};

/// How a statement begins, between `|`.
pub(super) const STATEMENTS: &str = "INSERT INTO |insert into |Insert Into ";
/// The most bytes of a statement, of a row of it or of a document's table, and of the first line of a file.
const MAX_STATEMENT: usize = 16 << 10;
const MAX_ROW: usize = 2 << 10;
const MAX_HEADER: usize = 1_024;
/// The most bytes of the name of a column.
const MAX_NAME: usize = 40;
/// What separates the values of a file.
const SEPARATORS: &[u8] = b",;\t";

/// Whether a text may contain such rows.
pub(super) fn may_hold(bytes: &[u8]) -> bool {
    let has = |text: &str| memmem::find(bytes, text.as_bytes()).is_some();
    STATEMENTS.split('|').any(has) || header(bytes).is_some() || has_table(bytes)
}

/// Adds the secrets in the rows of a text whose first line names its columns, and of the tables in a document.
pub(super) fn find(bytes: &[u8], found: &mut Vec<Secret>) {
    if let Some((separator, columns)) = header(bytes) {
        for row in from(bytes, 0).skip(1) {
            add_row(bytes, 0, pieces(bytes, row, separator), &columns, found);
        }
    }
    if has_table(bytes) {
        tables(bytes, found);
    }
}

/// Adds the secrets in the rows of the statement at `at`.
pub(super) fn insert(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let text = &bytes[at..bytes.len().min(at + MAX_STATEMENT)];
    let columns = memchr::memchr(b'(', text).and_then(|open| {
        let columns = secret_columns(text, cells(text, open)?.into_iter());
        let close = memchr::memchr(b')', &text[open..])?;
        (!columns.is_empty()).then_some((open + close + 1, columns))
    });
    let Some((mut from, columns)) = columns else {
        return;
    };
    from += prefix_len(&text[from..], MAX_NAME, |b| b != b'(' && b != b';');
    while text.get(from) == Some(&b'(') {
        let Some(row) = cells(text, from) else { return };
        from = row.last().map_or(from, |cell| cell.end) + 1;
        let is_between = |b: u8| b == b',' || b.is_ascii_whitespace();
        from += prefix_len(&text[from.min(text.len())..], MAX_NAME, is_between);
        add_row(text, at, row.into_iter(), &columns, found);
    }
}

/// The parts between the commas in the bracket at `open`.
fn cells(text: &[u8], open: usize) -> Option<Vec<Range<usize>>> {
    let (mut cells, mut start) = (Vec::new(), open + 1);
    loop {
        let end = part_end(text, start..open + MAX_ROW)?;
        cells.push(start..end);
        if text[end] != b',' {
            return Some(cells);
        }
        start = end + 1;
    }
}

/// The separator and the columns of secrets, if the first line of a text consists of names of columns.
fn header(bytes: &[u8]) -> Option<(u8, Vec<usize>)> {
    let text = &bytes[..bytes.len().min(MAX_HEADER)];
    let line = text[..memchr::memchr(b'\n', text)?].trim_ascii_end();
    let separator = *SEPARATORS.iter().find(|separator| line.contains(separator))?;
    let in_name = |b: &u8| b.is_ascii_alphanumeric() || b"_-\"".contains(b);
    let is_name = |cell: &[u8]| (1..=MAX_NAME).contains(&cell.len()) && cell.iter().all(in_name);
    if !line.split(|b| *b == separator).all(is_name) {
        return None;
    }
    let columns = secret_columns(line, pieces(line, 0..line.len(), separator));
    (!columns.is_empty()).then_some((separator, columns))
}

/// Whether a text has a table with a column of secrets.
fn has_table(bytes: &[u8]) -> bool {
    let below = memmem::find_iter(bytes, b"\n|").map(|at| at + 1);
    let mut lines = bytes.starts_with(b"|").then_some(0).into_iter().chain(below);
    lines.any(|start| {
        let line = &bytes[around(bytes, start, 0, MAX_ROW)];
        line.split(|b| *b == b'|').any(is_secret_column)
    })
}

/// Adds the secrets in the rows of the tables: the first line of a table names its columns.
fn tables(bytes: &[u8], found: &mut Vec<Secret>) {
    let mut columns = None;
    for line in from(bytes, 0) {
        let text = &bytes[line.clone()];
        if is_rule(text) {
            continue;
        }
        let is_row = text.starts_with(b"|") && text.len() <= MAX_ROW;
        let cells = || pieces(bytes, line.clone(), b'|');
        match &columns {
            _ if !is_row => columns = None,
            None => columns = Some(secret_columns(bytes, cells())),
            Some(columns) => add_row(bytes, 0, cells(), columns, found),
        }
    }
}

/// Whether a line is one between the rows, or around the table.
fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    line.starts_with(b"+") || line.len() > 1 && line.iter().all(|b| b"|=-:+ ".contains(b))
}

/// The columns whose cells are the names of secrets.
fn secret_columns(text: &[u8], cells: impl Iterator<Item = Range<usize>>) -> Vec<usize> {
    let cells = cells.enumerate().filter(|(_, cell)| is_secret_column(&text[cell.clone()]));
    cells.map(|(column, _)| column).collect()
}

fn is_secret_column(cell: &[u8]) -> bool {
    let name = &cell[trimmed(cell, 0..cell.len(), is_around)];
    strength(name).is_some_and(|strength| strength != Strength::Weak)
}

/// What may stand around a name or a value in its cell.
fn is_around(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"\"'`".contains(&byte)
}

/// Adds the secrets in the cells of a row that are in the columns; the text begins at `start`.
fn add_row(
    text: &[u8],
    start: usize,
    cells: impl Iterator<Item = Range<usize>>,
    columns: &[usize],
    found: &mut Vec<Secret>,
) {
    let cells = cells.enumerate().filter(|(column, _)| columns.contains(column));
    let values = cells.map(|(_, cell)| trimmed(text, cell, is_around)).filter(|range| {
        let value = &text[range.clone()];
        value.iter().all(u8::is_ascii_graphic) && is_password(value)
    });
    found.extend(values.map(|range| Secret::new(start + range.start..start + range.end, KIND)));
}
