//! `check-claims`: the claims of reviews, plans and answers about a small repository.

use crate::{run, run_with, tree};

const STORE: &str = "use std::fs;\n\n/// Keeps a basket.\npub fn keep_basket(basket: &Basket) -> Result<(), Full> {\n    if basket.len() >= MAX_ITEMS {\n        return Err(Full);\n    }\n    write(basket)\n}\n";
const SHOP: &str = "pub const MAX_ITEMS: usize = 12;\n\nimpl Shop {\n    pub fn open_shop(&self) {\n        keep_basket(&self.basket);\n    }\n}\n";

/// Checks a document in a small repository: the exit code, and each claim that does not hold, with its state.
fn check(document: &str, code: i32, expect: &[&str]) {
    let folder = tree(&[
        ("src/store.rs", STORE),
        ("src/shop.rs", SHOP),
        ("web/shop/cart.js", "export function addItem(item) {}\n"),
        ("docs/guide.md", "# Guide\n"),
        ("review.md", document),
    ]);
    let said = run(folder.path(), &["check-claims", "review.md", "--format", "json"]);
    let json = said.json(code);
    let claims = json["claims"].as_array().unwrap();
    let lost = claims.iter().filter(|one| one["state"] != "holds");
    let lost = lost.map(|one| {
        let text = |field: &str| one[field].as_str().unwrap().to_owned();
        format!("{} {}", text("state"), text("text"))
    });
    assert_eq!(lost.collect::<Vec<_>>(), expect, "{document}");
}

#[test]
fn a_true_review_holds() {
    check(
        "`keep_basket` (`src/store.rs:4-9`) checks `MAX_ITEMS` from src/shop.rs.\n\n\
         `src/store.rs:5`: `if basket.len() >= MAX_ITEMS {`\n\n\
         See [the guide](docs/guide.md), `web/shop/` and `cart.js`; `Shop::open_shop` calls it.\n",
        0,
        &[],
    );
}

#[test]
fn moved_lines_and_files_are_wrong() {
    check("`keep_basket` (`src/store.rs:1`)", 1, &["wrong src/store.rs:1"]);
    check("It is at `src/shop.rs:40`.", 1, &["wrong src/shop.rs:40"]);
    check("See `web/cart.js`.", 1, &["wrong web/cart.js"]);
    check("[more](docs/guid.md)", 1, &["wrong docs/guid.md"]);
}

#[test]
fn lines_past_the_end_are_wrong_whatever_is_quoted_behind_them() {
    let past = "wrong src/store.rs:515";
    for text in [
        "`src/store.rs:515` `let cost = sum(77)`",
        "`src/store.rs:515`: `let cost = sum(77)`",
        "`src/store.rs:515`\n\n```rust\nlet cost = sum(77);\n```\n",
    ] {
        check(text, 1, &[past]);
    }
    check("`src/store.rs:8-90`: `let cost = sum(77)`", 1, &["wrong src/store.rs:8-90"]);
}

#[test]
fn altered_quotes_are_wrong_where_lines_are_cited() {
    let altered = "if basket.len() > MAX_ITEMS {";
    check(&format!("`src/store.rs:5`: `{altered}`"), 1, &[&format!("wrong {altered}")]);
    // What is added to a line is no quote of it, either.
    let longer = "write(basket)?";
    check(&format!("`src/store.rs:8`: `{longer}`"), 1, &[&format!("wrong {longer}")]);
    check(&format!("`src/store.rs`: `{altered}`"), 0, &[&format!("not_there {altered}")]);
}

#[test]
fn a_name_in_the_wrong_file_is_wrong() {
    check("`addItem` (`src/store.rs`)", 1, &["wrong addItem"]);
    check("use `open_shop` in `src/store.rs`", 0, &["not_there open_shop"]);
}

#[test]
fn what_stands_nowhere_may_be_proposed() {
    check(
        "`keep_baskets` and `src/keeper.rs`",
        0,
        &["not_there keep_baskets", "not_there src/keeper.rs"],
    );
    check(
        "```rust\npub fn wrap_gift(basket: &Basket) {\n    keep_basket(basket);\n}\n```\n\n`wrap_gift` calls `keep_basket`.\n",
        0,
        &["proposed wrap_gift"],
    );
    check(
        "`src/shop.rs:5`: `keep_basket(&self.basket);`\n\nbecomes\n\n`src/shop.rs:5`: `wrap_gift(&self.basket);`\n",
        0,
        &["proposed wrap_gift(&self.basket);"],
    );
}

