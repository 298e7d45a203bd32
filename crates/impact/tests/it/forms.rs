//! The forms beside text and Markdown: HTML with a diagram, and SARIF for code review.

use firsthand_impact::{html, sarif};

use super::{repo, uncommitted, write};

fn files() -> [(&'static str, &'static str); 3] {
    [
        ("price.py", "def price(item):\n    return item\n"),
        (
            "cart.py",
            "from price import price\n\ndef total(items):\n    return price(items) < price(0) # <b>\n",
        ),
        (
            "tests/test_price.py",
            "from price import price\n\ndef test_one():\n    assert price(1)\n\ndef test_two():\n    assert price(2)\n",
        ),
    ]
}

#[test]
fn a_page_draws_who_depends_on_what_and_says_all_that_the_text_says() {
    let repo = repo(&files());
    write(&repo, &[("price.py", "def price(item):\n    return item + 1\n")]);
    let page = html(&uncommitted(&repo));
    for part in [
        "<svg class=\"relations\"",
        "<path class=\"arrow\"",
        "price.py:1 body",
        "cart.py:4 caller",
        "&lt; price(0) # &lt;b&gt;",
        "tests/test_price.py",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");

    // Nothing outside of the change depends on it: there is nothing to draw.
    write(&repo, &[("price.py", files()[0].1), ("alone.py", "def alone():\n    return 1\n")]);
    let page = html(&uncommitted(&repo));
    assert!(!page.contains("<svg") && page.contains("What a change touches"), "{page}");
}

/// Of a path that has no room, the box shows the end, which has the name of the file and the line.
#[test]
fn a_box_shows_the_end_of_a_long_path() {
    let folder = "src/main/java/org/example/platform/internal/adapters/persistence";
    let user = format!("{folder}/cart.py");
    let [price, (_, cart), _] = files();
    let repo = repo(&[price, (&user, cart)]);
    write(&repo, &[("price.py", "def price(item):\n    return item + 1\n")]);
    let page = html(&uncommitted(&repo));
    assert!(page.contains("/persistence/cart.py:4 caller</text>"), "{page}");
}

#[test]
fn a_log_for_review_has_one_note_for_each_file_of_tests() {
    let repo = repo(&files());
    write(&repo, &[("price.py", "def price(item):\n    return item + 1\n")]);
    let log = sarif(&uncommitted(&repo));
    let results = log["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&str> = results.iter().filter_map(|one| one["ruleId"].as_str()).collect();
    assert_eq!(rules, ["caller", "test"]);
}
