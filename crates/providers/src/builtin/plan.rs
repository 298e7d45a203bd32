//! Selects the tool calls of the next turn.

use firsthand_agent::ModelRequest;
use firsthand_agent::registry::LineRange;
use serde_json::{Value, json};

use super::place::Place;
use super::places::{self, MAX_FURTHER, PRIMARY_PLACES, Places};
use super::view::View;

/// The number of regions of the search, each shown whole: some of them overlap, or are tests.
const MAX_REGIONS: usize = 25;
/// The number of callees of the first place, by their heads, and of its users, whole. Those of further places cost as
/// much each and do not improve reports.
const MAX_CALLEES: usize = 20;
const MAX_USERS: usize = 5;
/// Relations are followed in trees of at most this many files: in larger ones that takes longer than the search.
const MAX_FILES_FOR_RELATIONS: u32 = 5_000;

/// The calls of the next turn; none when it is time to submit.
pub(super) fn next(view: &View<'_>, request: &ModelRequest<'_>) -> Vec<(&'static str, Value)> {
    match view.turns {
        0 => search(view, &request.task.query),
        1 => {
            let relations = relations(view);
            if relations.is_empty() {
                reads(view)
            } else {
                relations
            }
        }
        2 => reads(view),
        _ => Vec::new(),
    }
}

fn search(view: &View<'_>, query: &str) -> Vec<(&'static str, Value)> {
    if view.has_tool("search_code") {
        return vec![(
            "search_code",
            json!({ "query": query, "limit": MAX_REGIONS, "include": ["bodies"] }),
        )];
    }
    let longest = view.tokens.iter().max_by_key(|token| token.chars().count());
    let literal = longest.filter(|_| view.has_tool("grep"));
    literal
        .map(|word| ("grep", json!({ "pattern": word, "literal": true })))
        .into_iter()
        .collect()
}

/// Follows the callees and the users of the first place if the search leaves room for them in the report, since a
/// further place of the search is needed more often. Nothing in a large tree.
fn relations(view: &View<'_>) -> Vec<(&'static str, Value)> {
    let places = places::primary(view);
    let found = Places::beside(view, places.clone()).all().len();
    if !view.has_tool("search_code") || found >= PRIMARY_PLACES + MAX_FURTHER {
        return Vec::new();
    }
    let counts = view
        .tokens
        .iter()
        .filter_map(|word| view.registry.count_of(word));
    if counts.map(|count| count.of_files).max() > Some(MAX_FILES_FOR_RELATIONS) {
        return Vec::new();
    }
    let head = |place: &Place<'_>| {
        let line = place.declaration()?.head?.start();
        Some(format!("{}:{line}", place.path().as_str()))
    };
    let Some(symbol) = places.iter().find_map(head) else {
        return Vec::new();
    };
    vec![
        (
            "search_code",
            json!({ "symbol": symbol, "relation": "callees", "limit": MAX_CALLEES }),
        ),
        (
            "search_code",
            json!({ "symbol": symbol, "relation": "references", "limit": MAX_USERS, "include": ["bodies"] }),
        ),
    ]
}

/// Reads the lines that the report will cite, unless they were observed in one piece.
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
