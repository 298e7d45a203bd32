//! The profile `driven`: the test is the client's agent, and so the explorer model.

use std::time::Duration;

use firsthand::Explorer;
use firsthand_mcp::{Limits, McpConfig, Profile, Roots};
use firsthand_testkit::PlantedTree;
use serde_json::{Value, json};

use crate::wire::{PendingStub, Wire, config, handle, shop, submit_report_arguments, text};

async fn connect_driven(limits: Limits) -> (tempfile::TempDir, Wire) {
    let shop = shop();
    let config = McpConfig { limits, ..config(Profile::Driven, shop.path()) };
    let wire = Wire::connect_and_initialize(config).await;
    (shop, wire)
}

/// Opens an exploration and returns its handle.
async fn open(wire: &mut Wire, query: &str, intent: &str) -> String {
    let opened = wire.call("open", json!({"query": query, "intent": intent})).await;
    handle(&opened)
}

#[tokio::test]
async fn an_agent_explores_and_reads_the_verified_report() {
    let (_shop, mut wire) = connect_driven(Limits::default()).await;
    let opened = wire.call("open", json!({"query": "how is a basket kept?"})).await;
    assert!(
        text(&opened).contains("Question: how is a basket kept?")
            && text(&opened).contains("submit_report")
    );
    let handle = handle(&opened);
    let found =
        wire.call("search_code", json!({"handle": handle, "query": "persist basket"})).await;
    assert!(text(&found).contains("#### src/store.ts [c1] persistBasket"), "{found}");
    assert!(
        text(&found).contains("are left, 49 turns and 49 calls."),
        "the budget is said: {found}"
    );
    let early = wire.call("report", json!({"handle": handle})).await;
    assert_eq!(early["isError"], true, "{early}");
    let ended =
        wire.call("submit_report", submit_report_arguments(&handle, "write(basket);")).await;
    assert!(text(&ended).contains("Confidence: high") && text(&ended).contains("> "), "{ended}");
    assert_eq!(ended["structuredContent"]["stats"]["model"], "mcp:wire");
    assert_eq!(ended["structuredContent"]["flow"][0]["quote"]["line"], 6);
    // The same report by handle, word for word, and as a resource.
    let again = wire.call("report", json!({"handle": handle})).await;
    assert_eq!(text(&again), text(&ended));
    // A later call has no effect and returns a note.
    for (tool, arguments) in [
        ("grep", json!({"handle": handle, "pattern": "basket"})),
        ("submit_report", submit_report_arguments(&handle, "lockRows(basket.id)")),
    ] {
        let late = wire.call(tool, arguments).await;
        let preamble = text(&late).strip_suffix(text(&ended));
        assert!(
            preamble.is_some_and(|preamble| preamble.contains("ended, and this call did nothing")),
            "{late}"
        );
    }
    let uri = format!("firsthand://reports/{handle}");
    let read = wire.ask("resources/read", json!({"uri": uri})).await;
    assert_eq!(read["result"]["contents"][0]["text"], text(&ended));
    // A replay of the transcript makes the same report.
    let read = wire.ask("resources/read", json!({"uri": format!("{uri}/transcript")})).await;
    let events = read["result"]["contents"][0]["text"].as_str().unwrap();
    let replayed =
        firsthand::replay(&firsthand::read_transcript::<firsthand::Event>(events).unwrap())
            .unwrap();
    let audience = firsthand::render::Audience::Agent;
    let options = firsthand::render::Options { audience, ..Default::default() };
    assert_eq!(firsthand::render::markdown(&replayed, &options).text, text(&ended));
    wire.close().await;
}

