//! Reads the error bodies of model servers, and finds out what kind of fault they report.

use std::time::Duration;

use firsthand_agent::registry::{clip, escape};
use serde_json::Value;

use super::{FaultKind, MAX_MESSAGE_CHARS};

/// Phrases of servers when a conversation is too long: OpenAI, vLLM, llama.cpp, Anthropic, LM Studio,
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
/// Phrases that come with status 429 although waiting does not help: the account has no credit.
const NO_CREDIT: &[&str] = &["insufficient_quota", "credit balance"];
/// Phrases of errors in the middle of a stream, where the server can no longer send a status.
const TRANSIENT: &[&str] =
    &["overloaded", "rate_limit", "api_error", "server_error", "timeout", "resource_exhausted"];
/// Phrases of servers that reject our form of `tool_choice`.
const TOOL_CHOICE_UNSUPPORTED: &[&str] = &[
    "tool_choice",
    "tool choice",
    "tool_config",
    "function_calling_config",
    "functioncallingconfig",
    "allowed_function_names",
];
/// Phrases of servers that reject the option that requests token usage.
const USAGE_OPTION_UNSUPPORTED: &[&str] = &["stream_options"];
/// Phrases of servers that reject the reasoning of earlier turns, or its form.
const REASONING_UNSUPPORTED: &[&str] = &["reasoning"];

/// The error body of a server's response.
#[derive(Debug)]
pub(in crate::http) struct ErrorBody {
    /// The server's message, clipped and without control characters.
    pub(super) message: String,
    /// The whole body in lower case, in which the phrases are searched.
    lowercase_body: String,
    /// The HTTP status that the body itself states.
    pub(super) status: Option<u16>,
    /// The retry delay that the body states.
    pub(super) retry_after: Option<Duration>,
}

impl ErrorBody {
    /// Parses an error body. `redact` removes keys from its message.
    pub(in crate::http) fn read(body: &[u8], redact: impl Fn(&str) -> String) -> Self {
        let text = String::from_utf8_lossy(body);
        let value = serde_json::from_str(&text).unwrap_or(Value::Null);
        // Gemini can send an error as an element of a list.
        let value = value.get(0).unwrap_or(&value);
        let message_paths = ["/error/message", "/message", "/detail", "/error"];
        let message = message_paths.iter().find_map(|path| value.pointer(path)?.as_str());
        // The key is redacted after JSON's escapes, which could hide it, are decoded, and before the text is clipped.
        let message = redact(message.unwrap_or(text.trim()));
        let status = value.pointer("/error/code").and_then(Value::as_u64);
        Self {
            message: if message.is_empty() {
                "no reason given".to_owned()
            } else {
                clip(&escape(&message), MAX_MESSAGE_CHARS).into_owned()
            },
            lowercase_body: text.to_lowercase(),
            status: status.and_then(|code| u16::try_from(code).ok()),
            retry_after: retry_delay(value),
        }
    }

    /// The kind of fault that this body means together with a status.
    pub(super) fn kind(&self, status: Option<u16>) -> FaultKind {
        match status {
            _ if self.contains_any(TOO_LONG) => FaultKind::TooLong,
            Some(413) => FaultKind::TooLong,
            _ if self.contains_any(NO_CREDIT) => FaultKind::Refused,
            Some(408 | 425 | 429 | 500..) => FaultKind::Transient,
            None if self.contains_any(TRANSIENT) => FaultKind::Transient,
            Some(400 | 422) if self.contains_any(TOOL_CHOICE_UNSUPPORTED) => {
                FaultKind::ToolChoiceUnsupported
            }
            Some(400 | 422) if self.contains_any(USAGE_OPTION_UNSUPPORTED) => {
                FaultKind::UsageOptionUnsupported
            }
            Some(400 | 422) if self.contains_any(REASONING_UNSUPPORTED) => {
                FaultKind::ReasoningUnsupported
            }
            _ => FaultKind::Refused,
        }
    }

    fn contains_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.lowercase_body.contains(phrase))
    }
}

