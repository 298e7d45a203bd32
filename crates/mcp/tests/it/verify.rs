//! The tool `verify_report`.
#![allow(clippy::disallowed_methods)] // They change the tree that is verified.

use firsthand::Explorer;
use firsthand_mcp::{McpConfig, Profile, Roots};
use serde_json::{Value, json};

use crate::wire::{Wire, config, handle, shop, text};

const QUESTION: &str = "where is the basket persisted?";

/// Asks a question; returns the URI of its report.
async fn ask(wire: &mut Wire, query: &str) -> String {
    let result = wire.call("explore_code", json!({"query": query})).await;
    let uri = &result["_meta"]["firsthand/report"];
    uri.as_str().unwrap().to_owned()
}

async fn resource(wire: &mut Wire, uri: &str) -> String {
    let read = wire.ask("resources/read", json!({"uri": uri})).await;
    let text = &read["result"]["contents"][0]["text"];
    text.as_str().unwrap().to_owned()
}

/// What an agent may pass to mean one report: nothing, its question, its URI, and its document in each form.
async fn ways_to_say(wire: &mut Wire, uri: &str) -> Vec<Value> {
    let json_uri = format!("{uri}/json");
    let document = resource(wire, &json_uri).await;
    let parsed: Value = serde_json::from_str(&document).unwrap();
    let mut shortened = parsed.clone();
    shortened.as_object_mut().unwrap().remove("files");
    let id = uri.rsplit('/').next().unwrap().to_owned();
    let texts = [QUESTION.to_owned(), uri.to_owned(), json_uri, id, document];
    let mut all: Vec<Value> = texts.map(|text| json!({"report": text})).into();
    all.push(json!({}));
    all.push(json!({"report": parsed}));
    all.push(json!({"report": shortened}));
    all
}

#[tokio::test]
async fn an_earlier_report_is_compared_with_the_files_as_they_are() {
    let shop = shop();
    let store = shop.path().join("src/store.ts");
    let was = std::fs::read_to_string(&store).unwrap();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    let uri = ask(&mut wire, QUESTION).await;
    let ways = ways_to_say(&mut wire, &uri).await;
    for (now, state, conclusion) in [
        (Some(was.clone()), "- unchanged: src/store.ts:", "All "),
        (Some(format!("// More.\n{was}")), "- moved: src/store.ts:", "All "),
        (
            Some(was.replace("lockRows(basket.id)", "lockRows(basket)")),
            "- changed: src/store.ts:",
            "1 of ",
        ),
        (None, "- gone: src/store.ts:", "1 of "),
    ] {
        match &now {
            Some(text) => std::fs::write(&store, text).unwrap(),
            None => std::fs::remove_file(&store).unwrap(),
        }
        for arguments in &ways {
            let result = wire.call("verify_report", arguments.clone()).await;
            let text = text(&result);
            assert_eq!(result["isError"], false, "{text}");
            assert!(text.starts_with(conclusion), "{arguments}: {text}");
            assert!(text.contains(state), "{arguments}: {text}");
            assert!(text.chars().count() <= 2_500);
            let data = &result["structuredContent"];
            assert_eq!(data["schema"], "firsthand.verify/2");
            assert_eq!(data["holds"], conclusion == "All ");
        }
    }
}

#[tokio::test]
async fn the_last_report_is_meant_unless_another_is_named() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    let none = wire.call("verify_report", json!({})).await;
    assert_eq!(text(&none), "no report was asked for yet: pass one as JSON");
    ask(&mut wire, QUESTION).await;
    ask(&mut wire, "lockRows").await;
    let last = wire.call("verify_report", json!({})).await;
    assert!(text(&last).contains("src/rows.ts"), "{last}");
    for wrong in ["firsthand://reports/0", "another question", "firsthand://reports/"] {
        let result = wire.call("verify_report", json!({"report": wrong})).await;
        assert_eq!(result["isError"], true);
        assert!(text(&result).starts_with("there is no such report of yours here"));
    }
    let other = wire.call("verify_report", json!({"report": "{}"})).await;
    assert_eq!(text(&other), "`report`: it is JSON without the schema `firsthand.report/2`");
}

