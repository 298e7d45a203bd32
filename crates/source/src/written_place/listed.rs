//! Finds the lines of a file that a text lists below the file's path: a path at the end of a line, and lines below it
//! that begin with a number, as reports of linters, tables, results of searches and diffs write them.

use std::ops::Range;

use super::WrittenPlace;
use super::numbers::{digits_at, stated_number, with_range};

/// The most lines without a number below a path, or below the last line with one: rules, captions.
const MAX_SKIPPED: usize = 4;
/// The most bytes at the beginning of a line in which a word can say that a number is a line.
const MAX_BEGINNING: usize = 32;
/// The marks of lists, tables and tags before a number.
const MARKS: [char; 9] = [' ', '\t', '-', '*', '>', '|', '<', '\u{2022}', '\u{2502}'];

/// A path under which lines are listed.
struct Header {
    /// The index of its place.
    place: usize,
    /// How many lines below it, or below its last listed line, have no number.
    skipped: usize,
}

impl Header {
    /// The header whose path is that of the place with this index, if it ends the line.
    fn of(text: &str, found: &[WrittenPlace], place: usize, line_end: usize) -> Option<Header> {
        ends_line(text, &found[place], line_end).then_some(Header { place, skipped: 0 })
    }

    /// The header after one more line without a number.
    fn skip(self) -> Option<Header> {
        let skipped = self.skipped + 1;
        (skipped <= MAX_SKIPPED).then_some(Header { skipped, ..self })
    }
}

/// Adds a place for each listed line, behind the place of its path.
pub(super) fn add(text: &str, found: &mut Vec<WrittenPlace>) {
    let mut listed: Vec<(usize, WrittenPlace)> = Vec::new();
    let mut header: Option<Header> = None;
    let (mut at, mut next) = (0, 0);
    while at < text.len() {
        let bytes = at..text[at..].find('\n').map_or(text.len(), |end| at + end);
        let lines = header.as_ref().and_then(|_| Listed::at(text, bytes.clone()));
        let end = lines.as_ref().map_or(bytes.end, |lines| lines.end);
        let own = next..next + before(&found[next..], end);
        if let (Some(lines), Some(open)) = (lines, header.as_mut()) {
            open.skipped = 0;
            let mut place = found[open.place].clone();
            place.line = Some(lines.line);
            (place.numbers, place.is_marked) = (lines.numbers, true);
            listed.push((open.place, place));
        } else {
            let is_path =
                |place: &WrittenPlace| place.looks_like_path(text) && !is_key(text, place);
            let paths = own.clone().filter(|index| is_path(&found[*index]));
            header = match paths.max() {
                Some(place) => Header::of(text, found, place, bytes.end),
                None => header.and_then(Header::skip),
            };
        }
        next = own.end;
        at = end + 1;
    }
    if listed.is_empty() {
        return;
    }
    let mut listed = listed.into_iter().peekable();
    for (index, place) in std::mem::take(found).into_iter().enumerate() {
        found.push(place);
        while let Some((_, own)) = listed.next_if(|(header, _)| *header == index) {
            found.push(own);
        }
    }
}

/// Whether a place without a line is the key of a value, as in `code.function: total`.
fn is_key(text: &str, place: &WrittenPlace) -> bool {
    let before = text[..place.path_bytes.start].rsplit('\n').next().unwrap_or_default();
    let value = text[place.path_bytes.end..].strip_prefix(": ");
    let has_value = value.is_some_and(|value| value.starts_with(|c: char| !c.is_ascii_digit()));
    place.line.is_none() && has_value && before.trim().is_empty()
}

/// How many of the places begin before `end`.
fn before(places: &[WrittenPlace], end: usize) -> usize {
    places.iter().take_while(|place| place.path_bytes.start < end).count()
}

/// Whether the path of a place without a line is the end of a line of the text; in a diff, a tab and a time can follow.
fn ends_line(text: &str, place: &WrittenPlace, line_end: usize) -> bool {
    let rest = text.get(place.path_bytes.end..line_end).unwrap_or_default();
    let is_text = |c: char| c.is_alphanumeric() || matches!(c, '.' | '?' | '!');
    place.line.is_none() && (rest.starts_with('\t') || !rest.contains(is_text))
}

