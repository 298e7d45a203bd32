//! Secrets below the name of their column in the tables of documents, whose lines begin with `|`.

use std::ops::Range;

use memchr::memmem;

use super::Secret;
use super::assigned::KIND;
use super::columns::{is_secret_column, secret_in};

/// The most bytes of a line.
const MAX_LINE: usize = 2 << 10;

/// Whether a text has such a table with a column of secrets.
pub(super) fn may_hold(bytes: &[u8]) -> bool {
    let below = memmem::find_iter(bytes, b"\n|").map(|at| at + 1);
    let mut lines = bytes.starts_with(b"|").then_some(0).into_iter().chain(below);
    lines.any(|start| {
        let line = &bytes[start..bytes.len().min(start + MAX_LINE)];
        let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
        line.split(|b| *b == b'|').any(is_secret_column)
    })
}

/// Adds the secrets in the rows of the tables: the first line of a table names its columns.
pub(super) fn find(bytes: &[u8], found: &mut Vec<Secret>) {
    if !may_hold(bytes) {
        return;
    }
    let (mut start, mut columns) = (0, None);
    for line in bytes.split(|b| *b == b'\n') {
        let at = start;
        start += line.len() + 1;
        let is_row = line.starts_with(b"|") && line.len() <= MAX_LINE;
        if is_rule(line) {
            continue;
        }
        if !is_row {
            columns = None;
            continue;
        }
        let cells = cells(line, at);
        let Some(secret) = &columns else {
            let is_secret =
                |cell: &&(usize, Range<usize>)| is_secret_column(&bytes[cell.1.clone()]);
            columns = Some(cells.filter(|cell| is_secret(&cell)).map(|cell| cell.0).collect());
            continue;
        };
        let secret: &Vec<usize> = secret;
        let values = cells.filter(|(column, _)| secret.contains(column));
        let values = values.filter_map(|(_, cell)| secret_in(bytes, cell));
        found.extend(values.map(|range| Secret::new(range, KIND)));
    }
}

/// Whether a line is one between the rows, or around the table.
fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    line.starts_with(b"+") || line.len() > 1 && line.iter().all(|b| b"|=-:+ ".contains(b))
}

/// The cells of a line that begins at an offset, each with its column.
fn cells(line: &[u8], start: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
    let mut at = start;
    line.split(|b| *b == b'|').enumerate().map(move |(column, cell)| {
        let range = at..at + cell.len();
        at = range.end + 1;
        (column, range)
    })
}
