//! Checks citations of documents against trees.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

use std::path::Path;

use firsthand_citations::{Checked, check, documents, sarif};
use proptest::prelude::*;
use tempfile::TempDir;

const STORE: &str = "use std::fs;\n\n/// Keeps it.\npub fn keep(basket: &Basket) {\n    write(basket);\n}\n\nfn write(basket: &Basket) {}\n";

fn tree(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn check_all_documents(root: &Path) -> Checked {
    check(root, &documents(root, root).unwrap())
}

/// Checks a document `docs/a.md` in a small tree; returns each citation with its state and the reason.
fn states(document: &str) -> Vec<String> {
    let folder = tree(&[
        ("src/store.rs", STORE),
        ("src/deep/only.py", "a = 1\nb = 2\n"),
        ("one/same.rs", "1\n"),
        ("two/same.rs", "1\n2\n3\n"),
        ("docs/near.sh", "echo\n"),
        ("Makefile", "all:\n"),
        ("id_rsa", "secret\n"),
        ("docs/a.md", document),
    ]);
    std::os::unix::fs::symlink("store.rs", folder.path().join("src/link.rs")).unwrap();
    let shown = check_all_documents(folder.path())
        .citations
        .into_iter()
        .map(|one| {
            let file = one.file.map_or(String::new(), |file| format!(" = {file}"));
            let why = if one.why.is_empty() {
                String::new()
            } else {
                format!(": {}", one.why)
            };
            let state = format!("{:?}", one.standing).to_lowercase();
            format!("{}:{}-{}{file} {state}{why}", one.path, one.start, one.end)
        });
    shown.collect()
}

fn expect(document: &str, expected: &[&str]) {
    assert_eq!(states(document), expected, "{document}");
}

#[test]
fn missing_lines_and_files_are_reported() {
    expect(
        "src/store.rs:4 and `src/store.rs:4-8`",
        &["src/store.rs:4-4 holds", "src/store.rs:4-8 holds"],
    );
    expect(
        "`src/store.rs:9`",
        &["src/store.rs:9-9 beyond: it has 8 lines"],
    );
    expect(
        "[x](../src/store.rs#L4-L99)",
        &["../src/store.rs:4-99 = src/store.rs beyond: it has 8 lines"],
    );
    expect(
        "`src/gone.rs:1`",
        &["src/gone.rs:1-1 missing: there is no such file"],
    );
    expect(
        "[x](gone.rs#L1)",
        &["gone.rs:1-1 missing: there is no such file"],
    );
}

#[test]
fn a_path_is_found_from_the_root_or_the_documents_folder_or_as_a_suffix() {
    expect("`near.sh:1`", &["near.sh:1-1 = docs/near.sh holds"]);
    expect("`./near.sh:1`", &["./near.sh:1-1 = docs/near.sh holds"]);
    expect(
        "[x](/src/store.rs#L1)",
        &["/src/store.rs:1-1 = src/store.rs holds"],
    );
    expect(
        "`only.py:2` deep/only.py:3",
        &[
            "only.py:2-2 = src/deep/only.py holds",
            "deep/only.py:3-3 = src/deep/only.py beyond: it has 2 lines",
        ],
    );
    // If the path is a suffix of several files' paths, the citation holds if one of these files has the lines.
    expect("`same.rs:3`", &["same.rs:3-3 = two/same.rs holds"]);
    expect("Makefile:1", &["Makefile:1-1 holds"]);
}

/// Text that has the form of a location, but likely refers to no file of the tree, is not reported.
#[test]
fn text_that_names_no_file_is_not_a_citation() {
    for text in [
        "listens on example.com:8080 and localhost:3000",
        "image ghcr.io/some/thing:12",
        "at 12:30, in v1.2:3",
        "main.go:12 of another project",
        "`app.java:4`",
        "../../outside.rs:1",
    ] {
        expect(text, &[]);
    }
}

#[test]
fn a_quote_holds_or_has_moved_or_is_gone() {
    let keep = "pub fn keep(basket: &Basket) {";
    expect(
        &format!("`src/store.rs:4`: `{keep}`"),
        &["src/store.rs:4-4 holds"],
    );
    expect(
        &format!("`src/store.rs:6`: `{keep}`"),
        &["src/store.rs:6-6 moved: what is quoted stands at line 4 now"],
    );
    expect(
        "`src/store.rs:4`: `pub fn drop(basket: &Basket)`",
        &["src/store.rs:4-4 changed: what is quoted does not stand in it"],
    );
    // A quote is searched for in the whole file, even if the cited lines are past its end.
    expect(
        &format!("src/store.rs:40-50:\n\n```rust\n{keep}\n\n    // …\n}}\n```\n"),
        &["src/store.rs:40-50 moved: what is quoted stands at line 4 now"],
    );
    expect(
        &format!("src/store.rs:3-6\n\n> {keep}\n>   write(basket);\n"),
        &["src/store.rs:3-6 holds"],
    );
}

/// Citations of files behind a link or with secrets are reported as unread, and an absolute path is taken below the
/// root.
#[test]
fn contained_protected_files_are_not_read() {
    expect(
        "`src/link.rs:1`",
        &["src/link.rs:1-1 unread: it is not read: a symbolic link is on the way"],
    );
    let secret = "it is not read: its owner does not allow it, or by its name it holds secrets";
    expect(
        "id_rsa:1: `secret words`",
        &[&format!("id_rsa:1-1 unread: {secret}")],
    );
    expect(
        "`/etc/passwd:1` [x](/etc/passwd#L1)",
        &["/etc/passwd:1-1 missing: there is no such file"],
    );
}

#[test]
fn a_document_whose_citations_all_hold_holds() {
    let checked = check_all_documents(tree(&[("a.md", "[x](b.rs#L1)"), ("b.rs", "1\n")]).path());
    assert!(checked.holds);
}

#[test]
fn documents_are_markdown_files_below_the_root() {
    let folder = tree(&[
        ("README.md", ""),
        ("docs/a.MD", ""),
        ("docs/b.mdx", ""),
        ("docs/c.txt", ""),
        ("docs/build/d.md", ""),
        (".hidden/e.md", ""),
        (".gitignore", "build/\n"),
    ]);
    let root = folder.path();
    let list = |path: &str| {
        let found = documents(root, &root.join(path)).map_err(|why| why.to_string());
        found.map(|found| {
            found
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        })
    };
    assert_eq!(list("").as_deref(), Ok("README.md docs/a.MD docs/b.mdx"));
    assert_eq!(list("docs").as_deref(), Ok("docs/a.MD docs/b.mdx"));
    assert_eq!(list(".hidden/e.md").as_deref(), Ok(".hidden/e.md"));
    assert!(list("gone").unwrap_err().ends_with("gone does not exist"));
    assert!(
        documents(&root.join("docs"), root)
            .unwrap_err()
            .to_string()
            .ends_with("is not below the root")
    );
}

#[test]
fn sarif_points_at_the_citation() {
    let folder = tree(&[("a.md", "One.\n\nÉ: see `b.rs:9` here.\n"), ("b.rs", "1\n")]);
    let log = sarif(&check_all_documents(folder.path()));
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "citation-beyond");
    assert_eq!(result["message"]["text"], "b.rs:9-9: it has 1 line");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a.md");
    let region = &place["region"];
    let at = ["startLine", "startColumn", "endLine", "endColumn"].map(|name| region[name].as_u64());
    assert_eq!(at, [3, 9, 3, 15].map(Some));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The check of any document succeeds, and the text at a citation's reported position contains the cited name.
    #[test]
    fn citations_of_any_document_are_at_their_reported_positions(text in "(?s)[`\\[\\]()#:>~\n a-cL0-3./é_-]{0,60}") {
        let folder = tree(&[("a.md", &text), ("a.b", "1\n2\n"), ("c/a.b", "1\n")]);
        for one in check_all_documents(folder.path()).citations {
            let line = text.lines().nth(one.line as usize - 1).unwrap_or_default();
            let (from, to) = (one.column as usize - 1, one.end_column as usize - 1);
            let cited: String = line.chars().skip(from).take(to - from).collect();
            let name = one.path.rsplit('/').next().unwrap_or_default();
            prop_assert!(cited.contains(name), "{} {:?}", cited, one);
        }
    }
}
