//! What servers say where an answer should be, and what it means.

use std::time::Duration;

use firsthand_agent::registry::{clip, escape};
use serde_json::Value;

use super::{Kind, WORDS};

/// What servers write where a conversation is too long: OpenAI, vLLM, llama.cpp, Anthropic, LM Studio,
/// Gemini, Mistral.
const TOO_LONG: &[&str] = &[
    "context_length_exceeded",
    "maximum context length",
    "exceed_context_size",
    "prompt is too long",
    "context window",
    "context length",
    "request_too_large",
    "exceeds the maximum number of tokens",
    "too large for model with",
];
/// What servers write where waiting does not help though they say 429.
const NO_CREDIT: &[&str] = &["insufficient_quota", "credit balance"];
/// What servers write in mid-stream, where no status can be said any more.
const BUSY: &[&str] = &[
    "overloaded",
    "rate_limit",
    "api_error",
    "server_error",
    "timeout",
    "resource_exhausted",
];
/// What servers write that do not take our way of demanding a tool.
const FORCE: &[&str] = &[
    "tool_choice",
    "tool choice",
    "tool_config",
    "function_calling_config",
    "functioncallingconfig",
    "allowed_function_names",
];
/// What servers write that do not take the question for the cost.
const USAGE: &[&str] = &["stream_options"];
/// What servers write that do not take thoughts of earlier turns, or not in our form.
const THOUGHTS: &[&str] = &["reasoning"];
/// An error in a server's own words.
#[derive(Debug)]
pub(in crate::http) struct ErrorBody {
    /// The words, cut and without control characters.
    pub(super) text: String,
    /// All of it in lower case, to find out what it means.
    all: String,
    /// The status that it names itself.
    pub(super) status: Option<u16>,
    /// How long it asks to be left alone, where it says so in its own words.
    pub(super) wait: Option<Duration>,
}

impl ErrorBody {
    /// The words of an error's body. `hide` takes keys out.
    pub(in crate::http) fn read(body: &[u8], hide: impl Fn(&str) -> String) -> Self {
        let text = String::from_utf8_lossy(body);
        let value = serde_json::from_str(&text).unwrap_or(Value::Null);
        // Gemini puts an error into a list, where its answers would be.
        let value = value.get(0).unwrap_or(&value);
        let fields = ["/error/message", "/message", "/detail", "/error"];
        let words = fields.iter().find_map(|at| value.pointer(at)?.as_str());
        // Only now, when no escape hides any of it from us, and before it is cut.
        let words = hide(words.unwrap_or(text.trim()));
        let status = value.pointer("/error/code").and_then(Value::as_u64);
        Self {
            text: match words.is_empty() {
                true => "no reason given".to_owned(),
                false => clip(&escape(&words), WORDS).into_owned(),
            },
            all: text.to_lowercase(),
            status: status.and_then(|code| u16::try_from(code).ok()),
            wait: asked_wait(value),
        }
    }

    /// What kind of fault it is, with this status.
    pub(super) fn kind(&self, status: Option<u16>) -> Kind {
        match status {
            _ if self.holds(TOO_LONG) => Kind::TooLong,
            Some(413) => Kind::TooLong,
            _ if self.holds(NO_CREDIT) => Kind::Refused,
            Some(408 | 425 | 429 | 500..) => Kind::Busy,
            None if self.holds(BUSY) => Kind::Busy,
            Some(400 | 422) if self.holds(FORCE) => Kind::Force,
            Some(400 | 422) if self.holds(USAGE) => Kind::Usage,
            Some(400 | 422) if self.holds(THOUGHTS) => Kind::Thoughts,
            _ => Kind::Refused,
        }
    }

    fn holds(&self, any: &[&str]) -> bool {
        any.iter().any(|one| self.all.contains(one))
    }
}

