//! The profile `explore`.

use firsthand::Explorer;
use firsthand_mcp::{McpConfig, Profile, Roots};
use firsthand_testkit::folder;
use serde_json::{Value, json};

use crate::wire::{PendingStub, Wire, config, config_with_model, handle, shop, text, tokens};

#[tokio::test]
async fn the_server_describes_itself() {
    let shop = shop();
    let mut wire = Wire::connect(config(Profile::Explore, shop.path()));
    let initialized = wire.initialize().await;
    let initialized = &initialized["result"];
    assert_eq!(initialized["serverInfo"]["name"], "firsthand");
    assert_eq!(initialized["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    let instructions = initialized["instructions"].as_str().unwrap();
    assert!(
        instructions.contains(&*shop.path().canonicalize().unwrap().to_string_lossy()),
        "{instructions}"
    );
    wire.close().await;
}

/// Some clients hand their model only the structured content where there is some.
#[tokio::test]
async fn a_result_is_text_alone_unless_structured_content_is_asked_for() {
    let shop = shop();
    for (profile, tool, mut arguments) in [
        (Profile::Explore, "explore_code", json!({"query": "where is the basket persisted?"})),
        (Profile::Explore, "research_code", json!({"topic": "lockRows", "axes": ["relation"]})),
        (Profile::Driven, "open", json!({"query": "how is it kept?"})),
    ] {
        let config = McpConfig { structured: false, ..config(profile, shop.path()) };
        let mut wire = Wire::connect_and_initialize(config).await;
        for asked in [json!(null), json!(false), json!(true)] {
            arguments["structured"] = asked.clone();
            let result = wire.call(tool, arguments.clone()).await;
            assert_eq!(result["isError"], false, "{result}");
            let has_data = !result["structuredContent"].is_null();
            let expect = asked == true && profile == Profile::Explore;
            assert_eq!(has_data, expect, "{tool} {asked}");
        }
    }
}

#[tokio::test]
async fn a_report_is_returned_as_text_and_as_structured_content() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    let arguments = json!({"query": "where is the basket persisted?", "intent": "locate"});
    let result = wire.call("explore_code", arguments).await;
    let (text, data) = (text(&result), &result["structuredContent"]);
    assert_eq!(result["isError"], false);
    assert!(
        text.starts_with("## explore_code report\n") && text.contains("src/store.ts:"),
        "{text}"
    );
    assert!(text.chars().count() <= 2_500);
    assert_eq!(
        (&data["schema"], &data["intent"]),
        (&json!("firsthand.report/2"), &json!("locate"))
    );
    assert_eq!(data["primary"][0]["path"], "src/store.ts");
    for link in data["flow"].as_array().unwrap() {
        assert!(text.contains(link["quote"]["text"].as_str().unwrap()), "{link}");
    }
    // The text has no block; the numbers of its places are in the structured content.
    assert!(!text.contains("```json") && data["markdown"] == *text);
    let block = &data["block"];
    assert_eq!((&block["action"], &block["confidence"]), (&data["action"], &data["confidence"]));
    let refs = block["refs"].as_object().unwrap().iter();
    let mut numbers: Vec<u64> = Vec::new();
    for (path, places) in refs {
        for place in places.as_array().unwrap() {
            let [number, start, end] = [0, 1, 2].map(|at| place[at].as_u64().unwrap());
            let printed = [format!("{number}. "), format!("[{number}] ")].iter().any(|mark| {
                text.contains(&format!("{mark}{path}:{start}-{end}"))
                    || text.contains(&format!("{mark}("))
            });
            assert!(printed, "{place} of {path}: {text}");
            numbers.push(number);
        }
    }
    numbers.sort_unstable();
    assert!(numbers.iter().copied().eq(1..=numbers.len() as u64) && !numbers.is_empty());
    assert!(tokens(text) + tokens(&data.to_string()) < 8_000);
    // The progress values only grow.
    let steps: Vec<f64> =
        wire.other_frames.iter().map(|n| n["params"]["progress"].as_f64().unwrap()).collect();
    assert!(!steps.is_empty() && steps.is_sorted(), "{steps:?}");
    assert!(wire.other_frames.iter().all(|n| n["params"]["progressToken"] == "p"));
    assert!(
        wire.other_frames
            .iter()
            .any(|n| n["params"]["message"].as_str().unwrap().contains("Searching for"))
    );
}

#[tokio::test]
async fn finished_reports_are_resources() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    let result = wire.call("explore_code", json!({"query": "persist basket"})).await;
    let listed = wire.ask("resources/list", json!({})).await["result"]["resources"].clone();
    let uri = result["_meta"]["firsthand/report"].as_str().unwrap();
    let uris: Vec<&str> =
        listed.as_array().unwrap().iter().map(|r| r["uri"].as_str().unwrap()).collect();
    assert_eq!(uris, [uri, &format!("{uri}/json"), &format!("{uri}/transcript")]);
    let mut read = async |uri: &str| {
        let read = wire.ask("resources/read", json!({"uri": uri})).await;
        read["result"]["contents"][0]["text"].as_str().map(str::to_owned)
    };
    assert_eq!(read(uris[0]).await.as_deref(), Some(text(&result)));
    let report_json: Value = serde_json::from_str(&read(uris[1]).await.unwrap()).unwrap();
    let markdown = report_json["markdown"].as_str().unwrap();
    let block = markdown.strip_prefix(text(&result)).unwrap();
    assert!(block.starts_with("\n```json\n{\"v\":3,"), "for programs alone: {block}");
    let events =
        firsthand::read_transcript::<firsthand::Event>(&read(uris[2]).await.unwrap()).unwrap();
    let again = firsthand::replay(&events).unwrap();
    assert_eq!(again.body().primary[0].path().as_str(), "src/store.ts");
    for wrong in
        ["firsthand://reports/0", &format!("{uri}/"), &format!("{uri}/x"), "file:///etc/passwd", ""]
    {
        assert_eq!(read(wrong).await, None, "{wrong}");
    }
}