/// A line of the text, or the hunk of a diff that begins there, which names a line of a file.
struct Listed {
    line: u32,
    numbers: Vec<Range<usize>>,
    /// The end of the last line of the text that belongs to it.
    end: usize,
}

impl Listed {
    fn at(text: &str, bytes: Range<usize>) -> Option<Listed> {
        let whole = &text[bytes.clone()];
        if whole.starts_with("@@") {
            return hunk(text, bytes);
        }
        let inner = whole.trim_start_matches(MARKS);
        let start = bytes.end - inner.len();
        let beginning = text.floor_char_boundary(bytes.end.min(start + MAX_BEGINNING));
        let leading = digits_at(text, start).map(|first| with_range(text, first));
        let numbers = leading
            .filter(|numbers| is_listed(numbers, text, bytes.end))
            .or_else(|| Some(with_range(text, stated_number(text, start..beginning)?)))?;
        let line = text[numbers.first()?.clone()].parse().ok()?;
        Some(Listed { line, numbers, end: bytes.end })
    }
}

/// Whether the text behind numbers at the beginning of a line says that they are a line and a column, and no time, date
/// or count: `12:5  error`, `12:  return`, `12-  return`, `12 |`, or a column of a table.
fn is_listed(numbers: &[Range<usize>], text: &str, line_end: usize) -> bool {
    let [first, others @ ..] = numbers else {
        return false;
    };
    let last = others.last().unwrap_or(first);
    let after = text.get(last.end..line_end).unwrap_or_default();
    let is_column = others.len() == 1 && text[first.end..].starts_with(':');
    let is_apart = after.starts_with('\t') || after.starts_with("  ");
    let has_mark = after.trim_start().starts_with(['|', '\u{2502}']);
    let goes_on = after.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    match others {
        [] => is_apart || has_mark || (after.starts_with([':', '-']) && !goes_on),
        _ => is_column && !goes_on && !after.starts_with(char::is_alphanumeric),
    }
}

/// The first changed line of the hunk of a diff, in the new state, whose head is the line `bytes` of the text.
fn hunk(text: &str, bytes: Range<usize>) -> Option<Listed> {
    let head = &text[bytes.clone()];
    let mut numbers: Vec<Range<usize>> = Vec::new();
    let mut sides = [(0, 1_usize); 2];
    for (side, mark) in sides.iter_mut().zip([" -", " +"]) {
        let at = bytes.start + head.find(mark)? + mark.len();
        let start = digits_at(text, at)?;
        let count =
            (text[start.end..].strip_prefix(',')).and_then(|_| digits_at(text, start.end + 1));
        side.0 = text[start.clone()].parse().ok()?;
        side.1 = match &count {
            Some(count) => text[count.clone()].parse().ok()?,
            None => usize::from(!text[start.end..].starts_with(',')),
        };
        numbers.extend([Some(start), count].into_iter().flatten());
    }
    let [(_, mut old), (line, mut new)]: [(u32, usize); 2] = sides;
    let (mut end, mut unchanged) = (bytes.end, None);
    let mut context = 0;
    while (old > 0 || new > 0) && end < text.len() {
        let start = end + 1;
        let length = text[start..].find('\n').unwrap_or(text.len() - start);
        match text.as_bytes().get(start).copied().filter(|_| length > 0) {
            Some(b'-') => old = old.saturating_sub(1),
            Some(b'+') => new = new.saturating_sub(1),
            None | Some(b' ' | b'\r') => {
                (old, new) = (old.saturating_sub(1), new.saturating_sub(1));
                context += 1;
            }
            Some(b'\\') => {}
            Some(_) => break,
        }
        if matches!(text.as_bytes().get(start), Some(b'-' | b'+')) {
            unchanged = unchanged.or(Some(context));
        }
        end = start + length;
    }
    let line = line.checked_add(unchanged.unwrap_or(0))?;
    Some(Listed { line, numbers, end })
}
