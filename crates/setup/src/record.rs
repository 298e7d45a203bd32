//! The record of all changes on a machine, so that they can be undone byte for byte.
//!
//! A file's full text is not stored, because it may hold secrets: only the inserted text, the text that it replaced,
//! and hashes of the file before and after.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::machine::{Machine, Problem, make_folders, read, remove_folders, replace};
use crate::plan::Kind;

/// The file's name in [`Machine::records`].
const RECORD_FILE: &str = "init.json";

/// All changes on this machine.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Folders that were created for the record's own file.
    folders: Vec<PathBuf>,
    pub(crate) files: Vec<ChangedFile>,
}

/// One changed file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ChangedFile {
    /// The file's canonical path, without links.
    pub(crate) path: PathBuf,
    /// The project that contains the file; `None` for a file in the home folder.
    pub(crate) project: Option<PathBuf>,
    /// The names of the clients for which the file was changed.
    pub(crate) clients: Vec<String>,
    /// One for each way in which text was inserted.
    #[serde(
        rename = "kind",
        serialize_with = "write_kinds",
        deserialize_with = "read_kinds"
    )]
    pub(crate) kinds: Vec<Kind>,
    /// Folders that were missing above the file and so are created for it, outermost first.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) splice: Splice,
    /// The hash of the file before the change; `None` if it did not exist.
    pub(crate) before: Option<String>,
    /// The hash of the file after the change.
    pub(crate) after: String,
}

/// Writes a single kind as earlier versions read it, and several as a list.
fn write_kinds<S: Serializer>(kinds: &[Kind], to: S) -> Result<S::Ok, S::Error> {
    match kinds {
        [kind] => kind.serialize(to),
        _ => kinds.serialize(to),
    }
}

/// Reads a single kind, or a list of them.
fn read_kinds<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Kind>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kinds {
        One(Kind),
        List(Vec<Kind>),
    }
    Ok(match Kinds::deserialize(from)? {
        Kinds::One(kind) => vec![kind],
        Kinds::List(kinds) => kinds,
    })
}

/// The difference of two texts as one replacement: `added` in place of `removed` at a byte offset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Splice {
    /// The byte offset.
    at: usize,
    removed: String,
    pub(crate) added: String,
}

impl Splice {
    /// The difference of two texts: what is between their longest common prefix and suffix.
    pub(crate) fn between(before: &str, after: &str) -> Self {
        let same = |(a, b): &(char, char)| a == b;
        let length = |(a, _): (char, char)| a.len_utf8();
        let shared = before.chars().zip(after.chars());
        let at: usize = shared.take_while(same).map(length).sum();
        let (old, new) = (&before[at..], &after[at..]);
        let shared = old.chars().rev().zip(new.chars().rev());
        let suffix_len: usize = shared.take_while(same).map(length).sum();
        Self {
            at,
            removed: old[..old.len() - suffix_len].to_owned(),
            added: new[..new.len() - suffix_len].to_owned(),
        }
    }

    /// The white space before the replacement on its line; empty if other text is before it on that line.
    pub(crate) fn indentation<'t>(&self, text: &'t str) -> &'t str {
        let before = text.get(..self.at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        if line.trim().is_empty() { line } else { "" }
    }

    /// The text before the replacement, from the text after it; `None` if `after` does not have `added` at the offset.
    pub(crate) fn undo(&self, after: &str) -> Option<String> {
        let (head, rest) = after.split_at_checked(self.at)?;
        let tail = rest.strip_prefix(&*self.added)?;
        Some([head, &self.removed, tail].concat())
    }

    /// The text without `added`; `None` unless `added` occurs exactly once and replaced nothing.
    pub(crate) fn remove_added(&self, text: &str) -> Option<String> {
        let mut offsets = text.match_indices(&*self.added).map(|(at, _)| at);
        let at = offsets.next().filter(|_| self.removed.is_empty())?;
        let is_unique = offsets.next().is_none() && !self.added.is_empty();
        is_unique.then(|| [&text[..at], &text[at + self.added.len()..]].concat())
    }
}

pub(crate) fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

impl Record {
    pub(crate) fn load(machine: &Machine) -> Result<Self, Problem> {
        let Some(text) = read(&Self::path(machine))? else {
            return Ok(Self::default());
        };
        serde_json::from_str(&text).map_err(|why| Problem::Edit(why.to_string()))
    }

    /// Writes the record, or removes its file and the folders that were created for it if the record is empty.
    pub(crate) fn save(&mut self, machine: &Machine) -> Result<(), Problem> {
        let path = Self::path(machine);
        if self.files.is_empty() {
            if path.symlink_metadata().is_ok() {
                std::fs::remove_file(&path)?;
            }
            remove_folders(&self.folders);
            return Ok(());
        }
        self.folders.extend(make_folders(&path)?);
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::other)?;
        Ok(replace(&path, &text)?)
    }

    /// The index in `files` of the entry for a path.
    pub(crate) fn position(&self, path: &Path) -> Option<usize> {
        self.files.iter().position(|entry| entry.path == path)
    }

    /// The path of the record's file.
    pub(crate) fn path(machine: &Machine) -> PathBuf {
        machine.records.join(RECORD_FILE)
    }
}
