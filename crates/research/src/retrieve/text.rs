//! Exact strings, wherever they stand: settings, messages, names that no grammar declares.

use std::collections::BTreeMap;
use std::sync::Arc;

use firsthand_codegraph::Cancel;
use firsthand_registry::{PathClass, Window};
use serde_json::json;

use super::file_view::Reason;
use super::{Filter, Retrieved, Retriever};
use crate::Tier;

/// What retrieved a hit of a text.
pub(crate) const TEXT: &str = "text";

/// Places that are looked at.
const PLACES: u32 = 40;
/// Characters of an answer, which is cut below anyhow.
const ROOM: usize = 60_000;
/// What is left of the score of each further place, and of one in a test.
const FURTHER: f64 = 0.02;
const IN_TEST: f64 = 0.5;

impl Retriever {
    /// The places where the text stands, letter by letter.
    pub(crate) async fn text(&self, text: &str, filter: &Filter, cancel: &Cancel) -> Retrieved {
        let Some(grep) = self.toolbox.tool("grep") else {
            return Retrieved::default();
        };
        let mut asked = json!({
            "pattern": text, "literal": true, "case": "sensitive", "context": 1, "limit": PLACES,
        });
        if let Some(path) = &filter.within {
            asked["path"] = json!(path);
        }
        let output = grep
            .call(asked, &self.toolbox.call(cancel.clone(), ROOM))
            .await;
        let output = match output {
            Ok(output) => output,
            Err(error) => {
                let notes = vec![error.to_string()];
                return Retrieved {
                    notes,
                    ..Retrieved::default()
                };
            }
        };
        let (retriever, cancel, text) = (self.clone(), cancel.clone(), text.to_owned());
        let looked = tokio::task::spawn_blocking(move || {
            let pages = retriever.views(&cancel);
            let mut read = BTreeMap::new();
            let windows = output.observations.iter().flat_map(|seen| seen.windows());
            let mut hits = Vec::new();
            let whole = windows.filter(|window| holds_whole(window, &text));
            for (rank, window) in whole.enumerate() {
                let path = window.span.path();
                let class = PathClass::of(path);
                let part = if class.test || class.support {
                    IN_TEST
                } else {
                    1.0
                };
                let look = || retriever.toolbox.sandbox().read(path).map(Arc::new).ok();
                let Some(bytes) = read.entry(path).or_insert_with(look) else {
                    continue;
                };
                let page = pages.of(path, bytes);
                let line = window.hits.first().copied();
                let label = page.innermost(line.unwrap_or(window.span.range().start()));
                let reason = Reason {
                    tier: Tier::Ranked,
                    source: TEXT,
                    score: part / (1.0 + FURTHER * rank as f64),
                    related: None,
                    distance: None,
                };
                hits.extend(page.hit(
                    window.span.range(),
                    window.hits.iter().copied(),
                    label,
                    reason,
                ));
            }
            Retrieved {
                hits,
                notes: output.diagnostics,
                left_out: Vec::new(),
                words: Vec::new(),
                coverage: output.coverage,
            }
        });
        looked.await.unwrap_or_default()
    }
}

/// Whether a line that matched holds the text as a whole, and not as a part of a longer name.
fn holds_whole(window: &Window, text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let apart = |outer: Option<char>, inner: Option<char>| {
        !(outer.is_some_and(is_name) && inner.is_some_and(is_name))
    };
    let whole = |line: &str| {
        line.match_indices(text).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + text.len()..]);
            apart(before.chars().next_back(), text.chars().next())
                && apart(after.chars().next(), text.chars().next_back())
        })
    };
    let mut lines = window.span.lines();
    lines.any(|(number, line)| window.hits.contains(&number) && whole(line.text()))
}
