//! What to look at next.

use firsthand_agent::registry::Candidate;
use firsthand_agent::validator::Intent;
use firsthand_agent::{Message, ModelRequest};
use serde_json::{Value, json};

use super::sight::Sight;
use super::weigh::{self, rarity};

/// Regions of the first search.
const REGIONS: usize = 10;
/// Found symbols whose relations are followed.
const ANCHORS: usize = 3;
/// A name that stands in more files than this is followed nowhere: its users are everywhere.
const COMMON: u32 = 100;
/// Places shown for each relation.
const RELATED: usize = 4;
/// Words that the search did not show and that are looked for literally.
const LITERALS: usize = 2;

/// The next calls; none where it is time to submit.
pub(super) fn next(sight: &Sight<'_>, request: &ModelRequest<'_>) -> Vec<(&'static str, Value)> {
    let asked_again = request
        .messages
        .iter()
        .skip(1)
        .any(|m| matches!(m, Message::User(_)));
    match sight.turns {
        _ if asked_again => Vec::new(),
        0 => search(sight, request),
        1 => follow(sight, request.task.intent),
        _ => Vec::new(),
    }
}

fn search(sight: &Sight<'_>, request: &ModelRequest<'_>) -> Vec<(&'static str, Value)> {
    let query = &request.task.query;
    if sight.can("search_code") {
        return vec![(
            "search_code",
            json!({ "query": query, "limit": REGIONS, "include": ["bodies"] }),
        )];
    }
    let longest = sight
        .tokens
        .iter()
        .max_by_key(|token| token.chars().count());
    let literal = longest.filter(|_| sight.can("grep"));
    literal
        .map(|word| ("grep", json!({ "pattern": word, "literal": true })))
        .into_iter()
        .collect()
}

/// Callers and callees of what was found, and the rare words of the question that it does not hold.
fn follow(sight: &Sight<'_>, intent: Intent) -> Vec<(&'static str, Value)> {
    let mut calls = Vec::new();
    let relations: &[&str] = match intent {
        Intent::Locate => &[],
        Intent::Explain | Intent::Debug | Intent::Edit => &["callers", "callees"],
    };
    if sight.can("search_code") {
        for anchor in anchors(sight) {
            for relation in relations {
                let arguments = json!({ "symbol": anchor, "relation": relation, "limit": RELATED, "include": ["bodies"] });
                calls.push(("search_code", arguments));
            }
        }
    }
    if sight.can("grep") {
        let held: Vec<&Candidate> = sight
            .found
            .iter()
            .filter_map(|&id| sight.registry.get(id))
            .collect();
        let mut unseen: Vec<&str> = sight
            .tokens
            .iter()
            .filter(|token| {
                sight
                    .registry
                    .count_of(token)
                    .is_some_and(|count| count.files > 0)
            })
            .filter(|token| !held.iter().any(|candidate| weigh::holds(candidate, token)))
            .collect();
        unseen.sort_by(|a, b| rarity(sight, b).total_cmp(&rarity(sight, a)));
        for word in unseen.into_iter().take(LITERALS) {
            calls.push((
                "grep",
                json!({ "pattern": word, "literal": true, "limit": RELATED }),
            ));
        }
    }
    calls
}

/// The symbols that the search ranked highest, each name once; tests and common names left out.
fn anchors(sight: &Sight<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for candidate in sight.found.iter().filter_map(|&id| sight.registry.get(id)) {
        let traits = candidate.traits();
        let common = |name: &str| {
            let count = sight.registry.count_of(name);
            count.is_some_and(|count| count.files > COMMON)
        };
        let symbol = candidate.symbols().first();
        let symbol = symbol.filter(|s| !traits.test && !traits.docs && !common(&s.name));
        if let Some(symbol) = symbol.filter(|symbol| !names.contains(&symbol.qualified)) {
            names.push(symbol.qualified.clone());
        }
        if names.len() == ANCHORS {
            break;
        }
    }
    names
}
