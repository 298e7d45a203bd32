//! Tasks of a benchmark: their repositories, and the texts from which banned words are derived.

use serde_json::Value;

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
        Ok(Self {
            repository: repository.to_owned(),
            text,
        })
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
