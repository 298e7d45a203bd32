//! Tests of cancelled searches.

use super::*;
use crate::graph::Graph;
use crate::options::Options;
use crate::text::listing::Reader;

/// Cancels a search before (`scanned` is false) or after its scan, and compares its places, tokens and notes.
fn check(scanned: bool, expect: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.rs"), "fn needle() {}\n").unwrap();
    let graph = Graph::open(folder.path(), Options::default()).unwrap();
    let (facts, cancel) = (graph.facts(), Cancel::default());
    let (query, tokens) = (Query::new("needle thread"), Tokens::of("needle thread"));
    let files = Files::of(facts, Reader::of(&facts.tree), &cancel);
    let inventory = Arc::clone(&files.listing.inventory);
    if !scanned {
        cancel.cancel();
    }
    let call = Call {
        files: &files,
        cancel: &cancel,
    };
    let scan = scan(&files.listing, &inventory.files, None, &tokens, &cancel);
    cancel.cancel();
    let mut found = SearchResult::default();
    let named = NamedPlaces::of(&call, &inventory.files, &query);
    answer(
        &call,
        &inventory,
        &scan,
        &tokens,
        (&query, &named),
        &mut found,
    );
    let places = found
        .regions
        .iter()
        .map(|r| format!("{}:{}", r.path, r.range));
    let words = found.tokens.iter().map(|token| token.text.clone());
    let seen: Vec<String> = places.chain(words).chain(found.notes.clone()).collect();
    assert_eq!(seen.join(" "), expect);
}

#[test]
fn a_cancelled_search_returns_what_it_found_and_reports_no_token_as_absent() {
    check(true, "a.rs:1-1 needle");
    check(false, "");
}
