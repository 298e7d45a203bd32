//! What goes wrong between us and a server: of which kind it is, and what is said of it.

use std::time::Duration;

use firsthand_agent::ModelError;
use firsthand_agent::registry::{clip, escape};
use serde_json::Value;

use super::open::innermost;

/// Characters of a server's own words in an error.
const WORDS: usize = 300;

/// What kind of fault it is, which says whether trying again may help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// No connection came about.
    NoConnection,
    /// The connection broke, or nothing came over it any more.
    Lost,
    /// The server has no answer now.
    Busy,
    /// The answer cannot be read.
    Garbled,
    /// The conversation is too long.
    TooLong,
    /// This way of demanding a tool is not taken.
    Force,
    /// The question for the cost is not taken.
    Usage,
    /// The server will say the same again.
    Refused,
}

/// How often each kind is tried again. Nothing of an answer is passed on before it is whole, so one
/// that breaks off can be asked for again.
const RETRIES: &[(Kind, u32)] = &[
    (Kind::NoConnection, 1),
    (Kind::Lost, 3),
    (Kind::Busy, 6),
    (Kind::Garbled, 1),
];

impl Kind {
    pub(super) fn retries(self) -> u32 {
        let row = RETRIES.iter().find(|(kind, _)| *kind == self);
        row.map_or(0, |(_, times)| *times)
    }
}

/// Something that went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) kind: Kind,
    pub(super) what: String,
    /// How long the server asks to be left alone.
    pub(super) wait: Option<Duration>,
}

impl Fault {
    pub(super) fn new(kind: Kind, what: impl Into<String>) -> Self {
        let (what, wait) = (what.into(), None);
        Self { kind, what, wait }
    }

    /// A fault of the connection to a machine.
    pub(super) fn of_connection(error: &reqwest::Error, machine: &str) -> Self {
        let kind = match error.is_connect() {
            true => Kind::NoConnection,
            false => Kind::Lost,
        };
        let what = format!("{machine}: {}", innermost(error));
        Self::new(kind, clip(&what, WORDS))
    }

    /// What an error that came where an answer should be means.
    pub(super) fn of_words(said: &Said, status: Option<u16>) -> Self {
        let status = status.or(said.status);
        let kind = match status {
            _ if said.holds(TOO_LONG) => Kind::TooLong,
            Some(413) => Kind::TooLong,
            _ if said.holds(NO_CREDIT) => Kind::Refused,
            Some(408 | 425 | 429 | 500..) => Kind::Busy,
            None if said.holds(BUSY) => Kind::Busy,
            Some(400 | 422) if said.holds(FORCE) => Kind::Force,
            Some(400 | 422) if said.holds(USAGE) => Kind::Usage,
            _ => Kind::Refused,
        };
        let what = match (status, HINTS.iter().find(|(code, _)| Some(*code) == status)) {
            (Some(status), Some((_, hint))) => format!("HTTP {status}: {} ({hint})", said.text),
            (Some(status), None) => format!("HTTP {status}: {}", said.text),
            (None, _) => said.text.clone(),
        };
        Self::new(kind, what)
    }

    /// The port's error.
    pub(super) fn into_error(self, tries: u32) -> ModelError {
        let what = match tries {
            0 | 1 => self.what,
            more => format!("{} (after {more} tries)", self.what),
        };
        match self.kind {
            Kind::NoConnection | Kind::Lost => ModelError::Unreachable(what),
            Kind::Busy => ModelError::Unavailable(what),
            Kind::Garbled => ModelError::Malformed(what),
            Kind::TooLong => ModelError::TooLong(what),
            Kind::Force | Kind::Usage | Kind::Refused => ModelError::Refused(what),
        }
    }
}

/// What servers write where a conversation is too long: OpenAI, vLLM, llama.cpp, Anthropic, LM Studio.
const TOO_LONG: &[&str] = &[
    "context_length_exceeded",
    "maximum context length",
    "exceed_context_size",
    "prompt is too long",
    "context window",
    "context length",
    "request_too_large",
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
];
/// What servers write that do not take our way of demanding a tool.
const FORCE: &[&str] = &["tool_choice"];
/// What servers write that do not take the question for the cost.
const USAGE: &[&str] = &["stream_options"];
/// What most likely helps.
const HINTS: &[(u16, &str)] = &[
    (401, "is the key right?"),
    (403, "may the key use this model?"),
    (404, "are the model's name and the base URL right?"),
];

/// An error in a server's own words.
#[derive(Debug)]
pub(super) struct Said {
    /// The words, cut and without control characters.
    text: String,
    /// All of it in lower case, to find out what it means.
    all: String,
    /// The status that it names itself.
    status: Option<u16>,
}

impl Said {
    /// The words of an error's body. `hide` takes keys out.
    pub(super) fn read(body: &[u8], hide: impl Fn(&str) -> String) -> Self {
        let text = hide(&String::from_utf8_lossy(body));
        let value = serde_json::from_str(&text).unwrap_or(Value::Null);
        let fields = ["/error/message", "/message", "/detail", "/error"];
        let words = fields.iter().find_map(|at| value.pointer(at)?.as_str());
        let words = words.unwrap_or(text.trim());
        let status = value.pointer("/error/code").and_then(Value::as_u64);
        Self {
            text: match words.is_empty() {
                true => "no reason given".to_owned(),
                false => clip(&escape(words), WORDS).into_owned(),
            },
            all: text.to_lowercase(),
            status: status.and_then(|code| u16::try_from(code).ok()),
        }
    }

    fn holds(&self, any: &[&str]) -> bool {
        any.iter().any(|one| self.all.contains(one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_servers() {
        let check = |status: Option<u16>, body: &str, kind: Kind, what: &str| {
            let said = Said::read(body.as_bytes(), |text| text.replace("sk-1", "[key]"));
            let fault = Fault::of_words(&said, status);
            assert_eq!((fault.kind, fault.what.as_str()), (kind, what), "{body}");
        };
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
            "HTTP 429: slow down",
        );
        check(
            Some(429),
            r#"{"error":{"code":"insufficient_quota","message":"pay"}}"#,
            Kind::Refused,
            "HTTP 429: pay",
        );
        check(
            Some(529),
            r#"{"error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            Kind::Busy,
            "HTTP 529: Overloaded",
        );
        check(
            Some(503),
            "<html>\u{1b}[2J</html>",
            Kind::Busy,
            "HTTP 503: <html>\\u{1b}[2J</html>",
        );
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
            "Overloaded",
        );
        check(
            None,
            r#"{"error":{"code":500,"message":"oops"}}"#,
            Kind::Busy,
            "HTTP 500: oops",
        );
        check(None, r#"{"error":{"message":"no"}}"#, Kind::Refused, "no");
    }
}
