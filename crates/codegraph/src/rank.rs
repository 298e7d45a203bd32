//! How well files and declarations fit a query: BM25 over fields, with this repository's rarity.

pub(crate) mod alike;
mod bridge;
mod built;
pub(crate) mod files;
mod folder;
pub(crate) mod mention;
mod names;
pub(crate) mod phrase;
pub(crate) mod symbols;

use crate::scan::Scan;
use crate::tokens::{Token, Tokens};

/// What the repository says of the query's tokens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rarity {
    /// Files that hold each token.
    pub(crate) files: Vec<u32>,
    /// Occurrences of each token in all files.
    pub(crate) occurrences: Vec<u32>,
    /// How many of them stand in code.
    pub(crate) coded: Vec<u32>,
    /// Inverse document frequency of each token. One that stands in no file counts as one of a single
    /// file: a name can still say it alike.
    pub(crate) idf: Vec<f64>,
    /// What each token is worth in this query: its rarity, how much this repository uses it in code,
    /// and how it was said.
    pub(crate) weight: Vec<f64>,
    /// What each token is of the query by how it was said alone; 0 for two words written as one.
    pub(crate) said: Vec<f64>,
    /// Words of an average file.
    pub(crate) mean_words: f64,
}

impl Rarity {
    pub(crate) fn of(tokens: &Tokens, scan: &Scan) -> Rarity {
        let mut files = vec![0_u32; tokens.len()];
        let mut occurrences = vec![0_u32; tokens.len()];
        let mut coded = vec![0_u32; tokens.len()];
        let mut words = 0_u64;
        for file in &scan.files {
            words += u64::from(file.words);
            for (&(token, count), in_code) in file.counts.iter().zip(&file.coded) {
                let code = &mut coded[usize::from(token)];
                *code = code.saturating_add(*in_code);
                files[usize::from(token)] += 1;
                let sum = &mut occurrences[usize::from(token)];
                *sum = sum.saturating_add(count);
            }
        }
        let total = scan.files.len() as f64;
        let idf: Vec<f64> = files
            .iter()
            .map(|&df| inverse(total, f64::from(df.max(1))))
            .collect();
        let said: Vec<f64> = tokens.list.iter().map(said).collect();
        let code = occurrences
            .iter()
            .zip(&coded)
            .map(|(&all, &coded)| code_worth(all, coded));
        let weight = idf
            .iter()
            .zip(&said)
            .zip(code)
            .map(|((idf, said), code)| idf * said * code);
        let weight = weight.collect();
        let own = tokens.list.iter().zip(said);
        let said = own
            .map(|(token, said)| if token.joined { 0.0 } else { said })
            .collect();
        let mean_words = words as f64 / total.max(1.0);
        Rarity {
            files,
            occurrences,
            coded,
            idf,
            weight,
            said,
            mean_words: mean_words.max(1.0),
        }
    }

    /// The part (0 to 1) of the query that a name says, each token as well as the name says it. How rare
    /// a word is does not count: a name has few words, and those that it shares with a query were chosen
    /// to say what it is about.
    pub(crate) fn share(&self, close: &[(u16, f64)]) -> f64 {
        let all: f64 = self.said.iter().sum();
        let named = close
            .iter()
            .map(|(token, close)| self.said[usize::from(*token)] * close);
        named.sum::<f64>() / all.max(f64::MIN_POSITIVE)
    }
}

/// What is left of the worth of two words that only this side writes as one: where they stand so,
/// they count as words too.
const JOINED: f64 = 0.25;

/// How fast a word counts less the further down a query says it.
const DEPTH: f64 = 1.5;

/// What a query gives a word: more if it says it often, less the further down it first does (a text
/// begins with what it is about, and ends with versions, logs and thanks; the discount is the usual
/// one of ranked lists, to the power of [`DEPTH`]), and less the shorter it is, since short words are many things.
fn said(token: &Token) -> f64 {
    let often = 1.0 + f64::from(token.count.max(1)).ln();
    let depth = (2.0 + f64::from(token.line)).log2().powf(DEPTH);
    let length = 1.0 - 1.0 / token.text.len().max(1) as f64;
    let joined = if token.joined { JOINED } else { 1.0 };
    often / depth * length * joined
}

/// What is left of the worth of a word that this repository uses in sentences only. A query is a
/// sentence: the words that hold it together stand in comments and documents, those it is about in
/// identifiers too.
const SENTENCE: f64 = 0.25;

/// [`SENTENCE`] for a word that never stands in code, to 1 for one that only does.
fn code_worth(occurrences: u32, coded: u32) -> f64 {
    let share = f64::from(coded) / f64::from(occurrences.max(1));
    SENTENCE + (1.0 - SENTENCE) * share
}

/// Near 0 for a token that stands in (nearly) every file.
fn inverse(total: f64, df: f64) -> f64 {
    (1.0 + (total - df + 0.5).max(0.0) / (df + 0.5)).ln()
}

/// A score with its named parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Score {
    pub(crate) parts: Vec<(&'static str, f64)>,
}

impl Score {
    /// Add to a part.
    pub(crate) fn add(&mut self, name: &'static str, value: f64) {
        if value == 0.0 {
            return;
        }
        match self.parts.iter_mut().find(|part| part.0 == name) {
            Some(part) => part.1 += value,
            None => self.parts.push((name, value)),
        }
    }

    pub(crate) fn total(&self) -> f64 {
        self.parts.iter().map(|part| part.1).sum()
    }

    /// Multiply a part.
    pub(crate) fn scale(&mut self, name: &str, factor: f64) {
        for part in self.parts.iter_mut().filter(|part| part.0 == name) {
            part.1 *= factor;
        }
    }

    /// Lower the total to `factor` of itself, as a part of its own.
    pub(crate) fn lower(&mut self, name: &'static str, factor: f64) {
        let total = self.total();
        self.add(name, total * factor - total);
    }
}

/// What is left of the score of a test.
pub(crate) const TEST_FACTOR: f64 = 0.5;

/// The factor for the class of a file.
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
    lowered
        .iter()
        .filter(|(applies, _)| *applies)
        .map(|(_, factor)| *factor)
        .fold(1.0, f64::min)
}
