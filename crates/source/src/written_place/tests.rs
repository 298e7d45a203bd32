//! Tests of places that texts name.

mod joints;

use super::*;

/// The places whose last part has a dot or that have a line, as `path:line`, without numbers.
fn check(text: &str, expect: &str) {
    let places = WrittenPlace::all(text);
    let is_name = |place: &&WrittenPlace| place.parts.concat().contains(char::is_alphabetic);
    let shown = places
        .iter()
        .filter(is_name)
        .filter(|place| place.line.is_some() || place.parts.last().unwrap().contains('.'));
    let shown = shown.map(|place| {
        let line = place.line.map_or(String::new(), |line| format!(":{line}"));
        place.parts.join("/") + &line
    });
    assert_eq!(shown.collect::<Vec<_>>().join(" "), expect, "{text}");
}

#[test]
fn the_frames_of_stack_traces_are_places() {
    check("  File \"/app/shop.py\", line 104, in <module>", "app/shop.py:104");
    check("shop.py:104: KeyError", "shop.py:104");
    check(r#"x\n  File \"/app/shop.py\", line 104, in f\n"#, "app/shop.py:104");
    check("    at fn (src/a.ts:10:5)", "src/a.ts:10");
    check("    at async file:///home/u/app/src/a%20b.mjs:10:5", "file:/home/u/app/src/a b.mjs:10");
    check("at eval (webpack://app/./src/a.ts?1f2e:10:5)", "webpack:/app/src/a.ts:10");
    check("fn@http://localhost:5173/src/App.vue?t=169:25:10", "5173/src/App.vue:25");
    check("at com.acme.Shop.run(Shop.java:42)", "com.acme.Shop.run Shop.java:42");
    check("at F() in C:\\x\\Shop.cs:line 42", "C:/x/Shop.cs:42");
    check("\t/path/shop.go:42 +0x1d", "path/shop.go:42");
    check("  --> src/main.rs:10:5", "src/main.rs:10");
    check("             at ./src/main.rs:10", "src/main.rs:10");
    check("app/shop.rb:42:in 'run'", "app/shop.rb:42");
    check("#0 /var/www/shop.php(42): f()", "var/www/shop.php:42");
    check("PHP Fatal error: x in /x/shop.php on line 42", "x/shop.php:42");
    check("#1 0x55 in f (a=1) at shop.c:42", "shop.c:42");
    check("shop.c:42:10: error: no", "shop.c:42");
    check("shop.c(42,13): error C2065", "shop.c:42");
    check("    (app 0.1) lib/shop.ex:42: Shop.run/1", "lib/shop.ex:42");
    check("died at bin/x.pl line 42.", "bin/x.pl:42");
    check("./run.sh: line 42: foo: command not found", "run.sh:42");
    check("Fatal error: file Shop.swift, line 42", "Shop.swift:42");
    check("{file,\"src/shop.erl\"},{line,42}", "src/shop.erl:42");
    check("make: *** [Makefile:12: all] Error 1", "Makefile:12");
}

#[test]
fn people_write_places_in_many_ways() {
    check("shop.py, line 104", "shop.py:104");
    check("why does shop.py line 104 fail?", "shop.py:104");
    check("see line 104 of src/shop.py", "src/shop.py:104");
    check("`shop.py` (line 104)", "shop.py:104");
    check(
        "https://github.com/o/r/blob/main/src/a.py#L2-L5",
        "https:/github.com/o/r/blob/main/src/a.py:2",
    );
    check("src\\a.py:2", "src/a.py:2");
    check("../../src/a.py:2-9", "src/a.py:2");
    check(
        "app/[id]/page.tsx:3 and app/(shop)/[...all]/page.tsx:4",
        "app/[id]/page.tsx:3 app/(shop)/[...all]/page.tsx:4",
    );
    check("what does shop.py do?", "shop.py");
    check("In shop.py, the total is wrong.", "shop.py");
    check("src/größe.py:3", "src/größe.py:3");
}

#[test]
fn a_word_for_a_line_says_which_number_is_one() {
    check("  shop.py in handle_olive at line 104", "shop.py:104");
    check("::error file=shop.py,line=104,col=5::bad", "shop.py:104");
    check("::error file=shop.py,col=5,line=104::bad", "shop.py:104");
    check("https://x.org/_git/r?path=/shop.py&version=3&line=104&lineEnd=105", "shop.py:104");
    check("https://x.org/src/shop.py#lines-104:106", "https:/x.org/src/shop.py:104");
    check("{\"uri\":\"shop.py\"},\"region\":{\"startLine\":104}", "shop.py:104");
    check("{\"file\":\"shop.py\",\"in\":\"a\",\"lineno\":104}", "shop.py:104");
    check("shop.py, then see line 104 of src/b.py", "shop.py src/b.py:104");
    check("shop.py is fine. In line 104 nothing", "shop.py");
    check("shop.py has a deadline of 5 and a pipeline 3", "shop.py");
    check("/app/shop.js: Unexpected token, expected x (102:5)\n", "app/shop.js:102");
    check("shop.js: takes a pair (102:5) of numbers", "shop.js");
}

#[test]
fn the_links_of_code_hosts_are_places() {
    check("https://h.x/o/r/blob/main/src/a.ts#L7C3-L8C4", "https:/h.x/o/r/blob/main/src/a.ts:7");
    check("src/a.ts#L7C3", "src/a.ts:7");
    check("https://h.x/r@main/-/blob/src/a.ts?L7:3-9:2", "https:/h.x/r@main/-/blob/src/a.ts:7");
    check("https://h.x/r/-/blob/src/a.ts?L7", "https:/h.x/r/-/blob/src/a.ts:7");
    check("https://h.x/x/+/main:src/a.ts;l=7?q=a", "src/a.ts:7");
    check("https://h.x/x/+/main:src/a.ts;l=7-9;drc=1", "src/a.ts:7");
    check(
        "https://h.x/source/x/browse/master/src/a.ts$7",
        "https:/h.x/source/x/browse/master/src/a.ts$7 https:/h.x/source/x/browse/master/src/a.ts:7",
    );
    check("src/a.ts$7-9", "src/a.ts$7-9 src/a.ts:7");
    check("Fatal error: bad: file App/App.swift, line 8", "App/App.swift:8");
    check("Fatal error: bad: App/App.swift, line 8", "App/App.swift:8");
    check("src/a.ts?x=1", "src/a.ts");
    check("price$7 and a$b.ts", "a$b.ts");
}

#[test]
fn scripts_without_blanks_are_read() {
    check("shop.py 第104行 为什么出错？", "shop.py:104");
    check("shop.py第104行报错", "shop.py第104行报错 shop.py:104");
    check("在src/shop.py的104行", "在src/shop.py的104行 src/shop.py:104");
    check("shop.py の104行目", "shop.py:104");
    check("shop.py의 104번째 줄", "shop.py의:104 shop.py:104");
    check("shop.py 104行目", "shop.py:104");
    check("shop.py に3つのバグ", "shop.py");
    check("注文/売上.py:3", "注文/売上.py:3");
}

#[test]
fn the_arguments_of_tools_name_lines() {
    check("vim +104 shop.py", "shop.py:104");
    check("emacs +104:4 shop.py", "shop.py:104");
    check("git blame -L 104,104 shop.py", "shop.py:104");
    check("git blame -L104,+3 -- shop.py", "shop.py");
    check("git blame -L104,+3 shop.py", "shop.py:104");
    check("git log -L 104,110:src/shop.py", "src/shop.py:104");
    check("sed -n '104,110p' shop.py", "shop.py:104");
    check("pytest -n 4 tests/test_shop.py", "tests/test_shop.py");
    check("1,2 shop.py", "shop.py");
    check("shop.py-104-    return ledger[order.index]", "shop.py-104 shop.py:104 order.index");
    check("src/shop.py-104-return 3", "src/shop.py-104-return src/shop.py:104");
    check("lib/a.b-2-c/shop.py", "lib/a.b-2-c/shop.py");
}

#[test]
fn a_hunk_names_its_first_changed_line() {
    let head = "--- a/shop.py\n+++ b/shop.py\n";
    let check_hunks = |hunks: &str, expect: &str| {
        check(&format!("{head}{hunks}"), &format!("a/shop.py b/shop.py {expect}"));
    };
    check_hunks("@@ -103,3 +103,3 @@ def f\n x\n-y\n+z\n w", "b/shop.py:104");
    check_hunks(
        "@@ -3 +5,2 @@\n-y.a\n+z.a\n+u\n@@ -9,2 +12,2 @@\n x\n-y\n+z",
        "b/shop.py:5 b/shop.py:13 y.a z.a",
    );
    check_hunks(
        "@@ -9 +9 @@\n-x\n+y\n--- a/b.py\n+++ b/b.py\n@@ -3 +3 @@\n-x\n+y",
        "b/shop.py:9 a/b.py b/b.py b/b.py:3",
    );
}

#[test]
fn the_text_before_a_path_chooses_the_file() {
    let check = |written: &str, path: &str, expect: Option<usize>| {
        let places = WrittenPlace::all(written);
        let place = places.iter().rfind(|place| place.line.is_some()).unwrap();
        assert_eq!(place.common_parts(path), expect, "{written} {path}");
    };
    check("in my shop/the shop.py:4", "my shop/the shop.py", Some(2));
    check("in my shop/the shop.py:4", "x/my shop/the shop.py", Some(2));
    check("in my shop/shop.py:4", "my shop/shop.py", Some(2));
    check("in the shop.py:4", "src/the shop.py", Some(1));
    check("in other/the shop.py:4", "src/the shop.py", None);
    check("in loathe shop.py:4", "the shop.py", None);
    check("File \"C:\\Jo Doe\\my shop\\the shop.py\", line 4", "my shop/the shop.py", Some(2));
    check("run (package:acme/shop.dart:2:1)", "lib/shop.dart", Some(1));
    check("run (package:acme/src/shop.dart:2:1)", "lib/shop.dart", None);
    check("run acme/shop.dart:2:1", "lib/shop.dart", None);
}

#[test]
fn the_package_of_a_frame_has_folders() {
    let check = |written: &str, path: &str, expect: usize| {
        let places = WrittenPlace::all(written);
        let place = places.iter().rfind(|place| place.line.is_some()).unwrap();
        assert_eq!(place.qualifier().folders_of(path, 1), expect, "{written} {path}");
    };
    check("at b.Shop.run(Shop.java:3)", "b/Shop.java", 1);
    check("at b.Shop.run(Shop.java:3)", "a/Shop.java", 0);
    check("at com.acme.a.Shop.run(Shop.kt:3)", "src/main/com/acme/a/Shop.kt", 3);
    check("at Acme.Billing.Shop.Run() in Shop.cs:line 3", "src/billing/Shop.cs", 1);
    check("acme.billing.shop: shop.py:3", "acme/billing/shop.py", 2);
    check("at b.Shop.run(Shop.java:3)", "Shop.java", 0);
}

#[test]
fn a_line_and_a_column_may_stand_alone() {
    check("ERROR in ./web/src/a.js 11:5\nModule parse failed", "web/src/a.js:11");
    check("WARNING in ./src/a.ts 11:5-20", "src/a.ts:11");
    check("@ ./src/a.tsx 3:0-31", "src/a.tsx:3");
    check("src/a.py 10:30:15 started", "src/a.py");
    check("src/a.py 3:2 odds", "src/a.py");
}

#[test]
fn signs_have_any_width_and_mentions_a_sign() {
    check("src/shop.py\u{ff1a}17", "src/shop.py:17");
    check("src/shop.py\u{ff0c}第 17 行", "src/shop.py:17");
    check("src/shop.py\u{ff08}17\u{ff09}", "src/shop.py:17");
    check("src/shop.py\u{ff03}17", "src/shop.py:17");
    check("see @src/shop.py:17", "@src/shop.py:17 src/shop.py:17");
    check("@shop.py#L17", "@shop.py:17 shop.py:17");
    check("@acme/ui/a.ts:3", "@acme/ui/a.ts:3 acme/ui/a.ts:3");
}

#[test]
fn other_numbers_are_no_lines() {
    check("shop.py has about 3 bugs", "shop.py");
    check("shop.py\n104", "shop.py");
    check("a.py = 5", "a.py");
    check("fix 2 bugs in shop.py", "shop.py");
    check("a.py:0", "a.py");
    check("a.py:12345678901", "a.py");
    check("version 1.2.3 of a.py", "a.py");
}

#[test]
fn a_written_path_names_the_paths_that_it_ends_with() {
    let check = |written: &str, path: &str, expect: Option<usize>| {
        assert_eq!(WrittenPlace::all(written)[0].common_parts(path), expect, "{written} {path}");
    };
    check("/srv/app/src/a.py", "src/a.py", Some(2));
    check("a.py", "src/a.py", Some(1));
    check("/build/src/a.py", "lib/src/a.py", Some(2));
    check("/usr/lib/json/decoder.py", "src/decoder.py", None);
    check("b.py", "src/a.py", None);
}

#[test]
fn numbers_are_left_blank() {
    let text = "at a.py:12:5 and 12";
    let places = WrittenPlace::all(text);
    assert_eq!(without_numbers(text, &places), "at a.py:  :  and 12");
}

#[test]
fn a_text_can_be_a_place_and_nothing_else() {
    for (text, line) in [
        ("src/a.dart:5", Some(5)),
        ("(src/a.py#L12)", Some(12)),
        ("./x.haml:3.", Some(3)),
        ("localhost:8080", None),
        ("src/a.py", None),
        ("see src/a.py:5", None),
        ("src/a.py:5 and src/b.py:6", None),
        ("Store::open", None),
        ("", None),
    ] {
        assert_eq!(WrittenPlace::alone(text).and_then(|place| place.line), line, "{text}");
    }
}

#[test]
fn places_with_a_line_that_was_found_have_its_paths() {
    let paths = ["lib/shop.py", "src/a.ts", "src/my shop.py", "src/shop.py"];
    let paths = paths.map(|path| RepoPath::new(path).unwrap());
    let check = |text: &str, expect: &str| {
        let lines = [[3, 7], [7, 9], [3, 4], [4, 7]];
        let lines: Vec<(&RepoPath, &[u32])> =
            paths.iter().zip(&lines).map(|(path, lines)| (path, lines.as_slice())).collect();
        let found = WrittenPlace::with_line_in(text, &lines);
        let shown = found.iter().map(|(place, paths)| {
            let paths: Vec<&str> = paths.iter().map(|path| path.as_str()).collect();
            format!("{} {}", place.line.unwrap(), paths.join(" "))
        });
        assert_eq!(shown.collect::<Vec<_>>().join(", "), expect, "{text}");
        // Only paths with the same last word are named.
        for (place, paths) in &found {
            assert!(paths.iter().all(|path| place.last_word() == last_word_of(path.as_str())));
        }
    };
    check("shop.py:7", "7 lib/shop.py src/shop.py");
    check("src/shop.py:7, src/shop.py:3", "7 src/shop.py");
    check("at src/my shop.py:4", "4 src/my shop.py src/shop.py");
    check("a.ts:9\na.ts:9\na.ts:8\nb.ts:9", "9 src/a.ts, 9 src/a.ts");
    check("9 shops", "");
}
