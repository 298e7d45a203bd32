//! Tasks with known answers, one a line.

mod swe_explore;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use firsthand::Intent;
use firsthand::registry::RepoPath;
use serde::{Deserialize, Serialize};

/// A question about a repository at a commit, and where its answer stands. Unknown fields pass.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Task {
    /// The task id, unique in its set.
    pub id: String,
    /// The repository, as `OWNER/NAME`.
    pub repo: String,
    /// The commit, in hexadecimal.
    pub base: String,
    /// The question, as an arm is asked it.
    pub query: String,
    /// What the answer is for, in the set's words; see [`Task::purpose`].
    #[serde(default)]
    pub intent: String,
    /// Where the answer stands; empty where the task is [`absent`](Task::absent).
    #[serde(default)]
    pub gold: Vec<Gold>,
    /// Further places that are of use to whoever answers, where the set names some.
    #[serde(default)]
    pub optional: Vec<Gold>,
    /// Whether the repository has nothing that answers the question.
    #[serde(default)]
    pub absent: bool,
    /// What else is known of the task.
    #[serde(default)]
    pub meta: Meta,
}

/// A file of the answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gold {
    /// Relative to the folder in which the question is asked, with `/`.
    pub path: String,
    /// First and last lines, 1-based and inclusive; none where only the file is known.
    #[serde(default)]
    pub ranges: Vec<[u32; 2]>,
    /// The path as the set's author wrote it, which may be the end of one; NDCG compares with this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_written: Option<String>,
}

impl Gold {
    /// The path that NDCG compares with.
    pub(crate) fn target(&self) -> &str {
        self.as_written.as_deref().unwrap_or(&self.path)
    }
}

/// What is known of a task beside its answer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Meta {
    /// Whether the answer only inserts lines, so that its ranges are the neighbours of nothing.
    #[serde(default)]
    pub insert_only: bool,
    /// The folder of the tree in which the question is asked; the whole tree where it is missing or empty.
    #[serde(default)]
    pub root: Option<String>,
    /// The language that the question is about, in the set's words.
    #[serde(default)]
    pub language: Option<String>,
    /// What kind of absence it is, in the set's words.
    #[serde(default)]
    pub kind: Option<String>,
    /// Words of the question that stand in no file.
    #[serde(default)]
    pub absent_words: Vec<String>,
}

/// The tasks of one file.
#[derive(Clone, PartialEq, Debug)]
pub struct TaskSet {
    /// What the set is called in a table.
    pub name: String,
    /// In the order of the file.
    pub tasks: Vec<Task>,
}

/// A line that is no task.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} is no task: {why}")]
pub struct TaskLineError {
    /// Its number, 1-based.
    pub line: usize,
    /// The error message.
    pub why: String,
}

/// The words of task sets for what an answer is for, beside the names of the intents themselves.
const PURPOSES: &[(&str, Intent)] = &[
    ("bugfix", Intent::Debug),
    ("feature", Intent::Edit),
    ("perf", Intent::Edit),
    ("question", Intent::Explain),
];

impl Task {
    /// The intent to explore with; `locate` where the set has no known intent.
    #[must_use]
    pub fn purpose(&self) -> Intent {
        let row = PURPOSES.iter().find(|(word, _)| *word == self.intent);
        row.map(|(_, intent)| *intent)
            .or_else(|| self.intent.parse().ok())
            .unwrap_or(Intent::Locate)
    }

    /// The ending of the first file of the answer, or nothing.
    #[must_use]
    pub fn extension(&self) -> &str {
        let path = self.gold.first().map_or("", |gold| gold.path.as_str());
        let ending = Path::new(path)
            .extension()
            .and_then(|ending| ending.to_str());
        ending.unwrap_or_default()
    }

    /// The folder of the tree in which the question is asked; `None` for the whole tree.
    pub(crate) fn root(&self) -> Option<&str> {
        self.meta.root.as_deref().filter(|root| !root.is_empty())
    }

    /// Writes the gold's paths, which a set gives below the tree, below the task's root.
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
        let name = |part: &str| {
            let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            !part.is_empty() && part.chars().all(plain)
        };
        let hex =
            (7..=64).contains(&self.base.len()) && self.base.chars().all(|c| c.is_ascii_hexdigit());
        let halves = self.repo.split_once('/');
        let wrong = |[start, end]: &[u32; 2]| *start == 0 || start > end;
        if self.id.trim().is_empty() {
            Some("its id is empty".to_owned())
        } else if !halves.is_some_and(|(owner, rest)| name(owner) && name(rest)) {
            Some("its repo is not OWNER/NAME".to_owned())
        } else if !hex {
            Some("its base is not a commit in hexadecimal".to_owned())
        } else if self.query.trim().is_empty() {
            Some("its query is empty".to_owned())
        } else if self.absent != self.gold.is_empty() {
            Some("it has neither gold nor `absent`, or both".to_owned())
        } else if self.root().is_some_and(|root| RepoPath::new(root).is_err()) {
            Some("its root is no folder below the tree".to_owned())
        } else {
            let mut gold = self.gold.iter();
            let bad = gold.find(|gold| gold.ranges.iter().any(wrong))?;
            Some(format!(
                "a range in {} is not [first, last] from 1",
                bad.path
            ))
        }
    }
}

/// A task of our own form, or a row of SWE-Explore.
fn read_task(line: &str) -> Result<Task, serde_json::Error> {
    let foreign = serde_json::from_str(line).is_ok_and(|value| swe_explore::Row::is(&value));
    match foreign {
        true => serde_json::from_str(line).map(swe_explore::Row::into_task),
        false => serde_json::from_str(line),
    }
}

/// Reads tasks, one JSON object a line, of our own form or of SWE-Explore's; blank lines pass.
///
/// # Errors
/// The first [`TaskLineError`]: no JSON, a field that is missing or out of shape, an id for the second time.
pub fn read_tasks(text: &str) -> Result<Vec<Task>, TaskLineError> {
    let mut ids = BTreeSet::new();
    let mut tasks = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let bad = |why| TaskLineError { line: at + 1, why };
        let mut task = read_task(line).map_err(|error| bad(json_error_message(&error)))?;
        if let Some(why) = task.validation_error() {
            return Err(bad(why));
        }
        if !ids.insert(task.id.clone()) {
            return Err(bad(format!(
                "its id `{}` is not the first of that name",
                task.id
            )));
        }
        task.rebase();
        tasks.push(task);
    }
    Ok(tasks)
}

/// The JSON parser's error message, without its own idea of the line.
pub(crate) fn json_error_message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let cut = text.rfind(" at line ").unwrap_or(text.len());
    format!("{} (column {})", &text[..cut], error.column())
}

/// The name and the file that `NAME=FILE` or `FILE` means; the name is the file's stem where none is given.
#[must_use]
pub fn name_and_file(given: &str) -> (String, PathBuf) {
    if let Some((name, file)) = given.split_once('=')
        && !name.is_empty()
        && !Path::new(given).exists()
    {
        return (name.to_owned(), PathBuf::from(file));
    }
    let path = PathBuf::from(given);
    let stem = path
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    (stem, path)
}

#[cfg(test)]
mod tests;
