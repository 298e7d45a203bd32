//! What a search says where there is no answer, or too many: the same in every relation, with what to type instead.

use crate::{run, tree};

const LISTS: &[(&str, &str)] = &[
    (
        "src/Meta.h",
        "class Meta {\npublic:\n    bool banCheck(int addr);\n    void kill(int srvnum);\n    int tries;\n};\n",
    ),
    (
        "src/Meta.cpp",
        "#include \"Meta.h\"\n\nbool Meta::banCheck(int addr) {\n    return tries > addr;\n}\n\nvoid Meta::kill(int srvnum) {\n    tries = srvnum;\n}\n",
    ),
    (
        "src/main.cpp",
        "#include \"Meta.h\"\n\nint main() {\n    Meta meta;\n    return meta.banCheck(1);\n}\n",
    ),
    (
        "app/post.py",
        "class Post:\n    def title(self):\n        return 1\n\n    def send(self):\n        return 2\n",
    ),
    ("app/mail.py", "class Mail:\n    def send(self):\n        return 3\n"),
    ("lib/shop.rb", "class Shop\n  def open\n    1\n  end\nend\n"),
    ("LICENSE.txt", "nothing in this licence, nothing at all\n"),
];

/// The notes of a search, and its exit code.
fn notes(args: &[&str]) -> (Vec<String>, Option<i32>) {
    let folder = tree(LISTS);
    let output = run(folder.path(), &[&["search"], args].concat());
    let notes = output.out.lines().filter_map(|line| line.strip_prefix("note: "));
    (notes.map(str::to_owned).collect(), output.code)
}

#[test]
fn a_name_that_nothing_declares_is_said_alike_in_every_relation() {
    let relations = [
        "definition",
        "callers",
        "callees",
        "references",
        "implementors",
        "siblings",
        "texts",
        "files",
        "registrations",
        "numbers",
    ];
    for relation in relations {
        let (notes, code) = notes(&["--symbol", "zyxwvu", "--relation", relation]);
        let is_said = notes.iter().any(|note| note == "nothing declares zyxwvu");
        assert!(is_said && code == Some(3), "{relation}: {code:?} {notes:?}");
    }
}

/// Words of other texts are no member of a type.
#[test]
fn a_member_that_a_type_lacks_is_said_with_those_that_it_has() {
    for (symbol, expect) in [
        ("Meta::nothing", "nothing declares Meta::nothing; Meta has: banCheck, kill, tries"),
        ("Post.nothing", "nothing declares Post.nothing; Post has: send, title"),
        ("Meta::trie", "nothing declares Meta::trie; Meta has: tries, banCheck, kill"),
        ("Shop#nothing", "nothing declares Shop#nothing; Shop has: open"),
    ] {
        for relation in ["definition", "callers", "references"] {
            let (notes, code) = notes(&["--symbol", symbol, "--relation", relation]);
            let is_said = notes.iter().any(|note| note == expect);
            assert!(is_said && code == Some(3), "{symbol} {relation}: {code:?} {notes:?}");
        }
    }
}

#[test]
fn an_ambiguous_name_is_said_first_with_what_to_type() {
    let folder = tree(LISTS);
    let search = ["search", "--symbol", "send", "--relation", "callers"];
    let found = run(folder.path(), &search);
    let first = found.out.lines().next().unwrap_or_default();
    let expect =
        "note: send is ambiguous, say which: Mail.send (app/mail.py:2), Post.send (app/post.py:5)";
    assert_eq!(first, expect, "{found:?}");
    let (notes, _) = notes(&["--symbol", "Post.send"]);
    assert!(!notes.iter().any(|note| note.contains("ambiguous")), "{notes:?}");
}

#[test]
fn a_path_that_leaves_the_answer_out_says_where_it_is() {
    let (outside, code) = notes(&["--symbol", "Meta::banCheck", "--path", "app"]);
    assert_eq!((&*outside.join("\n"), code), ("outside of app: src/Meta.cpp:3", Some(3)));
    let folder = tree(LISTS);
    for args in [["--symbol", "kill"].as_slice(), &["kill"], &[]] {
        let args = [&["search", "--path", "nope"], args].concat();
        let output = run(folder.path(), &args);
        let error = "error: `nope` selects no file: ";
        assert!(output.code == Some(2) && output.err.starts_with(error), "{args:?} {output:?}");
    }
}

#[test]
fn a_field_has_uses_and_no_callers() {
    let (notes, code) = notes(&["--symbol", "Meta::tries", "--relation", "callers"]);
    let first = "Meta::tries is a field, no function: the relation references lists its uses";
    assert_eq!((&*notes[0], code), (first, Some(3)), "{notes:?}");
    let uses =
        "2 that use its value, which the relation references lists (first at src/Meta.cpp:4)";
    assert!(notes.iter().any(|note| note.contains(uses)), "{notes:?}");
}

#[test]
fn files_are_listed_with_their_direction() {
    let folder = tree(LISTS);
    let list = |file| {
        let found = run(folder.path(), &["search", "--symbol", file, "--relation", "files"]);
        found.text(0).split("\n\n").next().unwrap().to_owned()
    };
    insta::assert_snapshot!(list("src/Meta.h"), @r#"
    named in  src/Meta.cpp:1  #include "Meta.h"
    named in  src/main.cpp:1  #include "Meta.h"
    "#);
    insta::assert_snapshot!(list("src/main.cpp"), @"names     src/Meta.h  at 1");
}

/// The definition is what was asked for.
#[test]
fn the_only_definition_is_printed_up_to_40_lines() {
    let body = |lines: u32| (0..lines).map(|at| format!("    step({at});\n")).collect::<String>();
    let code = format!("fn short() {{\n{}}}\n\nfn long() {{\n{}}}\n", body(30), body(60));
    let folder = tree(&[("src/a.rs", &code)]);
    let printed = |name: &str| {
        let found = run(folder.path(), &["search", "--symbol", name]);
        let lines = found.text(0).lines().filter(|line| line.contains("step("));
        (lines.count(), found.out.contains("… 22 more lines, to 95 (--full)"))
    };
    assert_eq!((printed("short"), printed("long")), ((30, false), (39, true)));
}

/// Files that are no text are not searched, and what was not read is named where it may matter.
#[test]
fn what_was_not_read_is_counted_where_something_was_found() {
    let folder = tree(&[("src/a.rs", "fn weigh() {}\n")]);
    std::fs::write(folder.path().join("a.png"), b"\x89PNG\0\0").unwrap();
    let utf16: Vec<u8> = "tare\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(folder.path().join("b.txt"), utf16).unwrap();
    let page = |word: &str| run(folder.path(), &["search", word]).out;
    let (found, none) = (page("weigh"), page("tare"));
    assert!(found.contains("note: 1 file not read (--format json)\n"), "{found}");
    assert!(found.contains("\n1 place · 1 file · "), "{found}");
    assert!(none.contains("note: not read: UTF-16: b.txt\n"), "{none}");
}
