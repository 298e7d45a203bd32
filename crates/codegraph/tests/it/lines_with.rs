//! Lines that hold given texts, and what of a file is code or an import.

use crate::repo::Repo;
use firsthand_codegraph::{Cancel, Graph, Options, is_code};

#[test]
fn lines_hold_texts_whole_and_in_the_same_case() {
    let repo = Repo::of(&[
        ("a.py", "max_items = 1\nMAX_ITEMS = 2\nmax_items_more = max_items\n"),
        ("b.html", "<p>Two words.</p> <p>Two words more</p>\n<b>max-items</b>\n"),
        ("c.txt", "key AKIAIOSFODNN7EXAMPLE\nÄmax_items\n"),
    ]);
    let graph = repo.graph();
    let check = |text: &str, expect: &str| {
        let texts = [text.to_owned(), "another".to_owned()];
        let found = graph.lines_with(&texts, 10, 99, &Cancel::default());
        let lines = found[0].iter().map(|(path, line)| format!("{path}:{line}"));
        assert_eq!(lines.collect::<Vec<_>>().join(" "), expect, "{text}");
        assert!(found[1].is_empty());
    };
    check("max_items", "a.py:1 a.py:3");
    check("MAX_ITEMS", "a.py:2");
    check("max-items", "b.html:2");
    check("Two words", "b.html:1");
    check("wo words", "");
    // Secrets are not searched.
    check("AKIAIOSFODNN7EXAMPLE", "");
    let found = graph.lines_with(&["max_items".to_owned()], 1, 99, &Cancel::default());
    assert_eq!(found[0].len(), 1, "one line of the file");
    for (most, expect) in [(0, 1), (1, 2), (9, 2)] {
        let found = graph.lines_with(&["max_items".to_owned()], 9, most, &Cancel::default());
        assert_eq!(found[0].len(), expect, "more than {most}");
    }
    let cancelled = Cancel::default();
    cancelled.cancel();
    assert_eq!(graph.lines_with(&["key".to_owned()], 9, 9, &cancelled), [[]]);
}

#[test]
fn a_signature_is_a_part_of_what_it_declares() {
    let repo = Repo::of(&[
        (
            "a.ex",
            "defmodule A do\n  @doc \"enc\"\n  @spec enc(binary) :: binary\n  def enc(x), do: x\n  def go, do: enc(1)\nend\n",
        ),
        ("b.hs", "module B where\nenc :: Int -> Int\nenc x = x\n"),
        ("c.c", "int enc(int a);\n"),
        ("d.js", "class D { enc() { this.$api.enc(1); } }\n"),
    ]);
    let graph = repo.graph();
    let lines = graph.lines_with_name("enc", &Cancel::default());
    let kinds = graph.uses_of_name("enc", &lines, &Cancel::default());
    let found =
        lines.iter().zip(kinds).map(|((path, line), kind)| format!("{path}:{line} {kind:?}"));
    let expect = "a.ex:2 String, a.ex:3 Declaration, a.ex:4 Declaration, a.ex:5 Call, \
                  b.hs:2 Declaration, b.hs:3 Declaration, c.c:1 Declaration, d.js:1 Behind";
    assert_eq!(found.collect::<Vec<_>>().join(", "), expect);
}

#[test]
fn imports_have_ranges() {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph::open(folder.path(), Options::default()).unwrap();
    let check = |path: &str, text: &str, expect: &[&str]| {
        let found = graph.imports(path, text.as_bytes(), &Cancel::default());
        let found: Vec<&str> = found.into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expect, "{path}");
    };
    check(
        "a.py",
        "import os\nfrom a import (b,\n  c)\nx = 1\n",
        &["import os", "from a import (b,\n  c)"],
    );
    check("a.ts", "import { a } from './a'\na()\n", &["import { a } from './a'"]);
    check("a.rs", "use a::b;\nfn f() {}\n", &["use a::b;"]);
    check("a.c", "#include \"a.h\"\nint f();\n", &["#include \"a.h\""]);
    check("a.txt", "import a\n", &[]);
}

#[test]
fn data_and_prose_are_no_code() {
    let code = ["a.rs", "b/c.vue", "Makefile", "a.md", "a.json", "a.yaml", "a.unknown"];
    let code: Vec<&str> = code.into_iter().filter(|path| is_code(path)).collect();
    assert_eq!(code, ["a.rs", "b/c.vue"]);
}