#[tokio::test]
async fn a_gap_is_reported_and_the_report_can_be_kept() {
    let (_shop, mut wire) = connect_driven(Limits::default()).await;
    for corrects_gap in [true, false] {
        let handle = open(&mut wire, "how is a basket kept?", "explain").await;
        wire.call("search_code", json!({"handle": handle, "query": "persist basket"})).await;
        let answer_with_gap =
            wire.call("submit_report", submit_report_arguments(&handle, "no such line")).await;
        assert!(
            text(&answer_with_gap).contains("Your report has a gap")
                && text(&answer_with_gap)
                    .contains("call `report` with the handle, which ends the exploration, and it stays as it was")
                && !text(&answer_with_gap).contains("without a call"),
            "{answer_with_gap}"
        );
        assert!(answer_with_gap["structuredContent"].is_null());
        let (ended, confidence) = if corrects_gap {
            (
                wire.call("submit_report", submit_report_arguments(&handle, "lockRows(basket.id)"))
                    .await,
                "high",
            )
        } else {
            (wire.call("report", json!({"handle": handle})).await, "low")
        };
        assert_eq!(ended["structuredContent"]["confidence"], confidence, "{ended}");
    }
}

/// The names for which an agent asked, and does not ask any more, come before those that the program chooses.
#[tokio::test]
async fn names_asked_for_before_are_listed_first() {
    let (_shop, mut wire) = connect_driven(Limits::default()).await;
    let handle = open(&mut wire, "how is a basket kept?", "explain").await;
    wire.call("search_code", json!({"handle": handle, "query": "persist basket"})).await;
    let mut first = submit_report_arguments(&handle, "no such line");
    first["names"] = json!(["held", "checkout"]);
    wire.call("submit_report", first).await;
    let last = submit_report_arguments(&handle, "lockRows(basket.id)");
    let ended = wire.call("submit_report", last).await;
    let names = ended["structuredContent"]["name_lines"].as_array().unwrap();
    assert_eq!((&names[0]["name"], &names[1]["name"]), (&json!("held"), &json!("checkout")));
    assert!(names.iter().all(|name| name["is_asked"].is_null()), "{names:?}");
}

/// With intent edit, the first report is answered with the users of the code that it cites; the report states those that
/// it does not cite.
#[tokio::test]
async fn users_of_cited_code_are_shown_before_an_edit() {
    let (_shop, mut wire) = connect_driven(Limits::default()).await;
    let handle = open(&mut wire, "change how a basket is kept", "edit").await;
    wire.call("search_code", json!({"handle": handle, "symbol": "persistBasket"})).await;
    let answer_with_users =
        wire.call("submit_report", submit_report_arguments(&handle, "write(basket);")).await;
    assert!(
        text(&answer_with_users).contains("Who uses what it cites")
            && text(&answer_with_users).contains("src/app.ts")
            && text(&answer_with_users).contains("if not, call `report` with the handle"),
        "{answer_with_users}"
    );
    let ended = wire.call("report", json!({"handle": handle})).await;
    // An edit is never recommended from the report alone.
    assert_eq!(ended["structuredContent"]["action"], "read_targets", "{ended}");
    let uncited = &ended["structuredContent"]["uncited_uses"][0];
    assert_eq!(
        (&uncited["path"], &uncited["relation"], &uncited["of"]),
        (&json!("src/app.ts"), &json!("callers"), &json!("persistBasket")),
        "{ended}"
    );
}

#[tokio::test]
async fn calls_of_one_turn_run_together_and_each_has_its_answer() {
    let (_shop, mut wire) = connect_driven(Limits::default()).await;
    let handle = open(&mut wire, "how is a basket kept?", "explain").await;
    let mut ids = Vec::new();
    for path in ["src/store.ts", "src/rows.ts", "src/app.ts", "src/gone.ts"] {
        let params = json!({"name": "read_file", "arguments": {"handle": handle, "path": path}});
        ids.push((path, wire.send("tools/call", params).await));
    }
    for (path, id) in ids {
        let result = wire.answer(id).await["result"].clone();
        assert!(text(&result).contains(path), "{path}: {result}");
        assert_eq!(result["isError"], path.contains("gone"), "{result}");
    }
}

