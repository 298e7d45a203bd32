//! Tests which numbers are cited lines.

use super::*;

fn check(text: &str, expect: &str) {
    let shown = cited_places(text).into_iter().map(|place| {
        let lines = place.lines.iter().map(|lines| {
            if lines.start == lines.end {
                lines.start.to_string()
            } else {
                format!("{}-{}", lines.start, lines.end)
            }
        });
        let lines: Vec<String> = lines.collect();
        format!("{}:{}", &text[place.path.clone()], lines.join(","))
    });
    assert_eq!(shown.collect::<Vec<_>>().join(" "), expect, "{text}");
}

#[test]
fn numbers_directly_behind_a_path_are_cited() {
    for (text, expect) in [
        ("see src/a.rs:12.", "src/a.rs:12"),
        ("(a_b.py:3-9), c.go:7:2 and d.ts#L4-L6", "a_b.py:3-9 c.go:7 d.ts:4-6"),
        ("x.rs:L5\u{2013}L9; y.c#L1C2-L3C4", "x.rs:5-9 y.c:1-3"),
        ("app/(shop)/[id]/page.tsx:8", "app/(shop)/[id]/page.tsx:8"),
        ("f(src/a.rs:12)", "src/a.rs:12"),
        ("a.rs:20-12 a.rs:0", "a.rs:20-12 a.rs:0"),
        ("Makefile:3 ../up.md:1", "Makefile:3 ../up.md:1"),
        ("`src/a.rs`:12", "src/a.rs:12"),
        ("src/a.rs(12) src/a.rs(12,5)", "src/a.rs:12 src/a.rs:12"),
        ("src/a.rs#12", "src/a.rs:12"),
        ("a.md?plain=1#L9", "a.md:9"),
        ("src\\a.rs:12", "src\\a.rs:12"),
        ("a.py:3..77, b.py:3...7 c.py:3\u{2026}7", "a.py:3-77 b.py:3-7 c.py:3-7"),
        ("a.py:3 - 77, b.py:3 \u{2013} 9.", "a.py:3-77 b.py:3-9"),
        ("a.py:3 - 5 tests fail", "a.py:3"),
        ("a.rs:999999999999 a.rs:3-99999999999", "a.rs:4294967295 a.rs:3-4294967295"),
        ("src/a.py\u{ff1a}17", "src/a.py:17"),
    ] {
        check(text, expect);
    }
}

#[test]
fn lists_of_lines_are_cited() {
    for (text, expect) in [
        ("a.py:3,500", "a.py:3,500"),
        ("a.py:3, 500", "a.py:3,500"),
        ("a.py:3-4,500-510.", "a.py:3-4,500-510"),
        ("a.py:3 and 500", "a.py:3,500"),
        ("a.py:3, 7 and 500", "a.py:3,7,500"),
        ("a.py:3, 7, and 500", "a.py:3,7,500"),
        ("a.py#L3, L7 & L9", "a.py:3,7,9"),
        ("a.py:3, 5 tests fail", "a.py:3"),
        ("a.py:3 and 5 others", "a.py:3"),
        ("a.py:3, b.py:5", "a.py:3 b.py:5"),
        ("a.py:3, 4.5 MB", "a.py:3"),
    ] {
        check(text, expect);
    }
}

#[test]
fn a_word_for_a_line_says_that_a_number_is_cited() {
    for (text, expect) in [
        ("`a.py` line 500", "a.py:500"),
        ("`a.py` (lines 500-510)", "a.py:500-510"),
        ("src/a.py, line 500", "src/a.py:500"),
        ("src/a.py at line 500 and 510", "src/a.py:500,510"),
        ("**src/a.py** Lines 5, 7", "src/a.py:5,7"),
        ("src/a.py L500", "src/a.py:500"),
        ("`src/a.py` (L500-L510)", "src/a.py:500-510"),
        ("line 500 of web/a.py", "web/a.py:500"),
        ("see lines 5-9 in `web/a.py`.", "web/a.py:5-9"),
        ("| `web/a.py` | line 5 |", "web/a.py:5"),
        ("src/a.py \u{7b2c}17\u{884c}", "src/a.py:17"),
        ("`src/a.py` \u{306e} 17\u{884c}\u{76ee}", "src/a.py:17"),
        ("a.py calls b.py. line 5 of it", ""),
        ("a.py prints line 500", ""),
        ("a.py has 500 lines", ""),
        ("the deadline 5 of a.py", ""),
        ("command line 5", ""),
    ] {
        check(text, expect);
    }
}

#[test]
fn other_numbers_are_not_cited() {
    for text in [
        "12:30",
        "127.0.0.1:8080",
        "a.rs:",
        "a.rs:12abc",
        "image:1.2",
        "std::fs::read",
        "#L12",
        "a.md#top",
        "key: 12",
        "a.rs: 12",
        "fixed in #12",
        "issue#12",
        "call(12)",
        "a.rs, 12",
    ] {
        check(text, "");
    }
}
