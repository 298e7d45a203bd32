//! Runs sub-queries concurrently: at most 8 at a time, each for at most half of the time that remains when it begins. The order of the
//! results does not depend on which finishes first.

use firsthand_agent::Cancel;
use futures::StreamExt as _;
use serde_json::json;
use tokio::time::{Instant, timeout};

use crate::hit::{Hit, is_test};
use crate::retrieve::{CommitQuery, Edge, Filter, Retrieved, Retriever, TrackedPlace, is_unclear};
use crate::stage_io::StageOutput;

/// The most sub-queries that run concurrently.
const MAX_CONCURRENT_QUERIES: usize = 8;

/// A sub-query to run.
#[derive(Clone, Debug)]
pub(super) struct SubQuery {
    /// The axis, or `refine` or `seed` for a sub-query that belongs to none.
    pub(super) axis: &'static str,
    pub(super) kind: SubQueryKind,
    /// The folder to search, instead of that of the hints.
    pub(super) within: Option<String>,
    /// Keeps only hits in tests, or only declarations of a kind.
    pub(super) only: HitFilter,
}

/// The kind of a sub-query.
#[derive(Clone, Debug)]
pub(super) enum SubQueryKind {
    /// Searches for the best regions for a text.
    Search { text: String, regions: usize },
    /// Follows a relation from a symbol.
    Relate(Edge),
    /// Searches for exact text.
    Text(String),
    /// Searches the history.
    Commits(CommitQuery),
}

/// The hits to keep.
#[derive(Clone, Debug, Default)]
pub(super) enum HitFilter {
    #[default]
    All,
    Tests,
    Kind(String),
}

impl HitFilter {
    fn passes(&self, hit: &Hit) -> bool {
        match self {
            Self::All => true,
            Self::Tests => is_test(hit),
            Self::Kind(kind) => hit.kind() == kind,
        }
    }
}

impl SubQuery {
    pub(super) fn new(axis: &'static str, kind: SubQueryKind) -> Self {
        Self { axis, kind, within: None, only: HitFilter::All }
    }

    pub(super) fn search(axis: &'static str, text: &str, regions: usize) -> Self {
        let text = text.to_owned();
        Self::new(axis, SubQueryKind::Search { text, regions })
    }

    /// Describes the sub-query for the trace.
    fn description(&self) -> String {
        let text = match &self.kind {
            SubQueryKind::Search { text, .. } => format!("search {text}"),
            SubQueryKind::Relate(edge) => format!("{} of {}", edge.relation, edge.symbol),
            SubQueryKind::Text(text) => format!("text {text}"),
            SubQueryKind::Commits(query) => {
                let place = |place: &TrackedPlace| match place.lines {
                    Some(lines) => format!("{}:{lines}", place.path),
                    None => place.path.to_string(),
                };
                let places: Vec<String> = query.places.iter().map(place).collect();
                format!("commits of {}", places.join(", "))
            }
        };
        match &self.within {
            Some(folder) => format!("{text} in {folder}"),
            None => text,
        }
    }
}

/// The shared state and the results of the queries of an execution.
pub(super) struct FanOut {
    pub(super) retriever: Retriever,
    pub(super) filter: Filter,
    pub(super) cancel: Cancel,
    pub(super) deadline: Instant,
    /// What was found so far.
    pub(super) output: StageOutput,
    /// The number of sub-queries beyond the scope's limit.
    pub(super) left_out: usize,
    pub(super) degraded: Vec<String>,
}

impl FanOut {
    /// Adds a reason why the evidence is degraded, unless it is already listed.
    pub(super) fn degrade(&mut self, why: impl Into<String>) {
        let why = why.into();
        if !self.degraded.contains(&why) {
            self.degraded.push(why);
        }
    }

    /// Runs all queries; returns the hits of each, in the order of the queries.
    pub(super) async fn run_all(&mut self, queries: Vec<SubQuery>) -> Vec<Vec<Hit>> {
        let running: Vec<_> = queries.into_iter().map(|query| self.start(query)).collect();
        let found = futures::stream::iter(running).buffered(MAX_CONCURRENT_QUERIES);
        let found: Vec<_> = found.collect().await;
        let found = found.into_iter();
        found.map(|(query, found)| self.record(&query, found)).collect()
    }

