//! Prose as runs of characters that a path can be made of, with the line numbers behind them.

use std::borrow::Cow;

use firsthand_registry::LineRange;

/// A run of path characters.
#[derive(Debug)]
pub(super) struct Word<'t> {
    /// As it stands, without sentence points behind it.
    pub(super) raw: &'t str,
    /// The same, with the line number behind it.
    pub(super) whole: &'t str,
    /// The lines that stand behind it.
    pub(super) mark: Option<Mark>,
    /// Whether it is called: `obj.method()`.
    pub(super) called: bool,
    /// What stands before it.
    pub(super) before: Option<char>,
}

/// A line number, or two.
#[derive(Debug)]
pub(super) struct Mark {
    /// `None` where they are no range: 0, backwards, or too large.
    pub(super) lines: Option<LineRange>,
    /// Whether it can be nothing else: `:12`, `#L12`, but not `(12)`.
    pub(super) hard: bool,
}

impl Word<'_> {
    /// With `/` for separators.
    pub(super) fn body(&self) -> Cow<'_, str> {
        if self.raw.contains('\\') {
            self.raw.replace('\\', "/").into()
        } else {
            self.raw.into()
        }
    }
}

/// Letters and digits, and what joins them in a path. Every character of the checker's expression
/// for a place is one of these.
pub(super) fn is_path_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '\\')
}

/// The runs of path characters, without those of web addresses.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_path_char) {
        rest = &rest[start..];
        if let Some(after) = after_address(rest) {
            rest = after;
            continue;
        }
        let (run, after) = rest.split_at(rest.find(|c| !is_path_char(c)).unwrap_or(rest.len()));
        let before = text[..text.len() - rest.len()].chars().next_back();
        let raw = bare(run);
        let marked = mark(after).filter(|_| !run.ends_with('.'));
        let (mark, behind) = match marked {
            Some((mark, behind)) => (Some(mark), behind),
            None => (None, after),
        };
        let called = mark.is_none() && after.starts_with('(');
        let hard = mark.as_ref().is_some_and(|mark| mark.hard);
        let whole = match rest.get(..rest.len() - behind.len()) {
            Some(whole) if hard => whole,
            _ => raw,
        };
        words.push(Word {
            raw,
            whole,
            mark,
            called,
            before,
        });
        rest = behind;
    }
    words
}

/// A run without sentence points behind it, and without the marks of slanted text around it.
fn bare(run: &str) -> &str {
    let raw = run.trim_end_matches('.');
    let slanted = raw.strip_prefix('_').and_then(|raw| raw.strip_suffix('_'));
    slanted.filter(|raw| raw.contains('.')).unwrap_or(raw)
}

/// What follows a web address; `None` where there is none, or where a line number stands in it that
/// is no port.
fn after_address(text: &str) -> Option<&str> {
    let address = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))?;
    let end = address.find(|c: char| c.is_whitespace() || "`'\"<>(){}|,;".contains(c));
    let (address, after) = address.split_at(end.unwrap_or(address.len()));
    let host = address.find(|c| !is_path_char(c) || c == '/');
    let behind_host = &address[host.unwrap_or(address.len())..];
    let port = behind_host.strip_prefix(':').and_then(number);
    let rest = port.map_or(behind_host, |(_, rest)| rest);
    let names_lines = rest
        .match_indices([':', '#'])
        .any(|(at, _)| number(&rest[at + 1..]).is_some() || anchored(&rest[at..]).is_some());
    let asked = rest
        .split_once("line=")
        .is_some_and(|(_, value)| number(value).is_some());
    (!names_lines && !asked).then_some(after)
}

/// The number of a fragment that is a few letters and a number: `#n12`, `#line-12`.
fn anchored(fragment: &str) -> Option<&str> {
    let name = fragment.strip_prefix('#')?;
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '-');
    let short = name.len() - digits.len() <= "line-".len();
    (short && digits.starts_with(|c: char| c.is_ascii_digit())).then_some(digits)
}

