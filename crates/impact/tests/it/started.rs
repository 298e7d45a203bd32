//! Tests that reach a change by another way than calls: they start its program, import the file whose code it runs in, or
//! use a member of a value whose type is not known.

use super::{places, repo, uncommitted, write};

/// The places of tests.
fn tests(files: &[(&str, &str)], path: &str, from: &str, to: &str) -> String {
    let repo = repo(files);
    let text = files.iter().find(|(other, _)| *other == path);
    let text = text.map_or("", |(_, text)| text);
    assert!(text.contains(from), "{path} holds {from}");
    write(&repo, &[(path, &text.replace(from, to))]);
    let found = places(&uncommitted(&repo));
    let tests: Vec<&str> = found.lines().filter(|line| line.starts_with("test ")).collect();
    tests.join("\n")
}

#[test]
fn a_test_that_starts_the_program() {
    // The files of a program, the one that changes, and the tests that are listed.
    let lib = "pub fn seek_to(at: u64) -> u64 {\n    at + 1\n}\n";
    let main = "fn main() {\n    println!(\"{}\", show::seek_to(1));\n}\n";
    let manifest = "[package]\nname = \"show\"\n";
    let cargo = |test: &str| {
        let files = [
            ("Cargo.toml", manifest),
            ("src/lib.rs", lib),
            ("src/main.rs", main),
            ("tests/cli.rs", test),
        ];
        tests(&files, "src/lib.rs", "at + 1", "at + 2")
    };
    let helper = "fn show() -> Command {\n    Command::cargo_bin(\"show\").unwrap()\n}\n\n#[test]\nfn runs() {\n    show().arg(\"-h\").assert();\n}\n\n#[test]\nfn none() {\n    assert_eq!(1, 1);\n}\n";
    assert_eq!(cargo(helper), "test tests/cli.rs:2 show string\ntest tests/cli.rs:7 runs string");
    let built =
        "#[test]\nfn runs() {\n    Command::new(env!(\"CARGO_BIN_EXE_show\")).status();\n}\n";
    assert_eq!(cargo(built), "test tests/cli.rs:3 runs string");
    let other = "#[test]\nfn runs() {\n    Command::new(\"shown\").arg(\"a show\").status();\n}\n";
    assert_eq!(cargo(other), "");

    let files = [
        (
            "package.json",
            "{\n  \"name\": \"tool\",\n  \"bin\": { \"mytool\": \"./bin/cli.js\" }\n}\n",
        ),
        ("lib/run.js", "exports.runAll = function runAll() { return 1 }\n"),
        ("bin/cli.js", "const { runAll } = require('../lib/run')\nrunAll()\n"),
        (
            "test/cli.test.js",
            "const { execFile } = require('child_process')\nit('runs', () => {\n  execFile('./bin/cli.js')\n})\nit('is named', () => {\n  execFile('mytool')\n})\n",
        ),
    ];
    assert_eq!(
        tests(&files, "lib/run.js", "return 1", "return 2"),
        "test test/cli.test.js:3 - string\ntest test/cli.test.js:6 - string"
    );

    let files = [
        ("pyproject.toml", "[project]\nname = \"kit-tool\"\n"),
        ("kit/core.py", "def run_all():\n    return 1\n"),
        ("kit/__main__.py", "from kit.core import run_all\n\nrun_all()\n"),
        (
            "tests/test_cli.py",
            "import subprocess, sys\n\ndef test_cli():\n    subprocess.run([sys.executable, '-m', 'kit'])\n\ndef test_other():\n    assert 1\n",
        ),
    ];
    assert_eq!(
        tests(&files, "kit/core.py", "return 1", "return 2"),
        "test tests/test_cli.py:4 test_cli string"
    );

    let files = [
        ("go.mod", "module example.com/kit\n"),
        (
            "cmd/tool/main.go",
            "package main\n\nfunc runAll() int {\n\treturn 1\n}\n\nfunc main() {\n\trunAll()\n}\n",
        ),
        (
            "e2e/cli_test.go",
            "package e2e\n\nfunc TestTool(t *testing.T) {\n\texec.Command(\"go\", \"run\", \"./cmd/tool\").Run()\n}\n",
        ),
    ];
    assert_eq!(
        tests(&files, "cmd/tool/main.go", "return 1", "return 2"),
        "test e2e/cli_test.go:4 TestTool string"
    );
}

