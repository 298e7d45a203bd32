//! An oracle for reports: its rules are computed from the files' bytes, without the validator's code.

use crate::repo::Files;

/// A file's lines without their ends.
pub(crate) fn lines(file: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = file.split(|&b| b == b'\n').collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    lines.into_iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect()
}

/// Whether the quote stands, byte for byte, at that line of the file.
pub(crate) fn quote_stands(file: &[u8], line: u32, text: &str) -> bool {
    let parts: Vec<&str> = text.split('\n').map(|p| p.strip_suffix('\r').unwrap_or(p)).collect();
    let index = line as usize - 1;
    let lines = lines(file);
    let quoted_lines = lines.get(index..index + parts.len()).unwrap_or_default();
    match (quoted_lines, parts.as_slice()) {
        ([line], [part]) => line.windows(part.len()).any(|window| window == part.as_bytes()),
        ([line, next_line], [part, next_part]) => {
            line.ends_with(part.as_bytes()) && next_line.starts_with(next_part.as_bytes())
        }
        _ => false,
    }
}

/// A path and a range of lines, independent of the validator's types.
pub(crate) type PathRange = (String, Option<(u32, u32)>);

/// A citation is a match of `(?<![\w:/])((?:[\w.-]+/)*[\w-]+\.[A-Za-z]{1,5}):(\d+)` that does not begin inside a
/// percent code, and must be a line of a reported place. Returns the first one that is not.
pub(crate) fn first_unreported_place(text: &str, reported: &[PathRange]) -> Option<String> {
    let colons = text.match_indices(':').map(|(at, _)| at);
    colons
        .filter_map(|at| parse_citation(text, at))
        .find(|(path, line)| !holds(reported, path, *line))
        .map(|(path, line)| format!("{path}:{line}"))
}

fn parse_citation(text: &str, colon: usize) -> Option<(String, u32)> {
    let digits: String =
        text[colon + 1..].chars().take_while(|c| c.is_numeric()).map(narrow).collect();
    let starts = text[..colon].char_indices().map(|(at, _)| at);
    let path = starts
        .filter(|&at| !text[..at].ends_with(|c: char| is_word(c) || c == ':' || c == '/'))
        .filter(|&at| !is_inside_code(text, at))
        .map(|at| &text[at..colon])
        .find(|path| is_path(path))?;
    (!digits.is_empty()).then(|| (path.to_owned(), digits.parse().unwrap_or(u32::MAX)))
}

/// The ASCII digit that a full-width digit is read as.
fn narrow(c: char) -> char {
    match c {
        '０'..='９' => char::from_u32(u32::from(c) - u32::from('０') + u32::from('0')).unwrap(),
        _ => c,
    }
}

/// Whether the text at the offset is the rest of a code such as `%3A`.
fn is_inside_code(text: &str, at: usize) -> bool {
    let is_hex = |code: &str| code.bytes().all(|byte| byte.is_ascii_hexdigit());
    text[..at].ends_with('%') && text.get(at..at + 2).is_some_and(is_hex)
}

fn is_path(text: &str) -> bool {
    let (folders, name) = text.rsplit_once('/').map_or((None, text), |(f, n)| (Some(f), n));
    let is_folder_name =
        |part: &str| !part.is_empty() && part.chars().all(|c| is_word(c) || c == '.' || c == '-');
    let Some((stem, extension)) = name.rsplit_once('.') else {
        return false;
    };
    !stem.is_empty()
        && stem.chars().all(|c| is_word(c) || c == '-')
        && (1..=5).contains(&extension.len())
        && extension.chars().all(|c| c.is_ascii_alphabetic())
        && folders.is_none_or(|folders| folders.split('/').all(is_folder_name))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn holds(reported: &[PathRange], path: &str, line: u32) -> bool {
    reported.iter().any(|(reported_path, range)| {
        reported_path.ends_with(path)
            && range.is_some_and(|(start, end)| start <= line && line <= end)
    })
}

/// Whether the lines of the place are the same in both states of the tree.
pub(crate) fn same_lines(before: &Files, after: &Files, place: &PathRange) -> bool {
    let (Some(before), Some(after)) = (before.get(&place.0), after.get(&place.0)) else {
        return false;
    };
    let Some((start, end)) = place.1 else {
        return true;
    };
    let (before, after) = (lines(before), lines(after));
    (start as usize - 1..end as usize).all(|at| match (before.get(at), after.get(at)) {
        (Some(before), Some(after)) => before == after,
        _ => false,
    })
}

/// Whether the line was masked.
pub(crate) fn is_masked(line: &[u8]) -> bool {
    std::str::from_utf8(line).map_or(true, |text| text.contains("SECRET"))
}

/// Whether `short` is `long` with some items left out.
pub(crate) fn is_subsequence<S, L>(short: &[S], long: &[L], same: impl Fn(&S, &L) -> bool) -> bool {
    let mut rest = long.iter();
    short.iter().all(|item| rest.any(|other| same(item, other)))
}

/// Whether prose is unchanged, cut with `…`, or withheld.
pub(crate) fn is_same_cut_or_withheld(prose: &str, proposed: &str) -> bool {
    prose == proposed
        || prose.is_empty()
        || prose.strip_suffix('…').is_some_and(|start| proposed.starts_with(start))
}

/// The quote with a space only between two words, and one kind of quote marks: as it is, and without its gutters.
pub(crate) fn folded_forms(quote: &str) -> [String; 2] {
    let is_of_word = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || c == '_';
    let fold = |text: &str| {
        text.split_whitespace().fold(String::new(), |mut folded, part| {
            if folded.ends_with(is_of_word) && part.starts_with(is_of_word) {
                folded.push(' ');
            }
            folded + &part.replace(['\'', '`'], "\"")
        })
    };
    let without_gutters = quote.trim().lines().map(|line| {
        let line = line.trim_start();
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.strip_prefix('|').filter(|_| rest.len() < line.len()).unwrap_or(line)
    });
    [fold(quote), fold(&without_gutters.collect::<Vec<_>>().join("\n"))]
}
