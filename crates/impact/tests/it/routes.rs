//! Tests that are reached by another name or through a helper, and the places where a route to tests goes out of sight.

use firsthand_impact::ImpactDocument;
use insta::assert_snapshot;

use super::{places, repo, uncommitted, write};

fn changed(files: &[(&str, &str)], path: &str, from: &str, to: &str) -> ImpactDocument {
    let repo = repo(files);
    let text = files.iter().find(|(other, _)| *other == path).map_or("", |(_, text)| text);
    assert!(text.contains(from), "{path} holds {from}");
    write(&repo, &[(path, &text.replace(from, to))]);
    uncommitted(&repo)
}

/// The places of tests.
fn tests(files: &[(&str, &str)], path: &str, from: &str, to: &str) -> String {
    let found = places(&changed(files, path, from, to));
    found.lines().filter(|line| line.starts_with("test ")).collect::<Vec<_>>().join("\n")
}

/// The routes with a place that hold `text`.
fn routes(document: &ImpactDocument, text: &str) -> String {
    let routes = document.unresolved.iter().filter(|route| route.contains(text));
    routes.map(String::as_str).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_function_with_two_names_is_reached_by_both() {
    let files = [
        (
            "lib/res.js",
            "var res = module.exports = {}\nres.set = res.header = function header() {\n  return one()\n}\nfunction one() {\n  return 1\n}\n",
        ),
        (
            "test/res.js",
            "const res = require('../lib/res')\nfunction first() { res.set() }\nfunction second() { res.header() }\n",
        ),
    ];
    let both = "test test/res.js:2 first import\ntest test/res.js:3 second import";
    assert_eq!(tests(&files, "lib/res.js", "return one()", "return 2"), both);
    assert_eq!(
        tests(&files, "lib/res.js", "return 1", "return 2"),
        "test test/res.js:3 second scope\ntest test/res.js:2 first scope"
    );
}

#[test]
fn a_helper_among_the_tests_of_a_file_leads_to_those_that_call_it() {
    let files = [(
        "src/lib.rs",
        "pub fn seek_to(at: u64) -> u64 {\n    at + 1\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    fn check_seek(at: u64) {\n        assert_eq!(seek_to(at), at + 1);\n    }\n\n    #[test]\n    fn seeks() {\n        check_seek(1);\n    }\n\n    #[test]\n    fn does_not() {}\n}\n",
    )];
    assert_eq!(
        tests(&files, "src/lib.rs", "    at + 1\n}", "    at + 2\n}"),
        "test src/lib.rs:10 tests::check_seek scope\ntest src/lib.rs:15 tests::seeks scope"
    );
}

#[test]
fn a_constructor_is_used_by_the_name_of_its_type() {
    let others = |of: &dyn Fn(usize) -> String| (0..5).map(of).collect::<String>();
    let ruby = others(&|at| format!("class Other{at}\n  def initialize\n  end\nend\n"));
    let ruby = [
        ("lib/others.rb", ruby.as_str()),
        (
            "lib/token_reader.rb",
            "class TokenReader\n  def initialize(text)\n    @tokens = split_text(text)\n  end\n\n  def split_text(text)\n    text.split\n  end\nend\n",
        ),
        ("test/reader_test.rb", "def test_reader\n  TokenReader.new('a')\nend\n"),
    ];
    assert_eq!(
        tests(&ruby, "lib/token_reader.rb", "text.split", "text.lines"),
        "test test/reader_test.rb:2 test_reader name"
    );
}

#[test]
fn uses_by_a_common_name_are_named_with_their_place() {
    // The files, the change, and the route.
    let types = |of: &dyn Fn(&str) -> String| {
        ["A", "B", "C", "D", "E"].iter().map(|name| of(name)).collect::<String>()
    };
    let python =
        types(&|name| format!("class {name}:\n    def parse(self):\n        return read_all()\n"));
    let python = format!("def read_all():\n    return 1\n\n{python}");
    let user = "def run(node):\n    return node.parse()\n";
    let document = changed(
        &[("kit/nodes.py", &python), ("kit/run.py", user)],
        "kit/nodes.py",
        "return 1",
        "return 2",
    );
    assert_eq!(
        routes(&document, "A.parse"),
        "kit/run.py:2 may use A.parse (kit/nodes.py:5), or others of its name, as the type of the value is not known: what \
         calls them is not followed"
    );

    let php = types(&|name| {
        format!(
            "class {name} {{\n    public function visit() {{\n        return read_all();\n    }}\n}}\n"
        )
    });
    let php = format!("<?php\nfunction read_all() {{\n    return 1;\n}}\n{php}");
    let user = "<?php\nfunction run($node) {\n    return $node->visit();\n}\n";
    let document = changed(
        &[("src/nodes.php", &php), ("src/run.php", user)],
        "src/nodes.php",
        "return 1",
        "return 2",
    );
    assert_eq!(
        routes(&document, "(src/nodes.php:6)"),
        "src/run.php:3 may use A::visit (src/nodes.php:6), or others of its name, as the type of the value is not known: \
         what calls them is not followed"
    );
}

#[test]
fn a_member_of_a_name_that_many_types_have_is_a_weak_use() {
    let types: String = (0..12)
        .map(|at| format!("class Node{at}:\n    def kind(self):\n        return {at}\n\n"))
        .collect();
    let test = "import nodes\n\ndef test_kind():\n    assert nodes.any().kind()\n";
    let files = [("nodes.py", types.as_str()), ("test_nodes.py", test)];
    assert_eq!(
        tests(&files, "nodes.py", "return 7", "return 70"),
        "test test_nodes.py:4 test_kind name weak"
    );
}

#[test]
fn a_function_that_a_string_or_a_value_names_on_the_way() {
    let go = [
        (
            "usage.go",
            "package kit\n\nfunc HasFlags() bool {\n\treturn true\n}\n\nfunc UseLine() bool {\n\treturn HasFlags()\n}\n\nconst text = `\n  {{.UseLine}}\n`\n\n// UseLine is named here, too.\nfunc other() {}\n",
        ),
        ("usage_test.go", "package kit\n\nfunc TestUse(t *testing.T) {\n\tUseLine()\n}\n"),
    ];
    let document = changed(&go, "usage.go", "return true", "return false");
    assert_eq!(
        routes(&document, "UseLine"),
        "UseLine (usage.go:7) is named, and no call of it was resolved, at usage.go:12: what a string or a value runs there is not followed"
    );
    let python = [
        (
            "kit/core.py",
            "def has_flags():\n    return 1\n\ndef use_line():\n    return has_flags()\n",
        ),
        (
            "kit/table.py",
            "from kit.core import use_line\n\ndef table():\n    return {'a': use_line}\n\ndef by_name(kit):\n    return getattr(kit, 'use_line')()\n",
        ),
    ];
    let document = changed(&python, "kit/core.py", "return 1", "return 2");
    assert_eq!(
        routes(&document, "use_line"),
        "use_line (kit/core.py:4) is named, and no call of it was resolved, at kit/table.py:4 and 1 other line: what a string or a value \
         runs there is not followed"
    );
}

#[test]
fn what_nothing_uses_is_named_with_its_place() {
    let php = [(
        "src/printer.php",
        "<?php\nclass Printer {\n    public function print($node) {\n        return $this->{'p' . $node->kind}($node);\n    }\n    protected function pUnset($node) {\n        return 1;\n    }\n}\n",
    )];
    let document = changed(&php, "src/printer.php", "return 1", "return 2");
    assert_eq!(
        routes(&document, "pUnset"),
        "nothing in the code was found to use Printer::pUnset (src/printer.php:6): what starts it (a program, a framework, a \
         request, a name that is put together) is not followed"
    );
}

#[test]
fn a_name_that_a_file_declares_itself_means_that() {
    let files = [
        (
            "app/EventProperties.ts",
            "\nexport function EventProperties() {\n  return readAllOfThem()\n}\n\nexport function readAllOfThem() {\n  return 1\n}\n",
        ),
        (
            "tracker/index.d.ts",
            "export type EventProperties = object\n\ninterface Tracker {\n  track(all: EventProperties): void\n}\n",
        ),
        (
            "app/table.ts",
            "import { EventProperties } from './EventProperties'\n\nexport const table = { view: EventProperties }\n",
        ),
    ];
    let document = changed(&files, "app/EventProperties.ts", "return 1", "return 2");
    assert_snapshot!(document.unresolved.join("\n"), @"EventProperties (app/EventProperties.ts:2) is named, and no call of it was resolved, at app/table.ts:3: what a string or a value runs there is not followed");
}

#[test]
fn a_word_of_a_text_names_no_function() {
    let files = [
        (
            "main.go",
            "package shop\n\nfunc main() {\n\tparse()\n}\n\nfunc parse() int {\n\treturn 1\n}\n",
        ),
        (
            "rules.go",
            "package shop\n\nvar rules = map[string]string{\n\t\"a.com\": \"#main-content\",\n}\n",
        ),
    ];
    let document = changed(&files, "main.go", "return 1", "return 2");
    assert_eq!(routes(&document, "is named"), "");
}
