//! Checks citations of documents against trees.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods, reason = "tests")]

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use firsthand_anchors::{Declarations, Declared};
use firsthand_citations::{Checked, Code, Lock, check, documents, sarif};
use firsthand_source::LineRange;
use proptest::prelude::*;
use tempfile::TempDir;

mod claims;
mod fix;
mod records;

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

/// Knows the functions of Rust, each up to the next `}`, and the comments of Python, each a line.
struct Simple;

impl Declarations for Simple {
    fn of(&self, path: &str, text: &[u8]) -> Arc<Vec<Declared>> {
        let text = String::from_utf8_lossy(text).into_owned();
        let lines: Vec<&str> = text.lines().collect();
        let numbered = (1..).zip(&lines).filter(|_| path.ends_with(".rs"));
        let declared = numbered.filter_map(|(line, text)| {
            let (_, rest) = text.split_once("fn ")?;
            let body = lines[line as usize - 1..].iter().take_while(|line| !line.ends_with('}'));
            let end = line + u32::try_from(body.count()).ok()?;
            Some(Declared {
                qualified: rest.split('(').next()?.to_owned(),
                kind: "function".to_owned(),
                range: LineRange::new(line, end)?,
                line,
            })
        });
        Arc::new(declared.collect())
    }
}

impl Code for Simple {
    fn knows(&self, path: &str) -> bool {
        path.ends_with(".py")
    }

    fn comments(&self, _: &str, text: &[u8]) -> Vec<Range<usize>> {
        let text = std::str::from_utf8(text).unwrap();
        let comments = text.match_indices('#');
        comments
            .map(|(at, _)| at..text[at..].find('\n').map_or(text.len(), |end| at + end))
            .collect()
    }
}

fn check_with(root: &Path, lock: &Lock) -> Checked {
    check(root, &documents(root, root, &Simple).unwrap(), &Simple, lock)
}

