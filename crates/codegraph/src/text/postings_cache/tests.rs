//! A search with a cache returns what a search without one returns, and reads and parses only what changed.

mod clock;
mod part;

use std::path::Path;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;

use crate::answer::SearchResult;
use crate::graph::Graph;
use crate::options::Options;
use crate::query::{Query, Relation};
use firsthand_source::Cancel;

/// A time at which no file that a test wrote counts as changed a moment ago.
fn later() -> SystemTime {
    SystemTime::now() + Duration::from_secs(60)
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn open(root: &Path, cache: Option<&Path>) -> Graph {
    open_at(root, cache, later)
}

fn open_at(root: &Path, cache: Option<&Path>, clock: fn() -> SystemTime) -> Graph {
    let options = Options { cache: cache.map(Path::to_path_buf), ..Options::default() };
    Graph::with_clock(root.into(), options, clock).unwrap()
}

fn search(graph: &Graph, text: &str) -> SearchResult {
    graph.search(&Query::new(text), &Cancel::default())
}

/// A result without its statistics, which a cache changes.
fn answer(mut result: SearchResult) -> SearchResult {
    result.stats = Default::default();
    result
}

/// (files searched, how many of them were recalled, files parsed, files whose facts were cached)
fn cost(result: &SearchResult) -> (u64, u64, u64, u64) {
    let stats = &result.stats;
    (stats.files_read, stats.files_recalled, stats.files_parsed, stats.cache_hits)
}

struct Tree {
    root: tempfile::TempDir,
    cache: tempfile::TempDir,
}

fn tree() -> Tree {
    let root = tempfile::tempdir().unwrap();
    for number in 0..5 {
        let text = format!("/// Opens gate {number}.\npub fn open_gate{number}() {{}}\n");
        write(root.path(), &format!("src/f{number}.rs"), &text);
    }
    write(root.path(), "data.bin", "gate\0");
    let cache = tempfile::tempdir().unwrap();
    Tree { root, cache }
}

impl Tree {
    /// A new graph, which shares only the cache on disk with earlier ones, as in a new process.
    fn graph(&self) -> Graph {
        open(self.root.path(), Some(self.cache.path()))
    }
}

#[test]
fn only_changed_files_are_scanned_and_parsed_again() {
    let tree = tree();
    let ask = |text: &str| cost(&search(&tree.graph(), text));
    assert_eq!(ask("open gate"), (5, 0, 5, 0), "nothing is cached");
    assert_eq!(ask("open gate"), (5, 5, 0, 5), "everything is cached");
    write(tree.root.path(), "src/f3.rs", "pub fn open_the_gate() {}\n");
    assert_eq!(ask("open gate"), (5, 4, 1, 4), "one file changed");
    write(tree.root.path(), "src/new.rs", "pub fn close_the_gate() {}\n");
    std::fs::remove_file(tree.root.path().join("src/f0.rs")).unwrap();
    assert_eq!(ask("open gate"), (5, 3, 1, 4), "one added, one removed");
}

#[test]
fn a_new_word_is_scanned_for_in_every_file_and_then_cached() {
    let tree = tree();
    let ask = |text: &str| cost(&search(&tree.graph(), text));
    ask("gate");
    assert_eq!(ask("gate, opens"), (5, 0, 0, 5));
    assert_eq!(ask("opens, gate"), (5, 5, 0, 5));
}

#[test]
fn relation_queries_use_cached_postings() {
    let tree = tree();
    let ask = |symbol: &str| {
        let query = Query::default();
        cost(&tree.graph().relate(symbol, Relation::Definition, &query, &Cancel::default()))
    };
    assert_eq!(ask("open_gate1"), (5, 0, 1, 0));
    assert_eq!(ask("open_gate1"), (5, 5, 0, 1));
    assert_eq!(ask("open_gate2"), (5, 0, 1, 0));
}

/// A graph that masks secrets does not use the postings that a graph stored without masking them.
#[test]
fn contained_postings_with_secrets_are_not_used_where_secrets_are_masked() {
    let tree = tree();
    write(tree.root.path(), "a.env.rs", "let token = \"qrx7Wopen9Kgate4\";\n");
    let found = [false, true].map(|redact| {
        let options =
            Options { cache: Some(tree.cache.path().to_path_buf()), redact, ..Options::default() };
        let graph = Graph::with_clock(tree.root.path().into(), options, later).unwrap();
        let stat = &search(&graph, "qrx7").tokens[0];
        (stat.text.clone(), stat.occurrences)
    });
    assert_eq!(found, [("qrx7".to_owned(), 1), ("qrx7".to_owned(), 0)]);
}

#[test]
fn a_file_that_is_no_longer_ignored_is_scanned() {
    let tree = tree();
    search(&tree.graph(), "gate");
    write(tree.root.path(), ".gitignore", "f4.rs\n");
    assert_eq!(cost(&search(&tree.graph(), "open")), (4, 0, 0, 4));
    std::fs::remove_file(tree.root.path().join(".gitignore")).unwrap();
    let found = search(&tree.graph(), "open");
    assert_eq!(cost(&found), (5, 0, 0, 5));
    assert_eq!(answer(found), answer(search(&open(tree.root.path(), None), "open")));
}

#[test]
fn copies_of_a_tree_share_cached_facts() {
    let (tree, copy) = (tree(), tree());
    search(&tree.graph(), "gate");
    let graph_of_copy = open(copy.root.path(), Some(tree.cache.path()));
    assert_eq!(
        cost(&search(&graph_of_copy, "gate")),
        (5, 0, 0, 5),
        "facts are cached by content, postings by path"
    );
}

#[test]
fn a_damaged_cache_does_not_change_the_result() {
    let tree = tree();
    let uncached = answer(search(&open(tree.root.path(), None), "open gate"));
    for length in [0, 1, 15, 16, 17, 40] {
        search(&tree.graph(), "open gate");
        for entry in ignore::Walk::new(tree.cache.path()).flatten() {
            if entry.path().is_file() {
                let bytes = std::fs::read(entry.path()).unwrap();
                std::fs::write(entry.path(), &bytes[..bytes.len().min(length)]).unwrap();
            }
        }
        assert_eq!(answer(search(&tree.graph(), "open gate")), uncached, "{length}");
    }
}

/// A step of a test: a change to the tree or the cache, or a query.
#[derive(Clone, Debug)]
enum Step {
    Write(u8, Vec<u8>),
    Remove(u8),
    Move(u8, u8),
    Search(Vec<u8>),
    Relate(u8),
    /// Changes some bytes of some entries of the cache.
    Damage(u8),
}

const WORDS: [&str; 8] = ["alpha", "beta", "gammaDelta", "delta", "gamma_delta", "fn", "é", "x"];

fn step() -> impl Strategy<Value = Step> {
    let words = || proptest::collection::vec(0..WORDS.len() as u8, 0..6);
    prop_oneof![
        (0..6_u8, words()).prop_map(|(file, words)| Step::Write(file, words)),
        (0..6_u8).prop_map(Step::Remove),
        (0..6_u8, 0..6_u8).prop_map(|(from, to)| Step::Move(from, to)),
        words().prop_map(Step::Search),
        (0..WORDS.len() as u8).prop_map(Step::Relate),
        any::<u8>().prop_map(Step::Damage),
    ]
}

fn text_of(words: &[u8]) -> String {
    let words = words.iter().map(|word| WORDS[usize::from(*word)]);
    words.collect::<Vec<_>>().join(" ")
}

fn path(file: u8) -> String {
    let extension = ["rs", "ts", "txt"][usize::from(file) % 3];
    format!("d{}/f{file}.{extension}", file % 2)
}

/// Makes the change of a step; a query is no change.
fn apply(step: &Step, turn: usize, tree: &Tree) {
    let full_path = |file: u8| tree.root.path().join(path(file));
    match step {
        // Each turn writes another size, since two writes in a test may have the same times.
        Step::Write(file, words) => {
            let text = format!("fn {}() {{}}\n{}\n", text_of(words), " ".repeat(turn * 40));
            write(tree.root.path(), &path(*file), &text);
        }
        Step::Remove(file) => drop(std::fs::remove_file(full_path(*file))),
        Step::Move(from, to) => drop(std::fs::rename(full_path(*from), full_path(*to))),
        Step::Damage(which) => {
            let entries = ignore::Walk::new(tree.cache.path()).flatten();
            let files = entries.filter(|entry| entry.path().is_file());
            for entry in files.skip(usize::from(which % 4)).step_by(3) {
                let mut bytes = std::fs::read(entry.path()).unwrap();
                let at = usize::from(*which) % bytes.len().max(1);
                bytes.truncate(bytes.len() - at.min(1));
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= which | 1;
                }
                std::fs::write(entry.path(), bytes).unwrap();
            }
        }
        Step::Search(_) | Step::Relate(_) => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn recalled_is_as_read(steps in proptest::collection::vec(step(), 1..16)) {
        let tree = Tree { root: tempfile::tempdir().unwrap(), cache: tempfile::tempdir().unwrap() };
        for (turn, step) in steps.iter().enumerate() {
            apply(step, turn, &tree);
            let (cached, uncached) = (tree.graph(), open(tree.root.path(), None));
            let snapshot = tree.graph().snapshot(&Cancel::default());
            match step {
                Step::Search(words) => {
                    let text = text_of(words);
                    let in_folder = Query { within: Some("d1".to_owned()), ..Query::new(&text) };
                    for query in [Query::new(&text), in_folder] {
                        let ask = |graph: &Graph| answer(graph.search(&query, &Cancel::default()));
                        prop_assert_eq!(ask(&cached), ask(&uncached));
                        prop_assert_eq!(ask(&snapshot), ask(&uncached));
                    }
                }
                Step::Relate(word) => for relation in Relation::ALL {
                    let ask = |graph: &Graph| {
                        let name = WORDS[usize::from(*word)];
                        answer(graph.relate(name, relation, &Query::default(), &Cancel::default()))
                    };
                    prop_assert_eq!(ask(&cached), ask(&uncached));
                    prop_assert_eq!(ask(&snapshot), ask(&uncached));
                },
                _ => {}
            }
        }
    }
}
