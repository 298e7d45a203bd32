//! Splits prose into runs of path characters, with the line numbers that follow them.

use std::borrow::Cow;

use firsthand_registry::LineRange;

/// A run of path characters.
#[derive(Debug)]
pub(super) struct Word<'t> {
    /// The run without trailing sentence punctuation.
    pub(super) raw: &'t str,
    /// The same, with an unambiguous line number that follows it.
    pub(super) with_line_ref: &'t str,
    /// The line number or range that follows it.
    pub(super) line_ref: Option<LineRef>,
    /// Whether a `(` follows: `obj.method()`.
    pub(super) is_call: bool,
    /// The character before it.
    pub(super) preceding: Option<char>,
}

/// A reference to a line or a range of lines.
#[derive(Debug)]
pub(super) struct LineRef {
    /// `None` where the numbers are no range: 0, in descending order, or too large.
    pub(super) lines: Option<LineRange>,
    /// Whether it can only be a line number: `:12`, `#L12`, but not `(12)`.
    pub(super) unambiguous: bool,
}

impl Word<'_> {
    /// The word with `/` for every separator.
    pub(super) fn normalized(&self) -> Cow<'_, str> {
        if self.raw.contains('\\') {
            self.raw.replace('\\', "/").into()
        } else {
            self.raw.into()
        }
    }
}

/// Whether the character is a letter, a digit, or one that joins them in a path. Includes every character of a path
/// that the oracle of the tests recognizes (`tests/it/oracle.rs`).
pub(super) fn is_path_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '\\')
}

/// The runs of path characters, without those in URLs.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_path_char) {
        rest = &rest[start..];
        if let Some(after) = skip_url(rest) {
            rest = after;
            continue;
        }
        let (run, after) = rest.split_at(rest.find(|c| !is_path_char(c)).unwrap_or(rest.len()));
        let preceding = text[..text.len() - rest.len()].chars().next_back();
        let raw = trim_punctuation(run);
        let parsed = parse_line_ref(after).filter(|_| !run.ends_with('.'));
        let (line_ref, following) = match parsed {
            Some((line_ref, following)) => (Some(line_ref), following),
            None => (None, after),
        };
        let is_call = line_ref.is_none() && after.starts_with('(');
        let unambiguous = line_ref
            .as_ref()
            .is_some_and(|line_ref| line_ref.unambiguous);
        let with_line_ref = match rest.get(..rest.len() - following.len()) {
            Some(with_line_ref) if unambiguous => with_line_ref,
            _ => raw,
        };
        words.push(Word {
            raw,
            with_line_ref,
            line_ref,
            is_call,
            preceding,
        });
        rest = following;
    }
    words
}

/// A run without trailing sentence punctuation, and without the underscores of emphasized text around it.
fn trim_punctuation(run: &str) -> &str {
    let raw = run.trim_end_matches('.');
    let emphasized = raw.strip_prefix('_').and_then(|raw| raw.strip_suffix('_'));
    emphasized.filter(|raw| raw.contains('.')).unwrap_or(raw)
}

/// The text after the URL that `text` starts with; `None` where there is no URL, or one with a line number
/// that is no port.
fn skip_url(text: &str) -> Option<&str> {
    let address = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))?;
    let end = address.find(|c: char| c.is_whitespace() || "`'\"<>(){}|,;".contains(c));
    let (address, after) = address.split_at(end.unwrap_or(address.len()));
    let host = address.find(|c| !is_path_char(c) || c == '/');
    let behind_host = &address[host.unwrap_or(address.len())..];
    let port = behind_host.strip_prefix(':').and_then(parse_number);
    let rest = port.map_or(behind_host, |(_, rest)| rest);
    let names_lines = rest.match_indices([':', '#']).any(|(at, _)| {
        parse_number(&rest[at + 1..]).is_some() || line_anchor(&rest[at..]).is_some()
    });
    let names_query_line = rest
        .split_once("line=")
        .is_some_and(|(_, value)| parse_number(value).is_some());
    (!names_lines && !names_query_line).then_some(after)
}

/// The text from the number of a URL fragment that has at most five characters before it: `#n12`, `#line-12`.
fn line_anchor(fragment: &str) -> Option<&str> {
    let name = fragment.strip_prefix('#')?;
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '-');
    let short = name.len() - digits.len() <= "line-".len();
    (short && digits.starts_with(|c: char| c.is_ascii_digit())).then_some(digits)
}

/// A line reference without a file name: `line 3`, `lines 3 to 9`, `L12-L20`.
pub(super) struct LinePhrase<'t> {
    pub(super) raw: &'t str,
    pub(super) line_ref: LineRef,
    /// Whether it is in words (`line 3`), so that it may refer to something else than a file.
    pub(super) written_out: bool,
}

