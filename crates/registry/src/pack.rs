//! Selects a bounded and diverse subset of the ranked places.

use std::collections::{HashMap, HashSet};

use crate::{Candidate, CandidateId, LineRange, Ranked, Registry, RepoPath};

/// The most places of one file in the first round.
const MAX_PLACES_PER_FILE: usize = 3;

/// How many places to pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackLimits {
    /// The fewest places: if fewer are selected, places that were held back are added, except overlapping ones.
    pub least: usize,
    /// The most places, whatever `least` is.
    pub most: usize,
}

impl Default for PackLimits {
    /// 20 to 40.
    fn default() -> Self {
        Self { least: 20, most: 40 }
    }
}

/// The reason why a place was not selected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeldBack {
    /// Its lines overlap those of a better place in the same file; or it has no lines, and the
    /// file has a better place.
    Overlap,
    /// Enough better places of its file were selected.
    SameFile,
    /// A better place, in this file or another, has the same text.
    SameText,
    /// By its path it is a test.
    Test,
    /// By its path it is support: fixtures, vendored code, scripts of the build.
    Support,
    /// By its path it is generated.
    Generated,
    /// By its path it is documentation or an example.
    Docs,
    /// Enough better places were selected.
    Full,
}

/// The selected and the other places. Every ranked place in the registry is in one of the lists, once.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Packed {
    /// The selected places: those of the first round, best first, then those of the second, best first.
    pub ids: Vec<CandidateId>,
    /// The places that were not selected, best first, with the reason.
    pub held_back: Vec<(CandidateId, HeldBack)>,
}

/// Selects a bounded and diverse subset of the ranked places.
///
/// At most `limits.most` places, in two rounds, each in the order of `ranked`:
///
/// 1. product code: at most 3 places of a file, no text that a better
///    place has, no path whose class is test, support, generated or docs;
/// 2. while fewer than `limits.least` are selected, places that the first round held back.
///
/// No line is in two selected places, in either round, and a path without lines is selected only where no
/// better place of its file is. So fewer than `limits.least` may be selected, where only such
/// overlaps are left. The result is deterministic. Unknown and repeated ids are
/// skipped. Only the number of places is bounded: for the characters that a model
/// reads see [`fit`](crate::fit()).
///
/// ```
/// use firsthand_registry::{
///     HeldBack, Observation, PackLimits, QueryTokens, Registry, RepoPath, Source, pack, rank,
/// };
///
/// let paths = ["src/cache.rs", "tests/cache.rs"].map(RepoPath::new);
/// let paths = paths.into_iter().collect::<Result<Vec<_>, _>>()?;
/// let mut registry = Registry::new();
/// let ids = registry.observe(Observation::listed(Source::LIST, paths));
/// let ranked = rank(&registry, &QueryTokens::of("cache"));
///
/// let packed = pack(&registry, &ranked, PackLimits { least: 1, most: 40 });
/// assert_eq!(packed.ids, [ids[0]]);
/// assert_eq!(packed.held_back, [(ids[1], HeldBack::Test)]);
/// // The second round adds the test, behind all product code.
/// let packed = pack(&registry, &ranked, PackLimits::default());
/// assert_eq!(packed.ids, ids);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pack(registry: &Registry, ranked: &[Ranked], limits: PackLimits) -> Packed {
    let mut seen_ids = HashSet::new();
    let unique = ranked.iter().filter(|ranked| seen_ids.insert(ranked.id));
    let mut chosen = Chosen::default();
    let mut deferred = Vec::new();
    for place in unique.filter_map(|ranked| registry.get(ranked.id)) {
        let full = (chosen.ids.len() >= limits.most).then_some(HeldBack::Full);
        match full.or_else(|| path_class_reason(place)).or_else(|| chosen.redundancy_reason(place))
        {
            Some(reason) => deferred.push((place, reason)),
            None => chosen.add(place),
        }
    }
    let least = limits.least.min(limits.most);
    let mut held_back = Vec::new();
    for (place, reason) in deferred {
        if chosen.ids.len() >= least {
            held_back.push((place.id(), reason));
        } else if chosen.overlaps(place) {
            held_back.push((place.id(), HeldBack::Overlap));
        } else {
            chosen.add(place);
        }
    }
    Packed { ids: chosen.ids, held_back }
}

fn path_class_reason(place: &Candidate) -> Option<HeldBack> {
    let traits = place.traits();
    [
        (traits.generated, HeldBack::Generated),
        (traits.test, HeldBack::Test),
        (traits.support, HeldBack::Support),
        (traits.docs, HeldBack::Docs),
    ]
    .into_iter()
    .find_map(|(has_trait, reason)| has_trait.then_some(reason))
}

/// The selected places, with the ranges and texts that later places are compared with.
#[derive(Default)]
struct Chosen<'r> {
    ids: Vec<CandidateId>,
    by_file: HashMap<&'r RepoPath, Vec<Option<LineRange>>>,
    texts: HashSet<&'r str>,
}

impl<'r> Chosen<'r> {
    fn ranges_in_file(&self, path: &RepoPath) -> &[Option<LineRange>] {
        self.by_file.get(path).map_or(&[], Vec::as_slice)
    }

    fn overlaps(&self, place: &Candidate) -> bool {
        let ranges_in_file = self.ranges_in_file(place.path());
        match place.range() {
            Some(range) => ranges_in_file.iter().flatten().any(|other| other.overlaps(range)),
            None => !ranges_in_file.is_empty(),
        }
    }

    /// The reason to hold the place back because of the selected ones, if there is one.
    fn redundancy_reason(&self, place: &Candidate) -> Option<HeldBack> {
        if self.overlaps(place) {
            Some(HeldBack::Overlap)
        } else if self.ranges_in_file(place.path()).len() >= MAX_PLACES_PER_FILE {
            Some(HeldBack::SameFile)
        } else {
            let is_known_text = place.evidence().is_some_and(|e| self.texts.contains(e.text()));
            is_known_text.then_some(HeldBack::SameText)
        }
    }

    fn add(&mut self, place: &'r Candidate) {
        self.ids.push(place.id());
        self.by_file.entry(place.path()).or_default().push(place.range());
        self.texts.extend(place.evidence().map(crate::Evidence::text));
    }
}
