//! References: occurrences of a name that mean another declaration, and occurrences under another name.

use firsthand_codegraph::{Cancel, Options, Query, Relation};

use crate::repo::{Repo, expected, places};

/// References of `symbol` in a tree.
fn check(files: &[(&str, &str)], symbol: &str, expect: &str) {
    let result = Repo::of(files).relate(symbol, Relation::References);
    assert_eq!(places(&result), expected(expect), "references of {symbol}: {:?}", result.notes);
}

#[test]
fn an_import_that_renames_is_not_the_local_declaration() {
    let files = [
        ("base.ts", "export function toSSG() {}\n"),
        (
            "bun.ts",
            "import { toSSG as baseToSSG } from './base'\n\nexport const toSSG = () => {\n  baseToSSG()\n}\n",
        ),
    ];
    check(&files, "bun.ts#toSSG", "");
    check(&files, "base.ts#toSSG", "bun.ts:3-5 toSSG import\nbun.ts:1-1 - import");
}

#[test]
fn in_a_module_a_bare_name_without_an_import_means_no_name_of_another_module() {
    let files = [
        ("a.ts", "export function link() {}\n"),
        ("b.tsx", "import { other } from './c'\nexport const v = () => <link>{link()}</link>\n"),
        ("d.tsx", "import { link } from './a'\nexport const w = () => <link />\n"),
        ("script.js", "link()\n"),
    ];
    check(&files, "a.ts#link", "d.tsx:1-1 - import\nscript.js:1-1 - name");
    let files = [
        ("a.py", "def run():\n    pass\n"),
        ("b.py", "def f(run):\n    run()\n"),
        ("c.py", "from outside import *\n\ndef g():\n    run()\n"),
        ("d.py", "from a import *\n\ndef h():\n    run()\n"),
    ];
    check(&files, "a.py#run", "d.py:3-4 h import\nc.py:3-4 g name");
}

#[test]
fn names_of_parameters_and_locals_are_no_references() {
    let files = [(
        "a.ts",
        "export function text() {}\nexport function f(text: string, other = 1) {}\nexport const g = function text() {}\nexport function h<text>() {}\nexport const k = () => text()\n",
    )];
    check(&files, "a.ts:1", "a.ts:5-5 k scope");
    let files = [(
        "a.py",
        "def text():\n    pass\n\ndef f(text, *rest):\n    pass\n\ndef g():\n    return text()\n",
    )];
    check(&files, "a.py:1", "a.py:7-8 g scope");
}

#[test]
fn a_name_after_a_dot_means_a_member_or_a_name_of_a_module() {
    let files = [
        ("a.ts", "export function error() {}\nexport class Log {\n  warn() {}\n}\n"),
        (
            "b.ts",
            "import * as a from './a'\nexport function f(result) { return result.error }\nexport function g() { a.error() }\nexport function h(log) { log.warn(); warn(); a.warn() }\n",
        ),
        (
            "c.ts",
            "import * as b from './b'\nimport * as out from 'out'\nexport function i() { b.error(); out.error() }\n",
        ),
    ];
    // A module from outside the tree has no names of it.
    check(&files, "a.ts#error", "b.ts:3-3 g import");
    check(&files, "Log.warn", "b.ts:4-4 h name");
    let files = [
        ("app.py", "class App:\n    def route(self):\n        pass\n"),
        (
            "use.py",
            "import app\n\ndef f():\n    app.route()\n\ndef g(app):\n    app.route()\n\ndef h():\n    route()\n",
        ),
    ];
    check(&files, "App.route", "use.py:6-7 g name");
}

#[test]
fn keys_do_not_refer_to_functions() {
    let files = [(
        "a.tsx",
        "export function text() {}\nexport interface P {\n  text: string\n}\nexport const a = { text: 1 }\nexport const b = { text }\nexport const c = () => <P text=\"x\" />\n",
    )];
    check(&files, "a.tsx:1", "a.tsx:6-6 b scope");
    let keyed = "a.tsx:5-5 a name\na.tsx:6-6 b name\na.tsx:7-7 c name";
    check(&files, "P.text", keyed);
    let files = [(
        "a.py",
        "def text():\n    pass\n\ndef f(call):\n    call(text=1)\n\ndef g(call):\n    call(text)\n",
    )];
    check(&files, "a.py:1", "a.py:7-8 g scope");
}

#[test]
fn references_follow_renaming_exports() {
    let files = [
        ("a.ts", "function _in() {}\nexport { _in as in2 }\n"),
        ("b.ts", "import { _in } from './c'\nexport { _in as far }\n"),
        ("c.ts", "export function _in() {}\n"),
        ("use.ts", "import { in2 } from './a'\nexport const u = () => in2()\n"),
        ("far.ts", "import { far } from './b'\nexport const v = () => far()\n"),
    ];
    check(&files, "a.ts#_in", "use.ts:2-2 u import\nuse.ts:1-1 - import\na.ts:2-2 - scope");
    check(&files, "c.ts#_in", "far.ts:2-2 v import\nb.ts:1-2 - import\nfar.ts:1-1 - import");
}

