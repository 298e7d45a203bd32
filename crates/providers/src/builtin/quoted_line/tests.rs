//! Lines that depend on others, and lines of comments.

use super::*;

#[test]
fn a_line_depends_on_the_one_that_opens_or_begins_it() {
    let check = |line: &str, after: &[&str], expect: f64| {
        let seen = independence(line, after.iter().copied());
        assert!((seen - expect).abs() < 1e-9, "{line}: {seen}");
    };
    check("if (isFull) {", &["", "    stop()"], 1.0);
    check("if full:", &["    stop()"], 1.0);
    check("  flash(\"not allowed\",", &["        level)"], 1.0);
    check("stop()", &["go()"], 0.8);
    check("stop()", &[], 0.8);
    check("  .then(stop)", &["  .then(go)"], 0.8 * 0.8);
    check("&& isFull", &["    stop()"], 0.8);
}

#[test]
fn the_lines_of_comments_are_found() {
    let check = |path: &str, text: &str, expect: &[u32]| {
        let lines: Vec<(u32, &str)> = (1..).zip(text.lines()).collect();
        let found = comment_lines(path, &lines);
        assert_eq!(found.into_iter().collect::<Vec<u32>>(), expect, "{path}\n{text}");
    };
    check("a.js", "a();\n/* b();\n  c();\n*/\nd();\n// e()\n\nf() // g()", &[2, 3, 4, 6]);
    check("a.py", "a()\n#\tb()\n#c()\nd() # e()\ns = '''\n# f()\n'''", &[2, 3]);
    check("a.c", "#include <a.h>\n#define B 1\n*p = 1;\n--i;\n/* c */ d();\n/* e */ // f", &[6]);
    check("a.sql", "select 1;\n-- select 2;\n--select 3;\nselect -1;", &[2, 3]);
    check("a.lua", "a()\n--[[\nb()\n]]\n-- c()\nd()", &[2, 3, 4, 5]);
    check("a.html", "<p>\n<!-- <a\n b> -->\n</p>", &[2, 3]);
    check("a.rs", "#[a]\n/// b\n//! c\n* d", &[2, 3]);
    check("a.rb", "a\n=begin\nb\n=end\n# c\n\"#{d}\"", &[2, 3, 4, 5]);
    check("a.css", "#a { }\n/* #b\n{ } */", &[2, 3]);
    check("a.hs", "a = 1\n{- b\n-}\n-- c", &[2, 3, 4]);
    check("a.php", "<?php\n# a();\n// b();\n#[C]\nd();", &[2, 3]);
    check("a.sh", "a\n# b\necho \"# c\"", &[2]);
    // Not parsed.
    check("a.dart", "a();\n// b();\n//c();\n*d;\n#e\n/* f();\n\n g(); */\nh();", &[2, 3, 6, 7, 8]);
    check("a.ini", "a = 1\n; b = 2\n# c = 3", &[2, 3]);
    check("a.erl", "a() ->\n% b(),\n  c().", &[2]);
}
