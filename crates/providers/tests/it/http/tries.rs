//! Notices of failed attempts, with the tokens that the attempts used.

use firsthand_agent::Notice;
use firsthand_agent::validator::Tokens;
use firsthand_providers::ModelApi::{self, Anthropic, Gemini, OpenAi};
use serde_json::json;

use super::faults::{good, unfinished_events};
use super::server::Reply;
use super::{APIS, RequestParts, anthropic, ask, gemini, on_one_thread};

fn notices_of(api: ModelApi, replies: Vec<Reply>) -> Vec<Notice> {
    on_one_thread(ask(api, RequestParts::default(), replies)).notices
}

fn texts(notices: &[Notice]) -> Vec<String> {
    notices.iter().map(ToString::to_string).collect()
}

#[test]
fn every_retry_has_a_notice() {
    for api in APIS {
        let busy = |header: &'static str| Reply::error(429, &[header], "slow down");
        let replies = vec![busy("retry-after: 2"), busy("x-a: b"), good(api)];
        let first = "try 2 of 7 in 2.0 s: HTTP 429: slow down";
        let second = "try 3 of 7 in 1.0 s: HTTP 429: slow down";
        assert_eq!(texts(&notices_of(api, replies)), [first, second]);
        assert_eq!(notices_of(api, vec![good(api)]), []);
        let refused = vec![Reply::error(401, &[], "no")];
        assert_eq!(notices_of(api, refused), [], "the returned error reports the fault");
    }
}

#[test]
fn a_retry_with_a_reduced_request_has_a_notice() {
    let rejection = Reply::error(400, &[], "unknown field stream_options");
    let notices = notices_of(OpenAi, vec![rejection, good(OpenAi)]);
    assert_eq!(texts(&notices), ["try 2 of 2 in 0.0 s: HTTP 400: unknown field stream_options"]);
}

/// The notice has the usage that arrived before the stream broke off.
#[test]
fn the_notice_of_a_broken_stream_has_its_tokens() {
    let broken = |api| {
        let mut events = unfinished_events(api);
        match api {
            OpenAi => {
                let usage = json!({ "prompt_tokens": 240, "completion_tokens": 1,
                    "prompt_tokens_details": { "cached_tokens": 200 } });
                events[0]["usage"] = usage;
            }
            Anthropic => {}
            Gemini => {
                let usage = json!({ "promptTokenCount": 240, "cachedContentTokenCount": 200,
                    "candidatesTokenCount": 1 });
                events[0]["usageMetadata"] = usage;
            }
        }
        Reply::events(&events)
    };
    let tokens = Some(Tokens { input: 240, cached: 200, output: 1 });
    for api in APIS {
        let notices = notices_of(api, vec![broken(api), good(api)]);
        assert_eq!(texts(&notices), ["try 2 of 4 in 0.5 s: the answer broke off"]);
        assert_eq!(notices[0].tokens, tokens, "{api:?}");
        // The last failed attempt has a notice only because of the tokens that it used.
        let notices = notices_of(api, vec![broken(api); 4]);
        let waits: Vec<_> = notices.iter().map(|notice| notice.wait_ms).collect();
        assert_eq!(waits, [Some(500), Some(1000), Some(2000), None]);
        assert!(notices.iter().all(|notice| notice.tokens == tokens));
    }
}

#[test]
fn the_notice_of_a_refusal_has_its_tokens() {
    let refusal = [vec![anthropic::start()], anthropic::end("refusal")].concat();
    let notices = notices_of(Anthropic, vec![Reply::events(&refusal)]);
    assert_eq!(notices[0].tokens.unwrap().output, 42);
    let notices = notices_of(Gemini, vec![Reply::events(&[gemini::end("SAFETY")])]);
    assert_eq!(notices[0].tokens.unwrap().output, 37);
}
