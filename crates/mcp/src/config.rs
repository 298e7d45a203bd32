//! The configuration of a server.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use firsthand::Model;

use crate::Roots;

/// Who explores: the server's model or the client's agent. It determines the tools.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Profile {
    /// The server's model: a client asks questions.
    #[default]
    Explore,
    /// The client's own agent: it calls the loop's tools.
    Driven,
}

/// An unknown profile name.
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

/// Limits on what clients may use at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The maximum number of running calls; further ones wait.
    pub at_once: usize,
    /// The maximum number of waiting calls; further ones are rejected.
    pub waiting: usize,
    /// The maximum number of open driven explorations.
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

/// The configuration of a server.
#[derive(Clone)]
pub struct McpConfig {
    /// Which model explores.
    pub profile: Profile,
    /// The roots that clients may ask about.
    pub roots: Roots,
    /// The limits on clients.
    pub limits: Limits,
    /// The language model that decides in `research_code`; without one, a fixed policy does.
    pub research_model: Option<Arc<dyn Model>>,
}
