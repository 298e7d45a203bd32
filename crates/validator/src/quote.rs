//! Finds a quote in evidence, and returns the source's own text.

mod alike;
mod nearest;

use firsthand_registry::{Candidate, Evidence, LineRange, Registry};
use memchr::memmem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use alike::match_alike;
pub use nearest::Nearest;
pub(crate) use nearest::{Shown, nearest};

/// The most adjacent lines of a quote.
pub(crate) const MAX_QUOTE_LINES: usize = 2;
/// The most characters of a quote, as submitted and in the source.
pub const MAX_QUOTE_CHARS: usize = 240;
/// A quote needs a word of at least this many characters to identify a place.
const MIN_WORD_CHARS: usize = 3;

/// The source's own text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Quote {
    /// One source line or part of one, or two adjacent ones with `\n` between, byte for byte.
    pub text: String,
    /// The number (1-based) of the line on which it starts.
    pub line: u32,
    /// Further lines of its place on which it starts, ascending, where nothing tells which one is meant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<u32>,
}

/// The lines on which a quote starts, as a text: `11`, `11 and 36`, `11, 36 and 3 more`.
#[must_use]
pub fn any_of_lines(first: u32, also: &[u32]) -> String {
    match also {
        [] => first.to_string(),
        [other] => format!("{first} and {other}"),
        [other, more @ ..] => format!("{first}, {other} and {} more", more.len()),
    }
}

impl Quote {
    /// The lines on which it stands; `None` where no line can have its number.
    #[must_use]
    pub fn lines(&self) -> Option<LineRange> {
        let breaks = u32::try_from(self.text.matches('\n').count()).ok()?;
        LineRange::new(self.line, self.line.checked_add(breaks)?)
    }
}

/// Why a quote was not accepted; the most specific reason last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum QuoteError {
    /// It does not occur in the evidence.
    NotFound,
    /// It occurs only where a line is masked.
    Masked,
    /// It has, or covers in the source, more than two lines or 240 characters.
    Long,
    /// It has no word of three or more characters.
    Slight,
}

/// Finds a quote in the evidence of a place.
///
/// White space is folded and line-number gutters (`42| `) are stripped where the quote does not occur as
/// submitted; the returned text is the source's. Of several occurrences the one on the line that its gutter
/// names wins, then the one nearest to a `near` line, then the first, which names the others. A quote that occurs
/// nowhere so names the only part of a line that differs from it in nothing but white space beside signs and the kind of
/// quote marks.
///
/// # Errors
/// A [`QuoteError`]; a quote is dropped, never cut.
pub fn find_quote(evidence: &Evidence, quote: &str, near: &[u32]) -> Result<Quote, QuoteError> {
    let quote = quote.trim();
    let without_gutters = strip_gutters(quote);
    let without_gutters = without_gutters.as_ref().filter(|(_, text)| !is_slight(text));
    if is_slight(quote) {
        return Err(QuoteError::Slight);
    }
    let lines = quote.lines().filter(|line| !line.trim().is_empty()).count();
    let shortest = without_gutters.map_or(quote, |(_, text)| text);
    if lines > MAX_QUOTE_LINES || shortest.chars().count() > MAX_QUOTE_CHARS {
        return Err(QuoteError::Long);
    }
    let mut error = QuoteError::NotFound;
    let forms =
        [Some((quote, None)), without_gutters.map(|(number, text)| (text.as_str(), Some(*number)))];
    for (form, number) in forms.iter().flatten() {
        let distance = |line: u32| {
            let elsewhere = number.is_some_and(|number| number != line);
            (elsewhere, near.iter().map(|near| near.abs_diff(line)).min().unwrap_or(0))
        };
        let found = match_exact(evidence, form, distance)
            .or_else(|why| match_folded(evidence, form, distance).map_err(|other| why.max(other)));
        match found {
            Ok(found) if found.text.chars().count() <= MAX_QUOTE_CHARS => return Ok(found),
            Ok(_) => error = QuoteError::Long,
            Err(why) => error = error.max(why),
        }
    }
    // What covers too much, or is masked, is no other line.
    let shortest = forms.iter().flatten().last().filter(|_| error == QuoteError::NotFound);
    let found = shortest.map_or(Err(error), |(form, _)| match_alike(evidence, form))?;
    let fits = found.text.chars().count() <= MAX_QUOTE_CHARS;
    if fits { Ok(found) } else { Err(QuoteError::Long) }
}

