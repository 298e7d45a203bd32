//! The weights of the question's words and of the guessed ones, and which of the words a place contains.

use std::collections::{BTreeSet, HashMap, HashSet};

use firsthand_agent::registry::{Candidate, QueryTokens, Registry, fold, split_words};

use super::places::Place;
use super::view::View;

/// The coverage of a long question is measured against this many of its heaviest words: a few places cannot contain
/// all words of a whole bug report.
const MAX_HEAVIEST_WORDS: usize = 6;

/// The shortest prefix, in characters, that similar words share.
const MIN_COMMON_PREFIX_CHARS: usize = 4;
/// The smallest share of the mean length of both words that this prefix has: seven tenths.
const MIN_COMMON_PREFIX_SHARE: (usize, usize) = (7, 10);

/// The words of the question and those that the caller guessed, each with its weight: how rare it is in the repository.
pub(super) struct QueryWords {
    /// Those of the question first.
    tokens: Vec<String>,
    /// How many of them are the question's.
    own: usize,
    /// In the order of the tokens.
    weights: Vec<f64>,
    /// The index of each token.
    index: HashMap<String, usize>,
    /// The indices of the tokens with an underscore, which match inside longer identifiers, too.
    underscored: Vec<usize>,
    /// The weight of the heaviest words.
    full_weight: f64,
}

impl QueryWords {
    /// The words of a question, and the guessed ones of which at least one file contains a part.
    pub(super) fn of(query: &str, guesses: &str, registry: &Registry) -> Self {
        let mut tokens: Vec<String> = QueryTokens::of(query).iter().map(str::to_owned).collect();
        let own = tokens.len();
        let occurs = |token: &&str| registry.count_of(token).is_some_and(|count| count.files > 0);
        for guess in QueryTokens::of(guesses).iter().filter(occurs) {
            if !tokens.iter().any(|token| token == guess) {
                tokens.push(guess.to_owned());
            }
        }
        let weights: Vec<f64> = tokens.iter().map(|token| weight_of(registry, token)).collect();
        let mut heaviest = weights.clone();
        heaviest.sort_by(|a, b| b.total_cmp(a));
        let indices = 0..tokens.len();
        Self {
            full_weight: heaviest.iter().take(MAX_HEAVIEST_WORDS).sum(),
            underscored: indices.filter(|&at| tokens[at].contains('_')).collect(),
            index: tokens.iter().cloned().zip(0..).collect(),
            weights,
            tokens,
            own,
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().map(String::as_str)
    }

    /// The words of the question alone, with their weights.
    pub(super) fn own(&self) -> impl Iterator<Item = (&str, f64)> {
        self.weighted().take(self.own)
    }

    /// Whether a name is a word of the question.
    pub(super) fn is_of_question(&self, name: &str) -> bool {
        let index = self.index.get(&fold(name));
        index.is_some_and(|index| *index < self.own)
    }

    /// The words with their weights, in the order of the question.
    pub(super) fn weighted(&self) -> impl Iterator<Item = (&str, f64)> {
        self.iter().zip(self.weights.iter().copied())
    }

    /// Adds the indices of the words that a text contains, as a whole or as a part of an identifier.
    fn find_in(&self, words: &TextWords, found: &mut BTreeSet<usize>) {
        let tokens = words.tokens.iter();
        found.extend(tokens.filter_map(|token| self.index.get(token)));
        let contained = |at: &&usize| words.text.contains(&self.tokens[**at]);
        found.extend(self.underscored.iter().filter(contained));
    }

    /// The indices of the words that a text contains.
    pub(super) fn found_in(&self, text: &str) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        self.find_in(&TextWords::of(text), &mut found);
        found
    }

    pub(super) fn weight_of_word(&self, index: usize) -> f64 {
        self.weights.get(index).copied().unwrap_or_default()
    }

    /// The weight of the words that a text contains.
    pub(super) fn weight_of_text(&self, text: &str) -> f64 {
        self.weight_of(&self.found_in(text))
    }