/// The `retryDelay` in Gemini's error details, such as `"34.07s"`.
fn retry_delay(error: &Value) -> Option<Duration> {
    let details = error.pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    let seconds = delay.strip_suffix('s')?.parse::<f64>().ok()?;
    Duration::try_from_secs_f64(seconds.max(0.0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::fault::Fault;

    fn check(status: Option<u16>, body: &str, kind: FaultKind, message: &str) {
        let error = ErrorBody::read(body.as_bytes(), |text| text.replace("sk-1", "[key]"));
        let fault = Fault::from_error_body(&error, status);
        let printed = fault.describe(1);
        assert_eq!((fault.kind, printed.as_str()), (kind, message), "{body}");
    }

    #[test]
    fn error_bodies_are_classified() {
        check(
            Some(401),
            r#"{"error":{"message":"bad key sk-1"}}"#,
            FaultKind::Refused,
            "HTTP 401: bad key [key] (is the key right?)",
        );
        check(
            Some(400),
            r#"{"error":{"code":"context_length_exceeded","message":"8 > 4"}}"#,
            FaultKind::TooLong,
            "HTTP 400: 8 > 4",
        );
        check(
            Some(400),
            r#"{"error":{"message":"prompt is too long: 9 tokens > 4 maximum"}}"#,
            FaultKind::TooLong,
            "HTTP 400: prompt is too long: 9 tokens > 4 maximum",
        );
        check(
            Some(500),
            r#"{"error":"exceed_context_size_error"}"#,
            FaultKind::TooLong,
            "HTTP 500: exceed_context_size_error",
        );
        check(Some(413), "", FaultKind::TooLong, "HTTP 413: no reason given");
        check(
            Some(429),
            r#"{"error":{"message":"slow down"}}"#,
            FaultKind::Transient,
            "HTTP 429: slow down (the service takes only so much in a time; later it may answer)",
        );
        check(
            Some(429),
            r#"{"error":{"code":"insufficient_quota","message":"pay"}}"#,
            FaultKind::Refused,
            "HTTP 429: pay (has the account credit?)",
        );
        check(
            Some(529),
            r#"{"error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            FaultKind::Transient,
            "HTTP 529: Overloaded (later it may answer)",
        );
        check(
            Some(503),
            "<html>\u{1b}[2J</html>",
            FaultKind::Transient,
            "HTTP 503: <html>\\u{1b}[2J</html> (later it may answer)",
        );
    }

    #[test]
    fn error_bodies_of_unusual_forms_are_classified() {
        check(
            Some(422),
            r#"{"detail":"tool_choice: object not supported"}"#,
            FaultKind::ToolChoiceUnsupported,
            "HTTP 422: tool_choice: object not supported",
        );
        check(
            Some(404),
            r#"{"error":{"message":"no model"}}"#,
            FaultKind::Refused,
            "HTTP 404: no model (are the model's name and the base URL right?)",
        );
        check(
            None,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            FaultKind::Transient,
            "Overloaded (later it may answer)",
        );
        check(
            None,
            r#"{"error":{"code":500,"message":"oops"}}"#,
            FaultKind::Transient,
            "HTTP 500: oops (later it may answer)",
        );
        check(None, r#"{"error":{"message":"no"}}"#, FaultKind::Refused, "no");
        check(
            Some(400),
            r#"[{"error":{"code":400,"message":"The input token count (9) exceeds the maximum number of tokens allowed (8)."}}]"#,
            FaultKind::TooLong,
            "HTTP 400: The input token count (9) exceeds the maximum number of tokens allowed (8).",
        );
        check(
            Some(422),
            r#"{"detail":"messages.2.reasoning_content: extra inputs are not permitted"}"#,
            FaultKind::ReasoningUnsupported,
            "HTTP 422: messages.2.reasoning_content: extra inputs are not permitted",
        );
        check(
            Some(401),
            r#"{"error":{"message":"bad key s\u006b-1"}}"#,
            FaultKind::Refused,
            "HTTP 401: bad key [key] (is the key right?)",
        );
    }

    #[test]
    fn retry_delay_of_gemini_is_parsed() {
        let check = |delay: &str, expected: Option<u64>| {
            let info = r#""@type":"type.googleapis.com/google.rpc.RetryInfo""#;
            let body = format!(
                r#"{{"error":{{"details":[{{"a":1}},{{{info},"retryDelay":"{delay}"}}]}}}}"#
            );
            let error = ErrorBody::read(body.as_bytes(), str::to_owned);
            let fault = Fault::from_error_body(&error, Some(429));
            assert_eq!(fault.retry_after, expected.map(Duration::from_millis), "{delay}");
        };
        check("34s", Some(34_000));
        check("0.5s", Some(500));
        check("-1s", Some(0));
        check("soon", None);
        check("1e300s", None);
    }
}
