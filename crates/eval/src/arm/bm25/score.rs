//! The formula, over the words of one question.

use std::collections::HashMap;

use super::words::words;

const K1: f64 = 1.5;
const B: f64 = 0.75;

/// The words of a question, and how often each stands in it.
pub(super) struct Terms {
    at: HashMap<String, usize>,
    times: Vec<u32>,
}

/// How often each word of the question stands in a text, and how many words the text has.
pub(super) struct Bag {
    counts: Vec<u32>,
    length: u64,
}

/// What is known of all texts together.
#[derive(Default)]
pub(super) struct Corpus {
    texts: u64,
    length: u64,
    holding: Vec<u64>,
    rarity_texts: u64,
}

impl Terms {
    pub(super) fn of(query: &str) -> Self {
        let mut terms = Self {
            at: HashMap::new(),
            times: Vec::new(),
        };
        words(query, |word| match terms.at.get(word) {
            Some(at) => terms.times[*at] += 1,
            None => {
                terms.at.insert(word.to_owned(), terms.times.len());
                terms.times.push(1);
            }
        });
        terms
    }

    pub(super) fn bag(&self, text: &str) -> Bag {
        let mut bag = Bag {
            counts: vec![0; self.times.len()],
            length: 0,
        };
        words(text, |word| {
            bag.length += 1;
            if let Some(at) = self.at.get(word) {
                bag.counts[*at] += 1;
            }
        });
        bag
    }
}

impl Bag {
    pub(super) fn add(&mut self, other: &Self, weight: u32) {
        self.length += other.length * u64::from(weight);
        for (mine, more) in self.counts.iter_mut().zip(&other.counts) {
            *mine += more * weight;
        }
    }
}

impl Corpus {
    pub(super) fn add(&mut self, bag: &Bag) {
        self.texts += 1;
        self.rarity_texts += 1;
        self.length += bag.length;
        self.holding.resize(bag.counts.len(), 0);
        for (holding, count) in self.holding.iter_mut().zip(&bag.counts) {
            *holding += u64::from(*count > 0);
        }
    }

    /// These texts, with the other's idea of how rare words are.
    pub(super) fn with_rarity_of(self, other: &Self) -> Self {
        Self {
            holding: other.holding.clone(),
            rarity_texts: other.rarity_texts,
            ..self
        }
    }

    pub(super) fn score(&self, terms: &Terms, bag: &Bag) -> f64 {
        let average = (self.length as f64 / self.texts.max(1) as f64).max(1.0);
        let norm = K1 * (1.0 - B + B * bag.length as f64 / average);
        let one = |at: usize| {
            let count = f64::from(bag.counts[at]);
            let holding = self.holding.get(at).copied().unwrap_or(0) as f64;
            let all = self.rarity_texts as f64;
            let rarity = (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln();
            f64::from(terms.times[at]) * rarity * count * (K1 + 1.0) / (count + norm)
        };
        (0..bag.counts.len()).map(one).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let terms = Terms::of("red red fox");
        let texts = ["red cat", "fox den", "cat den"].map(|text| terms.bag(text));
        let mut corpus = Corpus::default();
        texts.iter().for_each(|bag| corpus.add(bag));
        // Every text is of the average length, so a word that stands once weighs its rarity.
        let rarity = (1.0_f64 + 2.5 / 1.5).ln();
        let check = |at: usize, expect: f64| {
            let got = corpus.score(&terms, &texts[at]);
            assert!((got - expect).abs() < 1e-9, "{at}: {got}, not {expect}");
        };
        check(0, 2.0 * rarity);
        check(1, rarity);
        check(2, 0.0);
    }

    #[test]
    fn words_of_the_path_weigh_more() {
        let terms = Terms::of("fox");
        let mut bag = terms.bag("fox den");
        bag.add(&terms.bag("src/fox.rs"), 3);
        assert_eq!((bag.counts[0], bag.length), (4, 11));
    }
}
