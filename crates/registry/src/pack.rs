//! A bounded and diverse choice of places.

use std::collections::{HashMap, HashSet};

use crate::{Candidate, CandidateId, LineRange, Ranked, Registry, RepoPath};

/// More places of one file than this are held back.
const PLACES_OF_A_FILE: usize = 3;

/// How many places to pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackLimits {
    /// Below this many, held-back places are taken after all.
    pub least: usize,
    /// Never more than this many, whatever `least` says.
    pub most: usize,
}

impl Default for PackLimits {
    /// 20 to 40.
    fn default() -> Self {
        Self {
            least: 20,
            most: 40,
        }
    }
}

/// Why a place was not chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeldBack {
    /// Its lines overlap those of a better place in the same file; or it is a path alone, and the
    /// file has a better place.
    Overlap,
    /// Enough better places of its file were chosen.
    SameFile,
    /// The same text stands at a better place, in this file or another.
    SameText,
    /// Its path says that it is a test.
    Test,
    /// Its path says that it is support: fixtures, vendored code, scripts of the build.
    Support,
    /// Its path says that a program wrote it.
    Generated,
    /// Its path says that it is documentation or an example.
    Docs,
    /// Enough better places were chosen.
    Full,
}

/// The choice. Every ranked place that the registry knows is in one of the lists, once.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Packed {
    /// The chosen places, best first; those that were held back at first and taken after all come
    /// last, best first among themselves.
    pub ids: Vec<CandidateId>,
    /// What was not chosen, best first, with the reason.
    pub held_back: Vec<(CandidateId, HeldBack)>,
}

/// Chooses at most `limits.most` of the ranked places, in their order. Near-duplicates and files
/// that are not product code are held back, and taken after all only while fewer than
/// `limits.least` are chosen. Ids that the registry does not know are passed over, and so are
/// repeated ones.
#[must_use]
pub fn pack(registry: &Registry, ranked: &[Ranked], limits: PackLimits) -> Packed {
    let mut seen = HashSet::new();
    let mut chosen = Chosen::default();
    let mut packed = Packed::default();
    for Ranked { id, .. } in ranked {
        let Some(place) = registry.get(*id).filter(|_| seen.insert(*id)) else {
            continue;
        };
        let full = (packed.ids.len() >= limits.most).then_some(HeldBack::Full);
        match full
            .or_else(|| by_traits(place))
            .or_else(|| chosen.near_duplicate(place))
        {
            Some(reason) => packed.held_back.push((*id, reason)),
            None => {
                chosen.add(place);
                packed.ids.push(*id);
            }
        }
    }
    let missing = limits
        .least
        .min(limits.most)
        .saturating_sub(packed.ids.len());
    let taken = packed
        .held_back
        .drain(..missing.min(packed.held_back.len()));
    packed.ids.extend(taken.map(|(id, _)| id));
    packed
}

fn by_traits(place: &Candidate) -> Option<HeldBack> {
    let traits = place.traits();
    [
        (traits.generated, HeldBack::Generated),
        (traits.test, HeldBack::Test),
        (traits.support, HeldBack::Support),
        (traits.docs, HeldBack::Docs),
    ]
    .into_iter()
    .find_map(|(holds, reason)| holds.then_some(reason))
}

/// What was chosen, as far as later places are compared with it.
#[derive(Default)]
struct Chosen<'r> {
    by_file: HashMap<&'r RepoPath, Vec<Option<LineRange>>>,
    texts: HashSet<&'r str>,
}

impl<'r> Chosen<'r> {
    fn near_duplicate(&self, place: &'r Candidate) -> Option<HeldBack> {
        let of_file = self
            .by_file
            .get(place.path())
            .map_or(&[][..], Vec::as_slice);
        let overlaps = match place.range() {
            Some(range) => of_file.iter().flatten().any(|other| other.overlaps(range)),
            None => !of_file.is_empty(),
        };
        if overlaps {
            Some(HeldBack::Overlap)
        } else if of_file.len() >= PLACES_OF_A_FILE {
            Some(HeldBack::SameFile)
        } else {
            let known = place
                .evidence()
                .is_some_and(|e| self.texts.contains(e.text()));
            known.then_some(HeldBack::SameText)
        }
    }

    fn add(&mut self, place: &'r Candidate) {
        self.by_file
            .entry(place.path())
            .or_default()
            .push(place.range());
        self.texts
            .extend(place.evidence().map(crate::Evidence::text));
    }
}