/// The places that have the quote, with its line there; of those that show the same line, the first.
pub(crate) fn places_with<'r>(
    registry: &'r Registry,
    quote: &str,
    mut is_meant: impl FnMut(&Candidate) -> bool,
) -> Vec<(&'r Candidate, u32)> {
    let mut places: Vec<(&Candidate, u32)> = Vec::new();
    for place in registry.iter().filter(|place| is_meant(place)) {
        let found = place.evidence().map(|seen| find_quote(seen, quote, place.hits()));
        if let Some(Ok(Quote { line, .. })) = found {
            let is_same = |(other, other_line): &(&Candidate, u32)| {
                other.path() == place.path() && *other_line == line
            };
            if !places.iter().any(is_same) {
                places.push((place, line));
            }
        }
    }
    places
}

/// Whether the text has no run of three or more letters or digits.
pub(crate) fn is_slight(text: &str) -> bool {
    !text.split(|c| !is_word_char(c)).any(|word| word.chars().count() >= MIN_WORD_CHARS)
}

/// ASCII letters and digits, and the letters of scripts that are written without combining marks.
/// This is on purpose narrower than [`char::is_alphanumeric`], which counts vowel signs and circled
/// letters that a reader of the report, in another language and of another Unicode version, may not
/// count.
fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || (c.is_alphabetic()
            && matches!(c,
                '\u{c0}'..='\u{24f}' // Latin
                | '\u{386}'..='\u{481}' | '\u{48a}'..='\u{52f}' // Greek, Cyrillic
                | '\u{531}'..='\u{587}' // Armenian
                | '\u{5d0}'..='\u{5ea}' | '\u{620}'..='\u{64a}' // Hebrew, Arabic
                | '\u{10d0}'..='\u{10ff}' // Georgian
                | '\u{e01}'..='\u{e30}' | '\u{904}'..='\u{939}' // Thai, Devanagari
                | '\u{1e00}'..='\u{1fff}' // Latin and Greek with accents
                | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' // Japanese
                | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' // Chinese
                | '\u{ac00}'..='\u{d7a3}' // Korean
            ))
}

/// The first line number in the gutter that tools print before each line (`  42| `), and the quote without the
/// gutter; `None` where some line has none. Only used where the quote with it is not found: digits that belong to
/// the source stay.
fn strip_gutters(quote: &str) -> Option<(u32, String)> {
    let mut first = None;
    let mut without_gutters = Vec::new();
    for line in quote.lines() {
        let line = line.trim_start();
        let (number, text) = line.split_once('|')?;
        let has_only_digits = number.chars().all(|c| c.is_ascii_digit()); // no sign
        let number = number.parse().ok().filter(|_| has_only_digits)?;
        first.get_or_insert(number);
        without_gutters.push(text);
    }
    Some((first?, without_gutters.join("\n").trim().to_owned()))
        .filter(|(_, text)| !text.is_empty())
}

/// The best occurrence of exactly this text.
fn match_exact(
    evidence: &Evidence,
    quote: &str,
    distance: impl Fn(u32) -> (bool, u32),
) -> Result<Quote, QuoteError> {
    let found = occurrences(evidence.text(), quote);
    best_match(evidence, distance, found.map(|at| (at, at + quote.len())))
}

/// The best occurrence where every run of white space (line breaks included) counts as one space. The
/// longest word is searched for first, and the others are compared around it.
fn match_folded(
    evidence: &Evidence,
    quote: &str,
    distance: impl Fn(u32) -> (bool, u32),
) -> Result<Quote, QuoteError> {
    let words: Vec<&str> = quote.split_whitespace().collect();
    let longest = words.iter().enumerate().max_by_key(|(_, word)| word.len());
    let (index, anchor) = longest.ok_or(QuoteError::NotFound)?;
    let (before, after) = (&words[..index], &words[index + 1..]);
    let text = evidence.text();
    let spans = occurrences(text, anchor).filter_map(|offset| {
        let (head, tail) = (&text[..offset], &text[offset + anchor.len()..]);
        Some((words_before(head, before)?, text.len() - words_after(tail, after)?))
    });
    best_match(evidence, distance, spans)
}

