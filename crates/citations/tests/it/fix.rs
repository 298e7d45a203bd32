//! Rewrites citations that have moved.

use std::path::Path;

use firsthand_citations::{Baseline, Fixed, Lock, documents, fix};
use proptest::prelude::*;

use crate::{STORE, Simple, check_all_documents, check_with, tree};

/// The citations of a tree, rewritten and written.
pub(crate) fn fixed(root: &Path, lock: &Lock) -> Fixed {
    let all = documents(root, root, &Simple).unwrap();
    let fixed = fix(root, &all, &Simple, lock, &Baseline::default());
    for document in &fixed.documents {
        let path = root.join(document.path.as_str());
        let text = std::fs::read_to_string(&path).unwrap();
        let mark = text.strip_suffix(&document.before).unwrap();
        assert!(["", "\u{feff}"].contains(&mark), "{text}");
        std::fs::write(path, [mark, &document.after].concat()).unwrap();
    }
    assert_second_changes_nothing(root, fixed.lock.as_ref().unwrap_or(lock), &fixed);
    fixed
}

/// What is rewritten is unchanged, the check is the one that `fix` returns, and a second run changes nothing.
fn assert_second_changes_nothing(root: &Path, lock: &Lock, first: &Fixed) {
    let checked = check_with(root, lock);
    assert_eq!(checked.citations.len(), first.checked.citations.len());
    for (one, other) in checked.citations.iter().zip(&first.checked.citations) {
        assert_eq!((one.standing, &one.now), (other.standing, &other.now), "{one:?}");
        assert!(other.why.starts_with(&one.why), "{one:?} {other:?}");
    }
    let second =
        fix(root, &documents(root, root, &Simple).unwrap(), &Simple, lock, &Baseline::default());
    assert!(second.documents.is_empty() && second.lock.is_none(), "{second:?}");
}

/// Each rewritten citation, and each that has moved and is not, with the reason.
pub(crate) fn shown(fixed: &Fixed) -> Vec<String> {
    let rewritten = fixed.checked.rewritten.iter();
    let rewritten = rewritten
        .map(|one| format!("{}:{} {} -> {}", one.document, one.line, one.before, one.after));
    let left = fixed.checked.citations.iter().filter_map(|one| {
        let (_, why) = one.why.split_once("not rewritten: ")?;
        Some(format!("{}:{} left: {why}", one.document, one.line))
    });
    rewritten.chain(left).collect()
}

/// Checks what becomes of a document `docs/a.md`, first without a lock file, and then with one of the state before `src/store.rs`
/// gets two lines at its top.
#[track_caller]
fn check(document: &str, expected: &[&str], after: &str) {
    let folder = tree(&[("src/store.rs", STORE), ("docs/a.md", document)]);
    let lock = Lock::record(folder.path(), &check_all_documents(folder.path()), &Simple);
    std::fs::write(folder.path().join("src/store.rs"), format!("// one\n\n{STORE}")).unwrap();
    let found = fixed(folder.path(), &lock);
    assert_eq!(shown(&found), expected, "{document}");
    assert_eq!(std::fs::read_to_string(folder.path().join("docs/a.md")).unwrap(), after);
}

#[test]
fn what_has_moved_is_rewritten_by_its_record() {
    check(
        "\u{feff}See `src/store.rs:4-6`,\r\nand [it](../src/store.rs#L8 \"t\"). `src/store.rs:4-6`, src/store.rs:4–6 é",
        &[
            "docs/a.md:1 src/store.rs:4-6 -> src/store.rs:6-8",
            "docs/a.md:2 ../src/store.rs#L8 -> ../src/store.rs#L10",
            "docs/a.md:2 src/store.rs:4-6 -> src/store.rs:6-8",
            "docs/a.md:2 src/store.rs:4–6 -> src/store.rs:6–8",
        ],
        "\u{feff}See `src/store.rs:6-8`,\r\nand [it](../src/store.rs#L10 \"t\"). `src/store.rs:6-8`, src/store.rs:6–8 é",
    );
    // The link and its text are two citations.
    check(
        "[store.rs:4](../src/store.rs#L4)\n",
        &[
            "docs/a.md:1 ../src/store.rs#L4 -> ../src/store.rs#L6",
            "docs/a.md:1 store.rs:4 -> store.rs:6",
        ],
        "[store.rs:6](../src/store.rs#L6)\n",
    );
    // One is written as the other was before.
    check(
        "src/store.rs:4 and src/store.rs:6 and src/store.rs:8\n",
        &[
            "docs/a.md:1 src/store.rs:4 -> src/store.rs:6",
            "docs/a.md:1 src/store.rs:6 -> src/store.rs:8",
            "docs/a.md:1 src/store.rs:8 -> src/store.rs:10",
        ],
        "src/store.rs:6 and src/store.rs:8 and src/store.rs:10\n",
    );
    // A line with a comment is left alone, and so is what stands behind a reference.
    check(
        "src/store.rs:4 <!-- firsthand: ignore -->\n",
        &[],
        "src/store.rs:4 <!-- firsthand: ignore -->\n",
    );
    check(
        "[x][y]\n\n[y]: ../src/store.rs#L4\n",
        &["docs/a.md:1 left: its lines are not written beside it"],
        "[x][y]\n\n[y]: ../src/store.rs#L4\n",
    );
}

