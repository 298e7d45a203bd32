//! Where the names stand that a report cites: what it does not show of them, it states.

use firsthand_registry::{Declaration, LineRange, Observation, RepoPath, Source, Span, Window};
use firsthand_render::{Format, Options, TextOptions, fit, html, markdown, render};
use firsthand_validator::Intent;
use insta::assert_snapshot;
use serde_json::json;

use crate::fixture::{Tree, facts, selection};

/// The line that declares a name comes before its uses, if a tool showed it.
#[test]
fn a_declaration_comes_first() {
    let mut tree = Tree::default();
    let page = tree.file("src/page.ts", &"save(page);\n".repeat(4)).unwrap();
    tree.relate((&page, 1, 3), "show", None).unwrap();
    let store = tree.file("test/store.ts", &"function save() {}\n".repeat(9)).unwrap();
    let bytes = tree.bytes(&store).unwrap();
    let lines = LineRange::new(4, 6).unwrap();
    let declared = Declaration {
        name: "save".to_owned(),
        kind: "function".to_owned(),
        range: lines,
        head: None,
        is_test: false,
    };
    let window = Window::new(Span::redacted(store, &bytes, lines).unwrap());
    let window = window.with_declarations(vec![declared]);
    tree.registry.observe(Observation::read(Source::READ, window));
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{"candidateId": "c1", "fact": "It saves.", "quote": "save(page)"}],
        "recommendedPrimaryAction": "read_targets", "confidence": "medium", "names": ["save"]
    }));
    let mut lines: Vec<(String, u32)> = (0..30).map(|at| (format!("src/f{at}.ts"), 1)).collect();
    lines.extend([("src/page.ts".to_owned(), 1), ("test/store.ts".to_owned(), 4)]);
    let lines = lines.iter().map(|(path, line)| (RepoPath::new(path).unwrap(), *line));
    tree.names.insert("save".to_owned(), lines.collect());
    let report = tree.report(&selection, Intent::Edit, facts("save later"));
    let text = markdown(&report, &Options::default()).text;
    let line = text.lines().find(|line| is_of_names(line)).unwrap_or_default();
    let first = line.split("; ").next().unwrap_or_default();
    assert_snapshot!(first, @"Every searched line with the word `save` (32 lines): in this report, and test/store.ts:4");
}