#[tokio::test]
async fn the_number_of_stored_reports_is_limited() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    for n in 0..40 {
        wire.call("explore_code", json!({"query": format!("persist basket {n}")})).await;
    }
    let listed = wire.ask("resources/list", json!({})).await["result"]["resources"].clone();
    let titles: Vec<&str> =
        listed.as_array().unwrap().iter().map(|r| r["title"].as_str().unwrap()).collect();
    assert_eq!(
        (titles.len(), titles[0], titles[95]),
        (96, "persist basket 39", "persist basket 8")
    );
}

#[tokio::test]
async fn errors_are_returned_as_text() {
    let (shop, empty) = (shop(), folder(&[]));
    let roots = Roots::new(
        Explorer::builder(shop.path()).build().unwrap(),
        [Explorer::builder(empty.path()).build().unwrap()],
    );
    let config = McpConfig { roots, ..config(Profile::Explore, shop.path()) };
    let mut wire = Wire::connect_and_initialize(config).await;
    let empty = empty.path().to_string_lossy().into_owned();
    for (tool, arguments, expect) in [
        ("explore_code", json!({}), "`query` is missing"),
        ("explore_code", json!({"query": "  "}), "the question is empty"),
        ("explore_code", json!({"query": {"text": "x"}}), "`query` must be a text"),
        ("explore_code", json!({"query": "x", "intent": "win"}), "`intent` must be one of"),
        ("search_code", json!({"path": "x".repeat(100_000)}), "`path` is too long"),
        ("explore_code", json!({"query": "x", "root": "/etc"}), "the root `/etc` is not allowed"),
        ("explore_code", json!({"query": "x", "root": empty}), "there is no file to look at"),
        ("research_code", json!({"topic": " "}), "`topic` is blank"),
        ("research_code", json!({"topic": "x", "root": "/"}), "the root `/` is not allowed"),
        ("search_code", json!({}), "pass `query`, `symbol`"),
        ("search_code", json!({"query": "x", "root": "/"}), "the root `/` is not allowed"),
        ("search_code", json!({"query": "x", "root": {"path": "x"}}), "`root` must be a text"),
    ] {
        let result = wire.call(tool, arguments.clone()).await;
        assert_eq!(result["isError"], true, "{arguments} {result}");
        assert!(text(&result).contains(expect), "{arguments} {result}");
    }
    let unknown = wire.call("index", json!({})).await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
}

/// Arguments with one meaning are accepted by the tools of both profiles.
#[tokio::test]
async fn slightly_wrong_arguments_are_repaired() {
    let shop = shop();
    for (profile, tool, arguments, note) in [
        (Profile::Explore, "explore_code", json!({"question": "how is a basket kept?"}), "`query`"),
        (
            Profile::Explore,
            "explore_code",
            json!({"query": ["how is a basket kept?"], "intent": "Explain"}),
            "",
        ),
        (
            Profile::Explore,
            "explore_code",
            json!({"query": "basket", "words": "[\"persist\"]", "depth": 1}),
            "`depth`",
        ),
        (
            Profile::Explore,
            "search_code",
            json!({"search_query": "persist basket", "limit": "3"}),
            "`query`",
        ),
        (Profile::Explore, "research_code", json!({"query": "what reads the basket"}), "`topic`"),
        (Profile::Driven, "open", json!({"question": "how is a basket kept?"}), "`query`"),
    ] {
        let mut wire = Wire::connect_and_initialize(config(profile, shop.path())).await;
        let result = wire.call(tool, arguments.clone()).await;
        assert_eq!(result["isError"], false, "{arguments} {result}");
        let last = text(&result).lines().last().unwrap_or_default();
        let is_noted = last.starts_with("Note: ") && last.contains(note);
        assert_eq!(is_noted, !note.is_empty(), "{arguments} {last}");
    }
}

