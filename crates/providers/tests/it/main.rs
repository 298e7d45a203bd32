//! The embedded model over real tools on small repositories, and models over HTTP.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod absence;
mod guessed_words;
#[cfg(feature = "http")]
mod http;
mod labels;
mod named_lines;
mod quoted_lines;
mod repo;
mod shown_texts;
mod spelled_names;

use firsthand_agent::validator::{Action, Confidence, Intent, Outcome, VerifiedReport};
use firsthand_agent::{BudgetLimits, Budgets, Model};
use firsthand_providers::Builtin;
use proptest::prelude::*;

use crate::repo::Repo;

/// The parts of a report that the model decides, one line each.
fn summary(report: &VerifiedReport) -> String {
    let mut out = format!("{} {}\n", report.body().action, report.body().confidence);
    for link in &report.body().flow {
        let (place, quote) = (&link.place, &link.quote);
        let lines = place.range().map(|range| range.to_string()).unwrap_or_default();
        out += &format!("{}:{lines} ({}) {}\n", place.path(), link.role, link.fact);
        out += &format!("  {}> {}\n", quote.line, quote.text);
    }
    for read in &report.body().read_targets {
        out += &format!("read {} required={}\n", read.place.path(), read.required);
    }
    for missing in &report.body().missing {
        out += &format!("missing {missing}\n");
    }
    out
}

/// A repository in which `apply_voucher` is defined in one file and used in another.
const SHOP: &[(&str, &str)] = &[
    (
        "src/price.rs",
        "/// Takes the discount of a voucher off a price.\n\
             pub fn apply_voucher(price: u32, voucher: &Voucher) -> u32 {\n    \
                 let discount = voucher.percent.min(90);\n    \
                 price - price * discount / 100\n}\n\n\
             pub struct Voucher {\n    pub percent: u32,\n}\n",
    ),
    (
        "src/checkout.rs",
        "use crate::price::{apply_voucher, Voucher};\n\n\
             pub fn total(cart: &Cart, voucher: &Voucher) -> u32 {\n    \
                 cart.items.iter().map(|item| apply_voucher(item.price, voucher)).sum()\n}\n",
    ),
    ("src/cart.rs", "pub struct Cart {\n    pub items: Vec<Item>,\n}\n"),
    ("src/mail.rs", "pub fn send_receipt(to: &str) {\n    println!(\"receipt to {to}\");\n}\n"),
    ("README.md", "# Shop\n\nSells things.\n"),
];

fn shop() -> Repo {
    Repo::new(SHOP)
}