/// The line references without file names in the text.
pub(super) fn line_phrases(text: &str) -> Vec<LinePhrase<'_>> {
    let mut phrases = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_path_char) {
        rest = &rest[start..];
        let (run, after) = rest.split_at(rest.find(|c| !is_path_char(c)).unwrap_or(rest.len()));
        let raw = run.trim_end_matches('.');
        let written_out = ["line", "lines", "ln"]
            .iter()
            .any(|word| raw.eq_ignore_ascii_case(word));
        let numbers = if written_out {
            after.strip_prefix(' ')
        } else {
            is_line_anchor(raw).then_some(raw)
        };
        if let Some((lines, following)) = numbers.and_then(line_range) {
            // Only a reference in words ends where the text after its numbers begins.
            let in_words = rest.strip_suffix(following).filter(|_| written_out);
            phrases.push(LinePhrase {
                raw: in_words.unwrap_or(raw),
                line_ref: LineRef {
                    lines,
                    unambiguous: true,
                },
                written_out,
            });
        }
        rest = after;
    }
    phrases
}

/// Parses `3`, `3-9` or `3 to 9`: the range (`None` where it is none) and the text after it.
fn line_range(text: &str) -> Option<(Option<LineRange>, &str)> {
    let (start, following) = parse_number(text)?;
    let joined = ["..", " to ", " and ", " through "]
        .iter()
        .find_map(|joiner| following.strip_prefix(joiner));
    let joined = joined.or_else(|| following.trim_start().strip_prefix(DASHES));
    let joined = joined.and_then(|rest| parse_number(rest.trim_start()));
    let (end, following) = joined.unwrap_or((start, following));
    Some((range_of(start, end), following))
}

fn range_of(start: Option<u32>, end: Option<u32>) -> Option<LineRange> {
    LineRange::new(start?, end?)
}

/// The line reference at the start of the text after a word, and the text after its first number.
fn parse_line_ref(after: &str) -> Option<(LineRef, &str)> {
    let numbers = line_anchor(after).unwrap_or_else(|| after.trim_start_matches([':', '#']));
    let unambiguous = parse_number(numbers).is_some();
    let numbers = if unambiguous {
        numbers
    } else {
        ambiguous_line_number(after)?
    };
    let (start, following) = parse_number(numbers)?;
    let joined = following
        .strip_prefix("..")
        .or_else(|| following.strip_prefix(DASHES));
    let end = joined.and_then(parse_number).map_or(start, |(end, _)| end);
    let lines = range_of(start, end);
    Some((LineRef { lines, unambiguous }, following))
}

/// The text from the number of a possible line reference after a word: `(12)`, `[12]`, `,12`, ` @ 12`.
fn ambiguous_line_number(after: &str) -> Option<&str> {
    let is_followed_by = |numbers: &str, with: &[char]| {
        let following = parse_number(numbers).map(|(_, following)| following);
        following.is_some_and(|following| following.is_empty() || following.starts_with(with))
    };
    let bracket = after.trim_start().strip_prefix(['(', '[']);
    let bracket = bracket.filter(|n| is_followed_by(n, &[')', ']', ',', '-', ':']));
    let joined = after.strip_prefix([',', ';', '|', '+', '@', '~']);
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '\\');
    let joined = joined
        .filter(|n| parse_number(n).is_some_and(|(_, following)| !following.starts_with(goes_on)));
    let spaced = after.trim_start().strip_prefix([':', '@']);
    let spaced = spaced.and_then(|rest| rest.strip_prefix(' '));
    let spaced = spaced.filter(|n| is_followed_by(n, &[',', '.', ';', ')']));
    bracket.or(joined).or(spaced)
}

const DASHES: [char; 6] = ['-', '~', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}'];

/// Parses `12` or `L12`, in the digits of any script: the number (`None` for other than ASCII digits, or beyond
/// `u32`) and the text after it.
fn parse_number(text: &str) -> Option<(Option<u32>, &str)> {
    let text = text.strip_prefix(['L', 'l']).unwrap_or(text);
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_numeric()).unwrap_or(text.len()));
    (!digits.is_empty()).then(|| (digits.parse().ok(), rest))
}

/// Whether the word is `L12` or `L12-L20`.
fn is_line_anchor(word: &str) -> bool {
    let digits = word.strip_prefix('L').unwrap_or("");
    digits.len() >= 2
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits
            .chars()
            .all(|c| c.is_ascii_digit() || c == '-' || c == 'L')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{line_phrases, words};

    proptest! {
        /// Each word and each line reference is a part of the text.
        #[test]
        fn words_and_line_phrases_are_parts_of_any_text(text in "[Llines039=:#.,_/ a()\\[\\]@`*٣見\u{2013}-]{0,14}|\\PC{0,20}") {
            for word in words(&text) {
                prop_assert!(text.contains(word.with_line_ref));
            }
            for phrase in line_phrases(&text) {
                prop_assert!(text.contains(phrase.raw));
            }
        }
    }

    #[test]
    fn line_phrases_are_parts_of_the_text() {
        let check = |text: &str, expect: &[&str]| {
            let phrases = line_phrases(text);
            let raw: Vec<&str> = phrases.iter().map(|phrase| phrase.raw).collect();
            assert_eq!(raw, expect, "{text}");
        };
        check("see line 3, or lines 3 to 9.", &["line 3", "lines 3 to 9"]);
        check("in L12-L20 of it", &["L12-L20"]);
        // A reference such as `L3` ends where its word ends, whatever follows.
        check("L3-=٣", &["L3-"]);
        check("L3-٣ 見", &[]);
    }
}
