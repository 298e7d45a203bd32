//! Tasks of a benchmark, and the banned words that they give: those that are distinctive of one repository's tasks.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::background::Background;
use crate::words::{joined, words};

/// One task: a question or an issue about one repository, and the places that answer it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// `owner/name`, or a name alone.
    pub repository: String,
    /// The whole task: its text, and the paths and symbols of its answer.
    pub text: String,
}

/// Why a text is not a list of tasks.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// A line is no JSON.
    #[error("line {line}: {why}")]
    Json {
        /// 1-based.
        line: usize,
        /// The parser's error message.
        why: serde_json::Error,
    },
    /// A line names no repository (`repo`, `repository`) or has no text (`query`, `problem_statement`, `text`).
    #[error("line {line}: no `{field}`")]
    Field {
        /// 1-based.
        line: usize,
        /// What is missing.
        field: &'static str,
    },
}

const REPOSITORY: &[&str] = &["repo", "repository"];
const TEXT: &[&str] = &["query", "problem_statement", "text"];

impl Task {
    /// Reads tasks from JSON lines: each line is one object or a list of objects. Blank lines are skipped.
    ///
    /// # Errors
    /// [`TaskError`] with the line, where it is no JSON or no task.
    pub fn read_all(text: &str) -> Result<Vec<Self>, TaskError> {
        let mut tasks = Vec::new();
        for (line, json) in (1..).zip(text.lines()) {
            if json.trim().is_empty() {
                continue;
            }
            let value = serde_json::from_str(json).map_err(|why| TaskError::Json { line, why })?;
            let values = match value {
                Value::Array(values) => values,
                one => vec![one],
            };
            for value in values {
                tasks.push(Self::of(&value, line)?);
            }
        }
        Ok(tasks)
    }

    fn of(value: &Value, line: usize) -> Result<Self, TaskError> {
        let first = |names: &[&str]| names.iter().find_map(|name| value.get(name)?.as_str());
        let missing = |field| TaskError::Field { line, field };
        let repository = first(REPOSITORY).ok_or_else(|| missing("repo"))?;
        let mut text = first(TEXT).ok_or_else(|| missing("query"))?.to_owned();
        for place in list(value, "gold") {
            for name in list(place, "symbols")
                .filter_map(|symbol| symbol.get("name"))
                .chain(place.get("path"))
            {
                text.push('\n');
                text.push_str(name.as_str().unwrap_or_default());
            }
        }
        Ok(Self { repository: repository.to_owned(), text })
    }

    /// The repository's name without its owner.
    pub(crate) fn name(&self) -> &str {
        self.repository.rsplit('/').next().unwrap_or_default()
    }
}

/// The elements of a list field; none if there is no such list.
fn list<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    let values = value.get(name).and_then(Value::as_array);
    values.map(Vec::as_slice).unwrap_or_default().iter()
}

/// A word of the tasks of one repository must be this many times as frequent there as in code at large.
const MIN_FREQUENCY_RATIO: f64 = 50.0;
/// At least this many tasks of the repository must contain the word.
const MIN_TASKS: u32 = 2;
/// Smoothing: this many tasks without the word are added, since two of two tasks are weaker evidence than ten of ten.
const PSEUDO_TASKS: f64 = 4.0;
/// At least this share of all tasks with the word must be of one repository: a word that many issues contain
/// (`reproduce`) is not a product's.
const MIN_REPOSITORY_SHARE: f64 = 0.6;
/// Words of fewer bytes are ambiguous, and are not banned.
const MIN_WORD_BYTES: usize = 4;
/// A repository's name that at least this share of packages contains is a common word (`requests`), and is not banned.
const MAX_NAME_SHARE: f64 = 0.02;

/// The banned terms that the tasks give, each with its origin.
pub(super) fn terms(tasks: &[Task], background: &Background) -> BTreeMap<String, String> {
    let mut terms = BTreeMap::new();
    // For each word, the number of tasks that contain it, by repository.
    let mut counts: BTreeMap<String, BTreeMap<&str, u32>> = BTreeMap::new();
    // The number of tasks of each repository.
    let mut task_counts: BTreeMap<&str, u32> = BTreeMap::new();
    for task in tasks {
        *task_counts.entry(task.name()).or_default() += 1;
        let distinct: BTreeSet<String> = words(&task.text).into_iter().map(|w| w.text).collect();
        for word in distinct {
            *counts.entry(word).or_default().entry(task.name()).or_default() += 1;
        }
    }
    for (word, by_repository) in &counts {
        if let Some(name) = distinctive_repository(word, by_repository, &task_counts, background) {
            terms.insert(word.clone(), format!("distinctive of tasks about {name}"));
        }
    }
    for name in task_counts.keys().filter(|name| !is_common_name(name, background)) {
        terms.insert((*name).to_owned(), "a repository of the tasks".to_owned());
    }
    terms
}

/// The repository of which the word is distinctive, if there is one. `by_repository` has the number of tasks with the
/// word, `task_counts` that of all tasks.
fn distinctive_repository<'t>(
    word: &str,
    by_repository: &BTreeMap<&'t str, u32>,
    task_counts: &BTreeMap<&'t str, u32>,
    background: &Background,
) -> Option<&'t str> {
    if word.len() < MIN_WORD_BYTES || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    if is_compound(word, background) {
        return None;
    }
    let total: u32 = by_repository.values().sum();
    let (&name, &count) = by_repository.iter().max_by_key(|(_, tasks)| **tasks)?;
    let task_count = f64::from(task_counts.get(name).copied().unwrap_or(0));
    let share = f64::from(count) / (task_count + PSEUDO_TASKS);
    let distinctive = count >= MIN_TASKS
        && f64::from(count) >= MIN_REPOSITORY_SHARE * f64::from(total)
        && share >= MIN_FREQUENCY_RATIO * background.share(word);
    distinctive.then_some(name)
}

/// Whether a word is a compound of two common words: `cachedir` is not a product's word, and would also match
/// `cache_dir`.
fn is_compound(word: &str, background: &Background) -> bool {
    let cuts = word.char_indices().map(|(at, _)| word.split_at(at));
    cuts.filter(|(first, second)| first.len() > 2 && second.len() > 2)
        .any(|(first, second)| background.is_common(first) && background.is_common(second))
}

/// Whether so many packages contain a name, or its words joined, that it is not banned.
fn is_common_name(name: &str, background: &Background) -> bool {
    let parts = words(name);
    match parts.as_slice() {
        [one] => background.share(&one.text) >= MAX_NAME_SHARE,
        _ => background.share(&joined(name)) >= MAX_NAME_SHARE,
    }
}
