//! The check of one document after the other.

use std::fmt::Display;

use firsthand_anchors::{Found, PlaceState, Wanted, find};
use firsthand_source::fs::ReadError;
use firsthand_source::{LineRange, RepoPath};

use super::named::Named;
use super::result::{CheckResult, by_lines, missing, odd};
use super::{CHECKED_SCHEMA, Checked, CheckedBy, CheckedCitation, CitationState};
use crate::Code;
use crate::documents::{Kind, kind_of};
use crate::find::{Citation, Form, citations, owner_before};
use crate::ignored::ignored_lines;
use crate::lock::Lock;
use crate::position::Positions;
use crate::remembered::Remembered;
use crate::spot::{Reading, find_locations};
use crate::tree::{Target, Tree};

/// Checks documents one after the other.
pub(crate) struct Checker<'c> {
    pub(crate) tree: Tree,
    pub(crate) code: &'c dyn Code,
    pub(crate) lock: &'c Lock,
    pub(crate) declarations: Remembered<'c>,
    /// Each citation, and what became of it.
    pub(crate) checked: Vec<(Citation, CheckedCitation)>,
    unread: Vec<String>,
    ignored: usize,
}

impl<'c> Checker<'c> {
    pub(crate) fn new(tree: Tree, code: &'c dyn Code, lock: &'c Lock) -> Self {
        Self {
            tree,
            code,
            lock,
            declarations: Remembered::new(code),
            checked: Vec::new(),
            unread: Vec::new(),
            ignored: 0,
        }
    }

    /// Checks all citations of documents.
    pub(crate) fn documents(&mut self, documents: &[RepoPath]) {
        documents.iter().for_each(|document| self.document(document));
        self.look_elsewhere();
    }

    /// What was found; `documents` is how many were checked.
    pub(crate) fn result(self, documents: usize) -> Checked {
        let mut checked = Checked {
            schema: CHECKED_SCHEMA,
            holds: false,
            documents,
            citations: self.checked.into_iter().map(|(_, checked)| checked).collect(),
            ignored: self.ignored,
            unread: self.unread,
            rewritten: Vec::new(),
        };
        checked.holds = checked.is_sound();
        checked
    }

    fn document(&mut self, document: &RepoPath) {
        let text = match self.tree.document(document) {
            Ok(text) => text,
            // Of source that is not read, nobody expects that it is a document.
            Err(_)
                if self.form(document, "") != Form::Markdown
                    && self.code.knows(document.as_str()) =>
            {
                return;
            }
            Err(why) => return self.unread.push(format!("{document}: {why}")),
        };
        let form = self.form(document, &text);
        let ignored = ignored_lines(&text, |_, line| !find_locations(line).is_empty());
        let mut positions = Positions::of(&text);
        for citation in citations(&text, &form) {
            let position = positions.of_range(&citation.at);
            let is_elsewhere = self.code.is_elsewhere(&citation.path);
            if is_elsewhere || ignored.binary_search(&position.0).is_ok() {
                self.ignored += 1;
            } else if let Some(checked) = self.check((document, &text), &citation, position) {
                self.checked.push((citation, checked));
            }
        }
    }