#[tokio::test]
async fn an_explanation_goes_from_a_caller_to_what_it_calls() {
    let report = shop().ask("how is the voucher discount applied?", Intent::Explain).await;
    insta::assert_snapshot!(summary(&report), @r"
    read_targets low
    src/checkout.rs:3-5 (function) `total`: `pub fn total(cart: &Cart, voucher: &Voucher) -> u32`.
      4> cart.items.iter().map(|item| apply_voucher(item.price, voucher)).sum()
    src/price.rs:1-9 (function) `apply_voucher`: Takes the discount of a voucher off a price. Also `Voucher`.
      3> let discount = voucher.percent.min(90);
    read src/price.rs required=false
    ");
}

/// A function that uses the best place comes directly before it; an index file that only exports it does not.
#[tokio::test]
async fn an_explanation_begins_with_the_users_of_the_best_place() {
    let report = Repo::new(&[
        (
            "src/index.ts",
            "import applyVoucher from './voucher';\n\nexport default applyVoucher;\n",
        ),
        (
            "src/voucher.ts",
            "/** Takes a voucher off a price. */\nexport function applyVoucher(price: number) {\n  return price - 1\n}\n",
        ),
        (
            "src/total.ts",
            "export function total(prices: number[]) {\n  return prices.map((price) => applyVoucher(price))\n}\n",
        ),
    ])
    .ask("what takes a voucher off a price?", Intent::Explain)
    .await;
    let paths: Vec<&str> =
        report.body().flow.iter().map(|link| link.place.path().as_str()).collect();
    assert_eq!(paths, ["src/total.ts", "src/voucher.ts", "src/index.ts"]);
}

#[tokio::test]
async fn the_report_for_an_edit_has_read_targets() {
    let report = shop().ask("limit the voucher discount to 50 percent", Intent::Edit).await;
    assert_eq!(report.body().action, Action::ReadTargets);
    insta::assert_snapshot!(summary(&report), @r#"
    read_targets low
    src/price.rs:1-9 (struct) `Voucher`. Also `apply_voucher`.
      8> pub percent: u32,
    src/checkout.rs:3-5 (function) `total`: `pub fn total(cart: &Cart, voucher: &Voucher) -> u32`.
      4> cart.items.iter().map(|item| apply_voucher(item.price, voucher)).sum()
    src/mail.rs:1-3 (function) `send_receipt`: `pub fn send_receipt(to: &str)`.
      2> println!("receipt to {to}");
    read src/price.rs required=false
    "#);
}

/// The place at a line that the question names comes first, with that line as its quote, whatever words the question has.
#[tokio::test]
async fn the_line_that_the_question_names_is_quoted_first() {
    let function = |name: &str| {
        format!("def handle_{name}(order):\n    total = order.count\n    return total\n\n")
    };
    let names = ["amber", "basil", "cedar", "delta", "ember", "fjord", "grove"];
    let text: String = names.map(function).concat();
    let repo = Repo::new(&[("src/shop.py", &text), ("src/other.py", "x = 1\n")]);
    for (query, intent) in [
        ("shop.py:14", Intent::Explain),
        (
            "Traceback (most recent call last):\n  File \"/app/src/shop.py\", line 14, in run\nKeyError",
            Intent::Debug,
        ),
        ("why does src/shop.py line 14 fail?", Intent::Locate),
    ] {
        let report = repo.ask(query, intent).await;
        let first = &report.body().flow[0];
        let place = format!("{}:{}", first.place.path(), first.place.range().unwrap());
        let seen = (place.as_str(), first.quote.line, first.quote.text.as_str());
        assert_eq!(seen, ("src/shop.py:13-15", 14, "total = order.count"), "{query}");
        assert!(!report.facts().coverage.absent.iter().any(|word| word == "14"), "{query}");
    }
}

/// The only user of the best place matches no word of the question. It is in the report only if the search does not
/// fill the report with better matches, which are needed more often.
#[tokio::test]
async fn the_only_user_of_the_best_place_is_in_the_report_if_there_is_room() {
    async fn check(others: usize, expected: bool) {
        let owned = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        let mut files = vec![
            owned("src/lib.rs", "mod archive;\nmod timer;\n"),
            owned(
                "src/archive.rs",
                "/// Saves a file in the backup.\npub fn save_file(path: &str) {\n    println!(\"{path}\");\n}\n",
            ),
            owned(
                "src/timer.rs",
                "use crate::archive::save_file as run;\n\npub fn nightly() {\n    run(\"/\");\n}\n",
            ),
        ];
        files.extend((0..others).map(|n| {
            let text = format!(
                "/// Checks a file that the backup is to save.\npub fn save_backup_file_{n}() {{}}\n"
            );
            (format!("src/list{n}.rs"), text)
        }));
        files.extend((0..80).map(|n| owned(&format!("src/other{n}.rs"), "pub fn other() {}\n")));
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (&**path, &**text)).collect();
        let report = Repo::new(&files).ask("save a file of the backup", Intent::Explain).await;
        let shown = summary(&report);
        assert_eq!(shown.contains("src/timer.rs"), expected, "{shown}");
    }
    check(8, true).await;
    check(12, false).await;
}

/// The model's own default limits of characters are higher; a limit that somebody states holds as it is, also if it
/// equals a default.
#[test]
fn only_unstated_limits_of_characters_are_widened() {
    let default = Budgets::default();
    let check = |stated: BudgetLimits, expect: [usize; 3]| {
        let budgets = Builtin::new().traits().budgets(&stated);
        let chars = [budgets.result_chars, budgets.file_chars, budgets.observation_chars];
        assert_eq!(chars, expect, "{stated:?}");
        assert_eq!((budgets.steps, budgets.continuations), (default.steps, 0));
    };
    let wide = [144_000, 480_000, 720_000];
    let none = BudgetLimits::default;
    check(none(), wide);
    check(
        BudgetLimits { observation_chars: Some(default.observation_chars), ..none() },
        [wide[0], wide[1], default.observation_chars],
    );
    check(
        BudgetLimits { result_chars: Some(default.result_chars), file_chars: Some(600), ..none() },
        [default.result_chars, 600, wide[2]],
    );
    check(
        BudgetLimits { result_chars: Some(usize::MAX), ..none() },
        [usize::MAX, wide[1], wide[2]],
    );
}

#[tokio::test]
async fn a_test_beside_its_code_comes_after_other_places() {
    let tested = "pub fn open(path: &str) {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    \
        fn a_locked_archive_is_opened_with_its_password() {\n        \
        let archive = super::open(\"locked archive\");\n        archive.unlock(\"password\");\n    }\n}\n";
    let code = "pub fn prompt() -> String {\n    read_line(\"password: \")\n}\n";
    let repo = Repo::new(&[("src/archive.rs", tested), ("src/terminal.rs", code)]);
    let report = repo.ask("password of a locked archive", Intent::Edit).await;
    let paths: Vec<&str> =
        report.body().primary.iter().map(|place| place.path().as_str()).collect();
    assert_eq!(paths, ["src/terminal.rs", "src/archive.rs"]);
}

#[tokio::test]
async fn words_of_the_question_that_occur_nowhere_lower_the_confidence() {
    let other = |n: usize| {
        let text = format!("pub fn parcel_{n}(belt: Belt) -> Parcel {{\n    belt.parcel()\n}}\n");
        (format!("src/parcel_{n}.rs"), text)
    };
    let others: Vec<(String, String)> = (0..40).map(other).collect();
    let mut files: Vec<(&str, &str)> = SHOP.to_vec();
    files.extend(others.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let repo = Repo::new(&files);
    let confidence = async |query: &str| repo.ask(query, Intent::Explain).await.body().confidence;
    assert_eq!(confidence("apply voucher price").await, Confidence::Medium);
    assert_eq!(confidence("apply voucher price discounts").await, Confidence::Medium);
    assert_eq!(confidence("apply voucher price to refunds of customs").await, Confidence::Low);
    // An identifier that occurs nowhere is likely what the question is about.
    assert_eq!(confidence("apply voucher price refund_price").await, Confidence::Low);
    // One of several identifiers may be a name in the questioner's own code.
    let several_identifiers =
        "apply_voucher price discount percent voucher cart items total send_receipt";
    assert_eq!(confidence(several_identifiers).await, Confidence::Medium);
    assert_eq!(
        confidence(&format!("{several_identifiers} price_of_cart")).await,
        Confidence::Medium
    );
    assert_eq!(
        confidence(&format!("{several_identifiers} cart_price total_items")).await,
        Confidence::Low
    );
}

#[tokio::test]
async fn a_question_without_a_match_is_skipped() {
    let report = shop().ask("kubernetes ingress certificates", Intent::Locate).await;
    assert_eq!(report.body().outcome, Outcome::Skip);
    assert!(report.body().primary.is_empty() && report.facts().coverage.files_seen == 5);
}

#[tokio::test]
async fn an_identifier_that_occurs_nowhere_is_absent() {
    let report = shop().ask("where does apply_voucher call check_expiry?", Intent::Explain).await;
    assert_eq!(report.facts().coverage.absent, ["check_expiry"]);
    assert_eq!(report.body().primary[0].path().as_str(), "src/price.rs");
}

/// A word is listed as missing only if no cited place contains it, read targets included.
#[tokio::test]
async fn a_word_in_a_read_target_is_not_listed_as_missing() {
    let belt_file = |n: usize| {
        let text =
            format!("pub fn parcel_belt_{n}(belt: Belt) -> Parcel {{\n    belt.parcel()\n}}\n");
        (format!("src/parcel_belt_{n}.rs"), text)
    };
    let mut files: Vec<(String, String)> = (0..7).map(belt_file).collect();
    files.push(("docs/notes.md".to_owned(), "# Notes\n\nThe zebra is a label.\n".to_owned()));
    files.push(("src/label.rs".to_owned(), "pub fn zebra() {}\n\n// nothing else\n".to_owned()));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let report = Repo::new(&files).ask("which parcel belt has a zebra?", Intent::Debug).await;
    let mut read = report.body().read_targets.iter();
    assert!(read.any(|read| read.place.path().as_str() == "src/label.rs"));
    assert_eq!(report.body().missing, [""; 0]);
}

#[tokio::test]
async fn the_model_works_without_search_code() {
    let shop = shop();
    let report = shop.ask_with(&["grep"], "voucher", Intent::Locate).await;
    assert!(report.body().primary.iter().any(|place| place.path().as_str() == "src/price.rs"));
    let report = shop.ask_with(&[], "voucher", Intent::Locate).await;
    assert_eq!(
        report.body().outcome,
        Outcome::Fallback,
        "without a search, the report is a fallback"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// For any question, the confidence is at most `medium`, and that only with a verified quote; no finding states a
    /// false claim; and the same question gets the same report again.
    #[test]
    fn the_embedded_model_never_claims_more_than_it_can(
        words in prop::collection::vec("voucher|discount|price|total|receipt|[a-z]{1,9}|[A-Z_]{1,6}|é数", 1..12),
        intent in prop::sample::select(Intent::ALL.to_vec()),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let (shop, query) = (shop(), words.join(" "));
        let report = runtime.block_on(shop.ask(&query, intent));
        prop_assert!(report.body().confidence <= Confidence::Medium);
        prop_assert!(report.body().confidence == Confidence::Low || !report.body().flow.is_empty());
        let required = report.body().read_targets.iter().any(|read| read.required);
        prop_assert!(report.body().confidence == Confidence::Medium || !required);
        let doubts = ["unknown_id", "fact_unverified", "quote_slight", "quote_long", "stale", "unreadable",
            "prose_reference", "claim_unsupported"];
        let found: Vec<_> = report.body().findings.iter().map(|f| f.rule.name()).collect();
        prop_assert!(!found.iter().any(|rule| doubts.contains(rule)), "{query}: {found:?}");
        prop_assert!(report.facts().stats.tokens.is_none(), "no language model was used");
        let again = runtime.block_on(shop.ask(&query, intent));
        prop_assert_eq!(summary(&report), summary(&again));
    }
}

/// The documentation may stand before the declaration or in it. The signature is left out if it is the quoted line.
#[tokio::test]
async fn a_fact_is_the_documentation_or_else_the_signature() {
    let check = async |path: &str, text: &str, query: &str, expect: &str| {
        let report = Repo::new(&[(path, text)]).ask(query, Intent::Explain).await;
        let facts: Vec<&str> = report.body().flow.iter().map(|link| link.fact.as_str()).collect();
        assert_eq!(facts, [expect], "{text}");
    };
    check(
        "a.py",
        "class TrailingComma(Rule):\n    \"\"\"Forbids commas at the end.\n\n    More of it.\n    \"\"\"\n    name = 1\n",
        "trailing comma",
        "`TrailingComma`: Forbids commas at the end.",
    )
    .await;
    check(
        "a.go",
        "package a\n\n// TrailingComma forbids commas at the\n// end of a list. And more.\nfunc TrailingComma() bool {\n\treturn true\n}\n",
        "trailing comma",
        "`TrailingComma`: TrailingComma forbids commas at the end of a list.",
    )
    .await;
    // A directive to a tool is no sentence.
    for directive in ["swagger:operation GET /comma comma trailing", "nolint:all", "go:generate x"]
    {
        let text = format!(
            "package a\n\n// TrailingComma forbids commas at the end\n// {directive}\nfunc TrailingComma() bool {{\n\treturn true\n}}\n"
        );
        let expect = "`TrailingComma`: TrailingComma forbids commas at the end.";
        check("a.go", &text, "trailing comma", expect).await;
    }
    // Lines before a head that are in no comment are code, and no documentation.
    for (comment, expect) in [
        ("/* Forbids commas\n   at the end. */\n", "`trailing_comma`: Forbids commas at the end."),
        ("// Forbids commas at the end.\n", "`trailing_comma`: Forbids commas at the end."),
        ("", "`trailing_comma`."),
    ] {
        let head = "template <typename Char, typename OutputIt, typename Other>\n";
        let text =
            format!("{comment}{head}auto trailing_comma(Char c) -> bool {{\n  return c;\n}}\n");
        check("a.cpp", &text, "trailing comma", expect).await;
    }
    // A tag is no sentence, and a string in the code is no documentation.
    check(
        "A.cs",
        "/// <summary>\n/// Forbids commas at the end.\n/// </summary>\n[Rule]\nclass TrailingComma { }\n",
        "trailing comma",
        "`TrailingComma`: Forbids commas at the end.",
    )
    .await;
    check(
        "a.js",
        "function trailingComma() {\n  throw new Error(\n    'a trailing comma stands here')\n}\n",
        "a trailing comma stands here",
        "`trailingComma`.",
    )
    .await;
    // A language that is not parsed has no known declarations; a region around a declaration shows it.
    check(
        "a.nim",
        "pub fn trailingComma() void {}\n",
        "trailing comma",
        "Has the words trailing, comma.",
    )
    .await;
    check(
        "a.php",
        "<?php\n\n// The trailing comma.\n$comma = 1;\n\nfunction other() {}\n",
        "trailing comma",
        "Has the words trailing, comma.",
    )
    .await;
    check(
        "a.ts",
        "export function trailingComma(list: string[]): boolean {\n  return list.length > 0;\n}\n",
        "trailing comma",
        "`trailingComma`.",
    )
    .await;
}

/// Two places of the search in one file become one citation if they fit. Its label is the declaration of the better
/// place.
#[tokio::test]
async fn places_of_a_file_are_cited_without_what_is_between_them() {
    let filler = "fn other() {\n    run();\n}\n\n".repeat(8);
    let text = format!(
        "fn weigh() {{\n    belt(1);\n}}\n\n{filler}fn limit_belt_weight(parcel: u32) -> u32 {{\n    parcel.min(9)\n}}\n"
    );
    let report = Repo::new(&[("src/belt.rs", &*text), ("src/main.rs", "fn main() {}\n")])
        .ask("which weight limit has the parcel belt?", Intent::Locate)
        .await;
    insta::assert_snapshot!(summary(&report), @r#"
    read_targets medium
    src/belt.rs:37-39 (function) `limit_belt_weight`: `fn limit_belt_weight(parcel: u32) -> u32`.
      38> parcel.min(9)
    src/belt.rs:1-3 (function) `weigh`.
      2> belt(1);
    read src/belt.rs required=true
    "#);
    // Before an edit, a place that is likely to be right has to be read.
    let report = Repo::new(&[("src/belt.rs", &*text), ("src/main.rs", "fn main() {}\n")])
        .ask("which weight limit has the parcel belt?", Intent::Edit)
        .await;
    let required: Vec<bool> = report.body().read_targets.iter().map(|read| read.required).collect();
    assert_eq!((report.body().confidence, required), (Confidence::Medium, vec![true]));
}