/// A member is listed only where the type has no annotation and the name nowhere in it, and all that it inherits is known.
#[test]
fn a_member_of_another_type_is_listed_with_what_has_it() {
    let files = [
        (
            "a.py",
            "class Shop:\n    def open(self, other):\n        self.stock = 1\n        other.sweep_all()\n        other.late_name = 2\n\nclass Bin:\n    def empty_all(self):\n        pass\n    def sweep_all(self):\n        pass\n    def late_name(self):\n        pass\n\nclass Mall(Shop):\n    pass\n\n@plain\nclass Box:\n    pass\n",
        ),
        (
            "b.go",
            "package b\n\ntype Cart struct{}\n\nfunc (c Cart) addItem() {}\n\ntype Till struct{}\n",
        ),
        ("c.ts", "export class Page {\n  drawPage() {}\n}\nexport class Book {\n  title = 1;\n}\n"),
        (
            "d.rs",
            "pub struct Lamp;\nimpl Lamp {\n    pub fn light_up(&self) {}\n}\npub struct Door;\n",
        ),
        (
            "e.cs",
            "interface IDepot {\n  void Close();\n}\nclass Depot : IDepot {\n  public void Close() {}\n}\nclass Dock : Harbour {\n  public void Leave() {}\n}\nstatic class DepotTools {\n  public static void PackAll(this Order order) {}\n  public static void SortAll(this IDepot depot) {}\n}\n",
        ),
        (
            "f.ex",
            "defmodule Web.CoreParts do\n  def menu(a), do: a\nend\n\ndefmodule Web.FormParts do\n  def secret_field(a), do: a\nend\n\ndefmodule Web.UsedParts do\n  use Elsewhere\n  def other(a), do: a\n  def two_forms(a, b \\\\ 1), do: a + b\nend\n",
        ),
        (
            "g.rb",
            "module Counts\n  def self.count_all\n  end\nend\n\nmodule Prints\n  def self.print_all\n  end\nend\n",
        ),
    ];
    let folder = tree(&files);
    for (name, expect) in [
        ("Shop.empty_all", Some("Bin.empty_all")),
        // It uses another value's.
        ("Shop.sweep_all", Some("Bin.sweep_all")),
        ("Shop.late_name", None),
        ("Cart.addItem", None),
        ("Till.addItem", Some("Cart.addItem")),
        ("Book.drawPage", Some("Page.drawPage")),
        ("Door::light_up", Some("Lamp::light_up")),
        ("Lamp::light_up", None),
        ("Bin.empty_all", None),
        ("Shop.stock", None),
        ("Mall.open", None),
        // What it inherits from is of the tree, and lacks it, too.
        ("Mall.empty_all", Some("Bin.empty_all")),
        ("Box.empty_all", None),
        ("Depot.PackAll", Some("DepotTools.PackAll")),
        ("Depot.SortAll", None),
        ("Dock.PackAll", None),
        ("Web.CoreParts.secret_field/1", Some("Web.FormParts.secret_field")),
        ("Web.FormParts.secret_field/1", None),
        ("Web.FormParts.secret_field/3", Some("Web.FormParts.secret_field/1")),
        ("Web.UsedParts.two_forms/2", None),
        ("Web.UsedParts.two_forms/0", Some("Web.UsedParts.two_forms/1, Web.UsedParts.two_forms/2")),
        ("Web.UsedParts.secret_field/1", None),
        ("Web.CoreParts.menu/1", None),
        ("Counts.print_all", Some("Prints.print_all")),
        ("Prints.print_all", None),
    ] {
        std::fs::write(folder.path().join("r.md"), format!("`{name}` does it.\n")).unwrap();
        let said = run(folder.path(), &["check-claims", "r.md", "--format", "json"]).json(0);
        let claim = &said["claims"][0];
        assert_eq!(claim["instead"].as_str(), expect, "{name}: {claim}");
        let state = if expect.is_some() { "not_there" } else { "holds" };
        assert_eq!(claim["state"], state, "{name}: {claim}");
    }
}

