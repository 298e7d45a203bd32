//! A report made ready for printing: every foreign text cleaned once, every path numbered once.

use std::collections::{HashMap, HashSet};

use firsthand_registry::{LineRange, RepoPath, clip};
use firsthand_validator::{Place, VerifiedReport};

use crate::clean;
use crate::shown::{ShownPath, colon, shown};
use crate::words::MostlyAbsentQuery;

/// No form shows more of the question than this.
pub(crate) const QUERY_CHARS: usize = 200;

/// So many absent words are printed, each up to so many characters.
pub(crate) const ABSENT: usize = 8;
const ABSENT_CHARS: usize = 32;

/// A place, its path by its position in [`Parts::paths`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PlacePart {
    pub(crate) path: usize,
    pub(crate) range: Option<LineRange>,
}

/// A path of the report.
pub(crate) struct PathPart<'r> {
    pub(crate) path: &'r RepoPath,
    pub(crate) shown: ShownPath,
}

/// A flow link.
pub(crate) struct LinkPart {
    pub(crate) spot: PlacePart,
    pub(crate) role: String,
    pub(crate) fact: String,
    pub(crate) quote: Vec<String>,
    /// How many links are kept rather than this one.
    pub(crate) rank: usize,
}

/// A read target.
pub(crate) struct ReadPart {
    pub(crate) spot: PlacePart,
    pub(crate) purpose: String,
    pub(crate) required: bool,
}

/// A report made ready for printing.
pub(crate) struct Parts<'r> {
    pub(crate) report: &'r VerifiedReport,
    pub(crate) query: String,
    pub(crate) paths: Vec<PathPart<'r>>,
    pub(crate) colon: &'static str,
    pub(crate) links: Vec<LinkPart>,
    pub(crate) primary: Vec<PlacePart>,
    pub(crate) reads: Vec<ReadPart>,
    pub(crate) missing: Vec<String>,
    pub(crate) search: Vec<String>,
    /// Words of the question that stand in no searched file.
    pub(crate) absent: Vec<String>,
    pub(crate) as_written: Option<MostlyAbsentQuery>,
}

impl<'r> Parts<'r> {
    /// So many links, in the order of the flow.
    pub(crate) fn kept(&self, links: usize) -> impl Iterator<Item = &LinkPart> {
        self.links.iter().filter(move |link| link.rank < links)
    }

    pub(crate) fn of(report: &'r VerifiedReport) -> Self {
        let mut spots = Spots::default();
        let links = report.flow().iter().map(|link| LinkPart {
            spot: spots.of(link.place()),
            role: clean::role(link.role()),
            fact: clean::prose(link.fact()),
            quote: clean::quote_lines(link.quote().text()),
            rank: 0,
        });
        let mut links: Vec<LinkPart> = links.collect();
        let primary: Vec<PlacePart> = report
            .primary()
            .iter()
            .map(|place| spots.of(place))
            .collect();
        let reads = report.read_targets().iter().map(|read| ReadPart {
            spot: spots.of(read.place()),
            purpose: clean::purpose(read.purpose()),
            required: read.required(),
        });
        let reads: Vec<ReadPart> = reads.collect();
        rank(&mut links, &primary, &reads);
        let colon = colon(&spots.paths);
        let paths = spots.paths.iter();
        let paths = paths
            .map(|path| PathPart {
                path,
                shown: shown(path, &spots.paths, colon),
            })
            .collect();
        let cleaned = |texts: &[String]| texts.iter().map(|text| clean::prose(text)).collect();
        let absent = report.coverage().absent.iter().take(ABSENT);
        let absent = absent.map(|word| clip(&clean::prose(word), ABSENT_CHARS).into_owned());
        // A whole issue may have been piped in: what can never be shown is not cleaned either.
        let query = clip(report.query().trim_start(), 8 * QUERY_CHARS);
        let query = clean::prose(&query).replace('"', "\\\"");
        Self {
            report,
            query: clip(&query, QUERY_CHARS).into_owned(),
            paths,
            colon,
            links,
            primary,
            reads,
            missing: cleaned(report.missing()),
            search: cleaned(match report.search_targets() {
                [] => report.host_search_targets(),
                own => own,
            }),
            absent: absent.collect(),
            as_written: MostlyAbsentQuery::of(report),
        }
    }
}

/// Links of primary places and of places that have to be read are kept before others, and of two
/// alike the first.
fn rank(links: &mut [LinkPart], primary: &[PlacePart], reads: &[ReadPart]) {
    let required = reads.iter().filter(|read| read.required);
    let needed: HashSet<PlacePart> = required
        .map(|read| read.spot)
        .chain(primary.iter().copied())
        .collect();
    let (first, rest): (Vec<_>, Vec<_>) = links
        .iter_mut()
        .partition(|link| needed.contains(&link.spot));
    for (rank, link) in first.into_iter().chain(rest).enumerate() {
        link.rank = rank;
    }
}

#[derive(Default)]
struct Spots<'r> {
    paths: Vec<&'r RepoPath>,
    known: HashMap<&'r RepoPath, usize>,
}

impl<'r> Spots<'r> {
    fn of(&mut self, place: &'r Place) -> PlacePart {
        let next = self.paths.len();
        let path = *self.known.entry(place.path()).or_insert(next);
        if path == next {
            self.paths.push(place.path());
        }
        PlacePart {
            path,
            range: place.range(),
        }
    }
}
