//! Texts in UTF-16, and with a byte order mark: all tools read the same text, which is that of ripgrep.

use firsthand_source::{RepoPath, lines_of};
use grep_regex::RegexMatcher;
use grep_searcher::{SearcherBuilder, sinks::Lossy};
use proptest::prelude::*;

use crate::tree::Tree;

const LITTLE: &[u8] = b"\xff\xfe";
const BIG: &[u8] = b"\xfe\xff";

/// A text in UTF-16 with its byte order mark.
fn utf16(text: &str, mark: &[u8]) -> Vec<u8> {
    units(text.encode_utf16(), mark)
}

fn units(units: impl IntoIterator<Item = u16>, mark: &[u8]) -> Vec<u8> {
    let unit = |unit: u16| if mark == BIG { unit.to_be_bytes() } else { unit.to_le_bytes() };
    mark.iter().copied().chain(units.into_iter().flat_map(unit)).collect()
}

/// What `grep` and `read_file` say of a file with these bytes.
fn seen(name: &str, bytes: &[u8]) -> String {
    let tree = Tree::new(&[]);
    tree.write(name, bytes);
    let found = tree.see("grep", r#"{"pattern": "basket"}"#);
    found + &tree.see("read_file", &format!(r#"{{"path": "{name}"}}"#))
}

#[test]
fn verbatim_every_tool_reads_the_text_of_an_encoding() {
    let mut said = String::new();
    for (name, bytes) in [
        ("a.rc", utf16("menu \"Körbe\"\r\nbasket\r\n", LITTLE)),
        ("a.resx", utf16("<data>\n<value>🧺 basket</value>", BIG)),
        // A half of a character, and half a unit at the end.
        (
            "a.reg",
            units("ab\nc".encode_utf16().chain([0xd800]).chain("\nbasket".encode_utf16()), LITTLE),
        ),
        ("odd.sql", [utf16("basket\nx", LITTLE), b"y".to_vec()].concat()),
        ("empty.txt", LITTLE.to_vec()),
        ("mark.cs", b"\xef\xbb\xbfbasket\nb".to_vec()),
    ] {
        said += &seen(name, &bytes);
    }
    insta::assert_snapshot!(said, @r#"
    1 line matches, in 1 of 1 file.
    #### a.rc [c1] 1-2 (to the end)
    1| menu "Körbe"
    2| basket
    #### a.rc [c1] 1-2 (to the end)
    1| menu "Körbe"
    2| basket
    1 line matches, in 1 of 1 file.
    #### a.resx [c1] 1-2 (to the end)
    1| <data>
    2| <value>🧺 basket</value>
    #### a.resx [c1] 1-2 (to the end)
    1| <data>
    2| <value>🧺 basket</value>
    1 line matches, in 1 of 1 file.
    #### a.reg [c1] 1-3 (to the end)
    1| ab
    2| c� (not to be quoted)
    3| basket
    #### a.reg [c1] 1-3 (to the end)
    1| ab
    2| c� (not to be quoted)
    3| basket
    note: lines that hold bytes which are not UTF-8: 1; they cannot be quoted
    1 line matches, in 1 of 1 file.
    #### odd.sql [c1] 1-2 (to the end)
    1| basket
    2| x� (not to be quoted)
    #### odd.sql [c1] 1-2 (to the end)
    1| basket
    2| x� (not to be quoted)
    note: lines that hold bytes which are not UTF-8: 1; they cannot be quoted
    No line matches in 1 file.
    answer: `empty.txt` is empty
    1 line matches, in 1 of 1 file.
    #### mark.cs [c1] 1-2 (to the end)
    1| basket
    2| b
    #### mark.cs [c1] 1-2 (to the end)
    1| basket
    2| b
    "#);
}

#[test]
fn accounted_what_is_no_text_in_an_encoding_is_not_read() {
    let utf32 = |text: &str| {
        let chars = text.chars().flat_map(|c| u32::from(c).to_le_bytes());
        b"\xff\xfe\0\0".iter().copied().chain(chars).collect::<Vec<u8>>()
    };
    let mut said = String::new();
    for (name, bytes) in [
        ("unmarked.txt", utf16("basket", b"")),
        ("utf32.txt", utf32("basket")),
        ("by-chance.bin", utf16("\0\u{1}basket\0\0\u{8}", LITTLE)),
        ("nul.txt", utf16("basket and many more words\0", BIG)),
    ] {
        said += &seen(name, &bytes);
    }
    insta::assert_snapshot!(said, @r#"
    No line matches in 0 files.
    note: not searched: UTF-16: unmarked.txt
    note: no receipt of absence: it stands in 1 line, first at unmarked.txt:1, in a text in another encoding or spelling
    answer: `unmarked.txt` cannot be read: it is a text in UTF-16 without a byte order mark
    No line matches in 0 files.
    note: not searched: 1 binary
    answer: `utf32.txt` cannot be read: it is a binary file
    No line matches in 0 files.
    note: not searched: 1 binary
    answer: `by-chance.bin` cannot be read: it is a binary file
    No line matches in 0 files.
    note: not searched: a text with NUL bytes: nul.txt
    note: no receipt of absence: it stands in 1 line, first at nul.txt:1, in a text in another encoding or spelling
    answer: `nul.txt` cannot be read: it is a text with NUL bytes
    "#);
}

#[test]
fn contained_a_secret_in_utf16_is_masked() {
    let token = "AKIAIOSFODNN7EXAMPLE";
    let text = format!("one\nset basket={token}\nlast\n");
    for mark in [LITTLE, BIG] {
        let said = seen("a.ps1", &utf16(&text, mark));
        assert!(said.contains("redacted") && !said.contains(token), "{said}");
        let tree = Tree::new(&[]);
        tree.write("a.ps1", &utf16(&text, mark));
        let guessed = tree.see("grep", r#"{"pattern": "AKIAIOSF"}"#);
        assert!(guessed.starts_with("No line matches"), "{guessed}");
    }
}

/// The lines of a file as ripgrep prints them.
fn of_ripgrep(bytes: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    let sink = Lossy(|_, line| {
        let line = line.strip_suffix('\n').unwrap_or(line);
        lines.push(line.strip_suffix('\r').unwrap_or(line).to_owned());
        Ok(true)
    });
    let matcher = RegexMatcher::new("").unwrap();
    let mut searcher = SearcherBuilder::new().line_number(true).build();
    searcher.search_slice(&matcher, bytes, sink).unwrap();
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Whatever stands behind a byte order mark, also what is no character: the lines are those of ripgrep.
    #[test]
    fn verbatim_a_marked_text_has_the_lines_of_ripgrep(
        parts in prop::collection::vec(prop_oneof![
            "[a-zé本🧺 \r\n]{1,6}".prop_map(|text| text.encode_utf16().collect::<Vec<u16>>()),
            prop::collection::vec(prop_oneof![0xd800_u16..0xe000, 1_u16..], 1..3),
        ], 0..6),
        mark in prop::sample::select(vec![LITTLE, BIG]),
        odd in prop::option::of(1_u8..),
    ) {
        let mut bytes = units(parts.concat(), mark);
        bytes.extend(odd);
        let tree = Tree::new(&[]);
        tree.write("a.txt", &bytes);
        let read = tree.toolbox().sandbox().read(&RepoPath::new("a.txt").unwrap()).unwrap();
        let lines = lines_of(&read).map(|line| String::from_utf8_lossy(line).into_owned());
        let lines: Vec<String> = lines.collect();
        prop_assert_eq!(lines, of_ripgrep(&bytes));
    }
}
