//! The law `contained`: in any tree, no tool shows a file outside of it, a link, a file that git ignores, or a file of
//! secrets.

use firsthand_registry::RepoPath;
use proptest::prelude::*;

use crate::tree::{Tree, run, runtime, text};

/// A word of the files that no answer may show.
const HIDDEN_WORD: &str = "hiddenmarker";
/// A word of the files that may be shown.
const SHOWN_WORD: &str = "shownmarker";

#[derive(Clone, Debug)]
enum Node {
    File,
    Ignored,
    Secret,
    /// A link to a file (`true`) or folder outside the root.
    LinkOut(bool),
    /// A link to another path of the tree, whether it exists or not.
    LinkIn(usize),
    /// A link to itself.
    Loop,
}

fn node() -> impl Strategy<Value = Node> {
    prop_oneof![
        3 => Just(Node::File),
        1 => Just(Node::Ignored),
        1 => Just(Node::Secret),
        2 => any::<bool>().prop_map(Node::LinkOut),
        2 => (0_usize..8).prop_map(Node::LinkIn),
        1 => Just(Node::Loop),
    ]
}

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("a".to_owned()),
        Just("src/b.rs".to_owned()),
        Just("src/deep/c.ts".to_owned()),
        Just("src/deep".to_owned()),
        Just("x y".to_owned()),
        Just("d\u{202e}/e".to_owned()),
        "[a-c]{1,2}(/[a-c]{1,2}){0,2}",
    ]
}

struct Fixture {
    tree: Tree,
    outside: Tree,
    shown: Vec<String>,
    not_shown: Vec<String>,
}

fn build(nodes: &[(String, Node)]) -> Fixture {
    let tree = Tree::new(&[(".gitignore", "*.ignored\n")]);
    let outside = Tree::new(&[("file", HIDDEN_WORD), ("folder/file", HIDDEN_WORD)]);
    let mut fixture = Fixture { tree, outside, shown: Vec::new(), not_shown: Vec::new() };
    for (path, node) in nodes {
        let (root, outside) = (fixture.tree.root(), fixture.outside.root());
        let path = match node {
            Node::Ignored => format!("{path}.ignored"),
            Node::Secret => format!("{path}.pem"),
            _ => path.clone(),
        };
        let full = root.join(&path);
        // An earlier node may be a link or a file where this one needs a folder, or the reverse.
        let parent = full.parent().unwrap();
        let without_links = root.canonicalize().unwrap().join(&path);
        if std::fs::create_dir_all(parent).is_err()
            || parent.canonicalize().ok().as_deref() != without_links.parent()
            || full.symlink_metadata().is_ok()
        {
            continue;
        }
        let link = |to: &std::path::Path| std::os::unix::fs::symlink(to, &full).unwrap();
        match node {
            Node::File => std::fs::write(&full, format!("fn {SHOWN_WORD}() {{}}\n")).unwrap(),
            Node::Ignored | Node::Secret => std::fs::write(&full, HIDDEN_WORD).unwrap(),
            Node::LinkOut(true) => link(&outside.join("file")),
            Node::LinkOut(false) => link(&outside.join("folder")),
            Node::LinkIn(index) => link(&root.join(&nodes[index % nodes.len()].0)),
            Node::Loop => link(&full),
        }
        match node {
            Node::File => fixture.shown.push(path),
            _ => fixture.not_shown.extend([path.clone(), format!("{path}/file")]),
        }
    }
    fixture
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn contained(nodes in prop::collection::vec((path(), node()), 1..10)) {
        let fixture = build(&nodes);
        let toolbox = fixture.tree.toolbox();
        let files = toolbox.files();
        let mut calls = vec![
            ("grep".to_owned(), serde_json::json!({"pattern": "marker"})),
            ("list_files".to_owned(), serde_json::json!({})),
            ("search_code".to_owned(), serde_json::json!({"query": HIDDEN_WORD})),
            ("search_code".to_owned(), serde_json::json!({"symbol": SHOWN_WORD})),
        ];
        calls.push(("search_code".to_owned(), serde_json::json!({"symbol": "../file:1"})));
        for path in fixture.not_shown.iter().chain(&fixture.shown) {
            calls.push(("search_code".to_owned(), serde_json::json!({"symbol": format!("{path}:1")})));
            calls.push(("read_file".to_owned(), serde_json::json!({"path": path})));
            calls.push(("grep".to_owned(), serde_json::json!({"pattern": "marker", "path": path})));
        }
        for (tool, arguments) in calls {
            if let Ok(output) = run(&toolbox, &tool, &arguments.to_string(), 50_000) {
                for observation in &output.observations {
                    let windows = observation.windows.iter().map(|w| w.span.path());
                    for path in windows.chain(&observation.paths) {
                        prop_assert!(fixture.shown.iter().any(|shown| shown == path.as_str()), "{tool} {arguments}: {path}");
                    }
                }
                let mut output = output;
                output.summary.clear(); // It repeats words of the query.
                output.observations.iter_mut().for_each(|seen| seen.counts.clear());
                let text = text(output);
                prop_assert!(!text.contains(HIDDEN_WORD), "{tool} {arguments}: {text}");
            }
        }
        for path in &fixture.not_shown {
            let seen = runtime().block_on(files.bytes(&RepoPath::new(path).unwrap()));
            prop_assert!(matches!(seen, Ok(None)), "{path}");
        }
        // A single file is read by the same rules as those of the walk.
        let listed = toolbox.graph().files();
        for path in &fixture.shown {
            prop_assert!(listed.contains(path), "{path}");
            prop_assert!(toolbox.sandbox().read(&RepoPath::new(path).unwrap()).is_ok(), "{path}");
        }
    }
}

/// The rules for single files and for walks agree: ignore files, hidden names, excludes and secret names.
#[test]
fn a_file_is_readable_exactly_when_it_is_listed() {
    let files = [
        (".gitignore", "*.log\n!keep.log\n/out\nsub/**/x.rs\n"),
        (".ignore", "other.rs\n"),
        ("sub/.gitignore", "!x.rs\nlocal\n"),
        ("a.log", ""),
        ("keep.log", ""),
        ("out/a.rs", ""),
        ("deep/out/a.rs", ""),
        ("sub/x.rs", ""),
        ("sub/deep/x.rs", ""),
        ("sub/local/a.rs", ""),
        ("local/a.rs", ""),
        ("other.rs", ""),
        (".hidden/a.rs", ""),
        (".hidden.rs", ""),
        ("excluded/a.rs", ""),
        ("deep/a.gen.rs", ""),
        ("deep/key.pem", ""),
    ];
    let tree = Tree::new(&files);
    let options = firsthand_tools::ToolOptions {
        excludes: vec!["excluded/".to_owned(), "*.gen.rs".to_owned()],
        ..Default::default()
    };
    let toolbox = firsthand_tools::Toolbox::open(tree.root(), options).unwrap();
    let listed = toolbox.graph().files();
    for (path, _) in files {
        let readable = toolbox.sandbox().read(&RepoPath::new(path).unwrap()).is_ok();
        assert_eq!(readable, listed.contains(path), "{path}");
    }
    let shown: Vec<&str> = listed.files.iter().map(|file| file.path.as_str()).collect();
    insta::assert_snapshot!(shown.join(" "), @"deep/out/a.rs keep.log local/a.rs sub/deep/x.rs sub/x.rs");
}
