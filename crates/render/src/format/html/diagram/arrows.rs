//! The arrows of the diagram, and their lanes.

use std::borrow::Cow;

use firsthand_registry::clip;
use firsthand_validator::{Place, Relation, VerifiedReport};

/// The characters that fit beside a box.
const LABEL_CHARS: usize = 12;

/// An arrow from one place to another, by their positions in the diagram.
pub(super) struct Arrow<'r> {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) label: Cow<'r, str>,
    /// Whether only the name says so.
    pub(super) by_name: bool,
}

/// One arrow for each ordered pair of places. Of several relations between a pair, `uses` yields to any other label,
/// then a relation that was resolved by name yields to one that was resolved by import or scope.
pub(super) fn arrows<'r>(report: &'r VerifiedReport, places: &[(usize, &Place)]) -> Vec<Arrow<'r>> {
    let mut arrows: Vec<Arrow<'r>> = Vec::new();
    for relation in report.body().observed.relations() {
        let Some((from, to, label)) = arrow_of(relation) else {
            continue;
        };
        let index_of = |place: &Place| places.iter().position(|(_, known)| *known == place);
        let Some((from, to)) = index_of(from).zip(index_of(to)) else {
            continue;
        };
        let arrow = Arrow {
            from,
            to,
            label,
            by_name: matches!(relation.resolution.as_str(), "name" | "text"),
        };
        let rank = |arrow: &Arrow<'_>| (arrow.label == USES, arrow.by_name);
        match arrows.iter_mut().find(|a| (a.from, a.to) == (from, to)) {
            Some(existing) if rank(&arrow) < rank(existing) => *existing = arrow,
            Some(_) => {}
            None => arrows.push(arrow),
        }
    }
    arrows
}

const CALLS: &str = "calls";
const USES: &str = "uses";

/// The source, target and label of a relation's arrow; `None` for a definition, which is the place itself.
fn arrow_of(relation: &Relation) -> Option<(&Place, &Place, Cow<'_, str>)> {
    let (place, of) = (&relation.place, &relation.of);
    Some(match relation.relation.as_str() {
        "callers" => (place, of, Cow::Borrowed(CALLS)),
        "callees" => (of, place, Cow::Borrowed(CALLS)),
        "references" => (place, of, Cow::Borrowed(USES)),
        "implementors" => (place, of, Cow::Borrowed("implements")),
        "siblings" => (place, of, Cow::Borrowed("lists")),
        // Only a declaration is an end of it: the one whose string names the file of the place.
        "files" => (of, place, Cow::Borrowed("names")),
        "registrations" => (place, of, Cow::Borrowed("registers")),
        "definition" => return None,
        // A relation of a host's own tool.
        other => (place, of, clip(other, LABEL_CHARS)),
    })
}

/// A lane for each arrow, such that arrows of one lane do not overlap, and the number of lanes. Short arrows have
/// the lanes next to the boxes.
pub(super) fn lanes(arrows: &[Arrow<'_>]) -> (Vec<usize>, usize) {
    let span = |arrow: &Arrow<'_>| (arrow.from.min(arrow.to), arrow.from.max(arrow.to));
    let mut order: Vec<usize> = (0..arrows.len()).collect();
    order.sort_by_key(|&index| {
        let (first, last) = span(&arrows[index]);
        (last - first, first)
    });
    let mut lanes = vec![0; arrows.len()];
    let mut spans_by_lane: Vec<Vec<(usize, usize)>> = Vec::new();
    for index in order {
        let (first, last) = span(&arrows[index]);
        let is_free = |lane: &Vec<(usize, usize)>| lane.iter().all(|&(a, b)| last < a || b < first);
        let lane = spans_by_lane.iter().position(is_free).unwrap_or_else(|| {
            spans_by_lane.push(Vec::new());
            spans_by_lane.len() - 1
        });
        spans_by_lane[lane].push((first, last));
        lanes[index] = lane;
    }
    (lanes, spans_by_lane.len())
}
