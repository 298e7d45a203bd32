//! Phrase matches: words that a text has in the same order as the query, such as a pasted message or the sentence that
//! documents the subject.
//!
//! The more words a match has and the rarer they are, the less likely it is by chance. Its information is the sum over
//! its words of ln(words of all files / occurrences of the word), less ln(words of all files), since it could begin at
//! each of them.

use crate::text::words::word_parts;
use std::collections::HashMap;

use crate::text::rank::Rarity;
use crate::text::scan::Scan;
use crate::text::scan::matches::{TokenMatch, exact_matches};
use crate::text::tokens::Tokens;

/// The most words from one word of a match to the next: at most one other word is between them.
const MAX_GAP: u32 = 2;
/// The fewest words of a match.
const MIN_WORDS: u32 = 3;
/// The most positions of one word in the query: a pasted log repeats lines, and each occurrence in a text is compared
/// with each position.
const MAX_POSITIONS: usize = 8;
/// The positions of the query's words, and the information of each word.
#[derive(Debug)]
pub(crate) struct Phrases {
    /// The positions of each token among the word parts of the query, ascending; at most `MAX_POSITIONS` each.
    positions: HashMap<u16, Vec<u32>>,
    /// The information of an occurrence of each token, in nats.
    surprise: Vec<f64>,
    /// ln(words of all files).
    ln_total_words: f64,
}

/// Words of a text in the order of the query, with few others between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PhraseMatch {
    /// Byte offsets.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// In nats; more than 0.
    pub(crate) information: f64,
}

impl Phrases {
    pub(crate) fn of(query: &str, tokens: &Tokens, rarity: &Rarity, scan: &Scan) -> Phrases {
        let mut positions: HashMap<u16, Vec<u32>> = HashMap::new();
        for (position, word) in (0..).zip(word_parts(query.as_bytes())) {
            if let Some(token) = tokens.find(&word) {
                let places = positions.entry(token).or_default();
                if places.len() < MAX_POSITIONS {
                    places.push(position);
                }
            }
        }
        let words = (rarity.mean_words * scan.files.len() as f64).max(1.0);
        let surprise = |&count: &u32| (words / f64::from(count.max(1))).ln().max(0.0);
        Phrases {
            positions,
            surprise: rarity.occurrences.iter().map(surprise).collect(),
            ln_total_words: words.ln(),
        }
    }

    /// The most information of a phrase match of the text; 0 if there is none.
    pub(crate) fn information(&self, text: &[u8], tokens: &Tokens) -> f64 {
        let matches = self.matches(&exact_matches(text, tokens));
        matches.iter().map(|found| found.information).fold(0.0, f64::max)
    }

    /// The phrase matches of a text that carry information, by their first bytes. Similar words do not count.
    pub(crate) fn matches(&self, hits: &[TokenMatch]) -> Vec<PhraseMatch> {
        // By the offset between the positions in the text and in the query, which is the same for all words of a match.
        let mut open: Vec<(i64, OpenMatch)> = Vec::new();
        let mut matches = Vec::new();
        for hit in hits.iter().filter(|hit| hit.exact) {
            open.retain(|(_, found)| {
                let goes_on = hit.word_index <= found.last_index + MAX_GAP;
                if !goes_on {
                    matches.extend(self.finished_match(found));
                }
                goes_on
            });
            for &position in self.positions.get(&hit.token).into_iter().flatten() {
                let shift = i64::from(hit.word_index) - i64::from(position);
                let at = open.iter().position(|(other, _)| *other == shift);
                let at = at.unwrap_or_else(|| {
                    open.push((shift, OpenMatch::starting_at(hit)));
                    open.len() - 1
                });
                open[at].1.add_word(hit, self.surprise[usize::from(hit.token)]);
            }
        }
        matches.extend(open.iter().filter_map(|(_, found)| self.finished_match(found)));
        matches.sort_unstable_by_key(|found| (found.start, found.end));
        matches
    }

    /// The phrase match of an open match that has ended, if it is long enough and carries information.
    fn finished_match(&self, found: &OpenMatch) -> Option<PhraseMatch> {
        let information = found.surprise - self.ln_total_words;
        if found.words < MIN_WORDS || information <= 0.0 {
            return None;
        }
        Some(PhraseMatch { start: found.start, end: found.end, information })
    }

