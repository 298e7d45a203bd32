//! The stages without a model, over small repositories: the results of each route, and the effects of hints, axes and
//! caps.

use firsthand_registry::RepoPath;
use firsthand_research::payload::{Evidence, Intent};
use firsthand_research::{Format, Record, ResearchEvent, Stage, print, text};
use firsthand_testkit::folder;
use insta::assert_snapshot;

use crate::fixtures::{action, claims, degraded, intent, queries, research, shop};

#[tokio::test]
async fn a_named_symbol_is_walked_in_both_directions() {
    let root = shop();
    let researched =
        research(&root, Intent::new("who is affected by a change of pay_refund")).await;
    assert_eq!(action(&researched.result), "walk_seeds");
    assert_snapshot!(claims(&researched.result).join("\n"), @r"
    definition: `pay_refund` (function). [src/refund.rs:4 pub fn pay_refund(ledger: &mut Ledger, amount: u32) {]
    callers: `cancel_order` (function) calls `pay_refund`. [src/orders.rs:6 pay_refund(ledger, 7);]
    callers: `handle_cancel` (function) calls `cancel_order`. [src/api.rs:5 cancel_order(ledger);]
    callees: `Ledger::post_entry` (function) is used by `pay_refund`. [src/ledger.rs:8 pub fn post_entry(&mut self, amount: u32) {]
    tests: `a_refund_is_paid` (function) calls `pay_refund`, by its name alone. [tests/refund.rs:4 pay_refund(&mut ledger, 3);]
    ");
    let seeds = researched.result.decomp_trace.unwrap().seed_entities;
    assert_eq!(seeds, ["src/refund.rs#pay_refund(function)"]);
}

/// The words that a caller guesses find what the topic does not name; they displace nothing, and prove nothing.
#[tokio::test]
async fn guessed_words_find_more_and_give_no_confidence() {
    let root = folder(&[
        (
            "store.rs",
            "fn check_version(row: Row) {\n    if row.stale {\n        conflict(row);\n    }\n}\n",
        ),
        ("page.rs", "fn overwrite_page(page: Page) {\n    save(page);\n}\n"),
    ]);
    let sources_of = async |words: &str| {
        let hints: &[(&str, &str)] = if words.is_empty() { &[] } else { &[("words", words)] };
        let researched = research(&root, intent("two people overwrite a page", hints)).await;
        let evidence = researched.result.evidence.into_iter();
        let mut found: Vec<String> =
            evidence.map(|found| format!("{} by {}", found.entity_id, found.source)).collect();
        found.sort();
        found
    };
    let own = "page.rs#overwrite_page(function) by bm25";
    assert_eq!(sources_of("").await, [own]);
    let guessed = "store.rs#check_version(function) by words";
    // The words lead to no file of the question's, so they rank its own place, too.
    let own_by_words = "page.rs#overwrite_page(function) by words";
    assert_eq!(sources_of("stale, lock version").await, [own_by_words, guessed]);
    assert_eq!(sources_of("stale, overwrite").await, [own, guessed]);
    assert_eq!(sources_of("carburettor").await, [own]);
}

/// The requested function stays a definition even if it calls itself.
#[tokio::test]
async fn a_recursive_function_is_its_own_definition() {
    let code = "fn count_down(n: u32) {\n    count_down(n - 1);\n}\n\nfn start() {\n    count_down(3);\n}\n";
    let root = folder(&[("a.rs", code)]);
    let researched = research(&root, Intent::new("who calls count_down")).await;
    let parts: Vec<&str> =
        researched.result.claims.iter().map(|claim| claim.part.as_str()).collect();
    assert_eq!(parts, ["definition", "callers"], "{:?}", claims(&researched.result));
}

#[tokio::test]
async fn hops_limit_a_walk() {
    let root = shop();
    let check = async |hops: &str, relation: &str, expect: &[&str]| {
        let hints = [("hops", hops), ("relation", relation)];
        let researched = research(&root, intent("post_entry", &hints)).await;
        let mut found: Vec<String> = researched
            .result
            .claims
            .iter()
            .filter(|claim| claim.part != "definition" && claim.part != "tests")
            .map(|claim| claim.text.split('`').nth(1).unwrap().to_owned())
            .collect();
        found.sort();
        assert_eq!(found, expect, "{hops} {relation}");
    };
    check("1", "callers", &["pay_refund"]).await;
    check("2", "callers", &["cancel_order", "pay_refund"]).await;
    check("3", "callers", &["cancel_order", "handle_cancel", "pay_refund"]).await;
}

/// What uses code is followed further than what it uses, which no change of it affects; unless nothing uses it.
#[tokio::test]
async fn callees_of_callees_are_followed_where_nothing_calls() {
    let root = shop();
    let check = async |topic: &str, hints: &[(&str, &str)], expect: &[&str]| {
        let researched = research(&root, intent(topic, hints)).await;
        let claims = researched.result.claims.iter().filter(|claim| claim.part == "callees");
        let found: Vec<&str> = claims.map(|claim| claim.text.split('`').nth(1).unwrap()).collect();
        assert_eq!(found, expect, "{topic} {hints:?}");
    };
    check("who is affected by a change of cancel_order", &[], &["pay_refund"]).await;
    let asked = [("hops", "2")];
    check("cancel_order", &asked, &["pay_refund", "Ledger::post_entry"]).await;
    check("what does handle_cancel do", &[], &["cancel_order", "pay_refund"]).await;
}

#[tokio::test]
async fn a_topic_without_names_is_decomposed() {
    let root = shop();
    let researched = research(&root, Intent::new("how does an order get its refund")).await;
    assert_eq!(action(&researched.result), "decompose");
    let ran_queries = queries(&researched.result);
    for start in
        ["callers of src/", "callees of src/", "search how does an order get its refund in src"]
    {
        assert!(
            ran_queries.iter().any(|query| query.starts_with(start)),
            "{start}: {ran_queries:?}"
        );
    }
    let found = claims(&researched.result);
    let call = "callees: `pay_refund` (function) is used by `cancel_order`. [src/refund.rs:4 ";
    assert!(found.iter().any(|claim| claim.starts_with(call)), "{found:?}");
    // An edge is at most as certain as the ranked place at which it starts.
    assert!(researched.result.evidence.iter().all(|item| item.tier == "1"));
}

#[tokio::test]
async fn few_candidates_are_a_direct_answer() {
    let root = folder(&[("a.rs", "/// Locks rows.\nfn lock_rows() {}\n"), ("b.txt", "nothing\n")]);
    let researched = research(&root, Intent::new("how are rows locked")).await;
    assert_eq!(action(&researched.result), "synthesize_directly");
    assert!(researched.result.decomp_trace.is_none());
    assert_eq!(
        claims(&researched.result),
        ["place: `lock_rows` (function). [a.rs:2 fn lock_rows() {}]"]
    );
    let executed = |record: &Record| {
        matches!(&record.event, ResearchEvent::Completed { stage: Stage::Execute, .. })
    };
    assert!(!researched.transcript.iter().any(executed));
}

/// Each axis has its sub-queries.
#[tokio::test]
async fn hints_choose_the_axes() {
    let root = shop();
    let check = async |axes: &str, expect: &[&str]| {
        let researched = research(&root, intent("refund of an order", &[("axes", axes)])).await;
        let found = queries(&researched.result);
        let starts_with = |index: usize, start: &&str| {
            found.get(index).is_some_and(|query| query.starts_with(start))
        };
        assert!(
            expect.iter().enumerate().all(|(index, start)| starts_with(index, start)),
            "{axes}: {found:?}"
        );
    };
    check("relation", &["callers of src/", "callees of src/", "callers of src/"]).await;
    check("module,tests", &["search refund of an order in src", "search refund of an order"]).await;
    check("kind", &["search refund of an order"]).await;
    check("time,text", &["commits of src/"]).await;
}

#[tokio::test]
async fn a_scope_caps_the_sub_queries() {
    let root = shop();
    let count_queries = async |scope: &str| {
        let hints = [("axes", "relation,module,tests,kind"), ("scope", scope)];
        let researched = research(&root, intent("refund of an order entry", &hints)).await;
        queries(&researched.result).len()
    };
    assert_eq!(count_queries("narrow").await, 3);
    let (medium, broad) = (count_queries("medium").await, count_queries("broad").await);
    assert!((4..=8).contains(&medium) && (medium..=20).contains(&broad), "{medium} {broad}");
}

#[tokio::test]
async fn an_empty_result_is_reported() {
    let root = shop();
    let researched = research(&root, Intent::new("zebra quantum")).await;
    assert!(researched.result.claims.is_empty() && researched.result.evidence.is_empty());
    let synthesis = researched.result.synthesis.to_string();
    assert!(synthesis.starts_with("No evidence was found in "), "{synthesis}");
    let degradations = degraded(&researched.result);
    let absent = "classify: these words stand in no searched file: quantum, zebra";
    assert!(degradations.contains(&absent.to_owned()), "{degradations:?}");
}

/// Evidence that does not fit into the budget is skipped, later evidence is tried, and the budget is never exceeded.
#[tokio::test]
async fn evidence_stays_within_its_budget() {
    let big: String = (0..10)
        .map(|line| format!("    // refund of the ledger, part {line} of many lines\n"))
        .collect();
    let root = folder(&[
        ("a.rs", &format!("/// Refund.\nfn refund_ledger() {{\n{big}}}\n")),
        ("b.rs", "fn refund() {}\n"),
        ("c.rs", "fn refund_all() { refund(); }\n"),
    ]);
    for tokens in [10, 20, 60, 400] {
        let request = Intent { budget_tokens: tokens, ..Intent::new("refund of the ledger") };
        let researched = research(&root, request).await;
        let cost = |item: &Evidence| {
            item.entity_id.chars().count().div_ceil(4)
                + item.snippet_text.chars().count().div_ceil(4)
        };
        let used: usize = researched.result.evidence.iter().map(cost).sum();
        assert!(i64::try_from(used).unwrap() <= tokens, "{used} of {tokens}");
        let small =
            researched.result.evidence.iter().any(|item| item.entity_id.starts_with("b.rs"));
        assert!(small || tokens < 20, "{tokens}: {:?}", researched.result.evidence);
    }
}

#[tokio::test]
async fn secrets_are_neither_shown_nor_quoted() {
    let token = "AKIAIOSFODNN7EXAMPLE";
    let code = format!(
        "/// Signs a refund.\nfn sign_refund() {{\n    let key = \"{token}\";\n    send_refund(key);\n}}\n"
    );
    let root = folder(&[
        ("a.rs", &code),
        (".env", "REFUND_KEY=abc\n"),
        ("b.rs", "fn send_refund(key: &str) {}\n"),
    ]);
    let researched = research(&root, Intent::new("how is a refund signed by its key")).await;
    let log = firsthand_agent::write_transcript(&researched.transcript);
    assert!(log.contains("sign_refund") && !log.contains(token), "{log}");
    assert!(!log.contains("REFUND_KEY"));
}

/// The same repository gives the same result, whichever query finishes first.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn runs_are_deterministic() {
    let root = shop();
    let mut results = Vec::new();
    for _ in 0..5 {
        let researched = research(&root, Intent::new("how does an order get its refund")).await;
        results.push(serde_json::to_string(&researched.result).unwrap());
    }
    results.dedup();
    assert_eq!(results.len(), 1);
}

/// A place that changed after it was observed is not cited.
#[tokio::test]
async fn unchanged_places_are_cited_and_changed_ones_are_not() {
    use firsthand_agent::FileSource;
    struct ChangedFiles(firsthand_tools::Toolbox);
    #[async_trait::async_trait]
    impl FileSource for ChangedFiles {
        async fn bytes(&self, path: &RepoPath) -> std::io::Result<Option<Vec<u8>>> {
            match path.as_str() {
                "src/refund.rs" => Ok(Some(b"// all gone\n".to_vec())),
                _ => self.0.files().bytes(path).await,
            }
        }
    }
    let root = shop();
    let dependencies = firsthand_research::RunDependencies {
        files: std::sync::Arc::new(ChangedFiles(crate::fixtures::toolbox(&root))),
        ..crate::fixtures::dependencies(&root, None)
    };
    let request = firsthand_research::Request::new("r1", Intent::new("pay_refund"));
    let researched = firsthand_research::run(request, &dependencies).await.unwrap();
    assert!(researched.result.places.iter().all(|place| place.path != "src/refund.rs"));
    assert!(!researched.result.claims.is_empty());
    let degradations = degraded(&researched.result);
    assert!(
        degradations.iter().any(|reason| reason.contains("references did not hold")),
        "{degradations:?}"
    );
}

#[tokio::test]
async fn each_format_has_its_own_form() {
    let root = shop();
    let researched = research(&root, Intent::new("pay_refund")).await;
    let mut outputs = Format::ALL.map(|format| print(&researched, format));
    outputs.sort_unstable();
    for pair in outputs.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }
}

/// The Markdown form fits its budget however much was found: it counts what it leaves out, and has each path once.
#[tokio::test]
async fn the_form_for_agents_fits_its_budget() {
    let callers = |file: usize| {
        let one = |number: usize| {
            format!("fn caller_{file}_{number}() {{\n    pay_refund({number});\n}}\n\n")
        };
        (format!("src/some/longer/folder/module_{file}.rs"), (0..6).map(one).collect::<String>())
    };
    let declaring = ("src/refund.rs".to_owned(), "pub fn pay_refund(n: u32) {}\n".to_owned());
    let files: Vec<_> = (0..12).map(callers).chain([declaring]).collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let researched = research(&folder(&files), Intent::new("who calls pay_refund")).await;
    let printed = print(&researched, Format::Md);
    assert!(printed.chars().count() <= 2_500, "{printed}");
    let shown = printed.lines().filter(|line| line.starts_with("- `caller_")).count();
    let of_callers = researched.result.claims.iter().filter(|claim| claim.part == "callers");
    let left_out = format!("{} of callers", of_callers.count() - shown);
    assert!(shown > 5 && printed.contains(&left_out), "{printed}");
    for (path, _) in files {
        assert!(printed.matches(path).count() <= 1, "{path}: {printed}");
    }
}

/// For people: statements are wrapped and quoted lines are cut at the width of the terminal.
#[tokio::test]
async fn a_result_fits_the_width_of_a_terminal() {
    let long_line = "    let entry = ledger.find_entry_of_the_customer_by_number(number).unwrap_or_default().with_amount(amount).with_currency(currency);\n";
    let refund = format!(
        "/// Pays a refund back to the customer.\npub fn pay_refund_to_customer(ledger: &mut Ledger, number: u32, amount: u32, currency: Currency, reason: Reason) {{\n{long_line}}}\n"
    );
    let root = folder(&[
        ("src/refund.rs", &refund),
        (
            "src/cancelled_orders.rs",
            "use crate::refund::pay_refund_to_customer;\n\npub fn cancel_order(ledger: &mut Ledger) {\n    pay_refund_to_customer(ledger, 7, 3, Currency::Euro, Reason::Cancelled { by: Person::Customer, at: Time::now() });\n}\n",
        ),
    ]);
    let topic = "who is affected by a change of pay_refund_to_customer, and what would have to be tested again after it, on every page that shows what a customer was paid back";
    let researched = research(&root, Intent::new(topic)).await;
    for width in [80, 120, 200] {
        let text = text(&researched, width, usize::MAX);
        let lines = text.lines().map(|line| line.chars().count());
        assert!(lines.max() <= Some(width), "{text}");
    }
    assert_snapshot!(text(&researched, 80, 4), @r"
    who is affected by a change of pay_refund_to_customer, and what would have to be
    tested again after it, on every page that shows what a customer was paid back
    2 findings · 2 items of evidence

    definition
    - pay_refund_to_customer (function).
      src/refund.rs:2
          2 │ pub fn pay_refund_to_customer(ledger: &mut Ledger, number: u32, amoun…

    callers
    … 1 more; --all prints them
    ");
    assert_snapshot!(text(&researched, 80, usize::MAX), @r"
    who is affected by a change of pay_refund_to_customer, and what would have to be
    tested again after it, on every page that shows what a customer was paid back
    2 findings · 2 items of evidence

    definition
    - pay_refund_to_customer (function).
      src/refund.rs:2
          2 │ pub fn pay_refund_to_customer(ledger: &mut Ledger, number: u32, amoun…

    callers
    - cancel_order (function) calls pay_refund_to_customer, by its name alone.
      src/cancelled_orders.rs:4
          4 │ pay_refund_to_customer(ledger, 7, 3, Currency::Euro, Reason::Cancelle…
    ");
    assert_snapshot!(text(&researched, 120, usize::MAX), @r"
    who is affected by a change of pay_refund_to_customer, and what would have to be tested again after it, on every page
    that shows what a customer was paid back
    2 findings · 2 items of evidence

    definition
    - pay_refund_to_customer (function).
      src/refund.rs:2
          2 │ pub fn pay_refund_to_customer(ledger: &mut Ledger, number: u32, amount: u32, currency: Currency, reason: Reas…

    callers
    - cancel_order (function) calls pay_refund_to_customer, by its name alone.
      src/cancelled_orders.rs:4
          4 │ pay_refund_to_customer(ledger, 7, 3, Currency::Euro, Reason::Cancelled { by: Person::Customer, at: Time::now(…
    ");
    assert_snapshot!(text(&researched, 200, usize::MAX), @r"
    who is affected by a change of pay_refund_to_customer, and what would have to be tested again after it, on every page that shows what a customer was paid back
    2 findings · 2 items of evidence

    definition
    - pay_refund_to_customer (function).
      src/refund.rs:2
          2 │ pub fn pay_refund_to_customer(ledger: &mut Ledger, number: u32, amount: u32, currency: Currency, reason: Reason) {

    callers
    - cancel_order (function) calls pay_refund_to_customer, by its name alone.
      src/cancelled_orders.rs:4
          4 │ pay_refund_to_customer(ledger, 7, 3, Currency::Euro, Reason::Cancelled { by: Person::Customer, at: Time::now() });
    ");
}

/// Each statement is about one declaration: its lines are quoted alone, files beside the source are no tests, and a name
/// that several files have is said with its file.
#[tokio::test]
async fn a_statement_is_about_one_declaration() {
    let args = "class ReplayArgs:\n    replay_id = 1\n\n\n";
    let gets = "def get_replay(replay_id):\n    return db.find(replay_id)\n\n\n";
    let deletes = "def delete_replay(replay_id):\n    return db.delete_replay(replay_id)\n";
    let root = folder(&[
        ("replay.py", &format!("{args}{gets}{deletes}")),
        ("saved.py", &format!("import replay\n\n\n{gets}")),
        (".github/replay.yml", "name: Replay request\n"),
    ]);
    let researched = research(&root, Intent::new("how is a replay deleted or found")).await;
    assert_snapshot!(claims(&researched.result).join("\n"), @r"
    place: `delete_replay` (function). [replay.py:9 def delete_replay(replay_id):]
    place: `ReplayArgs` (class). [replay.py:1 class ReplayArgs:]
    place: `get_replay` (function). [saved.py:4 def get_replay(replay_id):]
    ");
    let caller = "use crate::mail::send_mail;\n\nfn run() {\n    send_mail();\n}\n";
    let root = folder(&[
        ("src/mail.rs", "pub fn send_mail() {}\n"),
        ("src/post.rs", caller),
        ("src/queue.rs", caller),
    ]);
    let researched = research(&root, Intent::new("who calls send_mail")).await;
    let callers =
        claims(&researched.result).into_iter().filter(|claim| claim.starts_with("callers"));
    assert_snapshot!(callers.collect::<Vec<_>>().join("\n"), @r"
    callers: `run` (function) in `src/post.rs` calls `send_mail`, by its name alone. [src/post.rs:4 send_mail();]
    callers: `run` (function) in `src/queue.rs` calls `send_mail`, by its name alone. [src/queue.rs:4 send_mail();]
    ");
}

/// That no declaration of most source files is read is said, by the ending of the files alone.
#[tokio::test]
async fn a_tree_of_an_unknown_language_is_said_to_be_searched_as_text() {
    let dart = "void chargeCart() {\n  sendMail();\n}\n";
    type Case<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str]);
    let cases: [Case<'_>; 5] = [
        (
            &[("lib/a.dart", dart), ("lib/b.dart", dart), ("src/c.rs", "fn charge_cart() {}\n")],
            &[
                "classify: no declaration of 2 files ending in .dart is read: they are searched as text alone",
            ],
        ),
        // Keys and values.
        (
            &[
                ("en/a.strings", "\"pay\" = \"Pay\";\n"),
                ("de/a.strings", "\"pay\" = \"Zahlen\";\n"),
                ("src/c.rs", "fn charge_cart() {}\n"),
            ],
            &[],
        ),
        // As many as are parsed.
        (&[("lib/a.dart", dart), ("src/c.rs", "fn charge_cart() {}\n")], &[]),
        // Not source.
        (
            &[
                ("tests/a.snap", dart),
                ("tests/b.snap", dart),
                ("src/c.rs", "fn charge_cart() {}\n"),
            ],
            &[],
        ),
        // No text.
        (&[("a.bin", "\0\0\0"), ("b.bin", "\0\0\0"), ("src/c.rs", "fn charge_cart() {}\n")], &[]),
    ];
    for (files, expected) in cases {
        let researched = research(&folder(files), Intent::new("charge cart")).await;
        let degraded = degraded(&researched.result);
        let about_text = degraded.iter().filter(|reason| reason.contains("as text alone"));
        assert_eq!(about_text.collect::<Vec<_>>(), expected, "{files:?}");
    }
}
