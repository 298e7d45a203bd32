//! Searches every file of a scope for a pattern, to prove that it stands in none.
//!
//! Unlike `grep`, the search also reads texts in UTF-16 and in Windows-1252, and texts whose accents are written in
//! another way; it accounts for what it did not search; and it tries itself with a control.

mod near;
mod reading;
mod scan;

use std::time::Duration;

use firsthand_agent::Cancel;
use firsthand_codegraph::Scope;
use firsthand_registry::{RepoPath, count};
use firsthand_source::{
    Losses, NoReceipt, NotSearched, PathError, Receipt, SearchAccount, SearchedPattern, TreeState,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Sandbox;
use near::TrialWord;
use scan::{Patterns, Scan, Search};

/// The most lines of a found pattern that are named.
const MAX_PLACES: usize = 20;

/// The most time that a tool searches for a receipt.
pub(crate) const MAX_TIME: Duration = Duration::from_secs(3);

/// What is to be searched for, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AbsenceRequest {
    /// The pattern.
    pub pattern: SearchedPattern,
    /// Files, folders and globs; one with a leading `!` excludes. Empty for all files.
    pub scope: Vec<String>,
    /// Whether names near the pattern are searched for, too.
    near: bool,
    /// The most lines of a found pattern that are named.
    max_places: usize,
}

impl AbsenceRequest {
    /// A search for a pattern in all files.
    #[must_use]
    pub fn new(pattern: SearchedPattern) -> Self {
        Self { pattern, scope: Vec::new(), near: true, max_places: MAX_PLACES }
    }

    /// The same search, in these files, folders and globs; one with a leading `!` excludes.
    #[must_use]
    pub fn within(self, scope: Vec<String>) -> Self {
        Self { scope, ..self }
    }

    /// The same search, in the files that the argument `path` of a tool selects: one file, folder or glob a line.
    pub(crate) fn within_paths(self, paths: &str) -> Self {
        let is_root = RepoPath::new(paths) == Err(PathError::Empty);
        let parts = paths.lines().map(str::trim);
        let parts = parts.filter(|part| !is_root && !part.is_empty());
        self.within(parts.map(str::to_owned).collect())
    }

    /// The same search, for the pattern alone.
    pub(crate) fn without_near(self) -> Self {
        Self { near: false, ..self }
    }

    /// The same search, which names so many of the lines that match.
    pub(crate) fn naming(self, max_places: usize) -> Self {
        Self { max_places, ..self }
    }

    /// The search that gave a receipt. The host's own excludes, which a receipt names as well, stay those of the host.
    #[must_use]
    pub fn again(receipt: &Receipt) -> Self {
        let request = Self::new(receipt.pattern.clone()).without_near();
        request.within(receipt.scope.clone())
    }
}

/// Why a search cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AbsenceError {
    /// The pattern is empty, is no regex, or cannot match a line.
    #[error("{0}")]
    Pattern(String),
    /// A part of the scope is no path inside the root, no glob, or selects no file.
    #[error("`{glob}` selects no file: {why}")]
    Scope {
        /// The part as given.
        glob: String,
        /// What is wrong with it.
        why: String,
    },
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Absence {
    /// The receipt, or why there is none.
    pub receipt: Result<Receipt, NoReceipt>,
    /// The lines that match.
    pub found: FoundLines,
    /// Without a match: names that are nearly the pattern.
    pub near: NearNames,
    /// The files that were searched to their end, in the order of their paths.
    pub searched: Vec<RepoPath>,
    /// What of the scope was not searched.
    pub not_searched: Vec<NotSearched>,
}

/// Lines that match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct FoundLines {
    /// How many lines match.
    pub lines: u64,
    /// In how many files.
    pub files: u64,
    /// The first of them, usually 20, in the order of the paths.
    pub places: Vec<FoundLine>,
}

/// A line that matches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct FoundLine {
    /// The file.
    pub path: RepoPath,
    /// The line, 1-based.
    pub line: u32,
    /// Its text, with secrets hidden; of a longer line, 200 characters around the first match.
    pub text: String,
}

/// Names that are nearly a pattern which stands nowhere.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct NearNames {
    /// Names in the texts, the most frequent first: in other case, with other separators, or longer; at most 10.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<NearName>,
    /// Paths of files that hold the pattern or such a name; at most 10.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<RepoPath>,
}

/// A name that is nearly the pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct NearName {
    /// As it is written.
    pub name: String,
    /// In how many lines it stands.
    pub lines: u64,
    /// The first file in which it stands.
    pub path: RepoPath,
    /// The line there, 1-based.
    pub line: u32,
}