/// A function of a module is listed only where the module's name means nothing else, and nothing gives it more names.
#[test]
fn a_function_of_another_module_is_listed_with_what_has_it() {
    let files = [
        // Python: a module, one that imports all names, one that computes them, one that is a variable elsewhere, too.
        ("shop/baskets.py", "def fill_basket():\n    pass\n"),
        ("shop/tills.py", "import shop.baskets\n\ndef count_coins():\n    pass\n"),
        ("shop/passing.py", "from shop.baskets import *\n"),
        ("shop/computed.py", "def __getattr__(name):\n    return name\n"),
        ("shop/drawer.py", "def pull_out():\n    pass\n\ndef other(drawer):\n    drawer.close()\n"),
        ("shop/renamed.py", "EMPTY = 1\n"),
        (
            "shop/uses.py",
            "import shop.baskets as renamed\nfrom shop import tills\n\ntills.count_coins()\n",
        ),
        // A method may be of an object with that name.
        ("shop/kinds.py", "class Kind:\n    def sort_kinds(self):\n        pass\n"),
        // TypeScript and Rust.
        ("web/render.ts", "export function drawRow() {}\n"),
        ("web/layout.ts", "export function placeRow() {}\n"),
        ("web/all.ts", "export * from './layout';\n"),
        ("web/main.ts", "import * as render from './render';\nrender.drawRow();\n"),
        ("core/src/lib.rs", "pub mod wires;\npub mod pipes;\npub mod both;\n"),
        ("core/src/wires.rs", "pub fn cut_wire() {}\n"),
        ("core/src/pipes.rs", "pub fn bend_pipe() {}\n"),
        ("core/src/both.rs", "pub use crate::pipes::*;\n"),
    ];
    let folder = tree(&files);
    for (name, expect) in [
        ("baskets.fill_basket", None),
        ("tills.fill_basket", Some("fill_basket")),
        ("shop.tills.fill_basket()", Some("fill_basket")),
        ("tills::fill_basket", Some("fill_basket")),
        ("tills.count_coins", None),
        ("passing.fill_basket", None),
        ("computed.fill_basket", None),
        ("drawer.fill_basket", None),
        ("renamed.fill_basket", None),
        ("tills.sort_kinds", None),
        ("shop.fill_basket", None),
        ("render.placeRow", Some("placeRow")),
        ("render.drawRow", None),
        ("all.placeRow", None),
        ("wires::bend_pipe", Some("bend_pipe")),
        ("wires::cut_wire", None),
        ("both::bend_pipe", None),
    ] {
        std::fs::write(folder.path().join("r.md"), format!("`{name}` does it.\n")).unwrap();
        let said = run(folder.path(), &["check-claims", "r.md", "--format", "json"]).json(0);
        let claim = &said["claims"][0];
        assert_eq!(claim["instead"].as_str(), expect, "{name}: {claim}");
    }
}

#[test]
fn a_text_without_claims_is_no_success() {
    for text in ["See https://x.example/a.rs or either/or.\n", "JavaScript and GitHub.\n"] {
        check(text, 3, &[]);
    }
}

#[test]
fn strict_counts_what_is_not_there_and_the_page_is_markdown() {
    let folder =
        tree(&[("src/store.rs", STORE), ("a.md", "`drop_basket` and `src/store.rs:90`\n")]);
    let said = run(folder.path(), &["check-claims", "a.md"]);
    insta::assert_snapshot!(said.text(1), @r"
    1 of 2 claims does not hold:

    - line 1: `src/store.rs:90`: the file has 9 lines

    Not there, so new or wrong (names: none in 1 file, 0 not searched):

    - line 1: `drop_basket`: it stands in no file

    Checked: 1 citation of lines, 1 name. Not checked: what the text says of them.
    ");
    let sarif = ["check-claims", "a.md", "--strict", "--format", "sarif"];
    let sarif = run(folder.path(), &sarif).json(1);
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 2);
}

