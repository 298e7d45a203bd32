//! Checks citations against the present files.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use firsthand_anchors::{
    Anchor, Declarations, Declared, FileText, FoldedQuote, Found, PlaceState, Wanted, find,
    find_named,
};
use firsthand_source::fs::ReadError;
use firsthand_source::{LineIndex, LineRange, RepoPath, count};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Code;
use crate::find::{Citation, Form, citations, owner_before};
use crate::lock::Lock;
use crate::position::Positions;
use crate::spot::find_locations;
use crate::tree::{Kind, Target, Tree, kind_of};

/// The state of a citation; in order, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Standing")]
pub enum CitationState {
    /// The quote, the recorded lines or the named declaration stand on the cited lines.
    Unchanged,
    /// The lines exist, and nothing tells what should stand on them.
    Unanchored,
    /// The file is not read: it is a link, too large, binary, or contains secrets by its name.
    Unread,
    /// It stands on other lines, and only there.
    Moved,
    /// It does not stand in the file as it was.
    Changed,
    /// It stands in several other places.
    Ambiguous,
    /// There is no such file, or it has fewer lines.
    Gone,
    /// No file can have what is cited.
    Odd,
}

impl CitationState {
    /// Whether the citation is not true.
    #[must_use]
    pub fn is_lost(self) -> bool {
        self > Self::Unread
    }
}

impl From<PlaceState> for CitationState {
    fn from(state: PlaceState) -> Self {
        match state {
            PlaceState::Unchanged => Self::Unchanged,
            PlaceState::Moved => Self::Moved,
            PlaceState::Changed => Self::Changed,
            PlaceState::Ambiguous => Self::Ambiguous,
            PlaceState::Gone => Self::Gone,
        }
    }
}

/// What a citation was compared with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckedBy {
    /// The code that is quoted beside it.
    Quote,
    /// What the lock file records of its lines.
    Lock,
    /// The declaration that is named beside it.
    Name,
    /// Nothing but whether its lines exist.
    Lines,
}

/// A citation with its state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CheckedCitation {
    /// The document that contains it.
    pub document: RepoPath,
    /// Its line in the document, from 1.
    pub line: u32,
    /// Its first character in that line, from 1.
    pub column: u32,
    /// One past its last character, in the same line.
    pub end_column: u32,
    /// The file as it is cited.
    pub path: String,
    /// The first cited line.
    pub start: u32,
    /// The last cited line.
    pub end: u32,
    /// What it was compared with.
    pub by: CheckedBy,
    /// Its state.
    pub standing: CitationState,
    /// The path of the cited file, if the citation gives only a part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<RepoPath>,
    /// The present lines of what has moved; each place of what is ambiguous; where the rest of what has changed is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub now: Vec<LineRange>,
    /// The file in which it stands now, if that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now_in: Option<RepoPath>,
    /// What is wrong, in a few words; empty if nothing is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// The citations of some documents. Serialized, it is the JSON form `firsthand.citations/2`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// The name and version of the JSON form.
    pub schema: &'static str,
    /// Whether no citation is lost; `false` without citations, since nothing was checked.
    pub holds: bool,
    /// The number of checked documents.
    pub documents: usize,
    /// In the order of the documents, and within each by position.
    pub citations: Vec<CheckedCitation>,
    /// How many citations a comment of their documents tells to ignore.
    pub ignored: usize,
    /// The documents that could not be read, and why.
    pub unread: Vec<String>,
}

/// What a comment of a document says to have the citations in its line, or those in the next, left alone.
const IGNORE: &str = "firsthand: ignore";

/// Checks every citation of the documents, which are paths relative to `root`. A document that cannot be read is listed
/// in [`Checked::unread`].
#[must_use]
pub fn check(root: &Path, documents: &[RepoPath], code: &dyn Code, lock: &Lock) -> Checked {
    let mut checker = Checker::new(root, code, lock);
    for document in documents {
        checker.document(document);
    }
    checker.look_elsewhere();
    let Checker {
        checked,
        unread,
        ignored,
        ..
    } = checker;
    let lost = checked.iter().any(|one| one.standing.is_lost());
    Checked {
        schema: "firsthand.citations/2",
        holds: !checked.is_empty() && !lost && unread.is_empty(),
        documents: documents.len(),
        citations: checked,
        ignored,
        unread,
    }
}

/// The citations of documents that can be recorded, with the file of each and its lines: those that stand, or of which
/// only the lines are known.
pub(crate) fn standing(checked: &Checked) -> impl Iterator<Item = &CheckedCitation> {
    let stands = |one: &&CheckedCitation| one.standing <= CitationState::Unanchored;
    checked.citations.iter().filter(stands)
}

