//! What a server is made of.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use firsthand::Model;

use crate::Roots;

/// Who explores, and so which tools there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Profile {
    /// The server's model: a client asks questions.
    #[default]
    Explore,
    /// The client's own agent: it calls the loop's tools.
    Driven,
}

/// A text that names no profile.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no profile `{0}`; there are: explore, driven")]
pub struct UnknownProfile(String);

impl Profile {
    /// All profiles.
    pub const ALL: [Self; 2] = [Self::Explore, Self::Driven];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Explore => "explore",
            Self::Driven => "driven",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|profile| profile.name() == name);
        found.ok_or_else(|| UnknownProfile(name.to_owned()))
    }
}

/// How much clients may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Calls that work at once; further ones wait.
    pub at_once: usize,
    /// Calls that wait; further ones are refused.
    pub waiting: usize,
    /// Explorations that clients drive at once.
    pub open: usize,
    /// How long a driven exploration waits for its client's next call.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            at_once: 8,
            waiting: 256,
            open: 64,
            idle: Duration::from_secs(600),
        }
    }
}

/// A server, before it serves.
#[derive(Clone)]
pub struct Setup {
    /// Who explores.
    pub profile: Profile,
    /// The roots that clients may ask about.
    pub roots: Roots,
    /// How much they may take.
    pub limits: Limits,
    /// The language model that decides in `research_code`; without one, a fixed policy does.
    pub deciding: Option<Arc<dyn Model>>,
}
