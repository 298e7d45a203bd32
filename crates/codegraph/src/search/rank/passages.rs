//! Scores declarations and blocks for a query: BM25F over the fields name, container, path, signature, documentation
//! and body, then a weight for each field's part.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Passage, QueryContext, RangeKind, SearchedFile, names};
use crate::text::rank::Score;
use crate::text::rank::phrase::PhraseMatch;
use crate::text::scan::matches::TokenMatch;
use crate::text::words::each_word;

/// A field of a declaration or block.
struct Field {
    name: &'static str,
    /// The weight of a hit in it, relative to hits of the same word in other fields.
    hit_weight: f64,
    /// The weight of its part of a place's score, relative to the other parts: fitted on issues
    /// (`bench/ranking/fit.py`), as far as a type that the query names still ranks before its members.
    score_weight: f64,
}

const fn field(name: &'static str, hit_weight: f64, score_weight: f64) -> Field {
    Field { name, hit_weight, score_weight }
}

const FIELDS: [Field; 6] = [
    field("name", 6.0, 0.7),
    field("container", 1.5, 1.5),
    field("path", 3.0, 1.0),
    field("signature", 2.0, 0.35),
    field("doc", 1.2, 0.3),
    field("body", 1.0, 1.0),
];
const NAME: usize = 0;
const CONTAINER: usize = 1;
const PATH: usize = 2;
const SIGNATURE: usize = 3;
const DOC: usize = 4;
const BODY: usize = 5;

/// BM25's `k1`: the saturation of repeated occurrences.
const K1: f64 = 2.0;

/// BM25's `b`: how much a declaration's length counts.
const B: f64 = 0.4;

/// The number of words of an average declaration, for BM25's length norm.
const MEAN_WORDS: f64 = 120.0;

/// Two tokens at most this many words apart count as near each other.
const PROXIMITY_WINDOW: u32 = 6;
/// The score of two adjacent tokens, as a multiple of the lesser of their weights; divided by their distance.
const PROXIMITY_WEIGHT: f64 = 0.4;
/// The score of a phrase match, for each nat of its information.
const PHRASE_WEIGHT: f64 = 0.5;

/// Scores the declaration or block of lines `start..=end`. `None` if no token occurs in the lines themselves, but only
/// in the path or in names of containers.
pub(crate) fn score(
    file_index: usize,
    searched: &SearchedFile,
    kind: RangeKind,
    (start, end): (u32, u32),
    context: &QueryContext<'_>,
) -> Option<Passage> {
    let file = &searched.file;
    let bytes = file.lines.bytes(start, end);
    let hits = searched.hits_within(&bytes);
    let frequencies = field_frequencies(searched, kind, hits, context);
    let has_word = frequencies
        .values()
        .any(|fields| fields[NAME] + fields[SIGNATURE] + fields[DOC] + fields[BODY] > 0.0);
    if !has_word && !searched.named {
        return None;
    }
    let words = words_in(bytes.len());
    let norm = 1.0 - B + B * words / MEAN_WORDS;
    let mut score = Score::default();
    for (token, fields) in &frequencies {
        let mut weighted = [0.0; FIELDS.len()];
        for (slot, (value, field)) in weighted.iter_mut().zip(fields.iter().zip(&FIELDS)) {
            *slot = value * field.hit_weight;
        }
        weighted[BODY] /= norm;
        let sum: f64 = weighted.iter().sum();
        let value = context.weight(*token) * sum * (K1 + 1.0) / (sum + K1);
        for (share, field) in weighted.iter().zip(&FIELDS) {
            score.add(field.name, value * share / sum);
        }
    }
    if let RangeKind::Declaration(index) = kind {
        names::add_exact_match(file, index, context, &mut score);
    }
    score.add("proximity", proximity(hits, context));
    score.add("phrase", phrase(&searched.phrase_matches, &bytes));
    // Last, since it is in proportion to the score so far.
    if let RangeKind::Declaration(index) = kind {
        names::add_word_overlap(&file.facts.symbols[index].name, context, &mut score);
    }
    for field in &FIELDS {
        score.scale(field.name, field.score_weight);
    }
    Some(Passage { score, ..Passage::at(file_index, kind, (start, end)) })
}

