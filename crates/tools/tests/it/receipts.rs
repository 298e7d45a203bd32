//! The receipts that tools give where they find nothing.

use firsthand_agent::Cancel;
use serde_json::{Value, json};

use crate::tree::Tree;

fn tree() -> Tree {
    Tree::new(&[
        ("src/a.rs", "/// Keeps a basket.\nfn keep_basket() {}\n"),
        ("src/deep/b.rs", "use crate::a;\n"),
        ("README.md", "Baskets are kept.\n"),
    ])
}

/// The receipts and the notes of a call, one a line.
async fn said(tree: &Tree, tool: &str, arguments: Value) -> String {
    let toolbox = tree.toolbox();
    let context = toolbox.call(Cancel::default(), 20_000);
    let tool = toolbox.tool(tool).unwrap();
    let output = tool.call(arguments, &context).await.unwrap();
    let receipts = output.receipts.iter().map(ToString::to_string);
    let notes = output.diagnostics.into_iter();
    let notes = notes.filter(|note| note.starts_with("no receipt"));
    receipts.chain(notes).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn what_nothing_matches_has_a_receipt() {
    let tree = tree();
    for (tool, arguments, expect) in [
        ("grep", json!({"pattern": "keep_basket"}), ""),
        ("grep", json!({"pattern": "zorp"}), "absent: `zorp` (regex) in 3 files"),
        ("grep", json!({"pattern": "zorp", "literal": true}), "absent: `zorp` in 3 files"),
        (
            "grep",
            json!({"pattern": "Zorp(", "case": "smart"}),
            "absent: `Zorp(` (capitals count) in 3 files",
        ),
        (
            "grep",
            json!({"pattern": "basket", "path": "src/deep", "literal": true}),
            "absent: `basket` in 1 file of src/deep",
        ),
        // Of several alternatives, those that no line matches.
        ("grep", json!({"pattern": "keep_basket|zorp"}), "absent: `zorp` (regex) in 3 files"),
        (
            "grep",
            json!({"pattern": r"\bzorp\b|keep|gnorf\(|Basket", "case": "smart"}),
            r"absent: `\bzorp\b|gnorf\(` (regex, capitals count) in 3 files",
        ),
        (
            "grep",
            json!({"pattern": "keep|use", "path": "src/deep"}),
            "absent: `keep` (regex) in 1 file of src/deep",
        ),
        ("grep", json!({"pattern": "keep(zorp|_basket)|[Bb]asket|Basket"}), ""),
        ("grep", json!({"pattern": "(?i)keep|zorp"}), ""),
        (
            "grep",
            json!({"pattern": "keep|zorp(", "literal": false}),
            "absent: `keep|zorp(` in 3 files",
        ),
        (
            "grep",
            json!({"pattern": "use", "path": ["README.md", "src/a.rs"], "literal": true}),
            "absent: `use` in 2 files of README.md, src/a.rs",
        ),
        (
            "grep",
            json!({"pattern": "zorp", "path": ".", "literal": true}),
            "absent: `zorp` in 3 files",
        ),
        (
            "search_code",
            json!({"symbol": "Basket::zorp"}),
            "absent: `zorp` (whole word, capitals count) in 3 files",
        ),
        // It stands there, and is declared nowhere.
        ("search_code", json!({"symbol": "Baskets"}), ""),
        ("search_code", json!({"query": "zorp"}), "absent: `zorp` in 3 files"),
        (
            "search_code",
            json!({"query": "zorp gnorf zorp"}),
            "absent: `zorp|gnorf` (regex) in 3 files",
        ),
        // Beside places, words that stand nowhere.
        ("search_code", json!({"query": "zorp basket"}), "absent: `zorp` in 3 files"),
        (
            "search_code",
            json!({"query": "basket", "words": ["keep", "m.zorp", "GNORF"]}),
            r"absent: `m\.zorp|GNORF` (regex) in 3 files",
        ),
        (
            "search_code",
            json!({"query": "basket gnorf", "path": "src"}),
            "absent: `gnorf` in 2 files of src",
        ),
        ("search_code", json!({"query": "keep basket", "words": ["keep_basket"]}), ""),
        (
            "search_code",
            json!({"symbol": "keep_basket", "relation": "callers"}),
            "absent: `keep_basket` (whole word, capitals count) in 2 files of !/src/a.rs",
        ),
    ] {
        assert_eq!(said(&tree, tool, arguments.clone()).await, expect, "{arguments}");
    }
}

/// `grep` reads less than the search for a receipt, which therefore finds more.
#[tokio::test]
async fn accounted_what_stands_in_another_encoding_has_no_receipt() {
    let tree = tree();
    let units = "let zorp = 1;\n".encode_utf16();
    let text: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    tree.write("notes.txt", &text);
    assert_eq!(
        said(&tree, "grep", json!({"pattern": "zorp"})).await,
        "no receipt of absence: it stands in 1 line, first at notes.txt:1, in a text in another encoding or spelling"
    );
}

/// A cancelled search proves nothing.
#[tokio::test]
async fn accounted_a_stopped_search_gives_no_receipt() {
    let tree = tree();
    let toolbox = tree.toolbox();
    let cancel = Cancel::new();
    cancel.cancel();
    let context = toolbox.call(cancel, 20_000);
    for (tool, arguments) in [
        ("grep", json!({"pattern": "zorp"})),
        ("search_code", json!({"query": "zorp"})),
        ("search_code", json!({"symbol": "zorp"})),
    ] {
        let tool = toolbox.tool(tool).unwrap();
        let output = tool.call(arguments, &context).await;
        assert!(output.is_err() || output.is_ok_and(|output| output.receipts.is_empty()));
    }
}

/// What stands in a lock file alone has no receipt; the answer says which search gives one.
#[tokio::test]
async fn what_only_a_lock_file_holds_says_how_to_get_a_receipt() {
    let tree = Tree::new(&[
        ("src/a.rs", "fn keep_basket() {}\n"),
        ("yarn.lock", "fs.realpath@^1.0.0:\n  version \"1.0.0\"\n"),
    ]);
    for (pattern, path, expect, has_way) in [
        ("realpath", "", "", true),
        ("realpath", "src", "absent: `realpath` (regex) in 1 file of src", false),
        ("version|keep", "", "", false),
    ] {
        let arguments = json!({"pattern": pattern, "path": path});
        assert_eq!(said(&tree, "grep", arguments.clone()).await, expect, "{pattern}");
        let context = tree.toolbox().call(Cancel::default(), 20_000);
        let output = tree.toolbox().tool("grep").unwrap().call(arguments, &context).await.unwrap();
        assert_eq!(output.summary.contains("gives a receipt"), has_way, "{}", output.summary);
    }
}