/// Names of tools and arguments, and lists for texts, are read in the same way in both profiles.
#[tokio::test]
async fn tools_are_lenient_in_the_same_way_in_both_profiles() {
    let shop = shop();
    let explore = config(Profile::Explore, shop.path());
    let mut wire = Wire::connect_and_initialize(explore).await;
    for (tool, arguments) in [
        ("search", json!({"query": ["persist", "basket"]})),
        ("Search", json!({"querry": ["persist basket"], "include": "tests"})),
        ("explore", json!({"query": ["persist", "basket"], "words": "persist"})),
        ("research", json!({"topic": ["persistBasket", "callers"]})),
    ] {
        let result = wire.call(tool, arguments.clone()).await;
        assert!(text(&result).contains("src/store.ts"), "{tool} {arguments} {result}");
    }
    let driven = config(Profile::Driven, shop.path());
    let mut wire = Wire::connect_and_initialize(driven).await;
    let opened = wire.call("open", json!({"query": ["who keeps", "a basket?"]})).await;
    assert!(text(&opened).contains("Question: who keeps a basket?"), "{opened}");
    let handle = handle(&opened);
    for (tool, arguments) in [
        ("search", json!({"handle": handle, "query": ["persist", "basket"]})),
        ("read", json!({"handle": handle, "path": ["src/store.ts"], "start": "1"})),
        ("grep", json!({"handle": handle, "regex": "persist.asket", "context": "0"})),
    ] {
        let result = wire.call(tool, arguments.clone()).await;
        assert!(text(&result).contains("src/store.ts"), "{tool} {arguments} {result}");
    }
    let report = json!({
        "handle": handle, "action": "Read-Targets", "confidence": "medium", "primaryCandidateIds": "c1",
        "flow": [{"candidateId": 1, "role": "store", "fact": "Writes the basket.", "quote": "write(basket);"}],
    });
    let ended = wire.call("submit", report).await;
    assert!(text(&ended).contains("write(basket);"), "{ended}");
}

#[tokio::test]
async fn a_folder_of_a_root_stands_for_the_root() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    for (root, is_noted) in [(".", false), ("src", true)] {
        for (tool, argument) in
            [("explore_code", "query"), ("search_code", "query"), ("research_code", "topic")]
        {
            let result = wire.call(tool, json!({argument: "persist basket", "root": root})).await;
            assert_eq!(result["isError"], false, "{tool} {root} {result}");
            assert_eq!(text(&result).contains("`src` is a folder of"), is_noted, "{tool} {result}");
        }
    }
}

#[tokio::test]
async fn a_search_shows_source_and_no_ids() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    let mut check = async |arguments: Value, expect: &str| {
        let result = wire.call("search_code", arguments.clone()).await;
        assert!(text(&result).contains(expect), "{arguments} {result}");
        assert!(!text(&result).contains("[c1]"), "{result}");
    };
    check(json!({"query": "persist basket"}), "#### src/store.ts persistBasket (function) 3-7")
        .await;
    check(json!({"symbol": "lockRows", "relation": "callers"}), "lockRows(basket.id)").await;
    check(json!({"path": "src/rows.ts"}), "lockRows").await;
    check(json!({"query": "zebra"}), "zebra").await;
}

#[tokio::test]
async fn a_cancelled_call_ends_at_once() {
    let shop = shop();
    let model = PendingStub::new();
    let mut wire =
        Wire::connect_and_initialize(config_with_model(model.clone(), shop.path())).await;
    let id =
        wire.send("tools/call", json!({"name": "explore_code", "arguments": {"query": "x"}})).await;
    model.received.acquire().await.unwrap().forget();
    assert_eq!(model.dropped.available_permits(), 0);
    let cancellation =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    wire.write(&cancellation).await;
    model.dropped.acquire().await.unwrap().forget();
    // The server continues, and the call has no answer.
    let listed = wire.ask("tools/list", json!({})).await;
    assert!(listed["result"].is_object());
    assert!(
        wire.other_frames.iter().all(|frame| frame["id"] != json!(id)),
        "{:?}",
        wire.other_frames
    );
}

/// Every answer says what the repository's settings leave out, of which it says nothing else.
#[tokio::test]
async fn accounted_each_tool_says_what_the_settings_leave_out() {
    let repo = firsthand_testkit::GitRepo::new();
    let settings = ("firsthand.toml", "exclude = [\"src/\"]\n");
    repo.commit("Begin", &[settings, ("src/a.py", "def persist_basket():\n    pass\n")]);
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, repo.root())).await;
    for (tool, arguments) in [
        ("explore_code", json!({"query": "persist basket"})),
        ("search_code", json!({"query": "persist basket"})),
        ("search_code", json!({"symbol": "persist_basket", "relation": "callers"})),
        ("impact_of_change", json!({})),
    ] {
        let answer = wire.call(tool, arguments.clone()).await;
        let note = "firsthand.toml of the repository leaves out: src/";
        assert!(text(&answer).contains(note), "{tool} {arguments} {answer}");
    }
}
