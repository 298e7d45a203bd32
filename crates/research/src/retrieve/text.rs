//! Finds exact strings anywhere in files: settings, messages, names without a declaration; and files by their paths.

use std::collections::BTreeMap;
use std::sync::Arc;

use firsthand_agent::ToolOutput;
use firsthand_codegraph::{Cancel, Scope};
use firsthand_registry::{LineRange, PathClass, RepoPath, Window};
use serde_json::json;

use super::{Filter, Retrieved, Retriever, decayed};
use crate::payload::Tier;

/// The source name of hits found by exact text.
pub(crate) const TEXT_SOURCE: &str = "text";

/// The source name of hits found by their path.
pub(crate) const PATH_SOURCE: &str = "path";

/// The most files that one name may match.
const MAX_FILES: usize = 3;
/// The number of first lines of a file that a hit shows.
const MAX_HEAD_LINES: u32 = 12;
/// The most places that are read.
const MAX_PLACES: u32 = 40;
/// The character limit of the tool result.
const MAX_RESULT_CHARS: usize = 60_000;

impl Retriever {
    /// The places that contain exactly this text (case-sensitive) as a whole word.
    pub(crate) async fn text(&self, text: &str, filter: &Filter, cancel: &Cancel) -> Retrieved {
        let Some(grep) = self.toolbox.tool("grep") else {
            return Retrieved::default();
        };
        let mut arguments = json!({
            "pattern": text, "literal": true, "case": "sensitive", "context": 1, "limit": MAX_PLACES,
            "include": ["tests", "generated"],
        });
        if let Some(path) = &filter.within {
            arguments["path"] = json!(path);
        }
        let call = self.toolbox.call(cancel.clone(), MAX_RESULT_CHARS);
        let output = match grep.call(arguments, &call).await {
            Ok(output) => output,
            Err(error) => {
                return Retrieved {
                    notes: vec![error.to_string()],
                    ..Retrieved::default()
                };
            }
        };
        let (retriever, cancel, text) = (self.clone(), cancel.clone(), text.to_owned());
        let lookup = move || retriever.text_hits(output, &text, &cancel);
        let lookup = tokio::task::spawn_blocking(lookup);
        lookup.await.unwrap_or_default()
    }

    /// The windows of the output in which the text is a whole word. Blocks.
    fn text_hits(&self, output: ToolOutput, text: &str, cancel: &Cancel) -> Retrieved {
        let mut files: BTreeMap<&RepoPath, Option<Arc<Vec<u8>>>> = BTreeMap::new();
        let mut hits = Vec::new();
        let windows = output.observations.iter().flat_map(|seen| &seen.windows);
        let windows = windows.filter(|window| contains_whole_word(window, text));
        for (rank, window) in windows.enumerate() {
            let (path, lines) = (window.span.path(), window.span.range());
            let read_file = || self.toolbox.sandbox().read(path).map(Arc::new).ok();
            let Some(bytes) = files.entry(path).or_insert_with(read_file) else {
                continue;
            };
            let class = PathClass::of(path);
            let view = self.view(path, bytes, cancel);
            let line = window.hits.first().copied();
            let label = view.innermost(line.unwrap_or(lines.start()));
            let score = decayed(1.0, rank, class.test || class.support);
            let found = (Tier::Ranked, TEXT_SOURCE, score);
            hits.extend(view.hit(lines, window.hits.iter().copied(), label, found));
        }
        Retrieved {
            hits,
            notes: output.diagnostics,
            coverage: output.coverage,
            ..Retrieved::default()
        }
    }

    /// Finds the files whose path ends with the name, at a `/`; each is shown by its first lines. Shorter paths come
    /// first.
    pub(crate) fn files_named(&self, name: &str, filter: &Filter, cancel: &Cancel) -> Retrieved {
        let inventory = self.files();
        let Ok(within) = Scope::of(filter.within.as_deref().unwrap_or_default(), &inventory) else {
            return Retrieved::default();
        };
        let paths = inventory.files.iter().map(|entry| &entry.path);
        let paths = paths.filter(|path| within.holds(path.as_str()));
        let mut found: Vec<_> = paths
            .filter(|path| is_path_of(path.as_str(), name))
            .collect();
        found.sort_by_key(|path| path.as_str().len());
        let hit = |path: &RepoPath| {
            let bytes = self.toolbox.sandbox().read(path).ok()?;
            let found = (Tier::Exact, PATH_SOURCE, 1.0);
            let view = self.view(path, &Arc::new(bytes), cancel);
            view.hit(LineRange::new(1, MAX_HEAD_LINES)?, [], None, found)
        };
        Retrieved {
            hits: found.into_iter().take(MAX_FILES).filter_map(hit).collect(),
            ..Retrieved::default()
        }
    }
}

/// Whether a matching line contains the text as a whole word, not as a part of a longer name.
fn contains_whole_word(window: &Window, text: &str) -> bool {
    let is_name_char = |c: char| c.is_alphanumeric() || c == '_';
    let is_boundary = |outer: Option<char>, inner: Option<char>| {
        !(outer.is_some_and(is_name_char) && inner.is_some_and(is_name_char))
    };
    let has_whole_word = |line: &str| {
        line.match_indices(text).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + text.len()..]);
            is_boundary(before.chars().next_back(), text.chars().next())
                && is_boundary(after.chars().next(), text.chars().next_back())
        })
    };
    let mut lines = window.span.lines();
    lines.any(|(number, line)| window.hits.contains(&number) && has_whole_word(line.text()))
}

/// Whether a path ends with this file name or partial path, at a `/`. A name without `.` and `/` is no file name.
pub(crate) fn is_path_of(path: &str, name: &str) -> bool {
    let is_file_name = name.contains('.') || name.contains('/');
    is_file_name
        && path
            .strip_suffix(name)
            .is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}