#[test]
fn a_comment_says_what_is_left_alone() {
    let mark = "<!-- firsthand: ignore -->";
    for (document, expect) in [
        (format!("`src/store.rs:90` {mark}\n"), &[][..]),
        (format!("{mark}\n`src/store.rs:90`\n"), &[]),
        // A line that names something is meant itself, and not the next one.
        (format!("`drop_basket` {mark}\n`src/store.rs:90`\n"), &["wrong src/store.rs:90"]),
        (format!("See `src/gone/x.rs`. {mark}\n`drop_basket`\n"), &["not_there drop_basket"]),
        (format!("{mark}\n\n`src/store.rs:90`\n"), &["wrong src/store.rs:90"]),
    ] {
        let code = i32::from(expect.iter().any(|one| one.starts_with("wrong")));
        let document = format!("`keep_basket`\n\n{document}");
        check(&document, code, expect);
    }
}

/// A baseline is the JSON of an earlier check of the same document.
#[test]
fn a_baseline_accepts_what_was_found_before() {
    let folder = tree(&[("src/store.rs", STORE), ("a.md", "")]);
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let found = "`drop_basket` and `src/store.rs:90`\n";
    write("a.md", found);
    let before = run(folder.path(), &["check-claims", "a.md", "--format", "json"]);
    write("accepted.json", &before.out);
    let with = ["check-claims", "a.md", "--strict", "--baseline", "accepted.json"];
    write("a.md", &format!("# Plan\n\n{found}"));
    insta::assert_snapshot!(run(folder.path(), &with).text(0), @r"
    2 claims: none is contradicted.

    Checked: 1 citation of lines, 1 name, 2 accepted by the baseline. Not checked: what the text says of them.
    ");
    for more in ["`src/store.rs:91`", "`src/store.rs:90`", "`pick_basket`"] {
        write("a.md", &format!("# Plan\n\n{found}\nand {more}\n"));
        let said = run(folder.path(), &with);
        let listed = said.text(1).lines().filter(|line| line.starts_with("- line"));
        let listed: Vec<&str> = listed.collect();
        assert_eq!(listed.len(), 1, "{listed:?}");
        assert!(listed[0].starts_with("- line 5: "), "{listed:?}");
        let sarif = run(folder.path(), &[&with[..], &["--format", "sarif"]].concat()).json(1);
        assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 1);
    }
    // Another document has accepted nothing.
    write("b.md", found);
    let other = ["check-claims", "b.md", "--baseline", "accepted.json"];
    assert_eq!(run(folder.path(), &other).code, Some(1));
}