    /// The query, with its answer once it was run. The answer is `None` if it exceeded its time limit or panicked.
    fn start(
        &self,
        mut query: SubQuery,
    ) -> impl Future<Output = (SubQuery, Option<Retrieved>)> + use<> {
        let mut filter = self.filter.clone();
        if query.within.is_some() {
            query.within = restricted_folder(query.within.as_deref(), filter.within.as_deref());
            filter.within.clone_from(&query.within);
        }
        filter.include.tests |= matches!(query.only, HitFilter::Tests);
        let (retriever, cancel) = (self.retriever.clone(), self.cancel.clone());
        let deadline = self.deadline;
        async move {
            let time_left = deadline.saturating_duration_since(Instant::now());
            let cancel = cancel.after(time_left / 2);
            // A query that ends at its limit returns what it found; one that does not is given up.
            let answer = run_query(retriever, query.kind.clone(), filter, cancel);
            let found = timeout(time_left / 4 * 3, answer).await.ok().flatten();
            (query, found)
        }
    }

    /// Adds the hits, the trace row and the degradations of a query; returns the hits. `found` is `None` if the query
    /// exceeded its time limit or panicked.
    fn record(&mut self, query: &SubQuery, found: Option<Retrieved>) -> Vec<Hit> {
        let description = query.description();
        let is_given_up = found.is_none();
        let mut found = found.unwrap_or_default();
        found.hits.retain(|hit| query.only.passes(hit));
        let row = json!({"axis": query.axis, "query": description, "found": found.hits.len()});
        self.output.sub_queries.extend(row.as_object().cloned());
        if is_given_up {
            self.degrade(format!("no answer in time: {description}"));
            self.output.coverage.losses.time += 1;
            return Vec::new();
        }
        // A relation without hits is no degradation: the symbol may be unused, or use only code outside of the tree.
        let relates = matches!(query.kind, SubQueryKind::Relate(_));
        let is_late = found.coverage.losses.time > 0;
        let notes_matter =
            is_late || !relates && (found.hits.is_empty() || found.coverage.truncated);
        for note in found.notes.iter().filter(|note| notes_matter || is_unclear(note)) {
            self.degrade(format!("{description}: {note}"));
        }
        for omission in found.left_out {
            self.degrade(format!("{}: {omission}", query.axis));
        }
        self.output.coverage = std::mem::take(&mut self.output.coverage).and(found.coverage);
        self.output.hits.extend(found.hits.iter().cloned());
        found.hits
    }
}

/// The folder of a sub-query: its own, or that of the caller's hint if its own is missing or outside of the hint.
fn restricted_folder(folder: Option<&str>, hint: Option<&str>) -> Option<String> {
    let is_inside_hint = |folder: &&str| {
        hint.is_none_or(|hint| {
            let rest = folder.strip_prefix(hint.trim_end_matches('/'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    folder.filter(is_inside_hint).or(hint).map(str::to_owned)
}

/// Runs one sub-query; `None` if its thread panicked.
async fn run_query(
    retriever: Retriever,
    query: SubQueryKind,
    filter: Filter,
    cancel: Cancel,
) -> Option<Retrieved> {
    let _stop = cancel.on_drop();
    if let SubQueryKind::Text(text) = &query {
        return Some(retriever.text(text, &filter, &cancel).await);
    }
    let signal = cancel.clone();
    let task = tokio::task::spawn_blocking(move || match &query {
        SubQueryKind::Search { text, regions } => {
            retriever.search(text, *regions, &filter, &signal)
        }
        SubQueryKind::Relate(edge) => retriever.relate(edge, &filter, &signal),
        SubQueryKind::Commits(commits) => retriever.commits(commits, &signal),
        SubQueryKind::Text(_) => Retrieved::default(),
    });
    task.await.ok()
}
