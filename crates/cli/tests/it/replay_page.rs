//! `replay --show`: the whole page of a run.

use std::path::Path;

use serde_json::{Value, json};

use crate::model::{serve, tool_calls_reply};
use crate::{run, shop, tree};

/// A reply with text and without a tool call.
fn text_reply(text: &str) -> (u16, Value) {
    let message = json!({ "role": "assistant", "content": text });
    let usage = json!({ "prompt_tokens": 90, "completion_tokens": 9 });
    (200, json!({ "choices": [{ "message": message, "finish_reason": "stop" }], "usage": usage }))
}

/// A reply that submits a report with two links, of which the second has this quote, and with this missing coverage.
fn report_reply(quote: &str, missing: &[&str]) -> (u16, Value) {
    let link = |id, quote| json!({ "candidateId": id, "role": "step", "fact": "It is kept.", "quote": quote });
    let report = json!({
        "primaryCandidateIds": ["c1", "c2"], "recommendedPrimaryAction": "answer_from_report",
        "confidence": "high", "flow": [link("c1", "persist(basket)"), link("c2", quote)],
        "readTargets": [{ "candidateId": "c2", "purpose": "what it does", "required": true }],
        "missingCoverage": missing,
    });
    tool_calls_reply(&[("submit_report", report)])
}

/// The text of a transcript with the same time in every event.
fn with_equal_times(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let pieces = text.split("\"at_ms\":");
    let pieces = pieces.map(|piece| piece.trim_start_matches(|c: char| c.is_ascii_digit()));
    pieces.collect::<Vec<_>>().join("\"at_ms\":7")
}

/// Writes the transcript of a run with tool calls, a reminder, a report with a gap, an interruption, and an accepted
/// report.
fn write_eventful_transcript(beside: &Path) {
    let shop = shop();
    let tool_calls = [
        ("read_file", json!({ "path": "src/basket.ts", "start": 3 })),
        ("grep", json!({ "pattern": "shelf.set" })),
        ("read_file", json!({ "path": "src/none\u{1b}[31m.ts" })),
    ];
    let invented = "basket.flyAway()";
    let replies = vec![
        tool_calls_reply(&tool_calls),
        text_reply("Let me\n think."),
        report_reply(invented, &["who calls it"]),
        text_reply(""),
    ];
    let file = beside.join("run.jsonl");
    let explore = |replies, args: &[&str]| {
        let (base, server_thread) = serve(replies);
        let model = ["explore", "--model", "openai:any", "--base-url", &base, "--no-cache"];
        let output = run(shop.path(), &[&model, args].concat());
        assert_eq!(output.code, Some(0), "{output:?}");
        server_thread.join().unwrap();
    };
    let name = file.to_str().unwrap();
    explore(replies, &["how is a basket kept?", "--max-steps", "4", "--transcript", name]);
    let text = std::fs::read_to_string(&file).unwrap();
    let gap = text.lines().position(|line| line.contains("\"kind\":\"gap\"")).unwrap();
    let half: Vec<&str> = text.split_inclusive('\n').take(gap + 1).collect();
    std::fs::write(&file, half.concat()).unwrap();
    explore(vec![report_reply("shelf.set(basket.id, basket)\n}", &[])], &["--resume", name]);
    std::fs::write(&file, with_equal_times(&file)).unwrap();
}

