//! How the text forms write places and lines of the source.

use std::collections::BTreeMap;

use super::Location;
use super::characters::unescaped;
use super::texts::is_path_char;

/// The ways to write a place: its path may be a string literal, lack folders, or be the number of another place.
pub(super) fn spellings(
    (path, range): &Location,
    folders: &[&str],
    numbered: &BTreeMap<u32, Location>,
) -> Vec<String> {
    let short = folders.iter().filter_map(|it| Some(format!("…/{}", path.strip_prefix(it)?)));
    let mut paths: Vec<String> = short.collect();
    paths.extend([path.clone(), format!("\"{path}\"")]);
    paths.extend(path.match_indices('/').map(|(at, _)| path[at + 1..].to_owned()));
    let same_file = numbered.iter().filter(|(_, place)| place.0 == *path);
    let numbers = same_file.map(|(number, _)| format!("({number})"));
    let Some((start, end)) = *range else {
        let whole = numbers.map(|number| format!("file of {number}"));
        let alone = [" (not read)", "  (not read)"];
        let alone = paths.iter().flat_map(|path| alone.map(|it| path.clone() + it));
        return alone.chain(whole).collect();
    };
    paths.extend(numbers);
    let one = (start == end).then(|| start.to_string());
    let lines: Vec<String> = one.into_iter().chain([format!("{start}-{end}")]).collect();
    let spelled = paths.iter().flat_map(|path| {
        lines.iter().flat_map(move |lines| [":", " "].map(|sign| format!("{path}{sign}{lines}")))
    });
    spelled.collect()
}

/// The places of the lines `   Read 23-30: …`, whose file is that of the link above.
pub(super) fn below_links(lines: &[String], printed: &[(String, &Location)]) -> Vec<Location> {
    let mut path: Option<&String> = None;
    let mut places = Vec::new();
    for line in lines {
        if let Some((range, _)) = line.strip_prefix("   Read ").and_then(|it| it.split_once(':')) {
            let (start, end) = range.split_once('-').unwrap_or((range, range));
            let range = start.parse().ok().zip(end.parse().ok());
            places.extend(path.zip(range).map(|(path, range)| (path.clone(), Some(range))));
        } else if !line.starts_with("   ") {
            let line = unescaped(line);
            let named =
                printed.iter().filter_map(|(it, place)| Some((line.find(it.as_str())?, &place.0)));
            path = named.min_by_key(|(at, _)| *at).map(|(_, path)| path);
        }
    }
    places
}

/// The number and the text of a line of the source in the form for a terminal.
pub(super) fn source_line(line: &str) -> Option<(u32, &str)> {
    let (number, text) = line.split_once(" │ ")?;
    Some((number.trim_start().parse().ok()?, text))
}

/// A text with a blank where it names a place by this spelling, and not by a longer one.
pub(super) fn without_place(text: &str, spelling: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(spelling) {
        let (before, behind) = (&rest[..at], &rest[at + spelling.len()..]);
        let goes_on = behind.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        out.push_str(before);
        out.push_str(if goes_on || before.ends_with(is_path_char) { spelling } else { " " });
        rest = behind;
    }
    out + rest
}
