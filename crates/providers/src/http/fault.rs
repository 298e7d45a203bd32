//! What goes wrong between us and a server: of which kind it is, and what is said of it.

mod words;

use std::ops::RangeInclusive;
use std::time::Duration;

use firsthand_agent::ModelError;
use firsthand_agent::registry::clip;
use firsthand_agent::validator::Tokens;

use super::open::innermost;

pub(super) use words::ErrorBody;

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
    /// Thoughts of earlier turns are not taken.
    Thoughts,
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
    /// What the try took all the same, where the server says.
    pub(super) tokens: Option<Tokens>,
    /// What most likely helps, for whom no further try does.
    pub(super) hint: Option<&'static str>,
}

impl Fault {
    pub(super) fn new(kind: Kind, what: impl Into<String>) -> Self {
        Self {
            kind,
            what: what.into(),
            wait: None,
            tokens: None,
            hint: hint(kind, None),
        }
    }

    /// The same, with this in place of what helps against its kind.
    pub(super) fn hinted(self, hint: &'static str) -> Self {
        Self {
            hint: Some(hint),
            ..self
        }
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
    pub(super) fn of_words(body: &ErrorBody, status: Option<u16>) -> Self {
        let status = status.or(body.status);
        let kind = body.kind(status);
        let what = match status {
            Some(status) => format!("HTTP {status}: {}", body.text),
            None => body.text.clone(),
        };
        Self {
            wait: body.wait,
            hint: hint(kind, status),
            ..Self::new(kind, what)
        }
    }

    /// What is said of it after so many tries, the last.
    fn describe(&self, tries: u32) -> String {
        let tries = (tries > 1).then(|| format!("after {tries} tries"));
        let hint = self.hint.map(str::to_owned);
        let beside: Vec<String> = tries.into_iter().chain(hint).collect();
        match beside.is_empty() {
            true => self.what.clone(),
            false => format!("{} ({})", self.what, beside.join("; ")),
        }
    }

    /// The port's error.
    pub(super) fn into_error(self, tries: u32) -> ModelError {
        let what = self.describe(tries);
        match self.kind {
            Kind::NoConnection | Kind::Lost => ModelError::Unreachable(what),
            Kind::Busy => ModelError::Unavailable(what),
            Kind::Garbled => ModelError::Malformed(what),
            Kind::TooLong => ModelError::TooLong(what),
            Kind::Force | Kind::Usage | Kind::Thoughts | Kind::Refused => ModelError::Refused(what),
        }
    }
}

/// What most likely helps, by the status.
const BY_STATUS: &[(RangeInclusive<u16>, Kind, &str)] = &[
    (
        300..=399,
        Kind::Refused,
        "redirects are not followed; the final address belongs into the base URL",
    ),
    (401..=401, Kind::Refused, "is the key right?"),
    (402..=402, Kind::Refused, "has the account credit?"),
    (403..=403, Kind::Refused, "may the key use this model?"),
    (
        404..=404,
        Kind::Refused,
        "are the model's name and the base URL right?",
    ),
    (429..=429, Kind::Refused, "has the account credit?"),
    (
        429..=429,
        Kind::Busy,
        "the service takes only so much in a time; later it may answer",
    ),
];

/// The same by the kind, where the status tells nothing more.
const BY_KIND: &[(Kind, &str)] = &[
    (Kind::Busy, "later it may answer"),
    (
        Kind::Lost,
        "does the server, or a proxy before it, limit the time of an answer?",
    ),
];

fn hint(kind: Kind, status: Option<u16>) -> Option<&'static str> {
    let mut by_status = BY_STATUS.iter();
    let known = by_status
        .find(|(codes, of, _)| *of == kind && status.is_some_and(|status| codes.contains(&status)));
    let by_kind = || BY_KIND.iter().find(|(of, _)| *of == kind);
    let hint = known.map(|(_, _, hint)| *hint);
    hint.or_else(|| by_kind().map(|(_, hint)| *hint))
}
