//! The users of cited lines: one line each, with the declaration around it.

use firsthand_agent::{Cancel, ToolOutput};
use firsthand_registry::{LineRange, Registry, RepoPath, show};

use crate::tree::{Tree, runtime};

fn tree() -> Tree {
    Tree::new(&[
        (
            "src/used.ts",
            "/** Says it. */\nexport function used(n: number) {\n  return again(n)\n}\n\nexport interface Sink {\n  put(n: number): void\n}\n\nfunction again(n: number) {\n  return n\n}\n",
        ),
        (
            "src/caller.ts",
            "import { used, Sink } from './used'\n\nexport function caller() {\n  const n = 1\n  used(n)\n}\n\nexport class Pipe implements Sink {\n  put(n: number) {}\n}\n",
        ),
        ("src/used.test.ts", "import { used } from './used'\n\ntest('x', () => {\n  used(3)\n})\n"),
    ])
}

fn usages(tree: &Tree, cited: &[(&str, u32, u32)], cancel: Cancel) -> String {
    let output = found(tree, cited, cancel);
    let mut registry = Registry::new();
    let shown = output.observations.iter().map(|observation| {
        let ids = registry.observe(observation.clone());
        show(observation, &ids).unwrap()
    });
    let shown: String = shown.collect();
    format!("{}\n{shown}", output.summary).trim().to_owned()
}

fn found(tree: &Tree, cited: &[(&str, u32, u32)], cancel: Cancel) -> ToolOutput {
    let toolbox = tree.toolbox();
    let cited: Vec<(RepoPath, LineRange)> = cited
        .iter()
        .map(|(path, start, end)| {
            let range = LineRange::new(*start, *end).unwrap();
            (RepoPath::new(path).unwrap(), range)
        })
        .collect();
    let (finder, call) = (toolbox.usage_finder(), toolbox.call(cancel, 2_500));
    let asked = finder.find_usages(&cited, &call);
    runtime().block_on(asked).unwrap_or_default()
}