    /// The most information of a phrase match in a text that contains these tokens in any order.
    pub(crate) fn max_information(&self, counts: &[(u16, u32)]) -> f64 {
        let of_token = |(token, _): &(u16, u32)| {
            let surprise = self.surprise[usize::from(*token)];
            let positions = self.positions.get(token).into_iter().flatten();
            positions.map(move |&position| (position, surprise))
        };
        let mut words: Vec<(u32, f64)> = counts.iter().flat_map(of_token).collect();
        words.sort_unstable_by_key(|word| word.0);
        let matches = words.chunk_by(|one, next| next.0 <= one.0 + MAX_GAP);
        let sums = matches.map(|found| found.iter().map(|word| word.1).sum::<f64>());
        sums.fold(0.0, f64::max) - self.ln_total_words
    }
}

/// A match that may be continued.
struct OpenMatch {
    start: u32,
    end: u32,
    words: u32,
    surprise: f64,
    /// The `word_index` of the hit of its last word.
    last_index: u32,
}

impl OpenMatch {
    /// A match without words that begins at a hit.
    fn starting_at(hit: &TokenMatch) -> OpenMatch {
        OpenMatch {
            start: hit.start,
            end: hit.end,
            words: 0,
            surprise: 0.0,
            last_index: hit.word_index,
        }
    }

    /// Adds a word if it follows the last one.
    fn add_word(&mut self, hit: &TokenMatch, surprise: f64) {
        if self.words == 0 || hit.word_index > self.last_index {
            self.end = hit.end;
            self.words += 1;
            self.surprise += surprise;
            self.last_index = hit.word_index;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::rank::similar::SimilarWords;
    use crate::text::scan::FileCounts;
    use crate::text::scan::matches::token_matches;

    /// The matches that `text` has of `query`, in a tree of 1,000 words that contains each word of the query ten times.
    fn check(query: &str, text: &str, expect: &str) {
        let tokens = Tokens::of(query);
        let ids = 0..tokens.len() as u16;
        let counts = FileCounts {
            words: 1_000,
            counts: ids.clone().map(|id| (id, 10)).collect(),
            in_code: ids.map(|_| 10).collect(),
            ..FileCounts::default()
        };
        let scan = Scan { files: vec![counts], ..Scan::default() };
        let rarity = Rarity::of(&tokens, &scan);
        let phrases = Phrases::of(query, &tokens, &rarity, &scan);
        let hits = token_matches(text.as_bytes(), &tokens, &SimilarWords::of(&tokens));
        let matches = phrases.matches(&hits);
        let shown = |found: &PhraseMatch| {
            let text = &text[found.start as usize..found.end as usize];
            format!("{text} {:.1}", found.information)
        };
        let shown: Vec<String> = matches.iter().map(shown).collect();
        assert_eq!(shown.join(", "), expect, "{query}");
        let token_counts: Vec<(u16, u32)> = hits.iter().map(|hit| (hit.token, 1)).collect();
        let max_information = phrases.max_information(&token_counts);
        assert!(matches.iter().all(|found| found.information <= max_information + 1e-9), "{query}");
    }

    #[test]
    fn words_in_the_order_of_the_query_are_a_phrase_match() {
        let query = "why does it say \"target is not up to date\"?";
        check(query, "raise E(\"Target is not up to date.\")", "Target is not up to date 20.7");
        check(query, "// target is not up to date", "target is not up to date 20.7");
        check(query, "\"date to up not is target\"", "");
        check(query, "up to", "");
        // One other word may be between two words of a match, such as the placeholder of a format.
        check(query, "'target {0} not up to date'", "target {0} not up to date 16.1");
        check(query, "'target or what else is not up to date'", "is not up to date 16.1");
        check(query, "'is not up'\n", "is not up 6.9");
    }

    /// The positions of each word are limited, so that a query and a text that both repeat a line are compared in time
    /// proportional to the text.
    #[test]
    fn each_word_of_a_repeated_line_has_a_limited_number_of_positions() {
        let query = "error in line of file\n".repeat(100);
        let tokens = Tokens::of(&query);
        let rarity = Rarity::of(&tokens, &Scan::default());
        let phrases = Phrases::of(&query, &tokens, &rarity, &Scan::default());
        assert_eq!(phrases.positions.len(), 5);
        let compared: usize = phrases.positions.values().map(Vec::len).sum();
        assert_eq!(compared, 5 * MAX_POSITIONS);
    }
}
