//! The short forms of `search_code`: later places, call sites, outlines, and searches in a part of the tree.

use crate::tree::Tree;

/// `used` with callers in sources and tests, and an import.
fn tree() -> Tree {
    let body = |call: &str| {
        let lines =
            |from: u32| (from..from + 40).map(|n| format!("  step({n})\n")).collect::<String>();
        format!("{}{call}{}", lines(0), lines(40))
    };
    let caller = format!(
        "import {{ used }} from './used'\n\nexport function caller() {{\n{}}}\n",
        body("  used(1)\n")
    );
    let far = "import { used } from '../src/used'\nexport function far() {\n  used(2)\n}\n";
    let test = "import { used } from './used'\n\ntest('x', () => {\n  used(3)\n  used(4)\n})\n";
    Tree::new(&[
        ("src/used.ts", "export function used(n: number) {\n  return n\n}\n"),
        ("src/caller.ts", &caller),
        ("lib/far.ts", far),
        ("src/used.test.ts", test),
    ])
}

/// Of a function of 83 lines, three lines around the call are shown.
#[test]
fn only_a_few_lines_around_a_call_site_are_shown() {
    let seen = tree().see("search_code", r#"{"symbol": "used", "relation": "callers"}"#);
    insta::assert_snapshot!(seen, @r#"
    callers of used: 2 lines in 2 files, 2 by import. Not shown: 2 more in tests (include: ["tests"]).
    #### src/caller.ts [c1] caller (function 3-85, in part) 43-45 of 85 · callers of used, by import
    43|   step(39)
    44|   used(1)
    45|   step(40)
    #### lib/far.ts [c2] far (function) 2-4 (to the end) · callers of used, by import
    2| export function far() {
    3|   used(2)
    4| }
    "#);
}

#[test]
fn references_in_imports_and_tests_are_shown_only_on_request() {
    let check = |include: &str, expect: &str| {
        let arguments = format!(r#"{{"symbol": "used", "relation": "references"{include}}}"#);
        let seen = tree().see("search_code", &arguments);
        assert_eq!(seen.lines().next(), Some(expect), "{seen}");
    };
    check(
        "",
        "references of used: 2 lines in 2 files, 2 by import. Not shown: 3 more in tests (include: [\"tests\"]), 2 more in imports (include: [\"imports\"]).",
    );
    check(
        r#", "include": ["tests"]"#,
        "references of used: 4 lines in 3 files, 4 by import. Not shown: 3 more in imports (include: [\"imports\"]).",
    );
    check(
        r#", "include": ["tests", "imports"]"#,
        "references of used: 7 lines in 3 files, 7 by import.",
    );
}

/// Beside lines that surely call a symbol, a few that only have its name are shown in a line each, and the others named.
#[test]
fn lines_by_name_are_few_beside_sure_ones() {
    let store = "export class Store {\n  put(n: number) {}\n  fill() {\n    this.put(1)\n  }\n}\n";
    let user = |n: u32| {
        (
            format!("src/user{n}.ts"),
            format!("export function user{n}(x: any) {{\n  step()\n  x.put({n})\n}}\n"),
        )
    };
    let users: Vec<(String, String)> = (1..=6).map(user).collect();
    let users = users.iter().map(|(path, text)| (&**path, &**text));
    let seen = |first: &[(&'static str, &'static str)]| {
        let files: Vec<(&str, &str)> = first.iter().copied().chain(users.clone()).collect();
        let seen = Tree::new(&files)
            .see("search_code", r#"{"symbol": "Store.put", "relation": "callers"}"#);
        let shown = seen.lines().filter(|line| line.starts_with("####") || line.contains("line"));
        shown.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(seen(&[("src/store.ts", store)]), @r"
    callers of Store.put: 7 lines in 7 files, 1 by scope, 6 by name.
    3 more lines: src/user4.ts:3, src/user5.ts:3, src/user6.ts:3
    #### src/store.ts [c1] Store.fill (method) 3-5 of 6 · callers of Store.put, by scope
    #### src/user1.ts [c2] user1 (function 1-4) · by name · 3|   x.put(1)
    #### src/user2.ts [c3] user2 (function 1-4) · by name · 3|   x.put(2)
    #### src/user3.ts [c4] user3 (function 1-4) · by name · 3|   x.put(3)
    ");
    // Where nothing is surer, they are what there is.
    let alone = seen(&[("src/store.ts", "export class Store {\n  put(n: number) {}\n}\n")]);
    assert_eq!(alone.matches("####").count(), 6, "{alone}");
}

#[test]
fn call_sites_in_tests_are_shown_if_there_are_no_others() {
    let tree = Tree::new(&[
        ("src/used.ts", "export function used() {}\n"),
        ("src/used.test.ts", "import { used } from './used'\ntest('x', () => used())\n"),
    ]);
    let seen = tree.see("search_code", r#"{"symbol": "used", "relation": "callers"}"#);
    assert!(
        seen.starts_with(
            "callers of used: 1 line in 1 file, 1 by import.\n#### src/used.test.ts [c1] "
        ),
        "{seen}"
    );
}

/// `used` with 60 callers in one file.
fn tree_of_callers() -> Tree {
    let calls = (0..60)
        .map(|n| format!("export function f{n}() {{\n  // {n}\n  used({n})\n  // end\n}}\n"));
    let calls = format!("import {{ used }} from './used'\n{}", calls.collect::<String>());
    Tree::new(&[
        ("src/used.ts", "export function used(n: number) {\n  return n\n}\n"),
        ("src/calls.ts", &calls),
    ])
}

/// Sites beyond the limit are one line each, with ids, up to a bound; the summary states the total.
#[test]
fn further_call_sites_are_one_line_each() {
    let seen = tree_of_callers()
        .see("search_code", r#"{"symbol": "used", "relation": "callers", "limit": 2}"#);
    let mut lines = seen.lines();
    let first: Vec<&str> = lines.by_ref().take(11).collect();
    insta::assert_snapshot!(first.join("\n"), @r"
    callers of used: 60 lines in 1 file, 60 by import.
    21 more lines: src/calls.ts:199, 204, 209, 214, 219, 224 and 15 more
    #### src/calls.ts [c1] f0 (function 2-6, in part) 3-5 of 301 · callers of used, by import
    3|   // 0
    4|   used(0)
    5|   // end
    #### src/calls.ts [c2] f1 (function 7-11, in part) 8-10 of 301 · callers of used, by import
     8|   // 1
     9|   used(1)
    10|   // end
    #### src/calls.ts [c3] f2 (function 12-16) · by import · 14|   used(2)
    ");
    let rows = lines.filter(|line| line.starts_with("#### ")).count();
    assert!((20..=40).contains(&rows), "{rows}: {seen}");
    assert!(seen.chars().count() < 6_000, "{}", seen.chars().count());
}

/// With `bodies` no character limit hides the number of places.
#[test]
fn call_sites_beyond_the_largest_limit_have_no_window() {
    let arguments =
        r#"{"symbol": "used", "relation": "callers", "include": ["bodies"], "limit": 1000}"#;
    let seen = tree_of_callers().see_in("search_code", arguments, 100_000);
    let windows = seen.lines().filter(|line| line.starts_with("#### "));
    assert_eq!(windows.count(), 30, "{seen}");
    assert!(seen.contains("note: limited to 30 places\n"), "{seen}");
}

/// Whether a place is shown whole depends on its rank, not on the number of places.
#[test]
fn later_places_show_their_matching_lines() {
    let function = |name: &str| {
        let lines =
            |from: u32| (from..from + 15).map(|n| format!("  step({n})\n")).collect::<String>();
        format!("export function {name}() {{\n{}  needle()\n{}}}\n", lines(0), lines(15))
    };
    let files: Vec<(String, String)> =
        (0..6).map(|n| (format!("src/f{n}.ts"), function(&format!("f{n}")))).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let tree = Tree::new(&files);
    let lengths = |arguments: &str| -> Vec<u32> {
        let output = tree.output("search_code", arguments).unwrap();
        let windows = output.observations[0].windows.iter();
        windows.map(|window| window.span.range().len()).collect()
    };
    assert_eq!(lengths(r#"{"query": "needle"}"#), [33, 33, 33, 4, 4, 4]);
    assert_eq!(lengths(r#"{"query": "needle", "limit": 4}"#), [33, 33, 33, 4]);
    assert_eq!(lengths(r#"{"query": "needle", "include": ["bodies"]}"#), [33; 6]);
    let seen = tree.see("search_code", r#"{"query": "needle"}"#);
    assert!(
        seen.starts_with("6 places, best first; after the first 3, only the lines that matched.\n"),
        "{seen}"
    );
    assert!(seen.contains("f3 (function 1-33, in part) 16-19 of 33\n"), "{seen}");
}

/// A place that is not shown whole has at least four lines.
#[test]
fn a_hit_in_the_last_line_of_a_declaration_is_shown_with_lines_before_it() {
    let steps: String = (0..30).map(|n| format!("  step({n})\n")).collect();
    let files: Vec<(String, String)> = (0..4)
        .map(|n| {
            let text = format!("export function f{n}() {{\n{steps}  needle() }}\n");
            (format!("src/f{n}.ts"), text)
        })
        .collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let tree = Tree::new(&files);
    let seen = tree.see("search_code", r#"{"query": "needle"}"#);
    assert!(seen.contains("f3 (function 1-32, in part) 29-32 "), "{seen}");
}

/// The label of a window is a declaration that its lines show, also if they are only a few lines of a region.
#[test]
fn a_label_is_a_declaration_that_is_shown() {
    let file = |n: usize| {
        let text = format!(
            "<?php\n\nnamespace Needle\\Haystack;\n\nuse Needle\\Haystack\\Level;\nuse Needle\\Haystack\\Needle;\n\n\
             /**\n * A needle in the haystack.\n */\nclass Found{n} implements Strategy\n{{\n    private $level;\n\n    \
             public function __construct($level)\n    {{\n        $this->level = $level;\n    }}\n\n    \
             public function needle($record): bool\n    {{\n        return $record > $this->level;\n    }}\n}}\n"
        );
        (format!("src/Found{n}.php"), text)
    };
    let files: Vec<(String, String)> = (0..6).map(file).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let tree = Tree::new(&files);
    let mut label_count = 0;
    for query in ["needle haystack", "haystack level", "needle record", "namespace level needle"] {
        let arguments = format!(r#"{{"query": "{query}", "limit": 12}}"#);
        let output = tree.output("search_code", &arguments).unwrap();
        for window in &output.observations[0].windows {
            let Some(label) = &window.symbol else {
                continue;
            };
            let lines = window.span.range();
            let mut shown = window.declarations.iter().filter(|d| d.range.overlaps(lines));
            let text = &window.span;
            assert!(shown.any(|d| d.name == label.name), "{query}: {label:?} {text:?}");
            label_count += 1;
        }
    }
    assert!(label_count >= 12, "{label_count}");
}

#[test]
fn a_path_of_a_file_without_a_query_is_outlined() {
    let tree = Tree::new(&[
        (
            "src/store.ts",
            "/** Kept. */\nexport class Store {\n  private key = 'AKIAIOSFODNN7EXAMPLE'\n\n  /** One. */\n  get(id: string) {\n    return id\n  }\n}\n\nexport const LIMIT = 3\n",
        ),
        ("notes.txt", "nothing\n"),
    ]);
    let mut seen = String::new();
    for arguments in [
        r#"{"path": "src/store.ts"}"#,
        r#"{"path": "notes.txt"}"#,
        r#"{"path": "src"}"#,
        r#"{"path": "*.ts"}"#,
        r#"{"path": "src/stor.ts"}"#,
    ] {
        seen.push_str(&tree.see("search_code", arguments));
        seen.push_str("--\n");
    }
    insta::assert_snapshot!(seen, @r"
    src/store.ts: 11 lines, 4 declarations.
    #### src/store.ts [c1] Store (class 1-9) · 2| export class Store {
    #### src/store.ts [c2] Store.key (field) · 3|   private key = '[redacted: aws_access_key]' (masked)
    #### src/store.ts [c3] Store.get (method 5-8) · 6|   get(id: string) {
    #### src/store.ts [c4] LIMIT (constant) · 11| export const LIMIT = 3
    finding: redacted src/store.ts:3 aws_access_key
    --
    notes.txt: 1 line, 0 declarations.
    note: no declaration is known here (a language without a grammar, or none in it); read_file shows its lines
    --
    answer: `src` has no outline: pass a file, or a `query` to search in it
    --
    answer: an outline is of one file: pass its path, or a `query`
    --
    answer: there is no file or folder `src/stor.ts` that is searched (hidden and git-ignored ones are left out); did you mean `src/store.ts`?
    --
    ");
}

/// A long outline names every declaration with its lines: functions and types before values, and outer ones before inner ones
/// where not all have room.
#[test]
fn a_long_outline_names_all_declarations() {
    let class = |n: u32| {
        let methods =
            (0..10).map(|m| format!("  method{m}(value: string) {{\n    return value\n  }}\n"));
        format!("export class Class{n} {{\n  field{n} = 1\n{}}}\n", methods.collect::<String>())
    };
    let text: String = (0..20).map(class).collect();
    let functions: String =
        (0..150).map(|n| format!("  def a_function_of_some_name_{n}(x), do: x\n")).collect();
    let many: String =
        (0..400).map(|n| format!("fn a_function_of_some_name_{n}() {{}}\n")).collect();
    let tree = Tree::new(&[
        ("src/long.ts", &text),
        ("lib/deep.ex", &format!("defmodule Deep do\n{functions}end\n")),
        ("many.rs", &many),
    ]);
    let check = |path: &str, expect: &[&str]| {
        let seen = tree.see("search_code", &format!(r#"{{"path": "{path}"}}"#));
        for expect in expect {
            assert!(seen.contains(expect), "{path}: {expect}: {seen}");
        }
        assert!(!seen.contains("####"), "{seen}");
    };
    check(
        "src/long.ts",
        &[
            "src/long.ts: 660 lines, 240 declarations.\nclass Class0 1-33, method0 3-5, method1 6-8,",
            ", method9 30-32, class Class1 34-66, method0 36-38,",
            "\nvalues: field0 2, field1 35, ",
        ],
    );
    check("lib/deep.ex", &["\nmodule Deep 1-152, a_function_of_some_name_0 2, ", "_149 151\n"]);
    check(
        "many.rs",
        &[
            "\na_function_of_some_name_0 1, a_function_of_some_name_1 2,",
            " declarations not listed, on lines ",
            "; read_file shows them\n",
        ],
    );
}

/// Callers of equal certainty: the first of each file and of each function come first, and lines of context make room for
/// further ones. What is not shown is named by its lines.
#[test]
fn callers_are_taken_from_each_file_in_turns() {
    let calls = |functions: std::ops::Range<u32>, each: u32| {
        let calls = |n: u32| {
            (0..each).map(|at| format!("  used({n})\n\n\n\n\n  rest({at})\n")).collect::<String>()
        };
        let functions = functions.map(|n| format!("export function f{n}() {{\n{}}}\n", calls(n)));
        format!("import {{ used }} from './used'\n{}", functions.collect::<String>())
    };
    let tree = Tree::new(&[
        ("src/used.ts", "export function used(n: number) {\n  return n\n}\n"),
        ("src/a.ts", &calls(0..2, 6)),
        ("src/b.ts", &calls(2..3, 2)),
        ("src/c.ts", &calls(3..4, 1)),
    ]);
    let seen = |limit: u32, room: usize| {
        let arguments = format!(r#"{{"symbol": "used", "relation": "callers", "limit": {limit}}}"#);
        tree.see_in("search_code", &arguments, room)
    };
    let all = seen(20, 12_000);
    let shown = |seen: &str| {
        let lines = seen.lines().filter(|line| line.contains("used("));
        lines
            .map(|line| line.rsplit("used(").next().unwrap_or_default()[..1].to_owned())
            .collect::<Vec<_>>()
            .concat()
    };
    assert_eq!(shown(&all), "023102101010101", "{all}");
    let few = seen(3, 700);
    assert!(shown(&few).starts_with("023"), "{few}");
    assert!(
        few.contains(" more lines: src/a.ts:") && few.contains("a file or folder as `path`"),
        "{few}"
    );
}

/// A path is where the callers are looked for. If it is the file that declares the symbol, and has none, it says whose they
/// are.
#[test]
fn the_path_of_the_file_that_declares_a_symbol_says_which_is_meant() {
    let tree = Tree::new(&[
        ("src/Vault.java", "package a;\npublic class Vault {\n  public void lock() {}\n}\n"),
        ("src/Store.java", "package a;\npublic class Store {\n  public void lock() {}\n}\n"),
        (
            "src/Door.java",
            "package a;\nclass Door {\n  void shut(Vault vault) { vault.lock(); }\n}\n",
        ),
        (
            "src/Shop.java",
            "package a;\nclass Shop {\n  void shut(Store store) { store.lock(); }\n}\n",
        ),
    ]);
    let check = |path: &str, symbol: &str, expect: &str| {
        let arguments =
            format!(r#"{{"symbol": "{symbol}", "relation": "callers", "path": "{path}"}}"#);
        let seen = tree.see("search_code", &arguments);
        assert!(seen.contains(expect), "{path}: {seen}");
        seen.contains("`path` is where")
    };
    assert!(check("src/Vault.java", "lock", "vault.lock()"));
    assert!(check("src/Vault.java", "Vault.lock", "vault.lock()"));
    assert!(check("src/Store.java", "lock", "store.lock()"));
    assert!(!check("src/Door.java", "lock", "vault.lock()"));
    assert!(!check("src", "lock", "store.lock()"));
}

/// What is not called, such as a property or a constant, is listed by its references, and the answer says so.
#[test]
fn the_callers_of_what_is_not_called_are_its_references() {
    let said = |files: &[(&str, &str)], symbol: &str| {
        let arguments = format!(r#"{{"symbol": "{symbol}", "relation": "callers"}}"#);
        let seen = Tree::new(files).see("search_code", &arguments);
        seen.lines().next().unwrap_or_default().to_owned()
    };
    let day = ("Day.swift", "enum Day {\n    var title: String { \"\" }\n}\n");
    let row = ("Row.swift", "struct Row {\n    func draw(day: Day) { print(day.title) }\n}\n");
    let limit = ("src/limit.rs", "pub const LIMIT: usize = 3;\n");
    let uses = ("src/lib.rs", "mod limit;\nfn f() -> usize {\n    limit::LIMIT\n}\n");
    let page = ("src/page.ts", "export const PAGE_SIZE = 20\n");
    let list = ("src/list.ts", "import { PAGE_SIZE } from './page'\nshow(PAGE_SIZE)\n");
    let width = "package a;\nclass Box {\n  int width;\n  int twice() { return width * 2; }\n}\n";
    let handed = ("app.py", "def save(page):\n    pass\n\nHOOKS = [save]\n");
    let called = ("app.py", "def save(page):\n    pass\n\nsave(1)\nHOOKS = [save]\n");
    for (files, symbol) in [
        (&[day, row][..], "Day.title"),
        (&[limit, uses], "LIMIT"),
        (&[page, list], "PAGE_SIZE"),
        (&[("a/Box.java", width)], "Box.width"),
    ] {
        let said = said(files, symbol);
        let expect = format!("No callers of {symbol} found, but references of {symbol}: ");
        assert!(said.starts_with(&expect), "{said}");
    }
    // What has callers, or stands nowhere else, is as it was.
    let expect = |lines: &str, by: &str| {
        format!(
            "callers of save: {lines} in 1 file, {by}; in 1 of them it is handed over, not called."
        )
    };
    assert_eq!(said(&[handed], "save"), expect("1 line", "1 by scope"));
    assert_eq!(said(&[called], "save"), expect("2 lines", "2 by scope"));
    assert_eq!(said(&[limit], "LIMIT"), "No callers of LIMIT found.");
    // Callers outside of the path are not replaced by references in it.
    let tree = tree();
    let seen = tree
        .see("search_code", r#"{"symbol": "used", "relation": "callers", "path": "src/used.ts"}"#);
    assert!(!seen.contains("but references"), "{seen}");
}

#[test]
fn a_path_is_the_scope_of_a_query_and_of_relations() {
    let tree = tree();
    let check = |arguments: &str, expect: &[&str]| {
        let output = tree.output("search_code", arguments).unwrap();
        let windows = output.observations.iter().flat_map(|o| &o.windows);
        let mut paths: Vec<&str> = windows.map(|window| window.span.path().as_str()).collect();
        paths.dedup();
        assert_eq!(paths, expect, "{arguments}");
    };
    check(r#"{"query": "used", "path": "lib"}"#, &["lib/far.ts"]);
    check(r#"{"query": "used", "path": "**/far.ts"}"#, &["lib/far.ts"]);
    check(r#"{"symbol": "used", "relation": "callers", "path": "lib"}"#, &["lib/far.ts"]);
    check(r#"{"symbol": "used", "path": "lib"}"#, &[]);
    let seen = tree.see("search_code", r#"{"query": "used", "path": "libs"}"#);
    assert!(seen.starts_with("answer: there is no file or folder `libs` "), "{seen}");
}
