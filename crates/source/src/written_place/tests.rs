//! Tests of places that texts name.

use super::*;

/// The places whose last part has a dot or that have a line, as `path:line`.
fn check(text: &str, expect: &str) {
    let places = WrittenPlace::all(text);
    let shown = places
        .iter()
        .filter(|place| place.line.is_some() || place.parts.last().unwrap().contains('.'));
    let shown = shown.map(|place| {
        let line = place.line.map_or(String::new(), |line| format!(":{line}"));
        place.parts.join("/") + &line
    });
    assert_eq!(shown.collect::<Vec<_>>().join(" "), expect, "{text}");
}

#[test]
fn the_frames_of_stack_traces_are_places() {
    check(
        "  File \"/app/shop.py\", line 104, in <module>",
        "app/shop.py:104",
    );
    check("shop.py:104: KeyError", "shop.py:104");
    check("    at fn (src/a.ts:10:5)", "src/a.ts:10");
    check(
        "    at async file:///home/u/app/src/a%20b.mjs:10:5",
        "file:/home/u/app/src/a b.mjs:10",
    );
    check(
        "at eval (webpack://app/./src/a.ts?1f2e:10:5)",
        "webpack:/app/src/a.ts:10",
    );
    check(
        "fn@http://localhost:5173/src/App.vue?t=169:25:10",
        "5173/src/App.vue:25",
    );
    check(
        "at com.acme.Shop.run(Shop.java:42)",
        "com.acme.Shop.run Shop.java:42",
    );
    check("at F() in C:\\x\\Shop.cs:line 42", "C:/x/Shop.cs:42");
    check("\t/path/shop.go:42 +0x1d", "path/shop.go:42");
    check("  --> src/main.rs:10:5", "src/main.rs:10");
    check("             at ./src/main.rs:10", "src/main.rs:10");
    check("app/shop.rb:42:in 'run'", "app/shop.rb:42");
    check("#0 /var/www/shop.php(42): f()", "var/www/shop.php:42");
    check(
        "PHP Fatal error: x in /x/shop.php on line 42",
        "x/shop.php:42",
    );
    check("#1 0x55 in f (a=1) at shop.c:42", "shop.c:42");
    check("shop.c:42:10: error: no", "shop.c:42");
    check("shop.c(42,13): error C2065", "shop.c:42");
    check(
        "    (app 0.1) lib/shop.ex:42: Shop.run/1",
        "0.1 lib/shop.ex:42",
    );
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
fn other_numbers_are_no_lines() {
    check("shop.py has about 3 bugs", "shop.py");
    check("shop.py\n104", "shop.py");
    check("a.py = 5", "a.py");
    check("fix 2 bugs in shop.py", "shop.py");
    check("a.py:0", "a.py");
    check("a.py:12345678901", "a.py");
    check("version 1.2.3 of a.py", "1.2.3 a.py");
}

#[test]
fn a_written_path_names_the_paths_that_it_ends_with() {
    let check = |written: &str, path: &str, expect: Option<usize>| {
        assert_eq!(
            WrittenPlace::all(written)[0].common_parts(path),
            expect,
            "{written} {path}"
        );
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
