//! How lines are listed and cut.

use super::*;
use crate::paint::Painter;

const PLAIN: Terminal = Terminal {
    stdout: Painter { color: false },
    stderr: Painter { color: false },
    links: false,
    progress: false,
    notes: true,
    width: None,
    error_width: None,
};

fn listed(width: usize, rows: &[(&str, u32, char, &str, &str)], words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    let roots = Workspace::single(".");
    let listing = Listing { terminal: &PLAIN, roots: &roots, words: &words, indent: 0, width };
    let rows = rows.iter().map(|(path, number, mark, name, text)| {
        let (name, text) = ((*name).to_owned(), (*text).to_owned());
        ((*path).to_owned(), Row { number: *number, mark: *mark, name, text, after: String::new() })
    });
    let mut out = String::new();
    by_file(rows).iter().for_each(|file| listing.file(&mut out, file));
    out
}

#[test]
fn lines_are_listed_by_file_and_cut_at_the_width() {
    let long = format!("let total = {};", "price + ".repeat(30));
    let rows: [(&str, u32, char, &str, &str); 4] = [
        ("src/cart.rs", 104, ' ', "Cart::total", &long),
        ("src/order.rs", 7, '~', "", "cart.total()"),
        ("src/cart.rs", 9, '~', "add", "self.total()"),
        ("src/cart.rs", 9, ' ', "add", "self.total()"),
    ];
    let shape =
        "src/cart.rs\n    9  add          self.total()\n  104  Cart::total  let total = price";
    for width in [80, 120, 200] {
        let text = listed(width, &rows, &["total"]);
        assert!(text.starts_with(shape), "{text}");
        assert!(text.ends_with("…\nsrc/order.rs\n  7~  cart.total()\n"), "{text}");
        let longest = text.lines().map(columns).max();
        assert!(longest.is_some_and(|columns| width - 8 < columns && columns <= width), "{text}");
    }
}

#[test]
fn a_cut_line_shows_what_was_searched_for_in_any_case() {
    for (word, matched) in [
        ("bluetooth", "Bluetooth"),
        ("скриншот", "СКРИНШОТ"),
        ("straße", "Straße"),
        ("ιστοσελίδα", "Ιστοσελίδα"),
    ] {
        let line = format!("{}{matched}{}", "radio,".repeat(100), ",wire".repeat(100));
        for width in [80, 120, 200] {
            let text = listed(width, &[("words.js", 1, ' ', "", &line)], &[word]);
            assert!(text.contains("…") && text.contains(matched), "{text}");
            assert!(text.lines().all(|line| columns(line) <= width), "{text}");
        }
    }
    let text = listed(80, &[("a.js", 1, ' ', "", "認証 bluetooth")], &["bluetooth"]);
    assert_eq!(text, "a.js\n  1   認証 bluetooth\n");
}

#[test]
fn a_name_is_cut_at_its_beginning_and_only_where_the_width_needs_it() {
    let name = "EpisodeMultiSelectActionHandler.deleteChecked";
    let (short, long) = ("delete(items)", "delete(items, feed);".repeat(9));
    let check = |width: usize, text: &str, expect: &str| {
        let text = listed(width, &[("a.java", 1, ' ', name, text)], &["delete"]);
        assert!(text.contains(&format!("  1  {expect}  delete(items")), "{text}");
    };
    check(200, short, name);
    check(80, short, name);
    check(60, short, "…ultiSelectActionHandler.deleteChecked");
    check(200, &long, "…lectActionHandler.deleteChecked");
}

#[test]
fn a_word_is_matched_in_any_case() {
    for (text, word, length) in [
        ("Скриншот-1", "скриншот", Some(16)),
        ("скриншот", "СКРИНШОТ", Some(16)),
        ("İki", "i\u{307}ki", Some(4)),
        ("ab", "abc", None),
        ("abc", "ab", Some(2)),
        ("xb", "ab", None),
    ] {
        assert_eq!(length_ignoring_case(text, word), length, "{text} {word}");
    }
}

#[test]
fn the_longest_words_are_marked_first() {
    assert_eq!(words_to_mark("is a find find_quote"), ["find_quote", "quote", "find"]);
}