fn check_all_documents(root: &Path) -> Checked {
    check_with(root, &Lock::default())
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
    let shown = check_all_documents(folder.path()).citations.into_iter().map(|one| {
        let file = one.file.map_or(String::new(), |file| format!(" = {file}"));
        let why = if one.why.is_empty() { String::new() } else { format!(": {}", one.why) };
        let state = format!("{:?}", one.standing).to_lowercase();
        let now: Vec<String> = one.now.iter().map(|at| at.start().to_string()).collect();
        let now = if now.is_empty() { String::new() } else { format!(" {}", now.join(",")) };
        format!("{}:{}-{}{file} {state}{now}{why}", one.path, one.start, one.end)
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
        &["src/store.rs:4-4 unanchored", "src/store.rs:4-8 unanchored"],
    );
    expect("`src/store.rs:9`", &["src/store.rs:9-9 gone: the file has 8 lines"]);
    expect(
        "[x](../src/store.rs#L4-L99)",
        &["../src/store.rs:4-99 = src/store.rs gone: the file has 8 lines"],
    );
    expect("`src/gone.rs:1`", &["src/gone.rs:1-1 gone: there is no such file"]);
    expect("[x](gone.rs#L1)", &["gone.rs:1-1 gone: there is no such file"]);
}

#[test]
fn what_no_file_can_have_is_odd() {
    expect("`src/store.rs:9-3`", &["src/store.rs:9-3 odd: no file has such lines"]);
    expect(
        "[x](../src/store.rs#L0)",
        &["../src/store.rs:0-0 = src/store.rs odd: no file has such lines"],
    );
    expect("../../outside.rs:1", &["../../outside.rs:1-1 odd: it leads out of the root"]);
    expect("`other.rs:0` and localhost:0", &["other.rs:0-0 gone: there is no such file"]);
}

#[test]
fn a_path_is_found_from_the_root_or_the_documents_folder_or_as_a_suffix() {
    expect("`near.sh:1`", &["near.sh:1-1 = docs/near.sh unanchored"]);
    expect("`./near.sh:1`", &["./near.sh:1-1 = docs/near.sh unanchored"]);
    expect("[x](/src/store.rs#L1)", &["/src/store.rs:1-1 = src/store.rs unanchored"]);
    expect(
        "`only.py:2` deep/only.py:3",
        &[
            "only.py:2-2 = src/deep/only.py unanchored",
            "deep/only.py:3-3 = src/deep/only.py gone: the file has 2 lines",
        ],
    );
    // If the path is a suffix of several files' paths, the best of them counts.
    expect("`same.rs:3`", &["same.rs:3-3 = two/same.rs unanchored"]);
    expect("Makefile:1", &["Makefile:1-1 unanchored"]);
}

/// `src/store.rs` has 8 lines.
#[test]
fn every_form_of_lines_is_read() {
    let gone = |lines: &str| format!("src/store.rs:{lines} gone: the file has 8 lines");
    for (text, lines) in [
        ("`src/store.rs` line 500", "500-500"),
        ("`src/store.rs` (lines 500-510)", "500-510"),
        ("src/store.rs, line 500", "500-500"),
        ("src/store.rs L500", "500-500"),
        ("`src/store.rs#500`", "500-500"),
        ("src/store.rs(500)", "500-500"),
        ("line 500 of src/store.rs", "500-500"),
        ("lines 500-510 in `src/store.rs`", "500-510"),
        ("src/store.rs:99999999999", "4294967295-4294967295"),
        ("[x](../src/store.rs?plain=1#L9)", "9-9"),
    ] {
        let linked = if text.starts_with('[') { "../src/store.rs:9-9 = " } else { "" };
        let expected = format!("{linked}{}", gone(lines));
        let expected = expected.replace("= src/store.rs:9-9", "= src/store.rs");
        expect(text, &[&expected]);
    }
    for text in ["src/store.rs:3,500", "`src/store.rs:3, 500`", "src/store.rs:3 and 500"] {
        expect(text, &["src/store.rs:3-3 unanchored", &gone("500-500")]);
    }
    expect("src\\store.rs:500", &[&gone("500-500")]);
    // What stands beside several lines may be of any of them.
    expect(
        "`keep` (`src/store.rs:1, 8`): `fn keep()`",
        &["src/store.rs:1-1 unanchored", "src/store.rs:8-8 unanchored"],
    );
}

#[test]
fn what_is_seen_and_not_read_is_listed() {
    let unread = "src/store.rs:500-500 unread: it is not read: the number beside it may be no line";
    for number in [
        "src/store.rs: 500",
        "`src/store.rs`: 500, and src/gone.rs: 3",
        "`src/store.rs: 500` here",
        "`src/store.rs +500`",
        "src/store.rs@500",
        "src/store.rs ll. 500",
    ] {
        expect(&format!("At src/store.rs:1. {number}"), &["src/store.rs:1-1 unanchored", unread]);
        expect(number, &[unread]);
    }
    // A count, a share and an issue.
    for number in ["src/store.rs: 500 tests", "src/store.rs: 50%", "src/store.rs has 50"] {
        expect(number, &[]);
    }
    expect(
        "/srv/other/src/store.rs:5",
        &["/srv/other/src/store.rs:5-5 unread: it is not read: it is not below the root"],
    );
    expect(
        "/etc/passwd:1 and ../x.rs:3 and ../../x.rs:1",
        &[
            "/etc/passwd:1-1 unread: it is not read: it is not below the root",
            "../x.rs:3-3 gone: there is no such file",
            "../../x.rs:1-1 odd: it leads out of the root",
        ],
    );
    // A number that may be a port, and a folder of nowhere.
    expect("/api:80 and ../x.zzz:3", &[]);
}

#[test]
fn a_path_is_read_in_every_spelling() {
    let store = "src/store.rs:2-2";
    for (document, path, more) in [
        ("`./src/store.rs:2`", "./src/store.rs:2-2", " = src/store.rs"),
        ("`./near.sh:1`", "./near.sh:1-1", " = docs/near.sh"),
        ("@src/store.rs:2 and `@types/x.rs:2`", "@src/store.rs:2-2", " = src/store.rs"),
        ("src/store.rs(at line 2)", store, ""),
        ("src/store.rs\u{ff08}2\u{884c}\u{ff09}", store, ""),
        ("`Makefile` line 1, `keep` line 9", "Makefile:1-1", ""),
        ("line 2 of `src/store.rs`", store, ""),
        ("the `keep` on line 2 of `src/store.rs`", store, ""),
    ] {
        expect(document, &[&format!("{path}{more} unanchored")]);
        let past = document.replacen(['1', '2'], "99", 1);
        let found = states(&past);
        assert!(found.len() == 1 && found[0].contains(" gone: the file has "), "{past}: {found:?}");
    }
    // A link leads from the folder of its document.
    expect("[x](./src/store.rs#L2)", &["./src/store.rs:2-2 gone: there is no such file"]);
}

/// Accents can be composed or not, in the name of a file as in the document.
#[test]
fn a_file_is_found_in_either_form_of_its_accents() {
    let forms = ["gr\u{f6}\u{df}e", "gro\u{308}\u{df}e"];
    for (stored, written) in [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(a, b)| (forms[a], forms[b])) {
        let document = format!(
            "`src/{written}.py:1`, [x](../src/{written}.py#L1), {written}.py:1, `src/page {written}.py:1`, src/{written}.py:9"
        );
        let folder = tree(&[
            (&format!("src/{stored}.py"), "a = 1\n"),
            (&format!("src/page {stored}.py"), "a = 1\n"),
            ("docs/a.md", &document),
        ]);
        let checked = check_all_documents(folder.path()).citations;
        let shown = checked.iter().map(|one| format!("{:?}", one.standing));
        let shown: Vec<String> = shown.collect();
        let there = "Unanchored";
        assert_eq!(shown, [there, there, there, there, "Gone"], "{stored} {written}");
    }
}

#[test]
fn an_absolute_path_in_the_root_is_read() {
    let folder = tree(&[("src/store.rs", STORE)]);
    let path = folder.path().join("src/store.rs");
    let text = format!("{0}:3 and `{0}:500`", path.display());
    std::fs::write(folder.path().join("a.md"), text).unwrap();
    let checked = check_all_documents(folder.path());
    let shown = checked
        .citations
        .iter()
        .map(|one| format!("{} {:?} {}", one.file.as_ref().unwrap(), one.standing, one.why));
    assert_eq!(
        shown.collect::<Vec<_>>(),
        ["src/store.rs Unanchored ", "src/store.rs Gone the file has 8 lines"]
    );
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
        "in sharkdp/bat `src/input.rs:12`",
        "`lib/input.rs:12` and lib/deep/a.py:3",
        "`src/gone.rs:1` <!-- firsthand: ignore -->",
        "<!-- firsthand: ignore -->\n`src/gone.rs:1`",
    ] {
        expect(text, &[]);
    }
    expect("in src/deep `src/gone.rs:12`", &["src/gone.rs:12-12 gone: there is no such file"]);
}

