//! A quote that is a line but for blanks beside signs and the kind of quote marks.

use firsthand_registry::Evidence;

use super::{Quote, QuoteError, quotable};

/// The only part of a line that has the quote's characters in its order, where white space counts only between two letters,
/// digits or underscores, and all quote marks are alike. It breaks no word.
pub(super) fn match_alike(evidence: &Evidence, quote: &str) -> Result<Quote, QuoteError> {
    let wanted = squeezed(quote);
    let breaks_word = |pair: Option<&[(char, usize)]>| matches!(pair, Some([(a, _), (b, _)]) if is_of_word(*a) && is_of_word(*b));
    let mut found = None;
    let mut offset = 0;
    for line in evidence.text().split_inclusive('\n') {
        let chars = squeezed(line);
        for (at, part) in chars.windows(wanted.len().max(1)).enumerate() {
            let end = at + part.len();
            let is_alike = part.iter().map(|(c, _)| c).eq(wanted.iter().map(|(c, _)| c))
                && !breaks_word(at.checked_sub(1).and_then(|before| chars.get(before..=at)))
                && !breaks_word(chars.get(end - 1..=end));
            if let (true, [(_, from), ..], [.., (_, last)]) = (is_alike, part, part) {
                let length = line.get(*last..).and_then(|rest| rest.chars().next());
                let to = last + length.map_or(0, char::len_utf8);
                if found.replace((offset + from, offset + to)).is_some() {
                    return Err(QuoteError::NotFound);
                }
            }
        }
        offset += line.len();
    }
    let (from, to) = found.ok_or(QuoteError::NotFound)?;
    quotable(evidence, from, to)
}

/// The characters that count for [`match_alike`], each with its offset.
fn squeezed(text: &str) -> Vec<(char, usize)> {
    let mut chars: Vec<(char, usize)> = Vec::new();
    let mut is_behind_blank = false;
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            is_behind_blank = true;
            continue;
        }
        let is_in_words = chars.last().is_some_and(|(last, _)| is_of_word(*last)) && is_of_word(c);
        if std::mem::take(&mut is_behind_blank) && is_in_words {
            chars.push((' ', at));
        }
        chars.push((if matches!(c, '\'' | '`') { '"' } else { c }, at));
    }
    chars
}

/// Letters, digits, underscores and whatever is not ASCII.
fn is_of_word(c: char) -> bool {
    !c.is_ascii() || c.is_ascii_alphanumeric() || c == '_'
}
