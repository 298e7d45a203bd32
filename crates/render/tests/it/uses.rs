//! The lines that use what a report cites, and are not cited: printed, or counted.

use firsthand_render::{Format, LEAST_CHARS, Options, TextOptions, html, markdown, render};
use firsthand_validator::{Intent, VerifiedReport};
use insta::assert_snapshot;
use serde_json::json;

use crate::fixture::{Tree, facts, selection};

/// The report of a change of `save`, which four other lines call, and one of them is cited.
fn report_of_change() -> VerifiedReport {
    let mut tree = Tree::default();
    let store = tree.file("src/store.ts", &"export function save() {}\n".repeat(9)).unwrap();
    tree.relate((&store, 1, 1), "save", None).unwrap();
    let calls = Some(("callers", "save", "import"));
    for (path, line) in
        [("src/edit.ts", 1), ("src/store.ts", 7), ("src/edit.ts", 3), ("src/my page.ts", 2)]
    {
        let path = tree.file(path, &"save(page);\n".repeat(4)).unwrap();
        let caller = format!("caller{line}");
        tree.relate((&path, line, line), &caller, calls).unwrap();
    }
    let base = tree.file("src/base.ts", "class Base implements save {}\n").unwrap();
    tree.relate((&base, 1, 1), "Base", Some(("implementors", "save", "scope"))).unwrap();
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{"candidateId": "c2", "role": "caller", "fact": "Saves the page. ".repeat(9), "quote": "save(page);"}],
        "readTargets": [{"candidateId": "c1", "required": true, "purpose": "Change it."}],
        "recommendedPrimaryAction": "read_targets", "confidence": "medium"
    }));
    tree.report(&selection, Intent::Edit, facts("save later"))
}

#[test]
fn accounted_uses_that_are_not_cited_are_printed() {
    let report = report_of_change();
    let line = |max_chars: usize| {
        let options = Options { max_chars, ..Options::default() };
        let text = markdown(&report, &options).text;
        let mut lines = text.lines().filter(|line| line.starts_with("Not cited:"));
        lines.next().unwrap_or_default().to_owned()
    };
    assert_snapshot!(line(2_500), @r#"Not cited: callers of save at store.ts:7, edit.ts:3, `"src/my page.ts":2`; implementors of save at src/base.ts:1"#);
    assert_snapshot!(line(LEAST_CHARS + 70), @r#"Not cited: callers of save at store.ts:7, edit.ts:3, `"src/my page.ts":2`; implementors of save at src/base.ts:1"#);
    let terminal = TextOptions::default();
    let text = render(&report, Format::Text, &Options::default(), &terminal);
    assert_snapshot!(text, @r#"
    save later
    2 places · medium confidence · 812 of 815 files · 5.3 s

    1  caller1  caller  src/edit.ts:1
       Saves the page. Saves the page. Saves the page. Saves the page. Saves the
       page. Saves the page. Saves the page. Saves the page. Saves the page.
         1 │ save(page);

    2  save  function   src/store.ts:1

    Not cited: callers of save at src/store.ts:7, src/edit.ts:3, "src/my page.ts":2;
      implementors of save at src/base.ts:1
    "#);
    let page = html(&report, &Options::default());
    let (_, uses) = page.split_once("<h2>Not cited</h2>").unwrap();
    assert_snapshot!(uses.split_once("</section>").unwrap().0, @r#"
    <ul class="items">
    <li><code>src/store.ts<i>:7</i></code> callers of save</li>
    <li><code>src/base.ts<i>:1</i></code> implementors of save</li>
    <li><code>src/edit.ts<i>:3</i></code> callers of save</li>
    <li><code>src/my page.ts<i>:2</i></code> callers of save</li>
    </ul>
    "#);
}

/// A list of uses that is cut says how many there are of the same, and of others; the number of a file is printed before.
#[test]
fn accounted_uses_beyond_the_list_are_counted() {
    let mut tree = Tree::default();
    let store = tree.file("src/store.ts", &"export function save() {}\n".repeat(9)).unwrap();
    tree.relate((&store, 1, 1), "save", None).unwrap();
    let calls = Some(("callers", "save", "import"));
    let page = tree.file("src/page.ts", &"save(page);\n".repeat(30)).unwrap();
    for line in [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22] {
        tree.relate((&page, line, line), &format!("caller{line}"), calls).unwrap();
    }
    let base = tree.file("src/base.ts", "class Base implements save {}\n").unwrap();
    tree.relate((&base, 1, 1), "Base", Some(("implementors", "save", "scope"))).unwrap();
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{"candidateId": "c1", "role": "store", "fact": "Saves.", "quote": "export function save()"}],
        "readTargets": [{"candidateId": "c1", "required": true, "purpose": "Change it."},
            {"candidateId": "c2", "required": true, "purpose": "A caller."}],
        "recommendedPrimaryAction": "read_targets", "confidence": "high"
    }));
    let report = tree.report(&selection, Intent::Edit, facts("save later"));
    let text = markdown(&report, &Options::default()).text;
    let (_, below) = text.split_once("Read: [").unwrap();
    assert_snapshot!(below.split("\n\n").next().unwrap(), @r"
    2] src/page.ts:2 - A caller. (required)
    Not cited: callers of save at page.ts:4, 6, 8, 10, 12, 14, 16, 3 more; implementors of save at src/base.ts:1
    Missing: no gap named (but see what is not cited; searched 812 files)
    ");
    let page = html(&report, &Options::default());
    let (_, uses) = page.split_once("<h2>Not cited</h2>").unwrap();
    let uses = uses.split_once("</section>").unwrap().0;
    assert!(uses.contains("3 more: callers of save"), "{uses}");
}

