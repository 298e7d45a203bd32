//! How well words fit a query: their weights by the word statistics of this repository, similar words and phrases;
//! and scores with named parts.

pub(crate) mod phrase;
pub(crate) mod similar;

use firsthand_source::Cancel;

use crate::answer::TokenStat;
use crate::text::scan::Scan;
use crate::text::tokens::{Token, Tokens};

/// The statistics of the query's tokens in this repository.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rarity {
    /// The number of files that contain each token, by token.
    pub(crate) files: Vec<u32>,
    /// Occurrences of each token in all files.
    pub(crate) occurrences: Vec<u32>,
    /// The number of these occurrences that are in code.
    pub(crate) in_code: Vec<u32>,
    /// The weight of each token: its inverse document frequency, its weight in the query, and how much this
    /// repository uses it in code.
    pub(crate) weight: Vec<f64>,
    /// The weight of each token by the query alone; 0 for two joined words.
    pub(crate) query_weights: Vec<f64>,
    /// The sum of these.
    query_weight: f64,
    /// The mean number of words of a file.
    pub(crate) mean_words: f64,
}

impl Rarity {
    pub(crate) fn of(tokens: &Tokens, scan: &Scan) -> Rarity {
        let mut files = vec![0_u32; tokens.len()];
        let mut occurrences = vec![0_u32; tokens.len()];
        let mut in_code = vec![0_u32; tokens.len()];
        let mut words = 0_u64;
        for file in &scan.files {
            words += u64::from(file.words);
            for (&(token, count), count_in_code) in file.counts.iter().zip(&file.in_code) {
                let sum_in_code = &mut in_code[usize::from(token)];
                *sum_in_code = sum_in_code.saturating_add(*count_in_code);
                files[usize::from(token)] += 1;
                let sum = &mut occurrences[usize::from(token)];
                *sum = sum.saturating_add(count);
            }
        }
        let total = scan.files.len() as f64;
        // A token that occurs in no file counts as one that occurs in one: a similar name can still match it.
        let idf = files.iter().map(|&df| inverse_document_frequency(total, f64::from(df.max(1))));
        let query_weights: Vec<f64> = tokens.list.iter().map(query_weight).collect();
        let code =
            occurrences.iter().zip(&in_code).map(|(&all, &in_code)| code_factor(all, in_code));
        let weight =
            idf.zip(&query_weights).zip(code).map(|((idf, query), code)| idf * query * code);
        let weight = weight.collect();
        let weighted_tokens = tokens.list.iter().zip(query_weights);
        let query_weights: Vec<f64> = weighted_tokens
            .map(|(token, weight)| if token.joined { 0.0 } else { weight })
            .collect();
        let mean_words = words as f64 / total.max(1.0);
        Rarity {
            files,
            occurrences,
            in_code,
            weight,
            query_weight: query_weights.iter().sum(),
            query_weights,
            mean_words: mean_words.max(1.0),
        }
    }

    /// The tokens that occur in a file, most informative first, then those that occur in none. Two joined words are
    /// listed only if they occur. If the scan was cancelled, it did not look at every file, so no token is known to
    /// occur in none.
    pub(crate) fn stats(&self, tokens: &Tokens, cancel: &Cancel) -> Vec<TokenStat> {
        let (mut order, absent): (Vec<usize>, Vec<usize>) = (0..tokens.len())
            .filter(|&t| self.files[t] > 0 || !tokens.list[t].joined)
            .partition(|&t| self.files[t] > 0);
        order.sort_by(|&a, &b| self.weight[b].total_cmp(&self.weight[a]).then(a.cmp(&b)));
        if !cancel.is_cancelled() {
            order.extend(absent);
        }
        let stat = |t: usize| TokenStat {
            text: tokens.list[t].text.clone(),
            whole: tokens.list[t].whole,
            files: self.files[t],
            occurrences: self.occurrences[t],
            in_code: self.in_code[t],
        };
        order.into_iter().map(stat).collect()
    }

    /// The share (0 to 1) of the query that a name contains, each token by its similarity. The rarity of a word does
    /// not count: the few words of a name were chosen to describe it.
    pub(crate) fn query_share(&self, similarity: &[(u16, f64)]) -> f64 {
        let matched = similarity
            .iter()
            .map(|(token, similarity)| self.query_weights[usize::from(*token)] * similarity);
        matched.sum::<f64>() / self.query_weight.max(f64::MIN_POSITIVE)
    }
}

