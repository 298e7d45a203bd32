//! Faults of servers: each is followed by a successful retry, or becomes an error of the right kind.

use std::time::Duration;

use firsthand_agent::ModelError;
use firsthand_providers::ModelApi::{self, Anthropic, Gemini, OpenAi};
use serde_json::{Value, json};

use super::openai::{delta, end, piece};
use super::server::Reply;
use super::{APIS, RequestParts, anthropic, ask, gemini, on_one_thread};

/// A good answer of each API: the text "fine".
pub(super) fn good(api: ModelApi) -> Reply {
    Reply::events(&good_events(api))
}

pub(super) fn good_events(api: ModelApi) -> Vec<Value> {
    match api {
        OpenAi => vec![delta(&json!({ "content": "fine" })), end("stop")],
        Anthropic => {
            [vec![anthropic::start()], anthropic::text(0, "fine"), anthropic::end("end_turn")]
                .concat()
        }
        Gemini => vec![gemini::text("fine"), gemini::end("STOP")],
    }
}

/// A good answer without its end: without the last two events of Anthropic, or the last event of the other APIs.
pub(super) fn unfinished_events(api: ModelApi) -> Vec<Value> {
    let mut events = good_events(api);
    events.truncate(events.len() - if api == Anthropic { 2 } else { 1 });
    events
}

/// Asks for a turn from a server with these replies, and checks the text of the answer or of the error, and the delays
/// before retries in milliseconds.
pub(super) fn check(api: ModelApi, replies: &[Reply], expected: Result<&str, &str>, waits: &[u64]) {
    check_within(None, api, replies, expected, waits);
}

fn check_within(
    seconds_left: Option<u64>,
    api: ModelApi,
    replies: &[Reply],
    expected: Result<&str, &str>,
    waits: &[u64],
) {
    let parts = RequestParts {
        time_left: seconds_left.map(Duration::from_secs),
        ..RequestParts::default()
    };
    let outcome = on_one_thread(ask(api, parts, replies.to_vec()));
    let turn = outcome.turn.map(|turn| turn.text).map_err(|error| error.to_string());
    let expected = expected.map(str::to_owned).map_err(str::to_owned);
    assert_eq!((turn, outcome.waits), (expected, waits.to_vec()), "{api:?} {replies:?}");
    assert_eq!(outcome.bodies.len(), replies.len(), "not every reply was asked for: {replies:?}");
}

#[test]
fn a_request_to_a_busy_server_is_retried() {
    for api in APIS {
        let busy = |status, header: &'static str| Reply::error(status, &[header], "slow down");
        let none = "x-a: b";
        for status in [408, 429, 500, 502, 503, 504, 529] {
            check(api, &[busy(status, none), good(api)], Ok("fine"), &[500]);
        }
        check(
            api,
            &[busy(429, "retry-after: 7"), busy(503, none), good(api)],
            Ok("fine"),
            &[7000, 1000],
        );
        let dated =
            ["date: Sun, 06 Nov 1994 12:00:00 GMT", "retry-after: Sun, 06 Nov 1994 12:00:05 GMT"];
        check(api, &[Reply::error(429, &dated, "x"), good(api)], Ok("fine"), &[5000]);
        let lasting = vec![busy(429, none); 7];
        let error = "the model is not available: HTTP 429: slow down (after 7 tries; the service takes \
                     only so much in a time; later it may answer)";
        check(api, &lasting, Err(error), &[500, 1000, 2000, 4000, 8000, 8000]);
        let lasting = vec![busy(503, none); 7];
        let error =
            "the model is not available: HTTP 503: slow down (after 7 tries; later it may answer)";
        check(api, &lasting, Err(error), &[500, 1000, 2000, 4000, 8000, 8000]);
    }
}

