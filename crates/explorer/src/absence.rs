//! Whether a pattern is absent, with a receipt.

use firsthand_codegraph::Cancel;
use firsthand_history::History;
use firsthand_source::fs::{MAX_LARGE_BYTES, Root};
use firsthand_source::{NotSearched, Receipt, SearchedPattern};
use firsthand_tools::{Absence, AbsenceError, AbsenceRequest, FoundLines, NearNames};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Explorer;

/// The JSON form `firsthand.absent/1` of a search for something that may be absent.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AbsenceDocument {
    /// `firsthand.absent/1`.
    pub schema: &'static str,
    /// What was searched for, and how it was read.
    pub pattern: SearchedPattern,
    /// The result.
    pub outcome: AbsenceOutcome,
    /// The receipt, if the pattern is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// Why there is neither a receipt nor a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Where the pattern stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundLines>,
    /// What stands there instead: names that are nearly the pattern. They do not refute a receipt.
    pub near: NearNames,
    /// Without a receipt: what of the scope was not searched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_searched: Vec<NotSearched>,
}

/// The result of a search for something that may be absent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AbsenceOutcome {
    /// It stands in no searched file, and a receipt proves that.
    Absent,
    /// It stands somewhere.
    Found,
    /// It was not found, which proves nothing.
    Refused,
}

impl Explorer {
    /// Searches every file of a scope for a pattern, and returns a receipt if it stands in none. Blocks until it is done
    /// or `cancel` is raised.
    ///
    /// # Errors
    /// An [`AbsenceError`] if the pattern or the scope cannot be used.
    pub fn absent(
        &self,
        request: &AbsenceRequest,
        cancel: &Cancel,
    ) -> Result<AbsenceDocument, AbsenceError> {
        let absence = self.toolbox.absent(request, cancel)?;
        let (outcome, receipt, refused) = match &absence.receipt {
            Ok(receipt) => {
                let receipt = self.at_commit(receipt.clone(), &absence);
                (AbsenceOutcome::Absent, Some(receipt), None)
            }
            Err(_) if absence.found.lines > 0 => (AbsenceOutcome::Found, None, None),
            Err(why) => (AbsenceOutcome::Refused, None, Some(why.to_string())),
        };
        Ok(AbsenceDocument {
            schema: "firsthand.absent/1",
            pattern: request.pattern.clone(),
            outcome,
            not_searched: match receipt {
                Some(_) => Vec::new(),
                None => absence.not_searched,
            },
            receipt,
            refused,
            found: (outcome == AbsenceOutcome::Found).then_some(absence.found),
            near: absence.near,
        })
    }

    /// The receipt with the commit of the tree, if it is that of a git repository which may be read.
    fn at_commit(&self, receipt: Receipt, absence: &Absence) -> Receipt {
        let sandbox = self.toolbox.sandbox();
        // A receipt names one commit: those of several roots differ.
        let [root] = sandbox.workspace().roots() else {
            return receipt;
        };
        let folder = Root::open(&root.folder);
        let read = |path: &firsthand_source::RepoPath| {
            let path = root.relative(path.as_str())?;
            folder.read_raw(path, sandbox.max_file_bytes().max(MAX_LARGE_BYTES)).ok()
        };
        let history = History::of_root(root).ok().flatten();
        let state =
            history.and_then(|history| history.compare_with_head(&absence.searched, read).ok());
        match state {
            Some((commit, same)) => {
                let dirty = same.into_iter().filter(|same| !same).count();
                receipt.at_commit(commit.id, dirty as u64)
            }
            None => receipt,
        }
    }
}
