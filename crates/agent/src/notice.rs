//! Notices of failed attempts, sent while an adapter is still retrying.

use std::fmt;

use firsthand_validator::Tokens;
use serde::{Deserialize, Serialize};

/// A failed attempt to get the model's turn, and the next attempt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Notice {
    /// The error.
    pub error: String,
    /// Milliseconds until the next attempt; `None` after the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
    /// The number of the failed attempt, from 1.
    pub attempt: u32,
    /// The most attempts for errors of this kind.
    pub max_attempts: u32,
    /// The tokens that the failed attempt used, where the provider reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
}

impl Notice {
    /// The notice that attempt number `attempt`, from 1, of `max_attempts` failed; no other one follows.
    #[must_use]
    pub fn new(error: impl Into<String>, attempt: u32, max_attempts: u32) -> Self {
        Self {
            error: error.into(),
            wait_ms: None,
            attempt,
            max_attempts,
            tokens: None,
        }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            error,
            max_attempts,
            ..
        } = self;
        match self.wait_ms {
            None => write!(f, "{error}"),
            Some(ms) => {
                let (tenths, next) = (ms.div_ceil(100), self.attempt + 1);
                let (seconds, tenth) = (tenths / 10, tenths % 10);
                write!(
                    f,
                    "try {next} of {max_attempts} in {seconds}.{tenth} s: {error}"
                )
            }
        }
    }
}

/// Receives the notices of a turn's failed attempts; by default they are dropped.
#[derive(Clone, Copy, Default)]
pub struct Notices<'a>(Option<&'a (dyn Fn(Notice) + Send + Sync)>);

impl<'a> Notices<'a> {
    /// Sends notices to `send`.
    #[must_use]
    pub fn to(send: &'a (dyn Fn(Notice) + Send + Sync)) -> Self {
        Self(Some(send))
    }

    /// Reports a failed attempt.
    pub fn send(&self, notice: Notice) {
        if let Some(send) = self.0 {
            send(notice);
        }
    }
}

impl fmt::Debug for Notices<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Notices")
    }
}