#[test]
fn a_quote_stands_or_has_moved_or_is_gone() {
    let keep = "pub fn keep(basket: &Basket) {";
    expect(&format!("`src/store.rs:4`: `{keep}`"), &["src/store.rs:4-4 unchanged"]);
    expect(&format!("`src/store.rs:6`: `{keep}`"), &["src/store.rs:6-6 moved 4: it is at 4-4 now"]);
    expect(
        "`src/store.rs:4`: `pub fn drop(basket: &Basket)`",
        &["src/store.rs:4-4 changed: what is quoted does not stand in it"],
    );
    // A quote is searched for in the whole file, even if the cited lines are past its end.
    expect(
        &format!("src/store.rs:40-50:\n\n```rust\n{keep}\n\n    // …\n}}\n```\n"),
        &["src/store.rs:40-50 moved 4: it is at 4-6 now"],
    );
    expect(
        &format!("src/store.rs:3-6\n\n> {keep}\n>   write(basket);\n"),
        &["src/store.rs:3-6 unchanged"],
    );
    expect(
        "`src/store.rs:1`: `basket: &Basket`",
        &["src/store.rs:1-1 ambiguous 4,8: 2 places are equal to it"],
    );
    // Two lines of the file on one of the document.
    expect(
        &format!("`src/store.rs:4-5`: `{keep} write(basket);`"),
        &["src/store.rs:4-5 unchanged"],
    );
    // Behind an arrow stands what it leads to.
    for arrow in ["→", "->", "=>"] {
        expect(
            &format!("`src/store.rs:4` {arrow} `drop(basket: &Basket);`"),
            &["src/store.rs:4-4 unanchored"],
        );
    }
}

#[test]
fn a_named_declaration_stands_or_has_moved() {
    expect("`keep` (`src/store.rs:4-6`)", &["src/store.rs:4-6 unchanged"]);
    expect("`keep` in src/store.rs:5", &["src/store.rs:5-5 unchanged"]);
    expect(
        "| `write` | `src/store.rs:4` |\n|---|---|\n",
        &["src/store.rs:4-4 moved 8: `write` is declared at line 8"],
    );
    // Line 5 calls it.
    expect("`write` in `src/store.rs:5`", &["src/store.rs:5-5 unchanged"]);
    expect("`basket` (`src/store.rs:3`)", &["src/store.rs:3-3 unanchored"]);
    // The text says what stands there, and the name is only beside it.
    for (code, expected) in [
        ("pub fn keep(", "src/store.rs:4-4 unchanged"),
        ("pub fn drop(", "src/store.rs:4-4 moved 8: `write` is declared at line 8"),
    ] {
        expect(
            &format!("`{code}` begins what comes before `write`\n(`src/store.rs:4`)."),
            &[expected],
        );
    }
}

#[test]
fn comments_and_other_markup_are_documents() {
    let folder = tree(&[
        ("src/store.rs", STORE),
        ("a.py", "x = 'src/store.rs:99'  # `write` at src/store.rs:4\n"),
        ("b.rst", "See src/store.rs:99.\n\nAs in::\n\n    src/store.rs:98\n"),
        (".cursor/rules/c.mdc", "`src/store.rs:97`\n"),
        (".github/d.md", "`src/store.rs:96`\n"),
    ]);
    let checked = check_all_documents(folder.path());
    let found = checked
        .citations
        .iter()
        .map(|one| format!("{} {} {:?}", one.document, one.start, one.standing));
    assert_eq!(
        found.collect::<Vec<_>>(),
        ["a.py 4 Moved", "b.rst 99 Gone", ".cursor/rules/c.mdc 97 Gone", ".github/d.md 96 Gone"]
    );
}

