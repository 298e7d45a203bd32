//! The embedded default model: it searches, reads what it will cite, quotes lines and submits a report.
//!
//! It is stateless: its next step depends on the conversation alone, so it is deterministic and can be
//! replayed. It claims at most `medium` confidence, and that only if the evidence makes it likely that its
//! places are right.

mod confidence;
mod fact;
mod label;
mod places;
mod quoted_line;
mod sentence;
mod spelled;
mod submit;
mod view;
mod weights;
mod word_weight;

use async_trait::async_trait;
use firsthand_agent::registry::LineRange;
use firsthand_agent::validator::{EMBEDDED_MODEL, Intent};
use firsthand_agent::{
    Model, ModelError, ModelRequest, ModelTraits, ModelTurn, SUBMIT, Task, ToolCall,
};
use serde_json::{Value, json};

use self::label::label;
use self::places::Place;
use self::view::{CALLERS, SIBLINGS, View};

/// The factor by which the model's default character budgets are wider than those of a model that reads text: the places of a search then fit in one answer.
const BUDGET_FACTOR: usize = 12;

/// The embedded default model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin(());

impl Builtin {
    /// Creates the model; it has no state.
    #[must_use]
    pub fn new() -> Self {
        Self(())
    }

    /// The evidence for the places that a report would cite after the conversation so far: named features,
    /// each from 0 to 1, always in the same order (`line`, `named`, `places`, `ties`, `absent`, `heaviest`,
    /// `heavy_words`, `common`, `same_file`; `docs/benchmarks.md` describes them). The confidence model is fitted on
    /// them. `None` if the report would cite no place: its confidence is then `low`.
    #[must_use]
    pub fn evidence(&self, request: &ModelRequest<'_>) -> Option<Vec<(&'static str, f64)>> {
        let view = View::of(request);
        let places = places::primary(&view);
        (!places.is_empty()).then(|| confidence::features(&view, &places).to_vec())
    }
}

#[async_trait]
impl Model for Builtin {
    fn name(&self) -> &str {
        EMBEDDED_MODEL
    }

    /// Its reports are not cached: it answers faster than a stored report can be checked, and a new answer sees new
    /// files. It does not revise a report, since it cites everything that it found. Its default character budgets are
    /// wider, since characters cost it nothing: the top results of the search then fit completely.
    fn traits(&self) -> ModelTraits {
        let mut traits = ModelTraits::default();
        traits.cacheable = false;
        traits.revises = false;
        traits.instant = true;
        let budgets = &mut traits.default_budgets;
        budgets.result_chars *= BUDGET_FACTOR;
        budgets.file_chars *= BUDGET_FACTOR;
        budgets.observation_chars *= BUDGET_FACTOR;
        traits
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let view = View::of(request);
        let mut calls = Vec::new();
        if request.must_call.is_none() && request.steps_left > 1 {
            calls = next_calls(&view, request);
        }
        if calls.is_empty() {
            calls.push((SUBMIT, submit::arguments(&view, request.task)));
        }
        Ok(turn(view.turns, calls))
    }
}

fn turn(number: usize, calls: Vec<(&'static str, Value)>) -> ModelTurn {
    let calls = calls.into_iter().enumerate().map(|(index, (tool, arguments))| {
        ToolCall::new(format!("b{number}_{index}"), tool, arguments)
    });
    ModelTurn { calls: calls.collect(), ..ModelTurn::default() }
}

/// The most regions that the search returns, each with its whole text. A report cites fewer: some regions overlap,
/// or are tests.
const MAX_REGIONS: usize = 25;

/// The most declarations that the question spells whose callers are looked up, and the most callers of one.
const MAX_SPELLED: usize = 2;
const MAX_CALLERS: usize = 10;
/// The most places whose siblings are looked up.
const MAX_ANCHORS: usize = 3;
/// The most siblings of one place that are looked up.
const MAX_SIBLINGS: usize = 10;

/// The calls of the next turn; none when it is time to submit.
fn next_calls(view: &View<'_>, request: &ModelRequest<'_>) -> Vec<(&'static str, Value)> {
    match view.turns {
        0 => search(view, request.task),
        1 => {
            let mut calls = callers(view);
            if request.task.intent == Intent::Edit {
                calls.extend(siblings(view));
            }
            calls.extend(reads(view));
            calls
        }
        // Reading widens places, so that other places may now fit into one citation with them: a second turn of reads
        // follows.
        2 => reads(view),
        _ => Vec::new(),
    }
}

/// A search for the query or, without that tool, a `grep` for its longest word.
fn search(view: &View<'_>, task: &Task) -> Vec<(&'static str, Value)> {
    if view.has_tool("search_code") {
        let mut arguments =
            json!({ "query": task.query, "limit": MAX_REGIONS, "include": ["bodies"] });
        if !task.words.is_empty() {
            arguments["words"] = json!(task.words);
        }
        return vec![("search_code", arguments)];
    }
    let longest = view.words.iter().max_by_key(|token| token.chars().count());
    let word = longest.filter(|_| view.has_tool("grep"));
    word.map(|word| ("grep", json!({ "pattern": word, "literal": true }))).into_iter().collect()
}

/// Calls for the lines that call what the question spells as code does.
fn callers(view: &View<'_>) -> Vec<(&'static str, Value)> {
    let arguments = json!({ "relation": CALLERS, "limit": MAX_CALLERS });
    let spelled = view.spelled().take(MAX_SPELLED).map(|spelled| spelled.address);
    relations(view, spelled, &arguments)
}

/// Calls for the places that enumerate the same members as the best places: they change together.
fn siblings(view: &View<'_>) -> Vec<(&'static str, Value)> {
    let arguments = json!({ "relation": SIBLINGS, "limit": MAX_SIBLINGS, "include": ["bodies"] });
    let heads = places::primary(view).into_iter().filter_map(|place| {
        let head = label(place)?.declaration.head?;
        Some(format!("{}:{}", place.path(), head.start()))
    });
    relations(view, heads.take(MAX_ANCHORS), &arguments)
}

/// Calls for what stands in a relation to the declarations at these lines, `src/a.rs:12`.
fn relations(
    view: &View<'_>,
    lines: impl Iterator<Item = String>,
    arguments: &Value,
) -> Vec<(&'static str, Value)> {
    let call = |symbol: String| {
        let mut arguments = arguments.clone();
        arguments["symbol"] = json!(symbol);
        ("search_code", arguments)
    };
    lines.filter(|_| view.has_tool("search_code")).map(call).collect()
}

/// Calls that read the lines that the report will cite, unless they were observed in one piece.
fn reads(view: &View<'_>) -> Vec<(&'static str, Value)> {
    if !view.has_tool("read_file") {
        return Vec::new();
    }
    let citations = places::citations(view).into_iter();
    let unseen =
        citations.filter(|(place, lines)| place.range().is_some_and(|r| !r.covers(*lines)));
    let call = |(place, lines): (Place<'_>, LineRange)| {
        let path = place.path().as_str();
        let arguments = json!({ "path": path, "start": lines.start(), "end": lines.end() });
        ("read_file", arguments)
    };
    unseen.map(call).collect()
}
