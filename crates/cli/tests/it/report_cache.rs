//! Reports of a language model that are read from the cache when the question comes again.

use std::path::Path;

use serde_json::{Value, json};

use crate::model::{serve, tool_calls_reply};
use crate::{CommandOutput, run, shop};

type Reply = (u16, Value);

/// The replies of one run: a tool call, and a report.
fn conversation() -> [Reply; 2] {
    let report = json!({
        "primaryCandidateIds": ["c1"], "recommendedPrimaryAction": "answer_from_report", "confidence": "high", "names": ["persist"],
        "flow": [{ "candidateId": "c1", "role": "caller", "fact": "Persists.", "quote": "persist(basket)" }],
    });
    let tool_calls = [("read_file", json!({ "path": "src/basket.ts" }))];
    [tool_calls_reply(&tool_calls), tool_calls_reply(&[("submit_report", report)])]
}

#[test]
fn a_cached_report_needs_no_model() {
    let (shop, cache) = (shop(), tempfile::tempdir().unwrap());
    // One conversation for each miss below. With one more, the test would wait forever; with one less, a run would fail.
    let replies: Vec<Reply> = (0..5).flat_map(|_| conversation()).collect();
    let (base, server_thread) = serve(replies);
    let folder = cache.path().to_str().unwrap().to_owned();
    let explore = |query: &str, rest: &[&str]| -> CommandOutput {
        let model = ["--model", "openai:any", "--base-url", &base, "--cache", &folder];
        let args = [&["explore", query, "--format", "json"], &model[..], rest].concat();
        run(shop.path(), &args)
    };
    let is_cache_hit =
        |output: &CommandOutput| output.json(0)["stats"]["cache_hit"].as_bool().unwrap();
    let first = explore("who persists?", &[]);
    assert!(!is_cache_hit(&first));
    let file = cache.path().join("run.jsonl");
    let again = explore(" who  persists?", &["--transcript", file.to_str().unwrap()]);
    assert!(is_cache_hit(&again));
    assert_eq!(
        again.err,
        "note: this report was kept, and every file it cites is as it was; --no-cache explores afresh\n"
    );
    assert_eq!(again.json(0)["flow"], first.json(0)["flow"]);
    assert_eq!(again.json(0)["query"], " who  persists?");
    let replayed = run(cache.path(), &["replay", "run.jsonl", "--format", "json"]);
    assert_eq!(replayed.out, again.out);
    let shown = run(cache.path(), &["replay", "run.jsonl", "--show"]);
    assert!(shown.text(0).contains("cache hit"), "{shown:?}");
    assert_eq!(explore("who persists?", &["--quiet"]).err, "");
    assert!(!is_cache_hit(&explore("who persists?", &["--no-cache"])));
    assert!(!is_cache_hit(&explore("who persists?", &["--intent", "locate"])));
    std::fs::write(shop.path().join("src/new.ts"), "all()\n").unwrap();
    assert!(is_cache_hit(&explore("who persists?", &[])), "no cited file has changed");
    append(&shop.path().join("src/new.ts"), "persist(all)\n");
    assert!(!is_cache_hit(&explore("who persists?", &[])), "a cited name stands in one more line");
    append(&shop.path().join("src/basket.ts"), "// more\n");
    assert!(!is_cache_hit(&explore("who persists?", &[])));
    assert!(is_cache_hit(&explore("who persists?", &[])));
    server_thread.join().unwrap();
}

fn append(file: &Path, text: &str) {
    let before = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, before + text).unwrap();
}