/// A lock tells what has moved from what was wrong when it was written.
#[test]
fn recorded_lines_are_found_again() {
    let folder =
        tree(&[("src/store.rs", STORE), ("a.md", "`src/store.rs:4-6` and src/store.rs:99\n")]);
    let root = folder.path();
    let before = check_all_documents(root);
    let lock = Lock::record(root, &before, &Simple);
    assert_eq!(lock.len(), 1);
    let lock = Lock::parse(&lock.to_json()).unwrap();
    let states = |text: &str| {
        std::fs::write(root.join("src/store.rs"), text).unwrap();
        let checked = check_with(root, &lock);
        let one = &checked.citations[0];
        let now: Vec<u32> = one.now.iter().map(|at| at.start()).collect();
        format!("{:?} {:?} {now:?}", one.by, one.standing)
    };
    assert_eq!(states(STORE), "Lock Unchanged []");
    assert_eq!(states(&format!("// one\n{STORE}")), "Lock Moved [5]");
    assert_eq!(states(&STORE.replace("    write(basket)", "    put(basket)")), "Lock Changed [4]");
    assert_eq!(states("\n"), "Lock Gone []");
    std::fs::write(root.join("src/other.rs"), format!("// one\n{STORE}")).unwrap();
    assert_eq!(states("\n"), "Lock Moved [5]");
    std::fs::write(root.join("src/more.rs"), STORE).unwrap();
    assert_eq!(states("\n"), "Lock Ambiguous []");
    std::fs::remove_file(root.join("src/more.rs")).unwrap();
    std::fs::remove_file(root.join("src/store.rs")).unwrap();
    assert_eq!(
        check_with(root, &lock).citations[0].now_in.as_ref().unwrap().as_str(),
        "src/other.rs"
    );
    // What has moved keeps its anchor when the lock is written again.
    std::fs::write(root.join("src/store.rs"), format!("// one\n{STORE}")).unwrap();
    let moved = check_with(root, &lock);
    let again = lock.clone().and(Lock::record(root, &moved, &Simple), &moved);
    assert_eq!(again, lock);
    assert!(Lock::parse("{}").is_err());
    // What stood in two files when it was recorded has not moved to the other one.
    std::fs::write(root.join("src/store.rs"), STORE).unwrap();
    let twins = Lock::record(root, &check_all_documents(root), &Simple);
    std::fs::write(root.join("src/store.rs"), "\n").unwrap();
    assert_eq!(format!("{:?}", check_with(root, &twins).citations[0].standing), "Gone");
}

/// One line alone is too slight to be known in another file, as a line of imports is.
#[test]
fn one_line_is_not_known_in_another_file() {
    let folder = tree(&[("src/store.rs", STORE), ("a.md", "src/store.rs:4\nsrc/store.rs:4-5\n")]);
    let root = folder.path();
    let lock = Lock::record(root, &check_all_documents(root), &Simple);
    std::fs::rename(root.join("src/store.rs"), root.join("src/other.rs")).unwrap();
    let checked = check_with(root, &lock).citations;
    let states = checked.iter().map(|one| format!("{:?}", one.standing));
    assert_eq!(states.collect::<Vec<_>>(), ["Gone", "Moved"]);
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
    expect("id_rsa:1: `secret words`", &[&format!("id_rsa:1-1 unread: {secret}")]);
    expect(
        "`/etc/passwd:1` [x](/etc/passwd#L1)",
        &[
            "/etc/passwd:1-1 unread: it is not read: it is not below the root",
            "/etc/passwd:1-1 gone: there is no such file",
        ],
    );
}

#[test]
fn a_document_whose_citations_all_hold_holds() {
    let checked = check_all_documents(tree(&[("a.md", "[x](b.rs#L1)"), ("b.rs", "1\n")]).path());
    assert!(checked.holds);
}

#[test]
fn documents_are_files_of_markup_below_the_root() {
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
        let found = documents(root, &root.join(path), &Simple).map_err(|why| why.to_string());
        found.map(|found| found.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(list("").as_deref(), Ok("README.md docs/a.MD docs/b.mdx"));
    assert_eq!(list("docs").as_deref(), Ok("docs/a.MD docs/b.mdx"));
    assert_eq!(list(".hidden/e.md").as_deref(), Ok(".hidden/e.md"));
    assert!(list("gone").unwrap_err().ends_with("gone does not exist"));
    assert!(
        documents(&root.join("docs"), root, &Simple)
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
    assert_eq!(result["ruleId"], "citation-gone");
    assert_eq!(result["message"]["text"], "b.rs:9-9: the file has 1 line");
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
