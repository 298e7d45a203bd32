//! Tests of cancelled searches.

use super::*;
use crate::facts::scanned_query::ScannedQuery;
use crate::graph::Graph;
use crate::options::Options;
use crate::text::listing::Reader;

/// Cancels a search before (`scanned` is false) or after its scan, and compares its places, tokens and notes.
fn check(scanned: bool, expect: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.rs"), "fn needle() {}\n").unwrap();
    let graph = Graph::open(folder.path(), Options::default()).unwrap();
    let (facts, cancel) = (graph.facts(), Cancel::default());
    let query = Query::new("needle thread");
    let files = Files::of(facts, Reader::of(&facts.tree), &cancel);
    let entries = &files.listing.inventory.files;
    if !scanned {
        cancel.cancel();
    }
    let scanned = ScannedQuery::of(&files, entries, None, &query, &query.text, &cancel);
    cancel.cancel();
    let mut found = SearchResult::default();
    let named = NamedPlaces::of(&files.listing, entries, &query);
    answer(&scanned, &named, &mut found);
    let places = found.regions.iter().map(|r| format!("{}:{}", r.path, r.range));
    let words = found.tokens.iter().map(|token| token.text.clone());
    let seen: Vec<String> = places.chain(words).chain(found.notes.clone()).collect();
    assert_eq!(seen.join(" "), expect);
}

#[test]
fn a_cancelled_search_returns_what_it_found_and_reports_no_token_as_absent() {
    check(true, "a.rs:1-1 needle");
    check(false, "");
}