/// Checks what becomes of a document `docs/a.md` of the tree without a lock file.
#[track_caller]
fn without_lock(document: &str, expected: &[&str]) {
    let folder = tree(&[("src/store.rs", STORE), ("docs/a.md", document)]);
    assert_eq!(shown(&fixed(folder.path(), &Lock::default())), expected, "{document}");
}

#[test]
fn what_has_moved_is_rewritten_by_its_quote() {
    let keep = "pub fn keep(basket: &Basket) {";
    without_lock(
        &format!("`src/store.rs:6`: `{keep}`"),
        &["docs/a.md:1 src/store.rs:6 -> src/store.rs:4"],
    );
    without_lock(
        &format!("src/store.rs:40-42:\n\n```rust\n{keep}\n\n    // …\n}}\n```\n"),
        &["docs/a.md:1 src/store.rs:40-42 -> src/store.rs:4-6"],
    );
    // Of one line, the first one.
    without_lock(
        &format!("src/store.rs:40:\n\n```rust\n{keep}\n    write(basket);\n```\n"),
        &["docs/a.md:1 src/store.rs:40 -> src/store.rs:4"],
    );
    // How far the lines go is not known.
    without_lock(
        &format!("`src/store.rs:6-8`: `{keep}`"),
        &["docs/a.md:1 left: its quote has other lines than it cites"],
    );
}

#[test]
fn what_is_not_proved_is_left() {
    without_lock(
        "`write` (`src/store.rs:4`)",
        &["docs/a.md:1 left: only the name beside it is known"],
    );
    for text in [
        "src/store.rs:4 `src/store.rs:99` src/gone.rs:1",
        "`src/store.rs:1`: `basket: &Basket`",
        "`src/store.rs:4`: `pub fn drop(basket: &Basket)`",
        "src/store.rs:9-3 ../../a.rs:3",
    ] {
        without_lock(text, &[]);
    }
    // Another file by its quote alone.
    let folder = tree(&[
        ("src/store.rs", "\n"),
        ("src/new.rs", STORE),
        ("a.md", "`src/store.rs:1`: `write(basket);`"),
    ]);
    let root = folder.path();
    std::fs::remove_file(root.join("src/store.rs")).unwrap();
    let left = "a.md:1 left: only a record in the lock file makes another file known";
    assert_eq!(shown(&fixed(root, &Lock::default())), [left]);
}

#[test]
fn a_file_that_has_moved_is_named_as_before() {
    for (cited, after) in [
        ("`src/store.rs:4-6`", "`lib/deep/new.rs:4-6`"),
        ("`store.rs:4-6`", "`lib/deep/new.rs:4-6`"),
        ("[x](../src/store.rs#L4-L6)", "[x](../lib/deep/new.rs#L4-L6)"),
        ("[x](/src/store.rs#L4-L6)", "[x](/lib/deep/new.rs#L4-L6)"),
    ] {
        let folder = tree(&[("src/store.rs", STORE), ("docs/a.md", cited)]);
        let root = folder.path();
        let lock = Lock::record(root, &check_all_documents(root), &Simple);
        assert_eq!(lock.len(), 1, "{cited}");
        std::fs::create_dir_all(root.join("lib/deep")).unwrap();
        std::fs::rename(root.join("src/store.rs"), root.join("lib/deep/new.rs")).unwrap();
        let found = fixed(root, &lock);
        let text = std::fs::read_to_string(root.join("docs/a.md")).unwrap();
        assert_eq!(text, after, "{:?}", found.checked);
    }
}

