//! Uses of what a change removes, renames or moves: they are those of the tree before it, as far as their lines stand.

use firsthand_impact::{ChangeSpec, markdown};
use insta::assert_snapshot;

use super::{of, places, repo, uncommitted, write};

/// The places that depend on a change of one file, in which a text is replaced.
fn replaced(files: &[(&str, &str)], path: &str, (from, to): (&str, &str)) -> String {
    let repo = repo(files);
    let text = files.iter().find(|(other, _)| *other == path).map_or("", |(_, text)| text);
    assert!(text.contains(from), "{path} holds {from}");
    write(&repo, &[(path, &text.replace(from, to))]);
    places(&uncommitted(&repo))
}

#[test]
fn uses_of_a_renamed_function_of_one_word() {
    let python = [
        ("kit/out.py", "def echo(text):\n    return write_all_of_the_text(text)\n"),
        ("kit/__init__.py", "from .out import echo as echo\n"),
        (
            "kit/run.py",
            "from .out import echo\n\ndef run():\n    echo('a')\n    return echo('b')\n",
        ),
        ("tests/test_run.py", "import kit\n\ndef test_echo():\n    kit.echo('a')\n"),
        ("ci.yml", "run: echo done\n"),
        ("README.md", "# Kit\n\nCall `echo(text)`. What you echo is written.\n"),
    ];
    let typescript = [
        (
            "src/out.ts",
            "export function echo(text: string) {\n  return writeAllOfTheText(text)\n}\n",
        ),
        (
            "src/run.ts",
            "import { echo } from './out'\n\nexport function run() {\n  return echo('a')\n}\n",
        ),
        ("src/index.ts", "export { echo } from './out'\n"),
    ];
    let found = [
        replaced(&python, "kit/out.py", ("def echo", "def tell")),
        replaced(&typescript, "src/out.ts", ("function echo", "function tell")),
    ];
    assert_snapshot!(found.join("\n"), @r"
    caller kit/run.py:4 run import
    reference kit/__init__.py:1 - import
    reference kit/run.py:1 - import
    test tests/test_run.py:4 test_echo import
    test tests/test_run.py:1 - import
    document README.md:3 Kit name

    caller src/run.ts:4 run import
    reference src/index.ts:1 - import
    reference src/run.ts:1 - import
    ");
}

#[test]
fn uses_of_a_renamed_function_of_a_module_or_a_type() {
    let go = [
        (
            "out/out.go",
            "package out\n\nfunc Echo(text string) string {\n\treturn writeAllOfTheText(text)\n}\n",
        ),
        ("go.mod", "module example.com/kit\n"),
        (
            "run/run.go",
            "package run\n\nimport \"example.com/kit/out\"\n\nfunc Run() string {\n\treturn out.Echo(\"a\")\n}\n",
        ),
    ];
    let java = [
        (
            "kit/Out.java",
            "package kit;\n\npublic class Out {\n  public static String echo(String text) {\n    return writeAllOfTheText(text);\n  }\n}\n",
        ),
        (
            "kit/Run.java",
            "package kit;\n\nclass Run {\n  String run() {\n    return Out.echo(\"a\");\n  }\n}\n",
        ),
    ];
    let rust = [
        ("src/lib.rs", "pub mod out;\npub mod run;\n"),
        ("src/out.rs", "pub fn echo(text: &str) -> String {\n    write_all_of_the_text(text)\n}\n"),
        ("src/run.rs", "use crate::out::echo;\n\npub fn run() -> String {\n    echo(\"a\")\n}\n"),
    ];
    let php = [
        (
            "src/Out.php",
            "<?php\nnamespace Kit;\n\nclass Out {\n    public static function echoed($text) {\n        return writeAllOfTheText($text);\n    }\n}\n",
        ),
        (
            "src/Run.php",
            "<?php\nnamespace Kit;\n\nclass Run {\n    function run() {\n        return Out::echoed('a');\n    }\n}\n",
        ),
    ];
    let ruby = [
        (
            "lib/out.rb",
            "module Out\n  def self.echo(text)\n    write_all_of_the_text(text)\n  end\nend\n",
        ),
        (
            "lib/run.rb",
            "require_relative 'out'\n\nclass Run\n  def run\n    Out.echo('a')\n  end\nend\n",
        ),
    ];
    let found = [
        replaced(&go, "out/out.go", ("func Echo", "func Tell")),
        replaced(&java, "kit/Out.java", ("String echo", "String tell")),
        replaced(&rust, "src/out.rs", ("fn echo", "fn tell")),
        replaced(&php, "src/Out.php", ("function echoed", "function told")),
        replaced(&ruby, "lib/out.rb", ("self.echo", "self.tell")),
    ];
    assert_snapshot!(found.join("\n"), @r"
    caller run/run.go:6 Run import

    caller kit/Run.java:5 Run.run scope

    caller src/run.rs:4 run import
    reference src/run.rs:1 - import

    caller src/Run.php:6 Run::run import

    caller lib/run.rb:5 Run.run import
    ");
}

#[test]
fn more_uses_than_a_limit_of_one_file() {
    let calls: String = (0..70).map(|at| format!("    render_all({at})\n")).collect();
    let user = format!("from view import render_all\n\ndef run():\n{calls}");
    let files = [
        ("view.py", "def render_all(item):\n    return template_of(item).render()\n"),
        ("run.py", &*user),
    ];
    let repo = repo(&files);
    write(&repo, &[("view.py", &files[0].1.replace("def render_all", "def render_each"))]);
    let document = uncommitted(&repo);
    assert_snapshot!(places(&document), @r"
    caller run.py:4 run import
    reference run.py:1 - import
    ");
    assert_eq!(document.affected[0].also.len(), 69);
    let text = markdown(&document, usize::MAX);
    assert!(text.contains("(also 5, 6, 7, 8, 9 and 64 more)"), "{text}");
}

#[test]
fn a_line_of_code_stands_before_the_comment_that_holds_the_name() {
    let files = [(
        "app.py",
        "class App:\n    def run_app(self, env):\n        return self.handle_all_of(env)\n\n    def __call__(self, env):\n        \"\"\"Calls :meth:`run_app`.\"\"\"\n        return self.run_app(env)\n",
    )];
    assert_snapshot!(replaced(&files, "app.py", ("def run_app", "def start_app")), @"caller app.py:7 App.__call__ scope");
    let settings = [
        ("config.py", "NAMES = {'SESSION_COOKIE_NAME': 'session'}\n"),
        (
            "sessions.py",
            "def name(app):\n    \"\"\"The name, from `SESSION_COOKIE_NAME`.\"\"\"\n    return app.config['SESSION_COOKIE_NAME']\n",
        ),
    ];
    let change = ("SESSION_COOKIE_NAME", "COOKIE_NAME");
    assert_snapshot!(replaced(&settings, "config.py", change), @"text sessions.py:3 name string");
}

#[test]
fn a_word_of_a_text_is_counted() {
    let files = [
        ("out.py", "def open(path):\n    return read_all_of_the_file(path)\n"),
        ("ci.yml", "run: open the door\nalso: open(1)\n"),
        ("notes.py", "# We open it here.\nX = 1\n"),
    ];
    let repo = repo(&files);
    write(&repo, &[("out.py", &files[0].1.replace("def open", "def load"))]);
    let document = uncommitted(&repo);
    assert_snapshot!(places(&document), @"reference ci.yml:2 also name");
    assert_eq!(document.changed[0].not_listed, 2);
    let text = markdown(&document, usize::MAX);
    assert!(text.contains("2 more lines hold its name"), "{text}");
}

/// The places after a file has moved, and after it is removed.
fn moved(files: &[(&str, &str)], from: &str, to: &str) -> String {
    let repo = repo(files);
    repo.git(&["mv", from, to]);
    let moved = places(&uncommitted(&repo));
    repo.git(&["rm", "-q", "-f", to]);
    format!("{to}\n{moved}removed\n{}\n", places(&uncommitted(&repo)))
}

#[test]
fn a_file_that_moves_or_is_removed() {
    let python = [
        (
            "kit/signals.py",
            "from lib import namespace\n\nstarted = namespace.signal('app-started')\n\ndef send_all_of_them(items):\n    return [started.send(item) for item in items]\n",
        ),
        (
            "kit/app.py",
            "from . import signals\nfrom .signals import send_all_of_them\nfrom .signals import started as begun\n\ndef run():\n    send_all_of_them([begun])\n    return signals.started\n",
        ),
        ("kit/other.py", "from lib import signals\n"),
    ];
    let typescript = [
        ("src/signals.ts", "export const started = namespace.signal('app-started')\n"),
        (
            "src/app.ts",
            "import { started } from './signals'\nimport './signals'\n\nexport const run = () => started.send()\n",
        ),
    ];
    let found = [
        moved(&python, "kit/signals.py", "kit/sigs.py"),
        moved(&typescript, "src/signals.ts", "src/sigs.ts"),
    ];
    assert_snapshot!(found.join(""), @r"
    kit/sigs.py
    caller kit/app.py:6 run import
    reference kit/app.py:1 - import
    reference kit/app.py:3 - import
    reference kit/app.py:6 run import
    reference kit/app.py:2 - import
    reference kit/sigs.py:6 send_all_of_them scope changed
    removed
    caller kit/app.py:6 run import
    reference kit/app.py:1 - import
    reference kit/app.py:3 - import
    reference kit/app.py:6 run import
    reference kit/app.py:2 - import

    src/sigs.ts
    reference src/app.ts:1 - import
    reference src/app.ts:4 run import
    reference src/app.ts:2 - string
    removed
    reference src/app.ts:1 - import
    reference src/app.ts:4 run import
    reference src/app.ts:2 - string
    ");
}

#[test]
fn a_file_of_a_package_that_moves_or_is_removed() {
    let rust = [
        ("src/lib.rs", "mod signals;\nmod app;\n"),
        (
            "src/signals.rs",
            "pub fn send_all_of_them(items: &[u32]) -> u32 {\n    items.iter().sum::<u32>()\n}\n",
        ),
        (
            "src/app.rs",
            "use crate::signals::send_all_of_them;\n\npub fn run() -> u32 {\n    send_all_of_them(&[1])\n}\n",
        ),
    ];
    let go = [
        ("go.mod", "module example.com/kit\n"),
        (
            "kit/signals.go",
            "package kit\n\nfunc SendAllOfThem(items []int) int {\n\treturn len(items) + 1\n}\n",
        ),
        ("kit/other.go", "package kit\n\nfunc Other() int {\n\treturn SendAllOfThem(nil)\n}\n"),
        (
            "main.go",
            "package main\n\nimport \"example.com/kit/kit\"\n\nfunc main() {\n\tkit.SendAllOfThem(nil)\n}\n",
        ),
    ];
    let found = [
        moved(&rust, "src/signals.rs", "src/sigs.rs"),
        moved(&go, "kit/signals.go", "kit/sigs.go"),
    ];
    assert_snapshot!(found.join(""), @r"
    src/sigs.rs
    caller src/app.rs:4 run import
    reference src/lib.rs:1 - import
    reference src/app.rs:1 - import
    removed
    caller src/app.rs:4 run import
    reference src/lib.rs:1 - import
    reference src/app.rs:1 - import

    kit/sigs.go
    caller main.go:6 main import
    caller kit/other.go:4 Other scope
    removed
    caller main.go:6 main import
    caller kit/other.go:4 Other scope
    ");
}

#[test]
fn uses_that_the_change_mends_are_not_listed() {
    let files = [
        ("out.py", "def tell_all(text):\n    return write_all_of_the_text(text)\n"),
        ("one.py", "from out import tell_all\n\ndef one():\n    return tell_all('a')\n"),
        (
            "two.py",
            "from out import tell_all\n\ndef two():\n    # A comment.\n    return tell_all('b')\n",
        ),
        ("three.py", "from out import tell_all\n\ndef three():\n    return tell_all('b')\n"),
        ("new.py", "def tell_all(text):\n    return 2\n"),
    ];
    let repo = repo(&files);
    let mended = files[1].1.replace("tell_all", "say_all");
    // Lines move, and one of two stays.
    let half = format!("import os\n\n{}", files[2].1.replace("import tell_all", "import say_all"));
    // The name means another declaration now.
    let rebound = files[3].1.replace("from out", "from new");
    write(
        &repo,
        &[
            ("out.py", &files[0].1.replace("def tell_all", "def say_all")),
            ("one.py", &mended),
            ("two.py", &half),
            ("three.py", &rebound),
        ],
    );
    assert_snapshot!(places(&uncommitted(&repo)), @r"
    caller two.py:7 two import
    caller one.py:4 one import changed
    sibling new.py:1 tell_all shared_names
    sibling three.py:4 three shared_names
    ");
    // A diff that is not applied yet says the same of the files as they are.
    let diff = repo.git(&["diff"]) + "\n";
    repo.git(&["checkout", "-q", "."]);
    assert_snapshot!(places(&of(&repo, ChangeSpec::Diff(diff.into_bytes()))), @r"
    caller one.py:4 one import
    caller three.py:4 three import
    caller two.py:5 two import
    reference one.py:1 - import
    reference three.py:1 - import
    reference two.py:1 - import
    sibling new.py:1 tell_all same_lines
    ");
}

#[test]
fn a_place_begins_with_its_first_line() {
    let files = [
        ("path.go", "package kit\n\nfunc JoinAll(root string) string {\n\treturn root\n}\n"),
        (
            "file.go",
            "package kit\n\nfunc Serve(root string) {\n\tkeep := JoinAll\n\tJoinAll(root)\n\n\tif root != \"\" {\n\t\tJoinAll(keep(root))\n\t\tJoinAll(root)\n\t}\n}\n",
        ),
    ];
    let repo = repo(&files);
    write(&repo, &[("path.go", &files[0].1.replace("return root", "return root + root"))]);
    let document = uncommitted(&repo);
    let lines = |place: &firsthand_impact::Affected| (place.line, place.also.clone());
    assert_eq!(document.affected.iter().map(lines).collect::<Vec<_>>(), [(5, vec![4, 8, 9])]);
}

#[test]
fn a_text_that_moves_with_its_file_is_not_removed() {
    let text = "const noCache = 'no-cache'\nconst send = '/api/send'\nconst what = 'the text of the page'\n\nexport function middleware() {\n  return [noCache, send, what]\n}\n";
    let files = [
        ("docker/middleware.ts", text),
        ("Dockerfile", "RUN apk add --no-cache libc6-compat\n"),
        ("src/config.ts", "import '@/app/api/send/route'\nconst key = 'no-cache.max'\n"),
        ("docs/use.md", "It is 'no-cache', at http://localhost:3000/api/send?all\n"),
    ];
    let repo = repo(&files);
    repo.git(&["mv", "docker/middleware.ts", "docker/proxy.ts"]);
    write(&repo, &[("docker/proxy.ts", &text.replace("function middleware", "function proxy"))]);
    let moved = places(&uncommitted(&repo));
    assert!(!moved.contains("text "), "{moved}");
    // What is removed for good is looked for as a whole.
    let repo = self::repo(&files);
    write(&repo, &[("docker/middleware.ts", "export function middleware() {\n  return 1\n}\n")]);
    assert_snapshot!(places(&uncommitted(&repo)), @"text docs/use.md:1 - string");
}

#[test]
fn what_a_gone_file_named_is_no_use_of_it() {
    let files = [
        ("lib/old.py", "PATHS = [\"lib/a.py\", \"lib/tpl.html\"]\n"),
        ("lib/a.py", "import os\n"),
        ("lib/tpl.html", "<p>hello</p>\n"),
        ("ci.yml", "run: \"python lib/old.py\"\nlist: \"lib/old.py\"\n"),
    ];
    let repo = repo(&files);
    repo.git(&["rm", "-q", "lib/old.py"]);
    assert_snapshot!(places(&uncommitted(&repo)), @r"
    reference ci.yml:1 run string
    reference ci.yml:2 list string
    ");
}

#[test]
fn files_without_known_declarations_are_named() {
    let files = [
        ("lib/a.dart", "int charge(int a) {\n  return a;\n}\n"),
        ("lib/b.dart", "void run() { charge(1); }\n"),
        ("README.md", "# Shop\n"),
        (".gitignore", "out\n"),
    ];
    let repo = repo(&files);
    write(
        &repo,
        &[
            ("lib/a.dart", "int charge(int a, int b) {\n  return a;\n}\n"),
            ("README.md", "# A shop\n"),
            (".gitignore", "out\nlog\n"),
        ],
    );
    let document = uncommitted(&repo);
    assert_eq!(document.change.undeclared.len(), 1, "{:?}", document.change);
    assert_snapshot!(document.notes.join("\n"), @"1 changed file is of no language whose declarations are read (lib/a.dart): what uses them was looked for by names, by texts and by history alone; `search --symbol NAME` lists the lines with a name");
    write(&repo, &[("lib/a.dart", files[0].1)]);
    let document = uncommitted(&repo);
    assert!(document.change.undeclared.is_empty() && document.notes.is_empty());
}

/// A type implements an interface by its methods: with another signature of one of them, it no longer does.
#[test]
fn what_implemented_an_interface_by_its_methods() {
    let files = [
        (
            "s.go",
            "package x\n\ntype Store interface {\n\tGetItem(k string) int\n\tPut(k string)\n}\n",
        ),
        (
            "m.go",
            "package x\n\ntype Mem struct{}\n\nfunc (m *Mem) GetItem(k string) int { return 1 }\nfunc (m *Mem) Put(k string) {}\n",
        ),
        ("u.go", "package x\n\nfunc Use(s Store) int { return s.GetItem(\"a\") }\n"),
    ];
    let found = [
        replaced(&files, "s.go", ("GetItem(k string)", "GetItem(k string, d int)")),
        replaced(&files, "m.go", ("GetItem(k string)", "GetItem(k string, d int)")),
    ];
    assert_snapshot!(found.join("\n"), @r"
    caller u.go:3 Use scope
    implementor m.go:5 Mem.GetItem name

    caller u.go:3 Use name
    reference s.go:4 Store.GetItem name
    ");
}

#[test]
fn a_file_that_is_gone_by_a_path_behind_the_name_of_a_folder() {
    let check = |line: &str, expect: &str| {
        let user = format!("const path = require('path');\n{line}\n");
        let repo = repo(&[
            ("tests/load.js", "exports.load = function load() {\n  return 1;\n};\n"),
            ("tests/specs/a.js", &user),
            ("other/load.js", "exports.load = function load() {\n  return 1;\n};\n"),
            ("other/specs/b.js", &user),
        ]);
        std::fs::remove_file(repo.root().join("tests/load.js")).unwrap();
        let found = places(&uncommitted(&repo));
        let found = found.lines().filter(|line| line.contains("specs"));
        assert_eq!(found.collect::<Vec<_>>().join("\n"), expect, "{line}");
    };
    check("const a = require(__dirname + '/../load').load();", "test tests/specs/a.js:2 a string");
    check("const a = read(__dirname + '/./load');", "");
}
