//! Tasks with known answers, one per line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use firsthand::Intent;
use firsthand::registry::RepoPath;
use serde::{Deserialize, Serialize};

/// A question about a repository at a commit, and its gold. Unknown fields are ignored.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Task {
    /// The task id, unique in its set.
    pub id: String,
    /// The repository, as `OWNER/NAME`.
    pub repo: String,
    /// The commit, in hexadecimal.
    pub base: String,
    /// The question.
    pub query: String,
    /// The purpose of the answer, as the set names it; see [`Task::purpose`].
    #[serde(default)]
    pub intent: String,
    /// The files and lines that answer the question; empty if the task is [`absent`](Task::absent).
    #[serde(default)]
    pub gold: Vec<Gold>,
    /// Whether nothing in the repository answers the question.
    #[serde(default)]
    pub absent: bool,
    /// Further attributes.
    #[serde(default)]
    pub meta: Meta,
}

/// A file that is part of the answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gold {
    /// Relative to the folder in which the question is asked, with `/`.
    pub path: String,
    /// First and last lines, 1-based and inclusive; empty if only the file is known.
    #[serde(default)]
    pub ranges: Vec<[u32; 2]>,
    /// What each range is worth to an answer: 3 decides, 2 is needed, 1 helps; a range without a weight counts 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f64>,
    /// The path as the set's author wrote it, perhaps only a suffix; NDCG compares with this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_written: Option<String>,
}

impl Gold {
    /// The path that NDCG compares with.
    pub(crate) fn target(&self) -> &str {
        self.as_written.as_deref().unwrap_or(&self.path)
    }
}

/// Further attributes of a task.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Meta {
    /// Whether the change only inserts lines, so that the gold ranges are only neighbouring lines.
    #[serde(default)]
    pub insert_only: bool,
    /// The folder of the tree in which the question is asked; the whole tree if missing or empty.
    #[serde(default)]
    pub root: Option<String>,
    /// The language that the question is about, as the set names it.
    #[serde(default)]
    pub language: Option<String>,
    /// The kind of absence, as the set names it.
    #[serde(default)]
    pub kind: Option<String>,
    /// Words of the question that no file contains.
    #[serde(default)]
    pub absent_words: Vec<String>,
}

/// The tasks of one file.
#[derive(Clone, PartialEq, Debug)]
pub struct TaskSet {
    /// The name in tables.
    pub name: String,
    /// In the order of the file.
    pub tasks: Vec<Task>,
}

/// A line of an input file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct InputLineError {
    /// Its number, 1-based.
    pub line: usize,
    /// The error message.
    pub why: String,
}

/// The words of task sets for purposes, in addition to the names of the intents.
const PURPOSES: &[(&str, Intent)] = &[
    ("bugfix", Intent::Debug),
    ("feature", Intent::Edit),
    ("perf", Intent::Edit),
    ("question", Intent::Explain),
];

impl Task {
    /// The intent to explore with; `locate` if the task's intent is unknown.
    #[must_use]
    pub fn purpose(&self) -> Intent {
        // guard: allow(role-table) reason="the names that task sets have for intents"
        let row = PURPOSES.iter().find(|(word, _)| *word == self.intent);
        row.map(|(_, intent)| *intent)
            .or_else(|| self.intent.parse().ok())
            .unwrap_or(Intent::Locate)
    }

    /// The language that the task names, or else the extension of the first gold file.
    pub(crate) fn language(&self) -> String {
        let extension = self.gold.first().and_then(|gold| {
            let extension = Path::new(&gold.path).extension()?;
            extension.to_str().map(str::to_owned)
        });
        self.meta.language.clone().or(extension).unwrap_or_default()
    }

    /// The folder of the tree in which the question is asked; `None` for the whole tree.
    pub(crate) fn root(&self) -> Option<&str> {
        self.meta.root.as_deref().filter(|root| !root.is_empty())
    }

    /// Makes the paths of the gold, which are relative to the tree, relative to the task's root.
    fn rebase(&mut self) {
        let Some(root) = self.root().map(str::to_owned) else {
            return;
        };
        for gold in &mut self.gold {
            let below = gold.path.strip_prefix(root.trim_end_matches('/'));
            if let Some(path) = below.and_then(|rest| rest.strip_prefix('/')) {
                gold.path = path.to_owned();
            }
        }
    }

    /// The first error in the task; `None` if it is valid.
    fn validation_error(&self) -> Option<String> {
        let is_name = |name: &str| {
            let is_name_char = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            !name.is_empty() && name.chars().all(is_name_char)
        };
        let is_commit =
            (7..=64).contains(&self.base.len()) && self.base.chars().all(|c| c.is_ascii_hexdigit());
        let owner_and_name = self.repo.split_once('/');
        let is_repo = owner_and_name.is_some_and(|(owner, name)| is_name(owner) && is_name(name));
        let is_outside = self.root().is_some_and(|root| RepoPath::new(root).is_err());
        let is_invalid = |[start, end]: &[u32; 2]| *start == 0 || start > end;
        let faults = [
            (self.id.trim().is_empty(), "its id is empty"),
            (!is_repo, "its repo is not OWNER/NAME"),
            (!is_commit, "its base is not a commit in hexadecimal"),
            (self.query.trim().is_empty(), "its query is empty"),
            (self.absent != self.gold.is_empty(), "it has neither gold nor `absent`, or both"),
            (is_outside, "its root is no folder below the tree"),
        ];
        if let Some((_, why)) = faults.iter().find(|(is_faulty, _)| *is_faulty) {
            return Some((*why).to_owned());
        }
        let mut gold = self.gold.iter();
        let bad = gold.find(|gold| gold.ranges.iter().any(is_invalid))?;
        Some(format!("a range in {} is not [first, last] from 1", bad.path))
    }
}

/// Parses tasks, one JSON object per line; blank lines are ignored.
///
/// # Errors
/// The first [`InputLineError`]: invalid JSON, a missing or invalid field, or a repeated id.
pub fn read_tasks(text: &str) -> Result<Vec<Task>, InputLineError> {
    let mut ids = BTreeSet::new();
    let mut tasks = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let bad = |why| InputLineError { line: at + 1, why };
        let mut task: Task =
            serde_json::from_str(line).map_err(|error| bad(json_error_message(&error)))?;
        if let Some(why) = task.validation_error() {
            return Err(bad(why));
        }
        if !ids.insert(task.id.clone()) {
            return Err(bad(format!("its id `{}` is not the first of that name", task.id)));
        }
        task.rebase();
        tasks.push(task);
    }
    Ok(tasks)
}

/// The JSON parser's error message without its line and column.
fn json_error_message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let cut = text.rfind(" at line ").unwrap_or(text.len());
    format!("{} (column {})", &text[..cut], error.column())
}

/// Parses `NAME=FILE` or `FILE`; without a name, the file's stem is used.
#[must_use]
pub fn parse_named_file(argument: &str) -> (String, PathBuf) {
    if let Some((name, file)) = argument.split_once('=')
        && !name.is_empty()
        && !Path::new(argument).exists()
    {
        return (name.to_owned(), PathBuf::from(file));
    }
    let path = PathBuf::from(argument);
    let stem =
        path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    (stem, path)
}

#[cfg(test)]
mod tests;
