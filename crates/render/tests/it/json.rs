//! The JSON form.

use firsthand_render::{Options, json, json_schema, markdown};
use firsthand_validator::{Intent, SavedReport, VerifiedReport};
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::fixture::{channel_flow, channels, facts, selection};

fn report() -> VerifiedReport {
    let selection = selection(json!({
        "primaryCandidateIds": ["c3", "c6", "c99"],
        "flow": channel_flow().as_array().unwrap()[1..2],
        "readTargets": [{"candidateId": "c5", "purpose": "the id's type", "required": true}],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    }));
    channels().report(&selection, Intent::Explain, facts("how? \u{9b}31m\u{202e}"))
}

#[test]
#[expect(clippy::too_many_lines, reason = "a whole document is shown")]
fn a_report_as_json() {
    let options = Options { pretty: true, ..Options::default() };
    assert_snapshot!(json(&report(), &options), @r###"
    {
      "schema": "firsthand.report/2",
      "intent": "explain",
      "outcome": "verdict",
      "action": "read_targets",
      "confidence": "medium",
      "primary": [
        {
          "path": "src/store/channels.ts",
          "start": 3,
          "end": 8,
          "anchor": {
            "hash": "4eab87956b2bce1d8476d7a6efc361c2",
            "lines": "iSLau2LULo6_n3_go-lon3_g"
          }
        },
        {
          "path": "docs/my notes.md",
          "start": null,
          "end": null
        }
      ],
      "flow": [
        {
          "path": "src/store/channels.ts",
          "start": 3,
          "end": 8,
          "anchor": {
            "hash": "4eab87956b2bce1d8476d7a6efc361c2",
            "lines": "iSLau2LULo6_n3_go-lon3_g"
          },
          "role": "action",
          "fact": "Nothing happens for the current channel.",
          "quote": {
            "text": "\tif (id === state.current) {\n\t\treturn;",
            "line": 4
          }
        }
      ],
      "read_targets": [
        {
          "path": "src/store/types.ts",
          "start": 1,
          "end": 2,
          "anchor": {
            "hash": "2c7ede22d97720cbd28b8e963e7e7c8c",
            "lines": "hhHfxEUS"
          },
          "purpose": "the id's type",
          "required": true
        }
      ],
      "search_targets": [],
      "missing": [],
      "files": [
        {
          "path": "docs/my notes.md",
          "size": 10,
          "blake3": "1a32c0ed2059f82a691fdee3b77e5a2795222c2534ad6307ef8de54750699240"
        },
        {
          "path": "src/store/channels.ts",
          "size": 325,
          "blake3": "403cb8c4141a6161746236470b4109f6d035fbbe16cde3cefb9a22ab7ff373a4"
        },
        {
          "path": "src/store/types.ts",
          "size": 49,
          "blake3": "2c7ede22d97720cbd28b8e963e7e7c8c916bed4ce4261188315038a0a19e2276"
        }
      ],
      "findings": [
        {
          "rule": "unknown_id",
          "detail": "primary place 3 (c99): was never handed out"
        },
        {
          "rule": "action_lowered",
          "detail": "answer_from_report to read_targets: beside a required read target"
        },
        {
          "rule": "confidence_lowered",
          "detail": "high to medium: beside something that was dropped, or that its evidence does not show"
        }
      ],
      "losses": [
        {
          "rule": "unknown_id",
          "item": "place",
          "count": 1
        }
      ],
      "root": "/repo",
      "query": "how? \u009b31m\u202e",
      "coverage": {
        "patterns": 4,
        "files_seen": 812,
        "files_skipped": 3,
        "truncated": false
      },
      "stats": {
        "model": "openai:example",
        "stop_reason": "accepted",
        "model_calls": 4,
        "steps": 4,
        "tool_calls": 9,
        "continuations": 0,
        "nudges": 0,
        "observation_chars": 21480,
        "report_chars": 632,
        "tokens": {
          "input": 18200,
          "cached": 12000,
          "output": 640
        },
        "elapsed_ms": 5310,
        "cache_hit": false
      },
      "block": {
        "action": "read_targets",
        "confidence": "medium",
        "read": [
          3
        ],
        "refs": {
          "docs/my notes.md": [
            [
              2
            ]
          ],
          "src/store/channels.ts": [
            [
              1,
              3,
              8
            ]
          ],
          "src/store/types.ts": [
            [
              3,
              1,
              2
            ]
          ]
        },
        "v": 3
      },
      "markdown": "## explore_code report\nQuery: \"how? \\u{9b}31m\\u{202e}\" | Intent: explain | Confidence: medium | Action: read_targets\n\nFlow:\n1. src/store/channels.ts:3-8, at 4 (action) - Nothing happens for the current channel.\n   >     if (id === state.current) {\n   >     \treturn;\n\nAlso: [2] `\"docs/my notes.md\" (not read)`\nRead: [3] src/store/types.ts:1-2 - the id's type (required)\nDropped: 1 place (no such place was shown)\nMissing: not assessed (searched 812 files)\n\n```json\n{\"v\":3,\"action\":\"read_targets\",\"confidence\":\"medium\",\"refs\":{\"src/store/channels.ts\":[[1,3,8]],\"docs/my notes.md\":[[2]],\"src/store/types.ts\":[[3,1,2]]},\"read\":[3]}\n```\n"
    }
    "###);
}

/// The document is the serialized report, with the text form and its length and findings.
#[test]
fn the_document_has_every_field_of_the_report() {
    let report = report();
    for max_chars in [2500, 500] {
        let options = Options { max_chars, pretty: false, ..Options::default() };
        let text = json(&report, &options);
        assert_eq!(text.lines().count(), 1);
        let mut document: Value = serde_json::from_str(&text).unwrap();
        let rendered = markdown(&report, &options);
        let object = document.as_object_mut().unwrap();
        assert_eq!(object.remove("markdown"), Some(Value::from(rendered.text.as_str())));
        let block = rendered.text.lines().find(|line| line.starts_with("{\"v\":"));
        let block: Value = serde_json::from_str(block.unwrap()).unwrap();
        assert_eq!(object.remove("block"), Some(block));
        let chars = object["stats"]
            .as_object_mut()
            .unwrap()
            .insert("report_chars".to_owned(), Value::from(0));
        assert_eq!(chars, Some(Value::from(rendered.chars())));
        let findings = object["findings"].as_array_mut().unwrap();
        let cut = findings.split_off(report.body().findings.len());
        assert_eq!(cut.len(), rendered.cut.len());
        assert!(cut.iter().all(|finding| finding["rule"] == "budget_cut"));
        assert_eq!(document, serde_json::to_value(&report).unwrap());
    }
}

#[test]
fn a_saved_report_can_be_parsed() {
    let saved: SavedReport = serde_json::from_str(&json(&report(), &Options::default())).unwrap();
    assert_eq!(saved.flow.len(), 1);
}

/// The schema requires exactly the fields of a document, but for those that only some reports have.
#[test]
fn the_schema_names_every_field() {
    let schema = json_schema();
    let document: Value = serde_json::from_str(&json(&report(), &Options::default())).unwrap();
    assert_eq!(schema["properties"]["schema"]["const"], VerifiedReport::SCHEMA);
    let list = |value: &'_ Value| -> Vec<String> {
        let items = value.as_array().unwrap().iter();
        items.map(|item| item.as_str().unwrap().to_owned()).collect()
    };
    for (schema, value) in [
        (&schema, &document),
        (&schema["$defs"]["Stats"], &document["stats"]),
        (&schema["$defs"]["Link"], &document["flow"][0]),
        (&schema["$defs"]["Target"], &document["read_targets"][0]),
    ] {
        let names = |value: &Value| -> Vec<String> {
            let mut names: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
            names.sort();
            names
        };
        let mut required = list(&schema["required"]);
        required.sort();
        let is_optional = |name: &String| {
            [
                "host_search_targets",
                "anchor",
                "absent",
                "absence_facts",
                "name_lines",
                "absent_names",
                "uncited_uses",
                "further_uses",
                "losses",
            ]
            .contains(&&**name)
        };
        let mut present = names(value);
        present.retain(|name| !is_optional(name));
        assert_eq!(required, present);
        let optional = names(&schema["properties"]);
        let mut optional = optional.iter().filter(|name| !required.contains(name));
        assert!(optional.all(is_optional));
    }
}