#[test]
fn there_is_no_retry_beyond_the_time_that_is_left() {
    for api in APIS {
        let busy = Reply::error(429, &["retry-after: 40"], "slow down");
        let error = "the model is not available: HTTP 429: slow down; the next try would be in 40.0 s, and \
                     30.0 s are left (the service takes only so much in a time; later it may answer)";
        check_within(Some(30), api, std::slice::from_ref(&busy), Err(error), &[]);
        check_within(Some(50), api, &[busy.clone(), good(api)], Ok("fine"), &[40_000]);
        let error = "the model is not available: HTTP 429: slow down; the next try would be in 40.0 s, and \
                     10.0 s are left (after 2 tries; the service takes only so much in a time; later it may answer)";
        check_within(Some(50), api, &[busy.clone(), busy], Err(error), &[40_000]);
    }
}

#[test]
fn permanent_faults_are_not_retried() {
    let cases: &[(Reply, &str)] = &[
        (
            Reply::error(401, &[], "no"),
            "the model refused the request: HTTP 401: no (is the key right?)",
        ),
        (
            Reply::error(402, &[], "pay"),
            "the model refused the request: HTTP 402: pay (has the account credit?)",
        ),
        (Reply::error(400, &[], "bad field"), "the model refused the request: HTTP 400: bad field"),
        (
            Reply::error(429, &[], "insufficient_quota"),
            "the model refused the request: HTTP 429: insufficient_quota (has the account credit?)",
        ),
        (
            Reply::new(307, &["location: http://example.com/"], ""),
            "the model refused the request: HTTP 307: no reason given (redirects are not followed; the final \
             address belongs into the base URL)",
        ),
        (
            Reply::error(400, &[], "This model's maximum context length is 9"),
            "the conversation is too long for the model: HTTP 400: This model's maximum context length is 9",
        ),
        (
            Reply::error(
                400,
                &[],
                "The input token count (9) exceeds the maximum number of tokens allowed (8).",
            ),
            "the conversation is too long for the model: HTTP 400: The input token count (9) exceeds the maximum \
             number of tokens allowed (8).",
        ),
        (
            Reply::error(413, &[], "too big"),
            "the conversation is too long for the model: HTTP 413: too big",
        ),
        (
            Reply::error(400, &[], "prompt is too long: 9 > 8"),
            "the conversation is too long for the model: HTTP 400: prompt is too long: 9 > 8",
        ),
    ];
    for api in APIS {
        for (reply, error) in cases {
            check(api, std::slice::from_ref(reply), Err(error), &[]);
        }
    }
}

#[test]
fn refusals_are_errors_and_empty_or_truncated_answers_are_turns() {
    let declined = "the model refused the request: it declines to answer";
    let words = [
        delta(&json!({ "refusal": "I can't " })),
        delta(&json!({ "refusal": "help." })),
        end("stop"),
    ];
    check(OpenAi, &[Reply::events(&words)], Err(&format!("{declined}: I can't help.")), &[]);
    check(OpenAi, &[Reply::events(&[end("content_filter")])], Err(declined), &[]);
    check(OpenAi, &[Reply::events(&[end("stop")])], Ok(""), &[]);
    check(OpenAi, &[Reply::stream("data: [DONE]\n\n")], Ok(""), &[]);
    check(
        OpenAi,
        &[Reply::events(&[delta(&json!({ "content": "fine" })), end("length")])],
        Ok("fine"),
        &[],
    );
    check(
        OpenAi,
        &[Reply::events(&[piece(0, "a", "grep", "{}"), end("content_filter")])],
        Ok(""),
        &[],
    );
    let ends =
        |reason: &str| Reply::events(&[vec![anthropic::start()], anthropic::end(reason)].concat());
    check(Anthropic, &[ends("refusal")], Err(declined), &[]);
    check(Anthropic, &[ends("end_turn")], Ok(""), &[]);
    check(Anthropic, &[ends("max_tokens")], Ok(""), &[]);
    let full = "the conversation is too long for the model: it has no room for an answer";
    check(Anthropic, &[ends("model_context_window_exceeded")], Err(full), &[]);
}

#[test]
fn a_server_that_does_not_listen_is_unreachable() {
    let outcome = on_one_thread(ask(OpenAi, RequestParts::default(), Vec::new()));
    let Err(ModelError::Unreachable(why)) = outcome.turn else {
        panic!("{:?}", outcome.turn);
    };
    assert!(why.starts_with("127.0.0.1:"), "{why}");
    assert_eq!(outcome.waits.first(), Some(&500));
}
