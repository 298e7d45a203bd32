//! Queries that name files and lines of files.

use std::fmt::Write as _;

use firsthand_codegraph::{Query, Region};

use crate::repo::Repo;

/// A file with the functions `f1`, `f2`, … of three lines each, in a language with braces.
fn functions(language: &str) -> String {
    let mut text = String::new();
    for number in 1..=20 {
        let head = match language {
            "py" => format!("def f{number}(a):"),
            "rb" => format!("def f{number}(a)"),
            "go" => format!("func f{number}(a int) int {{"),
            "js" => format!("function f{number}(a) {{"),
            _ => format!("int f{number}(int a) {{"),
        };
        let end = match language {
            "py" => "",
            "rb" => "end",
            _ => "}",
        };
        let _ = writeln!(text, "{head}\n    return a\n{end}");
    }
    text
}

fn repo() -> Repo {
    let files = [
        ("src/shop.py", functions("py")),
        ("src/cart.py", functions("py")),
        ("app/shop.rb", functions("rb")),
        ("pkg/shop.go", "package pkg\n\n".to_owned() + &functions("go")),
        ("web/a.js", functions("js")),
        ("lib/shop.c", functions("c")),
        ("lib/util.ts", "export const x = 1\n".to_owned()),
        ("web/util.ts", "export const y = 1\n".to_owned()),
        ("Makefile", "all:\n\tcc\n".to_owned()),
        ("notes.txt", "what does this return, and why does it fail?\n".repeat(3)),
    ];
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    Repo::of(&files)
}

/// The first places of a query, as `path:lines name`, and the notes.
fn check(query: &str, expect: &[&str]) {
    let result = repo().search(query);
    let shown = result.regions.iter().take(expect.len()).map(|region| {
        let name = region.symbol.as_ref().map_or("-", |symbol| symbol.name.as_str());
        format!("{}:{} {name}", region.path, region.range)
    });
    assert_eq!(shown.collect::<Vec<_>>(), expect, "{query}: {:?}", result.notes);
}

#[test]
fn the_declaration_at_a_named_line_comes_first() {
    check("shop.py:50", &["src/shop.py:49-50 f17"]);
    check("src/shop.py, line 50", &["src/shop.py:49-50 f17"]);
    check("why does src/shop.py line 50 fail", &["src/shop.py:49-50 f17"]);
    check("/srv/www/src/shop.py:50: KeyError", &["src/shop.py:49-50 f17"]);
    check("    at f3 (http://localhost/web/a.js:8:5)", &["web/a.js:7-9 f3"]);
    check("\t/home/ci/pkg/shop.go:13 +0x1d", &["pkg/shop.go:12-14 f4"]);
    check("app/shop.rb:8:in 'f3'", &["app/shop.rb:7-9 f3"]);
    check("#1 0x5 in f3 () at shop.c:8", &["lib/shop.c:7-9 f3"]);
    check("make: *** [Makefile:1: all] Error 1", &["Makefile:1-2 all"]);
}

#[test]
fn a_line_is_named_in_the_shapes_of_tools() {
    for query in [
        "\n/home/me/src/shop.py\n  50:12  error  'ledger' is not defined\n\n1 problem",
        " ---- -----\n  Line   src/shop.py\n ---- -----\n  50     Undefined\n ---- -----",
        "::error file=src/shop.py,line=50,col=5::bad",
        "https://x.org/_git/r?path=/src/shop.py&version=GBmain&line=50",
        "https://x.org/o/r/src/8f3c2d1e/src/shop.py#lines-50",
        "shop.py 第50行 为什么出错？",
        "shop.py の50行目",
        "vim +50 shop.py",
        "git blame -L 50,50 shop.py",
        "shop.py-50-    return a",
        "\u{1b}[1m\u{1b}[31mshop.py\u{1b}[0m:50: IndexError",
        "  shop.py in f1 at line 50",
        "--- a/src/shop.py\n+++ b/src/shop.py\n@@ -49,2 +49,2 @@ def f17(a):\n def f17(a):\n-    return a\n+    return b",
    ] {
        check(query, &["src/shop.py:49-50 f17"]);
    }
}

