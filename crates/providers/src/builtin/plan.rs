//! What to look at next.

use firsthand_agent::registry::{Candidate, LineRange};
use firsthand_agent::{Message, ModelRequest};
use serde_json::{Value, json};

use super::places::{self, FURTHER, PRIMARY, Places, declaration};
use super::view::View;

/// Regions of the search, each shown whole: some of them overlap, or are tests.
const REGIONS: usize = 15;
/// Callees of the first place, by their heads, and its users, whole. Those of further places cost as much each, and
/// reports are no better with them.
const CALLEES: usize = 20;
const USERS: usize = 5;
/// Files up to which relations are followed: in more, that takes longer than the search.
const FILES: u32 = 5_000;
/// Lines of one read: no report cites a place that is longer.
const READ_LINES: u32 = 120;

/// The calls of the next turn; none when it is time to submit.
pub(super) fn next(view: &View<'_>, request: &ModelRequest<'_>) -> Vec<(&'static str, Value)> {
    let asked_again = request
        .messages
        .iter()
        .skip(1)
        .any(|m| matches!(m, Message::User(_)));
    match view.turns {
        _ if asked_again => Vec::new(),
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
            json!({ "query": query, "limit": REGIONS, "include": ["bodies"] }),
        )];
    }
    let longest = view.tokens.iter().max_by_key(|token| token.chars().count());
    let literal = longest.filter(|_| view.has_tool("grep"));
    literal
        .map(|word| ("grep", json!({ "pattern": word, "literal": true })))
        .into_iter()
        .collect()
}

/// What the first place calls, and what uses it, where the search leaves room in the report for that: a further place of
/// the search is needed more often. Nothing in a large tree.
fn relations(view: &View<'_>) -> Vec<(&'static str, Value)> {
    let places = places::primary(view);
    let found = Places::beside(view, places.clone()).all().len();
    if !view.has_tool("search_code") || found >= PRIMARY + FURTHER {
        return Vec::new();
    }
    let counts = view
        .tokens
        .iter()
        .filter_map(|word| view.registry.count_of(word));
    if counts.map(|count| count.of_files).max() > Some(FILES) {
        return Vec::new();
    }
    let head = |place: &&Candidate| {
        let line = declaration(place)?.head?.start();
        Some(format!("{}:{line}", place.path().as_str()))
    };
    let Some(symbol) = places.iter().find_map(head) else {
        return Vec::new();
    };
    vec![
        (
            "search_code",
            json!({ "symbol": symbol, "relation": "callees", "limit": CALLEES }),
        ),
        (
            "search_code",
            json!({ "symbol": symbol, "relation": "references", "limit": USERS, "include": ["bodies"] }),
        ),
    ]
}

/// The rest of the places that the report will cite.
fn reads(view: &View<'_>) -> Vec<(&'static str, Value)> {
    read(view, &Places::beside(view, places::primary(view)).all())
}

/// The declarations that the search showed in part, as far as a report can cite them whole.
fn read(view: &View<'_>, places: &[&Candidate]) -> Vec<(&'static str, Value)> {
    if !view.has_tool("read_file") {
        return Vec::new();
    }
    let unseen = places
        .iter()
        .filter_map(|place| Some((place, unseen(place)?)));
    let call = |(place, lines): (&&Candidate, LineRange)| {
        let path = place.path().as_str();
        let arguments = json!({ "path": path, "start": lines.start(), "end": lines.end() });
        ("read_file", arguments)
    };
    unseen.map(call).collect()
}

/// The declaration of a place of which it shows a part; of a long one, the lines around the place.
fn unseen(place: &Candidate) -> Option<LineRange> {
    let (declared, range) = (declaration(place)?.range, place.range()?);
    if !declared.overlaps(range) || range.covers(declared) || range.len() >= READ_LINES {
        return None;
    }
    let whole = declared.hull(range);
    if whole.len() <= READ_LINES {
        return Some(whole);
    }
    let before = (READ_LINES - range.len()) / 2;
    let start = whole.start().max(range.start().saturating_sub(before));
    LineRange::new(start, whole.end().min(start + READ_LINES - 1))
}