    fn weight_of(&self, found: &BTreeSet<usize>) -> f64 {
        found.iter().map(|&at| self.weights[at]).sum()
    }

    /// A weight as a share of that of the question's heaviest words, 1 at most.
    fn share_of_heaviest(&self, weight: f64) -> f64 {
        if self.full_weight > 0.0 { (weight / self.full_weight).min(1.0) } else { 0.0 }
    }
}

/// The weight of a word. A plain word that occurs nowhere, or was not counted, has a low constant weight; an identifier
/// that occurs nowhere has the full weight.
fn weight_of(registry: &Registry, token: &str) -> f64 {
    const UNKNOWN_WORD_WEIGHT: f64 = 0.2;
    let count = registry.count_of(token).filter(|count| count.files > 0 || token.contains('_'));
    count.map_or(UNKNOWN_WORD_WEIGHT, |count| match count.files {
        0 => 1.0,
        _ => count.information(),
    })
}

/// A text in lower case, with its identifiers and their words.
struct TextWords {
    text: String,
    tokens: HashSet<String>,
}

impl TextWords {
    fn of(text: &str) -> Self {
        Self { tokens: QueryTokens::of(text).iter().map(str::to_owned).collect(), text: fold(text) }
    }
}

/// The words of a place's text and path.
pub(super) struct PlaceWords {
    words: TextWords,
    /// The words of the identifiers, by their first characters.
    by_prefix: HashMap<String, Vec<String>>,
}

impl PlaceWords {
    pub(super) fn of(place: &Candidate) -> Self {
        let evidence = place.evidence().into_iter().flat_map(|evidence| evidence.lines());
        let lines = evidence.map(|(_, line)| line).chain([place.path().as_str()]);
        let text = lines.collect::<Vec<_>>().join("\n");
        let mut by_prefix: HashMap<String, Vec<String>> = HashMap::new();
        for word in split_words(&text).collect::<HashSet<_>>() {
            by_prefix.entry(prefix_of(&word)).or_default().push(word);
        }
        Self { words: TextWords::of(&text), by_prefix }
    }

    /// Whether the place contains the word, as a whole or as a part of an identifier.
    pub(super) fn has(&self, token: &str) -> bool {
        if token.contains('_') {
            self.words.text.contains(token)
        } else {
            self.words.tokens.contains(token)
        }
    }

    /// Whether the place contains a similar word.
    pub(super) fn has_similar(&self, token: &str) -> bool {
        let words = self.by_prefix.get(&prefix_of(token)).into_iter().flatten();
        words.into_iter().any(|word| shares_prefix(word, token))
    }
}

/// The first characters of a word, which similar words share.
fn prefix_of(word: &str) -> String {
    word.chars().take(MIN_COMMON_PREFIX_CHARS).collect()
}

/// How much of the question these places cover (0 to 1): the weight of the words that they contain over the weight of
/// the question's heaviest words.
pub(super) fn coverage(view: &View<'_>, places: &[Place<'_>]) -> f64 {
    let mut found = BTreeSet::new();
    for place in places {
        view.words.find_in(&PlaceWords::of(place).words, &mut found);
    }
    view.words.share_of_heaviest(view.words.weight_of(&found))
}

/// How much of the question a place's best line covers (0 to 1): the line that covers the most.
pub(super) fn line_coverage(view: &View<'_>, place: &Candidate) -> f64 {
    let lines = place.evidence().into_iter().flat_map(|evidence| evidence.lines());
    let weights = lines.map(|(_, line)| view.words.weight_of_text(line));
    view.words.share_of_heaviest(weights.fold(0.0, f64::max))
}

/// Whether two words are similar: they share a prefix of most of their characters.
pub(super) fn shares_prefix(word: &str, other: &str) -> bool {
    let common = word.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let letters = word.chars().count() + other.chars().count();
    common >= MIN_COMMON_PREFIX_CHARS
        && common * 2 * MIN_COMMON_PREFIX_SHARE.1 >= letters * MIN_COMMON_PREFIX_SHARE.0
}
