//! A bounded and diverse choice of places.

use std::collections::{HashMap, HashSet};

use crate::{Candidate, CandidateId, LineRange, Ranked, Registry, RepoPath};

/// More places of one file than this are held back.
const PLACES_OF_A_FILE: usize = 3;

/// How many places to pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackLimits {
    /// Below this many, held-back places are taken after all, but for overlaps.
    pub least: usize,
    /// Never more than this many, whatever `least` is.
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
    /// By its path it is a test.
    Test,
    /// By its path it is support: fixtures, vendored code, scripts of the build.
    Support,
    /// By its path it is generated.
    Generated,
    /// By its path it is documentation or an example.
    Docs,
    /// Enough better places were chosen.
    Full,
}

/// The choice. Every ranked place that the registry knows is in one of the lists, once.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Packed {
    /// The chosen places, best first; those that were held back at first and taken after all come
    /// last, best first among themselves.
    pub ids: Vec<CandidateId>,
    /// What was not chosen, best first, with the reason.
    pub held_back: Vec<(CandidateId, HeldBack)>,
}

/// Chooses a bounded and diverse packet of the ranked places, for whoever selects from it.
///
/// At most `limits.most` places, in two rounds, each in the order of `ranked`:
///
/// 1. product code that adds something: at most 3 places of a file, no text that stands at a better
///    place, no path whose class is test, support, generated or docs;
/// 2. while fewer than `limits.least` are chosen, of what the first round held back.
///
/// No line is in two places of the packet, in either round, and a path alone is chosen only where no
/// better place of its file is. So it may hold fewer than `limits.least`: then nothing is left but such
/// overlaps. The same input gives the same choice. Ids that the registry does not know are passed
/// over, and so are repeated ones. The count is all that is bounded: for the characters that a model
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
/// // With room to fill, the test is in it after all, behind all product code.
/// let packed = pack(&registry, &ranked, PackLimits::default());
/// assert_eq!(packed.ids, ids);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pack(registry: &Registry, ranked: &[Ranked], limits: PackLimits) -> Packed {
    let mut seen = HashSet::new();
    let known = ranked.iter().filter(|ranked| seen.insert(ranked.id));
    let mut chosen = Chosen::default();
    let mut waiting = Vec::new();
    for place in known.filter_map(|ranked| registry.get(ranked.id)) {
        let full = (chosen.ids.len() >= limits.most).then_some(HeldBack::Full);
        match full
            .or_else(|| by_traits(place))
            .or_else(|| chosen.near_duplicate(place))
        {
            Some(reason) => waiting.push((place, reason)),
            None => chosen.add(place),
        }
    }
    let least = limits.least.min(limits.most);
    let mut held_back = Vec::new();
    for (place, reason) in waiting {
        if chosen.ids.len() >= least {
            held_back.push((place.id(), reason));
        } else if chosen.overlaps(place) {
            held_back.push((place.id(), HeldBack::Overlap));
        } else {
            chosen.add(place);
        }
    }
    Packed {
        ids: chosen.ids,
        held_back,
    }
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

/// What was chosen, and what of it later places are compared with.
#[derive(Default)]
struct Chosen<'r> {
    ids: Vec<CandidateId>,
    by_file: HashMap<&'r RepoPath, Vec<Option<LineRange>>>,
    texts: HashSet<&'r str>,
}

impl<'r> Chosen<'r> {
    fn of_file(&self, path: &RepoPath) -> &[Option<LineRange>] {
        self.by_file.get(path).map_or(&[], Vec::as_slice)
    }

    fn overlaps(&self, place: &Candidate) -> bool {
        let of_file = self.of_file(place.path());
        match place.range() {
            Some(range) => of_file.iter().flatten().any(|other| other.overlaps(range)),
            None => !of_file.is_empty(),
        }
    }

    fn near_duplicate(&self, place: &Candidate) -> Option<HeldBack> {
        if self.overlaps(place) {
            Some(HeldBack::Overlap)
        } else if self.of_file(place.path()).len() >= PLACES_OF_A_FILE {
            Some(HeldBack::SameFile)
        } else {
            let known = place
                .evidence()
                .is_some_and(|e| self.texts.contains(e.text()));
            known.then_some(HeldBack::SameText)
        }
    }

    fn add(&mut self, place: &'r Candidate) {
        self.ids.push(place.id());
        self.by_file
            .entry(place.path())
            .or_default()
            .push(place.range());
        self.texts
            .extend(place.evidence().map(crate::Evidence::text));
    }
}
