//! Finding a quote in evidence, and giving back the source's own text.

mod nearest;

use firsthand_registry::Evidence;
use memchr::memmem;

pub use nearest::Nearest;
pub(crate) use nearest::nearest;

/// A quote may span this many adjacent lines.
pub(crate) const MAX_LINES: usize = 2;
/// A quote may have this many characters, as submitted and as the source has it.
pub const MAX_QUOTE_CHARS: usize = 240;
/// A quote needs a word of this many characters to identify a place.
const LEAST_WORD: usize = 3;

/// The source's own text for a quote.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MatchedQuote {
    /// The text as it stands in the source; `\n` between the lines where there are two.
    pub text: String,
    /// The line (1-based) on which it starts.
    pub line: u32,
    /// The line on which it ends: the same one, or the next.
    pub end: u32,
}

/// Why a quote was not accepted; the most specific reason last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum QuoteError {
    /// It does not stand in the evidence, or only on lines that cannot be quoted.
    NotFound,
    /// It has, or stands there on, more than two lines or 240 characters.
    Long,
    /// It has no word of three or more characters.
    Slight,
}

/// Finds a quote in the evidence of a place.
///
/// White space is folded and line-number gutters (`42| `) are stripped where the quote does not
/// stand there as submitted; what is returned is the source's text. Where it stands several times,
/// an occurrence on a line that its gutter names wins, then one on a `near` line, then the first.
///
/// # Errors
/// A [`QuoteError`]; a quote is dropped, never cut.
pub fn find_quote(
    evidence: &Evidence,
    quote: &str,
    near: &[u32],
) -> Result<MatchedQuote, QuoteError> {
    let quote = quote.trim();
    let bare = strip_gutters(quote);
    let bare = bare.as_ref().filter(|(_, text)| !is_slight(text));
    if is_slight(quote) {
        return Err(QuoteError::Slight);
    }
    let lines = quote.lines().filter(|line| !line.trim().is_empty()).count();
    let shortest = bare.map_or(quote, |(_, text)| text);
    if lines > MAX_LINES || shortest.chars().count() > MAX_QUOTE_CHARS {
        return Err(QuoteError::Long);
    }
    let mut error = QuoteError::NotFound;
    let forms = [
        Some((quote, None)),
        bare.map(|(number, text)| (text.as_str(), Some(*number))),
    ];
    for (form, number) in forms.into_iter().flatten() {
        let nearest = |line: u32| {
            let elsewhere = number.is_some_and(|number| number != line);
            (elsewhere, !near.is_empty() && !near.contains(&line))
        };
        let found = as_submitted(evidence, form, nearest)
            .or_else(|why| folded(evidence, form, nearest).map_err(|other| why.max(other)));
        match found {
            Ok(found) if found.text.chars().count() <= MAX_QUOTE_CHARS => return Ok(found),
            Ok(_) => error = QuoteError::Long,
            Err(why) => error = error.max(why),
        }
    }
    Err(error)
}

/// Whether the text has no run of three or more letters or digits.
pub(crate) fn is_slight(text: &str) -> bool {
    !text
        .split(|c| !is_letter(c))
        .any(|word| word.chars().count() >= LEAST_WORD)
}

