//! Reads the ids of a selection that are written otherwise than they were handed out.

use firsthand_registry::{Candidate, CandidateId, LineRange, Registry};

use crate::prose::line_range;
use crate::quote::{find_quote, places_with};
use crate::repair::{Repair, RepairKind, id_and_lines};
use crate::{FlowLink, Selection};

/// The most links whose quotes are searched for: in all observed places, which takes time.
const MAX_SEARCHED_LINKS: usize = 8;

impl Selection {
    /// Takes the lines from behind the ids, as those of the citation if it names none.
    pub(super) fn split_ids(&mut self) -> Vec<Repair> {
        let mut repairs = Vec::new();
        let mut split = |field: &str, id: &mut String, lines: Option<&mut Option<String>>| {
            let Some((bare, behind)) = id_and_lines(id) else {
                return;
            };
            let kind = match lines {
                Some(lines @ None) => {
                    *lines = Some(behind.to_owned());
                    RepairKind::LinesOfId
                }
                _ => RepairKind::AroundId,
            };
            *id = bare;
            let repair = Repair::new(field, kind);
            if !repairs.contains(&repair) {
                repairs.push(repair);
            }
        };
        for id in &mut self.primary_candidate_ids {
            split("primaryCandidateIds[]", id, None);
        }
        for link in &mut self.flow {
            split("flow[].candidateId", &mut link.candidate_id, Some(&mut link.lines));
        }
        for read in &mut self.read_targets {
            split("readTargets[].candidateId", &mut read.candidate_id, Some(&mut read.lines));
        }
        repairs
    }

    /// The selection with the ids replaced that were never handed out, where the quote of a flow link shows which place is
    /// meant: the place that the id's number names (`7`, `c07`), if it has the quote, or else the only observed place that
    /// has it, or the only one of the path that the id names. A primary place and a read target with the same wrong id
    /// follow. What is still unknown and is a path, with or without lines, stands for the only observed place of it, or the
    /// only one that has the lines. All other ids stay, and are dropped by [`validate`](crate::validate()).
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
            repairs.push(Repair::new("flow[].candidateId", RepairKind::IdOfQuote(at + 1, id)));
        }
        let reads = self.read_targets.iter_mut().map(|read| &mut read.candidate_id);
        for id in self.primary_candidate_ids.iter_mut().chain(reads) {
            let mut same = meant.iter().filter(|(given, _)| given == id);
            let first = same.next().map(|(_, meant)| *meant);
            if let Some(meant) = first.filter(|first| same.all(|(_, other)| other == first)) {
                *id = meant.to_string();
            }
        }
        repairs.extend(self.read_paths(registry));
        (self, repairs)
    }

    /// Replaces the paths that stand for ids. Lines behind a path are those of its citation if it names none.
    fn read_paths(&mut self, registry: &Registry) -> Vec<Repair> {
        let mut repairs = Vec::new();
        let mut read = |field: &str, id: &mut String, lines: Option<&mut Option<String>>| {
            let (path, named) = path_and_lines(id);
            let found = if is_known(id, registry) { None } else { place_at(path, named, registry) };
            if let Some(place) = found {
                if let (Some(lines @ None), false) = (lines, named.is_empty()) {
                    *lines = Some(named.to_owned());
                }
                *id = place.to_string();
                repairs.push(Repair::new(field, RepairKind::IdOfPath(place)));
            }
        };
        for id in &mut self.primary_candidate_ids {
            read("primaryCandidateIds[]", id, None);
        }
        for link in &mut self.flow {
            read("flow[].candidateId", &mut link.candidate_id, Some(&mut link.lines));
        }
        for target in &mut self.read_targets {
            read("readTargets[].candidateId", &mut target.candidate_id, Some(&mut target.lines));
        }
        repairs
    }
}

/// A path, and the lines behind it: `src/a.rs:3-9`.
fn path_and_lines(text: &str) -> (&str, &str) {
    let is_of_lines = |c: char| c.is_ascii_digit() || matches!(c, '-' | ':');
    let text = text.trim();
    let path = text.trim_end_matches(is_of_lines);
    match text[path.len()..].strip_prefix(':') {
        Some(lines) => (path, lines.trim_matches(':')),
        None => (text, ""),
    }
}

