//! The HTML form.

use firsthand_render::{Options, html};
use firsthand_validator::{Intent, VerifiedReport};
use serde_json::json;

use crate::fixture::{Tree, channel_flow, channels, facts, selection};

fn page(report: &VerifiedReport) -> String {
    html(report, &Options::default())
}

#[test]
fn a_page_has_every_part_of_the_report_and_loads_nothing() {
    let selection = selection(json!({
        "primaryCandidateIds": ["c3", "c5", "c6"],
        "flow": channel_flow(),
        "readTargets": [{"candidateId": "c3", "purpose": "edit <here>", "required": true}],
        "recommendedPrimaryAction": "read_targets", "confidence": "high"
    }));
    let page = page(&channels().report(&selection, Intent::Edit, facts("a <b> & \"c\"")));
    for part in [
        "a &lt;b&gt; &amp; &quot;c&quot;",
        "src/routes/app.tsx<i>:3-9</i>",
        "&lt;Route path=&quot;/channels/:id&quot; element={&lt;ChannelSidebar/&gt;} /&gt;",
        "<details class=\"code\">\n<summary>Lines 3-9</summary>",
        "docs/my notes.md</code> (not read)",
        "edit &lt;here&gt;",
        "searched 4 patterns in 812 files; 3 more files not searched.",
        "default-src 'none'; style-src 'unsafe-inline'",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    for foreign in ["<script", "http://", "https://", "src=\"", "@import", "url(h"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(!page.contains("<svg"), "no relation was observed");
}

const SHOP: &str = "\
pub fn order(basket: &Basket) {
    let key = \"AKIAIOSFODNN7EXAMPLE\";
    charge(basket, key);
}

fn charge(basket: &Basket, key: &str) {
    ledger(basket.total(), key);
}

fn ledger(total: u32, key: &str) {}
";

/// A tree with the given observed relations (the number of the place, the relation, the other symbol, the resolution):
/// `c1` is `order`, `c2` `charge`, `c3` `ledger`; the
/// key is masked.
fn shop(relations: &[(u32, &str, &str, &str)]) -> Tree {
    let mut tree = Tree::default();
    let path = tree.file("src/shop.rs", SHOP).unwrap();
    let places = [(1, 4, "order"), (6, 8, "charge"), (10, 10, "ledger")];
    for (start, end, name) in places {
        tree.relate((&path, start, end), name, None).unwrap();
    }
    for (number, relation, of, resolution) in relations {
        let (start, end, name) = places[*number as usize - 1];
        let related = Some((*relation, *of, *resolution));
        tree.relate((&path, start, end), name, related).unwrap();
    }
    tree
}

/// A place of several declarations has the name that its fact begins with, as in the other forms, in its box and its arrows,
/// too; if the place has that name.
#[test]
fn a_place_is_named_as_its_fact_begins() {
    let mut tree = Tree::default();
    let path = tree
        .file(
            "src/shop.rs",
            "struct Shop;\n\nimpl Shop {\n    fn order() { charge() }\n}\n\nfn charge() {}\n",
        )
        .unwrap();
    tree.relate((&path, 1, 5), "order", None).unwrap();
    tree.relate((&path, 7, 7), "charge", None).unwrap();
    tree.relate((&path, 1, 5), "order", Some(("callers", "charge", "import"))).unwrap();
    let check = |fact: &str, name: &str, kind: &str| {
        let selection = selection(json!({
            "primaryCandidateIds": ["c1", "c2"], "recommendedPrimaryAction": "read_targets", "confidence": "low",
            "flow": [{"candidateId": "c1", "role": "class", "fact": fact, "quote": "struct Shop;"},
                {"candidateId": "c2", "role": "step", "fact": "Runs.", "quote": "fn charge"}],
        }));
        let page = page(&tree.report(&selection, Intent::Explain, facts("how?")));
        let card = format!("<code class=\"symbol\">{name}</code>");
        let arrow = format!("<title>{name} calls charge</title>");
        let location = format!("shop.rs:1{kind}</text>");
        for part in [card, arrow, location] {
            assert!(page.contains(&part), "{part} is not in {page}");
        }
    };
    check("`Shop`: Sells.", "Shop", "");
    check("`order`: Sells.", "order", " · function");
    check("Sells.", "order", " · function");
    check("`Nowhere`: Sells.", "order", " · function");
}

/// The page of a report whose flow goes through the places with these ids.
fn page_of_flow(tree: &Tree, ids: &[&str]) -> String {
    let flow: Vec<_> = ids
        .iter()
        .zip(["charge(basket, key);", "ledger(basket.total(), key);", "fn ledger(total: u32"])
        .map(|(id, quote)| {
            json!({"candidateId": id, "role": "a `role`", "fact": "Runs `<i>` and ` alone.", "quote": quote})
        })
        .collect();
    let selection = selection(json!({
        "primaryCandidateIds": ids, "flow": flow,
        "recommendedPrimaryAction": "answer_from_report", "confidence": "low"
    }));
    page(&tree.report(&selection, Intent::Explain, facts("how is an order paid?")))
}

/// The titles of the diagram's arrows; those of dashed ones with a question mark.
fn arrows(page: &str) -> Vec<String> {
    let arrows = page.split("<g><title>").skip(1);
    let arrow = |text: &str| {
        let (title, rest) = text.split_once("</title>").unwrap();
        let weak = rest.starts_with("<path class=\"arrow weak\"");
        format!("{title}{}", if weak { "?" } else { "" })
    };
    arrows.map(arrow).collect()
}

#[test]
fn only_relations_that_were_observed_are_drawn() {
    let check = |relations: &[_], ids: &[&str], expect: &[&str]| {
        assert_eq!(arrows(&page_of_flow(&shop(relations), ids)), expect, "{relations:?}");
    };
    let all = ["c1", "c2", "c3"];
    check(&[], &all, &[]);
    check(&[(1, "callers", "charge", "scope")], &all, &["order calls charge"]);
    check(&[(2, "callees", "order", "import")], &all, &["order calls charge"]);
    check(&[(3, "callees", "order", "name")], &all, &["order calls ledger?"]);
    check(&[(2, "references", "ledger", "scope")], &all, &["charge uses ledger"]);
    // A relation found twice has one arrow: the more certain resolution, and a call rather than a use.
    let twice = [
        (1, "references", "charge", "import"),
        (1, "callers", "charge", "name"),
        (2, "callees", "order", "scope"),
    ];
    check(&twice, &all, &["order calls charge"]);
    // A relation of a host's own tool; a definition; an end that was not observed, or is not reported.
    check(&[(1, "breaks <b>", "charge", "x")], &all, &["order breaks &lt;b&gt; charge"]);
    check(&[(1, "definition", "order", "scope"), (2, "callers", "charge", "scope")], &all, &[]);
    check(&[(1, "callers", "elsewhere", "scope")], &all, &[]);
    check(&[(1, "callers", "charge", "scope")], &["c1", "c3"], &[]);
}

#[test]
fn an_ambiguous_name_has_no_arrow() {
    let mut tree = shop(&[(1, "callers", "charge", "name")]);
    let other = tree.file("src/other.rs", "fn charge() {}\n").unwrap();
    tree.relate((&other, 1, 1), "charge", None).unwrap();
    assert_eq!(arrows(&page_of_flow(&tree, &["c1", "c2"])), Vec::<String>::new());
    let path = tree.file("src/shop.rs", SHOP).unwrap();
    let related = Some(("callers", "src/shop.rs#charge", "import"));
    tree.relate((&path, 1, 4), "order", related).unwrap();
    assert_eq!(arrows(&page_of_flow(&tree, &["c1", "c2"])), ["order calls charge"]);
}

/// A box has one symbol, so an arrow to another symbol of its lines is not drawn.
#[test]
fn an_arrow_ends_at_the_symbol_that_names_the_box() {
    let mut tree = shop(&[]);
    let path = tree.file("src/shop.rs", SHOP).unwrap();
    tree.relate((&path, 6, 10), "charge", None).unwrap();
    tree.relate((&path, 10, 10), "ledger", Some(("callees", "order", "scope"))).unwrap();
    assert_eq!(arrows(&page_of_flow(&tree, &["c1", "c4"])), Vec::<String>::new());
    assert_eq!(arrows(&page_of_flow(&tree, &["c1", "c2", "c3"])), ["order calls ledger"]);
}

#[test]
fn a_diagram_names_its_places_and_code_is_collapsed() {
    let tree = shop(&[(1, "callers", "charge", "scope"), (2, "callers", "ledger", "name")]);
    let page = page_of_flow(&tree, &["c1", "c2", "c3"]);
    let (_, body) = page.split_once("<main>").unwrap();
    let (flow, _) = body.trim_start().split_once("</ol>").unwrap();
    insta::assert_snapshot!(flow, @r##"
    <header>
    <h1>how is an order paid?</h1>
    <ul class="chips"><li class="low">low confidence<span>: leads only</span></li><li><span>3 places</span></li><li><span>812 of 815 files searched</span></li></ul>
    </header>
    <section>
    <h2>Flow</h2>
    <svg class="relations" role="img" aria-label="How the places relate" viewBox="0 0 548 204" style="max-width:548px">
    <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8Z"/></marker></defs>
    <g><title>order calls charge</title><path class="arrow" marker-end="url(#tip)" d="M424 32H502Q508 32 508 38V89Q508 95 502 95H426"/><text class="word" x="432" y="28">calls</text></g>
    <g><title>charge calls ledger</title><path class="arrow weak" marker-end="url(#tip)" d="M424 109H520Q526 109 526 115V166Q526 172 520 172H426"/><text class="word" x="432" y="105">calls</text></g>
    <a href="#place-1"><title>src/shop.rs</title><rect x="4" y="4" width="420" height="56" rx="8"/><circle cx="28" cy="32" r="13"/><text class="n" x="28" y="37">1</text><text class="name" x="52" y="28">order</text><text class="where" x="52" y="47">shop.rs:1 · function</text></a>
    <a href="#place-2"><title>src/shop.rs</title><rect x="4" y="74" width="420" height="56" rx="8"/><circle cx="28" cy="102" r="13"/><text class="n" x="28" y="107">2</text><text class="name" x="52" y="98">charge</text><text class="where" x="52" y="117">shop.rs:6 · function</text></a>
    <a href="#place-3"><title>src/shop.rs</title><rect x="4" y="144" width="420" height="56" rx="8"/><circle cx="28" cy="172" r="13"/><text class="n" x="28" y="177">3</text><text class="name" x="52" y="168">ledger</text><text class="where" x="52" y="187">shop.rs:10 · function</text></a>
    </svg>
    <p class="legend">Dashed: found by the name alone.</p>
    <ol class="links">
    <li><span class="place" id="place-1"><b>1</b> <code>src/shop.rs<i>:1-4</i></code></span> <code class="symbol">order</code> <span class="role">a <code>role</code></span>
    <p>Runs <code>&lt;i&gt;</code> and ` alone.</p>
    <table class="source quote" tabindex="0"><tr><td>3</td><td><code>charge(basket, key);</code></td></tr></table><details class="code">
    <summary>Lines 1-4</summary>
    <table class="source" tabindex="0"><tr><td>1</td><td><code>pub fn order(basket: &amp;Basket) {</code></td></tr><tr class="hidden"><td></td><td>1 line not shown</td></tr><tr class="quoted"><td>3</td><td><code>    charge(basket, key);</code></td></tr><tr><td>4</td><td><code>}</code></td></tr></table>
    </details></li>
    <li><span class="place" id="place-2"><b>2</b> <code>src/shop.rs<i>:6-8</i></code></span> <code class="symbol">charge</code> <span class="role">a <code>role</code></span>
    <p>Runs <code>&lt;i&gt;</code> and ` alone.</p>
    <table class="source quote" tabindex="0"><tr><td>7</td><td><code>ledger(basket.total(), key);</code></td></tr></table><details class="code">
    <summary>Lines 6-8</summary>
    <table class="source" tabindex="0"><tr><td>6</td><td><code>fn charge(basket: &amp;Basket, key: &amp;str) {</code></td></tr><tr class="quoted"><td>7</td><td><code>    ledger(basket.total(), key);</code></td></tr><tr><td>8</td><td><code>}</code></td></tr></table>
    </details></li>
    <li><span class="place" id="place-3"><b>3</b> <code>src/shop.rs<i>:10</i></code></span> <code class="symbol">ledger</code> <span class="role">a <code>role</code></span>
    <p>Runs <code>&lt;i&gt;</code> and ` alone.</p>
    <table class="source quote" tabindex="0"><tr><td>10</td><td><code>fn ledger(total: u32</code></td></tr></table></li>
    "##);
}

#[test]
fn foreign_markup_is_escaped() {
    let hostile = "</style></title><script>alert('x')</script>\u{202e}";
    let mut tree = Tree::default();
    let path = tree.file("a<img src=x>\"'&.js", &format!("{hostile}\n")).unwrap();
    tree.see(&path, 1, 1).unwrap();
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{"candidateId": "c1", "role": hostile, "fact": hostile, "quote": "<script>alert('x')"}],
        "missingCoverage": [hostile],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    }));
    let page = page(&tree.report(&selection, Intent::Explain, facts(hostile)));
    assert!(page.contains("&lt;script&gt;alert(&#39;x&#39;)"));
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains('\u{202e}'));
    assert_eq!(page.matches("</style>").count(), 1);
}

#[test]
fn an_empty_report_is_a_complete_page() {
    let selection = selection(json!({
        "recommendedPrimaryAction": "skip_explore_result", "confidence": "low"
    }));
    let page = page(&Tree::default().report(&selection, Intent::Locate, facts("billing")));
    assert!(page.contains("Skip: nothing relevant was found."));
    assert!(!page.contains("<svg") && !page.contains("<h2>Flow"));
}
