//! Repairs ids that were never handed out by the quotes beside them.

use firsthand_registry::{CandidateId, Registry};

use crate::quote::{find_quote, unique_place};
use crate::repair::{Repair, RepairKind};
use crate::{FlowLink, Selection};

/// The most links whose quotes are searched for: in all observed places, which takes time.
const MAX_SEARCHED_LINKS: usize = 8;

impl Selection {
    /// The selection with the ids replaced that were never handed out, where the quote of a flow link shows which place is
    /// meant: the place that the id's number names (`7`, `c07`), if it has the quote, or else the only observed place that
    /// has it. A primary place and a read target with the same wrong id follow. All other ids stay, and are dropped by
    /// [`validate`](crate::validate()).
    ///
    /// An id that was handed out is never replaced: then the quote may be what is wrong.
    #[must_use]
    pub fn with_known_ids(mut self, registry: &Registry) -> (Self, Vec<Repair>) {
        let mut meant: Vec<(String, CandidateId)> = Vec::new();
        let mut repairs = Vec::new();
        let links = self.flow.iter_mut().enumerate();
        let unknown = links.filter(|(_, link)| !is_known(&link.candidate_id, registry));
        for (at, link) in unknown.take(MAX_SEARCHED_LINKS) {
            let Some(id) = numbered(link, registry).or_else(|| quoted(link, registry)) else {
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

/// The only place that has the link's quote.
fn quoted(link: &FlowLink, registry: &Registry) -> Option<CandidateId> {
    unique_place(registry, &link.quote).map(|(id, _)| id)
}
