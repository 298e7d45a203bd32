//! An attempt to recover secrets: calls every tool with pieces of them, and compares the answers of two trees
//! that differ only in their secrets.

use std::collections::BTreeSet;

use firsthand_tools::{ToolOptions, Toolbox};
use serde_json::{Value, json};

use crate::tree::{Tree, run, text};

/// A password, a token, and the password of a URL.
const SECRETS: [&str; 3] =
    ["kw7Qmx4Zarn2Bvud9Tel", "ghp_q7WnX2kRzt5YbV8mLc3HdJ6fGs9pK4wTxQe1", "zorbleQuimfax77"];

/// Other secrets of the same form: letters and digits are rotated, except in the token's prefix.
fn others() -> [String; 3] {
    let rotate = |c: char| match c {
        'a'..='m' | 'A'..='M' => char::from(c as u8 + 13),
        'n'..='z' | 'N'..='Z' => char::from(c as u8 - 13),
        '0'..='4' => char::from(c as u8 + 5),
        '5'..='9' => char::from(c as u8 - 5),
        other => other,
    };
    SECRETS.map(|secret| match secret.strip_prefix("ghp_") {
        Some(body) => format!("ghp_{}", body.chars().map(rotate).collect::<String>()),
        None => secret.chars().map(rotate).collect(),
    })
}

fn tree(secrets: [&str; 3]) -> Tree {
    let [password, token, url] = secrets;
    let hub =
        format!("fn after() {{ connect(\"{token}\") }} // ours\nfn {token}() {{ after() }}\n");
    let settings = format!("user = \"app\"\npassword = \"{password}\"\nlimit = 4\n");
    let deploy =
        format!("export DB_PASSWORD={password}\nDATABASE=postgres://app:{url}@db.internal/app\n");
    Tree::new(&[
        ("src/hub.rs", &hub),
        ("src/other.rs", "fn before() { after() }\nfn after() {}\n"),
        ("settings.toml", &settings),
        ("deploy.sh", &deploy),
    ])
}

/// The pieces of three, four and eight characters, and the secrets themselves.
fn pieces() -> BTreeSet<String> {
    let mut pieces = BTreeSet::new();
    for secret in SECRETS {
        pieces.extend([secret.to_owned(), secret.to_lowercase()]);
        for length in [3, 4, 8] {
            let windows = secret.as_bytes().windows(length);
            pieces.extend(windows.map(|piece| String::from_utf8_lossy(piece).into_owned()));
        }
    }
    pieces
}

type ToolQuery = (&'static str, fn(&str) -> Value);

const TOOL_QUERIES: &[ToolQuery] = &[
    ("search_code", |piece| json!({"query": piece})),
    ("search_code", |piece| json!({"query": format!("after {piece}"), "limit": 1})),
    ("search_code", |piece| json!({"symbol": piece})),
    ("search_code", |piece| json!({"symbol": piece, "relation": "references"})),
    ("search_code", |piece| json!({"symbol": piece, "relation": "callers"})),
    ("grep", |piece| json!({"pattern": piece})),
    ("grep", |piece| json!({"pattern": piece, "literal": true, "context": 2})),
    ("list_files", |piece| json!({"path": piece})),
    ("read_file", |piece| json!({"path": piece})),
];

/// Checks that each call has the same answer in both trees. With a cache, only `search_code` is called, which uses it;
/// each call is made twice.
fn check(with_cache: bool) {
    let caches = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let others = others();
    let trees = [tree(SECRETS), tree(others.each_ref().map(String::as_str))];
    let answer = |tree_index: usize, tool: &str, arguments: &Value| {
        let options = ToolOptions {
            cache: with_cache.then(|| caches[tree_index].path().to_path_buf()),
            ..ToolOptions::default()
        };
        let toolbox = Toolbox::open(trees[tree_index].root(), options).unwrap();
        match run(&toolbox, tool, &arguments.to_string(), 12_000) {
            Ok(output) => text(output),
            Err(error) => error.to_string(),
        }
    };
    let mut differing = Vec::new();
    // The second round uses what the first one cached.
    for _ in 0..1 + usize::from(with_cache) {
        let is_called = |tool: &str| !with_cache || tool == "search_code";
        for (tool, question) in TOOL_QUERIES.iter().filter(|(tool, _)| is_called(tool)) {
            for piece in pieces() {
                let arguments = question(&piece);
                if answer(0, tool, &arguments) != answer(1, tool, &arguments) {
                    differing.push(format!("{tool} {arguments}"));
                }
            }
        }
    }
    assert!(differing.is_empty(), "{} answers tell: {differing:#?}", differing.len());
}

#[test]
fn contained_no_secret_is_recovered_by_asking() {
    check(false);
}

#[test]
fn contained_no_secret_is_recovered_from_the_cache() {
    check(true);
}

/// Trees whose secrets differ, but have equally many words, have the same regions, scores and counts.
#[test]
fn contained_ranking_does_not_depend_on_secrets() {
    let see = |secret: &str| {
        let hub = format!("fn after() {{}} // retry\nlet password = \"{secret}\";\n");
        let tree = Tree::new(&[("a.rs", &hub), ("b.rs", "fn retry() {}\n// after\n")]);
        let toolbox = tree.toolbox();
        let query = firsthand_codegraph::Query::new("retry after the password");
        let found = toolbox.graph().search(&query, &firsthand_codegraph::Cancel::default());
        let regions = found.regions.iter().map(|region| {
            let lines = (region.range.start(), region.range.end());
            format!("{} {lines:?} {:?}", region.path, region.components)
        });
        let tokens = format!("{:?}", found.tokens);
        (regions.collect::<Vec<_>>(), tokens)
    };
    let reference = see("x9kpvQ7mzxtrX4Wr");
    assert_eq!(reference, see("afterQ7retryX4Tr"));
    assert_eq!(reference, see("retryQ7afterX4Wx"));
}
