//! How often the files of a snapshot are listed, read and parsed.

use std::path::Path;

use firsthand_source::RepoPath;

use super::*;
use crate::graph::Graph;
use crate::options::Options;
use crate::query::{Query, Relation};
use crate::text::memo::Room;

fn tree() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| std::fs::write(folder.path().join(path), text).unwrap();
    write("a.rs", "pub fn open_gate() {}\n");
    write("b.rs", "use crate::a::open_gate;\n\npub fn run() {\n    open_gate();\n}\n");
    folder
}

fn open(root: &Path) -> Graph {
    Graph::open(root, Options::default()).unwrap()
}

/// The cost of three relation queries, a search and a listing on one graph: (times that the tree was listed, bytes
/// read and files parsed for the relations).
fn cost(graph: &Graph) -> (u64, u64, u64) {
    let (query, cancel) = (Query::default(), Cancel::default());
    let (before, mut read, mut parsed) = (graph.listings(), 0, 0);
    for relation in [Relation::Callers, Relation::References, Relation::Implementors] {
        let stats = graph.relate("open_gate", relation, &query, &cancel).stats;
        read += stats.bytes_read;
        parsed += stats.files_parsed;
    }
    graph.search(&Query::new("gate"), &cancel);
    assert_eq!(graph.files().files.len(), 2);
    (graph.listings() - before, read, parsed)
}

#[test]
fn a_snapshot_lists_the_tree_once_and_reads_and_parses_each_file_once() {
    let folder = tree();
    let graph = open(folder.path());
    let size = graph.files().files.iter().map(|file| file.size).sum::<u64>();
    assert_eq!(
        cost(&graph),
        (5, 3 * size, 2),
        "without a snapshot, each call lists and reads by itself"
    );
    let graph = open(folder.path());
    let snapshot = graph.snapshot(&Cancel::default());
    assert_eq!(graph.listings(), 0, "a snapshot is not listed before the first call on it");
    assert_eq!(cost(&snapshot), (1, size, 2));
    assert_eq!(cost(&snapshot), (0, 0, 0));
}

#[test]
fn a_snapshot_does_not_see_later_changes_but_its_graph_does() {
    let folder = tree();
    let graph = open(folder.path());
    let snapshot = graph.snapshot(&Cancel::default());
    assert_eq!(snapshot.files().files.len(), 2);
    std::fs::write(folder.path().join("c.rs"), "pub fn more() {}\n").unwrap();
    let counts = |graph: &Graph| {
        let found = graph.search(&Query::new("more"), &Cancel::default());
        (graph.files().files.len(), found.regions.len())
    };
    assert_eq!(counts(&snapshot), (2, 0));
    assert_eq!(counts(&graph), (3, 1));
    assert_eq!(counts(&graph.snapshot(&Cancel::default())), (3, 1));
}

/// What is no text is read once, and a file that is given with its bytes is parsed as these bytes are.
#[test]
fn a_snapshot_knows_what_it_read() {
    let folder = tree();
    let write = |path: &str, text: &[u8]| std::fs::write(folder.path().join(path), text).unwrap();
    write("c.rs", &[b"fn late() {}\n".as_slice(), &[0; 64]].concat());
    let (graph, cancel) = (open(folder.path()), Cancel::default());
    let snapshot = graph.snapshot(&cancel);
    let regions = |graph: &Graph| {
        let found = graph.relate("late", Relation::Definition, &Query::default(), &cancel);
        found.regions.len()
    };
    snapshot.relate("open_gate", Relation::Definition, &Query::default(), &cancel);
    write("c.rs", b"fn late() {}\n");
    assert_eq!((regions(&snapshot), regions(&graph)), (0, 1));
    let names = |source: &[u8]| {
        let declared = snapshot.declarations("a.rs", source, &cancel);
        declared.into_iter().map(|one| one.name).collect::<Vec<_>>()
    };
    assert_eq!(names(b"pub fn open_gate() {}\n"), ["open_gate"]);
    assert_eq!(names(b"fn other() {}\n"), ["other"]);
    assert!(names(b"").is_empty());
}

#[test]
fn the_last_listing_is_used_again() {
    let folder = tree();
    let graph = open(folder.path());
    let occurring = |graph: &Graph| {
        let texts = ["open_gate", "more"].map(str::to_owned);
        graph.of_last_listing().occurring(&texts, &Cancel::default())
    };
    assert_eq!((occurring(&graph), graph.listings()), (vec!["open_gate".to_owned()], 1));
    std::fs::write(folder.path().join("c.rs"), "pub fn more() {}\n").unwrap();
    assert_eq!((occurring(&graph), graph.listings()), (vec!["open_gate".to_owned()], 1));
    assert_eq!(graph.files().files.len(), 3);
    assert_eq!((occurring(&graph).len(), graph.listings()), (2, 2));
}

/// The states of a tree before a change: another content, a file that is gone, and a new one.
#[test]
fn an_overlaid_graph_has_other_contents_of_files() {
    let folder = tree();
    let graph = open(folder.path());
    let cancel = Cancel::default();
    let path = |text: &str| RepoPath::new(text).unwrap();
    let overlaid = graph.overlaid(
        [
            (path("a.rs"), Some(b"pub fn closed_gate() {}\n".to_vec())),
            (path("b.rs"), None),
            (
                path("c.rs"),
                Some(b"use crate::a::closed_gate;\n\nfn old() { closed_gate() }\n".to_vec()),
            ),
        ],
        &cancel,
    );
    let callers = |graph: &Graph, name: &str| -> Vec<String> {
        let found = graph.relate(name, Relation::Callers, &Query::default(), &cancel);
        found.sites.iter().map(|site| format!("{}:{}", site.path, site.line)).collect()
    };
    let files = |graph: &Graph| -> Vec<String> {
        graph.files().files.iter().map(|file| file.path.to_string()).collect()
    };
    assert_eq!(callers(&overlaid, "closed_gate"), ["c.rs:3"]);
    assert_eq!(callers(&overlaid, "open_gate"), [""; 0]);
    assert_eq!(files(&overlaid), ["a.rs", "c.rs"]);
    assert_eq!(callers(&graph, "open_gate"), ["b.rs:4"]);
    assert_eq!(files(&graph), ["a.rs", "b.rs"]);
}

/// Of the files that are opened, only those for which there is room stay in memory.
#[test]
fn a_listing_stores_parsed_files_while_it_has_room() {
    let (folder, cancel) = (tree(), Cancel::default());
    let graph = open(folder.path());
    let store = graph.facts();
    let stay_in_memory = |room: usize| {
        let mut files = Files::of(store, Reader::of(&store.tree).with_room(0), &cancel);
        files.parsed.room = Room::new(room);
        ["a.rs", "b.rs"].map(|path| {
            let (file, _) = files.open(path, &cancel).unwrap();
            let stored = Arc::downgrade(&file);
            drop(file);
            stored.upgrade().is_some()
        })
    };
    assert_eq!(stay_in_memory(1 << 20), [true, true]);
    assert_eq!(stay_in_memory(30), [true, false], "b.rs is larger than what is left");
    assert_eq!(stay_in_memory(0), [false, false]);
}