/// `retryDelay` among an error's details, such as `"34.07s"`.
fn asked_wait(error: &Value) -> Option<Duration> {
    let details = error.pointer("/error/details")?.as_array()?;
    let delay = details
        .iter()
        .find_map(|one| one.get("retryDelay")?.as_str())?;
    let seconds = delay.strip_suffix('s')?.parse::<f64>().ok()?;
    Duration::try_from_secs_f64(seconds.max(0.0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::fault::Fault;

    fn check(status: Option<u16>, body: &str, kind: Kind, what: &str) {
        let error = ErrorBody::read(body.as_bytes(), |text| text.replace("sk-1", "[key]"));
        let fault = Fault::of_words(&error, status);
        let printed = fault.describe(1);
        assert_eq!((fault.kind, printed.as_str()), (kind, what), "{body}");
    }

    #[test]
    fn words_of_servers() {
        check(
            Some(401),
            r#"{"error":{"message":"bad key sk-1"}}"#,
            Kind::Refused,
            "HTTP 401: bad key [key] (is the key right?)",
        );
        check(
            Some(400),
            r#"{"error":{"code":"context_length_exceeded","message":"8 > 4"}}"#,
            Kind::TooLong,
            "HTTP 400: 8 > 4",
        );
        check(
            Some(400),
            r#"{"error":{"message":"prompt is too long: 9 tokens > 4 maximum"}}"#,
            Kind::TooLong,
            "HTTP 400: prompt is too long: 9 tokens > 4 maximum",
        );
        check(
            Some(500),
            r#"{"error":"exceed_context_size_error"}"#,
            Kind::TooLong,
            "HTTP 500: exceed_context_size_error",
        );
        check(Some(413), "", Kind::TooLong, "HTTP 413: no reason given");
        check(
            Some(429),
            r#"{"error":{"message":"slow down"}}"#,
            Kind::Busy,
            "HTTP 429: slow down (the service takes only so much in a time; later it may answer)",
        );
        check(
            Some(429),
            r#"{"error":{"code":"insufficient_quota","message":"pay"}}"#,
            Kind::Refused,
            "HTTP 429: pay (has the account credit?)",
        );
        check(
            Some(529),
            r#"{"error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            Kind::Busy,
            "HTTP 529: Overloaded (later it may answer)",
        );
        check(
            Some(503),
            "<html>\u{1b}[2J</html>",
            Kind::Busy,
            "HTTP 503: <html>\\u{1b}[2J</html> (later it may answer)",
        );
    }

    #[test]
    fn more_words_of_servers() {
        check(
            Some(422),
            r#"{"detail":"tool_choice: object not supported"}"#,
            Kind::Force,
            "HTTP 422: tool_choice: object not supported",
        );
        check(
            Some(404),
            r#"{"error":{"message":"no model"}}"#,
            Kind::Refused,
            "HTTP 404: no model (are the model's name and the base URL right?)",
        );
        check(
            None,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            Kind::Busy,
            "Overloaded (later it may answer)",
        );
        check(
            None,
            r#"{"error":{"code":500,"message":"oops"}}"#,
            Kind::Busy,
            "HTTP 500: oops (later it may answer)",
        );
        check(None, r#"{"error":{"message":"no"}}"#, Kind::Refused, "no");
        check(
            Some(400),
            r#"[{"error":{"code":400,"message":"The input token count (9) exceeds the maximum number of tokens allowed (8)."}}]"#,
            Kind::TooLong,
            "HTTP 400: The input token count (9) exceeds the maximum number of tokens allowed (8).",
        );
        check(
            Some(422),
            r#"{"detail":"messages.2.reasoning_content: extra inputs are not permitted"}"#,
            Kind::Thoughts,
            "HTTP 422: messages.2.reasoning_content: extra inputs are not permitted",
        );
        check(
            Some(401),
            r#"{"error":{"message":"bad key s\u006b-1"}}"#,
            Kind::Refused,
            "HTTP 401: bad key [key] (is the key right?)",
        );
    }

    #[test]
    fn waits_in_words() {
        let check = |delay: &str, expected: Option<u64>| {
            let info = r#""@type":"type.googleapis.com/google.rpc.RetryInfo""#;
            let body = format!(
                r#"{{"error":{{"details":[{{"a":1}},{{{info},"retryDelay":"{delay}"}}]}}}}"#
            );
            let error = ErrorBody::read(body.as_bytes(), str::to_owned);
            let fault = Fault::of_words(&error, Some(429));
            assert_eq!(fault.wait, expected.map(Duration::from_millis), "{delay}");
        };
        check("34s", Some(34_000));
        check("0.5s", Some(500));
        check("-1s", Some(0));
        check("soon", None);
        check("1e300s", None);
    }
}
