//! How alike two texts are by their words, and declarations that are alike a changed one.

use std::collections::BTreeSet;

use firsthand_source::{RepoPath, identifiers, split_words};

use crate::declared::Changed;
use crate::document::{ChangedState, Dependence, How};
use crate::found::Found;
use crate::lookup::Lookup;

/// The least words of a declaration that is compared.
const MIN_WORDS: usize = 6;
/// The most declarations of one name that are compared, and the most that are listed of one changed declaration.
const MAX_COMPARED: usize = 30;
const MAX_LISTED: usize = 4;

/// The words of a text, of which its names consist.
pub(crate) struct Words(BTreeSet<String>);

impl Words {
    pub(crate) fn of(text: &str) -> Self {
        let words = identifiers(text).flat_map(|(_, name)| split_words(name));
        Self(words.map(|word| word.to_lowercase()).collect())
    }

    /// The names of a text, each of which is one word.
    pub(crate) fn of_names(text: &str) -> Self {
        Self(identifiers(text).map(|(_, name)| name.to_owned()).collect())
    }

    /// Whether all of these are among the words.
    pub(crate) fn hold<'n>(&self, mut names: impl Iterator<Item = &'n String>) -> bool {
        names.all(|name| self.0.contains(name))
    }

    /// How many words both have, and how many at least one has.
    fn common(&self, other: &Self) -> (usize, usize) {
        let both = self.0.intersection(&other.0).count();
        (both, self.0.len() + other.0.len() - both)
    }

    /// The share of the words that both have, in percent.
    pub(crate) fn likeness(&self, other: &Self) -> usize {
        let (both, all) = self.common(other);
        both * 100 / all.max(1)
    }

    /// Whether both have at least two thirds of the words.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        let (both, all) = self.common(other);
        both * 3 >= all * 2
    }
}

/// The declarations with the name of a changed one and two thirds of its earlier words, and no fewer than of its later ones:
/// copies, and implementations of the same.
pub(crate) fn alike(lookup: &mut Lookup<'_>, changed: &[Changed]) -> Vec<Found> {
    let mut found = Vec::new();
    for (of, one) in changed.iter().enumerate() {
        let is_altered =
            matches!(one.state, ChangedState::Body | ChangedState::Value | ChangedState::Signature);
        let Some(before) = one.before.as_ref().filter(|_| is_altered && !one.is_test()) else {
            continue;
        };
        let (earlier, later) = (Words::of(before.code()), Words::of(one.side.code()));
        if earlier.0.len() < MIN_WORDS || lookup.cancel.is_cancelled() {
            continue;
        }
        let same_name = lookup.declarations_named(&one.side.declaration.name);
        let mut others: Vec<_> = same_name
            .iter()
            .filter(|(path, symbol)| !is_changed(changed, path, symbol.range.start()))
            .cloned()
            .collect();
        lookup.keep(&mut others, MAX_COMPARED);
        let mut copies: Vec<(usize, Found)> = Vec::new();
        for (path, symbol) in others {
            let line = symbol.head.start();
            let place = lookup.place_at(&path, line, Dependence::Sibling, How::Alike);
            let Some(place) = place.filter(|place| !place.is_test()) else {
                continue;
            };
            let Some(text) = place.text() else {
                continue;
            };
            let words = Words::of(&text);
            if words.is_alike(&earlier) && words.likeness(&earlier) >= words.likeness(&later) {
                let of = Some(of);
                copies.push((words.likeness(&earlier), Found { of, ..place }));
            }
        }
        copies.sort_by_key(|(likeness, _)| std::cmp::Reverse(*likeness));
        lookup.keep(&mut copies, MAX_LISTED);
        found.extend(copies.into_iter().map(|(_, place)| place));
    }
    found
}

/// Whether the change alters the declaration at a line.
fn is_changed(changed: &[Changed], path: &RepoPath, line: u32) -> bool {
    let mut sides = changed.iter().filter_map(Changed::after);
    sides.any(|side| side.path == *path && side.declaration.range.start() == line)
}