/// What another citation says is never changed by a rewrite.
#[test]
fn a_rewrite_changes_no_other_citation() {
    // The second one is changed; if the first one took its lines, it would have the record of the first one.
    let folder = tree(&[("src/store.rs", STORE), ("a.md", "src/store.rs:3-4 src/store.rs:5-6\n")]);
    let root = folder.path();
    let lock = Lock::record(root, &check_all_documents(root), &Simple);
    let edited = STORE.replace("    write(basket)", "    put(basket)");
    std::fs::write(root.join("src/store.rs"), format!("// one\n\n{edited}")).unwrap();
    let left =
        "a.md:1 left: with it, a citation of this document or of what it says would not hold";
    assert_eq!(shown(&fixed(root, &lock)), [left]);
    // A comment that is cited itself: its own citation would change it.
    let code = "# See b.rs:1.\nx = 1\ny = 2\n";
    let files = [("b.rs", "fn one() {}\nfn two() {}\n"), ("a.py", code), ("c.md", "a.py:1-3\n")];
    let folder = tree(&files);
    let root = folder.path();
    let lock = Lock::record(root, &check_all_documents(root), &Simple);
    assert_eq!(lock.len(), 2);
    std::fs::write(root.join("b.rs"), "\n\nfn one() {}\nfn two() {}\n").unwrap();
    let left =
        "a.py:1 left: with it, a citation of this document or of what it says would not hold";
    assert_eq!(shown(&fixed(root, &lock)), [left]);
    // Also where the document that cites it is not checked.
    let only = [firsthand_source::RepoPath::new("a.py").unwrap()];
    let found = fix(root, &only, &Simple, &lock, &Baseline::default());
    assert_eq!(shown(&found), [left]);
}

#[test]
fn a_document_that_is_not_text_is_left() {
    let folder = tree(&[("src/store.rs", STORE)]);
    let root = folder.path();
    let text = b"\xff `src/store.rs:6`: `pub fn keep(basket: &Basket) {`\n";
    std::fs::write(root.join("a.md"), text).unwrap();
    assert_eq!(shown(&fixed(root, &Lock::default())), ["a.md:1 left: its document is not UTF-8"]);
    assert_eq!(std::fs::read(root.join("a.md")).unwrap(), text);
}

#[test]
fn what_a_baseline_accepts_is_left() {
    let folder = tree(&[
        ("src/store.rs", STORE),
        ("a.md", "`src/store.rs:6`: `pub fn keep(basket: &Basket) {`"),
    ]);
    let root = folder.path();
    let checked = check_all_documents(root);
    let accepted = Baseline::parse(&serde_json::to_string(&checked).unwrap()).unwrap();
    let all = documents(root, root, &Simple).unwrap();
    let found = fix(root, &all, &Simple, &Lock::default(), &accepted);
    assert!(found.documents.is_empty() && found.checked.holds, "{found:?}");
}

/// A document of citations with other text between them, and how many lines are added above what it cites.
fn citing() -> impl Strategy<Value = (String, Vec<usize>)> {
    let line = 1..9_usize;
    let citation = (line.clone(), 0..3_usize, 0..5_usize).prop_map(|(start, more, form)| {
        let end = (start + more).min(8);
        match form {
            0 => format!("src/store.rs:{start}"),
            1 => format!("`src/store.rs:{start}-{end}`"),
            2 => format!("[x](src/store.rs#L{start}-L{end})"),
            3 => format!("`src/store.rs:{start}`: `pub fn keep(basket: &Basket) {{`"),
            _ => format!("`write` (src/store.rs:{start})"),
        }
    });
    let between = "[ é,.\r\n|*-]{1,4}";
    let document = prop::collection::vec((between, citation), 0..6).prop_map(|parts| {
        parts
            .into_iter()
            .map(|(between, citation)| format!("{between}{citation}"))
            .collect::<String>()
    });
    (document, prop::collection::vec(0..9_usize, 0..4))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The bytes outside the rewritten spans are untouched, nothing is rewritten that has not moved, and what is rewritten is
    /// unchanged then.
    #[test]
    fn only_what_has_moved_is_rewritten((document, inserted) in citing()) {
        let folder = tree(&[("src/store.rs", STORE), ("a.md", &document)]);
        let root = folder.path();
        let lock = Lock::record(root, &check_all_documents(root), &Simple);
        let mut lines: Vec<String> = STORE.lines().map(str::to_owned).collect();
        for at in inserted {
            lines.insert(at.min(lines.len()), format!("// {at}"));
        }
        std::fs::write(root.join("src/store.rs"), lines.join("\n")).unwrap();
        let before = check_with(root, &lock);
        let found = fixed(root, &lock);
        let moved = before.citations.iter().filter(|one| one.standing == firsthand_citations::CitationState::Moved);
        prop_assert!(found.checked.rewritten.len() <= moved.count());
        let text = std::fs::read_to_string(root.join("a.md")).unwrap();
        let digits = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
        prop_assert_eq!(digits(&text), digits(&document));
        for (one, other) in before.citations.iter().zip(&found.checked.citations) {
            let is_same = (one.start, one.end) == (other.start, other.end);
            match one.standing {
                firsthand_citations::CitationState::Moved if !is_same => {
                    prop_assert_eq!(other.standing, firsthand_citations::CitationState::Unchanged);
                    prop_assert_eq!(other.start, one.now[0].start());
                }
                _ => prop_assert!(is_same && one.standing == other.standing, "{:?} {:?}", one, other),
            }
        }
    }
}
