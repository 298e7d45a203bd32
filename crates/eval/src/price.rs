//! The cost of tokens, by a table that the user gives.

use std::collections::BTreeMap;

use firsthand::validator::Tokens;
use serde::Deserialize;

use crate::record::Record;

/// Prices of models by the names that `--main` and `--explorer` take; empty where none are known.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Prices(BTreeMap<String, Price>);

/// The price of a million tokens, in any currency.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// For input tokens that are not cached.
    pub input: f64,
    /// For cached input tokens; the same as `input` if missing.
    #[serde(default)]
    pub cached: Option<f64>,
    /// For output tokens.
    pub output: f64,
}

impl Prices {
    /// Reads a JSON object: `{"openai:NAME": {"input": 1.0, "cached": 0.1, "output": 4.0}}`.
    ///
    /// # Errors
    /// The JSON parser's error message.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The cost of an answer; `None` if a model's price or its token count is unknown, or if no model was used. An
    /// exploration without a model (see [`Key::explorer`](crate::Key::explorer)) costs nothing.
    #[must_use]
    pub fn cost(&self, record: &Record) -> Option<f64> {
        let main = record
            .agent_effort
            .as_ref()
            .map(|effort| (&record.key.main, effort.tokens));
        let explorer = record
            .exploration_effort
            .as_ref()
            .filter(|_| record.key.explorer.is_some());
        let explorer = explorer.map(|effort| (&record.key.explorer, effort.tokens));
        let cost_of = |(model, tokens): (&Option<String>, Option<Tokens>)| {
            let price = self.0.get(model.as_deref()?)?;
            Some(price.cost(tokens?))
        };
        match (main, explorer) {
            (None, None) => None,
            (Some(main), None) => cost_of(main),
            (None, Some(explorer)) => cost_of(explorer),
            (Some(main), Some(explorer)) => Some(cost_of(main)? + cost_of(explorer)?),
        }
    }
}

impl Price {
    fn cost(self, tokens: Tokens) -> f64 {
        let cached = tokens.cached.min(tokens.input);
        let uncached_cost = (tokens.input - cached) as f64 * self.input;
        let cached_cost = cached as f64 * self.cached.unwrap_or(self.input);
        (uncached_cost + cached_cost + tokens.output as f64 * self.output) / 1e6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cost_follows_the_price_table() {
        let prices = Prices::read(r#"{"a:b": {"input": 2, "cached": 0.5, "output": 8}}"#).unwrap();
        let tokens = Tokens {
            input: 1_000_000,
            cached: 400_000,
            output: 250_000,
        };
        // 0.6 · 2 + 0.4 · 0.5 + 0.25 · 8
        assert!((prices.0["a:b"].cost(tokens) - 3.4).abs() < 1e-9);
        let without_cached = Prices::read(r#"{"a:b": {"input": 2, "output": 8}}"#).unwrap();
        assert!((without_cached.0["a:b"].cost(tokens) - 4.0).abs() < 1e-9);
        assert!(Prices::read(r#"{"a:b": {"input": 2}}"#).is_err());
    }
}