/// Where there is no room for the lines of uses, it says how many are in which files, or nothing.
#[test]
fn accounted_uses_without_room_are_counted_by_file() {
    let mut tree = Tree::default();
    let store = tree.file("src/store.ts", &"export function save() {}\n".repeat(9)).unwrap();
    tree.relate((&store, 1, 1), "save", None).unwrap();
    let calls = Some(("callers", "save", "import"));
    for (path, lines) in [("src/a/page.ts", 1..8), ("src/b/page.ts", 3..5)] {
        let path = tree.file(path, &"save(page);\n".repeat(30)).unwrap();
        for line in lines {
            tree.relate((&path, line, line), &format!("caller{line}"), calls).unwrap();
        }
    }
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{"candidateId": "c1", "role": "store", "fact": "Saves. ".repeat(30), "quote": "export function save()"}],
        "readTargets": [{"candidateId": "c1", "required": true, "purpose": "Change it."}],
        "recommendedPrimaryAction": "read_targets", "confidence": "high"
    }));
    let report = tree.report(&selection, Intent::Edit, facts("save later"));
    let lines = |max_chars: usize| {
        let text = markdown(&report, &Options { max_chars, ..Options::default() }).text;
        let lines = text.lines().filter(|line| line.starts_with(['M', 'N']));
        lines.collect::<Vec<_>>().join("\n")
    };
    let mut shown: Vec<String> = (LEAST_CHARS..900).rev().map(lines).collect();
    shown.dedup();
    assert_snapshot!(shown.join("\n\n"), @r"
    Not cited: callers of save at src/a/page.ts:1, 2, 3, 4, 5, 6, 7, src/b/page.ts:3, 1 more
    Missing: no gap named (but see what is not cited; searched 812 files)

    Not cited: callers of save in src/a/page.ts (7), src/b/page.ts, 1 more
    Missing: no gap named (but see what is not cited; searched 812 files)

    Missing: no gap named (searched 812 files)
    ");
}

/// Uses that the lines of a printed name have are not counted once more; nor is nothing missing then.
#[test]
fn accounted_uses_in_the_lines_of_a_name_are_counted_once() {
    let mut tree = Tree::default();
    let store = tree.file("src/store.ts", &"export function save() {}\n".repeat(9)).unwrap();
    tree.relate((&store, 1, 1), "save", None).unwrap();
    let edit = tree.file("src/edit.ts", "save(page);\n").unwrap();
    tree.relate((&edit, 1, 1), "caller1", Some(("callers", "save", "import"))).unwrap();
    tree.names.insert("save".to_owned(), vec![(store, 1), (edit, 1)]);
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{"candidateId": "c1", "role": "store", "fact": "Saves.", "quote": "export function save()"}],
        "readTargets": [{"candidateId": "c1", "required": true, "purpose": "Change it."}],
        "recommendedPrimaryAction": "read_targets", "confidence": "high"
    }));
    let report = tree.report(&selection, Intent::Edit, facts("save later"));
    let text = markdown(&report, &Options::default()).text;
    let lines = text.lines().filter(|line| line.starts_with(['E', 'M', 'N']));
    assert_snapshot!(lines.collect::<Vec<_>>().join("\n"), @r"
    Every searched line with the word `save` (2 lines): in this report, and src/edit.ts:1
    Missing: no gap named (searched 812 files)
    ");
}

/// What printed links cover is not printed again, and the machine block has it all the same.
#[test]
fn a_place_within_links_is_not_printed_again() {
    let mut tree = Tree::default();
    let store = tree.file("src/store.ts", &"export function save() {}\n".repeat(9)).unwrap();
    tree.see(&store, 1, 9).unwrap();
    let link = |lines: &str| {
        let fact = format!("It saves {lines}.");
        json!({"candidateId": "c1", "lines": lines, "fact": fact, "quote": "export function save() {}"})
    };
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"], "flow": [link("1-5"), link("4-9")],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "medium"
    }));
    let report = tree.report(&selection, Intent::Explain, facts("what saves?"));
    let text = markdown(&report, &Options::default()).text;
    let lines = text.lines().filter(|line| line.starts_with(['A', '{', '1', '2']));
    assert_snapshot!(lines.collect::<Vec<_>>().join("\n"), @r#"
    1. src/store.ts:1-5, at 1, 2 and 3 more - It saves 1-5.
    2. store.ts:4-9, at 4, 5 and 4 more - It saves 4-9.
    {"v":3,"action":"answer_from_report","confidence":"medium","refs":{"src/store.ts":[[1,1,5],[2,4,9],[3,1,9]]},"read":[]}
    "#);
}