/// Of the names of what is cited, the report states the lines that it does not show; what it has no room for is no longer
/// "above".
#[test]
fn accounted_lines_with_a_cited_name_are_above_or_named() {
    let report = |lines: &[(&str, u32)]| {
        let mut tree = Tree::default();
        let store = tree.file("src/store.ts", &"export function save() {}\n".repeat(9)).unwrap();
        tree.relate((&store, 1, 3), "save", None).unwrap();
        for (path, line) in [("src/edit.ts", 1), ("src/pages/shared/layout/edit_of_pages.ts", 2)] {
            let path = tree.file(path, &"save(page);\n".repeat(4)).unwrap();
            let caller = format!("caller{line}");
            tree.relate((&path, line, line), &caller, Some(("callers", "save", "import"))).unwrap();
        }
        let selection = selection(json!({
            "primaryCandidateIds": ["c1"],
            "flow": [{"candidateId": "c1", "fact": "It saves.", "quote": "export function save"}],
            "readTargets": [{"candidateId": "c1", "required": true, "purpose": "Change it. ".repeat(9)}],
            "recommendedPrimaryAction": "read_targets", "confidence": "medium", "names": ["save"]
        }));
        let lines = lines.iter().map(|(path, line)| (RepoPath::new(path).unwrap(), *line));
        tree.names.insert("save".to_owned(), lines.collect());
        tree.report(&selection, Intent::Edit, facts("save later"))
    };
    let line = |lines: &[(&str, u32)], max_chars: usize| {
        let options = Options { max_chars, ..Options::default() };
        let text = markdown(&report(lines), &options).text;
        let lines = text.lines().filter(|line| is_of_names(line));
        lines.collect::<Vec<_>>().join("\n")
    };
    let shown = [("src/edit.ts", 1), ("src/store.ts", 1), ("src/store.ts", 3)];
    assert_snapshot!(line(&shown, 2_500), @"Every searched line with the word `save` (3 lines): in this report, and src/edit.ts:1");
    let others = [
        ("docs/save.md", 2),
        ("src/a.test.ts", 5),
        ("src/my page.ts", 3),
        ("src/my page.ts", 4),
        ("src/store.ts", 7),
        ("src/store.ts", 9),
    ];
    let some: Vec<(&str, u32)> = shown.into_iter().chain(others).collect();
    assert_snapshot!(line(&some, 2_500), @r#"Every searched line with the word `save` (9 lines): in this report, and src/edit.ts:1; `"src/my page.ts":3-4`; store.ts:7, 9; docs/save.md:2; src/a.test.ts:5"#);
    let many: Vec<String> = (0..14).map(|at| format!("src/f{at}.ts")).collect();
    let many: Vec<(&str, u32)> =
        many.iter().flat_map(|path| [(&**path, 1), (&**path, 2)]).collect();
    assert_snapshot!(line(&many, 2_500), @"Every searched line with the word `save` (28 lines): src/f0.ts:1-2; src/f1.ts:1-2; src/f2.ts:1-2; src/f3.ts:1-2; src/f4.ts:1-2; src/f5.ts:1-2; src/f6.ts:1-2; src/f7.ts:1-2; src/f8.ts:1-2; src/f9.ts:1-2; src/f10.ts:1-2; src/f11.ts:1-2; 4 in src/ (f12.ts 2, f13.ts 2)");
    let further = |folders: &[&str]| {
        let further = folders.iter().map(|folder| format!("{folder}z.ts"));
        let all: Vec<String> = (0..12).map(|at| format!("src/f{at}.ts")).chain(further).collect();
        let all: Vec<(&str, u32)> = all.iter().map(|path| (&**path, 1)).collect();
        line(&all, 2_500).rsplit_once("; ").map(|(_, further)| further.to_owned())
    };
    // A file that is alone is named with its lines.
    assert_eq!(further(&["src/z/"]).as_deref(), Some("src/z/z.ts:1"));
    assert_eq!(
        further(&["t/logs/", "t/logs/b/", "u/", "u/v/", "t/"]).as_deref(),
        Some("3 in t/ (logs/z.ts 1, logs/b/z.ts 1, z.ts 1), 2 in u/ (z.ts 1, v/z.ts 1)")
    );
    let full: Vec<String> =
        (0..13).flat_map(|at| [format!("t/logs/{at}"), format!("u/{at}")]).collect();
    let full: Vec<&str> = full.iter().map(String::as_str).chain(["t/b/", "t/"]).collect();
    assert_eq!(
        further(&full).as_deref(),
        Some(
            "15 in t/ (logs/0z.ts 1, logs/1z.ts 1, 13 more files), 13 in u/ (0z.ts 1, 1z.ts 1, 11 more files)"
        )
    );
    // Of a test or a document, the lines are only counted.
    let tests: Vec<(&str, u32)> = (1..9).map(|line| ("test/unit/a.test.ts", line)).collect();
    assert_snapshot!(line(&tests, 2_500), @"Every searched line with the word `save` (8 lines): 8 in test/unit/a.test.ts");
    let terminal = TextOptions { explain: true, ..TextOptions::default() };
    let text = render(&report(&some), Format::Text, &Options::default(), &terminal);
    let (_, names) = text.split_once("Every searched line").unwrap();
    assert_snapshot!(names, @r#"
     with the word: save (9 lines): in this report, and
      src/edit.ts:1; "src/my page.ts":3-4; src/store.ts:7, 9; docs/save.md:2;
      src/a.test.ts:5

    intent edit · action read_targets · confidence medium
    openai:example · 4 steps · 9 tool calls · 21,480 characters shown · 18,200
      tokens read · 640 tokens written
    searched 4 patterns in 812 files; 3 more files not searched
    "#);
    let page = html(&report(&some), &Options::default());
    let (_, names) = page.split_once("<h2>Every searched line with the word save</h2>").unwrap();
    assert_eq!(names.split_once("</section>").unwrap().0.matches("<li>").count(), some.len());
}

/// Whether a line says where a name stands.
fn is_of_names(line: &str) -> bool {
    line.starts_with("Every searched line") || line.starts_with("  the word")
}

/// A name that decides what the report is about is printed where there is room, and costs nothing that was submitted; several
/// tests with it are counted. Other names are not printed beside it.
#[test]
fn accounted_a_deciding_name_costs_no_quotes() {
    let mut tree = Tree::default();
    let line = |at: usize| format!("  lockRow(page{at}); // {}\n", "why ".repeat(16));
    let text: String = (1..=9).map(line).collect();
    let path = tree.file("src/store.ts", &text).unwrap();
    for at in 1..=9 {
        tree.see(&path, at, at).unwrap();
    }
    let at = |path: &str, line: u32| (RepoPath::new(path).unwrap(), line);
    let others = [
        at("src/edit.ts", 4),
        at("src/a.test.ts", 5),
        at("src/b.test.ts", 6),
        at("src/b.test.ts", 9),
    ];
    let shown = (1..=9).map(|line| at("src/store.ts", line));
    tree.names.insert("lockRow".to_owned(), shown.chain(others).collect());
    tree.names.insert("page1".to_owned(), vec![at("src/edit.ts", 7), at("src/store.ts", 1)]);
    let flow: Vec<_> = (1..=9)
        .map(|at| {
            let quote = line(at).trim().to_owned();
            json!({"candidateId": format!("c{at}"), "fact": "It locks the row of the page.", "quote": quote})
        })
        .collect();
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"], "flow": flow,
        "recommendedPrimaryAction": "answer_from_report", "confidence": "medium"
    }));
    let report = tree.report(&selection, Intent::Explain, facts("what locks?"));
    let shown = |max_chars: usize| {
        let text = markdown(&report, &Options { max_chars, ..Options::default() }).text;
        let names: Vec<&str> = text.lines().filter(|line| is_of_names(line)).collect();
        let quotes = text.lines().filter(|line| line.starts_with("   >")).count();
        format!("{quotes} quotes. {}", names.join("\n"))
    };
    assert_snapshot!(shown(4_000), @"9 quotes. Every searched line with the word `lockRow` (13 lines): in this report, and src/edit.ts:4; 3 in tests of src/");
    assert_snapshot!(shown(1_900), @"9 quotes. Every searched line with the word `lockRow` (13 lines): in this report, and src/edit.ts:4; 3 in tests of src/");
    assert_snapshot!(shown(1_200), @"4 quotes.");
    assert_snapshot!(shown(1_500), @"7 quotes.");
}

