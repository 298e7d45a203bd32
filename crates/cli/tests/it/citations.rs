//! `verify --citations`: which citations of documents still hold.

use crate::{run, tree};

fn docs() -> tempfile::TempDir {
    tree(&[
        ("src/a.rs", "fn one() {}\n\nfn two() {}\n"),
        ("docs/good.md", "See `src/a.rs:1`: `fn one() {}`.\n"),
        (
            "docs/bad.md",
            "See `src/a.rs:1`: `fn two() {}`, src/a.rs:7 and `src/b.rs:1`.\n",
        ),
        ("docs/none.md", "Nothing here.\n"),
    ])
}

#[test]
fn outdated_citations_are_reported() {
    let docs = docs();
    let good = run(docs.path(), &["verify", "--citations", "docs/good.md"]);
    assert_eq!(
        good.text(0),
        "1 citation and 1 quote in 1 document: none is lost.\n"
    );
    let bad = run(docs.path(), &["verify", "--citations", "docs"]);
    insta::assert_snapshot!(bad.text(1), @r#"
    moved    docs/bad.md:1  src/a.rs:1: what is quoted stands at line 3 now
    beyond   docs/bad.md:1  src/a.rs:7: it has 3 lines
    missing  docs/bad.md:1  src/b.rs:1: there is no such file
    3 of 4 citations and 2 quotes in 3 documents hold no longer.
    "#);
    let none = run(docs.path(), &["verify", "--citations", "docs/none.md"]);
    assert_eq!(
        none.text(3),
        "Nothing to verify: no citation in 1 document.\n"
    );
}

#[test]
fn citations_are_printed_as_json_and_sarif() {
    let docs = docs();
    let args = ["verify", "--citations", "docs", "src", "--format"];
    let json = run(docs.path(), &[&args[..], &["json"]].concat()).json(1);
    assert_eq!(json["schema"], "firsthand.citations/1");
    assert_eq!(
        (&json["holds"], &json["documents"]),
        (&false.into(), &3.into())
    );
    let moved = &json["citations"][0];
    assert_eq!(
        (&moved["standing"], &moved["now"]),
        (&"moved".into(), &3.into())
    );
    let sarif = run(docs.path(), &[&args[..], &["sarif"]].concat()).json(1);
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&str> = results
        .iter()
        .filter_map(|one| one["ruleId"].as_str())
        .collect();
    assert_eq!(
        rules,
        ["citation-moved", "citation-beyond", "citation-missing"]
    );
    let schema = run(docs.path(), &["schema", "citations"]).json(0);
    assert_eq!(schema["title"], "firsthand.citations/1");
}

#[test]
fn wrong_usage_is_reported() {
    let docs = docs();
    let check = |args: &[&str], expect: &str| {
        let output = run(docs.path(), args);
        assert_eq!(
            (output.code, output.out.as_str()),
            (Some(2), ""),
            "{output:?}"
        );
        assert!(output.err.contains(expect), "{output:?}");
    };
    check(&["verify"], "<REPORT>");
    check(
        &["verify", "r.json", "--citations", "docs"],
        "cannot be used with",
    );
    check(
        &["verify", "--citations", "gone"],
        "error: gone does not exist\nhint: --citations takes",
    );
    check(
        &["verify", "--citations", "docs", "--root", "src"],
        "error: docs is not below the root",
    );
    check(
        &["verify", "-", "--format", "sarif"],
        "error: --format sarif goes with --citations",
    );
}
