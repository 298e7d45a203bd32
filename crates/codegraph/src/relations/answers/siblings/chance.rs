//! How unlikely it is that a text names several members of an enumeration by chance.
//!
//! The *surprise* of a set of names is the negative logarithm of the number of texts in the tree that are expected to
//! name such a set if names occur independently of each other, each in as many files as it does. A positive surprise
//! means that less than one such text is expected. It needs no weights: a name that half of the files have adds next to
//! nothing, and among many members some few occur anywhere.

use crate::text::distinct::distinct;
use crate::text::scan::Scan;
use crate::text::tokens::Tokens;
use crate::text::words::word_hash;

/// The fewest members that a sibling names.
pub(super) const MIN_SHARED: usize = 3;

/// The members of a declaration, as tokens: several enumerations, ascending each, the largest first.
pub(super) fn enumerated(listed: &[Vec<String>], tokens: &Tokens) -> Vec<Vec<u16>> {
    let token = |name: &String| tokens.find_identifier(word_hash(name));
    let mut enumerations: Vec<Vec<u16>> = Vec::new();
    for names in listed {
        let members = distinct(names.iter().filter_map(token));
        if members.len() >= MIN_SHARED && !enumerations.contains(&members) {
            enumerations.push(members);
        }
    }
    enumerations.sort_by_key(|members| std::cmp::Reverse(members.len()));
    enumerations
}

/// The statistics of the members in a tree.
pub(super) struct Chance<'m> {
    /// The members of each enumeration, ascending.
    pub(super) enumerations: &'m [Vec<u16>],
    /// The share of the files that name each token, without the file of the declaration and the one that is judged, so
    /// that few siblings in a small tree do not make each other likely.
    shares: Vec<f64>,
    /// The number of files.
    files: f64,
    /// The mean number of words of a file.
    pub(super) mean_words: f64,
}

/// The least likely set of members that a text names.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Best {
    /// The surprise, greater than 0.
    pub(super) surprise: f64,
    /// The part of it that the names have by themselves.
    pub(super) rarity: f64,
    /// The index of the enumeration.
    pub(super) enumeration: usize,
}

impl<'m> Chance<'m> {
    pub(super) fn of(scan: &Scan, enumerations: &'m [Vec<u16>]) -> Chance<'m> {
        let last = enumerations.iter().flatten().max();
        let mut counts = vec![0_u32; last.map_or(0, |last| usize::from(*last) + 1)];
        let mut words = 0_u64;
        for file in &scan.files {
            words += u64::from(file.words);
            for (token, _) in &file.counts {
                if let Some(count) = counts.get_mut(usize::from(*token)) {
                    *count += 1;
                }
            }
        }
        let files = (scan.files.len() as f64).max(1.0);
        Chance {
            enumerations,
            shares: counts.iter().map(|count| share_elsewhere(*count, files)).collect(),
            files,
            mean_words: (words as f64 / files).max(1.0),
        }
    }

    /// The least likely set among the named tokens, ascending, of a text with so many words; `None` if every one is
    /// likely, or names too few members.
    pub(super) fn best(&self, named: &[u16], words: f64) -> Option<Best> {
        let each = self.enumerations.iter().enumerate();
        let found = each.filter_map(|(index, members)| {
            let is_named = |token: &&u16| named.binary_search(token).is_ok();
            let named: Vec<u16> = members.iter().filter(is_named).copied().collect();
            self.best_of(index, &named, words)
        });
        found.max_by(|a, b| a.surprise.total_cmp(&b.surprise))
    }

    /// The same for the tokens of one enumeration.
    pub(super) fn best_of(&self, enumeration: usize, named: &[u16], words: f64) -> Option<Best> {
        if named.len() < MIN_SHARED {
            return None;
        }
        // A text longer than a file has the chances of several files.
        let length = (words / self.mean_words).max(1.0);
        let rarity = |token: &u16| {
            let absent = (1.0 - self.shares[usize::from(*token)]).max(f64::MIN_POSITIVE);
            -(1.0 - absent.powf(length)).max(f64::MIN_POSITIVE).ln()
        };
        let mut rarities: Vec<f64> = named.iter().map(rarity).collect();
        rarities.sort_by(|a, b| b.total_cmp(a));
        let all = self.enumerations[enumeration].len();
        let trials = (self.files / length).max(1.0).ln() + (self.enumerations.len() as f64).ln();
        let (mut sum, mut ways) = (0.0, 0.0);
        let mut best: Option<Best> = None;
        for (index, rarity) in rarities.iter().enumerate() {
            sum += rarity;
            // The number of sets of this size, as a logarithm.
            ways += ((all - index) as f64 / (index + 1) as f64).ln();
            let surprise = sum - ways - trials;
            let is_better = best.as_ref().is_none_or(|best| surprise > best.surprise);
            if index + 1 >= MIN_SHARED && surprise > 0.0 && is_better {
                best = Some(Best { surprise, rarity: sum, enumeration });
            }
        }
        best
    }
}

/// The share of the other files that have a name: of `count` files, two are not counted. Estimated so that a name of no
/// other file is not impossible there (Krichevsky and Trofimov).
fn share_elsewhere(count: u32, files: f64) -> f64 {
    let others = f64::from(count.saturating_sub(2));
    (others + 0.5) / ((files - 2.0).max(others) + 1.0)
}
