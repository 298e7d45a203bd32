//! The target `facts`: the declarations that the code graph finds in a file of any language.

use std::path::Path;
use std::sync::OnceLock;

use firsthand_codegraph::{Cancel, Graph, Options};
use firsthand_registry::lines_of;

use crate::{CRATE_FOLDER, split_line};

/// The first line of the data is the file's name, which decides its language; the rest is the file.
///
/// Every declaration has a name and lines of the file, and declarations are in order.
pub fn facts(data: &[u8]) {
    let (name, source) = split_line(data);
    let name = String::from_utf8_lossy(name);
    let lines = u32::try_from(lines_of(source).count()).unwrap_or(u32::MAX);
    let mut last_start = 0;
    for declaration in graph().declarations(&name, source, &Cancel::default()) {
        assert!(!declaration.name.is_empty(), "{declaration:?}");
        assert!(declaration.qualified.ends_with(&declaration.name), "{declaration:?}");
        let range = declaration.range;
        assert!(range.end() <= lines, "{declaration:?} of {lines} lines");
        assert!(range.start() >= last_start, "{declaration:?} comes late");
        last_start = range.start();
    }
}

pub(crate) fn graph() -> &'static Graph {
    static GRAPH: OnceLock<Graph> = OnceLock::new();
    GRAPH.get_or_init(|| open(Options::default()))
}

pub(crate) fn open(options: Options) -> Graph {
    Graph::open(Path::new(CRATE_FOLDER).join("tree"), options).expect("the tree opens")
}