#[test]
fn the_page_shows_every_event() {
    let beside = tree(&[]);
    write_eventful_transcript(beside.path());
    let shown = run(beside.path(), &["replay", "run.jsonl", "--show"]);
    assert!(shown.text(0).lines().all(|line| line.chars().count() <= 160));
    insta::assert_snapshot!(shown.out, @r#"
    0 ms  started          fit true, model openai:any, task {"intent":"explain","query":"how is a basket kept?","root":"."}, budgets {"continuations":2,"file…

    7 ms  model requested  step 1 of 4
    7 ms  model answered   > read_file
                               path: "src/basket.ts"
                               start: 3
                           > grep
                               pattern: "shelf.set"
                           > read_file
                               path: "src/none\u001b[31m.ts"
    7 ms  tool answered    read_file: #### src/basket.ts [c1] 3-7 (to the end)
                           3| /** Adds an article to the basket. */
                           4| export function addArticle(basket: Basket, article: Article) {
                           5|   basket.articles.push(article)
                           6|   persist(basket)
                           7| }
    7 ms  tool answered    grep: 1 line matches, in 1 of 3 files.
                           #### src/store.ts [c2] 3-6 (to the end)
                           3| /** Keeps the basket until the visitor returns. */
                           4| export function persist(basket: Basket) {
                           5|   shelf.set(basket.id, basket)
                           6| }
    7 ms  tool answered    read_file: there is no file `src/none\u{1b}[31m.ts`

    7 ms  model requested  step 2 of 4
    7 ms  model answered   Let me think.
    7 ms  host message     The exploration ends with a call of submit_report, and your last turn held none. Call it now with what you have seen, or call a to…

    7 ms  model requested  step 3 of 4
    7 ms  model answered   > submit_report
                               confidence: "high"
                               flow: {"candidateId":"c1","fact":"It is kept.","quote":"persist(basket)","role":"step"}
                               flow: {"candidateId":"c2","fact":"It is kept.","quote":"basket.flyAway()","role":"step"}
                               missingCoverage: "who calls it"
                               primaryCandidateIds: "c1"
                               primaryCandidateIds: "c2"
                               readTargets: {"candidateId":"c2","purpose":"what it does","required":true}
                               recommendedPrimaryAction: "answer_from_report"
    7 ms  tool answered    submit_report: Received.
    7 ms  files checked    2 files
                           left: 1 link, 2 primary places; read_targets, medium
                           fact_unverified: flow link 2 (c2): its quote does not stand in the evidence
                           action_lowered: answer_from_report to read_targets: beside a required read target
                           confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
                           gap: flow link 2 [c2]: the quote `basket.flyAway()` does not stand in the lines shown for that id
                           gap: you named as missing: who calls it
    7 ms  fit checked      submission 0, fit {"facts":[],"links":[],"missing":0,"over":0,"over_links":0,"primary":0,"quotes":[],"reads":[]}
    7 ms  host message     Your report has a gap:
                           - flow link 2 [c2]: the quote `basket.flyAway()` does not stand in the lines shown for that id
                           (The next turn is the last; only submit_report counts in it.) Call it again with the whole report, without what cannot be shown.
                           
                           As it is, its confidence is lowered to `medium` and its action is lowered to `read_targets`:
                           - the action is read_targets: answer_from_report beside a required read target
    7 ms  resumed          root ., model openai:any, budgets {"continuations":2,"file_chars":40000,"nudges":1,"observation_chars":60000,"parallel":8,"result_…

    7 ms  model requested  step 4 of 12
    7 ms  model answered   > submit_report
                               confidence: "high"
                               flow: {"candidateId":"c1","fact":"It is kept.","quote":"persist(basket)","role":"step"}
                               flow: {"candidateId":"c2","fact":"It is kept.","quote":"shelf.set(basket.id, basket)\n}","role":"step"}
                               primaryCandidateIds: "c1"
                               primaryCandidateIds: "c2"
                               readTargets: {"candidateId":"c2","purpose":"what it does","required":true}
                               recommendedPrimaryAction: "answer_from_report"
    7 ms  tool answered    submit_report: Received.
    7 ms  files checked    2 files
                           left: 2 links, 2 primary places; read_targets, high
                           action_lowered: answer_from_report to read_targets: beside a required read target
    7 ms  fit checked      submission 1, fit {"facts":[],"links":[],"missing":0,"over":0,"over_links":0,"primary":0,"quotes":[],"reads":[]}
    7 ms  stopped          reason accepted
    "#);
}
