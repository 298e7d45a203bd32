//! Lines that no file here has.

use super::judge::{Judge, MAX_PLACES};
use super::{CheckedClaim, ClaimState};
use crate::check::CitationState;
use crate::check::result::by_lines;
use crate::find::{Citation, owner_before};
use crate::spot::Reading;

impl Judge<'_> {
    /// Lines of a file below a folder that is not here: they may be of another repository, or invented with their path.
    pub(super) fn of_no_folder(&mut self, citation: &Citation, claim: CheckedClaim) {
        let owner = owner_before(&self.document.text, citation.at.start);
        let is_of_another = owner.is_some_and(|owner| !self.checker.tree.has(owner));
        let is_sure = !matches!(citation.reading, Reading::IfThere | Reading::Unread);
        // A host with its port, and a time of the day, have neither a folder nor an extension.
        let is_file = citation.path.contains(['/', '.']);
        if is_sure && is_file && !is_of_another {
            let claim = claim.is(ClaimState::NotThere, "there is no such file");
            let near = self.near(&citation.path);
            self.add(&citation.at, claim.with_instead(near));
        }
    }

    /// What may be meant by a path that is not there: the files of its name, or else the path that is most like it.
    pub(super) fn near(&self, path: &str) -> Option<String> {
        let name = path.rsplit('/').next().unwrap_or_default();
        let namesakes = self.checker.tree.namesakes(name);
        let namesakes = namesakes.iter().map(ToString::to_string).collect::<Vec<_>>();
        if namesakes.is_empty() || namesakes.len() > MAX_PLACES {
            return self.search.similar_paths(path).into_iter().next();
        }
        Some(namesakes.join(", "))
    }

    /// Why none of the files that a citation may mean has its lines, if so.
    pub(super) fn past_the_end(&mut self, index: usize, citation: &Citation) -> Option<String> {
        let lines = citation.lines()?;
        let mut why = None;
        for path in &self.files[index] {
            let result = by_lines(self.checker.tree.cited(path).as_ref().ok()?, lines);
            if result.standing != CitationState::Gone {
                return None;
            }
            why.get_or_insert(result.why);
        }
        why
    }
}
