//! Finds the tokens of a query in one text, and words that are similar to them.

use super::in_prose;
use crate::text::rank::similar::SimilarWords;
use crate::text::tokens::Tokens;
use crate::text::words::{Word, each_gated};

/// The factor of an occurrence in prose.
const PROSE_FACTOR: f32 = 0.5;
/// A word that is similar to a token has the weight of their similarity times this factor.
const SIMILAR_FACTOR: f64 = 0.5;

/// One occurrence of a token, or of a similar word, in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TokenMatch {
    pub(crate) token: u16,
    /// Byte offset.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The number of word parts before its end; if it is a single part itself, without that part.
    pub(crate) word_index: u32,
    /// 1 for the token itself in code, less in prose, and less for a similar word.
    pub(crate) weight: f32,
    /// Whether it is the token itself.
    pub(crate) exact: bool,
}

/// Every occurrence of the tokens in `text`, and of similar words.
pub(crate) fn token_matches(
    text: &[u8],
    tokens: &Tokens,
    similar: &SimilarWords<'_>,
) -> Vec<TokenMatch> {
    let mut found = Vec::new();
    each_gated(text, &similar.gate, |word, parts| {
        let exact = tokens.find(&word).map(|token| (token, 1.0));
        let similar_word = || {
            let part = text.get(word.start..word.end).filter(|_| word.part)?;
            let (token, similarity) = similar.most_similar(std::str::from_utf8(part).ok()?)?;
            Some((token, (SIMILAR_FACTOR * similarity) as f32))
        };
        if let Some((token, weight)) = exact.or_else(similar_word) {
            let factor = if in_prose(text, &word) { PROSE_FACTOR } else { 1.0 };
            let hit = TokenMatch::new(token, &word, parts, exact.is_some());
            found.push(TokenMatch { weight: weight * factor, ..hit });
        }
    });
    sorted(found)
}

/// Every occurrence of the tokens themselves in `text`, with a weight of 1 in code and in prose.
pub(crate) fn exact_matches(text: &[u8], tokens: &Tokens) -> Vec<TokenMatch> {
    let mut found = Vec::new();
    each_gated(text, &tokens.gate, |word, parts| {
        let token = tokens.find(&word);
        found.extend(token.map(|token| TokenMatch::new(token, &word, parts, true)));
    });
    sorted(found)
}

/// The hits by their ends: an identifier comes after its parts.
fn sorted(mut hits: Vec<TokenMatch>) -> Vec<TokenMatch> {
    hits.sort_unstable_by_key(|hit| (hit.end, std::cmp::Reverse(hit.start)));
    hits
}

impl TokenMatch {
    fn new(token: u16, word: &Word, parts: u32, exact: bool) -> TokenMatch {
        TokenMatch {
            token,
            start: word.start as u32,
            end: word.end as u32,
            word_index: parts,
            weight: 1.0,
            exact,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_weighs_less_in_prose_and_less_if_the_word_is_only_similar() {
        let tokens = Tokens::of("redirect the user");
        let text = b"redirect(user); // we redirect users when redirected\nre";
        let found = token_matches(text, &tokens, &SimilarWords::of(&tokens));
        let found = found.iter().map(|hit| {
            let text = String::from_utf8_lossy(&text[hit.start as usize..hit.end as usize]);
            let exact = if hit.exact { "" } else { " alike" };
            format!("{text} {:.2}{exact}", hit.weight)
        });
        assert_eq!(
            found.collect::<Vec<_>>().join(", "),
            "redirect 1.00, user 1.00, redirect 0.50, users 0.17 alike, redirected 0.17 alike"
        );
    }
}
