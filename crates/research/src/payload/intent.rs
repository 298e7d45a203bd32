//! The request of a caller: a topic, hints and caps.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::wire::{is_default, not_blank, not_negative};
use super::{Invalid, Payload};

/// The budget in tokens of evidence if the caller sets none.
pub const DEFAULT_BUDGET_TOKENS: u32 = 4_000;
/// The most refinements if the caller sets no limit.
pub const DEFAULT_MAX_ITERATIONS: u32 = 5;

/// The request: a topic with hints and caps. It names no entity, query or route; the chain finds these.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Intent {
    /// What to find out, in the caller's words. Required.
    pub topic: String,
    /// Restrictions and known facts, such as `path` or `relation`; unknown keys are ignored.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hints: BTreeMap<String, String>,
    /// The most tokens of evidence; 0 means 4,000.
    #[serde(skip_serializing_if = "is_default")]
    pub budget_tokens: i64,
    /// The most refinements; 0 means 5.
    #[serde(skip_serializing_if = "is_default")]
    pub max_iterations: i64,
}

impl Intent {
    /// A topic without hints, with the default caps.
    #[must_use]
    pub fn new(topic: impl Into<String>) -> Self {
        let topic = topic.into();
        Self {
            topic,
            ..Self::default()
        }
    }

    /// The budget in tokens.
    #[must_use]
    pub fn resolved_budget_tokens(&self) -> u32 {
        resolved(self.budget_tokens, DEFAULT_BUDGET_TOKENS)
    }

    /// The cap of refinements.
    #[must_use]
    pub fn resolved_max_iterations(&self) -> u32 {
        resolved(self.max_iterations, DEFAULT_MAX_ITERATIONS)
    }
}

fn resolved(number: i64, default: u32) -> u32 {
    match number {
        ..=0 => default,
        number => u32::try_from(number).unwrap_or(u32::MAX),
    }
}

impl Payload for Intent {
    const CATEGORY: &'static str = "intent";

    fn validate(&self) -> Result<(), Invalid> {
        not_blank("topic", &self.topic)?;
        for (key, value) in &self.hints {
            not_blank("hints", key)?;
            not_blank(&format!("hints.{key}"), value)?;
        }
        not_negative("budget_tokens", self.budget_tokens)?;
        not_negative("max_iterations", self.max_iterations)
    }
}
