//! Names, settings and paths that a topic spells: what the answer states about those that are declared, undeclared or
//! absent.

use firsthand_research::payload::Intent;
use firsthand_research::{Format, print};
use firsthand_testkit::folder;

use crate::fixtures::{SHOP, action, claims, degraded, intent, queries, research, shop};

/// An undeclared name that the topic spells is searched as text.
#[tokio::test]
async fn a_setting_is_found_as_text() {
    let root = shop();
    let researched = research(&root, Intent::new("every place that reads `refund.limit`")).await;
    assert!(
        queries(&researched.result).contains(&"text refund.limit".to_owned()),
        "{:?}",
        queries(&researched.result)
    );
    let found = claims(&researched.result);
    assert!(
        found.iter().any(|claim| claim.ends_with("[settings.conf:2 refund.limit = 30]")),
        "{found:?}"
    );
}

/// After three failed lookups the remaining names are not looked up: they are reported, and do not count as undeclared.
#[tokio::test]
async fn a_name_that_was_not_looked_up_is_not_undeclared() {
    let root = folder(&[SHOP, &[("notes.txt", "zebra, quantum and lemur\n")]].concat());
    let topic = "`zebra` `quantum` `lemur`";
    let hints = [("symbol", "pay_refund"), ("axes", "tests")];
    let researched = research(&root, intent(topic, &hints)).await;
    assert_eq!(researched.result.not_found, Vec::<String>::new());
    let degradations = degraded(&researched.result);
    let unchecked =
        "classify: it was not checked completely whether these names are declared: pay_refund";
    assert!(degradations.contains(&unchecked.to_owned()), "{degradations:?}");
}

/// A name that the topic spells and a hint repeats is one name.
#[tokio::test]
async fn a_hinted_name_that_the_topic_spells_is_reported_once() {
    let researched = research(&shop(), intent("`zebra`", &[("symbol", "zebra")])).await;
    let synthesis = researched.result.synthesis.to_string();
    assert!(synthesis.ends_with("files. Nothing declares zebra."), "{synthesis}");
    assert_eq!(researched.result.not_found, ["zebra"]);
}

/// A file that the topic names by its path is a candidate, whether or not the search finds it.
#[tokio::test]
async fn a_file_named_by_its_path_is_a_candidate() {
    let root = folder(&[
        ("conf/limits.toml", "most = 3\n"),
        ("src/load.rs", "fn load() {\n    read(\"conf/limits.toml\");\n}\n"),
    ]);
    let researched = research(&root, Intent::new("what reads limits.toml")).await;
    let trace = researched.result.decomp_trace.clone().unwrap();
    assert_eq!(
        (trace.router_action.as_str(), trace.seed_entities.as_slice()),
        ("walk_seeds", &["conf/limits.toml#most(key)".to_owned()][..])
    );
    assert_eq!(
        claims(&researched.result),
        [
            "definition: `most` (key). [conf/limits.toml:1 most = 3]",
            "place: `load` (function). [src/load.rs:2 read(\"conf/limits.toml\");]",
        ]
    );
    let researched = research(&root, intent("what reads limits.toml", &[("path", "src")])).await;
    assert!(researched.result.evidence.iter().all(|item| item.entity_id.starts_with("src/")));
}

/// A spelled name that no file contains is reported first, and similar names are searched instead of the words around
/// it.
#[tokio::test]
async fn an_absent_name_is_reported() {
    let root = shop();
    let topic = "who is affected by a change of refund_order";
    let researched = research(&root, Intent::new(topic)).await;
    assert_eq!(researched.result.not_found, ["refund_order"]);
    let trace = researched.result.decomp_trace.clone().unwrap();
    assert_eq!((trace.retighten_rounds, trace.router_action.as_str()), (1, "decompose"));
    let first = claims(&researched.result).first().cloned().unwrap_or_default();
    assert!(first.contains("refund") || first.contains("order"), "{first}");
    for format in [Format::Text, Format::Md, Format::Html] {
        let printed = print(&researched, format);
        assert!(printed.contains("Not found in any searched file: refund_order."), "{printed}");
    }
    // An undeclared name that a file contains is found.
    let researched = research(&root, Intent::new("every place that reads refund.limit")).await;
    assert_eq!(researched.result.not_found, Vec::<String>::new());
}

/// However many other names of the topic are undeclared.
#[tokio::test]
async fn an_absent_name_after_undeclared_ones_is_reported() {
    let settings = ("more.conf", "tax.rate = 2\nSHOP_LIMIT = 3\n");
    let root = folder(&[SHOP, &[settings]].concat());
    let topic = "does `refund.limit`, `tax.rate` or `SHOP_LIMIT` change refund_order";
    let researched = research(&root, Intent::new(topic)).await;
    assert_eq!(researched.result.not_found, ["refund_order"]);
    let trace = researched.result.decomp_trace.clone().unwrap();
    assert_eq!(trace.retighten_rounds, 1);
    let found = claims(&researched.result);
    assert!(found.iter().any(|claim| claim.contains("`pay_refund`")), "{found:?}");
}