/// ASCII letters and digits, and the letters of scripts that are written without combining marks.
/// This is on purpose narrower than [`char::is_alphanumeric`], which counts vowel signs and circled
/// letters that a reader of the report, in another language and of another Unicode version, may not
/// count.
fn is_letter(c: char) -> bool {
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

/// The quote without the gutter that tools show before each line (`  42| `), and the first number
/// in it; `None` where some line has none. Only this shape is stripped, and only where the quote
/// with it is not found: digits that belong to the source stay.
fn strip_gutters(quote: &str) -> Option<(u32, String)> {
    let mut first = None;
    let mut bare = Vec::new();
    for line in quote.lines() {
        let line = line.trim_start();
        let (number, text) = line.split_once('|')?;
        let plain = number.chars().all(|c| c.is_ascii_digit()); // no sign
        let number = number.parse().ok().filter(|_| plain)?;
        first.get_or_insert(number);
        bare.push(text);
    }
    Some((first?, bare.join("\n").trim().to_owned())).filter(|(_, text)| !text.is_empty())
}

/// Occurrences of the very text.
fn as_submitted(
    evidence: &Evidence,
    quote: &str,
    nearest: impl Fn(u32) -> (bool, bool),
) -> Result<MatchedQuote, QuoteError> {
    let found = occurrences(evidence.text(), quote);
    choose(evidence, nearest, found.map(|at| (at, at + quote.len())))
}

/// Occurrences where every run of white space (line breaks included) counts as one space. The
/// longest word is found first, at memory speed, and the others are looked for around it.
fn folded(
    evidence: &Evidence,
    quote: &str,
    nearest: impl Fn(u32) -> (bool, bool),
) -> Result<MatchedQuote, QuoteError> {
    let words: Vec<&str> = quote.split_whitespace().collect();
    let longest = words.iter().enumerate().max_by_key(|(_, word)| word.len());
    let (at, anchor) = longest.ok_or(QuoteError::NotFound)?;
    let (before, after) = (&words[..at], &words[at + 1..]);
    let text = evidence.text();
    let around = occurrences(text, anchor).filter_map(|at| {
        let (head, tail) = (&text[..at], &text[at + anchor.len()..]);
        Some((
            words_before(head, before)?,
            text.len() - words_after(tail, after)?,
        ))
    });
    choose(evidence, nearest, around)
}

/// Where the words begin that stand at the end of the text, with white space behind each.
fn words_before(mut text: &str, words: &[&str]) -> Option<usize> {
    for word in words.iter().rev() {
        let near = text.trim_end();
        text = near
            .strip_suffix(word)
            .filter(|_| near.len() < text.len())?;
    }
    Some(text.len())
}

/// What is left behind the words that stand at the start of the text, with white space before each.
fn words_after(mut text: &str, words: &[&str]) -> Option<usize> {
    for word in words {
        let near = text.trim_start();
        text = near
            .strip_prefix(word)
            .filter(|_| near.len() < text.len())?;
    }
    Some(text.len())
}

/// Every occurrence, overlapping ones too: an earlier one may lie on a line that cannot be quoted.
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

/// The nearest occurrence that can be quoted; among equals, the first.
///
/// # Errors
/// [`QuoteError::Long`] where the text stands only on more lines than a quote may have.
fn choose(
    evidence: &Evidence,
    nearest: impl Fn(u32) -> (bool, bool),
    spans: impl Iterator<Item = (usize, usize)>,
) -> Result<MatchedQuote, QuoteError> {
    let mut best: Option<((bool, bool), MatchedQuote)> = None;
    let mut error = QuoteError::NotFound;
    for (from, to) in spans {
        let matched = match quotable(evidence, from, to) {
            Ok(matched) => matched,
            Err(why) => {
                error = error.max(why);
                continue;
            }
        };
        let rank = nearest(matched.line);
        if best.as_ref().is_none_or(|(known, _)| rank < *known) {
            best = Some((rank, matched));
        }
        if rank == (false, false) {
            break;
        }
    }
    best.map(|(_, matched)| matched).ok_or(error)
}

/// The text between two offsets, where it is one line or two, none of them masked. A carriage
/// return before a line break would read as a part of the line's end, so it cannot be quoted.
fn quotable(evidence: &Evidence, from: usize, to: usize) -> Result<MatchedQuote, QuoteError> {
    let text = evidence.text().get(from..to).ok_or(QuoteError::NotFound)?;
    let (line, end) = (
        evidence.line_at(from),
        evidence.line_at(to.saturating_sub(1)),
    );
    let masked = (line..=end).any(|number| evidence.is_masked(number));
    if masked || text.contains("\r\n") {
        return Err(QuoteError::NotFound);
    }
    if (end - line) as usize >= MAX_LINES {
        return Err(QuoteError::Long);
    }
    let text = text.to_owned();
    Ok(MatchedQuote { text, line, end })
}

#[cfg(test)]
mod tests;