struct Checker<'c> {
    tree: Tree,
    code: &'c dyn Code,
    lock: &'c Lock,
    declarations: Remembered<'c>,
    checked: Vec<CheckedCitation>,
    unread: Vec<String>,
    ignored: usize,
    gone: Vec<Gone<'c>>,
}

/// A citation whose lines are no longer in its file.
struct Gone<'c> {
    /// Its index among the checked ones.
    index: usize,
    lines: LineRange,
    anchor: Option<&'c Anchor>,
    quote: Option<FoldedQuote>,
}

impl Gone<'_> {
    fn wanted(&self) -> Wanted<'_> {
        let wanted = Wanted::new(self.lines);
        match (self.anchor, &self.quote) {
            (Some(anchor), _) => wanted.with_anchor(anchor),
            (None, Some(quote)) => wanted.with_code(quote),
            (None, None) => wanted,
        }
    }
}

impl<'c> Checker<'c> {
    fn new(root: &Path, code: &'c dyn Code, lock: &'c Lock) -> Self {
        Self {
            tree: Tree::open(root),
            code,
            lock,
            declarations: Remembered {
                code,
                known: RefCell::default(),
            },
            checked: Vec::new(),
            unread: Vec::new(),
            ignored: 0,
            gone: Vec::new(),
        }
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
        let ignored = ignored_lines(&text);
        let mut positions = Positions::of(&text);
        for citation in citations(&text, &form) {
            let position = positions.of_range(&citation.at);
            if ignored.binary_search(&position.0).is_ok() {
                self.ignored += 1;
            } else {
                let owner = owner_before(&text, citation.at.start);
                if let Some(checked) = self.check(document, &citation, owner, position) {
                    self.remember_gone(document, &citation, &checked);
                    self.checked.push(checked);
                }
            }
        }
    }

    /// Remembers a citation whose lines are no longer in its file, if it is known what they were.
    fn remember_gone(
        &mut self,
        document: &RepoPath,
        citation: &Citation,
        checked: &CheckedCitation,
    ) {
        let Some(lines) = citation
            .lines()
            .filter(|_| checked.standing == CitationState::Gone)
        else {
            return;
        };
        let gone = Gone {
            index: self.checked.len(),
            lines,
            anchor: self.lock.anchor_of(document, citation),
            quote: citation.quote.clone(),
        };
        if gone.anchor.is_some() || gone.quote.is_some() {
            self.gone.push(gone);
        }
    }