#[test]
fn references_follow_reexported_namespaces() {
    let files = [
        ("core.ts", "export function string() {}\nexport class Z { string() {} }\n"),
        ("index.ts", "import * as z from './core'\nexport { z }\nexport * as y from './core'\n"),
        (
            "use.ts",
            "import { z, y } from './index'\nexport const a = () => z.string()\nexport const b = () => y.string()\n",
        ),
    ];
    check(&files, "core.ts:1", "use.ts:2-2 a import\nuse.ts:3-3 b import");
    check(&files, "Z.string", "");
}

#[test]
fn a_path_of_names_is_followed_step_by_step() {
    let files = [
        ("core.ts", "export function make() {}\nexport enum Kind { make }\n"),
        ("coerce.ts", "export function make() {}\n"),
        ("index.ts", "export * from './core'\nexport * as coerce from './coerce'\n"),
        (
            "use.ts",
            "import * as z from './index'\nexport const a = () => z.make()\nexport const b = () => z.coerce.make()\nexport const c = () => z.Kind.make\n",
        ),
    ];
    let expect = "use.ts:2-2 a import\nuse.ts:3-3 b name";
    check(&files, "core.ts:1", expect);
    let expect = "use.ts:3-3 b import";
    check(&files, "coerce.ts#make", expect);
}

#[test]
fn an_import_in_a_function_counts_there_only() {
    let files = [
        ("a.py", "def run():\n    pass\n"),
        ("b.py", "def f():\n    from a import run\n    run()\n\ndef g():\n    run()\n"),
    ];
    check(&files, "a.py#run", "b.py:1-3 f import");
    let files = [
        ("a.ts", "export function run() {}\n"),
        (
            "b.ts",
            "export async function f() {\n  const { run } = await import('./a')\n  run()\n}\nexport const g = () => run()\n",
        ),
    ];
    check(&files, "a.ts#run", "b.ts:1-4 f import");
}

#[test]
fn spreads_assigned_members_and_class_bodies_are_not_excluded() {
    let files = [
        ("a.ts", "export function list() {}\n"),
        ("b.ts", "import * as a from './a'\nconst z = { ...a }\nexport const f = () => z.list()\n"),
        (
            "c.ts",
            "import { a } from './d'\nwindow.list = () => {}\nexport const g = () => window.list()\n",
        ),
    ];
    check(&files, "a.ts#list", "b.ts:3-3 f name");
    check(&files, "c.ts#list", "c.ts:3-3 g scope\nb.ts:3-3 f name");
    let files = [(
        "a.py",
        "class A:\n    def size(self):\n        pass\n\n    @size.setter\n    def other(self):\n        return size\n\n    alias = size\n",
    )];
    check(&files, "A.size", "a.py:5-7 A.other scope\na.py:9-9 A.alias scope");
}

#[test]
fn the_outermost_python_package_is_meant() {
    let files = [
        ("src/kit/__init__.py", "from .deep import run as run\n"),
        ("src/kit/deep.py", "def run():\n    pass\n"),
        ("tests/apps/kit.py", ""),
        ("tests/test_kit.py", "import kit\n\ndef f():\n    kit.run()\n"),
    ];
    check(&files, "deep.run", "src/kit/__init__.py:1-1 - import\ntests/test_kit.py:3-4 f import");
}

#[test]
fn stats_count_each_file_once() {
    let repo = Repo::of(&[
        ("a.ts", "export function one() { two() }\nfunction two() {}\nexport { two as three }\n"),
        ("b.ts", "import { three } from './a'\nthree()\n"),
        ("c.bin", "\0\0\0"),
        ("d.txt", "two"),
    ]);
    let graph = repo.graph_with(Options::default());
    for relation in Relation::ALL {
        let found = graph.relate("a.ts#two", relation, &Query::default(), &Cancel::default());
        let (stats, label) = (found.stats, relation.to_string());
        assert_eq!(stats.files_seen, 4, "{label}");
        assert!(stats.files_read + stats.files_skipped <= 4, "{label}: {stats:?}");
        assert!(stats.files_skipped <= 1, "{label}: {stats:?}");
    }
}

/// A long text of no known language is cut into blocks once, not for every line that holds the name.
#[test]
fn a_long_text_is_cut_into_blocks_once() {
    let text = "    run two_times and three times\n".repeat(50_000);
    let repo = Repo::of(&[("a.ts", "export function two_times() {}\n"), ("b.txt", &text)]);
    let found = repo.relate("two_times", Relation::References);
    let first = found.regions.iter().find(|r| r.path == "b.txt").unwrap();
    assert_eq!((first.range.start(), first.range.end()), (1, 40));
}
