//! Errors between this client and a model server: their kinds, messages and hints.

mod error_body;

use std::ops::RangeInclusive;
use std::time::Duration;

use firsthand_agent::ModelError;
use firsthand_agent::registry::clip;
use firsthand_agent::validator::Tokens;

use super::open::root_cause;

pub(super) use error_body::ErrorBody;

/// The most characters of a server's message that an error repeats.
const MAX_MESSAGE_CHARS: usize = 300;

/// The kind of a fault. It decides whether and how often the request is retried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FaultKind {
    /// The connection could not be established.
    NoConnection,
    /// The connection broke, or the server sent nothing for too long.
    ConnectionLost,
    /// The server has no answer now: rate limit, overload or an internal error.
    Transient,
    /// The answer cannot be parsed.
    Malformed,
    /// The conversation is longer than the model's context.
    TooLong,
    /// The server rejects this form of `tool_choice`.
    ToolChoiceUnsupported,
    /// The server rejects the option that requests token usage (`stream_options`).
    UsageOptionUnsupported,
    /// The server rejects the reasoning of earlier turns.
    ReasoningUnsupported,
    /// The server rejected the request, and would reject it again.
    Refused,
}

/// How often each kind of fault is retried; a kind without a row is not. An answer is passed on only when
/// it is complete, so an answer that broke off can be requested again.
const RETRIES: &[(FaultKind, u32)] = &[
    (FaultKind::NoConnection, 1),
    (FaultKind::ConnectionLost, 3),
    (FaultKind::Transient, 6),
    (FaultKind::Malformed, 1),
];

impl FaultKind {
    /// The maximum number of retries after a fault of this kind.
    pub(super) fn retries(self) -> u32 {
        let row = RETRIES.iter().find(|(kind, _)| *kind == self);
        row.map_or(0, |(_, retries)| *retries)
    }
}

/// A failed attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) kind: FaultKind,
    pub(super) message: String,
    /// The delay that the server asked for (`Retry-After` or similar).
    pub(super) retry_after: Option<Duration>,
    /// The tokens that the attempt used, where the server reports them.
    pub(super) tokens: Option<Tokens>,
    /// What the user can check when no retry helps.
    pub(super) hint: Option<&'static str>,
}

impl Fault {
    pub(super) fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            retry_after: None,
            tokens: None,
            hint: hint_for(kind, None),
        }
    }

    /// Replaces the hint that belongs to the kind.
    pub(super) fn with_hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }

    /// The fault for a connection to `host` that could not be established, or that broke.
    pub(super) fn from_connection_error(error: &reqwest::Error, host: &str) -> Self {
        let kind =
            if error.is_connect() { FaultKind::NoConnection } else { FaultKind::ConnectionLost };
        let message = format!("{host}: {}", root_cause(error));
        Self::new(kind, clip(&message, MAX_MESSAGE_CHARS))
    }

    /// The fault for an error body that the server sent instead of an answer. If the HTTP `status` is `None`, as in the
    /// middle of a stream, the status that the body itself states counts.
    pub(super) fn from_error_body(body: &ErrorBody, status: Option<u16>) -> Self {
        let status = status.or(body.status);
        let kind = body.kind(status);
        let message = match status {
            Some(status) => format!("HTTP {status}: {}", body.message),
            None => body.message.clone(),
        };
        Self {
            retry_after: body.retry_after,
            hint: hint_for(kind, status),
            ..Self::new(kind, message)
        }
    }

    /// The message after the last of this many attempts, with the hint.
    fn describe(&self, attempts: u32) -> String {
        let attempts = (attempts > 1).then(|| format!("after {attempts} tries"));
        let hint = self.hint.map(str::to_owned);
        let notes: Vec<String> = attempts.into_iter().chain(hint).collect();
        if notes.is_empty() {
            self.message.clone()
        } else {
            format!("{} ({})", self.message, notes.join("; "))
        }
    }

    /// The error that the [`Model`](firsthand_agent::Model) port returns.
    pub(super) fn into_error(self, attempts: u32) -> ModelError {
        let message = self.describe(attempts);
        match self.kind {
            FaultKind::NoConnection | FaultKind::ConnectionLost => ModelError::Unreachable(message),
            FaultKind::Transient => ModelError::Unavailable(message),
            FaultKind::Malformed => ModelError::Malformed(message),
            FaultKind::TooLong => ModelError::TooLong(message),
            FaultKind::ToolChoiceUnsupported
            | FaultKind::UsageOptionUnsupported
            | FaultKind::ReasoningUnsupported
            | FaultKind::Refused => ModelError::Refused(message),
        }
    }
}

/// Hints by HTTP status and kind.
const HINTS_BY_STATUS: &[(RangeInclusive<u16>, FaultKind, &str)] = &[
    (
        300..=399,
        FaultKind::Refused,
        "redirects are not followed; the final address belongs into the base URL",
    ),
    (401..=401, FaultKind::Refused, "is the key right?"),
    (402..=402, FaultKind::Refused, "has the account credit?"),
    (403..=403, FaultKind::Refused, "may the key use this model?"),
    (404..=404, FaultKind::Refused, "are the model's name and the base URL right?"),
    (429..=429, FaultKind::Refused, "has the account credit?"),
    (
        429..=429,
        FaultKind::Transient,
        "the service takes only so much in a time; later it may answer",
    ),
];

/// Hints by kind alone, for a status without a row in [`HINTS_BY_STATUS`].
const HINTS_BY_KIND: &[(FaultKind, &str)] = &[
    (FaultKind::Transient, "later it may answer"),
    (
        FaultKind::ConnectionLost,
        "does the server, or a proxy before it, limit the time of an answer?",
    ),
];

fn hint_for(kind: FaultKind, status: Option<u16>) -> Option<&'static str> {
    let mut rows = HINTS_BY_STATUS.iter();
    let by_status = rows.find(|(codes, row_kind, _)| {
        *row_kind == kind && status.is_some_and(|status| codes.contains(&status))
    });
    let by_kind = || HINTS_BY_KIND.iter().find(|(row_kind, _)| *row_kind == kind);
    let hint = by_status.map(|(_, _, hint)| *hint);
    hint.or_else(|| by_kind().map(|(_, hint)| *hint))
}