/// Lines that a text states by themselves: `line 3`, `lines 3 to 9`, `L12-L20`.
pub(super) struct LinePhrase<'t> {
    pub(super) raw: &'t str,
    pub(super) mark: Mark,
    /// Whether it is written out, so that it may speak of something else than a file.
    pub(super) spoken: bool,
}

/// The lines that a text states by themselves.
pub(super) fn line_phrases(text: &str) -> Vec<LinePhrase<'_>> {
    let mut phrases = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_path_char) {
        rest = &rest[start..];
        let (run, after) = rest.split_at(rest.find(|c| !is_path_char(c)).unwrap_or(rest.len()));
        let raw = run.trim_end_matches('.');
        let spoken = ["line", "lines", "ln"]
            .iter()
            .any(|word| raw.eq_ignore_ascii_case(word));
        let numbers = if spoken {
            after.strip_prefix(' ')
        } else {
            is_line_mark(raw).then_some(raw)
        };
        if let Some((lines, behind)) = numbers.and_then(line_range) {
            let whole = &rest[..rest.len() - behind.len()];
            phrases.push(LinePhrase {
                raw: if spoken { whole } else { raw },
                mark: Mark { lines, hard: true },
                spoken,
            });
        }
        rest = after;
    }
    phrases
}

/// `3`, `3-9` or `3 to 9`, and what follows.
fn line_range(text: &str) -> Option<(Option<LineRange>, &str)> {
    let (start, behind) = number(text)?;
    let joined = ["..", " to ", " and ", " through "]
        .iter()
        .find_map(|by| behind.strip_prefix(by));
    let joined = joined.or_else(|| behind.trim_start().strip_prefix(DASHES));
    let joined = joined.and_then(|rest| number(rest.trim_start()));
    let (end, behind) = joined.unwrap_or((start, behind));
    let lines = start
        .zip(end)
        .and_then(|(start, end)| LineRange::new(start, end));
    Some((lines, behind))
}

/// The line number behind a word, and what follows its first digits.
fn mark(after: &str) -> Option<(Mark, &str)> {
    let numbers = anchored(after).unwrap_or_else(|| after.trim_start_matches([':', '#']));
    let hard = number(numbers).is_some();
    let numbers = if hard { numbers } else { loose(after)? };
    let (start, behind) = number(numbers)?;
    let joined = behind
        .strip_prefix("..")
        .or_else(|| behind.strip_prefix(DASHES));
    let end = joined.and_then(number).map_or(start, |(end, _)| end);
    let lines = start
        .zip(end)
        .and_then(|(start, end)| LineRange::new(start, end));
    Some((Mark { lines, hard }, behind))
}

/// What may be a line number behind a word, and may be something else: `(12)`, `[12]`, `,12`, ` @ 12`.
fn loose(after: &str) -> Option<&str> {
    let ends = |numbers: &str, with: &[char]| {
        let behind = number(numbers).map(|(_, behind)| behind);
        behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(with))
    };
    let bracket = after.trim_start().strip_prefix(['(', '[']);
    let bracket = bracket.filter(|n| ends(n, &[')', ']', ',', '-', ':']));
    let joined = after.strip_prefix([',', ';', '|', '+', '@', '~']);
    let spaced = after.trim_start().strip_prefix([':', '@']);
    let spaced = spaced.and_then(|rest| rest.strip_prefix(' '));
    let spaced = spaced.filter(|n| ends(n, &[',', '.', ';', ')']));
    bracket.or(joined).or(spaced)
}

const DASHES: [char; 6] = ['-', '~', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}'];

/// `12` or `L12`, in the digits of any script; only ASCII ones have a value, up to the greatest line.
fn number(text: &str) -> Option<(Option<u32>, &str)> {
    let text = text.strip_prefix(['L', 'l']).unwrap_or(text);
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_numeric()).unwrap_or(text.len()));
    (!digits.is_empty()).then(|| (digits.parse().ok(), rest))
}

/// `L12` or `L12-L20`.
fn is_line_mark(word: &str) -> bool {
    let digits = word.strip_prefix('L').unwrap_or("");
    digits.len() >= 2
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits
            .chars()
            .all(|c| c.is_ascii_digit() || c == '-' || c == 'L')
}
