//! `read_file`.

use crate::tree::Tree;

fn numbered_lines(lines: usize) -> String {
    (1..=lines).map(|n| format!("line {n}\n")).collect()
}

#[test]
fn a_read_shows_the_lines_that_exist_and_notes_the_others() {
    let tree = Tree::new(&[("two.txt", "one\ntwo\n"), ("crlf.txt", "\u{feff}one\r\ntwo\r\n")]);
    tree.write("latin.txt", b"plain\ncaf\xe9\n");
    let mut seen = String::new();
    for arguments in [
        r#"{"path": "two.txt"}"#,
        r#"{"path": "two.txt", "start": 2, "end": 2}"#,
        r#"{"path": "two.txt", "start": 1, "end": 5000}"#,
        r#"{"path": "two.txt", "start": 3}"#,
        r#"{"path": "two.txt", "start": 2, "end": 1}"#,
        r#"{"path": "crlf.txt"}"#,
        r#"{"path": "latin.txt"}"#,
    ] {
        seen.push_str(&tree.see("read_file", arguments));
    }
    insta::assert_snapshot!(seen, @r#"
    #### two.txt [c1] 1-2 (to the end)
    1| one
    2| two
    #### two.txt [c1] 2 (to the end)
    2| two
    #### two.txt [c1] 1-2 (to the end)
    1| one
    2| two
    note: the file has 2 lines
    answer: `two.txt` has 2 lines; line 3 is past its end
    answer: `end` (1) is before `start` (2)
    #### crlf.txt [c1] 1-2 (to the end)
    1| one
    2| two
    #### latin.txt [c1] 1-2 (to the end)
    1| plain
    2| caf� (not to be quoted)
    note: lines that hold bytes which are not UTF-8: 1; they cannot be quoted
    "#);
}

#[test]
fn a_long_read_names_the_lines_that_are_not_shown() {
    let tree = Tree::new(&[("long.txt", &numbered_lines(900)), ("wide.txt", &"é".repeat(9_000))]);
    for (arguments, room, shown, note) in [
        (r#"{"path": "long.txt"}"#, 50_000, "1-400 of 900", "not shown: long.txt:401-900"),
        (
            r#"{"path": "long.txt", "start": 401}"#,
            50_000,
            "401-800 of 900",
            "not shown: long.txt:801-900",
        ),
        (
            r#"{"path": "long.txt", "start": 5, "end": 700}"#,
            50_000,
            "5-404 of 900",
            "not shown: long.txt:405-700",
        ),
        (r#"{"path": "long.txt", "start": 890}"#, 50_000, "890-900 (to the end)", ""),
        (r#"{"path": "wide.txt"}"#, 50_000, "1 (to the end)\n1| éééé", ""),
    ] {
        let seen = tree.see_in("read_file", arguments, room);
        assert!(seen.contains(shown) && seen.contains(note), "{arguments} in {room}: {seen}");
        assert_eq!(seen.contains("not shown:"), !note.is_empty(), "{seen}");
    }
}

#[test]
fn a_cut_read_can_be_continued_at_the_next_line() {
    let tree = Tree::new(&[("long.txt", &numbered_lines(90))]);
    let (mut seen, mut next) = (Vec::new(), 1);
    while next <= 90 {
        let arguments = format!(r#"{{"path": "long.txt", "start": {next}}}"#);
        let output = crate::tree::run(&tree.toolbox(), "read_file", &arguments, 300).unwrap();
        let range = output.observations[0].windows[0].span.range();
        seen.extend(range.start()..=range.end());
        next = range.end() + 1;
        let rest = output.left_out.first().map(|(_, rest)| (rest.start(), rest.end()));
        assert_eq!(rest, (next <= 90).then_some((next, 90)), "{range}");
        assert_eq!(output.coverage.truncated, next <= 90);
    }
    assert_eq!(seen, (1..=90).collect::<Vec<u32>>());
}

#[test]
fn a_read_has_the_declarations_and_the_present_bytes() {
    let tree = Tree::new(&[("a.rs", "fn one() {\n}\n\nfn two() {\n}\n")]);
    let output = tree.output("read_file", r#"{"path": "a.rs", "start": 4, "end": 5}"#).unwrap();
    let window = &output.observations[0].windows[0];
    let names: Vec<_> = window.declarations.iter().map(|d| d.name.as_str()).collect();
    assert_eq!(names, ["two"]);

    let toolbox = tree.toolbox();
    let see = || {
        let read = crate::tree::run(&toolbox, "read_file", r#"{"path": "a.rs"}"#, 900);
        crate::tree::text(read.unwrap())
    };
    assert!(see().contains("fn one"));
    tree.write("a.rs", b"fn three() {}\n");
    assert_eq!(see(), "#### a.rs [c1] 1 (to the end)\n1| fn three() {}\n");
}

/// A file whose name or end of a path no other one has is read by that, where nothing else is called so.
#[test]
fn the_end_of_a_path_names_its_only_file() {
    let tree = Tree::new(&[
        ("app/src/Main.java", "class Main {}\n"),
        ("app/src/Other.java", "class Other {}\n"),
        ("lib/Other.java", "class Other {}\n"),
        ("app/notes.md", "shown\n"),
        ("notes.md", "ignored\n"),
        (".gitignore", "/notes.md\n"),
    ]);
    let check = |tool: &str, path: &str, expect: &str| {
        let mut arguments = serde_json::json!({"path": path});
        if tool == "grep" {
            arguments["pattern"] = "class".into();
        }
        let seen = tree.see(tool, &arguments.to_string());
        assert!(seen.contains(expect), "{tool} {path}: {seen}");
    };
    let note = "note: `Main.java` was read as `app/src/Main.java`";
    for tool in ["read_file", "grep", "search_code"] {
        check(tool, "Main.java", note);
        check(tool, "Main.java", "#### app/src/Main.java [c1]");
    }
    check("read_file", "src/Other.java", "#### app/src/Other.java [c1]");
    check("read_file", "Main.java:1-1", "was read as `app/src/Main.java:1-1`");
    check("read_file", "Other.java", "answer: there is no file `Other.java`; did you mean");
    check("read_file", "ain.java", "answer: there is no file `ain.java`");
    check("read_file", "src", "answer: there is no file `src`");
    // It is there, and not shown.
    check("read_file", "notes.md", "answer: `notes.md` is left out");
}

/// A suffix such as `:2-3` of a path is read as lines, unless a file has exactly that name.
#[test]
fn lines_can_be_a_suffix_of_the_path() {
    let tree = Tree::new(&[("a.rs", "one\ntwo\nthree\nfour\n"), ("notes:2", "other\n")]);
    let check = |arguments: &str, expect: &[&str]| {
        let seen = tree.see("read_file", arguments);
        for part in expect {
            assert!(seen.contains(part), "{arguments}: {seen}");
        }
    };
    let repaired = "argument_repaired";
    check(r#"{"path": "a.rs:2-3"}"#, &["2| two\n3| three\n", repaired]);
    check(r#"{"path": "a.rs:4"}"#, &["4| four\n", repaired]);
    check(r#"{"path": "notes:2"}"#, &["1| other\n"]);
    check(r#"{"path": "a.rs:2-3", "start": 3}"#, &["3| three\n", repaired]);
    check(r#"{"path": "a.rs:2", "start": 4, "end": 4}"#, &["4| four\n", repaired]);
    check(r#"{"path": "a.rs:0"}"#, &["answer: "]);
    check(r#"{"path": "gone.rs:2"}"#, &["answer: "]);
}