/// Searches the scope for the pattern.
pub(crate) fn search(
    sandbox: &Sandbox,
    request: &AbsenceRequest,
    cancel: &Cancel,
) -> Result<Absence, AbsenceError> {
    if request.pattern.text.trim().is_empty() {
        return Err(AbsenceError::Pattern("the pattern is empty".to_owned()));
    }
    let patterns = Patterns::of(&request.pattern).map_err(AbsenceError::Pattern)?;
    let loose = near::loose(&request.pattern).filter(|_| request.near);
    let loose = loose.and_then(|loose| Patterns::of(&loose).ok());
    let survey = sandbox.survey(cancel);
    let (scope, parts) = near::scope_of(&request.scope, &survey)?;
    let request = &request.clone().within(parts);
    let files = survey.files.iter().map(|file| &file.path);
    let paths: Vec<RepoPath> = files.filter(|path| scope.holds(path.as_str())).cloned().collect();
    let trial = TrialWord::choose(sandbox, &paths, &patterns, cancel);
    let search = Search {
        patterns: &patterns,
        near: loose.as_ref(),
        control: trial.as_ref().map(|trial| &trial.patterns),
        max_places: request.max_places,
    };
    let scan = Scan::of(sandbox, &paths, &search, cancel);
    let loose = loose.as_ref().filter(|_| scan.found.lines == 0);
    let near = loose.map_or_else(NearNames::default, |loose| near::names(&scan, &paths, loose));
    Ok(conclude(sandbox, (request, &patterns), &scope, &survey, scan, trial, near))
}

/// Accounts for a search.
fn conclude(
    sandbox: &Sandbox,
    (request, patterns): (&AbsenceRequest, &Patterns),
    scope: &Scope,
    survey: &firsthand_source::fs::Survey,
    scan: Scan,
    trial: Option<TrialWord>,
    near: NearNames,
) -> Absence {
    let left_out = survey.left_out.iter().filter(|entry| near::may_hold(scope, &entry.path));
    let left_out = left_out.map(|entry| (entry.why, entry.path.clone()));
    let not_searched = NotSearched::grouped(left_out.chain(scan.not_searched));
    let time = u64::from(scan.cancelled || survey.stopped);
    let receipt = Receipt::of(SearchAccount {
        pattern: patterns.as_written().clone(),
        scope: declared_scope(sandbox, &request.scope),
        tree: TreeState::new(scan.hash),
        files: scan.searched.len() as u64,
        not_searched: not_searched.clone(),
        masked_lines: scan.masked_lines,
        control: trial.and_then(|trial| trial.matched(&scan.control)),
        matches: scan.found.lines,
        losses: Losses { time, ..Losses::default() },
    });
    Absence { receipt, found: scan.found, near, searched: scan.searched, not_searched }
}

/// The receipt of a search that found nothing; `None` if the search cannot be made, found something, or proves nothing in
/// this time; with a note if it found something or was not complete.
pub(crate) fn receipt(
    sandbox: &Sandbox,
    request: &AbsenceRequest,
    cancel: &Cancel,
) -> (Option<Receipt>, Option<String>) {
    let request = request.clone().without_near();
    let Ok(absence) = search(sandbox, &request, &cancel.after(MAX_TIME)) else {
        return (None, None);
    };
    match absence.receipt {
        Ok(receipt) => (Some(receipt), None),
        Err(NoReceipt::Found(_)) => (None, Some(found_note(&absence.found))),
        Err(NoReceipt::Incomplete { losses, .. }) if losses.time > 0 => {
            let files = count(absence.searched.len(), "file", "files");
            let note = format!(
                "no receipt of absence of {}: the time for it was up after {files}; a narrower `path` takes less",
                request.pattern
            );
            (None, Some(note))
        }
        Err(why @ NoReceipt::Incomplete { .. }) => {
            (None, Some(format!("no receipt of absence: {why}")))
        }
        Err(_) => (None, None),
    }
}

/// Where a pattern stands that a search for places did not find.
fn found_note(found: &FoundLines) -> String {
    let place = found.places.first();
    let place =
        place.map_or_else(String::new, |place| format!(", first at {}:{}", place.path, place.line));
    let lines = count(usize::try_from(found.lines).unwrap_or(usize::MAX), "line", "lines");
    format!(
        "no receipt of absence: it stands in {lines}{place}, in a text in another encoding or spelling"
    )
}

/// The scope of a search, with what the host excludes.
fn declared_scope(sandbox: &Sandbox, scope: &[String]) -> Vec<String> {
    let excluded = sandbox.exclude_globs().iter();
    let excluded = excluded.map(|glob| format!("!{glob}"));
    let excluded = excluded.filter(|glob| !scope.contains(glob));
    scope.iter().cloned().chain(excluded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounted_a_receipt_without_time_says_why_there_is_none() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("a.rs"), "fn basket() {}\n").unwrap();
        let sandbox = Sandbox::open(root.path(), &[], 99).unwrap();
        let request = AbsenceRequest::new(SearchedPattern::plain("zorp"));
        let late = Cancel::default().after(Duration::ZERO);
        let (_, note) = receipt(&sandbox, &request, &late);
        let why = "the time for it was up after 0 files; a narrower `path` takes less";
        assert_eq!(note, Some(format!("no receipt of absence of `zorp`: {why}")));
    }
}
