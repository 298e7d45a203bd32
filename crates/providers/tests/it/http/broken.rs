//! Answers that break off, stall, or cannot be parsed.

use firsthand_providers::ModelApi::{Anthropic, Gemini, OpenAi};
use serde_json::{Value, json};

use super::APIS;
use super::faults::{check, good, good_events, unfinished_events};
use super::openai::delta;
use super::server::Reply;

#[test]
fn a_request_is_retried_after_a_broken_or_stalled_connection() {
    for api in APIS {
        let text: String =
            unfinished_events(api).iter().map(|event| format!("data: {event}\n\n")).collect();
        let long = ["content-type: text/event-stream", "content-length: 99999"];
        let chunked = ["content-type: text/event-stream", "transfer-encoding: chunked"];
        let breaks = [
            Reply::nothing(),
            Reply::new(200, &long, ""),
            Reply::new(200, &long, &text),
            Reply::new(200, &chunked, "20\r\ndata: {\"cho"),
            Reply::stream(""),
            Reply::stream(&text),
            Reply::stream(&format!("{text}data: {{\"choic")),
            Reply::new(200, &["content-type: application/json", "content-length: 999"], "{\"cho"),
            Reply::events(&unfinished_events(api)).stalls(),
            Reply::stream(": wait\n\n").stalls(),
            Reply::nothing().stalls(),
        ];
        for broken in breaks {
            check(api, &[broken, good(api)], Ok("fine"), &[500]);
        }
        let error = "the model cannot be reached: nothing came for 120 s (after 4 tries; is it too much \
                     for the server?)";
        let stalled = vec![Reply::events(&unfinished_events(api)).stalls(); 4];
        check(api, &stalled, Err(error), &[500, 1000, 2000]);
        let error = "the model cannot be reached: the answer broke off (after 4 tries; does the server, \
                     or a proxy before it, limit the time of an answer?)";
        check(api, &vec![Reply::stream(&text); 4], Err(error), &[500, 1000, 2000]);
    }
}

#[test]
fn a_complete_answer_counts_even_if_its_stream_does_not_end_properly() {
    let events = good_events(OpenAi);
    check(OpenAi, &[Reply::events(&events).stalls()], Ok("fine"), &[]);
    let text: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    let long = ["content-type: text/event-stream", "content-length: 99999"];
    check(OpenAi, &[Reply::new(200, &long, &text)], Ok("fine"), &[]);
    check(OpenAi, &[Reply::stream(text.trim_end())], Ok("fine"), &[]);
    let mut events = good_events(Anthropic);
    check(Anthropic, &[Reply::events(&events).stalls()], Ok("fine"), &[]);
    events.pop();
    check(Anthropic, &[Reply::events(&events).stalls()], Ok("fine"), &[]);
    let events = good_events(Gemini);
    check(Gemini, &[Reply::events(&events).stalls()], Ok("fine"), &[]);
    let bare = [delta(&json!({ "content": "fine" }))];
    let text = format!("data: {}\n\ndata: [DONE]\n\n", bare[0]);
    check(OpenAi, &[Reply::stream(&text)], Ok("fine"), &[]);
}

#[test]
fn an_answer_that_cannot_be_parsed_is_requested_once_more() {
    for api in APIS {
        let page = Reply::new(200, &["content-type: text/html"], "<html>");
        let error = "the model's answer cannot be read: an answer that is neither JSON nor a stream of events; \
                     is the base URL right? (after 2 tries)";
        check(api, &[page.clone(), page.clone()], Err(error), &[500]);
        let other = Reply::whole(&json!({ "hello": "world" }));
        let error =
            "the model's answer cannot be read: JSON that is no answer of a model (after 2 tries)";
        check(api, &[page, other], Err(error), &[500]);
        let frame = Reply::stream("data: {\"choices\": [oops]}\n\n");
        check(api, &[frame, good(api)], Ok("fine"), &[500]);
        let json = ["content-type: application/json"];
        check(api, &[Reply::new(200, &json, "{oops"), good(api)], Ok("fine"), &[500]);
    }
}

#[test]
fn errors_in_a_stream_are_classified() {
    for api in APIS {
        let stream_with_error = |error: Value| {
            let mut events = unfinished_events(api);
            events.push(json!({ "type": "error", "error": error }));
            Reply::events(&events)
        };
        let busy = json!({ "type": "overloaded_error", "message": "Overloaded" });
        check(api, &[stream_with_error(busy), good(api)], Ok("fine"), &[500]);
        let long = json!({ "type": "exceed_context_size_error", "message": "9 > 8" });
        check(
            api,
            &[stream_with_error(long)],
            Err("the conversation is too long for the model: 9 > 8"),
            &[],
        );
        let other = json!({ "message": "no" });
        check(api, &[stream_with_error(other)], Err("the model refused the request: no"), &[]);
    }
}

#[test]
fn an_endless_answer_is_refused() {
    let event = delta(&json!({ "content": "x".repeat(1 << 20) }));
    let error = "the model refused the request: the answer is longer than 8 MiB (does the model repeat \
                 itself?)";
    check(OpenAi, &[Reply::events(&vec![event; 9]).stalls()], Err(error), &[]);
}
