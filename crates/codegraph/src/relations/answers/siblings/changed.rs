//! Places that a changed list left behind: they enumerate what it kept, beside what was added or removed, and lack what
//! was added, or still name what was removed.

use super::chance::MIN_SHARED;
use super::hits::SiblingPlace;
use crate::facts::ParsedFile;
use crate::query::ChangedList;
use crate::text::distinct::distinct;
use crate::text::scan::matches::{TokenMatch, exact_matches};
use crate::text::tokens::Tokens;
use crate::text::words::word_hash;

/// A changed list, as tokens.
pub(super) struct Changed {
    /// Its earlier members, ascending.
    before: Vec<u16>,
    added: Vec<u16>,
    removed: Vec<u16>,
    /// The members that it kept beside those that were added or removed.
    beside: Vec<u16>,
}

impl Changed {
    pub(super) fn of(list: &ChangedList, tokens: &Tokens) -> Changed {
        let find = |names: &[String]| -> Vec<u16> {
            let names = names.iter();
            names.filter_map(|name| tokens.find_identifier(word_hash(name))).collect()
        };
        let (before, after) = (find(&list.before), find(&list.after));
        let without = |all: &[u16], others: &[u16]| {
            distinct(all.iter().filter(|token| !others.contains(token)).copied())
        };
        let (added, removed) = (without(&after, &before), without(&before, &after));
        let mut beside = neighbors(&after, &added);
        beside.extend(neighbors(&before, &removed));
        Changed {
            before: distinct(before.iter().copied()),
            added,
            removed,
            beside: distinct(beside),
        }
    }

    /// Whether it is the list of these earlier members, ascending.
    pub(super) fn was(&self, members: &[u16]) -> bool {
        self.before == members
    }

    /// The place if it was left behind, with the lines that name what stands beside the change first.
    pub(super) fn left(
        &self,
        place: &SiblingPlace,
        file: &ParsedFile,
        tokens: &Tokens,
    ) -> Option<SiblingPlace> {
        let span = place.symbol.map(|at| &file.facts.symbols[at].span);
        let mut hits = exact_matches(&file.text, tokens);
        hits.retain(|hit| span.is_none_or(|span| span.contains(&hit.start)));
        let has = |these: &[u16]| hits.iter().any(|hit| these.contains(&hit.token));
        let is_left = if self.added.is_empty() { has(&self.removed) } else { !has(&self.added) };
        let most = place.named.len() * 2 >= self.before.len();
        let beside: Vec<&TokenMatch> =
            hits.iter().filter(|hit| self.beside.contains(&hit.token)).collect();
        if !is_left || !most || beside.is_empty() || place.named.len() < MIN_SHARED {
            return None;
        }
        let beside = distinct(beside.into_iter().map(|hit| file.line(hit.start)));
        let lines: Vec<u32> =
            place.lines.iter().filter(|line| beside.contains(line)).copied().collect();
        let lines = if lines.is_empty() { place.lines.clone() } else { lines };
        Some(SiblingPlace { lines, ..place.clone() })
    }
}

/// What stands next to these tokens in a list, of those that are not among them.
fn neighbors(list: &[u16], of: &[u16]) -> Vec<u16> {
    let is_kept = |other: &&u16| !of.contains(other);
    let beside = of.iter().filter_map(|token| list.iter().position(|other| other == token));
    let beside = beside.flat_map(|at| {
        let before = list[..at].iter().rev().find(is_kept);
        before.into_iter().chain(list[at..].iter().find(is_kept))
    });
    beside.copied().collect()
}