#[test]
fn a_test_that_imports_the_file_whose_code_runs() {
    let files = [
        ("lib/run.js", "exports.runAll = function runAll() { return 1 }\n"),
        (
            "examples/site/index.js",
            "const { runAll } = require('../../lib/run')\nmodule.exports = runAll()\n",
        ),
        (
            "test/site.js",
            "const app = require('../examples/site')\nit('runs', () => { app.get() })\n",
        ),
        ("test/other.js", "it('runs', () => {})\n"),
    ];
    assert_eq!(tests(&files, "lib/run.js", "return 1", "return 2"), "test test/site.js:1 - import");
    let files = [
        ("kit/core.py", "def run_all():\n    return 1\n"),
        ("kit/table.py", "from kit.core import run_all\n\nTABLE = [run_all()]\n"),
        ("kit/__init__.py", "from kit.table import TABLE\n"),
        ("tests/test_kit.py", "import kit\n\ndef test_kit():\n    assert kit.TABLE\n"),
        ("tests/test_other.py", "def test_other():\n    assert 1\n"),
    ];
    assert_eq!(
        tests(&files, "kit/core.py", "return 1", "return 2"),
        "test tests/test_kit.py:4 test_kit import"
    );
    let files = [
        ("kit/core.py", "def run_all():\n    return 1\n"),
        ("kit/table.py", "from kit.core import run_all\n\nrun_all()\n"),
        ("kit/__init__.py", "from kit.table import other\n"),
        ("tests/test_kit.py", "import kit\n\ndef test_kit():\n    assert kit.other\n"),
        ("tests/test_other.py", "def test_other():\n    assert 1\n"),
    ];
    assert_eq!(
        tests(&files, "kit/core.py", "return 1", "return 2"),
        "test tests/test_kit.py:1 - import"
    );
}

#[test]
fn a_member_of_a_value_of_unknown_type_where_the_file_reaches_the_declaration() {
    let files = [
        (
            "lib/response.js",
            "var res = module.exports = {}\nres.send = function send() { this.kind() }\nres.kind = function kind() { return 1 }\n",
        ),
        (
            "lib/app.js",
            "var res = require('./response')\nmodule.exports = function () { return Object.create(res) }\n",
        ),
        ("index.js", "module.exports = require('./lib/app')\n"),
        (
            "test/send.js",
            "var app = require('../')\nit('sends', function () {\n  app().use(function (req, res) { res.send('a') })\n})\n",
        ),
        (
            "test/mail.js",
            "var mail = require('mail')\nit('sends', function () {\n  mail().send('a')\n})\n",
        ),
    ];
    assert_eq!(
        tests(&files, "lib/response.js", "return 1", "return 2"),
        "test test/send.js:3 - name"
    );
}

#[test]
fn a_function_within_another_one_is_reached_through_that() {
    // What changes is returned, handed over or kept by the function around it, and nothing calls it by its name.
    let returned = "const { log } = require('./log')\n\nfunction create() {\n  var app = function (req) {\n    return log(req)\n  }\n  return app\n}\nmodule.exports = create\n";
    let files = [
        ("lib/log.js", "exports.log = function log(req) { return req.id }\n"),
        ("lib/app.js", returned),
        (
            "test/app.test.js",
            "const create = require('../lib/app')\nit('answers', () => {\n  request(create()).get('/')\n})\n",
        ),
    ];
    let expected = "test test/app.test.js:3 - scope";
    assert_eq!(tests(&files, "lib/log.js", "req.id", "req.name"), expected);
    assert_eq!(tests(&files, "lib/app.js", "log(req)", "log(req, 1)"), expected);

    let decorator = "def retried(function):\n    def run_again(*given):\n        return function(*given)\n    return run_again\n";
    let files = [
        ("kit/retry.py", decorator),
        (
            "tests/test_retry.py",
            "from kit.retry import retried\n\n\ndef test_again():\n    assert retried(len)([]) == 0\n",
        ),
    ];
    let expected = "test tests/test_retry.py:5 test_again scope";
    assert_eq!(
        tests(&files, "kit/retry.py", "function(*given)\n    return", "None\n    return"),
        expected
    );

    // A method of a class within a function is one of the class.
    let class = "def make():\n    class Kept:\n        def keep_all(self):\n            return 1\n    return 2\n";
    let files = [
        ("kit/made.py", class),
        (
            "tests/test_made.py",
            "from kit.made import make\n\n\ndef test_make():\n    assert make() == 2\n",
        ),
    ];
    let expected = "test tests/test_made.py:1 - file_name";
    assert_eq!(tests(&files, "kit/made.py", "return 1", "return 3"), expected);
}
