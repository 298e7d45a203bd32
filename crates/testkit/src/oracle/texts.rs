//! Checks that quotes are in their files, byte for byte, at the reported lines, and that the model's prose names no place
//! that the report does not contain, and has no planted source line.

use serde_json::Value;

use super::{GroundTruth, Location, Violations, items, lines, location, number, prose};

pub(super) fn check_quotes(report: &Value, ground: &GroundTruth<'_>, found: &mut Violations) {
    for link in items(report, "flow") {
        if let Err(why) = check_quote(link, ground) {
            found.add("verbatim", format!("{}: {why}", link["quote"]));
        }
    }
}

fn check_quote(link: &Value, ground: &GroundTruth<'_>) -> Result<(), String> {
    let (path, range) = location(link);
    let text = link["quote"]["text"].as_str().ok_or("no text")?;
    let first = number(&link["quote"]["line"]).ok_or("no line")?;
    let parts: Vec<&str> = text.split('\n').collect();
    let last = first + u32::try_from(parts.len()).unwrap_or(u32::MAX) - 1;
    let (start, end) = range.ok_or("its place has no lines")?;
    if first < start || end < last {
        return Err(format!("lines {first}-{last} are outside {start}-{end}"));
    }
    if parts.len() > 2 || text.chars().count() > 240 {
        return Err("it is too long".to_owned());
    }
    let word = |word: &str| word.chars().count() >= 3;
    if !text.split(|c: char| !c.is_alphanumeric()).any(word) {
        return Err("it is too slight".to_owned());
    }
    let bytes = ground.file(&path).map_err(|(_, why)| why)?;
    if !is_at_line(&lines(&bytes), first, &parts) {
        return Err(format!("it does not stand at line {first} of {path:?}"));
    }
    let hidden = ground.redacted.get(&path);
    match (first..=last).find(|line| hidden.is_some_and(|hidden| hidden.contains(line))) {
        Some(line) => Err(format!("line {line} of {path:?} was redacted")),
        None => Ok(()),
    }
}

/// Whether one part is inside that line, or two parts end one line and begin the next.
pub(super) fn is_at_line(lines: &[&[u8]], first: u32, parts: &[&str]) -> bool {
    let line = |number: usize| lines.get((first as usize + number).wrapping_sub(1));
    match parts {
        [one] => line(0).is_some_and(|line| contains_bytes(line, one.as_bytes())),
        [one, two] => {
            line(0).is_some_and(|line| line.ends_with(one.as_bytes()))
                && line(1).is_some_and(|line| line.starts_with(two.as_bytes()))
        }
        _ => false,
    }
}

/// Whether the bytes contain the part; `false` for an empty part.
pub(super) fn contains_bytes(bytes: &[u8], part: &[u8]) -> bool {
    !part.is_empty() && memchr::memmem::find(bytes, part).is_some()
}

/// A mention of a place: a path, and lines where there are some.
#[derive(Debug, PartialEq)]
struct Mention {
    path: String,
    lines: Option<(u32, u32)>,
}

/// Checks the model's prose in a JSON report.
pub(super) fn check_prose(
    report: &Value,
    reported: &[Location],
    ground: &GroundTruth<'_>,
    found: &mut Violations,
) {
    for text in prose(report) {
        check_words(text, reported, ground, found);
        check_leaks(text, ground, found);
    }
    let targets = items(report, "search_targets").iter();
    for text in targets.filter_map(Value::as_str) {
        let lines = mentions(text).into_iter().filter(|m| m.lines.is_some());
        for mention in lines.filter(|mention| !is_reported(mention, reported)) {
            found.add("no_fabrication", format!("{mention:?} in {text:?}"));
        }
    }
}

/// Checks one piece of prose.
pub(super) fn check_words(
    text: &str,
    reported: &[Location],
    ground: &GroundTruth<'_>,
    found: &mut Violations,
) {
    for mention in mentions(text) {
        let is_false = match mention.lines {
            Some(_) => !is_reported(&mention, reported),
            None => {
                let is_file =
                    mention.path.contains('/') && ground.before.contains_key(&mention.path);
                is_file
                    && !is_reported(&mention, reported)
                    && !is_source(&mention.path, reported, ground)
            }
        };
        if is_false {
            found.add("no_fabrication", format!("{mention:?} in {text:?}"));
        }
    }
}

