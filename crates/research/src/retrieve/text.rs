//! Finds exact strings anywhere in files: settings, messages, names without a declaration.

use std::collections::BTreeMap;
use std::sync::Arc;

use firsthand_codegraph::Cancel;
use firsthand_registry::{PathClass, Window};
use serde_json::json;

use super::file_view::Reason;
use super::{Filter, RANK_DECAY, Retrieved, Retriever, TEST_FACTOR};
use crate::Tier;

/// The source name of hits found by exact text.
pub(crate) const TEXT_SOURCE: &str = "text";

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
        });
        if let Some(path) = &filter.within {
            arguments["path"] = json!(path);
        }
        let output = grep
            .call(
                arguments,
                &self.toolbox.call(cancel.clone(), MAX_RESULT_CHARS),
            )
            .await;
        let output = match output {
            Ok(output) => output,
            Err(error) => {
                return Retrieved {
                    notes: vec![error.to_string()],
                    ..Retrieved::default()
                };
            }
        };
        let (retriever, cancel, text) = (self.clone(), cancel.clone(), text.to_owned());
        let lookup = tokio::task::spawn_blocking(move || {
            let views = retriever.views(&cancel);
            let mut files = BTreeMap::new();
            let windows = output.observations.iter().flat_map(|seen| &seen.windows);
            let mut hits = Vec::new();
            let matching_windows = windows.filter(|window| contains_whole_word(window, &text));
            for (rank, window) in matching_windows.enumerate() {
                let path = window.span.path();
                let class = PathClass::of(path);
                let class_factor = if class.test || class.support {
                    TEST_FACTOR
                } else {
                    1.0
                };
                let read_file = || retriever.toolbox.sandbox().read(path).map(Arc::new).ok();
                let Some(bytes) = files.entry(path).or_insert_with(read_file) else {
                    continue;
                };
                let view = views.of(path, bytes);
                let line = window.hits.first().copied();
                let label = view.innermost(line.unwrap_or(window.span.range().start()));
                let reason = Reason {
                    tier: Tier::Ranked,
                    source: TEXT_SOURCE,
                    score: class_factor / (1.0 + RANK_DECAY * rank as f64),
                    related: None,
                    distance: None,
                };
                hits.extend(view.hit(
                    window.span.range(),
                    window.hits.iter().copied(),
                    label,
                    reason,
                ));
            }
            Retrieved {
                hits,
                notes: output.diagnostics,
                coverage: output.coverage,
                ..Retrieved::default()
            }
        });
        lookup.await.unwrap_or_default()
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
