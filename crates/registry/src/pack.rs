//! Orders the ranked places so that the first ones are diverse.

use std::collections::{HashMap, HashSet};

use crate::{Candidate, CandidateId, LineRange, Ranked, Registry, RepoPath};

/// The most places of one file among the diverse ones.
const MAX_PLACES_PER_FILE: usize = 3;

/// The diverse and the other places. Every ranked place in the registry is in one of the lists, once.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Packed {
    /// The diverse places, best first.
    pub diverse: Vec<CandidateId>,
    /// The others, best first.
    pub held_back: Vec<CandidateId>,
}

/// Splits the ranked places into diverse ones and others, each in the order of `ranked`.
///
/// Diverse are places of product code (no path whose class is test, support, generated or docs), at most 3 of a file, of
/// which no line is in two and no text is that of a better one; and a path without lines where no better place of its
/// file is. The result is deterministic. Unknown and repeated ids are skipped. For the characters that a model reads see
/// [`fit`](crate::fit()).
///
/// ```
/// use firsthand_registry::{Observation, QueryTokens, Registry, RepoPath, Source, pack, rank};
///
/// let paths = ["src/cache.rs", "tests/cache.rs"].map(RepoPath::new);
/// let paths = paths.into_iter().collect::<Result<Vec<_>, _>>()?;
/// let mut registry = Registry::new();
/// let ids = registry.observe(Observation::listed(Source::LIST, paths));
/// let ranked = rank(&registry, &QueryTokens::of("cache"));
///
/// let packed = pack(&registry, &ranked);
/// assert_eq!((packed.diverse, packed.held_back), (vec![ids[0]], vec![ids[1]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pack(registry: &Registry, ranked: &[Ranked]) -> Packed {
    let mut seen_ids = HashSet::new();
    let unique = ranked.iter().filter(|ranked| seen_ids.insert(ranked.id));
    let (mut chosen, mut held_back) = (Chosen::default(), Vec::new());
    for place in unique.filter_map(|ranked| registry.get(ranked.id)) {
        if place.traits().any() || chosen.has_like(place) {
            held_back.push(place.id());
        } else {
            chosen.add(place);
        }
    }
    Packed { diverse: chosen.ids, held_back }
}

/// The diverse places, with the ranges and texts that later places are compared with.
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

    /// Whether a chosen place has lines or the text of this one, or its file has enough of them.
    fn has_like(&self, place: &Candidate) -> bool {
        let ranges = self.ranges_in_file(place.path());
        let overlaps = match place.range() {
            Some(range) => ranges.iter().flatten().any(|other| other.overlaps(range)),
            None => !ranges.is_empty(),
        };
        let is_known_text = || place.evidence().is_some_and(|e| self.texts.contains(e.text()));
        overlaps || ranges.len() >= MAX_PLACES_PER_FILE || is_known_text()
    }

    fn add(&mut self, place: &'r Candidate) {
        self.ids.push(place.id());
        self.by_file.entry(place.path()).or_default().push(place.range());
        self.texts.extend(place.evidence().map(crate::Evidence::text));
    }
}