    /// Looks in all other files, each read once, for what is no longer in its own.
    fn look_elsewhere(&mut self) {
        let gone = (0..self.checked.len()).filter_map(|index| {
            let (citation, checked) = &self.checked[index];
            let lines = citation.lines().filter(|_| checked.standing == CitationState::Gone)?;
            let wanted = Wanted::new(lines);
            let recorded = self.lock.entry(&checked.document, None, citation);
            let wanted = match recorded.filter(|one| one.name.is_none() || one.is_of(citation)) {
                Some(recorded) => wanted.with_anchor(&recorded.anchor),
                None => wanted.with_code(citation.quote.as_ref()?),
            };
            Some((index, wanted))
        });
        let (indices, wanted): (Vec<usize>, Vec<Wanted<'_>>) = gone.unzip();
        let found = if wanted.is_empty() { return } else { self.tree.copies(&wanted) };
        for (index, found) in indices.into_iter().zip(found) {
            let Some((state, why)) = Found::elsewhere(found.len()) else {
                continue;
            };
            let (_, checked) = &mut self.checked[index];
            (checked.standing, checked.why) = (state.into(), why);
            checked.now = found.iter().map(|(_, lines)| *lines).collect();
            checked.now_in = found.into_iter().next().map(|(path, _)| path);
            if state != PlaceState::Moved {
                (checked.now, checked.now_in) = (Vec::new(), None);
            }
        }
    }

    /// How citations are found in a document. Source is parsed only if its text has one.
    fn form(&self, document: &RepoPath, text: &str) -> Form {
        match kind_of(document.as_str()) {
            Kind::Markdown => Form::Markdown,
            Kind::Source if self.code.knows(document.as_str()) => {
                let comments = if find_locations(text).is_empty() {
                    Vec::new()
                } else {
                    self.code.comments(document.as_str(), text.as_bytes())
                };
                Form::Comments(comments)
            }
            Kind::Markup | Kind::Source => Form::Plain,
        }
    }

    /// Checks one citation of a document with its text, whose line and columns are given; `None` if it is likely no
    /// citation of this tree.
    pub(crate) fn check(
        &mut self,
        (document, text): (&RepoPath, &str),
        citation: &Citation,
        (line, column, end_column): (u32, u32, u32),
    ) -> Option<CheckedCitation> {
        // What was recorded is a citation, also when neither its file nor its folder is there.
        let recorded = || self.lock.entry(document, None, citation).map(|_| Target::Missing);
        let target = self.tree.target(document, citation).or_else(recorded);
        let is_of_another = || self.tree.is_of_another(&citation.path);
        let target = target.or_else(|| is_of_another().then_some(Target::Another))?;
        let owner = owner_before(text, citation.at.start);
        let (by, result, file) = match (target, citation.lines()) {
            (Target::Missing, _) if owner.is_some_and(|owner| !self.tree.has(owner)) => {
                return None;
            }
            (Target::Missing | Target::Another, _)
                if matches!(citation.reading, Reading::IfThere | Reading::Unread) =>
            {
                return None;
            }
            (Target::Missing, _) => (CheckedBy::Lines, missing(), None),
            (Target::Another, _) => (CheckedBy::Lines, unread(&"it is not below the root"), None),
            (Target::Files(files), _) if citation.reading == Reading::Unread => {
                let why = "the number beside it may be no line";
                (CheckedBy::Lines, unread(&why), files.into_iter().next())
            }
            (Target::Outside, _) => (CheckedBy::Lines, odd("it leads out of the root"), None),
            (Target::Files(files), None) => {
                let file = files.into_iter().next();
                (CheckedBy::Lines, odd("no file has such lines"), file)
            }
            (Target::Files(files), Some(lines)) => {
                self.best((document, text), citation, lines, &files)
            }
        };
        Some(CheckedCitation {
            document: document.clone(),
            line,
            column,
            end_column,
            path: citation.path.clone(),
            start: citation.start,
            end: citation.end,
            name: citation.name.clone(),
            by,
            standing: result.standing,
            file: file.filter(|file| file.as_str() != citation.path),
            now: result.now,
            now_in: None,
            why: result.why,
            accepted: false,
        })
    }

    /// The best result among the files that a citation may refer to.
    fn best(
        &mut self,
        document: (&RepoPath, &str),
        citation: &Citation,
        lines: LineRange,
        files: &[RepoPath],
    ) -> (CheckedBy, CheckResult, Option<RepoPath>) {
        let mut best: Option<(CheckedBy, CheckResult, Option<RepoPath>)> = None;
        for path in files {
            let (by, result) = self.in_file(document, path, citation, lines);
            if best.as_ref().is_none_or(|(_, best, _)| result.standing < best.standing) {
                best = Some((by, result, Some(path.clone())));
            }
        }
        best.unwrap_or_else(|| (CheckedBy::Lines, missing(), None))
    }

    fn in_file(
        &mut self,
        (document, text): (&RepoPath, &str),
        path: &RepoPath,
        citation: &Citation,
        lines: LineRange,
    ) -> (CheckedBy, CheckResult) {
        let unread = |why: &dyn Display| (CheckedBy::Lines, unread(why));
        let file = match self.tree.cited(path) {
            Ok(file) => file,
            Err(ReadError::Missing | ReadError::Folder) => return (CheckedBy::Lines, missing()),
            Err(ReadError::Denied) => {
                return unread(&"its owner does not allow it, or by its name it holds secrets");
            }
            Err(why) => return unread(why),
        };
        let recorded = self.lock.entry(document, Some(path), citation);
        // Of what is masked nothing is compared; where all that is shown is as it was, the record says no more.
        let recorded = recorded.filter(|recorded| !recorded.anchor.is_as_shown(file, lines));
        let wanted = Wanted::new(lines);
        if let Some(quote) = &citation.quote {
            let found = find(&wanted.with_code(quote), file, &self.declarations);
            return (CheckedBy::Quote, found.into());
        }
        let names = Named { citation, text, declarations: &self.declarations };
        if let Some(recorded) = recorded {
            let found = find(&wanted.with_anchor(&recorded.anchor), file, &self.declarations);
            let at = found.at.first().copied().filter(|_| !found.state.is_lost());
            let is_refuted =
                !recorded.is_of(citation) && names.refute(file, at.unwrap_or(lines)).is_some();
            if !is_refuted {
                return (CheckedBy::Lock, found.into());
            }
        }
        match names.find(file, lines) {
            // The text before it says what stands there, and the name is only beside it.
            Some(found) if found.state != PlaceState::Unchanged && names.says(file, lines) => {
                (CheckedBy::Quote, CheckResult::new(CitationState::Unchanged, ""))
            }
            Some(found) => (CheckedBy::Name, found.into()),
            None => (CheckedBy::Lines, by_lines(file, lines)),
        }
    }
}

fn unread(why: &dyn Display) -> CheckResult {
    CheckResult::new(CitationState::Unread, format!("it is not read: {why}"))
}
