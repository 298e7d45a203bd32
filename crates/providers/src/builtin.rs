//! The embedded default model: it searches, reads what it will cite, quotes lines and submits a report.
//!
//! It is stateless: its next step depends on the conversation alone, so it is deterministic and can be
//! replayed. It claims at most `medium` confidence, and that only if the evidence makes it likely that its
//! places are right.

mod confidence;
mod fact;
mod label;
mod places;
mod plan;
mod quoted_line;
mod sentence;
mod spelled;
mod submit;
mod view;
mod weights;
mod word_weight;

use async_trait::async_trait;
use firsthand_agent::{Model, ModelError, ModelRequest, ModelTraits, ModelTurn, SUBMIT, ToolCall};
use serde_json::Value;

use self::view::View;

/// The factor by which the model's default character budgets are wider than those of a model that reads text: the places of a search then fit in one answer.
const BUDGET_FACTOR: usize = 12;

/// The embedded default model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin(());

impl Builtin {
    /// Creates the model; it has no state.
    #[must_use]
    pub fn new() -> Self {
        Self(())
    }

    /// The evidence for the places that a report would cite after the conversation so far: named features,
    /// each from 0 to 1, always in the same order (`line`, `named`, `places`, `ties`, `absent`, `heaviest`,
    /// `heavy_words`, `common`, `same_file`; `docs/benchmarks.md` describes them). The confidence model is fitted on
    /// them. `None` if the report would cite no place: its confidence is then `low`.
    #[must_use]
    pub fn evidence(&self, request: &ModelRequest<'_>) -> Option<Vec<(&'static str, f64)>> {
        let view = View::of(request);
        let places = places::primary(&view);
        (!places.is_empty()).then(|| confidence::features(&view, &places).to_vec())
    }
}

#[async_trait]
impl Model for Builtin {
    fn name(&self) -> &str {
        "builtin"
    }

    /// Its reports are not cached: it answers faster than a stored report can be checked, and a new answer sees new
    /// files. It does not revise a report, since it cites everything that it found. Its default character budgets are
    /// wider, since characters cost it nothing: the top results of the search then fit completely.
    fn traits(&self) -> ModelTraits {
        let mut traits = ModelTraits::default();
        traits.cacheable = false;
        traits.revises = false;
        traits.instant = true;
        let budgets = &mut traits.default_budgets;
        budgets.result_chars *= BUDGET_FACTOR;
        budgets.file_chars *= BUDGET_FACTOR;
        budgets.observation_chars *= BUDGET_FACTOR;
        traits
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let view = View::of(request);
        let mut calls = Vec::new();
        if request.must_call.is_none() && request.steps_left > 1 {
            calls = plan::next(&view, request);
        }
        if calls.is_empty() {
            calls.push((SUBMIT, submit::arguments(&view, request.task)));
        }
        Ok(turn(view.turns, calls))
    }
}

fn turn(number: usize, calls: Vec<(&'static str, Value)>) -> ModelTurn {
    let calls = calls.into_iter().enumerate().map(|(index, (tool, arguments))| {
        ToolCall::new(format!("b{number}_{index}"), tool, arguments)
    });
    ModelTurn { calls: calls.collect(), ..ModelTurn::default() }
}
