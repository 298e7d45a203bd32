//! The target `facts`: the declarations that the code graph finds in a file of any language.

use std::sync::OnceLock;

use firsthand_codegraph::{Cancel, Graph, Options};
use firsthand_registry::lines_of;

use crate::{split_line, tree};

/// The first line of the data is the file's name, which decides its language; the rest is the file.
pub fn facts(data: &[u8]) {
    let (name, source) = split_line(data);
    facts_hold(graph(), &String::from_utf8_lossy(name), source);
}

/// Extracts the facts of a file. Every declaration has a name and lines of the file, and declarations are in order.
pub fn facts_hold(graph: &Graph, name: &str, source: impl AsRef<[u8]>) {
    let source = source.as_ref();
    let lines = u32::try_from(lines_of(source).count()).unwrap_or(u32::MAX);
    let mut last_start = 0;
    for declaration in graph.declarations(name, source, &Cancel::default()) {
        assert!(!declaration.name.is_empty(), "{declaration:?}");
        assert!(declaration.qualified.ends_with(&declaration.name), "{declaration:?}");
        let range = declaration.range;
        assert!(range.end() <= lines, "{declaration:?} of {lines} lines");
        assert!(range.start() >= last_start, "{declaration:?} comes late");
        last_start = range.start();
    }
}

/// The graph that the targets share.
pub(crate) fn graph() -> &'static Graph {
    static GRAPH: OnceLock<Graph> = OnceLock::new();
    GRAPH.get_or_init(|| graph_with(Options { threads: 1, ..Options::default() }))
}

/// A graph over the crate's tree with these options.
pub fn graph_with(options: Options) -> Graph {
    Graph::open(tree(), options).expect("the tree opens")
}
