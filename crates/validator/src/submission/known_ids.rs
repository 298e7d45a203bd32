//! Repairs ids that were never handed out by the quotes beside them.

use firsthand_registry::{Candidate, CandidateId, Registry};

use crate::quote::{find_quote, places_with};
use crate::repair::{Repair, RepairKind};
use crate::{FlowLink, Selection};

/// The most links whose quotes are searched for: in all observed places, which takes time.
const MAX_SEARCHED_LINKS: usize = 8;

impl Selection {
    /// The selection with the ids replaced that were never handed out, where the quote of a flow link shows which place is
    /// meant: the place that the id's number names (`7`, `c07`), if it has the quote, or else the only observed place that
    /// has it, or the only one of the path that the id names. A primary place and a read target with the same wrong id
    /// follow. All other ids stay, and are dropped by [`validate`](crate::validate()).
    ///
    /// An id that was handed out is never replaced: then the quote may be what is wrong.
    #[must_use]
    pub fn with_known_ids(mut self, registry: &Registry) -> (Self, Vec<Repair>) {
        let mut meant: Vec<(String, CandidateId)> = Vec::new();
        let mut repairs = Vec::new();
        let links = self.flow.iter_mut().enumerate();
        let unknown = links.filter(|(_, link)| !is_known(&link.candidate_id, registry));
        for (at, link) in unknown.take(MAX_SEARCHED_LINKS) {
            let Some(id) = meant_place(link, registry) else {
                continue;
            };
            let given = std::mem::replace(&mut link.candidate_id, id.to_string());
            meant.push((given, id));
            let field = format!("flow[{at}].candidateId");
            repairs.push(Repair::new(&field, RepairKind::IdOfQuote(id)));
        }
        let reads = self
            .read_targets
            .iter_mut()
            .map(|read| &mut read.candidate_id);
        for id in self.primary_candidate_ids.iter_mut().chain(reads) {
            let mut same = meant.iter().filter(|(given, _)| given == id);
            let first = same.next().map(|(_, meant)| *meant);
            if let Some(meant) = first.filter(|first| same.all(|(_, other)| other == first)) {
                *id = meant.to_string();
            }
        }
        (self, repairs)
    }
}

fn is_known(id: &str, registry: &Registry) -> bool {
    id.parse()
        .is_ok_and(|id: CandidateId| registry.get(id).is_some())
}

/// The place that the number in the link's id names, if it has the quote.
fn numbered(link: &FlowLink, registry: &Registry) -> Option<CandidateId> {
    let number = link
        .candidate_id
        .trim_matches(|c: char| !c.is_ascii_digit());
    let id: CandidateId = format!("c{}", number.trim_start_matches('0'))
        .parse()
        .ok()?;
    let place = registry.get(id)?;
    find_quote(place.evidence()?, &link.quote, place.hits()).ok()?;
    Some(id)
}

/// The only place of the path in place of the link's id that has its quote; without a path the place that its number
/// names, or else the only one at all.
fn meant_place(link: &FlowLink, registry: &Registry) -> Option<CandidateId> {
    let is_of_lines = |c: char| c.is_ascii_digit() || matches!(c, '-' | ':');
    let path = link.candidate_id.trim();
    let path = if path.contains(':') {
        path.trim_end_matches(is_of_lines)
    } else {
        path
    };
    let is_named = |place: &Candidate| {
        let folder = place.path().as_str().strip_suffix(path);
        folder.is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
    };
    let places = places_with(registry, &link.quote, |_| true);
    let named: Vec<_> = places.iter().filter(|(place, _)| is_named(place)).collect();
    match (&*named, &*places) {
        ([(place, _)], _) => Some(place.id()),
        ([], [(place, _)]) => numbered(link, registry).or(Some(place.id())),
        ([], _) => numbered(link, registry),
        _ => None,
    }
}
