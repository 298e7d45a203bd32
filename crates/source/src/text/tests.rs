//! Texts as they are printed.

use super::*;

#[test]
fn escaped_text_has_no_unsafe_character() {
    for (input, expect) in [
        ("plain\ttext é", "plain\ttext é"),
        ("a\r\nb", "a\\r\\nb"),
        ("\u{1b}[31mred", "\\u{1b}[31mred"),
        ("x\u{2066}y\u{2069}", "x\\u{2066}y\\u{2069}"),
        ("gh\u{200b}ost\u{e0041}", "gh\\u{200b}ost\\u{e0041}"),
        ("\u{61c}a\u{feff}", "\\u{61c}a\\u{feff}"),
        ("a\u{e0100}b\u{e01ef}", "a\\u{e0100}b\\u{e01ef}"),
        ("a\u{ad}b\u{34f}c", "a\\u{ad}b\\u{34f}c"),
        ("\u{2764}\u{fe0f}", "\u{2764}\u{fe0f}"),
    ] {
        assert_eq!(escape(input), expect);
        let lines = expect.replace("\\n", "\n");
        assert_eq!(escape_lines(input), lines);
    }
}

#[test]
fn colours_links_and_titles_are_no_text() {
    for (input, expect) in [
        ("\u{1b}[1m\u{1b}[38;5;196ma.py\u{1b}[0m:3\u{1b}[K é", "a.py:3 é"),
        ("\u{1b}]8;;file:///a\u{1b}\\a.py\u{1b}]8;;\u{1b}\\:3", "a.py:3"),
        ("\u{1b}]0;title\u{7}a.py", "a.py"),
        ("\u{1b}[31", ""),
        ("\u{1b}[é", ""),
        ("a[0]\u{1b}", "a[0]"),
        ("\u{1b}\\b", "\\b"),
    ] {
        assert_eq!(without_colours(input), expect, "{input:?}");
    }
}

#[test]
fn only_one_takes_the_singular() {
    let phrases = [0, 1, 2].map(|number| count(number, "place", "places"));
    assert_eq!(phrases, ["0 places", "1 place", "2 places"]);
}

#[test]
fn clips_by_characters() {
    for (input, max, expect) in
        [("héllo", 5, "héllo"), ("héllo", 4, "hél…"), ("a b c", 3, "a…"), ("ab", 0, "")]
    {
        assert_eq!(clip(input, max), expect);
    }
}

#[test]
fn a_text_that_is_cut_in_the_middle_keeps_its_end() {
    for (input, max, expect) in [
        ("src/shop/Basket.java:7", 22, "src/shop/Basket.java:7"),
        ("src/shop/Basket.java:7", 16, "src/…sket.java:7"),
        ("путь/к/файлу", 8, "пу…файлу"),
        ("abcdef", 3, "…ef"),
        ("abc", 1, "…"),
        ("abc", 0, ""),
    ] {
        assert_eq!(clip_middle(input, max), expect, "{input} {max}");
        assert!(expect.chars().count() <= max, "{expect}");
    }
}

#[test]
fn encodes_paths() {
    for (path, expect) in [
        ("src/a-b_c.d~/2", "src/a-b_c.d~/2"),
        ("é\u{1b}#/a", "%C3%A9%1B%23/a"),
        ("C:/re po%20", "C%3A/re%20po%2520"),
        ("", ""),
    ] {
        assert_eq!(percent_encode(path).to_string(), expect);
    }
}

#[test]
fn the_first_of_equal_items_is_kept() {
    assert_eq!(distinct([2, 1, 2, 3, 1]), [2, 1, 3]);
    assert!(distinct([""; 0]).is_empty());
}

#[test]
fn names_beyond_the_limit_are_counted() {
    let names = ["a", "b", "c"];
    let texts = [2, 3, 4].map(|max_shown| join_at_most(&names, max_shown));
    assert_eq!(texts, ["a, b and 1 more", "a, b, c", "a, b, c"]);
    assert_eq!(join_at_most(&[] as &[&str], 2), "");
}
