//! What is said of a symbol of which no use was found.

use firsthand_agent::Cancel;
use firsthand_codegraph::{Query, Relation};
use firsthand_tools::EmptyRelation;
use serde_json::json;

use crate::tree::Tree;

/// What is said where a relation of a symbol is empty, one sentence a line, without what was followed.
fn said(files: &[(&str, &str)], (symbol, relation): (&str, Relation)) -> String {
    let tree = Tree::new(files);
    let toolbox = tree.toolbox();
    let query = Query::default();
    let cancel = Cancel::default();
    let found = toolbox.graph().relate(symbol, relation, &query, &cancel);
    let asked = EmptyRelation::new(symbol, relation, &query);
    let no_use = toolbox.no_use_of(asked, &found, &cancel);
    let mut said = no_use.map_or_else(Vec::new, |no_use| no_use.sentences());
    said.retain(|one| !one.starts_with("followed"));
    said.join("\n")
}

#[test]
fn a_name_that_stands_nowhere_else_has_a_receipt() {
    let other = ("b.py", "def other():\n    pass\n");
    let expect = |files| format!("absent: `lonely` (whole word, capitals count) in {files}");
    for (file, text) in [
        ("a.py", "def lonely():\n    pass\n"),
        ("a.rs", "fn lonely() {}\n"),
        ("a.go", "package a\n\nfunc lonely() {}\n"),
        ("a.ts", "export function lonely() {}\n"),
        ("a.rb", "def lonely\nend\n"),
        ("a.php", "<?php\nfunction lonely() {}\n"),
    ] {
        let declared = text.lines().position(|line| line.contains("lonely")).unwrap() + 1;
        let own = format!(
            "lines with lonely, ruled out: 1 of a declaration of that name (at {file}:{declared})"
        );
        let absent = format!("{} of !/{file}", expect("1 file"));
        for relation in [Relation::Callers, Relation::References] {
            let said = said(&[(file, text), other], ("lonely", relation));
            assert_eq!(said, format!("{absent}\n{own}"), "{relation} in {file}");
        }
    }
}

#[test]
fn a_file_alone_has_no_receipt() {
    let said = said(&[("a.rs", "fn lonely() {}\n")], ("lonely", Relation::Callers));
    let why = "no receipt of absence for lonely: no other file is searched";
    assert!(said.contains(why) && said.contains("1 of a declaration"), "{said}");
}

#[test]
fn each_line_with_the_name_is_ruled_out_or_not_decided() {
    let declared = "of a declaration of that name";
    for (text, ruled_out, undecided) in [
        ("# keep it\n", "1 in a comment (at b.py:1); ", ""),
        ("def f(keep):\n    pass\n", "", ""),
        ("getattr(shop, 'keep')()\n", "", "1 in a string (at b.py:1)"),
        (
            "from a import keep\n\ntable = [keep]\n",
            "",
            "1 with the name and no call: what is handed over may be called elsewhere (at b.py:3)",
        ),
        (
            "class Bin:\n    def keep(self): pass\n\ndef f(bin: Bin):\n    bin.keep()\n",
            "1 that mean another declaration of that name (at b.py:5)",
            "",
        ),
    ] {
        let files = [("a.py", "def keep():\n    pass\n"), ("b.py", text)];
        let said = said(&files, ("a.py#keep", Relation::Callers));
        let is_said = |wanted: &str| wanted.is_empty() || said.contains(wanted);
        assert!(is_said(ruled_out) && is_said(undecided), "{text}: {said}");
        assert!(said.contains(declared) && !said.contains("absent:"), "{text}: {said}");
    }
}

/// A use that no relation leads to means another declaration only where there is one.
#[test]
fn accounted_the_only_declaration_of_a_name_is_not_another_one() {
    let behind = "1 behind a path or a type that leads to no declaration here (at ";
    for (symbol, files) in [
        // Imports that a build tool adds.
        (
            "useShare",
            vec![
                ("composables/share.ts", "export function useShare() {}\n"),
                ("pages/s.vue", "<script setup>\nconst a = useShare()\n</script>\n"),
            ],
        ),
        // A facade.
        (
            "PayService.charge",
            vec![
                ("a.php", "<?php\nclass PayService { public function charge() {} }\n"),
                ("b.php", "<?php\nclass Pay extends Facade {}\n"),
                ("u.php", "<?php\nPay::charge(1);\n"),
            ],
        ),
    ] {
        let said = said(&files, (symbol, Relation::Callers));
        assert!(said.contains(behind), "{symbol}: {said}");
        assert!(!said.contains("mean another declaration"), "{symbol}: {said}");
    }
}

