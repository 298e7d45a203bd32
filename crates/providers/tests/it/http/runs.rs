//! Whole explorations with a model behind HTTP.

use std::sync::Arc;

use firsthand_agent::validator::{Intent, StopReason};
use firsthand_agent::{Cancel, ExploreError, Explored, Model, SUBMIT, replay};
use firsthand_providers::ModelApi::{self, Anthropic, Gemini, OpenAi};
use serde_json::{Value, json};

use super::server::{Reply, Server};
use super::{APIS, anthropic, gemini, model, on_one_thread, openai};
use crate::repo::Repo;

const TOOLS: &[&str] = &["grep", "read_file"];

fn repo() -> Repo {
    Repo::new(&[("src/main.rs", "fn main() {\n    greet();\n}\n\nfn greet() {}\n")])
}

async fn explore(model: Arc<dyn Model>, cancel: Cancel) -> Result<Explored, ExploreError> {
    repo().explore(model, TOOLS, "who greets?", Intent::Explain, cancel).await
}

/// A streamed turn that makes these calls.
fn calls(api: ModelApi, calls: &[(&str, &str, Value)]) -> Reply {
    let mut events = Vec::new();
    for (index, (id, tool, args)) in (0..).zip(calls) {
        let arguments = args.to_string();
        match api {
            OpenAi => events.push(openai::piece(index, id, tool, &arguments)),
            Anthropic => {
                let mut call = anthropic::tool(index, id, &[&arguments]);
                call[0]["content_block"]["name"] = json!(tool);
                events.extend(call);
            }
            Gemini => events.push(gemini::call(id, tool, args, &format!("signed {index}"))),
        }
    }
    match api {
        OpenAi => events.push(openai::end("tool_calls")),
        Anthropic => events.extend(anthropic::end("tool_use")),
        Gemini => events.push(gemini::end("STOP")),
    }
    Reply::events(&events)
}

fn report() -> Value {
    json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{ "candidateId": "c1", "role": "caller", "fact": "Calls `greet`.", "quote": "greet();" }],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high",
    })
}

#[test]
fn a_run_with_parallel_calls_and_a_fault_ends_in_a_report() {
    for api in APIS {
        on_one_thread(async {
            let lookups = [
                ("a", "read_file", json!({ "path": "src/main.rs" })),
                ("a", "grep", json!({ "pattern": "greet" })),
                ("", "no_tool", json!({})),
            ];
            let busy = Reply::error(503, &[], "starting");
            let server = Server::start(vec![
                calls(api, &lookups),
                busy,
                calls(api, &[("z", SUBMIT, report())]),
            ])
            .await;
            let explored = explore(Arc::new(model(api, &server)), Cancel::new()).await.unwrap();
            assert_eq!(explored.report.facts().stats.stop_reason, StopReason::Accepted);
            assert_eq!(explored.report.body().flow[0].quote.line, 2);
            assert_eq!(replay(&explored.transcript).unwrap(), explored.report);
            let (_, bodies) = server.requests();
            assert_eq!(bodies.len(), 3);
            assert_eq!(bodies[1], bodies[2], "a retry sends the same request");
            let text = bodies[2].to_string();
            assert!(text.contains("There is no such tool"), "{text}");
            // Gemini rejects a request whose `parameters` have an unknown keyword.
            assert!(api != Gemini || !text.contains("\"parameters\":"), "{text}");
        });
    }
}

#[test]
fn every_request_begins_like_the_previous_one() {
    for api in APIS {
        on_one_thread(async {
            let lookup = |id| calls(api, &[(id, "grep", json!({ "pattern": "greet" }))]);
            let server = Server::start(vec![
                lookup("a"),
                lookup("b"),
                calls(api, &[("z", SUBMIT, report())]),
            ])
            .await;
            let _ = explore(Arc::new(model(api, &server)), Cancel::new()).await;
            let (_, mut bodies) = server.requests();
            for body in &mut bodies {
                // The cache marker moves to the last message; it is no part of the cached prefix.
                let text =
                    body.to_string().replace("\"cache_control\":{\"type\":\"ephemeral\"},", "");
                *body = serde_json::from_str(&text).unwrap();
            }
            for pair in bodies.windows(2) {
                let (before, after) = (&pair[0], &pair[1]);
                for field in ["tools", "system", "systemInstruction"] {
                    assert_eq!(before[field], after[field]);
                }
                let name = if api == Gemini { "contents" } else { "messages" };
                let messages = |body: &Value| body[name].as_array().unwrap().clone();
                assert!(messages(after).starts_with(&messages(before)), "{api:?}");
            }
        });
    }
}

#[test]
fn cancelling_closes_the_connection() {
    for api in APIS {
        for silent in [
            Reply::nothing(),
            Reply::stream(""),
            Reply::stream("data: {\"choices\":[]}\n\ndata: {"),
        ] {
            on_one_thread(async {
                let server = Server::start(vec![silent.stalls()]).await;
                let cancel = Cancel::new();
                let model =
                    super::HttpModel::open(super::service(api), "m", Some(&server.base), None);
                let exploring = explore(Arc::new(model.unwrap()), cancel.clone());
                let cancelling = async {
                    server.wait_until_stalled().await;
                    cancel.cancel();
                };
                let (explored, ()) = tokio::join!(exploring, cancelling);
                assert!(matches!(explored, Err(ExploreError::Cancelled { .. })));
                server.wait_until_client_left().await;
            });
        }
    }
}

/// Where the report is required, some servers reject the tool choice, and some ignore it.
#[test]
fn a_rejected_or_ignored_tool_choice_ends_in_a_fallback() {
    for api in APIS {
        on_one_thread(async {
            let lookup = |number: usize| {
                let id = format!("call{number}");
                calls(api, &[(&id, "grep", json!({ "pattern": "greet" }))])
            };
            let mut replies: Vec<_> = (1..12).map(lookup).collect();
            let refusal = "tool_choice (or tool_config) is not supported with thinking";
            replies.extend([Reply::error(400, &[], refusal), lookup(12), lookup(13)]);
            let server = Server::start(replies).await;
            let explored = explore(Arc::new(model(api, &server)), Cancel::new()).await.unwrap();
            assert_eq!(explored.report.facts().stats.stop_reason, StopReason::StepBudget);
            assert_eq!(replay(&explored.transcript).unwrap(), explored.report);
            let (_, bodies) = server.requests();
            let field = if api == Gemini { "toolConfig" } else { "tool_choice" };
            let tool_choices: Vec<_> = bodies.iter().map(|body| &body[field]).collect();
            assert!(tool_choices[..11].iter().all(|tool_choice| tool_choice.is_null()));
            assert!(tool_choices[11].to_string().contains(SUBMIT), "{tool_choices:?}");
            // The report is requested once more by a message; the rejected tool choice is not sent again.
            assert!(!tool_choices[12].to_string().contains(SUBMIT), "{tool_choices:?}");
            assert!(!tool_choices[13].to_string().contains(SUBMIT), "{tool_choices:?}");
            let last_request = bodies[13].to_string();
            assert!(last_request.contains("Call submit_report now"), "{last_request}");
        });
    }
}
