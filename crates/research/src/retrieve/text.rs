//! Exact strings, wherever they stand: settings, messages, names that no grammar declares.

use std::sync::Arc;

use firsthand_codegraph::Cancel;
use serde_json::json;

use super::page::{Pages, Reason};
use super::{Filter, Retrieved, Retriever};
use crate::Tier;

/// What retrieved a hit of a text.
pub(crate) const TEXT: &str = "text";

/// Places that are looked at.
const PLACES: u32 = 20;
/// Characters of an answer, which is cut below anyhow.
const ROOM: usize = 60_000;
/// What is left of the score of each further place.
const FURTHER: f64 = 0.05;

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
        let (retriever, cancel) = (self.clone(), cancel.clone());
        let looked = tokio::task::spawn_blocking(move || {
            let graph = retriever.toolbox.graph();
            let mut pages = Pages::new(graph, &cancel);
            let windows = output.observations.iter().flat_map(|seen| seen.windows());
            let mut hits = Vec::new();
            for (rank, window) in windows.enumerate() {
                let path = window.span.path();
                let Ok(bytes) = retriever.toolbox.sandbox().read(path) else {
                    continue;
                };
                let page = pages.of(path, &Arc::new(bytes));
                let line = window.hits.first().copied();
                let label = page.innermost(line.unwrap_or(window.span.range().start()));
                let reason = Reason {
                    tier: Tier::Ranked,
                    source: TEXT,
                    score: 1.0 / (1.0 + FURTHER * rank as f64),
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