/// A document that is no file of the root is not placed at one of that name.
#[test]
fn a_document_elsewhere_has_a_place_of_its_own() {
    let folder = tree(&[
        ("src/store.rs", STORE),
        ("review.md", "`src/store.rs:90`\n"),
        ("other/a b.md", "`store.rs:90`\n"),
    ]);
    let sarif = |args: &[&str], input: &str| {
        let args = [&["check-claims", "--format", "sarif"], args].concat();
        let said = run_with(folder.path(), &args, input.as_bytes()).json(1);
        said["runs"][0]["results"][0]["locations"].to_string()
    };
    assert!(sarif(&["review.md"], "").contains(r#""uri":"review.md""#));
    let elsewhere = sarif(&["other/a b.md", "--root", "src"], "");
    let real = folder.path().canonicalize().unwrap();
    let uri = format!("\"uri\":\"file://{}/other/a%20b.md\"", real.display());
    assert!(elsewhere.contains(&uri), "{elsewhere}");
    assert_eq!(sarif(&["-"], "`src/store.rs:90`\n"), "[]");
}

/// A name counts in the form in which its language writes it.
#[test]
fn names_are_checked_in_the_forms_of_their_languages() {
    let files = [
        ("lib/a.ex", "defmodule Shop.Till do\n  def count(coins), do: coins\nend\n"),
        ("test/b.php", "<?php\nclass Cart { function addItem() {} }\n"),
        ("c.m", "@implementation Page\n- (void)draw:(int)x { }\n@end\n"),
    ];
    let folder = tree(&files);
    for (there, not_there) in [
        ("`Shop.Till.count/1`", "`Shop.Till.countx/1`"),
        ("`&Shop.Till.count/1`", "`&Shop.Till.countx/1`"),
        ("Shop.Till.count/1", "Shop.Till.countx/1"),
        ("`count/1`", "`countx/1`"),
        ("`test/1`, `count`", "`testx/1`"),
        ("`$cart->addItem()`", "`$cart->addItemx()`"),
        ("`Cart->addItem`", "`Cart->addItemx`"),
        ("`Cart::addItem<T>`", "`Cart::addItemx<T>`"),
        ("`Shop\\Cart::addItem()`", "`Shop\\Cart::addItemx()`"),
        ("`-[Page draw:]`", "`-[Page drawx:]`"),
        ("`<.count>`", "`<.countx>`"),
        ("`@coins`", "`@coinsx`"),
        ("`count?`", "`countx?`"),
        ("`count!`", "`countx!`"),
    ] {
        for (text, state) in [(there, "holds"), (not_there, "not_there")] {
            std::fs::write(folder.path().join("r.md"), format!("The function {text} is there.\n"))
                .unwrap();
            let said = run(folder.path(), &["check-claims", "r.md", "--format", "json"]).json(0);
            assert_eq!(said["claims"][0]["state"], state, "{text}: {said}");
            assert_eq!(said["claims"][0]["kind"], "name", "{text}: {said}");
        }
    }
}

/// A secret in a file hides its own line alone.
#[test]
fn a_quote_is_checked_beside_a_secret() {
    let secret = "ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5";
    let code = format!(
        "fn s() {{\n    let token = \"{secret}\";\n    let q = 41 + 1;\n    go(token);\n}}\n"
    );
    let folder = tree(&[("src/s.rs", &code)]);
    for (quote, state) in [
        ("let q = 41 + 1;".to_owned(), "holds"),
        ("let q = 41 + 9;".to_owned(), "not_there"),
        ("let other = call(1, 2);".to_owned(), "not_there"),
        // Whether it is the secret or not, nothing is said.
        (format!("let token = \"{secret}\";"), "unproved"),
        (format!("let token = \"{}\";", secret.replace('a', "b")), "unproved"),
        ("let token = \"other\";".to_owned(), "unproved"),
        ("let token =".to_owned(), "unproved"),
    ] {
        std::fs::write(folder.path().join("r.md"), format!("In src/s.rs: `{quote}`.\n")).unwrap();
        let said = run(folder.path(), &["check-claims", "r.md", "--format", "json"]).json(0);
        let claims = said["claims"].as_array().unwrap();
        let found = claims.iter().find(|one| one["kind"] == "quote").unwrap();
        assert_eq!(found["state"], state, "{quote}: {said}");
    }
}

#[test]
fn a_report_states_nothing_with_its_own_names() {
    let text = "Query: \"q\" | Intent: explain | Confidence: low | Action: read_targets\n";
    check(&format!("{text}\n`keep_basket`\n"), 0, &[]);
    check("It has read_targets, too.\n", 0, &["not_there read_targets"]);
    check("## explore_code report\n\n`keep_basket`\n", 0, &[]);
    check("It calls explore_code, too.\n", 0, &["not_there explore_code"]);
}

/// Of several files of the name, each may be meant.
#[test]
fn the_files_of_a_name_are_named() {
    let folder = tree(&[
        ("lib/a/session/worker.ex", "1\n"),
        ("lib/w/help.ex", "1\n"),
        ("test/help.ex", "1\n"),
    ]);
    for (path, instead) in [
        ("lib/a/help.ex", Some("lib/w/help.ex, test/help.ex")),
        ("lib/a/session_worker.ex", Some("lib/a/session/worker.ex")),
        ("lib/a/session_tester.ex", None),
        ("lib/a/session/workers.ex", Some("lib/a/session/worker.ex")),
    ] {
        std::fs::write(folder.path().join("r.md"), format!("It is in `{path}`.\n")).unwrap();
        let said = run(folder.path(), &["check-claims", "r.md", "--format", "json"]).json(0);
        assert_eq!(said["claims"][0]["instead"].as_str(), instead, "{said}");
    }
}