/// The offset at which the words begin, if the text ends with them, each followed by white space.
fn words_before(mut text: &str, words: &[&str]) -> Option<usize> {
    for word in words.iter().rev() {
        let trimmed = text.trim_end();
        text = trimmed.strip_suffix(word).filter(|_| trimmed.len() < text.len())?;
    }
    Some(text.len())
}

/// The length of the rest behind the words, if the text starts with them, each after white space.
fn words_after(mut text: &str, words: &[&str]) -> Option<usize> {
    for word in words {
        let trimmed = text.trim_start();
        text = trimmed.strip_prefix(word).filter(|_| trimmed.len() < text.len())?;
    }
    Some(text.len())
}

/// The offsets of all occurrences, overlapping ones included: an earlier one may lie on a line that cannot be quoted.
fn occurrences<'t>(text: &'t str, needle: &'t str) -> impl Iterator<Item = usize> + 't {
    let finder = memmem::Finder::new(needle);
    let step = needle.chars().next().map_or(1, char::len_utf8);
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + finder.find(text.as_bytes().get(from..)?)?;
        from = at + step;
        Some(at)
    })
}

/// The occurrence with the least `distance` among those that can be quoted; among equals, the first. `spans` are
/// byte ranges of the evidence.
///
/// # Errors
/// Where no occurrence can be quoted: [`QuoteError::Long`] if one covers more lines than a quote may have,
/// [`QuoteError::Masked`] if one covers a masked line, else [`QuoteError::NotFound`].
fn best_match(
    evidence: &Evidence,
    distance: impl Fn(u32) -> (bool, u32),
    spans: impl Iterator<Item = (usize, usize)>,
) -> Result<Quote, QuoteError> {
    let mut best: Option<((bool, u32), Quote)> = None;
    let mut error = QuoteError::NotFound;
    for (from, to) in spans {
        let matched = match quotable(evidence, from, to) {
            Ok(matched) => matched,
            Err(why) => {
                error = error.max(why);
                continue;
            }
        };
        let rank = distance(matched.line);
        match &mut best {
            Some((best_rank, _)) if *best_rank < rank => {}
            Some((best_rank, found)) if *best_rank == rank => found.also.push(matched.line),
            _ => best = Some((rank, matched)),
        }
    }
    let (_, mut found) = best.ok_or(error)?;
    found.also.retain(|line| *line != found.line);
    found.also.dedup();
    Ok(found)
}

/// The text between two offsets, where it covers one line or two, none of them masked. A carriage
/// return before a line break belongs to the line's end, so it cannot be quoted.
fn quotable(evidence: &Evidence, from: usize, to: usize) -> Result<Quote, QuoteError> {
    let text = evidence.text().get(from..to).ok_or(QuoteError::NotFound)?;
    let (line, end) = (evidence.line_at(from), evidence.line_at(to.saturating_sub(1)));
    if (line..=end).any(|number| evidence.is_masked(number)) {
        return Err(QuoteError::Masked);
    }
    if text.contains("\r\n") {
        return Err(QuoteError::NotFound);
    }
    if (end - line) as usize >= MAX_QUOTE_LINES {
        return Err(QuoteError::Long);
    }
    let indent = if end > line { indent_before(evidence.text(), from) } else { "" };
    let fits = indent.chars().count() + text.chars().count() <= MAX_QUOTE_CHARS;
    let text = format!("{}{text}", if fits { indent } else { "" });
    Ok(Quote { text, line, also: Vec::new() })
}

/// The indentation before an offset, where nothing else stands before it on its line: without it, the second line of a quote
/// would seem to be indented deeper than the first.
fn indent_before(text: &str, at: usize) -> &str {
    let head = text.get(..at).unwrap_or_default();
    let rest = head.trim_end_matches([' ', '\t']);
    if rest.is_empty() || rest.ends_with('\n') { &head[rest.len()..] } else { "" }
}

#[cfg(test)]
mod tests;
