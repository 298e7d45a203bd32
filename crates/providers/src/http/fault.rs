//! What goes wrong between us and a server: of which kind it is, and what is said of it.

mod words;

use std::ops::RangeInclusive;
use std::time::Duration;

use firsthand_agent::ModelError;
use firsthand_agent::registry::clip;
use firsthand_agent::validator::Tokens;

use super::open::innermost;

pub(super) use words::Said;

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
}

impl Fault {
    pub(super) fn new(kind: Kind, what: impl Into<String>) -> Self {
        Self {
            kind,
            what: what.into(),
            wait: None,
            tokens: None,
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
    pub(super) fn of_words(said: &Said, status: Option<u16>) -> Self {
        let status = status.or(said.status);
        let kind = said.kind(status);
        let what = match (status, hint(status)) {
            (Some(status), Some(hint)) => format!("HTTP {status}: {} ({hint})", said.text),
            (Some(status), None) => format!("HTTP {status}: {}", said.text),
            (None, _) => said.text.clone(),
        };
        Self {
            wait: said.wait,
            ..Self::new(kind, what)
        }
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
            Kind::Force | Kind::Usage | Kind::Thoughts | Kind::Refused => ModelError::Refused(what),
        }
    }
}

/// What most likely helps, by the status.
const HINTS: &[(RangeInclusive<u16>, &str)] = &[
    (
        300..=399,
        "redirects are not followed; the final address belongs into the base URL",
    ),
    (401..=401, "is the key right?"),
    (403..=403, "may the key use this model?"),
    (404..=404, "are the model's name and the base URL right?"),
];

fn hint(status: Option<u16>) -> Option<&'static str> {
    let status = status?;
    let row = HINTS.iter().find(|(codes, _)| codes.contains(&status));
    row.map(|(_, hint)| *hint)
}