/// An estimate of the number of words, at 7 bytes a word.
fn words_in(bytes: usize) -> f64 {
    bytes as f64 / 7.0
}

/// The weighted frequency of each token in each field.
fn field_frequencies(
    searched: &SearchedFile,
    kind: RangeKind,
    hits: &[TokenMatch],
    context: &QueryContext<'_>,
) -> BTreeMap<u16, [f64; FIELDS.len()]> {
    let mut frequencies: BTreeMap<u16, [f64; FIELDS.len()]> = BTreeMap::new();
    let mut add = |token: u16, field: usize, count: f64| {
        frequencies.entry(token).or_default()[field] += count;
    };
    let facts = &searched.file.facts;
    let declared = match kind {
        RangeKind::Declaration(index) => Some(&facts.symbols[index]),
        _ => None,
    };
    for hit in hits {
        let field = match declared {
            Some(s) if s.name_span.start <= hit.start && hit.end <= s.name_span.end => NAME,
            Some(s) if hit.start < s.code.start => DOC,
            Some(s) if hit.start < s.body => SIGNATURE,
            _ => BODY,
        };
        // Similar words of a name are added below, each once.
        if hit.exact || field != NAME {
            add(hit.token, field, f64::from(hit.weight));
        }
    }
    if let Some(symbol) = declared {
        for (token, similarity) in context.similar.similar_only(&symbol.name) {
            add(token, NAME, similarity);
        }
    }
    if let Some(index) = kind.symbol() {
        let enclosing = matches!(kind, RangeKind::Within(_)).then_some(index);
        for container in enclosing.into_iter().chain(facts.containers(index)) {
            each_word(facts.symbols[container].name.as_bytes(), |word| {
                if let Some(token) = context.scanned.tokens.find(&word) {
                    add(token, CONTAINER, 1.0);
                }
            });
        }
    }
    for &(token, count) in &searched.path_tokens {
        add(token, PATH, f64::from(count));
    }
    frequencies
}

/// The score of the best phrase match that lies completely in these bytes.
fn phrase(matches: &[PhraseMatch], bytes: &Range<usize>) -> f64 {
    let from = matches.partition_point(|found| (found.start as usize) < bytes.start);
    let begun = matches[from..].iter().take_while(|found| (found.start as usize) < bytes.end);
    let whole = begun.filter(|found| found.end as usize <= bytes.end);
    PHRASE_WEIGHT * whole.map(|found| found.information).fold(0.0, f64::max)
}

/// The score of different tokens of the query near each other; each pair counts once, at its closest.
fn proximity(hits: &[TokenMatch], context: &QueryContext<'_>) -> f64 {
    let mut pairs: Vec<((u16, u16), u32)> = Vec::new();
    for (at, hit) in hits.iter().enumerate() {
        for other in hits[at + 1..]
            .iter()
            .take_while(|other| other.word_index.saturating_sub(hit.word_index) <= PROXIMITY_WINDOW)
        {
            if other.token == hit.token || other.start < hit.end || other.end <= hit.end {
                continue;
            }
            let pair = (hit.token.min(other.token), hit.token.max(other.token));
            let distance = other.word_index.saturating_sub(hit.word_index).max(1);
            pairs.push((pair, distance));
        }
    }
    pairs.sort_unstable();
    pairs.dedup_by_key(|entry| entry.0);
    let weight = |token: u16| context.weight(token);
    pairs
        .iter()
        .map(|((a, b), distance)| {
            PROXIMITY_WEIGHT * weight(*a).min(weight(*b)) / f64::from(*distance)
        })
        .sum()
}