/// A constructor is used by the name of its type: that its own word stands nowhere proves nothing.
#[test]
fn accounted_no_receipt_of_the_word_of_a_constructor() {
    for (symbol, declaring, subtype) in [
        (
            "A.__init__",
            ("a.py", "class A:\n    def __init__(self, x): pass\n"),
            ("b.py", "from a import A\nclass C(A): pass\nC(1)\n"),
        ),
        (
            "A.constructor",
            ("a.ts", "export class A { constructor(x: number) {} }\n"),
            ("b.ts", "import { A } from './a'\nclass C extends A {}\nnew C(1)\n"),
        ),
        (
            "A#initialize",
            ("a.rb", "class A\n  def initialize(x); end\nend\n"),
            ("b.rb", "class C < A; end\nC.new(1)\n"),
        ),
        (
            "A.__construct",
            ("a.php", "<?php\nclass A { function __construct($x) {} }\n"),
            ("b.php", "<?php\nclass C extends A {}\nnew C(1);\n"),
        ),
    ] {
        let tree = Tree::new(&[declaring, subtype]);
        let (toolbox, query, cancel) = (tree.toolbox(), Query::default(), Cancel::default());
        let found = toolbox.graph().relate(symbol, Relation::Callers, &query, &cancel);
        let asked = EmptyRelation::new(symbol, Relation::Callers, &query);
        // Either its subtype's calls are found, or nothing is proved.
        let receipt = toolbox.no_use_of(asked, &found, &cancel).and_then(|no_use| no_use.receipt);
        assert_eq!(receipt, None, "{symbol}");
    }
}

/// What a plain scan finds is in the account: no line is left out, and no receipt denies one.
#[test]
fn accounted_the_lines_are_those_of_a_plain_scan() {
    let files = [
        ("a.rs", "pub fn keep() {}\n// keep\nfn other() { let s = \"keep\"; }\n"),
        ("b.rs", "struct Bin;\nimpl Bin { fn keep(&self) {} }\nfn f(b: Bin) { b.keep() }\n"),
        ("notes.txt", "We keep it.\nkeep_all is another name.\n"),
        ("c.py", "x = {'keep': 1}\n"),
    ];
    let tree = Tree::new(&files);
    let toolbox = tree.toolbox();
    let query = Query::default();
    let cancel = Cancel::default();
    let scanned = |text: &&str| {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        text.split(|c: char| !is_word(c)).any(|word| word == "keep")
    };
    let lines = files.iter().flat_map(|(_, text)| text.lines());
    let scanned = lines.filter(scanned).count() as u64;
    for relation in [Relation::Callers, Relation::References, Relation::Implementors] {
        let found = toolbox.graph().relate("a.rs#keep", relation, &query, &cancel);
        let asked = EmptyRelation::new("a.rs#keep", relation, &query);
        let Some(no_use) = toolbox.no_use_of(asked, &found, &cancel) else {
            assert!(!found.regions.is_empty(), "{relation}");
            continue;
        };
        let groups = no_use.ruled_out.iter().chain(&no_use.undecided);
        assert_eq!(groups.map(|group| group.lines).sum::<u64>(), scanned, "{relation}");
        assert_eq!(no_use.receipt, None, "{relation}");
    }
}

/// A limited search says where the uses are that it left out.
#[test]
fn accounted_uses_outside_of_a_limited_search_are_named() {
    let tree = Tree::new(&[
        ("a.py", "def keep():\n    pass\n"),
        ("tests/test_a.py", "from a import keep\n\ndef test_keep():\n    keep()\n"),
    ]);
    let toolbox = tree.toolbox();
    let cancel = Cancel::default();
    let within = Query { within: Some("a.py".to_owned()), ..Query::default() };
    let without_tests = Query { no_tests: true, ..Query::default() };
    for query in [within, without_tests] {
        let found = toolbox.graph().relate("keep", Relation::Callers, &query, &cancel);
        let asked = EmptyRelation::new("keep", Relation::Callers, &query);
        let said = toolbox.no_use_of(asked, &found, &cancel).unwrap().sentences();
        let said = said.join("\n");
        let expect = "1 that use it, outside of what was searched (at tests/test_a.py:4)";
        assert!(said.contains(expect), "{said}");
    }
}

