//! The BM25 formula over the words of one query, and how a text is split into words.

use std::collections::HashMap;

/// The two parameters of the formula, under their usual names: `K1` limits the effect of repeated words, `B` sets the
/// effect of the length of a text.
const K1: f64 = 1.5;
const B: f64 = 0.75;

/// The distinct words of a query, and how often each occurs in it.
pub(super) struct Terms {
    /// The index of each word in `query_counts`.
    index: HashMap<String, usize>,
    query_counts: Vec<u32>,
}

/// How often each query word occurs in a text, and the number of words in the text.
pub(super) struct TermCounts {
    counts: Vec<u32>,
    length: u64,
}

/// The statistics of all texts.
#[derive(Default)]
pub(super) struct Corpus {
    /// The number of texts.
    texts: u64,
    /// The number of words in all texts.
    length: u64,
    /// For each query word, the number of texts that contain it.
    document_frequency: Vec<u64>,
    /// The number of texts that `document_frequency` counts.
    idf_texts: u64,
}

impl Terms {
    pub(super) fn of(query: &str) -> Self {
        let mut terms = Self { index: HashMap::new(), query_counts: Vec::new() };
        words(query, |word| match terms.index.get(word) {
            Some(at) => terms.query_counts[*at] += 1,
            None => {
                terms.index.insert(word.to_owned(), terms.query_counts.len());
                terms.query_counts.push(1);
            }
        });
        terms
    }

    /// Counts the query words in a text.
    pub(super) fn term_counts(&self, text: &str) -> TermCounts {
        let mut term_counts = TermCounts { counts: vec![0; self.query_counts.len()], length: 0 };
        words(text, |word| {
            term_counts.length += 1;
            if let Some(at) = self.index.get(word) {
                term_counts.counts[*at] += 1;
            }
        });
        term_counts
    }
}

impl TermCounts {
    /// Adds the counts and the length of another text, as if it occurred `weight` times.
    pub(super) fn add(&mut self, other: &Self, weight: u32) {
        self.length += other.length * u64::from(weight);
        for (mine, more) in self.counts.iter_mut().zip(&other.counts) {
            *mine += more * weight;
        }
    }
}

impl Corpus {
    pub(super) fn add(&mut self, term_counts: &TermCounts) {
        self.texts += 1;
        self.idf_texts += 1;
        self.length += term_counts.length;
        self.document_frequency.resize(term_counts.counts.len(), 0);
        for (document_frequency, count) in
            self.document_frequency.iter_mut().zip(&term_counts.counts)
        {
            *document_frequency += u64::from(*count > 0);
        }
    }

    /// These statistics, with the document frequencies of another corpus.
    pub(super) fn with_idf_of(self, other: &Self) -> Self {
        Self {
            document_frequency: other.document_frequency.clone(),
            idf_texts: other.idf_texts,
            ..self
        }
    }

    pub(super) fn score(&self, terms: &Terms, term_counts: &TermCounts) -> f64 {
        let average = (self.length as f64 / self.texts.max(1) as f64).max(1.0);
        let norm = K1 * (1.0 - B + B * term_counts.length as f64 / average);
        let term_score = |term: usize| {
            let count = f64::from(term_counts.counts[term]);
            let document_frequency = self.document_frequency.get(term).copied().unwrap_or(0) as f64;
            let all = self.idf_texts as f64;
            let idf = (1.0 + (all - document_frequency + 0.5) / (document_frequency + 0.5)).ln();
            f64::from(terms.query_counts[term]) * idf * count * (K1 + 1.0) / (count + norm)
        };
        (0..term_counts.counts.len()).map(term_score).sum()
    }
}

/// Calls `each` with every word of at least two characters, in lower case; an identifier of several words is passed as
/// a whole, too, without its separators.
fn words(text: &str, mut each: impl FnMut(&str)) {
    let (mut word, mut identifier) = (String::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let next_is_lower = chars.peek().is_some_and(|next| next.is_lowercase());
        // `camelCase` splits before the C, `HTTPServer` before the S.
        let is_boundary = c.is_uppercase() && (!before.is_uppercase() || next_is_lower);
        if !c.is_alphanumeric() || is_boundary {
            end_word(&mut word, &mut identifier, &mut each);
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        } else if c != '_' {
            end_identifier(&mut identifier, &mut each);
        }
        before = c;
    }
    end_word(&mut word, &mut identifier, &mut each);
    end_identifier(&mut identifier, &mut each);
}

/// Separates the words of a compound identifier; never part of a word.
const WORD_SEPARATOR: char = '_';

fn end_word(word: &mut String, identifier: &mut String, each: &mut impl FnMut(&str)) {
    if word.chars().nth(1).is_some() {
        each(word);
    }
    if !word.is_empty() {
        identifier.push(WORD_SEPARATOR);
        identifier.push_str(word);
    }
    word.clear();
}

fn end_identifier(identifier: &mut String, each: &mut impl FnMut(&str)) {
    // A single word was already passed by `end_word`.
    if identifier.matches(WORD_SEPARATOR).nth(1).is_some() {
        each(&identifier.replace(WORD_SEPARATOR, ""));
    }
    identifier.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_match_hand_computed_values() {
        let terms = Terms::of("red red fox");
        let texts = ["red cat", "fox den", "cat den"].map(|text| terms.term_counts(text));
        let mut corpus = Corpus::default();
        texts.iter().for_each(|term_counts| corpus.add(term_counts));
        // Every text has the average length, so a word that occurs once scores exactly its inverse document frequency.
        let idf = (1.0_f64 + 2.5 / 1.5).ln();
        let check = |at: usize, expect: f64| {
            let got = corpus.score(&terms, &texts[at]);
            assert!((got - expect).abs() < 1e-9, "{at}: {got}, not {expect}");
        };
        check(0, 2.0 * idf);
        check(1, idf);
        check(2, 0.0);
    }

    #[test]
    fn path_words_have_a_greater_weight() {
        let terms = Terms::of("fox");
        let mut term_counts = terms.term_counts("fox den");
        term_counts.add(&terms.term_counts("src/fox.rs"), 3);
        assert_eq!((term_counts.counts[0], term_counts.length), (4, 11));
    }

    #[test]
    fn identifiers_are_split_into_words_and_kept_whole() {
        let check = |text: &str, expect: &str| {
            let mut got = Vec::new();
            words(text, |word| got.push(word.to_owned()));
            assert_eq!(got.join(" "), expect, "{text}");
        };
        check("", "");
        check("addArticle(basket_id, X)", "add article addarticle basket id basketid");
        check(
            "HTTPServer parseURL utf8 i18n",
            "http server httpserver parse url parseurl utf8 i18n",
        );
        check("A/bC.rs __x__", "bc rs");
        check("größeÄndern ÜBER", "größe ändern größeändern über");
    }
}