/// A run that ends while other calls of its handle arrive: each has its answer or the report.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn calls_that_come_with_the_report_are_answered() {
    let (_shop, mut wire) = connect_driven(Limits::default()).await;
    for round in 0..12 {
        let handle = open(&mut wire, "how is a basket kept?", "explain").await;
        let read = json!({"handle": handle, "path": "src/store.ts"});
        wire.call("read_file", read.clone()).await;
        let mut ids = Vec::new();
        for n in 0..9 {
            let params = if n == round % 9 {
                json!({"name": "submit_report",
                               "arguments": submit_report_arguments(&handle, "write(basket);")})
            } else {
                json!({"name": "read_file", "arguments": read})
            };
            ids.push(wire.send("tools/call", params).await);
        }
        for id in &ids {
            let known = wire.other_frames.iter().any(|frame| frame["id"] == json!(id));
            if !known {
                wire.answer(*id).await;
            }
        }
        let repeated = ids.iter().filter(|id| {
            let frames = wire.other_frames.iter();
            frames.filter(|frame| frame["id"] == json!(id)).count() > 1
        });
        assert_eq!(repeated.count(), 0);
    }
}

/// A cancelled call stops its tool; the other calls of the turn, and later ones, are answered.
#[tokio::test]
async fn a_cancelled_call_stops_its_tool_and_nothing_else() {
    let (shop, tool) = (shop(), PendingStub::new());
    let explorer = Explorer::builder(shop.path()).tool(tool.clone()).build().unwrap();
    let config =
        McpConfig { roots: Roots::new(explorer, []), ..config(Profile::Driven, shop.path()) };
    let mut wire = Wire::connect_and_initialize(config).await;
    let handle = open(&mut wire, "how is a basket kept?", "explain").await;
    let send = async |wire: &mut Wire, tool: &str, arguments: Value| {
        let params = json!({"name": tool, "arguments": arguments});
        wire.send("tools/call", params).await
    };
    let wait_id = send(&mut wire, "wait", json!({"handle": handle})).await;
    let read = json!({"handle": handle, "path": "src/rows.ts"});
    let read_id = send(&mut wire, "read_file", read).await;
    tool.received.acquire().await.unwrap().forget();
    assert_eq!(tool.dropped.available_permits(), 0);
    wire.write(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": wait_id}
    }))
    .await;
    tool.dropped.acquire().await.unwrap().forget();
    let answered = wire.answer(read_id).await["result"].clone();
    assert!(text(&answered).contains("#### src/rows.ts [c1]"), "{answered}");
    let search = json!({"handle": handle, "query": "persist basket"});
    let found = wire.call("search_code", search).await;
    assert!(text(&found).contains("[c2] persistBasket"), "{found}");
    assert!(wire.other_frames.iter().all(|frame| frame["id"] != json!(wait_id)));
}

#[tokio::test]
async fn a_run_out_of_turns_ends_with_a_labelled_fallback() {
    let shop = shop();
    let budgets = firsthand::BudgetLimits { steps: Some(3), ..firsthand::BudgetLimits::default() };
    let explorer = Explorer::builder(shop.path()).budgets(budgets).build().unwrap();
    let config =
        McpConfig { roots: Roots::new(explorer, []), ..config(Profile::Driven, shop.path()) };
    let mut wire = Wire::connect_and_initialize(config).await;
    let handle = open(&mut wire, "how is a basket kept?", "explain").await;
    let search = json!({"handle": handle, "query": "persist basket"});
    let mut last = Value::Null;
    for _ in 0..60 {
        last = wire.call("search_code", search.clone()).await;
        if !last["structuredContent"].is_null() {
            break;
        }
    }
    assert_eq!(last["structuredContent"]["outcome"], "fallback", "{last}");
    assert!(
        text(&last).starts_with("The exploration has ended, and this call did nothing."),
        "{last}"
    );
}

#[tokio::test]
async fn invalid_and_foreign_handles_are_refused() {
    let (_shop, mut wire) = connect_driven(Limits::default()).await;
    let unknown = "0".repeat(32);
    for (tool, arguments, expect) in [
        ("search_code", json!({"query": "x"}), "`handle` is missing"),
        ("search_code", json!({"handle": 7, "query": "x"}), "`handle` is missing"),
        ("grep", json!({"handle": unknown, "pattern": "x"}), "no exploration of this handle"),
        ("report", json!({"handle": unknown}), "no exploration of this handle"),
        ("submit_report", json!({"handle": ""}), "no exploration of this handle"),
        (
            "grep",
            json!({"handle": unknown, "pattern": "x".repeat(70_000)}),
            "longer than 32768 bytes",
        ),
        ("open", json!({}), "`query` is missing"),
        ("open", json!({"query": " \n"}), "the question is empty"),
        ("open", json!({"query": "x", "root": "/etc"}), "not allowed"),
    ] {
        let result = wire.call(tool, arguments.clone()).await;
        assert_eq!(result["isError"], true, "{arguments}");
        assert!(text(&result).contains(expect), "{arguments} {result}");
    }
}