/// Whether a place is of the file with this path, or of the only part of it that is written.
fn is_of_path(place: &Candidate, path: &str) -> bool {
    let folder = place.path().as_str().strip_suffix(path);
    !path.is_empty() && folder.is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}

/// The only observed place of a path; where lines are named, the only one that has any of them, or all of them.
fn place_at(path: &str, lines: &str, registry: &Registry) -> Option<CandidateId> {
    let named = line_range(lines).and_then(|(range, _)| range);
    let of_path = registry.iter().filter(|place| is_of_path(place, path));
    let ranges = of_path.filter_map(|place| Some((place.id(), place.range()?)));
    let ranges: Vec<(CandidateId, LineRange)> = ranges.collect();
    let only = |is_meant: &dyn Fn(LineRange) -> bool| {
        let mut meant = ranges.iter().filter(|(_, range)| is_meant(*range));
        meant.next().filter(|_| meant.next().is_none()).map(|(id, _)| *id)
    };
    match named {
        Some(named) => {
            let any = only(&|range| range.intersection(named).is_some());
            any.or_else(|| only(&|range| range.covers(named)))
        }
        None if lines.is_empty() => only(&|_| true),
        None => None,
    }
}

fn is_known(id: &str, registry: &Registry) -> bool {
    id.parse().is_ok_and(|id: CandidateId| registry.get(id).is_some())
}

/// The place that the number in the link's id names, if it has the quote.
fn numbered(link: &FlowLink, registry: &Registry) -> Option<CandidateId> {
    let number = link.candidate_id.trim_matches(|c: char| !c.is_ascii_digit());
    let id: CandidateId = format!("c{}", number.trim_start_matches('0')).parse().ok()?;
    let place = registry.get(id)?;
    find_quote(place.evidence()?, &link.quote, place.hits()).ok()?;
    Some(id)
}

/// The only place of the path in place of the link's id that has its quote; without a path the place that its number
/// names, or else the only one at all.
fn meant_place(link: &FlowLink, registry: &Registry) -> Option<CandidateId> {
    let (path, _) = path_and_lines(&link.candidate_id);
    let places = places_with(registry, &link.quote, |_| true);
    let named: Vec<_> = places.iter().filter(|(place, _)| is_of_path(place, path)).collect();
    match (&*named, &*places) {
        ([(place, _)], _) => Some(place.id()),
        ([], [(place, _)]) => numbered(link, registry).or(Some(place.id())),
        ([], _) => numbered(link, registry),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Selection;

    #[test]
    fn lines_behind_an_id_are_those_of_its_citation() {
        let check = |id: &str, own: Option<&str>, expect: (&str, Option<&str>)| {
            let read = json!({"candidateId": id, "lines": own, "purpose": "p", "required": false});
            let (selection, _) = Selection::from_arguments(&json!({
                "primaryCandidateIds": [id], "readTargets": [read],
                "recommendedPrimaryAction": "read_targets", "confidence": "low",
            }))
            .unwrap();
            let read = &selection.read_targets[0];
            assert_eq!((&*read.candidate_id, read.lines.as_deref()), expect, "{id}");
            assert_eq!(selection.primary_candidate_ids, [expect.0], "{id}");
        };
        check("c7:3-9", None, ("c7", Some("3-9")));
        check("[c7]:3-9", None, ("c7", Some("3-9")));
        check("`c7: 3`", None, ("c7", Some("3`")));
        check("src/a.rs [c7]:3-9", None, ("c7", Some("3-9")));
        check("c7:3-9", Some("5"), ("c7", Some("5")));
        check("[c7]: the store", None, ("c7", None));
        check("c7:", None, ("c7", None));
        check("#### src/a.rs [c7] 1-39", None, ("c7", None));
        check("src/a.rs:3-9", None, ("src/a.rs:3-9", None));
    }
}
