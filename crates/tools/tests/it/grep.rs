//! `grep`.

use crate::tree::Tree;

/// Where nothing matches below a path, the lines elsewhere are counted: that is no absence. A file that could not be
/// searched is not counted as searched.
#[test]
fn what_matches_outside_of_the_path_is_counted() {
    let tree = Tree::new(&[
        ("src/a.rs", "fn alpha() {}\n"),
        ("web/b.html", "alpha\n\nalpha\n"),
        ("web/c.bin", "\0\0alpha\n"),
    ]);
    let seen = |arguments: &str| {
        let seen = tree.see("grep", arguments);
        let lines = seen.lines().filter(|line| line.contains("outside") || line.contains("match"));
        lines.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(seen(r#"{"pattern": "alpha", "path": "src/a.rs"}"#), @"1 line matches, in 1 of 1 file.");
    insta::assert_snapshot!(seen(r#"{"pattern": "fn alpha", "path": "web"}"#), @r"
    No line matches in 1 file.
    note: outside of `web` 1 line matches: src/a.rs:1
    ");
    insta::assert_snapshot!(seen(r#"{"pattern": "beta", "path": "web"}"#), @"No line matches in 1 file.");
}

#[test]
fn matches_are_shown_in_clusters_with_context() {
    let tree = Tree::new(&[
        (
            "src/a.rs",
            "fn one() {\n    call();\n}\n\n\n\n\nfn two() {\n    call();\n    call();\n}\n",
        ),
        ("src/b.rs", "// CALL\r\nlet x = call(1);\r\n"),
        ("tests/c.rs", "call();\ncall();\ncall();\n"),
    ]);
    tree.link("src", "inner");
    let mut seen = String::new();
    for arguments in [
        r#"{"pattern": "call\\("}"#,
        r#"{"pattern": "call(", "context": 0, "path": "src"}"#,
        r#"{"pattern": "CALL", "context": 0}"#,
        r#"{"pattern": "call$", "case": "insensitive", "context": 0}"#,
        r#"{"pattern": ".", "literal": true}"#,
        r#"{"pattern": "call", "limit": 1, "context": 0}"#,
        r#"{"pattern": "call", "path": "src/c.rs"}"#,
        r#"{"pattern": "call", "path": "inner"}"#,
        r#"{"pattern": "call", "path": "/etc"}"#,
    ] {
        seen.push_str(&tree.see("grep", arguments));
        seen.push_str("--\n");
    }
    insta::assert_snapshot!(seen, @r#"
    4 lines match, in 2 of 3 files. Not shown: 3 more in tests (include: ["tests"]).
    #### src/a.rs [c1] 1-4 of 11
    1| fn one() {
    2|     call();
    3| }
    4| 
    #### src/a.rs [c2] 7-11 (to the end)
     7| 
     8| fn two() {
     9|     call();
    10|     call();
    11| }
    #### src/b.rs [c3] 1-2 (to the end)
    1| // CALL
    2| let x = call(1);
    --
    4 lines match, in 2 of 2 files.
    #### src/a.rs [c1] · 2|     call();
    #### src/a.rs [c2] 9-10 of 11
     9|     call();
    10|     call();
    #### src/b.rs [c3] · 2| let x = call(1);
    note: the pattern is not a valid regex (unclosed group); it was searched for as plain text
    --
    1 line matches, in 1 of 3 files.
    #### src/b.rs [c1] · 1| // CALL
    note: capitals count, as the pattern has one; 7 more lines match if they do not (case: "insensitive")
    --
    1 line matches, in 1 of 3 files.
    #### src/b.rs [c1] · 1| // CALL
    --
    No line matches in 3 files.
    note: left out: 1 symbolic link
    --
    5 lines match, in 2 of 3 files. Not shown: 3 more in tests (include: ["tests"]). Shown: 1 of these 5, in 1 place of 1 file.
    Also in: src/a.rs:9, 10, src/b.rs:1, 2
    #### src/a.rs [c1] · 2|     call();
    --
    answer: there is no file or folder `src/c.rs` that is searched (hidden and git-ignored ones are left out); did you mean `tests/c.rs`, `src/a.rs`, `src/b.rs`?
    --
    answer: `inner` is a symbolic link and links are not followed; it leads to `src`
    --
    answer: `path` (`/etc`) is not accepted: the path is absolute; paths are relative to the repository's root
    --
    "#);
}

#[test]
fn a_chain_of_matches_is_split_at_the_range_limit() {
    let text: String = (1..=400).map(|n| format!("hit {n}\n")).collect();
    let tree = Tree::new(&[("chain.txt", &text)]);
    let toolbox = tree.toolbox();
    let output = crate::tree::run(&toolbox, "grep", r#"{"pattern": "hit"}"#, 60_000).unwrap();
    let windows = &output.observations[0].windows;
    let mut next = 1;
    for window in windows {
        let range = window.span.range();
        assert!(range.len() <= 120 && range.start() == next, "{range}");
        assert_eq!(window.hits, (range.start()..=range.end()).collect::<Vec<_>>());
        next = range.end() + 1;
    }
    assert_eq!(next, 401);
}

#[test]
fn matches_of_one_file_leave_room_for_others() {
    let many = "hit\n\n\n\n\n\n\n\n".repeat(50);
    let tree = Tree::new(&[("many.txt", &many), ("one.txt", "hit\n"), ("two.txt", "hit\n")]);
    let seen = tree.see("grep", r#"{"pattern": "hit", "limit": 9, "context": 0}"#);
    let lines = |name: &str| {
        let own = seen.split("#### ").filter(|part| part.starts_with(name));
        own.map(|part| part.matches("| hit").count()).sum::<usize>()
    };
    assert_eq!((lines("many.txt"), lines("one.txt"), lines("two.txt")), (7, 1, 1), "{seen}");
    assert!(seen.starts_with(
        "52 lines match, in 3 of 3 files. Shown: 9 of these 52, in 9 places of 3 files.\n"
    ));
}

#[test]
fn a_match_far_into_a_long_line_is_visible() {
    for (around, shown, note) in [
        (5_000, "éneedley", "yyy… (part of a line of 10006 characters)"),
        (300, "éneedley", "yyy… (+207 characters: read it alone)"),
        (197, "| ééé", "yyy\n"), // 400 characters, of more bytes
    ] {
        let line = format!("{}needle{}\n", "é".repeat(around), "y".repeat(around));
        let tree = Tree::new(&[("min.js", &line)]);
        let seen = tree.see("grep", r#"{"pattern": "needle"}"#);
        assert!(seen.contains(shown) && seen.contains(note), "{seen}");
    }
}

#[test]
fn windows_that_do_not_fit_are_not_counted_as_shown() {
    let text = "hit and some more text on the line\n\n\n\n\n\n".repeat(30);
    let tree = Tree::new(&[("a.txt", &text)]);
    let seen = tree.see_in("grep", r#"{"pattern": "hit", "context": 0}"#, 500);
    let shown = seen.matches("| hit").count();
    assert!(
        seen.starts_with(&format!(
            "30 lines match, in 1 of 1 file. Shown: {shown} of these 30, in {shown} places of 1 file."
        )),
        "{seen}"
    );
}

#[test]
fn binary_and_oversized_files_are_counted() {
    let tree = Tree::new(&[("a.txt", "hit\n")]);
    tree.write("b.bin", b"hit\0");
    tree.write("c.txt", &vec![b'x'; (2 << 20) + 1]);
    let output = tree.output("grep", r#"{"pattern": "hit"}"#).unwrap();
    assert_eq!(output.diagnostics, ["not searched: too large: c.txt"]);
    let none = tree.output("grep", r#"{"pattern": "none"}"#).unwrap();
    let unread = "not searched: 1 binary; too large: c.txt";
    assert_eq!(none.diagnostics, [unread]);
    let coverage = output.coverage;
    assert_eq!((coverage.patterns, coverage.files_seen, coverage.files_skipped), (1, 1, 2));
}

#[test]
fn a_cancelled_call_is_answered_as_cancelled() {
    use firsthand_agent::{Cancel, ToolError};
    let tree = Tree::new(&[("a.txt", "hit\n")]);
    let call = tree.toolbox().call(Cancel::new(), 900);
    call.cancel.cancel();
    for (tool, arguments) in [
        ("grep", serde_json::json!({"pattern": "hit"})),
        ("search_code", serde_json::json!({"query": "hit"})),
    ] {
        let tool = tree.toolbox().tool(tool).unwrap();
        let ended = crate::tree::runtime().block_on(tool.call(arguments, &call));
        // The tool cannot know whether the run was cancelled or only this call; the run decides whether it continues.
        let cancelled = ToolError::Answer("the call was cancelled".to_owned());
        assert_eq!(ended.unwrap_err(), cancelled);
    }
}

#[test]
fn anchors_match_at_the_ends_of_a_line() {
    let tree = Tree::new(&[
        ("crlf.txt", "one\r\ntwo one\r\none two"),
        ("lf.txt", "\u{feff}one\ntwo one\n\none two\n"),
    ]);
    for (pattern, lines) in [
        ("one$", 4),
        ("^one", 4),
        ("^one$", 2),
        ("^$", 1),
        ("two$", 2),
        ("\\\\r", 0),
        ("one\\\\s", 2),
        ("\\\\Aone", 4),
    ] {
        let seen = tree.see("grep", &format!(r#"{{"pattern": "{pattern}"}}"#));
        let expect = match lines {
            0 => "No line matches".to_owned(),
            1 => "1 line matches".to_owned(),
            _ => format!("{lines} lines match"),
        };
        assert!(seen.starts_with(&expect), "{pattern}: {seen}");
    }
}

/// Code comes first and documentation last, however often each matches. Tests and generated files are counted, and shown
/// if the call includes them or nothing else matches.
#[test]
fn tests_and_generated_files_are_shown_if_asked_for() {
    let tree = Tree::new(&[
        ("CHANGELOG.md", "needle\nneedle\n\n\n\n\n\n\n\nneedle\n"),
        ("tests/needle_test.py", "needle\nthread\n"),
        ("src/needle.py", "needle\n"),
        ("src/needle_pb2.py", "needle\n"),
    ]);
    let check = |arguments: &str, paths: &[&str], left_out: &str| {
        let output = tree.output("grep", arguments).unwrap();
        let windows = output.observations.iter().flat_map(|o| &o.windows);
        let mut shown: Vec<&str> = windows.map(|window| window.span.path().as_str()).collect();
        shown.dedup();
        assert_eq!(shown, paths, "{arguments}");
        let not_shown = output.summary.split_once(" Not shown: ").map_or("", |(_, rest)| rest);
        assert_eq!(not_shown, left_out, "{arguments}");
        // What was left out by its class is no loss.
        assert!(output.coverage.losses.is_empty() && !output.coverage.truncated);
    };
    let (code, generated) = ("src/needle.py", "src/needle_pb2.py");
    let (test, docs) = ("tests/needle_test.py", "CHANGELOG.md");
    check(
        r#"{"pattern": "needle"}"#,
        &[code, docs],
        r#"1 more in tests (include: ["tests"]), 1 more in generated or minified files (include: ["generated"])."#,
    );
    check(
        r#"{"pattern": "needle", "include": ["tests"]}"#,
        &[code, test, docs],
        r#"1 more in generated or minified files (include: ["generated"])."#,
    );
    check(
        r#"{"pattern": "needle", "include": ["tests", "generated"]}"#,
        &[code, test, docs, generated],
        "",
    );
    check(r#"{"pattern": "thread"}"#, &[test], "");
    check(r#"{"pattern": "needle", "path": "tests"}"#, &[test], "");
    check(r#"{"pattern": "needle", "path": "*_pb2.py"}"#, &[generated], "");
}

/// A line of a minified file or of data is shown if it matches, and never as the context of a match.
#[test]
fn long_lines_are_no_context() {
    let long = "x=1;".repeat(150);
    let tree = Tree::new(&[
        (
            "bundle.js",
            &format!("/* needle */\n{long}\n{long}needle\n{long}\n\n// needle\n{long}\n"),
        ),
        ("near.js", &format!("a\nb\nneedle\n{long}\nneedle\nc\n")),
    ]);
    let output = tree.output("grep", r#"{"pattern": "needle"}"#).unwrap();
    let windows = output.observations.iter().flat_map(|o| &o.windows);
    let shown: Vec<String> =
        windows.map(|window| format!("{}:{}", window.span.path(), window.span.range())).collect();
    assert_eq!(
        shown,
        ["bundle.js:1-1", "bundle.js:3-3", "bundle.js:5-6", "near.js:1-3", "near.js:5-6"]
    );
}

#[test]
fn a_regex_that_matches_nothing_is_searched_for_as_plain_text() {
    let tree = Tree::new(&[
        ("a.go", "func (h *Handler) Serve() {\n\tx := m[key] + 1\n}\n"),
        ("b.ts", "if (a?.b(c) && $x) {}\nfunc\n"),
    ]);
    let check = |pattern: &str, expect: &str, is_plain: bool| {
        let arguments = serde_json::json!({"pattern": pattern, "context": 0}).to_string();
        let seen = tree.see("grep", &arguments);
        assert!(seen.starts_with(expect), "{pattern}: {seen}");
        assert_eq!(seen.contains("hold it as plain text"), is_plain, "{pattern}: {seen}");
    };
    check("func (h *Handler)", "1 line matches, in 1 of 2 files.", true);
    check("m[key] + 1", "1 line matches, in 1 of 2 files.", true);
    check("a?.b(c)", "1 line matches, in 1 of 2 files.", true);
    check("$x", "1 line matches, in 1 of 2 files.", true);
    // As a regex it matches another line, or as plain text no line, either.
    check("func( h .Handler)?", "2 lines match, in 2 of 2 files.", false);
    check("func (x *Handler)", "No line matches in 2 files.", false);
    check("^gone$", "No line matches in 2 files.", false);
}

/// Places in which only imports match come after the others: they are shown if there is room.
#[test]
fn imports_come_after_uses() {
    let blank = "\n".repeat(40);
    let check = |path: &str, import: &str, usage: &str| {
        let text = format!("{import}\n{blank}{usage}\n{blank}{usage}\n");
        let tree = Tree::new(&[(path, &text)]);
        let see = |limit: u32| {
            let arguments = format!(r#"{{"pattern": "alpha", "context": 0, "limit": {limit}}}"#);
            tree.see_in("grep", &arguments, 2_000)
        };
        let shown = |seen: &str| {
            let lines = seen.lines().filter_map(|line| line.split_once('|'));
            let shown = lines.filter(|(_, text)| text.contains("alpha"));
            let numbers = shown.filter_map(|(before, _)| before.split_whitespace().last());
            numbers.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(&see(2)), "42 83", "{path}");
        assert_eq!(shown(&see(9)), "1 42 83", "{path}");
    };
    check("a.ts", "import { alpha } from './b';", "alpha();");
    check("a.py", "from b import alpha", "alpha()");
    check("a.rs", "use crate::b::alpha;", "fn f() { alpha(); }");
    check("a.java", "import b.alpha;", "class A { void f() { alpha(); } }");
    check("a.php", "<?php use b\\alpha;", "alpha();");
    check("a.kt", "import b.alpha", "fun f() { alpha() }");
}

/// Single lines are rows of a list; a header for each would take more room than they do.
#[test]
fn single_lines_are_rows() {
    let many = "hit\n\n\n\n".repeat(2);
    let tree = Tree::new(&[("src/many.txt", &many), ("one.txt", "hit\nhit\n")]);
    insta::assert_snapshot!(tree.see("grep", r#"{"pattern": "hit", "context": 0}"#), @r"
    4 lines match, in 2 of 2 files.
    #### one.txt [c1] 1-2 (to the end)
    1| hit
    2| hit
    #### src/many.txt [c2] · 1| hit
    #### src/many.txt [c3] · 5| hit
    ");
}

/// Lines that are shown in part and cannot be quoted are left out like those of generated files, unless nothing else matches.
#[test]
fn minified_files_count_as_generated() {
    let line = format!("{}needle\n", "x=1;".repeat(600));
    let tree = Tree::new(&[("ace/ace.js", &line), ("src/a.js", "needle()\n")]);
    let check = |arguments: &str, is_shown: bool| {
        let seen = tree.see("grep", arguments);
        assert_eq!(seen.contains("#### ace/ace.js"), is_shown, "{seen}");
        seen.contains("1 more in generated or minified files (include: [\"generated\"])")
    };
    assert!(check(r#"{"pattern": "needle"}"#, false));
    assert!(!check(r#"{"pattern": "needle", "include": ["generated"]}"#, true));
    assert!(!check(r#"{"pattern": "needle", "path": "ace"}"#, true));
}

/// One capital makes the whole pattern count them, which the answer says where it leaves lines out.
#[test]
fn lines_in_another_case_are_counted() {
    let tree = Tree::new(&[("a.cpp", "DELETE FROM x\nSET deleted\nset deleted\n")]);
    let check = |pattern: &str, case: &str, expect: &str, more: &str| {
        let seen = tree.see("grep", &format!(r#"{{"pattern": "{pattern}", "case": "{case}"}}"#));
        assert!(seen.starts_with(expect), "{pattern}: {seen}");
        assert_eq!(seen.contains("note: capitals count"), !more.is_empty(), "{pattern}: {seen}");
        assert!(seen.contains(more), "{pattern}: {seen}");
    };
    check("DELETE|set deleted", "smart", "2 lines match", "; 1 more line matches if they do not");
    check("Set Deleted", "smart", "No line matches", "; 2 more lines match if they do not");
    check("DELETE", "smart", "1 line matches", "; 2 more lines match");
    check("delete", "smart", "3 lines match", "");
    check("DELETE|set deleted", "sensitive", "2 lines match", "");
    check("SET|DELETE FROM", "insensitive", "3 lines match", "");
    // Each line has an `l`, so that without regard to case none matches.
    check("^[^L]+$", "smart", "2 lines match", "");
}

/// The lines of a rare alternative have their part of the places, in whatever file they stand.
#[test]
fn a_frequent_alternative_does_not_hide_a_rare_one() {
    let common = "common();\n\n\n\n\n\n".repeat(9);
    let paths: Vec<String> = (10..30).map(|at| format!("src/f{at}.rs")).collect();
    let mut files: Vec<(&str, &str)> = paths.iter().map(|path| (&**path, &*common)).collect();
    let last = format!("{common}rare();\n");
    files.push(("src/z.rs", &last));
    files.push(("docs/a.md", "rarest\n"));
    let seen = Tree::new(&files).see("grep", r#"{"pattern": "common|rare\\(|rarest|none"}"#);
    let first = "191 lines match, in 22 of 22 files. Each alternative: `none` 0, `rare\\(` 1, `rarest` 1, `common` 189. ";
    assert!(seen.starts_with(first), "{seen}");
    for place in
        ["55| rare();", "1| rarest", "src/f27.rs [", "Shown: 173 of these 191, in 20 places"]
    {
        assert!(seen.contains(place), "{place}: {seen}");
    }
}
