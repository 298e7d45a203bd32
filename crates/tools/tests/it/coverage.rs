//! What a search counts as searched: the files of its `path` alone, and which part of all that is.

use crate::tree::Tree;

#[test]
fn accounted_the_files_of_the_path_are_those_that_are_searched() {
    let tree = Tree::new(&[
        ("app/jobs/a.rb", "perform\n"),
        ("app/jobs/deep/b.rb", "perform\n"),
        ("app/models/c.rb", "perform\n"),
        ("doc/d.md", "perform\n"),
        ("e.md", "perform\n"),
    ]);
    tree.write("f.bin", b"perform\0");
    let check = |tool: &str, arguments: &str| {
        let coverage = tree.output(tool, arguments).unwrap().coverage;
        let (part, within) = (coverage.confined, coverage.within.join(" "));
        format!("{} of {} in a part: {within}", part, coverage.patterns)
            + &format!(" ({} files, {} not read)", coverage.files_seen, coverage.files_skipped)
    };
    for (tool, arguments, expect) in [
        ("grep", r#"{"pattern": "perform"}"#, "0 of 1 in a part:  (5 files, 1 not read)"),
        (
            "grep",
            r#"{"pattern": "perform", "path": "."}"#,
            "0 of 1 in a part:  (5 files, 1 not read)",
        ),
        (
            "grep",
            r#"{"pattern": "perform", "path": "**/*"}"#,
            "0 of 1 in a part:  (5 files, 1 not read)",
        ),
        (
            "grep",
            r#"{"pattern": "perform", "path": "app/jobs"}"#,
            "1 of 1 in a part: app/jobs (2 files, 0 not read)",
        ),
        (
            "grep",
            r#"{"pattern": "zzz", "path": "app/jobs"}"#,
            "1 of 1 in a part: app/jobs (2 files, 0 not read)",
        ),
        (
            "grep",
            r#"{"pattern": "perform", "path": "app/jobs/a.rb"}"#,
            "1 of 1 in a part: app/jobs/a.rb (1 files, 0 not read)",
        ),
        (
            "grep",
            r#"{"pattern": "perform", "path": "app/**/*.rb"}"#,
            "1 of 1 in a part: app (3 files, 0 not read)",
        ),
        (
            "grep",
            r#"{"pattern": "perform", "path": "*.md"}"#,
            "1 of 1 in a part:  (2 files, 0 not read)",
        ),
        (
            "grep",
            r#"{"pattern": "perform", "path": "app/jobs/deep\napp/models"}"#,
            "1 of 1 in a part: app (2 files, 0 not read)",
        ),
        ("search_code", r#"{"query": "perform"}"#, "0 of 1 in a part:  (5 files, 1 not read)"),
        (
            "search_code",
            r#"{"query": "perform", "path": "app/jobs"}"#,
            "1 of 1 in a part: app/jobs (2 files, 0 not read)",
        ),
        (
            "search_code",
            r#"{"symbol": "perform", "path": "app/models"}"#,
            "1 of 1 in a part: app/models (1 files, 0 not read)",
        ),
        // These search for nothing.
        ("list_files", r#"{"path": "app"}"#, "0 of 0 in a part:  (6 files, 0 not read)"),
        ("read_file", r#"{"path": "e.md"}"#, "0 of 0 in a part:  (1 files, 0 not read)"),
    ] {
        assert_eq!(check(tool, arguments), expect, "{tool} {arguments}");
    }
}