/// The factor of a token of two joined words. It is low since the two words also count by themselves at the same place.
const JOINED_FACTOR: f64 = 0.25;

/// How fast the weight of a word falls with the line of the query that it first occurs in.
const DEPTH_EXPONENT: f64 = 1.5;

/// The weight of a word by the query. It is higher if the word occurs often. It is lower the further down the word
/// first occurs, since a text begins with its subject and ends with versions, logs and thanks: the usual discount of
/// ranked lists, to the power of [`DEPTH_EXPONENT`]. It is lower for short words, which are ambiguous.
fn query_weight(token: &Token) -> f64 {
    let often = 1.0 + f64::from(token.count.max(1)).ln();
    let depth = (2.0 + f64::from(token.line)).log2().powf(DEPTH_EXPONENT);
    let length = 1.0 - 1.0 / token.text.len().max(1) as f64;
    let joined = if token.joined { JOINED_FACTOR } else { 1.0 };
    often / depth * length * joined
}

/// The factor of a word that this repository uses only in prose. A query is prose: its function words occur in comments
/// and documents, and the words of its subject also in identifiers.
const PROSE_FACTOR: f64 = 0.25;

/// [`PROSE_FACTOR`] for a word that is never in code, to 1 for one that always is.
fn code_factor(occurrences: u32, in_code: u32) -> f64 {
    let share = f64::from(in_code) / f64::from(occurrences.max(1));
    PROSE_FACTOR + (1.0 - PROSE_FACTOR) * share
}

/// Nearly 0 for a token that nearly every file contains.
fn inverse_document_frequency(total: f64, df: f64) -> f64 {
    (1.0 + (total - df + 0.5).max(0.0) / (df + 0.5)).ln()
}

/// A score with its named parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Score {
    pub(crate) parts: Vec<(&'static str, f64)>,
}

impl Score {
    pub(crate) fn of<const N: usize>(parts: [(&'static str, f64); N]) -> Score {
        let mut score = Score::default();
        parts.into_iter().for_each(|(name, value)| score.add(name, value));
        score
    }

    /// Adds a value to the part of this name.
    pub(crate) fn add(&mut self, name: &'static str, value: f64) {
        if value == 0.0 {
            return;
        }
        match self.parts.iter_mut().find(|part| part.0 == name) {
            Some(part) => part.1 += value,
            None => self.parts.push((name, value)),
        }
    }

    /// The part of this name; 0 without one.
    pub(crate) fn part(&self, name: &str) -> f64 {
        self.parts.iter().find(|part| part.0 == name).map_or(0.0, |part| part.1)
    }

    pub(crate) fn total(&self) -> f64 {
        self.parts.iter().map(|part| part.1).sum()
    }

    /// Multiplies the part of this name.
    pub(crate) fn scale(&mut self, name: &str, factor: f64) {
        for part in self.parts.iter_mut().filter(|part| part.0 == name) {
            part.1 *= factor;
        }
    }

    /// Lowers the total to `factor` of itself; the difference is a part of the score.
    pub(crate) fn lower(&mut self, name: &'static str, factor: f64) {
        let total = self.total();
        self.add(name, total * factor - total);
    }
}

/// The factor of the score of a test.
pub(crate) const TEST_FACTOR: f64 = 0.5;

/// The factor of the score of a generated file.
pub(crate) fn generated_factor(include: crate::query::Include) -> f64 {
    let class = firsthand_source::PathClass { generated: true, ..Default::default() };
    class_factor(class, include)
}

/// The factor of the score of a file of this class: the lowest of the factors of its kinds that the query does not
/// include.
pub(crate) fn class_factor(
    class: firsthand_source::PathClass,
    include: crate::query::Include,
) -> f64 {
    let lowered = [
        (class.test && !include.tests, TEST_FACTOR),
        (class.support && !include.tests, 0.6),
        (class.generated && !include.generated, 0.4),
        (class.docs && !include.docs, 0.5),
    ];
    lowered.iter().filter(|(applies, _)| *applies).map(|(_, factor)| *factor).fold(1.0, f64::min)
}
