//! The exact text of a conversation.

use firsthand_agent::{Message, prompt, submit_spec};
use firsthand_testkit::{Script, Setup, json};

use crate::{check_laws, find, greeter, report};

/// A short run with a question, calls and their answers, a nudge, and a gap.
#[tokio::test(start_paused = true)]
async fn the_text_of_a_conversation() {
    let script = Script::new()
        .calls_all([("find", find("greet")), ("list", json!({})), ("grep", json!({}))])
        .replies_text("It is greet.")
        .submits(report(&[("c2", "fn greeting()")], "high"))
        .submits(report(&[("c1", "pub fn greet"), ("c2", "greet(\"you\")")], "high"));
    let setup = Setup::new(&greeter(), &script);
    let result = setup.explore("who calls greet?").await;
    script.finished();
    check_laws(&setup.log, &result);
    let state = setup.log.state();
    let text: Vec<String> = state.messages().iter().map(as_text).collect();
    insta::assert_snapshot!(text.join("\n\n"), @r#"
    ===== host
    Question: who calls greet?

    Intent: explain: the caller wants to understand how it works.

    About 60,000 characters of places can be shown in all: read the lines that decide, no whole files.

    ===== model
    find, list, grep

    ===== find
    #### src/greet.rs [c1] 1-4 (to the end)
    1| /// Says hello.
    2| pub fn greet(name: &str) {
    3|     println!("hello {name}");
    4| }
    #### src/main.rs [c2] 1-3 (to the end)
    1| fn main() {
    2|     greet("you");
    3| }

    ===== list
    2 files

    src/greet.rs
    src/main.rs

    ===== grep
    There is no such tool. There are: find, read, list, submit_report.

    (About 59,000 characters of places are left, 11 turns and 47 calls.)

    ===== model
    It is greet.

    ===== host
    The exploration ends with a call of submit_report, and your last turn held none. Call it now with what you have seen, or call a tool if something is missing.

    ===== model
    submit_report

    ===== submit_report
    Received.

    ===== host
    Your report has a gap:
    - flow link 1 [c2]: the quote `fn greeting()` does not stand in the lines shown for that id; nearest is [c1], line 2: `pub fn greet(name: &str) {`
    There is room for about 59,000 characters of places, in 9 turns. Quote what stands there and call submit_report again with the whole report; if that cannot be, say so without a call, and it stays as it was.

    ===== model
    submit_report

    ===== submit_report
    Received.
    "#);
}

fn as_text(message: &Message) -> String {
    match message {
        Message::User(text) => format!("===== host\n{text}"),
        Message::Answer(answer) => format!("===== {}\n{}", answer.tool, answer.text()),
        Message::Model(turn) => {
            let calls: Vec<String> = turn.calls.iter().map(|call| call.tool.clone()).collect();
            format!("===== model\n{}{}", turn.text, calls.join(", "))
        }
    }
}

/// It has to be short, since it is sent in every turn.
#[test]
fn the_system_prompt_is_short() {
    assert!(prompt::SYSTEM.len() < 2_000, "{}", prompt::SYSTEM.len());
}

/// The schema is flat and small: it has objects at most one level down, choices as plain enums, and no references.
#[test]
#[expect(clippy::too_many_lines, reason = "the schema, to the letter")]
fn the_schema_of_a_report() {
    let spec = submit_spec();
    let text = spec.parameters.to_string();
    assert!(text.len() < 2_600, "{}", text.len());
    for word in ["$ref", "oneOf", "anyOf", "\"null\"", "$schema", "definitions"] {
        assert!(!text.contains(word), "{word}");
    }
    let pretty = serde_json::to_string_pretty(&spec.parameters).unwrap_or_default();
    insta::assert_snapshot!(pretty, @r#"
    {
      "additionalProperties": false,
      "properties": {
        "confidence": {
          "description": "How sure you are. low: A lead. medium: Likely, with verified links. high: Every step quoted, nothing missing.",
          "enum": [
            "low",
            "medium",
            "high"
          ],
          "type": "string"
        },
        "flow": {
          "description": "A link for each step; about 8 fit, fewer beside read targets.",
          "items": {
            "additionalProperties": false,
            "properties": {
              "candidateId": {
                "description": "As c7, shown.",
                "pattern": "^c[1-9][0-9]*$",
                "type": "string"
              },
              "fact": {
                "description": "What happens there, in 80 characters.",
                "type": "string"
              },
              "lines": {
                "description": "One range, as `3-9`.",
                "type": "string"
              },
              "quote": {
                "description": "A line, part of one, or two adjacent ones, copied exactly.",
                "type": "string"
              },
              "role": {
                "description": "Its part, a word or two.",
                "type": "string"
              }
            },
            "required": [
              "candidateId",
              "role",
              "fact",
              "quote"
            ],
            "type": "object"
          },
          "maxItems": 12,
          "type": "array"
        },
        "missingCoverage": {
          "description": "Not found; cite its receipt: `[a1]`. A doubt about the question is a fact.",
          "items": {
            "type": "string"
          },
          "maxItems": 3,
          "type": "array"
        },
        "names": {
          "description": "What is removed, renamed, extended: lines are listed.",
          "items": {
            "type": "string"
          },
          "maxItems": 3,
          "type": "array"
        },
        "primaryCandidateIds": {
          "description": "The places that matter most, best first; none for a skip.",
          "items": {
            "pattern": "^c[1-9][0-9]*$",
            "type": "string"
          },
          "maxItems": 5,
          "type": "array"
        },
        "readTargets": {
          "description": "What to read, above all before an edit.",
          "items": {
            "additionalProperties": false,
            "properties": {
              "candidateId": {
                "description": "As c7, shown.",
                "pattern": "^c[1-9][0-9]*$",
                "type": "string"
              },
              "lines": {
                "description": "One range, as `3-9`.",
                "type": "string"
              },
              "purpose": {
                "description": "Why, in 60 characters.",
                "type": "string"
              },
              "required": {
                "description": "Needed to go on.",
                "type": "boolean"
              }
            },
            "required": [
              "candidateId",
              "purpose",
              "required"
            ],
            "type": "object"
          },
          "maxItems": 8,
          "type": "array"
        },
        "recommendedPrimaryAction": {
          "description": "What the caller should do next. skip_explore_result: Nothing relevant exists here. targeted_gap_search: Something specific is missing. read_targets: Lines must be read first; always for edit and debug. answer_from_report: The report answers the question.",
          "enum": [
            "skip_explore_result",
            "targeted_gap_search",
            "read_targets",
            "answer_from_report"
          ],
          "type": "string"
        },
        "searchTargets": {
          "description": "With targeted_gap_search: `term` or `term in scope`.",
          "items": {
            "type": "string"
          },
          "maxItems": 5,
          "type": "array"
        }
      },
      "required": [
        "recommendedPrimaryAction",
        "confidence"
      ],
      "type": "object"
    }
    "#);
}
