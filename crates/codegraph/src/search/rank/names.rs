//! Scores the name of a declaration: exact and qualified matches, and how many words it shares with the query.

use super::QueryContext;
use crate::facts::ParsedFile;
use crate::text::rank::Score;
use crate::text::words::{Word, each_word, word_hash, word_parts};
use std::collections::HashSet;

/// The score of a name that is a token of the query, as a multiple of the token's weight.
const EXACT_WEIGHT: f64 = 3.0;
/// The score of a name that the query qualifies by its container's name, as a multiple of the same weight.
const QUALIFIED_WEIGHT: f64 = 1.5;
/// The bytes that can join a qualifier and a name.
const SEPARATORS: &[u8] = b"./\\:#->";
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

/// The pairs of words of a query that separators join, without white space: `Type::method`, `a.b`.
pub(crate) fn qualified_names(query: &str) -> HashSet<[u64; 2]> {
    let mut names = HashSet::new();
    let mut last: Option<Word> = None;
    each_word(query.as_bytes(), |word| {
        let before = if word.whole { last.replace(word) } else { None };
        names.extend(before.and_then(|before| {
            let between = query.as_bytes().get(before.end..word.start)?;
            let is_joined = between.iter().all(|byte| SEPARATORS.contains(byte));
            (is_joined && !between.is_empty()).then_some([before.hash, word.hash])
        }));
    });
    names
}

/// Adds the score of a name that is a token of the query, more where the query qualifies it.
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
    let container = file.facts.container(symbol).map(|around| around.name.as_str());
    let owner = container.or_else(|| symbol.qualifier());
    if owner.is_some_and(|owner| context.qualified_names.contains(&[word_hash(owner), name])) {
        score.add("qualified", QUALIFIED_WEIGHT * weight);
    }
}
