//! Scores the name of a declaration: exact matches, and how many words it shares with the query.

use super::QueryContext;
use crate::facts::ParsedFile;
use crate::text::rank::Score;
use crate::text::words::{Word, word_hash, word_parts};

/// The score of a name that is a token of the query, as a multiple of the token's weight.
const EXACT_WEIGHT: f64 = 3.0;
/// An upper bound of the score of shared words, as a multiple of the score so far.
const WORD_OVERLAP_WEIGHT: f64 = 2.0;

/// Scores a name of several words by recall (the share of the query's weight that its words match) times the square of
/// precision (the share of its words that match). A name of one word scores 0: one common word is no evidence.
pub(super) fn add_word_overlap(name: &str, context: &QueryContext<'_>, score: &mut Score) {
    let words = word_parts(name.as_bytes());
    let is_matched = |word: &&Word| {
        let similar = context.similar.matches(&name[word.start..word.end]);
        !similar.similarity.is_empty()
    };
    let matched = words.iter().filter(is_matched).count() as f64;
    if matched == 0.0 {
        return;
    }
    let words = words.len() as f64;
    let several_words = 1.0 - 1.0 / words;
    let precision = matched / words;
    let recall = context.scanned.rarity.query_share(&context.similar.matches(name).similarity);
    let overlap = several_words * precision * precision * recall;
    score.add("named", WORD_OVERLAP_WEIGHT * overlap * score.total());
}

/// Adds the score of a name that is a token of the query.
pub(super) fn add_exact_match(
    file: &ParsedFile,
    index: usize,
    context: &QueryContext<'_>,
    score: &mut Score,
) {
    let symbol = &file.facts.symbols[index];
    let name = word_hash(&symbol.name);
    let Some(token) = context.scanned.tokens.find_identifier(name) else {
        return;
    };
    let weight = context.weight(token);
    let token = &context.scanned.tokens.list[usize::from(token)];
    let same_case = token.spelling == symbol.name;
    // An identifier of several words is no coincidence; one word may be. The shares are set by hand.
    let several_words = token.compound || token.joined;
    let share = match (same_case, several_words) {
        (true, true) => 1.0,
        (false, true) => 0.7,
        (true, false) => 0.4,
        (false, false) => 0.25,
    };
    score.add("exact", EXACT_WEIGHT * share * weight);
}