/// A cited declaration whose name no other line has: that is said with a receipt, which a report can cite.
#[test]
fn what_nothing_refers_to_is_said() {
    let tree = Tree::new(&[
        (
            "src/a.ts",
            "export function scheduledEvent() {\n  return scheduledEvent\n}\n\nexport function shown() {\n  return 1\n}\n",
        ),
        ("src/b.ts", "// see shown\nexport function twice() {}\nexport const text = 'byText'\n"),
        ("src/c.ts", "export function byText() {\n  return 1\n}\n"),
        ("src/d.test.ts", "export function checkAll() {\n  return 1\n}\n"),
    ]);
    let said = |path: &str, line: u32| {
        let output = found(&tree, &[(path, line, line)], Cancel::new());
        let receipts = output.receipts.iter().map(ToString::to_string);
        output.diagnostics.iter().cloned().chain(receipts).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(said("src/a.ts", 2), @r"
    nothing refers to scheduledEvent: no line outside of its declaration has the name
    absent: `scheduledEvent` (whole word, capitals count) in 3 files of !/src/a.ts
    ");
    for (path, line) in [("src/a.ts", 6), ("src/c.ts", 2), ("src/d.test.ts", 2)] {
        assert_eq!(said(path, line), "", "{path}");
    }
}

/// Where the time is up, the list may end early; that must not pass for all there is.
#[test]
fn accounted_a_search_for_users_that_ran_out_of_time_says_so() {
    let notes = |cancel| found(&tree(), &[("src/used.ts", 2, 2)], cancel).diagnostics;
    assert_eq!(notes(Cancel::new()), Vec::<String>::new());
    let is_up = Cancel::new().after(std::time::Duration::ZERO);
    assert_eq!(
        notes(is_up),
        ["the time for this was up: not all lines that use what is cited were looked for"]
    );
}

#[test]
fn users_of_a_cited_line_are_shown() {
    insta::assert_snapshot!(usages(&tree(), &[("src/used.ts", 2, 2)], Cancel::new()), @r"
    callers of used
    #### src/caller.ts [c1] caller (function 3-6) · by import · 5|   used(n)
    #### src/used.test.ts [c2] · by import · 4|   used(3)
    ");
}

/// Lines of cited ranges and of cited declarations are left out. A range with several declarations stands for the
/// first.
#[test]
fn a_cited_line_is_no_user() {
    insta::assert_snapshot!(usages(&tree(), &[("src/used.ts", 1, 12), ("src/used.ts", 11, 11)], Cancel::new()), @r"
    callers of used
    #### src/caller.ts [c1] caller (function 3-6) · by import · 5|   used(n)
    #### src/used.test.ts [c2] · by import · 4|   used(3)
    ");
    insta::assert_snapshot!(usages(&tree(), &[("src/used.ts", 6, 6), ("src/used.ts", 7, 7)], Cancel::new()), @r"
    implementors of Sink, implementors of Sink.put
    #### src/caller.ts [c1] Pipe (class 8-10) · by import · 8| export class Pipe implements Sink {
    #### src/caller.ts [c2] Pipe.put (method) · by import · 9|   put(n: number) {}
    ");
}

/// A use that was resolved by name alone states the symbol's name, not its place; one in a file that names neither the
/// symbol's type nor its file is left out.
#[test]
fn the_used_symbol_is_named() {
    let tree = Tree::new(&[
        ("src/a.ts", "export class A {\n  fetchRow(n: number) {}\n}\n"),
        ("src/b.ts", "export class B {\n  fetchRow(n: number) {}\n}\n"),
        ("src/c.ts", "import './a'\n\nexport function go(x: any) {\n  x.fetchRow(1)\n}\n"),
        ("src/d.ts", "export function other(x: any) {\n  x.fetchRow(1)\n}\n"),
    ]);
    insta::assert_snapshot!(usages(&tree, &[("src/a.ts", 2, 2)], Cancel::new()), @r"
    callers of fetchRow
    #### src/c.ts [c1] go (function 3-5) · by name · 4|   x.fetchRow(1)
    ");
}

#[test]
fn a_missing_file_an_unused_line_and_a_cancelled_call_have_no_users() {
    assert_eq!(usages(&tree(), &[("src/gone.ts", 1, 2)], Cancel::new()), "");
    assert_eq!(usages(&tree(), &[("src/caller.ts", 1, 1)], Cancel::new()), "");
    let cancelled = Cancel::new();
    cancelled.cancel();
    assert_eq!(usages(&tree(), &[("src/used.ts", 2, 2)], cancelled), "");
}

/// Of many users twelve are shown, at most four of them in tests.
#[test]
fn users_in_tests_come_last() {
    let tree = tree();
    let text = |n: usize| {
        let functions = (0..n).map(|n| format!("export function f{n}() {{\n  used(1)\n}}\n"));
        let functions: String = functions.collect();
        format!("import {{ used }} from './used'\n{functions}")
    };
    tree.write("src/more.ts", text(20).as_bytes());
    tree.write("src/more.test.ts", text(20).as_bytes());
    let shown = usages(&tree, &[("src/used.ts", 2, 2)], Cancel::new());
    let tests: Vec<bool> = shown
        .lines()
        .filter(|line| line.contains("src/"))
        .map(|line| line.contains(".test."))
        .collect();
    assert_eq!(tests.len(), 12, "{shown}");
    assert!(tests.is_sorted() && tests.iter().filter(|test| **test).count() == 4, "{shown}");
}

/// Code of others comes after the own.
#[test]
fn users_in_vendored_code_come_last() {
    let tree = tree();
    let text = "import { used } from '../src/used'\nexport function f() {\n  used(1)\n}\n";
    tree.write("a/vendor/f.ts", text.replace("../src", "../../src").as_bytes());
    tree.write("z/f.ts", text.as_bytes());
    let shown = usages(&tree, &[("src/used.ts", 2, 2)], Cancel::new());
    let files = shown.lines().filter_map(|line| line.strip_prefix("#### "));
    let files: Vec<&str> = files.filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(files, ["src/caller.ts", "z/f.ts", "a/vendor/f.ts", "src/used.test.ts"], "{shown}");
}

/// A declaration with many uses has one line, and does not displace others.
#[test]
fn each_user_is_shown_once() {
    let tree = tree();
    let calls = "  used(1)\n".repeat(20);
    let text = format!(
        "import {{ used }} from './used'\nexport function f() {{\n{calls}}}\nexport function g() {{\n  used(2)\n}}\n"
    );
    tree.write("src/more.ts", text.as_bytes());
    insta::assert_snapshot!(usages(&tree, &[("src/used.ts", 2, 2)], Cancel::new()), @r"
    callers of used
    #### src/more.ts [c1] f (function 2-23) · by import · 3|   used(1)
    #### src/caller.ts [c2] caller (function 3-6) · by import · 5|   used(n)
    #### src/more.ts [c3] g (function 24-26) · by import · 25|   used(2)
    #### src/used.test.ts [c4] · by import · 4|   used(3)
    ");
}

/// Tests that refer to a declaration without a call, and documents that name it, are shown last and few.
#[test]
fn tests_and_documents_that_name_it_come_last() {
    let tree = Tree::new(&[
        (
            "src/store.py",
            "def persist_basket(rows):\n    return rows\n\n\ndef run(rows):\n    return rows\n",
        ),
        (
            "src/app.py",
            "from store import persist_basket\n\n\ndef checkout():\n    persist_basket([])\n",
        ),
        (
            "tests/test_app.py",
            "import store\n\n\ndef test_checkout():\n    assert store.persist_basket\n",
        ),
        (
            "README.md",
            "# Shop\n\nThe basket is kept by persist_basket, and\npersist_basket alone. You can run it.\n",
        ),
        ("docs/a.md", "Call `run` to start.\n\nThen persist_basket(rows) keeps all.\n"),
        ("docs/b.md", "They run. And run(rows) starts; persist_basket comes last.\n"),
    ]);
    insta::assert_snapshot!(usages(&tree, &[("src/store.py", 2, 2)], Cancel::new()), @r"
    callers of persist_basket, references of persist_basket
    #### src/app.py [c1] checkout (function 4-5) · by import · 5|     persist_basket([])
    #### tests/test_app.py [c2] test_checkout (function 4-5) · by import · 5|     assert store.persist_basket
    #### README.md [c3] · by text · 3| The basket is kept by persist_basket, and
    #### docs/a.md [c4] · by text · 3| Then persist_basket(rows) keeps all.
    ");
    insta::assert_snapshot!(usages(&tree, &[("src/store.py", 6, 6)], Cancel::new()), @"
    references of run
    #### docs/a.md [c1] · by text · 1| Call `run` to start.
    #### docs/b.md [c2] · by text · 1| They run. And run(rows) starts; persist_basket comes last.
    ");
}

/// A constructor is its class: who makes one, and who extends it. Places that enumerate the same members come first.
#[test]
fn siblings_and_the_users_of_a_constructor_are_shown() {
    let tree = Tree::new(&[
        (
            "src/a.py",
            "class Shape:\n    width_cm = 1\n    height_cm = 2\n    fill_color = 3\n\n    def __init__(self):\n        pass\n",
        ),
        (
            "src/b.py",
            "from a import Shape\n\n\nclass Box(Shape):\n    pass\n\n\ndef make():\n    return Shape()\n",
        ),
        (
            "src/c.py",
            "def to_json(shape):\n    return {'widthCm': shape.width_cm, 'heightCm': shape.height_cm, 'fillColor': shape.fill_color}\n",
        ),
        ("src/d.py", "def width():\n    return 1\n"),
        ("src/e.py", "def height():\n    return 1\n"),
    ]);
    insta::assert_snapshot!(usages(&tree, &[("src/a.py", 7, 7)], Cancel::new()), @"
    siblings of Shape, implementors of Shape, callers of Shape
    #### src/c.py [c1] to_json (function 1-2) · by name · 2|     return {'widthCm': shape.width_cm, 'heightCm': shape.height_cm, 'fillColor': shape.fill_color}
    #### src/b.py [c2] Box (class 4-5) · by import · 4| class Box(Shape):
    #### src/b.py [c3] make (function 8-9) · by import · 9|     return Shape()
    ");
}

/// What a function names, others name by chance, whether it calls it, compares it or lists it.
#[test]
fn a_function_has_no_siblings() {
    for body in [
        "open_book()\n    write_rows()\n    close_book()\n",
        "match row:\n        case open_book: pass\n        case write_rows: pass\n        case close_book: pass\n",
        "return {'open_book': 1, 'write_rows': 2, 'close_book': 3}\n",
    ] {
        let tree = Tree::new(&[
            ("src/a.py", &format!("def save(row):\n    {body}")),
            (
                "src/b.py",
                &format!(
                    "class Book:\n    def other(self, row):\n        x = 1\n\ndef export(row):\n    {body}"
                ),
            ),
            ("src/c.py", "def one():\n    return 1\n"),
            ("src/d.py", "def two():\n    return 2\n"),
        ]);
        assert_eq!(usages(&tree, &[("src/a.py", 2, 2)], Cancel::new()), "", "{body}");
    }
}

/// What has the names without being changed with them: texts, style sheets, includes, and code that names nothing else.
#[test]
fn noise_is_no_sibling() {
    let members = ["widthCm", "heightCm", "fillColor"];
    let all = |form: &str| members.map(|member| form.replace('$', member)).concat();
    let shape = format!("#pragma once\nclass Shape {{\n{}}};\n", all("  int $;\n"));
    let json =
        format!("#include \"shape.h\"\nvoid writeShape() {{\n{}}}\n", all("  write(\"$\");\n"));
    for (path, noise) in [
        ("src/sheet.scss", all(".$ { color: red; }\n")),
        ("src/af.yaml", format!("shape:\n{}", all("  $: x\n"))),
        ("src/includes.cpp", format!("{}void writeShape() {{}}\n", all("#include <$>\n"))),
        ("src/other.cpp", format!("void unrelated() {{\n{}}}\n", all("  $();\n"))),
    ] {
        let tree = Tree::new(&[
            ("src/shape.h", &shape),
            ("src/json.cpp", &json),
            (path, &noise),
            ("src/a.cpp", "int width() { return 1; }\n"),
            ("src/b.cpp", "int height() { return 1; }\n"),
            ("src/c.cpp", "int fill() { return 1; }\n"),
            ("src/d.cpp", "int color() { return 1; }\n"),
        ]);
        let seen = usages(&tree, &[("src/shape.h", 2, 2)], Cancel::new());
        let headers = seen.lines().filter_map(|line| line.strip_prefix("#### "));
        let paths: Vec<&str> = headers.filter_map(|header| header.split(' ').next()).collect();
        assert_eq!(paths, ["src/json.cpp"], "{path}: {seen}");
    }
}

/// A super type of another name space is not implemented.
#[test]
fn a_type_of_the_same_name_elsewhere_has_no_implementors_here() {
    let tree = Tree::new(&[
        ("app/ability.rb", "class Ability\n  def allow\n  end\nend\n"),
        ("app/api.rb", "class ApiAbility\n  include CanCan::Ability\nend\n"),
        ("app/use.rb", "class Use\n  def go\n    Ability.new.allow\n  end\nend\n"),
    ]);
    insta::assert_snapshot!(usages(&tree, &[("app/ability.rb", 1, 4)], Cancel::new()), @"");
}
