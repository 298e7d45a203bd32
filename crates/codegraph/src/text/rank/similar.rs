//! Finds the tokens of a query in a path or a name: the same word, or one with a common prefix.
//!
//! A name has few words, and each describes the thing, so `formatter.go` and `addRoute` match a query with `formatted`
//! or `routes`. The similarity of two words depends only on their letters.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::text::tokens::Tokens;
use crate::text::words::{WordFilter, each_word, folded};

/// The shortest prefix that similar words share, in letters.
const MIN_COMMON_PREFIX: usize = 4;
/// The least similarity of similar words: their common prefix by Dice's measure, 0 to 1.
const MIN_SIMILARITY: f64 = 0.7;
/// The factor of a word that is similar but not the same.
const SIMILAR_FACTOR: f64 = 0.75;

/// The tokens of a query by their first letters.
pub(crate) struct SimilarWords<'t> {
    tokens: &'t Tokens,
    by_prefix: HashMap<[u8; MIN_COMMON_PREFIX], Vec<u16>>,
    /// Passes only words that may be a token or similar to one.
    pub(crate) gate: WordFilter,
}

/// The tokens of a query in a path or a name, ascending by token.
pub(crate) struct WordMatches {
    /// How often each occurs; without the tokens that only have similar words there.
    pub(crate) counts: Vec<(u16, u32)>,
    /// The similarity of each to the best word: 1 for the same word.
    pub(crate) similarity: Vec<(u16, f64)>,
}

impl<'t> SimilarWords<'t> {
    pub(crate) fn of(tokens: &'t Tokens) -> SimilarWords<'t> {
        let mut by_prefix: HashMap<[u8; MIN_COMMON_PREFIX], Vec<u16>> = HashMap::new();
        let mut gate = tokens.gate.clone();
        for (id, token) in (0_u16..).zip(&tokens.list) {
            let lettered = token.text.bytes().all(|byte| byte.is_ascii_alphabetic());
            let first = token.text.as_bytes().first_chunk();
            if let Some(first) = first.filter(|_| lettered && !token.joined) {
                by_prefix.entry(*first).or_default().push(id);
                gate.pass(&token.text, similar_lengths(token.text.len()));
            }
        }
        SimilarWords { tokens, by_prefix, gate }
    }

    /// The tokens in a path or a name.
    pub(crate) fn matches(&self, path: &str) -> WordMatches {
        let mut counts: Vec<(u16, u32)> = Vec::new();
        let mut similarity: Vec<(u16, f64)> = Vec::new();
        each_word(path.as_bytes(), |word| {
            if let Some(id) = self.tokens.find(&word) {
                match counts.iter_mut().find(|entry| entry.0 == id) {
                    Some(entry) => entry.1 += 1,
                    None => counts.push((id, 1)),
                }
                add_best(&mut similarity, id, 1.0);
            }
            if word.part {
                self.add_similar(&path[word.start..word.end], &mut similarity);
            }
        });
        counts.sort_unstable();
        similarity.sort_unstable_by_key(|entry| entry.0);
        WordMatches { counts, similarity }
    }

    /// The tokens that a name does not contain but has similar words to, with their similarity.
    pub(crate) fn similar_only(&self, name: &str) -> Vec<(u16, f64)> {
        let mut similarity = Vec::new();
        if !self.by_prefix.is_empty() {
            similarity = self.matches(name).similarity;
            similarity.retain(|(_, value)| *value < 1.0);
        }
        similarity
    }

    /// The token that a word is most similar to without being one, with the similarity.
    pub(crate) fn most_similar(&self, word: &str) -> Option<(u16, f64)> {
        let mut similarity = Vec::new();
        self.add_similar(word, &mut similarity);
        similarity.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn add_similar(&self, word: &str, similarity: &mut Vec<(u16, f64)>) {
        let Some(mut first) = word.as_bytes().first_chunk::<MIN_COMMON_PREFIX>().copied() else {
            return;
        };
        first.make_ascii_lowercase();
        let Some(ids) = self.by_prefix.get(&first) else {
            return;
        };
        let word = folded(word);
        for &id in ids {
            let share = prefix_similarity(&word, &self.tokens.list[usize::from(id)].text);
            if (MIN_SIMILARITY..1.0).contains(&share) {
                add_best(similarity, id, SIMILAR_FACTOR * share);
            }
        }
    }
}

fn add_best(similarity: &mut Vec<(u16, f64)>, id: u16, value: f64) {
    match similarity.iter_mut().find(|entry| entry.0 == id) {
        Some(entry) => entry.1 = entry.1.max(value),
        None => similarity.push((id, value)),
    }
}

/// The similarity of two words by their common prefix (Dice's measure): 1 for the same word.
fn prefix_similarity(one: &str, other: &str) -> f64 {
    let pairs = one.bytes().zip(other.bytes());
    let common = pairs.take_while(|(a, b)| a == b).count();
    2.0 * common as f64 / (one.len() + other.len()).max(1) as f64
}

/// The lengths of the words that can be similar to one of `length` letters.
fn similar_lengths(length: usize) -> RangeInclusive<usize> {
    let longest = length as f64 * (2.0 - MIN_SIMILARITY) / MIN_SIMILARITY;
    let shortest = length as f64 * MIN_SIMILARITY / (2.0 - MIN_SIMILARITY);
    shortest.ceil() as usize..=longest as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, path: &str, expect: &str) {
        let tokens = Tokens::of(query);
        let matched = SimilarWords::of(&tokens).matches(path);
        let seen = matched.similarity.iter().map(|(id, value)| {
            let text = &tokens.list[usize::from(*id)].text;
            format!("{text} {value:.2}")
        });
        assert_eq!(seen.collect::<Vec<_>>().join(", "), expect, "{query:?}");
    }

    #[test]
    fn tokens_that_the_name_contains_are_not_similar_only() {
        let tokens = Tokens::of("routes handler");
        let similar_only = |name: &str| -> Vec<String> {
            let similar_only = SimilarWords::of(&tokens).similar_only(name);
            let text = |id: u16| tokens.list[usize::from(id)].text.clone();
            similar_only.into_iter().map(|(id, _)| text(id)).collect()
        };
        assert_eq!(similar_only("addRoute"), ["routes"]);
        assert_eq!(similar_only("handleRoutes"), ["handler"]);
        assert_eq!(similar_only("handler_of_routes"), <[String; 0]>::default());
    }

    #[test]
    fn words_with_a_long_common_prefix_are_similar() {
        check("formatter", "src/formatter.go", "formatter 1.00");
        check("formatted", "src/Formatter.go", "formatted 0.67");
        check("form", "src/formatter.go", "");
        check("options", "src/option_list.rs", "options 0.69");
        check("fmt", "src/formatter.go", "");
        check("1234567", "1234568.txt", "");
    }
}
