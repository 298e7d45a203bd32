//! The places that a Markdown form prints: `path:12-20`, the end of a path, or `(3):12-20` in the file of place 3.

use std::borrow::Cow;

use super::PlaceTuple;

/// What stands for the folder that the head of the text names, and how its line begins.
const SHARED_FOLDER: &str = "…/";
const FOLDER_LINE: &str = "Paths: …/ is ";

/// The path of a printed place that the document does not have; `another file` if the path is unclear. The renderer
/// prints no text of a model or a caller in the form of a place.
pub(super) fn unknown_place(
    text: &str,
    document_places: &[PlaceTuple<'_>],
    refs: &[PlaceTuple<'_>],
) -> Option<String> {
    // If a path ends with `)`, the text before a range may be that path or a number: then only the lines are compared.
    let path_is_clear = !document_places.iter().any(|place| place.0.ends_with(')'));
    let lines = text.lines().filter(|line| !line.starts_with(super::QUOTE_PREFIX));
    let folder = text.lines().find_map(|line| line.strip_prefix(FOLDER_LINE));
    lines.flat_map(printed_ranges).find_map(|(before, start, end)| {
        let lines = (Some(start), Some(end));
        let path = match place_number(before).filter(|_| path_is_clear) {
            Some(number) => {
                Some(Cow::from(refs.get(number.checked_sub(1)?).map_or("", |place| place.0)))
            }
            None => plain_path(before).filter(|_| path_is_clear).map(|path| whole(path, folder)),
        };
        let path = path.as_deref();
        let matches = |place: &PlaceTuple<'_>| {
            (place.1, place.2) == lines && path.is_none_or(|path| is_end_of(path, place.0))
        };
        (!document_places.iter().any(matches)).then(|| path.unwrap_or("another file").to_owned())
    })
}

/// Whether a text is a path, or its end in whole parts, which stands for a path that was printed.
fn is_end_of(text: &str, path: &str) -> bool {
    path.strip_suffix(text).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}

/// The path with the folder that is printed in short.
fn whole<'p>(path: &'p str, folder: Option<&str>) -> Cow<'p, str> {
    match path.strip_prefix(SHARED_FOLDER).zip(folder) {
        Some((rest, folder)) => Cow::from(format!("{folder}{rest}")),
        None => Cow::from(path),
    }
}

/// Each range in a line, with the text before its colon; one line alone where the number of a place is before it, since a
/// fact may say `localhost:80`.
fn printed_ranges(line: &str) -> impl Iterator<Item = (&str, u32, u32)> {
    line.match_indices(':').filter_map(|(at, _)| {
        let before = &line[..at];
        let (start, rest) = leading_number(&line[at + 1..])?;
        let (end, rest) = match rest.strip_prefix('-') {
            Some(rest) => leading_number(rest)?,
            None if is_numbered(before) => (start, rest),
            None => return None,
        };
        let ends = !rest.starts_with(|c: char| c.is_alphanumeric());
        let begins = before.ends_with(|c: char| !c.is_whitespace());
        (ends && begins).then_some((before, start, end))
    })
}

fn leading_number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    Some((number.parse().ok()?, rest))
}

/// Whether a text is a path behind the number of its place: `1. src/a.rs`, `Read: [7] (2)`, `- (2)`.
fn is_numbered(before: &str) -> bool {
    let number = before.rsplit_once(' ').map_or("", |(number, _)| number);
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    number == "-" || number.ends_with(']') || number.strip_suffix('.').is_some_and(is_digits)
}

/// The number in `(3)`.
fn place_number(before: &str) -> Option<usize> {
    let inner = before.strip_suffix(')')?;
    let (_, number) = inner.rsplit_once('(')?;
    number.parse().ok()
}

/// The path where it is written plainly; one in quotes or backticks is compared by its lines alone.
fn plain_path(before: &str) -> Option<&str> {
    let path = before.rsplit(char::is_whitespace).next()?;
    let is_ambiguous = path.is_empty() || path.contains(['`', '"', '\\', ':']);
    (!is_ambiguous).then_some(path)
}