#[tokio::test]
async fn the_tool_says_it_with_a_receipt() {
    let tree = Tree::new(&[("a.rs", "fn lonely() {}\n"), ("b.rs", "fn other() {}\n")]);
    let toolbox = tree.toolbox();
    let context = toolbox.call(Cancel::default(), 20_000);
    let tool = toolbox.tool("search_code").unwrap();
    let arguments = json!({"symbol": "lonely", "relation": "callers"});
    let output = tool.call(arguments, &context).await.unwrap();
    assert_eq!(output.receipts.len(), 1);
    let notes = output.diagnostics.join("\n");
    assert!(notes.contains("calls by name in rust"), "{notes}");
    assert!(notes.contains("ruled out: 1 of a declaration"), "{notes}");
}

/// Where some uses are found, the lines of which it is not known whether they are others are stated with their files.
#[test]
fn accounted_lines_beside_the_found_ones() {
    let beside = |files: &[(&str, &str)], symbol: &str| {
        let tree = Tree::new(files);
        let (toolbox, query, cancel) = (tree.toolbox(), Query::default(), Cancel::default());
        let found = toolbox.graph().relate(symbol, Relation::Callers, &query, &cancel);
        assert!(!found.sites.is_empty(), "{symbol}");
        let asked = EmptyRelation::new(symbol, Relation::Callers, &query);
        assert_eq!(toolbox.no_use_of(asked, &found, &cancel), None, "{symbol}");
        let undecided = toolbox.undecided_beside(&asked, &found, &cancel);
        undecided.map(|undecided| undecided.sentence()).unwrap_or_default()
    };
    // Views that are no code of a known language.
    let ruby = [
        ("app/helpers/users.rb", "module Users\n  def styled_link(user)\n  end\nend\n"),
        ("app/models/a.rb", "class A\n  include Users\n  def b\n    styled_link(1)\n  end\nend\n"),
        ("app/views/a.erb", "<%= styled_link(x) %>\n"),
        ("app/views/b.erb", "<%= styled_link(x) %>\n<%= styled_link(y) %>\n"),
    ];
    let views = "3 in a file that is not code of a known language (first at app/views/a.erb:1; also in app/views/b.erb)";
    let said = format!("lines with styled_link beside these, not decided: {views}");
    assert_eq!(beside(&ruby, "styled_link"), said);
    // A value that is handed over, and a member of a value of which nothing is known.
    let typescript = [
        ("a.ts", "export const isLinux = () => true\nisLinux()\n"),
        ("b.ts", "import { isLinux } from './a'\nexport const utils = { isLinux }\n"),
        ("c.ts", "export const f = () => window.api.utils?.isLinux()\n"),
    ];
    let said = beside(&typescript, "isLinux");
    assert!(said.contains("1 with the name and no call"), "{said}");
    assert!(
        said.contains("1 behind a path or a type that leads to no declaration here (at c.ts:1)"),
        "{said}"
    );
    // A script that the language of the declaration cannot run.
    let php = [
        ("a.php", "<?php\nfunction fire_it() {}\nfire_it();\n"),
        ("b.js", "thing.fire_it(); other(fire_it)\n"),
    ];
    assert_eq!(beside(&php, "fire_it"), "");
    let all = [("a.py", "def keep():\n    pass\n\nkeep()\n# keep\n")];
    assert_eq!(beside(&all, "keep"), "");
    // A list that is not whole says so itself.
    let text = ("a.txt", "keep\n");
    for (calls, expect) in [(1_000, "not decided: 1 in a file"), (1_001, "")] {
        let many = "def keep():\n    pass\n\n".to_owned() + &"keep()\n".repeat(calls);
        let said = beside(&[("a.py", &many), text], "keep");
        assert!(said.contains(expect) && said.is_empty() == expect.is_empty(), "{calls}: {said}");
    }
}
