//! Lines that depend on others, and block comments.

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
fn the_lines_of_block_comments_are_found() {
    let check = |text: &str, expect: &[u32]| {
        let found = in_block_comments((1..).zip(text.lines()));
        assert_eq!(found.into_iter().collect::<Vec<u32>>(), expect, "{text}");
    };
    check("a();\n/* b();\n  c();\n*/\nd();", &[2, 3, 4]);
    check("/* a */\nb();", &[1]);
    check("/*\nb();", &[]);
    check("#| a\n b |#\nc", &[1, 2]);
    check("->b()\n  ->c()", &[]);
    check("(\"a\",\n\"b\"(", &[]);
}
