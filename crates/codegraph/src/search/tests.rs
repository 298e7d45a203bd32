//! Tests of cancelled searches, and of the scan that searches share.

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
    let scanned = ScannedQuery::of(&files, entries, None, &query, &query.text, None, &cancel);
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

/// The counts of a text's words, from a scan for the words of `all` where that has them; and whether it has.
fn counted(all: &str, text: &str) -> (String, bool) {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("a.rs", "fn page_lock(needle: Page) {}\n// The page is locked, the needle lost.\n"),
        (
            "b.ts",
            "const pageLock = 'haystack'\nlet token = \"ghp_0123456789abcdefghij0123456789abcdef\"\n",
        ),
        ("c.txt", "nothing of it\n"),
    ];
    for (path, text) in files {
        std::fs::write(folder.path().join(path), text).unwrap();
    }
    let graph = Graph::open(folder.path(), Options::default()).unwrap();
    let (facts, cancel) = (graph.facts(), Cancel::default());
    let files = Files::of(facts, Reader::of(&facts.tree), &cancel);
    let entries = &files.listing.inventory.files;
    let query = Query::new(text);
    let of = |text, known| ScannedQuery::of(&files, entries, None, &query, text, known, &cancel);
    let ScannedQuery { tokens, scan, .. } = of(all, None);
    let known = (tokens, scan);
    let shared = of(text, Some(&known));
    let own = of(text, None);
    assert_eq!(shared.scan.files, own.scan.files, "{text:?} of {all:?}");
    let counts = own.scan.files.iter().map(|file| file.hits().to_string());
    (counts.collect::<Vec<_>>().join(" "), shared.scan.bytes == 0)
}

#[test]
fn the_words_of_a_scan_for_more_words_are_counted_alike() {
    let check = |all: &str, text: &str, expect: &str, is_shared: bool| {
        assert_eq!(counted(all, text), (expect.to_owned(), is_shared), "{text:?} of {all:?}");
    };
    check("needle page lock haystack", "page lock", "5 3 0", true);
    check("needle page haystack lock", "page lock", "5 3 0", false);
    check("lock haystack page", "page", "3 1 0", true);
    check("needle\nhaystack", "haystack needle", "2 1 0", false);
    check("needle", "page", "3 1 0", false);
    check("where is pageLock", "page lock", "5 3 0", false);
    check("page lock of a pageLock", "page lock", "5 3 0", false);
    check("needle page ghp abcdefghij", "page", "3 1 0", true);
    check("needle", "", "0 0 0", true);
}
