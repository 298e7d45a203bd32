//! Tests of what a record of the lock file serves, and of what is rewritten by it.

use firsthand_citations::Lock;

use super::fix::{fixed, shown};
use super::{STORE, Simple, check_all_documents, check_with, tree};

/// The states of the citations of a document `docs/a.md` by what was recorded of it: as it was, and with two lines above
/// what it cites; and what is rewritten then, with the document after it.
#[track_caller]
fn check(document: &str, then: &[&str], now: &[&str], rewritten: &[&str], after: &str) {
    let folder = tree(&[("src/store.rs", STORE), ("docs/a.md", document)]);
    let root = folder.path();
    let lock = Lock::record(root, &check_all_documents(root), &Simple);
    let states = || {
        let states = check_with(root, &lock).citations.into_iter().map(|one| {
            let at: Vec<String> = one.now.iter().map(ToString::to_string).collect();
            format!("{:?} {:?} {}", one.by, one.standing, at.join(","))
        });
        states.map(|state| state.trim_end().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(states(), then, "{document}");
    std::fs::write(root.join("src/store.rs"), format!("// one\n\n{STORE}")).unwrap();
    assert_eq!(states(), now, "{document}");
    assert_eq!(shown(&fixed(root, &lock)), rewritten, "{document}");
    assert_eq!(std::fs::read_to_string(root.join("docs/a.md")).unwrap(), after);
}

#[test]
fn a_record_serves_no_citation_that_was_refused() {
    check(
        "`keep` (`src/store.rs:4`)\n\n`write` (`src/store.rs:4`)\n",
        &["Lock Unchanged", "Name Moved 8-8"],
        &["Lock Moved 6-6", "Name Moved 10-10"],
        &[
            "docs/a.md:1 src/store.rs:4 -> src/store.rs:6",
            "docs/a.md:3 left: only the name beside it is known",
        ],
        "`keep` (`src/store.rs:6`)\n\n`write` (`src/store.rs:4`)\n",
    );
    // Of a citation without a name there is a record, too.
    check(
        "src/store.rs:4\n\n`write` (`src/store.rs:4`)\n",
        &["Lock Unchanged", "Name Moved 8-8"],
        &["Lock Moved 6-6", "Name Moved 10-10"],
        &[
            "docs/a.md:1 src/store.rs:4 -> src/store.rs:6",
            "docs/a.md:3 left: only the name beside it is known",
        ],
        "src/store.rs:6\n\n`write` (`src/store.rs:4`)\n",
    );
    // A quote that does not stand there is refused, and has no record of its own.
    check(
        "src/store.rs:4\n\n`src/store.rs:4`: `fn write(basket: &Basket) {}`\n",
        &["Lock Unchanged", "Quote Moved 8-8"],
        &["Lock Moved 6-6", "Quote Moved 10-10"],
        &[
            "docs/a.md:1 src/store.rs:4 -> src/store.rs:6",
            "docs/a.md:3 left: its quote and its record stand in different places",
        ],
        "src/store.rs:6\n\n`src/store.rs:4`: `fn write(basket: &Basket) {}`\n",
    );
}

#[test]
fn a_list_is_rewritten_as_a_whole() {
    let both = ["Lock Unchanged"; 2];
    let moved =
        |one: &str, other: &str| [format!("Lock Moved {one}"), format!("Lock Moved {other}")];
    for (document, rewritten, after) in [
        ("src/store.rs:4,7-8", "src/store.rs:4,7-8 -> src/store.rs:6,9-10", "src/store.rs:6,9-10"),
        (
            "`src/store.rs:4`, 7-8 and on",
            "src/store.rs:4 -> src/store.rs:6",
            "`src/store.rs:6`, 7-8 and on",
        ),
        (
            "(src/store.rs:4 and 7-8)",
            "src/store.rs:4 and 7-8 -> src/store.rs:6 and 9-10",
            "(src/store.rs:6 and 9-10)",
        ),
        (
            "In `src/store.rs` (lines 4, 7-8).",
            "src/store.rs` (lines 4, 7-8 -> src/store.rs` (lines 6, 9-10",
            "In `src/store.rs` (lines 6, 9-10).",
        ),
        (
            "src/store.rs#L4, L7-L8",
            "src/store.rs#L4, L7-L8 -> src/store.rs#L6, L9-L10",
            "src/store.rs#L6, L9-L10",
        ),
    ] {
        let is_list = rewritten.contains("10");
        let now = moved("6-6", "9-10");
        let now: Vec<&str> = now.iter().map(String::as_str).collect();
        let shown = format!("docs/a.md:1 {rewritten}");
        let count = if is_list { 2 } else { 1 };
        check(document, &both[..count], &now[..count], &[&shown], after);
    }
}

#[test]
fn lines_with_a_word_are_rewritten() {
    for (document, rewritten) in [
        ("src/store.rs, lines 4-5", "src/store.rs, lines 6-7"),
        ("src/store.rs line 4", "src/store.rs line 6"),
        ("lines 4-5 of src/store.rs", "lines 6-7 of src/store.rs"),
        ("src/store.rs(4)", "src/store.rs(6)"),
        ("src/store.rs L4-L5", "src/store.rs L6-L7"),
    ] {
        let folder = tree(&[("src/store.rs", STORE), ("docs/a.md", document)]);
        let root = folder.path();
        let lock = Lock::record(root, &check_all_documents(root), &Simple);
        std::fs::write(root.join("src/store.rs"), format!("// one\n\n{STORE}")).unwrap();
        let found = fixed(root, &lock);
        assert_eq!(found.checked.rewritten.len(), 1, "{document}: {:?}", shown(&found));
        assert_eq!(std::fs::read_to_string(root.join("docs/a.md")).unwrap(), rewritten);
    }
}

/// Of a list of which a part is not known to stand, nothing is rewritten.
#[test]
fn a_part_of_a_list_is_not_rewritten() {
    let document = "src/store.rs:4,5\n";
    let folder = tree(&[("src/store.rs", STORE), ("docs/a.md", document)]);
    let root = folder.path();
    let lock = Lock::record(root, &check_all_documents(root), &Simple);
    let edited = STORE.replace("    write(basket)", "    put(basket)");
    std::fs::write(root.join("src/store.rs"), format!("// one\n\n{edited}")).unwrap();
    let left = "docs/a.md:1 left: another part of its list cannot be rewritten";
    assert_eq!(shown(&fixed(root, &lock)), [left]);
    assert_eq!(std::fs::read_to_string(root.join("docs/a.md")).unwrap(), document);
}

/// A citation that was written after the record cites what stands there now.
#[test]
fn a_record_serves_as_many_citations_as_it_was_made_of() {
    let rewrite = |then: &str, now: &str| {
        let folder = tree(&[("src/store.rs", STORE), ("docs/a.md", then)]);
        let root = folder.path();
        let lock = Lock::record(root, &check_all_documents(root), &Simple);
        let lock = Lock::parse(&lock.to_json()).unwrap();
        std::fs::write(root.join("src/store.rs"), format!("// one\n\n{STORE}")).unwrap();
        std::fs::write(root.join("docs/a.md"), now).unwrap();
        shown(&fixed(root, &lock))
    };
    let (one, two) = ("src/store.rs:4\n", "src/store.rs:4\n\nsrc/store.rs:4\n");
    let both = [
        "docs/a.md:1 src/store.rs:4 -> src/store.rs:6",
        "docs/a.md:3 src/store.rs:4 -> src/store.rs:6",
    ];
    assert_eq!(rewrite(two, two), both);
    assert_eq!(rewrite(two, one), both[..1]);
    let left = "left: more citations than were recorded have its lines, so one of them is new";
    assert_eq!(rewrite(one, two), [format!("docs/a.md:1 {left}"), format!("docs/a.md:3 {left}")]);
}

/// A line with a secret is in no digest: where all else is as it was, nothing says that it has changed.
#[test]
fn what_is_masked_is_not_changed_where_the_rest_is_as_it_was() {
    let text = "pub fn s() {\n    let token = \"ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5\";\n    use_it(token);\n}\n";
    let folder = tree(&[("src/s.rs", text), ("a.md", "src/s.rs:2, `src/s.rs:1-3`, src/s.rs:3\n")]);
    let root = folder.path();
    let lock = Lock::record(root, &check_all_documents(root), &Simple);
    assert_eq!(lock.len(), 3);
    let states = || {
        let states = check_with(root, &lock).citations.into_iter();
        states.map(|one| format!("{:?} {:?} {}", one.by, one.standing, one.why)).collect::<Vec<_>>()
    };
    assert_eq!(states(), ["Lines Unanchored ", "Lines Unanchored ", "Lock Unchanged "]);
    // What is recorded again is the same.
    assert_eq!(Lock::record(root, &check_with(root, &lock), &Simple), lock);
    std::fs::write(root.join("src/s.rs"), format!("// one\n{text}")).unwrap();
    assert_eq!(
        states(),
        [
            "Lock Changed `s` is at 2-5; a line of it is masked, and is not compared",
            "Lock Changed `s`: a line of it is masked, and is not compared",
            "Lock Moved it is at 4-4 now",
        ]
    );
}