#[tokio::test]
async fn the_number_of_open_explorations_is_limited() {
    let (_shop, mut wire) = connect_driven(Limits { open: 2, ..Limits::default() }).await;
    let first = open(&mut wire, "how is a basket kept?", "explain").await;
    open(&mut wire, "how is a row locked?", "explain").await;
    let third = wire.call("open", json!({"query": "how?"})).await;
    assert!(text(&third).contains("too many explorations are open"), "{third}");
    wire.call("search_code", json!({"handle": first, "query": "persist basket"})).await;
    wire.call("submit_report", submit_report_arguments(&first, "write(basket);")).await;
    open(&mut wire, "how?", "explain").await;
}

/// Opens an exploration as soon as a slot is free. Only the idle timeout of another exploration frees one here.
async fn open_when_free(wire: &mut Wire) -> String {
    loop {
        let opened = wire.call("open", json!({"query": "how is a basket kept?"})).await;
        if opened["isError"] == false {
            return handle(&opened);
        }
    }
}

#[tokio::test]
async fn an_abandoned_exploration_expires_with_a_fallback_report() {
    let idle = Duration::from_millis(200);
    let (_shop, mut wire) = connect_driven(Limits { idle, open: 1, ..Limits::default() }).await;
    let unused_handle = open_when_free(&mut wire).await;
    // On a busy machine an exploration may expire before its first call.
    let handle = loop {
        let handle = open_when_free(&mut wire).await;
        let search = json!({"handle": handle, "query": "persist basket"});
        if text(&wire.call("search_code", search).await).contains("[c1]") {
            break handle;
        }
    };
    let gone = wire.call("report", json!({"handle": unused_handle})).await;
    assert!(text(&gone).contains("no exploration of this handle"), "{gone}");
    open_when_free(&mut wire).await;
    let fallback = wire.call("report", json!({"handle": handle})).await;
    assert_eq!(fallback["structuredContent"]["outcome"], "fallback", "{fallback}");
    assert!(text(&fallback).contains("the agent made no call for too long"), "{fallback}");
}

/// No tool shows a planted secret to the client's agent, and changed code is not reported.
#[tokio::test]
async fn contained_no_planted_secret_is_shown() {
    let tree = PlantedTree::new().unwrap();
    let explorer = Explorer::builder(tree.root()).exclude(PlantedTree::EXCLUDED).build().unwrap();
    let config =
        McpConfig { roots: Roots::new(explorer, []), ..config(Profile::Driven, tree.root()) };
    let mut wire = Wire::connect_and_initialize(config).await;
    let handle = open(&mut wire, PlantedTree::QUESTION, "explain").await;
    let mut seen = String::new();
    for path in ["src/ledger.rs", "src/pay.rs", ".env", "credentials.json", "vendor/refund.rs"] {
        seen += &wire.call("read_file", json!({"handle": handle, "path": path})).await.to_string();
    }
    seen += &wire.call("grep", json!({"handle": handle, "pattern": "gh.{2}"})).await.to_string();
    tree.rewrite(); // Somebody edits a file before the report is made.
    let submitted = json!({
        "handle": handle, "primaryCandidateIds": ["c1", "c2"],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high", "flow": [
            {"candidateId": "c1", "role": "ledger", "fact": "Books.", "quote": "entries.push(order)"},
            {"candidateId": "c2", "role": "key", "fact": "Signs.", "quote": "let key = \"[redacted: "},
            {"candidateId": "c2", "role": "entry", "fact": "Pays.", "quote": "book_refund(order, key)"},
        ],
    });
    let mut ended = wire.call("submit_report", submitted).await;
    if ended["structuredContent"].is_null() {
        ended = wire.call("report", json!({"handle": handle})).await;
    }
    tree.check_text(&seen, text(&ended));
    tree.check_text(&seen, &ended["structuredContent"].to_string());
}