    /// Looks in all other files, each read once, for what is no longer in its own. Documents only quote it.
    fn look_elsewhere(&mut self) {
        let all_gone = std::mem::take(&mut self.gone);
        if all_gone.is_empty() {
            return;
        }
        let mut found: Vec<Vec<(RepoPath, LineRange)>> = vec![Vec::new(); all_gone.len()];
        for path in self.tree.sources() {
            let Ok(text) = self.tree.read_source(&path) else {
                continue;
            };
            for (gone, found) in all_gone.iter().zip(&mut found) {
                let copies = gone.wanted().copies_in(&text).into_iter();
                found.extend(copies.map(|lines| (path.clone(), lines)));
            }
        }
        for (gone, found) in all_gone.iter().zip(found) {
            let Some((state, why)) = Found::elsewhere(found.len()) else {
                continue;
            };
            let checked = &mut self.checked[gone.index];
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
                let comments = match find_locations(text).is_empty() {
                    true => Vec::new(),
                    false => self.code.comments(document.as_str(), text.as_bytes()),
                };
                Form::Comments(comments)
            }
            Kind::Markup | Kind::Source => Form::Plain,
        }
    }

    /// Checks one citation, whose line and columns are given; `None` if the text is likely no citation of this tree.
    fn check(
        &mut self,
        document: &RepoPath,
        citation: &Citation,
        owner: Option<&str>,
        (line, column, end_column): (u32, u32, u32),
    ) -> Option<CheckedCitation> {
        let target = self.tree.target(document, citation)?;
        let (by, result, file) = match (target, citation.lines()) {
            (Target::Missing, _) if owner.is_some_and(|owner| !self.tree.has(owner)) => {
                return None;
            }
            (Target::Missing, _) => (CheckedBy::Lines, missing(), None),
            (Target::Outside, _) => (CheckedBy::Lines, odd("it leads out of the root"), None),
            (Target::Files(_), None) => (CheckedBy::Lines, odd("no file has such lines"), None),
            (Target::Files(files), Some(lines)) => self.best(document, citation, lines, &files),
        };
        Some(CheckedCitation {
            document: document.clone(),
            line,
            column,
            end_column,
            path: citation.path.clone(),
            start: citation.start,
            end: citation.end,
            by,
            standing: result.standing,
            file: file.filter(|file| file.as_str() != citation.path),
            now: result.now,
            now_in: None,
            why: result.why,
        })
    }

    /// The best result among the files that a citation may refer to.
    fn best(
        &mut self,
        document: &RepoPath,
        citation: &Citation,
        lines: LineRange,
        files: &[RepoPath],
    ) -> (CheckedBy, CheckResult, Option<RepoPath>) {
        let mut best: Option<(CheckedBy, CheckResult, Option<RepoPath>)> = None;
        for path in files {
            let (by, result) = self.in_file(document, path, citation, lines);
            if best
                .as_ref()
                .is_none_or(|(_, best, _)| result.standing < best.standing)
            {
                best = Some((by, result, Some(path.clone())));
            }
        }
        best.unwrap_or_else(|| (CheckedBy::Lines, missing(), None))
    }

    fn in_file(
        &mut self,
        document: &RepoPath,
        path: &RepoPath,
        citation: &Citation,
        lines: LineRange,
    ) -> (CheckedBy, CheckResult) {
        let unread = |why: &dyn Display| {
            let why = format!("it is not read: {why}");
            (
                CheckedBy::Lines,
                CheckResult::new(CitationState::Unread, why),
            )
        };
        let file = match self.tree.cited(path) {
            Ok(file) => file,
            Err(ReadError::Missing | ReadError::Folder) => return (CheckedBy::Lines, missing()),
            Err(ReadError::Denied) => {
                return unread(&"its owner does not allow it, or by its name it holds secrets");
            }
            Err(why) => return unread(why),
        };
        let recorded = self.lock.anchor(document, path, citation);
        let wanted = Wanted::new(lines);
        if let Some(quote) = &citation.quote {
            let found = find(&wanted.with_code(quote), file, &self.declarations);
            return (CheckedBy::Quote, found.into());
        }
        if let Some(anchor) = recorded {
            let found = find(&wanted.with_anchor(anchor), file, &self.declarations);
            return (CheckedBy::Lock, found.into());
        }
        let named = citation.name.as_ref();
        let named = named.and_then(|name| find_named(name, lines, file, &self.declarations));
        match named {
            Some(found) => (CheckedBy::Name, found.into()),
            None => (CheckedBy::Lines, by_lines(file, lines)),
        }
    }
}

/// The lines of a document of which the citations are left alone, in order.
fn ignored_lines(text: &str) -> Vec<u32> {
    let marks = memchr::memmem::find_iter(text.as_bytes(), IGNORE);
    let index = LineIndex::of(text.as_bytes());
    let mut lines: Vec<u32> = Vec::new();
    for at in marks {
        let line = index.line_at(at);
        let own = String::from_utf8_lossy(index.line(text.as_bytes(), line));
        lines.push(match find_locations(&own).is_empty() {
            true => line + 1,
            false => line,
        });
    }
    lines.dedup();
    lines
}

struct CheckResult {
    standing: CitationState,
    now: Vec<LineRange>,
    why: String,
}

impl CheckResult {
    fn new(standing: CitationState, why: impl Into<String>) -> Self {
        Self {
            standing,
            now: Vec::new(),
            why: why.into(),
        }
    }
}

impl From<Found> for CheckResult {
    fn from(found: Found) -> Self {
        let is_elsewhere = found.state != PlaceState::Unchanged;
        Self {
            standing: found.state.into(),
            now: found.at.into_iter().filter(|_| is_elsewhere).collect(),
            why: found.why,
        }
    }
}

fn missing() -> CheckResult {
    CheckResult::new(CitationState::Gone, "there is no such file")
}

fn odd(why: &str) -> CheckResult {
    CheckResult::new(CitationState::Odd, why)
}

fn by_lines(file: &FileText, lines: LineRange) -> CheckResult {
    match file.has(lines) {
        true => CheckResult::new(CitationState::Unanchored, ""),
        false => {
            let lines = count(file.line_count() as usize, "line", "lines");
            CheckResult::new(CitationState::Gone, format!("the file has {lines}"))
        }
    }
}

/// The declarations of each file, listed once.
struct Remembered<'c> {
    code: &'c dyn Code,
    known: RefCell<HashMap<String, Arc<Vec<Declared>>>>,
}

impl Declarations for Remembered<'_> {
    fn of(&self, path: &str, text: &[u8]) -> Arc<Vec<Declared>> {
        let mut known = self.known.borrow_mut();
        let listed = known.entry(path.to_owned());
        Arc::clone(listed.or_insert_with(|| self.code.of(path, text)))
    }
}
