//! What was changed where, so that it can be taken back byte for byte.
//!
//! A file's own text is not kept, for it may hold secrets: only what was put in, what little was replaced by it, and
//! hashes of the file before and after.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::machine::{Machine, Problem, make_folders, read, remove_folders, replace};
use crate::plan::Kind;

/// The file's name in [`Machine::records`].
const FILE: &str = "init.json";

/// All that was changed on this machine.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Folders that were made for this record itself.
    folders: Vec<PathBuf>,
    pub(crate) files: Vec<ChangedFile>,
}

/// One changed file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ChangedFile {
    /// Without links.
    pub(crate) path: PathBuf,
    /// The project that it is in.
    pub(crate) project: Option<PathBuf>,
    /// The clients that it was changed for.
    pub(crate) clients: Vec<String>,
    pub(crate) kind: Kind,
    /// Folders that were made for it.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) splice: Splice,
    /// The hash of what it held; `None` where it was not there.
    pub(crate) before: Option<String>,
    /// The hash of what it was made to hold.
    pub(crate) after: String,
}

/// One place of a text where something else stands than before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Splice {
    /// In bytes.
    at: usize,
    removed: String,
    pub(crate) added: String,
}

impl Splice {
    /// What is between the longest beginning and the longest end that two texts share.
    pub(crate) fn between(before: &str, after: &str) -> Self {
        let same = |(a, b): &(char, char)| a == b;
        let length = |(a, _): (char, char)| a.len_utf8();
        let shared = before.chars().zip(after.chars());
        let at: usize = shared.take_while(same).map(length).sum();
        let (old, new) = (&before[at..], &after[at..]);
        let shared = old.chars().rev().zip(new.chars().rev());
        let end: usize = shared.take_while(same).map(length).sum();
        Self {
            at,
            removed: old[..old.len() - end].to_owned(),
            added: new[..new.len() - end].to_owned(),
        }
    }

    /// The white space before it on its line, where nothing else is.
    pub(crate) fn start_of_line<'t>(&self, text: &'t str) -> &'t str {
        let before = text.get(..self.at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        if line.trim().is_empty() { line } else { "" }
    }

    /// The text before, of the one after.
    pub(crate) fn undo(&self, after: &str) -> Option<String> {
        let (head, rest) = after.split_at_checked(self.at)?;
        let tail = rest.strip_prefix(&*self.added)?;
        Some([head, &self.removed, tail].concat())
    }

    /// The text without what was added, where that stands in it once and took nobody's place.
    pub(crate) fn cut(&self, text: &str) -> Option<String> {
        let mut places = text.match_indices(&*self.added).map(|(at, _)| at);
        let at = places.next().filter(|_| self.removed.is_empty())?;
        let alone = places.next().is_none() && !self.added.is_empty();
        alone.then(|| [&text[..at], &text[at + self.added.len()..]].concat())
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

    /// Writes it, or removes it where nothing is in it.
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

    pub(crate) fn position(&self, path: &Path) -> Option<usize> {
        self.files.iter().position(|made| made.path == path)
    }

    /// Where it is kept.
    pub(crate) fn path(machine: &Machine) -> PathBuf {
        machine.records.join(FILE)
    }
}
