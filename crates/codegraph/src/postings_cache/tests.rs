//! What is remembered is what would be read.

mod clock;
mod part;

use std::path::Path;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;

use crate::answer::SearchResult;
use crate::graph::{Graph, Options};
use crate::query::{Query, Relation};
use firsthand_source::Cancel;

/// A time by which all that tests write has settled.
fn later() -> SystemTime {
    SystemTime::now() + Duration::from_secs(60)
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn open(root: &Path, cache: Option<&Path>) -> Graph {
    let options = Options {
        cache: cache.map(Path::to_path_buf),
        ..Options::default()
    };
    Graph::open(root, options).unwrap().at(later)
}

fn search(graph: &Graph, text: &str) -> SearchResult {
    graph.search(&Query::new(text), &Cancel::default())
}

/// The answer without what it cost.
fn answer(mut result: SearchResult) -> SearchResult {
    result.stats = Default::default();
    result
}

/// (files searched, of them recalled, parsed, known)
fn cost(result: &SearchResult) -> (u64, u64, u64, u64) {
    let stats = &result.stats;
    (
        stats.files_read,
        stats.files_recalled,
        stats.files_parsed,
        stats.cache_hits,
    )
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
    /// A new process, as far as anything is remembered.
    fn graph(&self) -> Graph {
        open(self.root.path(), Some(self.cache.path()))
    }
}

#[test]
fn a_change_to_one_file_costs_that_file() {
    let tree = tree();
    let ask = |text: &str| cost(&search(&tree.graph(), text));
    assert_eq!(ask("open gate"), (5, 0, 5, 0), "nothing is known");
    assert_eq!(ask("open gate"), (5, 5, 0, 5), "all is known");
    write(tree.root.path(), "src/f3.rs", "pub fn open_the_gate() {}\n");
    assert_eq!(ask("open gate"), (5, 4, 1, 4), "one file changed");
    write(
        tree.root.path(),
        "src/new.rs",
        "pub fn close_the_gate() {}\n",
    );
    std::fs::remove_file(tree.root.path().join("src/f0.rs")).unwrap();
    assert_eq!(ask("open gate"), (5, 3, 1, 4), "one came, one went");
}

#[test]
fn a_new_word_is_looked_for_everywhere_and_then_known() {
    let tree = tree();
    let ask = |text: &str| cost(&search(&tree.graph(), text));
    ask("gate");
    assert_eq!(ask("gate, opens"), (5, 0, 0, 5));
    assert_eq!(ask("opens, gate"), (5, 5, 0, 5));
}

#[test]
fn relations_recall_too() {
    let tree = tree();
    let ask = |symbol: &str| {
        let query = Query::default();
        cost(
            &tree
                .graph()
                .relate(symbol, Relation::Definition, &query, &Cancel::default()),
        )
    };
    assert_eq!(ask("open_gate1"), (5, 0, 1, 0));
    assert_eq!(ask("open_gate1"), (5, 5, 0, 1));
    assert_eq!(ask("open_gate2"), (5, 0, 1, 0));
}

/// What a graph that leaves secrets in found of a tree says nothing to one that leaves them out.
#[test]
fn contained_what_was_found_with_secrets_is_not_recalled_without() {
    let tree = tree();
    write(
        tree.root.path(),
        "a.env.rs",
        "let token = \"qrx7Wopen9Kgate4\";\n",
    );
    let found = [false, true].map(|redact| {
        let options = Options {
            cache: Some(tree.cache.path().to_path_buf()),
            redact,
            ..Options::default()
        };
        let graph = Graph::open(tree.root.path(), options).unwrap().at(later);
        let stat = &search(&graph, "qrx7").tokens[0];
        (stat.text.clone(), stat.occurrences)
    });
    assert_eq!(found, [("qrx7".to_owned(), 1), ("qrx7".to_owned(), 0)]);
}

#[test]
fn a_file_that_was_out_of_sight_is_read_when_it_comes_back() {
    let tree = tree();
    search(&tree.graph(), "gate");
    write(tree.root.path(), ".gitignore", "f4.rs\n");
    assert_eq!(cost(&search(&tree.graph(), "open")), (4, 0, 0, 4));
    std::fs::remove_file(tree.root.path().join(".gitignore")).unwrap();
    let found = search(&tree.graph(), "open");
    assert_eq!(cost(&found), (5, 0, 0, 5));
    assert_eq!(
        answer(found),
        answer(search(&open(tree.root.path(), None), "open"))
    );
}

#[test]
fn one_cache_serves_copies_of_a_tree() {
    let (one, two) = (tree(), tree());
    search(&one.graph(), "gate");
    let there = open(two.root.path(), Some(one.cache.path()));
    assert_eq!(
        cost(&search(&there, "gate")),
        (5, 0, 0, 5),
        "facts go by content"
    );
}

#[test]
fn a_damaged_cache_is_no_worse_than_none() {
    let tree = tree();
    let plain = answer(search(&open(tree.root.path(), None), "open gate"));
    for keep in [0, 1, 15, 16, 17, 40] {
        search(&tree.graph(), "open gate");
        for entry in ignore::Walk::new(tree.cache.path()).flatten() {
            if entry.path().is_file() {
                let bytes = std::fs::read(entry.path()).unwrap();
                std::fs::write(entry.path(), &bytes[..bytes.len().min(keep)]).unwrap();
            }
        }
        assert_eq!(answer(search(&tree.graph(), "open gate")), plain, "{keep}");
    }
}

/// What may happen to a tree between two questions.
#[derive(Clone, Debug)]
enum Step {
    Write(u8, Vec<u8>),
    Remove(u8),
    Move(u8, u8),
    Search(Vec<u8>),
    Relate(u8),
    /// Some bytes of some entries are changed.
    Damage(u8),
}

const WORDS: [&str; 8] = [
    "alpha",
    "beta",
    "gammaDelta",
    "delta",
    "gamma_delta",
    "fn",
    "é",
    "x",
];

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

fn said(words: &[u8]) -> String {
    let words = words.iter().map(|word| WORDS[usize::from(*word)]);
    words.collect::<Vec<_>>().join(" ")
}

fn path(file: u8) -> String {
    let ending = ["rs", "ts", "txt"][usize::from(file) % 3];
    format!("d{}/f{file}.{ending}", file % 2)
}

fn take(step: &Step, turn: usize, tree: &Tree) {
    let at = |file: u8| tree.root.path().join(path(file));
    match step {
        // No two states of a file have one size: their times may be the same here.
        Step::Write(file, words) => {
            let text = format!("fn {}() {{}}\n{}\n", said(words), " ".repeat(turn * 40));
            write(tree.root.path(), &path(*file), &text);
        }
        Step::Remove(file) => drop(std::fs::remove_file(at(*file))),
        Step::Move(from, to) => drop(std::fs::rename(at(*from), at(*to))),
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
            take(step, turn, &tree);
            let (kept, plain) = (tree.graph(), open(tree.root.path(), None));
            let one = tree.graph().snapshot(&Cancel::default());
            match step {
                Step::Search(words) => {
                    let text = said(words);
                    let below = Query { within: Some("d1".to_owned()), ..Query::new(&text) };
                    for query in [Query::new(&text), below] {
                        let ask = |graph: &Graph| answer(graph.search(&query, &Cancel::default()));
                        prop_assert_eq!(ask(&kept), ask(&plain));
                        prop_assert_eq!(ask(&one), ask(&plain));
                    }
                }
                Step::Relate(word) => for relation in Relation::ALL {
                    let ask = |graph: &Graph| {
                        let name = WORDS[usize::from(*word)];
                        answer(graph.relate(name, relation, &Query::default(), &Cancel::default()))
                    };
                    prop_assert_eq!(ask(&kept), ask(&plain));
                    prop_assert_eq!(ask(&one), ask(&plain));
                },
                _ => {}
            }
        }
    }
}
