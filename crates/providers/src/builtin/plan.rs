//! Selects the tool calls of the next turn.

use firsthand_agent::registry::LineRange;
use firsthand_agent::validator::Intent;
use firsthand_agent::{ModelRequest, Task};
use serde_json::{Value, json};

use super::label::label;
use super::places;
use super::places::Place;
use super::view::{CALLERS, SIBLINGS, View};

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
pub(super) fn next(view: &View<'_>, request: &ModelRequest<'_>) -> Vec<(&'static str, Value)> {
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
