//! Secrets below the name of their column: in the rows of a statement `INSERT`, and of a file of separated values.

use std::ops::Range;

use memchr::memmem;

use super::assigned::KIND;
use super::calls::part_end;
use super::chosen::is_password;
use super::filter::{Literal, Mark};
use super::names::{Strength, strength};
use super::{Secret, prefix_len, suffix_len};

/// How a statement begins.
const STATEMENTS: &[&str] = &["INSERT INTO ", "insert into ", "Insert Into "];
/// The most bytes of a statement, of a row of it, and of the first line of a file.
const MAX_STATEMENT: usize = 16 << 10;
const MAX_ROW: usize = 2 << 10;
const MAX_HEADER: usize = 1_024;
/// The most bytes of the name of a column.
const MAX_NAME: usize = 40;
/// What separates the values of a file.
const SEPARATORS: &[u8] = b",;\t";

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    let statements = STATEMENTS.iter();
    statements.map(|text| Literal::exact(text, Mark::Several(insert)))
}

/// Whether a text may contain such rows.
pub(super) fn may_hold(bytes: &[u8]) -> bool {
    let has = |text: &&str| memmem::find(bytes, text.as_bytes()).is_some();
    STATEMENTS.iter().any(has) || header(bytes).is_some()
}

/// Adds the secrets in the rows of the statement at `at`.
fn insert(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let text = &bytes[at..bytes.len().min(at + MAX_STATEMENT)];
    let Some(open) = memchr::memchr(b'(', text) else {
        return;
    };
    let Some(columns) = cells(text, open) else {
        return;
    };
    let columns: Vec<usize> = columns
        .iter()
        .enumerate()
        .filter(|(_, cell)| is_secret_column(&text[(*cell).clone()]))
        .map(|(column, _)| column)
        .collect();
    let Some(close) = memchr::memchr(b')', &text[open..]).filter(|_| !columns.is_empty()) else {
        return;
    };
    let mut from = open + close + 1;
    from += prefix_len(&text[from..], MAX_NAME, |b| b != b'(' && b != b';');
    while text.get(from) == Some(&b'(') {
        let Some(row) = cells(text, from) else { return };
        let values = columns.iter().filter_map(|column| row.get(*column));
        let values = values.filter_map(|cell| secret_in(text, cell.clone()));
        found.extend(values.map(|range| Secret::new(at + range.start..at + range.end, KIND)));
        from = row.last().map_or(from, |cell| cell.end) + 1;
        from += prefix_len(&text[from.min(text.len())..], MAX_NAME, |b| {
            b == b',' || b.is_ascii_whitespace()
        });
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

/// Adds the secrets in the rows of a text whose first line names its columns.
pub(super) fn find(bytes: &[u8], found: &mut Vec<Secret>) {
    let Some((separator, columns)) = header(bytes) else {
        return;
    };
    let mut start = 0;
    for (row, line) in bytes.split(|b| *b == b'\n').enumerate() {
        let mut at = start;
        start += line.len() + 1;
        for (column, cell) in line.split(|b| *b == separator).enumerate() {
            let range = at..at + cell.len();
            at = range.end + 1;
            if row > 0 && columns.contains(&column) {
                let secret = secret_in(bytes, range);
                found.extend(secret.map(|range| Secret::new(range, KIND)));
            }
        }
    }
}

/// The separator and the columns of secrets, if the first line of a text consists of names of columns.
fn header(bytes: &[u8]) -> Option<(u8, Vec<usize>)> {
    let text = &bytes[..bytes.len().min(MAX_HEADER)];
    let line = text[..memchr::memchr(b'\n', text)?].trim_ascii_end();
    let separator = *SEPARATORS.iter().find(|separator| line.contains(separator))?;
    let in_name = |b: &u8| b.is_ascii_alphanumeric() || b"_-\"".contains(b);
    let is_name = |cell: &[u8]| (1..=MAX_NAME).contains(&cell.len()) && cell.iter().all(in_name);
    let cells = || line.split(|b| *b == separator);
    if !cells().all(is_name) {
        return None;
    }
    let columns = cells().enumerate().filter(|(_, cell)| is_secret_column(cell));
    let columns: Vec<usize> = columns.map(|(column, _)| column).collect();
    (!columns.is_empty()).then_some((separator, columns))
}

/// Whether a cell is the name of a secret.
pub(super) fn is_secret_column(cell: &[u8]) -> bool {
    let (start, end) = inner(cell);
    strength(&cell[start..end]).is_some_and(|strength| strength != Strength::Weak)
}

/// The bounds of a text without blanks and quotes around it.
fn inner(text: &[u8]) -> (usize, usize) {
    let around = |b: u8| b.is_ascii_whitespace() || b"\"'`".contains(&b);
    let before = prefix_len(text, usize::MAX, around);
    let after = suffix_len(&text[before..], usize::MAX, around);
    (before, text.len() - after)
}

/// The secret in a cell.
pub(super) fn secret_in(text: &[u8], cell: Range<usize>) -> Option<Range<usize>> {
    let (start, end) = inner(&text[cell.clone()]);
    let range = cell.start + start..cell.start + end;
    let value = &text[range.clone()];
    (value.iter().all(u8::is_ascii_graphic) && is_password(value)).then_some(range)
}
