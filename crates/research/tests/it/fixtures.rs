//! Test repositories, and runs over them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use firsthand_agent::Model;
use firsthand_research::payload::{Claim, Intent, SearchResult};
use firsthand_research::{
    Cancel, DEADLINE, LocalBus, RepoStages, Request, Researched, RunDependencies, Stages, run,
};
use firsthand_testkit::folder;
use firsthand_tools::{ToolOptions, Toolbox};
use tempfile::TempDir;

/// A small shop: a ledger, functions that post to it, and their callers.
pub(crate) const SHOP: &[(&str, &str)] = &[
    ("Cargo.toml", "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"),
    ("src/lib.rs", "pub mod api;\npub mod ledger;\npub mod orders;\npub mod refund;\n"),
    (
        "src/ledger.rs",
        "/// Keeps what was paid.\npub struct Ledger {\n    entries: Vec<u32>,\n}\n\nimpl Ledger {\n    /// Adds an entry to the ledger.\n    pub fn post_entry(&mut self, amount: u32) {\n        self.entries.push(amount);\n    }\n}\n",
    ),
    (
        "src/refund.rs",
        "use crate::ledger::Ledger;\n\n/// Pays a refund back.\npub fn pay_refund(ledger: &mut Ledger, amount: u32) {\n    ledger.post_entry(amount);\n}\n",
    ),
    (
        "src/orders.rs",
        "use crate::refund::pay_refund;\nuse crate::ledger::Ledger;\n\n/// Cancels an order.\npub fn cancel_order(ledger: &mut Ledger) {\n    pay_refund(ledger, 7);\n}\n",
    ),
    (
        "src/api.rs",
        "use crate::orders::cancel_order;\nuse crate::ledger::Ledger;\n\npub fn handle_cancel(ledger: &mut Ledger) {\n    cancel_order(ledger);\n}\n",
    ),
    (
        "tests/refund.rs",
        "#[test]\nfn a_refund_is_paid() {\n    let mut ledger = Ledger::default();\n    pay_refund(&mut ledger, 3);\n}\n",
    ),
    ("settings.conf", "[shop]\nrefund.limit = 30\n"),
];

pub(crate) fn shop() -> TempDir {
    folder(SHOP)
}

pub(crate) fn toolbox(root: &TempDir) -> Toolbox {
    Toolbox::open(root.path(), ToolOptions::default()).unwrap()
}

pub(crate) fn intent(topic: &str, hints: &[(&str, &str)]) -> Intent {
    let hints = hints.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    Intent { hints: hints.collect::<BTreeMap<_, _>>(), ..Intent::new(topic) }
}

/// The dependencies of a run over the repository, optionally with other stages.
pub(crate) fn dependencies(root: &TempDir, stages: Option<Arc<dyn Stages>>) -> RunDependencies {
    let repo_stages = Arc::new(RepoStages::new(toolbox(root)));
    let cancel = Cancel::new();
    RunDependencies {
        bus: Arc::new(LocalBus::new(stages.unwrap_or_else(|| repo_stages.clone()), cancel.clone())),
        files: repo_stages,
        deadline: DEADLINE,
        cancel,
        observer: None,
    }
}

pub(crate) async fn research(root: &TempDir, intent: Intent) -> Researched {
    let request = Request::new("r1", intent);
    run(request, &dependencies(root, None)).await.unwrap()
}

/// A run with a model that decides.
pub(crate) async fn research_with_model(
    root: &TempDir,
    topic: &str,
    model: impl Model + 'static,
) -> Researched {
    let stages = RepoStages::new(toolbox(root)).with_model(Arc::new(model));
    let dependencies = RunDependencies {
        deadline: Duration::from_secs(20),
        ..dependencies(root, Some(Arc::new(stages)))
    };
    run(Request::new("r1", Intent::new(topic)), &dependencies).await.unwrap()
}

/// The claims as `part: text [path:line quote]`.
pub(crate) fn claims(result: &SearchResult) -> Vec<String> {
    let describe = |claim: &Claim| {
        let references = claim.references.iter().map(|reference| {
            let place = &result.places[reference.place as usize - 1];
            let location = if place.commit.is_empty() {
                format!("{}:{}", place.path, reference.line)
            } else {
                format!("commit of {}", place.date)
            };
            format!("[{location} {}]", reference.quote)
        });
        let references: Vec<String> = references.collect();
        format!("{}: {} {}", claim.part, claim.text, references.join(" "))
    };
    result.claims.iter().map(describe).collect()
}

/// The descriptions of the sub-queries of a result.
pub(crate) fn queries(result: &SearchResult) -> Vec<String> {
    let trace = result.decomp_trace.clone().unwrap_or_default();
    let query = |row: &serde_json::Map<String, serde_json::Value>| {
        row.get("query").and_then(|query| query.as_str()).map(str::to_owned)
    };
    trace.sub_queries.iter().filter_map(query).collect()
}

/// The degradations of a result as `stage: reason`.
pub(crate) fn degraded(result: &SearchResult) -> Vec<String> {
    let reasons = result.degraded.iter();
    reasons.map(|degradation| format!("{}: {}", degradation.stage, degradation.reason)).collect()
}

/// The action that the router chose.
pub(crate) fn action(result: &firsthand_research::payload::SearchResult) -> String {
    let trace = result.decomp_trace.as_ref();
    trace.map_or("synthesize_directly".to_owned(), |trace| trace.router_action.clone())
}
