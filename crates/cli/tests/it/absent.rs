//! `absent`: the receipt, the places of what was found, and the exit codes.

use serde_json::json;

use crate::{git, run, tree};

fn repository() -> tempfile::TempDir {
    tree(&[
        ("src/radio.rs", "pub fn open_radio() {}\n"),
        ("src/bluetooth.rs", "pub struct BlueTooth;\n"),
        ("out/generated.rs", "bluetooth\n"),
        (".gitignore", "/out/\n"),
    ])
}

#[test]
fn an_absent_name_gets_a_receipt() {
    let folder = repository();
    let said = run(folder.path(), &["absent", "bluetooth", "--word", "--case-sensitive"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let hash = said.out.split_once("state ").unwrap().1;
    let text = said.out.replace(&hash[..12], "HASH");
    insta::assert_snapshot!(text, @"
    absent: `bluetooth` (whole word, capitals count) in 2 files
      control       `open_radio`, read in the same way, stands in 1 of them, first at src/radio.rs:1
      files         state HASH
      not searched  ignored: out/; hidden: .gitignore
      near          `BlueTooth` in 1 line, first at src/bluetooth.rs:1
      near          the path src/bluetooth.rs
    ");
}

/// The control is searched for in another case where case does not count; it is printed as the file spells it.
#[test]
fn a_control_is_named_as_its_file_spells_it() {
    let check = |text: &str, words: &[&str], expect: &str| {
        let folder = tree(&[("a.txt", text)]);
        let said = run(folder.path(), &[&["absent", "zigbee"], words].concat());
        let (_, control) = said.text(0).split_once("control       ").unwrap();
        let control = control.split("  files").next().unwrap();
        let words: Vec<&str> = control.split_whitespace().collect();
        assert_eq!(words.join(" "), expect);
    };
    let rest = "whatever its capitals, read in the same way, stands in 1 of them, first at a.txt:2";
    check("\nopenRadio()\n", &[], &format!("`openRadio`, {rest}"));
    check("\nOPEN_RADIO = 1\n", &[], &format!("`OPEN_RADIO`, {rest}"));
    check("\nopenRadio()\n", &["--regex"], &format!("`openRadio`, {rest}"));
    let rest = "read in the same way, stands in 1 of them, first at a.txt:2";
    check("\nopenRadio()\n", &["--case-sensitive"], &format!("`openRadio`, {rest}"));
}

#[test]
fn a_receipt_names_the_commit_and_the_files_that_differ_from_it() {
    let folder = repository();
    let git = |words: &[&str]| git(folder.path(), words);
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "a"]);
    let dirty = || {
        let words = ["absent", "zigbee", "--format", "json"];
        let document = run(folder.path(), &words).json(0);
        assert_eq!(document["schema"], "firsthand.absent/1");
        assert_eq!(document["outcome"], "absent");
        let state = &document["receipt"]["tree"];
        assert_eq!(state["commit"].as_str().unwrap().len(), 40);
        state["dirty"].clone()
    };
    assert_eq!(dirty(), json!(0));
    std::fs::write(folder.path().join("src/radio.rs"), "pub fn open() {}\n").unwrap();
    std::fs::write(folder.path().join("new.rs"), "pub fn new() {}\n").unwrap();
    assert_eq!(dirty(), json!(2));
}

#[test]
fn what_stands_somewhere_is_found() {
    let folder = repository();
    let said = run(folder.path(), &["absent", "BLUETOOTH"]);
    assert_eq!(said.code, Some(1));
    insta::assert_snapshot!(said.out, @r"
    found: `BLUETOOTH` in 1 line of 1 file

    src/bluetooth.rs
      1   pub struct BlueTooth;
    ");
    let found = run(folder.path(), &["absent", "op.n_radio", "--regex", "--format", "json"]);
    let document = found.json(1);
    assert_eq!(document["receipt"], json!(null));
    assert_eq!(
        document["found"]["places"],
        json!([{"path": "src/radio.rs", "line": 1, "text": "pub fn open_radio() {}"}])
    );
}

#[test]
fn a_search_that_proves_nothing_says_why() {
    let folder = repository();
    let check = |words: &[&str], code: i32, expect: &str| {
        let said = run(folder.path(), words);
        let text = format!("{}{}", said.out, said.err);
        assert_eq!(said.code, Some(code), "{text}");
        assert!(text.contains(expect), "{text}");
    };
    check(
        &["absent", "zigbee", "--max-seconds", "0"],
        3,
        "not proved: `zigbee`: the search is not complete: 1 not finished",
    );
    check(&["absent", ""], 2, "the pattern is empty");
    check(&["absent", "a(", "--regex"], 2, "unclosed group");
    check(&["absent", "zigbee", "--path", "gone"], 2, "`gone` selects no file");
    check(
        &["absent", "open", "--path", "src", "--path", "!src/radio.rs"],
        0,
        "absent: `open` in 1 file of src, !src/radio.rs",
    );
}
