//! The lock file: what the cited lines were when a person or an agent confirmed the citations.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use firsthand_anchors::{Anchor, DeclarationName, Declarations, FileText};
use firsthand_source::{LineRange, RepoPath};
use serde::{Deserialize, Serialize};

use crate::Code;
use crate::check::{Checked, CheckedCitation, CitationState};
use crate::find::Citation;
use crate::remembered::Remembered;
use crate::tree::Tree;

/// The anchors of citations. Serialized, it is the JSON form `firsthand.citations-lock/1`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lock {
    entries: Vec<Entry>,
    by_citation: HashMap<(RepoPath, RepoPath, u32, u32), usize>,
}

/// The anchor of a citation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Entry {
    document: RepoPath,
    file: RepoPath,
    start: u32,
    end: u32,
    anchor: Anchor,
}

#[derive(Serialize, Deserialize)]
struct Document {
    schema: String,
    citations: Vec<Entry>,
}

const SCHEMA: &str = "firsthand.citations-lock/1";

/// Why a text is no lock file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it is no {SCHEMA}: {0}")]
pub struct LockError(String);

impl Lock {
    /// Reads a lock file.
    ///
    /// # Errors
    /// A [`LockError`] where the text is none.
    pub fn parse(text: &str) -> Result<Self, LockError> {
        let document: Document =
            serde_json::from_str(text).map_err(|why| LockError(why.to_string()))?;
        match document.schema == SCHEMA {
            true => Ok(Self::of(document.citations)),
            false => Err(LockError("it has another schema".to_owned())),
        }
    }

    fn of(mut entries: Vec<Entry>) -> Self {
        let place = |one: &Entry| (one.document.clone(), one.start, one.end, one.file.clone());
        entries.sort_by_cached_key(place);
        entries.dedup();
        let key = |one: &Entry| (one.document.clone(), one.file.clone(), one.start, one.end);
        let by_citation = entries.iter().enumerate().map(|(index, one)| (key(one), index));
        Self { by_citation: by_citation.collect(), entries }
    }

    /// The anchors of all checked citations that stand, or of which only the lines are known, in the tree below `root`.
    #[must_use]
    pub fn record(root: &Path, checked: &Checked, code: &dyn Code) -> Self {
        let mut tree = Tree::open(root);
        let declarations = Remembered::new(code);
        let mut entries: Vec<Entry> = Vec::new();
        let stands = |one: &&CheckedCitation| one.standing <= CitationState::Unanchored;
        for one in checked.citations.iter().filter(stands) {
            let path = one.file.clone().or_else(|| RepoPath::new(&one.path).ok());
            let Some((path, lines)) = path.zip(LineRange::new(one.start, one.end)) else {
                continue;
            };
            if let Ok(file) = tree.cited(&path)
                && file.has(lines)
            {
                entries.push(Entry {
                    document: one.document.clone(),
                    anchor: Anchor::of(file, lines, around(file, lines, &declarations)),
                    file: path,
                    start: one.start,
                    end: one.end,
                });
            }
        }
        for path in tree.sources() {
            if let Ok(file) = tree.read_source(&path) {
                let others = entries.iter_mut().filter(|one| one.file != path);
                others.for_each(|one| one.anchor.count_elsewhere(&file));
            }
        }
        Self::of(entries)
    }

    /// Both locks: of a citation that `newer` has, or that the checked documents no longer have, nothing of this one.
    #[must_use]
    pub fn and(self, newer: Self, checked: &Checked) -> Self {
        let documents: HashSet<&RepoPath> =
            checked.citations.iter().map(|one| &one.document).collect();
        let lost = checked.citations.iter().filter(|one| one.standing.is_lost());
        let lost: HashSet<_> = lost.map(|one| (&one.document, one.start, one.end)).collect();
        let is_kept = |one: &Entry| {
            let is_lost = lost.contains(&(&one.document, one.start, one.end));
            is_lost || !documents.contains(&one.document)
        };
        let mut entries: Vec<Entry> = self.entries.into_iter().filter(is_kept).collect();
        entries.extend(newer.entries);
        Self::of(entries)
    }

    /// The file's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let document = Document { schema: SCHEMA.to_owned(), citations: self.entries.clone() };
        serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
    }

    /// How many citations it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The anchor of a citation whose path names no file now.
    pub(crate) fn anchor_of(&self, document: &RepoPath, citation: &Citation) -> Option<&Anchor> {
        let path = citation.path.trim_start_matches(['.', '/']);
        let mut entries = self.entries.iter().filter(|one| {
            let cited = (&one.document, one.start, one.end);
            cited == (document, citation.start, citation.end) && one.file.as_str().ends_with(path)
        });
        let entry = entries.next()?;
        entries.next().is_none().then_some(&entry.anchor)
    }

    pub(crate) fn anchor(
        &self,
        document: &RepoPath,
        file: &RepoPath,
        citation: &Citation,
    ) -> Option<&Anchor> {
        if self.entries.is_empty() {
            return None;
        }
        let key = (document.clone(), file.clone(), citation.start, citation.end);
        let entry = self.by_citation.get(&key)?;
        self.entries.get(*entry).map(|entry| &entry.anchor)
    }
}

/// The innermost declaration around lines, or else the first that begins on them.
fn around(
    file: &FileText,
    lines: LineRange,
    declarations: &dyn Declarations,
) -> Option<DeclarationName> {
    let all = declarations.of(file.path(), file.bytes());
    let around = all.iter().rfind(|declared| declared.range.covers(lines));
    let begun = || all.iter().find(|declared| lines.contains(declared.line));
    let found = around.or_else(begun)?;
    let name = DeclarationName::new(&*found.qualified, &*found.kind);
    Some(name.around(found.range, lines))
}
