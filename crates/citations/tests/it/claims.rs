//! Tests of the claims of a document.

use firsthand_citations::{AbsentNames, ClaimDocument, ClaimSearch, check_claims};
use firsthand_source::RepoPath;

use super::{STORE, Simple, tree};

/// Finds nothing that is not there.
struct Nothing;

impl ClaimSearch for Nothing {
    fn absent(&self, _: &[String], _: &[RepoPath]) -> Result<AbsentNames, String> {
        Err("no search".to_owned())
    }

    fn lacked_member(&self, _: &str) -> Option<Vec<String>> {
        None
    }

    fn similar_names(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn similar_paths(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// The claims of a text, each with its state and what is wrong.
fn claims(text: &str) -> Vec<String> {
    let folder = tree(&[("src/store.rs", STORE), ("web/app.js", "a();\n")]);
    let document = ClaimDocument::new(RepoPath::new("review.md").unwrap(), text);
    let checked = check_claims(folder.path(), &document, &Simple, &Nothing);
    let shown = checked.claims.iter().map(|one| {
        let why = if one.why.is_empty() { String::new() } else { format!(": {}", one.why) };
        format!("{:?} {} {:?}{why}", one.kind, one.text, one.state)
    });
    shown.collect()
}

/// A document is no excuse to print a secret that stands in it.
#[test]
fn contained_no_secret_of_a_document_is_printed() {
    let key = "AKIAIOSFODNN7EXAMPLE";
    for text in [
        format!("`{key}`"),
        format!("`src/{key}.rs:3`"),
        format!("`src/store.rs`: `let k = \"{key}\";`"),
    ] {
        let shown = claims(&text);
        assert!(shown.iter().all(|claim| !claim.contains(key)), "{shown:?}");
        assert!(!shown.is_empty(), "{text}");
    }
}

/// A number that is not read as a line must not pass as one that holds.
#[test]
fn every_line_that_a_text_names_is_judged() {
    let wrong = |text: &str| format!("Lines {text} Wrong: the file has 8 lines");
    for (text, expected) in [
        ("`src/store.rs` line 500", vec![wrong("src/store.rs:500")]),
        ("`src/store.rs` (lines 500-510)", vec![wrong("src/store.rs:500-510")]),
        ("`src/store.rs`:500", vec![wrong("src/store.rs:500")]),
        ("`src/store.rs`:3", vec!["Lines src/store.rs:3 Holds".to_owned()]),
        ("src/store.rs:3..500", vec![wrong("src/store.rs:3-500")]),
        ("src/store.rs:3 - 500", vec![wrong("src/store.rs:3-500")]),
        (
            "lib/auth/session.py:42",
            vec!["Lines lib/auth/session.py:42 NotThere: there is no such file".to_owned()],
        ),
        (
            "`lib/x.py:3-9`:\n\n```py\nx\n```",
            vec!["Lines lib/x.py:3-9 NotThere: there is no such file".to_owned()],
        ),
        ("other/repository's lib/x.py#12", vec![]),
        ("`localhost:8080`, `vc_position:1` and `2025-01-05T14:30`", vec![]),
        ("line 500 of `src/store.rs`", vec![wrong("src/store.rs:500")]),
        ("src/store.rs:99999999999", vec![wrong("src/store.rs:99999999999")]),
        (
            "src/store.rs:3,500",
            vec!["Lines src/store.rs:3 Holds".to_owned(), wrong("src/store.rs:500")],
        ),
        (
            "`src/store.rs`: 500",
            vec![
                "Lines src/store.rs:500 Unproved: it is not read: the number beside it may be no line".to_owned(),
                "Path src/store.rs Holds".to_owned(),
            ],
        ),
    ] {
        assert_eq!(claims(text), expected, "{text}");
    }
}

/// A link can lead to the page that is built of a document.
#[test]
fn a_page_is_built_of_its_document() {
    assert_eq!(claims("[x](src/store.html)"), Vec::<String>::new());
    assert_eq!(
        claims("[x](src/stores.html)"),
        ["Path src/stores.html Wrong: there is no such path"]
    );
}

#[test]
fn a_name_with_the_extension_of_code_is_that_of_a_file() {
    assert_eq!(
        claims("`handler.py` is missing"),
        ["Path handler.py NotThere: there is no such file"]
    );
    assert_eq!(claims("`zorp.py_` is missing"), ["Name zorp.py_ Unproved: no search"]);
}