#[tokio::test]
async fn a_report_is_compared_with_its_own_root() {
    let (shop, other) = (shop(), firsthand_testkit::folder(&[("a.txt", "a\n")]));
    let explorer = |folder: &tempfile::TempDir| Explorer::builder(folder.path()).build().unwrap();
    let roots = Roots::new(explorer(&other), [explorer(&shop)]);
    let config = McpConfig { roots, ..config(Profile::Explore, other.path()) };
    let mut wire = Wire::connect_and_initialize(config).await;
    let question = json!({"query": QUESTION, "root": shop.path()});
    let asked = wire.call("explore_code", question).await;
    let uri = asked["_meta"]["firsthand/report"].as_str().unwrap();
    let document = resource(&mut wire, &format!("{uri}/json")).await;
    for report in [json!(QUESTION), json!(document)] {
        let own = wire.call("verify_report", json!({"report": report})).await;
        assert!(text(&own).starts_with("All "), "{own}");
        assert!(!text(&own).contains("Note:"), "{own}");
        let elsewhere = json!({"report": report, "root": other.path()});
        let elsewhere = wire.call("verify_report", elsewhere).await;
        let real = other.path().canonicalize().unwrap();
        let note = format!("Note: compared with the files in {}", real.display());
        assert!(text(&elsewhere).contains(&note), "{elsewhere}");
        assert!(text(&elsewhere).contains("- gone: "), "{elsewhere}");
    }
    // A report about a folder that is no root here.
    let inside = document
        .replace(&*shop.path().to_string_lossy(), &shop.path().join("src").to_string_lossy());
    let inside = wire.call("verify_report", json!({"report": inside})).await;
    assert!(text(&inside).contains("Note: compared with the files in "), "{inside}");
}

/// A root that is not here says nothing about what is in it.
#[tokio::test]
async fn a_report_of_roots_that_are_not_here_is_not_checked() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    let asked = wire.call("explore_code", json!({"query": QUESTION})).await;
    let uri = asked["_meta"]["firsthand/report"].as_str().unwrap();
    let document = resource(&mut wire, &format!("{uri}/json")).await;
    let elsewhere = document.replace("\"src/", "\"api:/src/");
    let answer = wire.call("verify_report", json!({"report": elsewhere})).await;
    assert_eq!(answer["isError"], true);
    assert_eq!(text(&answer), "not checked: the report is of a root api, which is not here");
}

/// An agent that explores itself has no further tool for it.
#[tokio::test]
async fn a_driven_report_says_what_changed_since() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Driven, shop.path())).await;
    let opened = wire.call("open", json!({"query": QUESTION})).await;
    let handle = handle(&opened);
    let read = json!({"handle": handle, "path": "src/store.ts"});
    wire.call("read_file", read).await;
    let link = json!({"candidateId": "c1", "role": "store", "fact": "It is written.", "quote": "write(basket)"});
    let report = json!({"handle": handle, "flow": [link], "primaryCandidateIds": ["c1"], "confidence": "high",
                        "recommendedPrimaryAction": "answer_from_report"});
    let ended = wire.call("submit_report", report).await;
    let again = wire.call("report", json!({"handle": handle})).await;
    assert_eq!(text(&again), text(&ended));
    let store = shop.path().join("src/store.ts");
    let was = std::fs::read_to_string(&store).unwrap();
    std::fs::write(&store, format!("// More.\n{was}")).unwrap();
    let again = wire.call("report", json!({"handle": handle})).await;
    let note = "Note: since then moved: src/store.ts:1-7 -> 2-8";
    assert!(text(&again).starts_with(text(&ended).trim_end()), "{again}");
    assert!(text(&again).contains(note), "{again}");
}