/// Checks that a text contains no planted line of the source.
pub(super) fn check_leaks(text: &str, ground: &GroundTruth<'_>, found: &mut Violations) {
    for planted in ground.quote_only.iter().filter(|planted| text.contains(**planted)) {
        found.add("verbatim", format!("{planted:?} stands outside a quote: {text:?}"));
    }
}

/// Whether the word occurs in a file that the report cites.
fn is_source(word: &str, reported: &[Location], ground: &GroundTruth<'_>) -> bool {
    reported.iter().any(|(path, _)| {
        let now = ground.file(path).ok();
        let before = ground.before.get(path);
        let texts = now.iter().map(|bytes| bytes.as_slice()).chain(before.map(Vec::as_slice));
        texts.into_iter().any(|bytes| contains_bytes(bytes, word.as_bytes()))
    })
}

fn is_reported(mention: &Mention, reported: &[Location]) -> bool {
    reported.iter().any(|(path, range)| {
        let plain = normalized(path);
        let named = [path, &plain].into_iter().any(|path| {
            path.strip_suffix(mention.path.as_str()).is_some_and(|rest| {
                rest.chars().next_back().is_none_or(|c| c == '/' || !is_path_char(c))
                    || mention.path.starts_with('/')
            })
        });
        let covers = |lines: (u32, u32)| {
            range.is_some_and(|(start, end)| start <= lines.0 && lines.1 <= end)
        };
        named && mention.lines.is_none_or(covers)
    })
}

pub(super) fn is_path_char(c: char) -> bool {
    c.is_alphanumeric() || "._-/\\".contains(c)
}

/// A text without invisible characters, and with plain separators.
fn normalized(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let code = rest.get(..2).filter(|_| c == '%');
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match c {
            _ if code.is_some_and(|code| code.is_ascii_graphic()) => {
                out.extend(code.map(char::from));
                rest = &rest[2..];
            }
            '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' => {}
            '\u{ff01}'..='\u{ff5e}' => out.extend(char::from_u32(u32::from(c) - 0xfee0)),
            '\u{2236}' | '\u{a789}' => out.push(':'),
            '\u{2044}' | '\u{2215}' | '\\' => out.push('/'),
            _ => out.push(c),
        }
    }
    out
}

/// The file names with extensions in the text, with the line numbers that follow them. Addresses of web pages are no
/// mentions.
fn mentions(text: &str) -> Vec<Mention> {
    let plain = normalized(text);
    let mut all = Vec::new();
    for (at, run) in path_like_runs(&plain) {
        let after = &plain[at + run.len()..];
        let before = &plain[..at];
        let address = ["http://", "https://"].iter().any(|scheme| run.starts_with(scheme))
            || before.rsplit(char::is_whitespace).next().is_some_and(|word| {
                word.contains("://") || word.ends_with("http:") || word.ends_with("https:")
            });
        let name = run.rsplit('/').next().unwrap_or(run);
        let extension = name
            .rsplit_once('.')
            .map(|(stem, extension)| !stem.is_empty() && is_extension(extension));
        if address || extension != Some(true) {
            continue;
        }
        let path = run.strip_prefix("./").unwrap_or(run).to_owned();
        all.push(Mention { path, lines: parse_lines(after) });
    }
    all
}

fn is_extension(text: &str) -> bool {
    (1..=5).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphabetic())
}

/// The longest runs of path characters, with their offsets.
fn path_like_runs(text: &str) -> Vec<(usize, &str)> {
    let starts = text
        .char_indices()
        .map(|(at, _)| at)
        .filter(|&at| text[at..].starts_with(is_path_char) && !text[..at].ends_with(is_path_char));
    let run = |at: usize| text[at..].split(|c| !is_path_char(c)).next().unwrap_or_default();
    starts.map(|at| (at, run(at))).collect()
}

/// The lines in `:12`, `:12-20` or `#L12-L20`; a number that does not fit counts as the greatest.
fn parse_lines(after: &str) -> Option<(u32, u32)> {
    let numbers = after.strip_prefix([':', '#'])?;
    let (first, rest) = parse_line_number(numbers)?;
    let last = rest.strip_prefix(['-', '\u{2013}']).and_then(parse_line_number);
    Some((first, last.map_or(first, |(last, _)| last)))
}

fn parse_line_number(text: &str) -> Option<(u32, &str)> {
    let text = text.strip_prefix(['L', 'l']).unwrap_or(text);
    let end = text.find(|c: char| !c.is_numeric()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    (end > 0).then(|| (digits.parse().unwrap_or(u32::MAX), rest))
}