/// A setting that several files declare is followed to the places that read it, by its whole name; the words around it
/// are not searched.
#[tokio::test]
async fn a_setting_of_several_files_is_found_where_it_is_read() {
    let setting = "most_retries = 3\n";
    let root = folder(&[
        ("a/conf.py", setting),
        ("b/conf.py", setting),
        ("c/conf.py", setting),
        ("d/conf.py", setting),
        ("src/run.py", "def run(cfg):\n    return cfg.most_retries\n"),
        (
            "src/other.py",
            "def other(cfg):\n    return cfg.almost_retries + cfg.most_retries_ever\n",
        ),
        ("src/places.py", "def places(reads):\n    return every(place)\n"),
    ]);
    let researched = research(&root, Intent::new("every place that reads most_retries")).await;
    assert_eq!(action(&researched.result), "walk_seeds");
    let text = claims(&researched.result).join("\n");
    assert!(
        text.contains("[src/run.py:2 return cfg.most_retries]")
            && !text.contains("other.py")
            && !text.contains("places.py"),
        "{text}"
    );
}

/// A name that only occurs as text is searched instead of the words around it.
#[tokio::test]
async fn an_undeclared_setting_is_found_as_text() {
    let root = folder(&[
        ("src/run.rs", "fn run() {\n    env(\"SHOP_LIMIT\");\n}\n"),
        ("src/place.rs", "fn every_place() {}\nfn reads_place() {}\nfn reads_every_place() {}\n"),
        ("src/more.rs", "fn place_reads() {}\nfn every() {}\n"),
    ]);
    let researched = research(&root, Intent::new("every place that reads SHOP_LIMIT")).await;
    let first = claims(&researched.result).first().cloned();
    assert_eq!(
        first.as_deref(),
        Some("place: `run` (function). [src/run.rs:2 env(\"SHOP_LIMIT\");]")
    );
}

/// A named declaration is quoted by the line that declares it, not by its documentation, nor by that of a neighbour
/// whose name differs in its case alone; and its callers are listed.
#[tokio::test]
async fn a_named_declaration_is_quoted_where_it_is_declared_and_its_callers_are_listed() {
    let check = async |path: &str, text: &str, expect: [&str; 2]| {
        let root = folder(&[(path, text)]);
        let researched = research(&root, Intent::new("who calls payBill")).await;
        let mut found = claims(&researched.result);
        found.retain(|claim| !claim.starts_with("place"));
        assert_eq!(found, expect, "{path}");
    };
    check(
        "shop/pay.go",
        "package shop\n\ntype Shop struct{}\n\nfunc (s *Shop) PayBill(id int) error {\n\
         \treturn s.payBill(id)\n}\n\n// payBill pays a bill, as who calls PayBill wants.\n\
         func (s *Shop) payBill(id int) error {\n\treturn nil\n}\n",
        [
            "definition: `Shop.payBill` (method). [shop/pay.go:10 func (s *Shop) payBill(id int) error {]",
            "callers: `Shop.PayBill` (method) calls `Shop.payBill`. [shop/pay.go:6 return s.payBill(id)]",
        ],
    )
    .await;
    check(
        "shop/pay.ts",
        "export class Shop {\n  PayBill(id: number) {\n    return this.payBill(id);\n  }\n\n  /**\n\
         \x20  * payBill: who calls payBill is asked.\n   */\n  payBill(id: number) {\n    return id;\n  }\n}\n",
        [
            "definition: `Shop.payBill` (method). [shop/pay.ts:9 payBill(id: number) {]",
            "callers: `Shop.PayBill` (method) calls `Shop.payBill`. [shop/pay.ts:3 return this.payBill(id);]",
        ],
    )
    .await;
    check(
        "shop/Pay.java",
        "class Shop {\n  int PayBill(int id) {\n    return payBill(id);\n  }\n\n\
         \x20 /** Who calls payBill is asked. */\n  @Deprecated\n  int payBill(int id) {\n    return id;\n  }\n}\n",
        [
            "definition: `Shop.payBill` (method). [shop/Pay.java:8 int payBill(int id) {]",
            "callers: `Shop.PayBill` (method) calls `Shop.payBill`. [shop/Pay.java:3 return payBill(id);]",
        ],
    )
    .await;
    check(
        "shop/pay.py",
        "def PayBill(id):\n    return payBill(id)\n\n\n# who calls payBill\ndef payBill(id):\n    return id\n",
        [
            "definition: `payBill` (function). [shop/pay.py:6 def payBill(id):]",
            "callers: `PayBill` (function) calls `payBill`. [shop/pay.py:2 return payBill(id)]",
        ],
    )
    .await;
    check(
        "src/pay.rs",
        "pub fn PayBill(id: u8) -> u8 {\n    payBill(id)\n}\n\n/// payBill: who calls it.\n#[inline]\n\
         fn payBill(id: u8) -> u8 {\n    id\n}\n",
        [
            "definition: `payBill` (function). [src/pay.rs:7 fn payBill(id: u8) -> u8 {]",
            "callers: `PayBill` (function) calls `payBill`. [src/pay.rs:2 payBill(id)]",
        ],
    )
    .await;
}
