//! A change at three widths.

use firsthand::impact::{ChangeSpec, ImpactRequest};
use firsthand::{Cancel, Explorer};
use firsthand_testkit::GitRepo;
use insta::assert_snapshot;

use super::*;
use crate::paint::Painter;

/// The page of a change at a width, without colours and links.
fn at_width(width: usize) -> String {
    let repo = GitRepo::new();
    let price = "def price_of_an_item_with_tax(item, country):\n    return item.cost\n";
    let cart = "from price import price_of_an_item_with_tax\n\ndef total(items, country):\n    \
        return sum(price_of_an_item_with_tax(item, country) for item in items if item.is_for_sale and not item.is_sold)\n";
    let test = "from cart import total\n\ndef test_total_of_an_empty_cart():\n    assert total([], 'de') == 0\n\n\
        def test_total_of_one_item_that_is_sold_in_another_country():\n    assert total([1], 'de') == 1\n";
    let document = "`price_of_an_item_with_tax` is the price that a customer pays.\n";
    let files = [
        ("shop/price.py", price),
        ("shop/cart.py", cart),
        ("tests/test_cart.py", test),
        ("docs/prices.md", document),
    ];
    repo.commit("Begin", &files);
    let changed = price.replace("cost", "cost * 2") + "\ndef unused(item):\n    return 0\n";
    repo.commit("Double", &[("shop/price.py", &changed)]);
    let explorer = Explorer::builder(repo.root()).build().expect("an explorer");
    let request = ImpactRequest::new(ChangeSpec::parse("HEAD~1..HEAD"));
    let document = explorer.impact(&request, &Cancel::new()).expect("a document");
    let plain = Painter { color: false };
    let terminal = Terminal {
        stdout: plain,
        stderr: plain,
        links: false,
        progress: false,
        notes: true,
        width: Some(width),
        error_width: None,
    };
    let page = Page {
        terminal: &terminal,
        roots: &Workspace::single(repo.root()),
        document: &document,
        marks: RefCell::default(),
    };
    let text = page.render();
    let longest = text.lines().map(columns).max();
    assert!(longest <= Some(width), "{text}");
    text.split_once('\n').map(|(_, text)| text.to_owned()).expect("a title")
}

#[test]
fn a_change_is_shown_at_80_columns() {
    assert_snapshot!(at_width(80), @r"
    1 file · 2 declarations

    price_of_an_item_with_tax  function, body changed  shop/price.py:1-2
      1 caller
        shop/cart.py
          4  total  return sum(price_of_an_item_with_tax(item, country) for item in…

    1 declaration, new and named nowhere else in the change: unused (added)

    Tests to run: 1 file
      tests/test_cart.py  test_total_of_an_empty_cart:4, test_total_of_one_item_tha…

    1 document
      docs/prices.md
        1~  `price_of_an_item_with_tax` is the price that a customer pays.

    ~ by name alone: it may mean another declaration
    ");
}

#[test]
fn a_change_is_shown_at_120_columns() {
    assert_snapshot!(at_width(120), @r"
    1 file · 2 declarations

    price_of_an_item_with_tax  function, body changed  shop/price.py:1-2
      1 caller
        shop/cart.py
          4  total  return sum(price_of_an_item_with_tax(item, country) for item in items if item.is_for_sale and not item.…

    1 declaration, new and named nowhere else in the change: unused (added)

    Tests to run: 1 file
      tests/test_cart.py  test_total_of_an_empty_cart:4, test_total_of_one_item_that_is_sold_in_another_country:7

    1 document
      docs/prices.md
        1~  `price_of_an_item_with_tax` is the price that a customer pays.

    ~ by name alone: it may mean another declaration
    ");
}

#[test]
fn a_change_is_shown_at_200_columns() {
    assert_eq!(at_width(200), at_width(120), "a page has at most 120 columns");
}
