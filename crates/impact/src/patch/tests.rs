//! Tests of reading diffs.

use super::*;

/// Reads a diff of `a.rs` over a tree that has this file, and prints both states.
fn check(diff: &str, present: Option<&str>, expect: &str) {
    let read_file = |path: &RepoPath| match present {
        Some(text) if path.as_str() == "a.rs" => Content::Bytes(text.as_bytes().to_vec()),
        _ => Content::Absent,
    };
    let shown = |content: &Content| match content {
        Content::Bytes(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
        Content::Absent => "absent".to_owned(),
        Content::Unread => "unread".to_owned(),
    };
    let seen = match read(diff.as_bytes(), &read_file) {
        Ok(FilesOfDiff { files, not_here, others, .. }) => {
            let files = files.iter().map(|file| {
                format!("{} {} -> {}", file.path, shown(&file.before), shown(&file.after))
            });
            let others = others.iter().map(|other| format!("other {other}"));
            let not_here = not_here.iter().map(|other| format!("not here {other}"));
            files.chain(others).chain(not_here).collect::<Vec<_>>().join("; ")
        }
        Err(why) => format!("error: {why}"),
    };
    assert_eq!(seen, expect, "{diff}");
}

#[test]
fn the_tree_is_as_before_or_as_after_a_diff() {
    let git = "diff --git a/a.rs b/a.rs\nindex 1..2 100644\n--- a/a.rs\n+++ b/a.rs\n";
    let hunk = "@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n";
    let expect = r#"a.rs "one\ntwo\nthree\n" -> "one\nTWO\nthree\n""#;
    let diff = format!("{git}{hunk}");
    check(&diff, Some("one\ntwo\nthree\n"), expect);
    check(&diff, Some("one\nTWO\nthree\n"), expect);
    check(&diff, Some("one\n2\nthree\n"), "other a.rs");
    check(&diff, None, "not here a.rs");
    // Without git's header and prefixes, and with a time.
    let plain = format!("--- a.rs\t2026-01-01\n+++ a.rs\t2026-01-02\n{hunk}");
    check(&plain, Some("one\ntwo\nthree\n"), expect);
    // The same lines elsewhere in the file are not those of the hunk.
    check(&diff, Some("zero\none\ntwo\nthree\n"), "other a.rs");
    // The byte order mark, which a diff has and a text that was read has not.
    check(&diff.replace(" one", " \u{feff}one"), Some("one\ntwo\nthree\n"), expect);
    let first = format!("{git}@@ -1,2 +1,2 @@\n-\u{feff}one\n+\u{feff}ONE\n two\n");
    for present in ["one\ntwo\n", "ONE\ntwo\n"] {
        check(&first, Some(present), r#"a.rs "one\ntwo\n" -> "ONE\ntwo\n""#);
    }
    // Line ends of another system.
    check(
        &diff,
        Some("one\r\ntwo\r\nthree\r\n"),
        "a.rs \"one\\r\\ntwo\\r\\nthree\\r\\n\" -> \"one\\r\\nTWO\\nthree\\r\\n\"",
    );
    check("", Some(""), "error: no file in it");
    check("nothing to see\n", Some(""), "error: no file in it");
}

#[test]
fn files_are_created_removed_and_renamed() {
    let created = "diff --git a/a.rs b/a.rs\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/a.rs\n@@ -0,0 +1 @@\n+one\n";
    check(created, Some("one\n"), r#"a.rs absent -> "one\n""#);
    check(created, None, r#"a.rs absent -> "one\n""#);
    check(created, Some("other\n"), "other a.rs");
    let removed = "diff --git a/a.rs b/a.rs\ndeleted file mode 100644\nindex 1..0\n--- a/a.rs\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n";
    check(removed, Some("one\n"), r#"a.rs "one\n" -> absent"#);
    check(removed, None, r#"a.rs "one\n" -> absent"#);
    let renamed = "diff --git a/b.rs b/a.rs\nsimilarity index 90%\nrename from b.rs\nrename to a.rs\n--- a/b.rs\n+++ b/a.rs\n@@ -1 +1 @@\n-one\n+two\n";
    let expect = r#"a.rs absent -> "two\n"; b.rs "one\n" -> absent"#;
    check(renamed, Some("two\n"), expect);
}

#[test]
fn a_file_that_a_plain_diff_names_twice_is_one_file() {
    let hunk = "@@ -1 +1 @@\n-one\n+two\n";
    let expect = r#"a.rs "one\n" -> "two\n""#;
    for (before, after) in [
        ("a.rs.orig", "a.rs"),
        ("a.rs", "a.rs.new"),
        ("a.rs~", "a.rs"),
        ("/tmp/a.rs.bak", "./a.rs"),
        ("/dev/fd/63", "a.rs"),
        ("a.rs", "/dev/fd/62"),
        ("/home/one/work/a.rs", "/home/other/work/a.rs"),
        ("old/deep/a.rs", "new/deep/a.rs"),
    ] {
        let diff = format!("--- {before}\t2026-01-01\n+++ {after}\t2026-01-02\n{hunk}");
        check(&diff, Some("one\n"), expect);
        check(&diff, Some("two\n"), expect);
        check(&diff, Some("other\n"), "other a.rs");
        let git = format!("diff --git {before} {after}\nindex 1..2 100644\n{diff}");
        check(&git, Some("two\n"), expect);
    }
}
