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

/// A name is found with all its lines, as a whole word.
#[test]
fn names_are_found_with_their_lines() {
    let tree = Tree::new(&[
        ("a.ts", "export function saveAll(toastId: string) {\n  const rows = load(toastId);\n}\n"),
        ("b.ts", "import { saveAll } from './a';\nconst toastId = 'x';\nsaveAll(toastId);\n"),
        ("c.py", "class Page:\n    className = 'page'\n\ndef show(toastId):\n    saveAll\n"),
        ("d.py", "class Row:\n    className = 'row'\n"),
        ("e.go", "package e\n\nconst maxRows = 3\n\nfunc f() int { return maxRows }\n"),
        ("note.md", "saveAll and external\n"),
    ]);
    let files = tree.toolbox().files();
    let names = ["saveAll", "toastId", "className", "maxRows", "external", "gone"];
    let names = names.map(str::to_owned);
    let find = |most| runtime().block_on(files.find_names(&names, most)).unwrap();
    let found = find(40);
    let counts: Vec<usize> = found.iter().map(|found| found.lines.len()).collect();
    assert_eq!(counts, [5, 5, 2, 2, 1, 0]);
    // Of a name in more lines than are wanted, there are more than these.
    assert_eq!(find(2)[0].lines.len(), 3);
}

/// A qualified name is found whole, however a language separates its parts; any other text as it is written.
#[test]
fn a_qualified_name_is_found_in_every_spelling() {
    let tree = Tree::new(&[
        ("a.js", "query.user.find(1);\nuser?.find(2);\nfind(user);\nuser . find\nsuperuser.find\n"),
        ("b.php", "<?php\n$user->find(1);\nUser::find(2);\nuser::find(3); user.find\n"),
        ("c.rb", "user&.find(1) # user#find\n"),
        ("d.md", "user_find and user/find and user.findAll\n"),
    ]);
    let files = tree.toolbox().files();
    let check = |name: &str, expect: usize| {
        let found = runtime().block_on(files.find_names(&[name.to_owned()], 40)).unwrap();
        assert_eq!(found[0].lines.len(), expect, "{name}: {found:?}");
    };
    for name in ["user.find", "user::find", "user->find", "user#find", "user?.find"] {
        check(name, 5);
    }
    check("query.user.find", 1);
    check("User.find", 1);
    check("user", 8);
    check("user.gone", 0);
}

/// A name of a library, which code uses and nothing declares, has no meaning in the tree, nor has a word that several files
/// declare; a key, a text or code that was not read may be what a name means. In few files it is not looked for.
#[test]
fn names_that_the_tree_does_not_explain_are_marked() {
    let more = "  function save($x) { Arr::forget($x); loadAll(); $x->lockRow(); rowKey($x->pageId, tick()); }\n}\n";
    let [g, h] = ["G", "H"].map(|name| format!("<?php\nclass {name} extends A {{\n{more}"));
    let tree = Tree::new(&[
        ("g.php", &g),
        ("h.php", &h),
        ("a.php", "<?php\nclass A {\n  function save($x) { Arr::forget($x, 'rowKey'); }\n}\n"),
        ("b.php", "<?php\nclass B {\n  function save($x) { Arr::forget($x); $x->lockRow(); }\n}\n"),
        ("c.php", "<?php\nclass C {\n  function lockRow() { $this->pageId = loadAll(); }\n}\n"),
        ("d.php", "<?php\nclass D {\n  function lockRow() { return rowKey(); }\n}\n"),
        ("e.md", "Arr::forget and loadAll\n"),
        ("f.json", "{\"pageId\": 1}\n"),
    ]);
    let files = tree.toolbox().files();
    let names = ["forget", "loadAll", "save", "lockRow", "A", "rowKey", "pageId", "tick", "gone"];
    let names = names.map(str::to_owned);
    let found = runtime().block_on(files.find_names(&names, 40)).unwrap();
    let marked = names.iter().zip(&found).filter(|(_, found)| found.is_unexplained);
    let marked: Vec<&String> = marked.map(|(name, _)| name).collect();
    assert_eq!(marked, ["forget", "loadAll", "save"]);
}

/// The files that call a name come first, then those that name it, declare it, have it in a comment, and those that are no
/// code; of each, those of a folder with many of them come last.
#[test]
fn names_are_found_where_they_are_used_first() {
    let tree = Tree::new(&[
        ("a.json", "{\"saveAll\": 1}\n"),
        ("a/comment.ts", "// saveAll is gone\nfunction f() {}\n"),
        ("a/declared.ts", "export function saveAll() {}\n"),
        ("a/named.ts", "import { saveAll } from './declared';\nexport const f = [saveAll];\n"),
        ("b/call1.ts", "import { saveAll } from '../a/declared';\nsaveAll();\n"),
        ("b/call2.ts", "import { saveAll } from '../a/declared';\nsaveAll();\n"),
        ("c/call.py", "store.saveAll()\n"),
    ]);
    let files = tree.toolbox().files();
    let names = ["saveAll".to_owned()];
    let found = runtime().block_on(files.find_names(&names, 40)).unwrap();
    let mut paths: Vec<&str> = found[0].lines.iter().map(|(path, _)| path.as_str()).collect();
    paths.dedup();
    assert_eq!(
        paths,
        [
            "c/call.py",
            "b/call1.ts",
            "b/call2.ts",
            "a/named.ts",
            "a/declared.ts",
            "a/comment.ts",
            "a.json"
        ]
    );
}