#[test]
fn the_package_of_a_frame_and_the_blanks_of_a_path_choose_the_file() {
    let text = functions("py");
    let repo = Repo::of(&[
        ("acme/a/shop.py", &*text),
        ("acme/b/shop.py", &*text),
        ("my shop/the shop.py", &*text),
        ("lib/shop.dart", &*text),
    ]);
    for (query, expect) in [
        ("at b.shop.run(shop.py:50)", "acme/b/shop.py"),
        ("acme.a.shop: shop.py:50", "acme/a/shop.py"),
        ("my shop/the shop.py:50", "my shop/the shop.py"),
        ("File \"C:\\Jo Doe\\my shop\\the shop.py\", line 50", "my shop/the shop.py"),
        ("#1 f (package:acme/shop.dart:50:12)", "lib/shop.dart"),
    ] {
        let result = repo.search(query);
        let first = result.regions.first().map(|region| region.path.as_str());
        assert_eq!(first, Some(expect), "{query}");
        assert!(result.regions[0].hits.contains(&50), "{query}");
    }
}

#[test]
fn what_stands_out_of_a_log_comes_first() {
    let mut files: Vec<(String, String)> = (0..30)
        .map(|n| (format!("n{n}.py"), format!("def worker{n}(req):\n    return took({n})\n")))
        .collect();
    let poster = "class LedgerPoster:\n    def settle_batch(self):\n        pass\n";
    files.push(("m.py".to_owned(), poster.to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
    let repo = Repo::of(&files);
    let line = |n: u32| format!("10:00:{n} INFO req={n:x}7f-{n} worker={} took {n}ms", n % 30);
    for (error, at) in [
        ("ERROR LedgerPoster failed", 400),
        ("failed in settle_batch", 200),
        ("10:00:7 ERROR LedgerPoster failed", 0),
    ] {
        let mut lines: Vec<String> = (10..410).map(line).collect();
        lines.insert(at, error.to_owned());
        let result = repo.search(&lines.join("\n"));
        assert_eq!(result.regions[0].path, "m.py", "{error} {at}");
    }
}

#[test]
fn the_innermost_frame_comes_first() {
    check(
        "Traceback (most recent call last):\n  File \"/app/src/cart.py\", line 2, in f1\n    return a\n  \
         File \"/app/src/shop.py\", line 50, in f17\n    return a\n  File \"/usr/lib/python3/json/decoder.py\", line 3\nKeyError",
        &["src/shop.py:49-50 f17", "src/cart.py:1-2 f1"],
    );
    check(
        "Error\n    at f3 (web/a.js:8:5)\n    at f1 (web/a.js:2:5)\n    at node:internal/main:5:1",
        &["web/a.js:7-9 f3", "web/a.js:1-3 f1"],
    );
}

#[test]
fn a_named_line_is_a_hit_and_its_number_no_word() {
    let result = repo().search("shop.py:50");
    assert!(result.regions[0].hits.contains(&50));
    let words: Vec<&str> = result.tokens.iter().map(|token| token.text.as_str()).collect();
    assert!(!words.contains(&"50"), "{words:?}");
    let result = repo().search("shop.py:500");
    assert_eq!(result.notes, ["src/shop.py has 60 lines: line 500 is not in it"]);
    assert!(result.tokens.iter().any(|token| token.text == "500"));
}

#[test]
fn a_named_file_is_found() {
    for query in ["what does shop.py do?", "src/shop.py", "explain src/shop.py", "shop.py"] {
        let result = repo().search(query);
        let first = result.regions.first().map(|region| region.path.as_str());
        assert_eq!(first, Some("src/shop.py"), "{query}: {:?}", result.notes);
    }
    let result = repo().search("what is in the Makefile");
    assert!(result.regions.iter().any(|region| region.path == "Makefile"));
}

/// After a word, a number that the file contains is a value.
#[test]
fn a_number_that_the_file_contains_is_no_line() {
    let text = "def a():\n    return 3\n\ndef b():\n    return 4\n";
    let repo = Repo::of(&[("srv.py", text)]);
    let first = |query: &str| {
        let result = repo.search(query);
        let region = result.regions.first().unwrap();
        let is_named = region.components.iter().any(|part| part.0 == "place");
        (region.range.to_string(), is_named)
    };
    assert_eq!(first("srv.py line 2"), ("1-2".to_owned(), true));
    assert!(!first("srv.py returns 4 for all").1);
    assert_eq!(first("srv.py:4"), ("4-5".to_owned(), true));
}

#[test]
fn a_path_of_several_files_names_each() {
    let result = repo().search("util.ts:1");
    let is_named = |region: &&Region| region.components.iter().any(|part| part.0 == "place");
    let named = result.regions.iter().filter(is_named).map(|region| region.path.as_str());
    assert_eq!(named.collect::<Vec<_>>(), ["lib/util.ts", "web/util.ts"]);
    assert_eq!(result.notes, ["util.ts:1 can be in several files: lib/util.ts, web/util.ts"]);
}

#[test]
fn a_test_that_is_left_out_is_not_named() {
    let files = [("tests/test_a.py", "def test_a():\n    x()\n"), ("a.py", "def x():\n    pass\n")];
    let query = Query { no_tests: true, ..Query::new("tests/test_a.py:2 x") };
    let result = Repo::of(&files).graph().search(&query, &firsthand_codegraph::Cancel::default());
    assert!(result.regions.iter().all(|region| region.path == "a.py"));
}

/// The trace may be of another version of the file: the function that a frame names is meant, unless the line is in it. Of
/// a sentence, the line is meant if the file has it.
#[test]
fn a_frame_whose_line_is_elsewhere_means_its_function() {
    let f7_and_f9 = ["src/shop.py:25-26 f9", "src/shop.py:19-20 f7"];
    check(
        "Traceback (most recent call last):\n  File \"/app/src/shop.py\", line 9, in f7\n    return f9(a)\n  \
         File \"/app/src/shop.py\", line 12, in f9\n    return a\nKeyError: 3",
        &f7_and_f9,
    );
    check(
        "Traceback:\n  File \"/app/src/shop.py\", line 9, in f7\n    return f9(a)\nKeyError: 3",
        &["src/shop.py:19-20 f7"],
    );
    check("Error: no\n    at f7 (/app/web/a.js:8:5)\n    at node:internal", &["web/a.js:19-21 f7"]);
    check("panic: no\n\nmain.f7(0xc0)\n\t/app/pkg/shop.go:5 +0x1d\n", &["pkg/shop.go:21-23 f7"]);
    check("panic: no\n\npkg.(*Shop).f7(0xc0)\n\tpkg/shop.go:5 +0x1d\n", &["pkg/shop.go:21-23 f7"]);
    check(
        "app/shop.rb:9:in 'Shop#f7': no (KeyError)\n\tfrom app/shop.rb:12:in 'block in f9'",
        &["app/shop.rb:19-21 f7", "app/shop.rb:25-27 f9"],
    );
    check(
        "#0  0x55 in f7 (a=1) at lib/shop.c:8\n#1  f9 (a=1) at lib/shop.c:12",
        &["lib/shop.c:19-21 f7", "lib/shop.c:25-27 f9"],
    );
    check(
        "thread panicked\n   3: shop::f7\n             at ./lib/shop.c:8:5",
        &["lib/shop.c:19-21 f7"],
    );
    // The file has no such line any more.
    check("shop.py:900: in f7", &["src/shop.py:19-20 f7"]);
    check("#0 /var/www/src/shop.py(900): f7()", &["src/shop.py:19-20 f7"]);
    // The line is in the function, or the frame names none of the file, or several.
    check("Error: no\n    at f7 (/app/web/a.js:20:5)\n    at x (b.js:1:1)", &["web/a.js:19-21 f7"]);
    check("Error: no\n    at <anonymous> (/app/web/a.js:8:5)", &["web/a.js:7-9 f3"]);
    check("Error: no\n    at f7 [as f9] (/app/web/a.js:8:5)", &["web/a.js:7-9 f3"]);
    // A sentence names a line.
    check("why is the argument of f7 wrong in shop.py:50?", &["src/shop.py:49-50 f17"]);
    check("It is wrong.\nWhat f7 returns in shop.py:50 is no number.", &["src/shop.py:49-50 f17"]);
}
