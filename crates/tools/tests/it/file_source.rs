//! The file source and the policy follow the rules of the tools.

use firsthand_registry::RepoPath;
use firsthand_tools::{ToolOptions, Toolbox};

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
    let read = |path: &str| runtime().block_on(files.bytes(&RepoPath::new(path).unwrap())).unwrap();
    assert_eq!(read("a.rs").unwrap(), b"fn a() {}\n");
    for path in [".env", "no.rs", "leaves", "inner", "gone.rs", "."] {
        if let Ok(path) = RepoPath::new(path) {
            assert_eq!(read(path.as_str()), None, "{path}");
        }
    }
    tree.write("new.rs", b"fn new() {}\n");
    assert!(read("new.rs").is_some());
}

/// A report is cached under the key, so toolboxes that refuse different files need different ones.
#[test]
fn the_cache_key_of_the_policy_depends_on_the_excludes() {
    let tree = Tree::new(&[("a.rs", "fn a() {}\n")]);
    let key = |excludes: &[&str]| {
        let options = ToolOptions {
            excludes: excludes.iter().map(|&glob| glob.to_owned()).collect(),
            ..ToolOptions::default()
        };
        let toolbox = Toolbox::open(tree.root(), options).unwrap();
        toolbox.policy().cache_key()
    };
    assert_eq!(key(&["b", "c"]), key(&["b", "c"]));
    assert_ne!(key(&[]), key(&["b"]));
    assert_ne!(key(&["b"]), key(&["c"]));
    assert_ne!(key(&["b", "c"]), key(&["b, c"]));
}
