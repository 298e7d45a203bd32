//! The file source reads the files that the tools can read, and no others.

use firsthand_registry::RepoPath;

use crate::tree::{Tree, runtime};

#[test]
fn the_file_source_applies_the_rules_of_the_tools() {
    let tree = Tree::new(&[
        ("a.rs", "fn a() {}\n"),
        (".env", "X=1\n"),
        (".gitignore", "no.rs\n"),
        ("no.rs", "fn no() {}\n"),
    ]);
    tree.link("/etc/passwd", "leaves");
    tree.link("a.rs", "inner");
    let files = tree.toolbox().files();
    let read = |path: &str| runtime().block_on(files.bytes(&RepoPath::new(path).unwrap()));
    assert_eq!(read("a.rs").unwrap(), b"fn a() {}\n");
    for path in [".env", "no.rs", "leaves", "inner", "gone.rs", "."] {
        if let Ok(path) = RepoPath::new(path) {
            assert_eq!(runtime().block_on(files.bytes(&path)), None, "{path}");
        }
    }
    tree.write("new.rs", b"fn new() {}\n");
    assert!(read("new.rs").is_some());
}