/// The names for which the model asks are printed alone, and are worth the quotes of the last links; what of them is left out
/// is a loss, as of all that was submitted.
#[test]
fn accounted_names_that_the_model_asks_for_are_printed_or_lost() {
    let mut tree = Tree::default();
    let line = |at: usize| format!("  lockRow(page{at}); // {}\n", "why ".repeat(16));
    let text: String = (1..=6).map(line).collect();
    let path = tree.file("src/store.ts", &text).unwrap();
    for at in 1..=6 {
        tree.see(&path, at, at).unwrap();
    }
    let at = |path: &str, line: u32| (RepoPath::new(path).unwrap(), line);
    let shown = (1..=6).map(|line| at("src/store.ts", line));
    tree.names.insert("lockRow".to_owned(), shown.chain([at("src/edit.ts", 4)]).collect());
    let often = (1..=30).map(|line| at("src/edit.ts", 2 * line));
    tree.names.insert("often".to_owned(), often.collect());
    tree.names.insert("save".to_owned(), vec![at("src/a_rather_long_name_of_a_file.ts", 5)]);
    let flow: Vec<_> = (1..=6)
        .map(|at| {
            let quote = line(at).trim().to_owned();
            json!({"candidateId": format!("c{at}"), "fact": "It locks the row of the page.", "quote": quote})
        })
        .collect();
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"], "flow": flow, "names": ["save", "often"],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "medium"
    }));
    let report = tree.report(&selection, Intent::Explain, facts("what locks?"));
    let shown = |max_chars: usize| {
        let options = Options { max_chars, ..Options::default() };
        let text = markdown(&report, &options).text;
        let names: Vec<&str> = text.lines().filter(|line| is_of_names(line)).collect();
        let quotes = text.lines().filter(|line| line.starts_with("   >")).count();
        let lost = fit(&report, &options);
        assert_eq!(lost.over > 0, lost.loses_something(), "at {max_chars}");
        let lost = format!("lost: {} quotes, names {:?}", lost.quotes.len(), lost.names);
        format!("{quotes} quotes, {lost}\n{}", names.join("\n"))
    };
    assert_snapshot!(shown(4_000), @r"
    6 quotes, lost: 0 quotes, names []
    Every searched line with the word `save` (1 line): src/a_rather_long_name_of_a_file.ts:5
      the word `often` (30 lines): src/edit.ts:2, 4, 6, 8, 26 more
    ");
    assert_snapshot!(shown(1_300), @r"
    5 quotes, lost: 1 quotes, names []
    Every searched line with the word `save` (1 line): src/a_rather_long_name_of_a_file.ts:5
      the word `often` (30 lines): src/edit.ts:2, 4, 6, 8, 26 more
    ");
    assert_snapshot!(shown(1_100), @r#"
    4 quotes, lost: 2 quotes, names ["often"]
    Every searched line with the word `save` (1 line): src/a_rather_long_name_of_a_file.ts:5
    "#);
    (600..3_000).step_by(20).for_each(|max_chars| drop(shown(max_chars)));
    assert_snapshot!(shown(900), @r#"3 quotes, lost: 2 quotes, names ["save", "often"]"#);
}

/// Names with few lines elsewhere come first; where there is little room, one of them is printed rather than all names that
/// are in the report.
#[test]
fn accounted_names_with_few_other_lines_come_first() {
    let mut tree = Tree::default();
    let path = tree.file("src/store.ts", "lockRow(openPage(id), saveAll, closeAll, endAll);\n");
    tree.see(&path.unwrap(), 1, 1).unwrap();
    let at = |path: &str, line: u32| (RepoPath::new(path).unwrap(), line);
    for (name, count) in [("lockRow", 9), ("openPage", 2), ("saveAll", 0), ("closeAll", 0)] {
        let others = (0..count).map(|line| at("src/pages/of/some/other/folder.ts", 2 * line + 1));
        let all = others.chain([at("src/store.ts", 1)]).collect();
        tree.names.insert(name.to_owned(), all);
    }
    tree.names.insert("endAll".to_owned(), vec![at("src/store.ts", 1)]);
    let link = json!({"candidateId": "c1", "fact": "It locks a row: lockRow, openPage, saveAll, closeAll, endAll. ".repeat(3),
        "quote": "lockRow(openPage(id), saveAll, closeAll, endAll);"});
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"], "flow": [link],
        "recommendedPrimaryAction": "read_targets", "confidence": "medium"
    }));
    let report = tree.report(&selection, Intent::Edit, facts("what locks?"));
    let names = |max_chars: usize| {
        let text = markdown(&report, &Options { max_chars, ..Options::default() }).text;
        let lines = text.lines().filter(|line| is_of_names(line));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_snapshot!(names(2_500), @r"
    Every searched line with the word `closeAll` (1 line), `endAll` (1 line), `saveAll` (1 line): in this report
      the word `openPage` (3 lines): in this report, and src/pages/of/some/other/folder.ts:1, 3
      the word `lockRow` (10 lines): in this report, and folder.ts:1, 3, 5, 7, 5 more
    ");
    assert_snapshot!(names(760), @r"
    Every searched line with the word `openPage` (3 lines): in this report, and src/pages/of/some/other/folder.ts:1, 3
      the word `lockRow` (10 lines): in this report, and folder.ts:1, 3, 5, 7, 5 more
    ");
}
