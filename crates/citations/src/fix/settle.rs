//! Which citations can be rewritten, and how.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use firsthand_anchors::{PlaceState, Wanted, find};
use firsthand_source::{LineRange, RepoPath};

use super::spelling::{Spelling, path_like};
use super::{Rewrite, Rewrites};
use crate::check::checker::Checker;
use crate::check::named::Named;
use crate::check::{CheckedBy, CitationState};
use crate::lock::Entry;
use crate::spot::{LocationMatch, Reading, find_locations};

/// What is to be rewritten.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) rewrites: Rewrites,
    /// For each other citation that has moved, why it is not rewritten.
    pub(super) left: BTreeMap<usize, &'static str>,
    /// The documents with citations that have moved; `None` for one that is not UTF-8.
    pub(super) texts: HashMap<RepoPath, Option<String>>,
}

/// Where a citation stands now.
struct Settled {
    file: RepoPath,
    lines: LineRange,
    /// Whether that is the file that it cites.
    is_same_file: bool,
}

impl Checker<'_> {
    /// How the citations that have moved and are not accepted are to be rewritten: of a list, all or none.
    pub(super) fn plan(&mut self) -> Plan {
        let mut plan = Plan::default();
        let mut located: HashMap<RepoPath, Vec<LocationMatch>> = HashMap::new();
        // The ends of the rewritten spans of a document, by their starts.
        let mut spans: HashMap<RepoPath, BTreeMap<usize, usize>> = HashMap::new();
        for index in 0..self.checked.len() {
            let (_, checked) = &self.checked[index];
            if checked.standing != CitationState::Moved || !checked.is_fault() {
                continue;
            }
            let document = checked.document.clone();
            let text = plan.texts.entry(document.clone());
            let read = || self.tree.rewritable(&document);
            let text = text.or_insert_with(read).as_deref();
            let located = located.entry(document.clone());
            let located = located.or_insert_with(|| text.map_or_else(Vec::new, find_locations));
            let spans = spans.entry(document).or_default();
            let overlaps = |at: &Range<usize>| {
                let before = spans.range(..at.end).next_back();
                before.is_some_and(|(start, end)| {
                    *end > at.start && (*start, *end) != (at.start, at.end)
                })
            };
            match self.rewrite(index, text, located) {
                Ok(one) if overlaps(&one.at) => {
                    plan.left.insert(index, "it is a part of another one");
                }
                Ok(one) => {
                    spans.insert(one.at.start, one.at.end);
                    plan.rewrites.insert(index, one);
                }
                Err(why) => drop(plan.left.insert(index, why)),
            }
        }
        self.leave_parts(&mut plan);
        plan
    }

    /// Leaves each list of lines of which a part neither stands nor is rewritten, or is in another file than the others.
    fn leave_parts(&self, plan: &mut Plan) {
        let mut lists: HashMap<(&RepoPath, usize), Vec<usize>> = HashMap::new();
        for (index, (citation, checked)) in self.checked.iter().enumerate() {
            if citation.reading == Reading::OneOfSeveral {
                lists.entry((&checked.document, citation.at.start)).or_default().push(index);
            }
        }
        for parts in lists.into_values() {
            let file = |index: &usize| {
                let rewritten = plan.rewrites.get(index).map(|one| one.file.clone());
                let (_, checked) = &self.checked[*index];
                let stands = checked.standing == CitationState::Unchanged;
                rewritten.or_else(|| checked.cited_file().filter(|_| stands))
            };
            let files: HashSet<Option<RepoPath>> = parts.iter().map(file).collect();
            if files.len() > 1 || files.contains(&None) {
                for index in parts {
                    if plan.rewrites.remove(&index).is_some() {
                        plan.left.insert(index, "another part of its list cannot be rewritten");
                    }
                }
            }
        }
    }

    /// How a citation is to be rewritten in its document.
    fn rewrite(
        &mut self,
        index: usize,
        text: Option<&str>,
        located: &[LocationMatch],
    ) -> Result<Rewrite, &'static str> {
        let text = text.ok_or("its document is not UTF-8")?;
        let settled = self.settled(index)?;
        let (citation, checked) = &self.checked[index];
        let names = Named { citation, text, declarations: &self.declarations };
        if let Ok(file) = self.tree.cited(&settled.file)
            && names.refute(file, settled.lines).is_some()
        {
            return Err("the lines do not hold what is named beside it");
        }
        let spelling = Spelling::of(text, located, citation);
        let spelling = spelling.ok_or("its lines are not written beside it")?;
        let lines = if spelling.is_one_line() {
            LineRange::one(settled.lines.start())
        } else {
            settled.lines
        };
        let path = if settled.is_same_file {
            None
        } else {
            Some(
                path_like(citation, &checked.document, &settled.file)
                    .ok_or("the path of its file would not be read as one")?,
            )
        };
        let recorded = self.lock.recorded(citation, checked);
        Ok(Rewrite {
            at: spelling.range(),
            edits: spelling.edits(path, lines),
            file: settled.file,
            lines,
            recorded: recorded.map(|entry| entry.key()),
        })
    }

    /// How many citations have this record and nothing else.
    fn cites(&self, recorded: &Entry) -> usize {
        let same = self.checked.iter().filter(|(citation, checked)| {
            let is_of_lines = (citation.start, citation.end) == (recorded.start, recorded.end);
            is_of_lines
                && checked.by == CheckedBy::Lock
                && self.lock.recorded(citation, checked) == Some(recorded)
        });
        same.count()
    }

    /// Where a citation that has moved stands: where its record, or else its quote, stands byte for byte. A quote is not
    /// enough to know another file, nor how far the lines go of which it is a part; a name is none of the text.
    fn settled(&mut self, index: usize) -> Result<Settled, &'static str> {
        let (citation, checked) = &self.checked[index];
        let (Some(cited), &[now]) = (citation.lines(), checked.now.as_slice()) else {
            return Err("it is not in one place");
        };
        if let Some(file) = checked.now_in.clone() {
            self.lock
                .recorded(citation, checked)
                .ok_or("only a record in the lock file makes another file known")?;
            return Ok(Settled { file, lines: now, is_same_file: false });
        }
        let file = checked.cited_file().ok_or("its file is not known")?;
        let here = |lines: LineRange| Settled { file: file.clone(), lines, is_same_file: true };
        let recorded = self.lock.recorded(citation, checked);
        if recorded.is_some_and(|recorded| self.cites(recorded) > recorded.times as usize) {
            return Err("more citations than were recorded have its lines, so one of them is new");
        }
        match (checked.by, recorded) {
            (CheckedBy::Lock, _) => Ok(here(now)),
            (CheckedBy::Quote, Some(recorded)) => {
                let text = self.tree.cited(&file).as_ref().map_err(|_| "its file is not read")?;
                let wanted = Wanted::new(cited).with_anchor(&recorded.anchor);
                let found = find(&wanted, text, &self.declarations);
                match found.at.as_slice() {
                    &[lines] if found.state == PlaceState::Moved && lines.contains(now.start()) => {
                        Ok(here(lines))
                    }
                    _ => Err("its quote and its record stand in different places"),
                }
            }
            (CheckedBy::Quote, None) if now.len() == cited.len() || cited.len() == 1 => {
                Ok(here(now))
            }
            (CheckedBy::Quote, None) => Err("its quote has other lines than it cites"),
            (CheckedBy::Name | CheckedBy::Lines, _) => Err("only the name beside it is known"),
        }
    }
}
