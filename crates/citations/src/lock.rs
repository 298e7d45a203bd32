//! The lock file: what the cited lines were when a person or an agent confirmed the citations.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use firsthand_anchors::{Anchor, DeclarationName, Declarations, FileText, Wanted};
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
    /// In the order of the documents, of the lines, and of the files.
    entries: Vec<Entry>,
    /// The documents that are not there: they may have other names now.
    missing: BTreeSet<RepoPath>,
}

/// The anchor of a citation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) document: RepoPath,
    pub(crate) file: RepoPath,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The name beside it; of records of an earlier version not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// How many citations of the document it was recorded of.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub(crate) times: u32,
    pub(crate) anchor: Anchor,
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(times: &u32) -> bool {
    *times == 1
}

/// The document, the file, the first and the last line of a citation, and the name beside it.
pub(crate) type CitationKey = (RepoPath, RepoPath, u32, u32, Option<String>);

/// A document, the name beside its citation, and the cited file and lines.
pub(crate) type CitedLocation = (RepoPath, Option<String>, RepoPath, LineRange);

impl Entry {
    pub(crate) fn key(&self) -> CitationKey {
        let (document, file) = (self.document.clone(), self.file.clone());
        (document, file, self.start, self.end, self.name.clone())
    }

    /// Whether it was recorded of a citation with the same name beside it. Another one of the same lines may have been
    /// refused.
    pub(crate) fn is_of(&self, citation: &Citation) -> bool {
        self.name == citation.name
    }
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
        if document.schema == SCHEMA {
            Ok(Self::of(document.citations))
        } else {
            Err(LockError("it has another schema".to_owned()))
        }
    }

    fn of(mut entries: Vec<Entry>) -> Self {
        let place = |one: &Entry| (one.document.clone(), one.start, one.end);
        let of_place = |one: &Entry| (place(one), one.file.clone(), one.name.clone());
        entries.sort_by_cached_key(of_place);
        entries.dedup_by(|next, one| {
            let is_same = next.key() == one.key() && next.anchor == one.anchor;
            one.times += if is_same { next.times } else { 0 };
            is_same
        });
        Self { entries, missing: BTreeSet::new() }
    }

    /// The same lock, in which what is recorded of documents that are not there serves the same citations of other
    /// documents: as often as not one was renamed.
    #[must_use]
    pub fn of_present(mut self, is_there: impl Fn(&RepoPath) -> bool) -> Self {
        let documents = self.entries.iter().map(|one| &one.document);
        self.missing = documents.filter(|document| !is_there(document)).cloned().collect();
        self
    }

    /// What is recorded of documents that are not there.
    fn of_missing(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|one| self.missing.contains(&one.document))
    }

    /// What a document cites of these lines.
    fn of_lines(&self, document: &RepoPath, start: u32, end: u32) -> &[Entry] {
        let wanted = (document, start, end);
        let place = |one: &Entry| (&one.document, one.start, one.end).cmp(&wanted);
        let first = self.entries.partition_point(|one| place(one).is_lt());
        let behind = self.entries.partition_point(|one| place(one).is_le());
        &self.entries[first..behind]
    }

    /// The anchors of all checked citations that stand, or of which only the lines are known, in the tree below `root`.
    #[must_use]
    pub fn record(root: &Path, checked: &Checked, code: &dyn Code) -> Self {
        let stands = |one: &&CheckedCitation| one.standing <= CitationState::Unanchored;
        let places = checked.citations.iter().filter(stands).filter_map(|one| {
            let lines = LineRange::new(one.start, one.end)?;
            Some((one.document.clone(), one.name.clone(), one.cited_file()?, lines))
        });
        Self::of_places(&mut Tree::open(root), places, &Remembered::new(code))
    }

    /// The anchors of places of a tree, each cited by a document.
    pub(crate) fn of_places(
        tree: &mut Tree,
        places: impl Iterator<Item = CitedLocation>,
        declarations: &dyn Declarations,
    ) -> Self {
        let mut entries: Vec<Entry> = Vec::new();
        for (document, name, path, lines) in places {
            if let Ok(file) = tree.cited(&path)
                && file.has(lines)
            {
                let anchor = Anchor::of(file, lines, around(file, lines, declarations));
                let (start, end) = (lines.start(), lines.end());
                entries.push(Entry {
                    document,
                    file: path,
                    start,
                    end,
                    name,
                    times: one(),
                    anchor,
                });
            }
        }
        let wanted =
            entries.iter().map(|one| Wanted::new(LineRange::one(1)).with_anchor(&one.anchor));
        let copies = tree.copies(&wanted.collect::<Vec<_>>());
        for (one, copies) in entries.iter_mut().zip(copies) {
            one.anchor.stood_elsewhere(copies.iter().filter(|(path, _)| *path != one.file).count());
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
        let renamed = |one: &Entry| {
            let is_same =
                |new: &Entry| (&new.file, new.start, new.end) == (&one.file, one.start, one.end);
            self.missing.contains(&one.document) && newer.entries.iter().any(is_same)
        };
        let is_kept = |one: &Entry| {
            let is_lost = lost.contains(&(&one.document, one.start, one.end));
            (is_lost || !documents.contains(&one.document)) && !renamed(one)
        };
        let entries = self.entries.iter().filter(|one| is_kept(one)).cloned().collect();
        Self::of(entries).and_these(newer)
    }

    /// The file's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let document = Document { schema: SCHEMA.to_owned(), citations: self.entries.clone() };
        serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
    }

    /// Whether it has an anchor of the same citation.
    fn has(&self, other: &Entry) -> bool {
        let same = self.of_lines(&other.document, other.start, other.end);
        same.iter().any(|one| (&one.file, &one.name) == (&other.file, &other.name))
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

    /// What it has of a citation: that of this file, or, where its path names no file now, of the only one that it can mean.
    /// What was recorded of it with its name comes first, then that of another one of the same lines.
    pub(crate) fn entry(
        &self,
        document: &RepoPath,
        file: Option<&RepoPath>,
        citation: &Citation,
    ) -> Option<&Entry> {
        let path = citation.path.trim_start_matches(['.', '/']);
        let ends_with_path = |file: &RepoPath| {
            let folder = file.as_str().strip_suffix(path);
            folder.is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
        };
        let is_it = |one: &&Entry| match file {
            Some(file) => one.file == *file,
            None => ends_with_path(&one.file),
        };
        let lines = (citation.start, citation.end);
        let own = self.of_lines(document, lines.0, lines.1).iter().filter(is_it);
        let of_missing = self.of_missing().filter(|one| (one.start, one.end) == lines);
        let mut entries: Vec<&Entry> = own.collect();
        if entries.is_empty() {
            entries.extend(of_missing.filter(is_it));
        }
        if entries.iter().any(|one| one.is_of(citation)) {
            entries.retain(|one| one.is_of(citation));
        }
        let (entry, others) = entries.split_first()?;
        let is_same = |other: &&Entry| (&other.file, &other.anchor) == (&entry.file, &entry.anchor);
        others.iter().all(is_same).then_some(*entry)
    }

    /// What it has of a checked citation.
    pub(crate) fn recorded(
        &self,
        citation: &Citation,
        checked: &CheckedCitation,
    ) -> Option<&Entry> {
        let file = checked.cited_file().filter(|_| checked.now_in.is_none());
        self.entry(&checked.document, file.as_ref(), citation)
    }

    /// All that it has.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The same lock without these citations.
    pub(crate) fn without(mut self, settled: &HashSet<CitationKey>) -> Self {
        self.entries.retain(|one| !settled.contains(&one.key()));
        Self::of(self.entries)
    }

    /// The same lock with all of another one, also for citations that it has.
    pub(crate) fn and_these(mut self, newer: Self) -> Self {
        self.entries.retain(|one| !newer.has(one));
        self.entries.extend(newer.entries);
        Self::of(self.entries)
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
    Some(DeclarationName::new(&*found.qualified, &*found.kind).around(found.range, lines))
}
