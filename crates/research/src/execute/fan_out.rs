//! Looks that run side by side: at most 8, each for at most half of the time that is left, in an order that does not
//! depend on which is done first.

use std::time::Duration;

use firsthand_agent::Cancel;
use firsthand_agent::validator::Coverage;
use futures::StreamExt as _;
use serde_json::{Map, Value, json};
use tokio::time::{Instant, timeout};

use crate::hit::{Hit, is_test};
use crate::retrieve::{CommitQuery, Edge, Filter, Followed, Retrieved, Retriever};

/// Looks that run at once.
const AT_ONCE: usize = 8;

/// A look to take.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// Along which axis.
    pub(super) axis: &'static str,
    pub(super) query: Ask,
    /// Where, if not where the hints say.
    pub(super) within: Option<String>,
    /// Whether only tests count, or only declarations of a kind.
    pub(super) only: Only,
}

/// What a look asks for.
#[derive(Clone, Debug)]
pub(super) enum Ask {
    /// The best regions for a text.
    Search { text: String, regions: usize },
    /// The places in a relation to a symbol.
    Relate(Edge),
    /// The places where a text stands.
    Text(String),
    /// The commits that touched something.
    Commits(CommitQuery),
}

/// What of the hits counts.
#[derive(Clone, Debug, Default)]
pub(super) enum Only {
    #[default]
    All,
    Tests,
    Kind(String),
}

impl Look {
    pub(super) fn new(axis: &'static str, query: Ask) -> Self {
        Self {
            axis,
            query,
            within: None,
            only: Only::All,
        }
    }

    pub(super) fn search(axis: &'static str, text: &str, regions: usize) -> Self {
        let text = text.to_owned();
        Self::new(axis, Ask::Search { text, regions })
    }

    /// The look in words, for the trace.
    fn words(&self) -> String {
        let asked = match &self.query {
            Ask::Search { text, .. } => format!("search {text}"),
            Ask::Relate(edge) => format!("{} of {}", edge.relation, edge.symbol),
            Ask::Text(text) => format!("text {text}"),
            Ask::Commits(asked) => {
                let place = |place: &Followed| match place.lines {
                    Some(lines) => format!("{}:{lines}", place.path),
                    None => place.path.to_string(),
                };
                let places: Vec<String> = asked.places.iter().map(place).collect();
                format!("commits of {}", places.join(", "))
            }
        };
        match &self.within {
            Some(folder) => format!("{asked} in {folder}"),
            None => asked,
        }
    }
}

/// What all looks of an execution share, and what they found.
pub(super) struct FanOut {
    retriever: Retriever,
    filter: Filter,
    cancel: Cancel,
    deadline: Instant,
    pub(super) hits: Vec<Hit>,
    pub(super) trace: Vec<Map<String, Value>>,
    pub(super) seeds: Vec<String>,
    /// Sub-queries that the scope left out.
    pub(super) left_out: usize,
    pub(super) degraded: Vec<String>,
    pub(super) coverage: Coverage,
}

impl FanOut {
    pub(super) fn new(
        retriever: Retriever,
        filter: Filter,
        cancel: Cancel,
        left: Duration,
    ) -> Self {
        Self {
            retriever,
            filter,
            cancel,
            deadline: Instant::now() + left,
            hits: Vec::new(),
            trace: Vec::new(),
            seeds: Vec::new(),
            left_out: 0,
            degraded: Vec::new(),
            coverage: Coverage::default(),
        }
    }

    /// Notes that the evidence is less than was asked for, once.
    pub(super) fn degrade(&mut self, why: impl Into<String>) {
        let why = why.into();
        if !self.degraded.contains(&why) {
            self.degraded.push(why);
        }
    }

    /// Takes all of the looks; the hits of each, in the order of the looks.
    pub(super) async fn all(&mut self, looks: Vec<Look>) -> Vec<Vec<Hit>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let patience = left / 2;
        let mut running = Vec::new();
        for look in &looks {
            let (retriever, cancel) = (self.retriever.clone(), self.cancel.after(patience));
            let filter = Filter {
                within: narrower(look.within.as_deref(), self.filter.within.as_deref()),
                ..self.filter.clone()
            };
            let looking = take(retriever, look.clone(), filter, cancel);
            running.push(async move { timeout(patience, looking).await.ok().flatten() });
        }
        let found: Vec<_> = futures::stream::iter(running)
            .buffered(AT_ONCE)
            .collect()
            .await;
        let mut of_each = Vec::new();
        for (look, found) in looks.iter().zip(found) {
            of_each.push(self.took(look, found));
        }
        of_each
    }

    fn took(&mut self, look: &Look, found: Option<Retrieved>) -> Vec<Hit> {
        let words = look.words();
        let Some(found) = found else {
            self.trace.push(row(look, &words, 0));
            self.degrade(format!("no answer in time: {words}"));
            return Vec::new();
        };
        let hits: Vec<Hit> = found
            .hits
            .into_iter()
            .filter(|hit| counts(look, hit))
            .collect();
        self.trace.push(row(look, &words, hits.len()));
        // That nothing uses something is an answer.
        let relates = matches!(look.query, Ask::Relate(_));
        let matters = (hits.is_empty() && !relates) || found.coverage.truncated;
        let unclear = found
            .notes
            .iter()
            .filter(|note| matters || note.contains("is ambiguous"));
        for note in unclear {
            self.degrade(format!("{words}: {note}"));
        }
        for what in found.left_out {
            self.degrade(format!("{}: {what}", look.axis));
        }
        let coverage = std::mem::take(&mut self.coverage);
        self.coverage = coverage.and(found.coverage);
        self.hits.extend(hits.iter().cloned());
        hits
    }
}

/// Where a look stays: in its own folder, unless that leaves what the caller's hint allows.
fn narrower(folder: Option<&str>, hint: Option<&str>) -> Option<String> {
    let stays = |folder: &&str| {
        hint.is_none_or(|hint| {
            let rest = folder.strip_prefix(hint.trim_end_matches('/'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    folder.filter(stays).or(hint).map(str::to_owned)
}

fn row(look: &Look, words: &str, found: usize) -> Map<String, Value> {
    let row = json!({"axis": look.axis, "query": words, "found": found});
    row.as_object().cloned().unwrap_or_default()
}

fn counts(look: &Look, hit: &Hit) -> bool {
    match &look.only {
        Only::All => true,
        Only::Tests => is_test(hit),
        Only::Kind(kind) => hit.kind() == kind,
    }
}

/// One look; `None` where its thread broke off.
async fn take(
    retriever: Retriever,
    look: Look,
    filter: Filter,
    cancel: Cancel,
) -> Option<Retrieved> {
    let _stop = cancel.on_drop();
    let mut filter = filter;
    if matches!(look.only, Only::Tests) {
        filter.include.tests = true;
    }
    if let Ask::Text(text) = &look.query {
        return Some(retriever.text(text, &filter, &cancel).await);
    }
    let given = cancel.clone();
    let looked = tokio::task::spawn_blocking(move || match &look.query {
        Ask::Search { text, regions } => retriever.search(text, *regions, &filter, &given),
        Ask::Relate(edge) => retriever.relate(edge, &filter, &given),
        Ask::Commits(asked) => retriever.commits(asked, &given),
        Ask::Text(_) => Retrieved::default(),
    });
    looked.await.ok()
}
