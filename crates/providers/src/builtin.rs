//! The embedded default model: search, follow relations, quote, submit.
//!
//! It is stateless: what to do next follows from the conversation alone, so it is deterministic and
//! can be replayed. It claims `medium` at most, and that only where verified quotes carry most of
//! what the question asks for.

mod confidence;
mod fact;
mod label;
mod line;
mod places;
mod plan;
mod submit;
mod view;
mod weigh;
mod weights;

use async_trait::async_trait;
use firsthand_agent::{Budgets, Model, ModelError, ModelRequest, ModelTurn, SUBMIT, ToolCall};
use serde_json::Value;

use self::view::View;

/// How many times the usual characters it looks at: five places of 120 lines fit in an answer.
const WIDER: usize = 3;

/// The embedded default model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin(());

impl Builtin {
    /// The model; it holds nothing.
    #[must_use]
    pub fn new() -> Self {
        Self(())
    }

    /// The evidence for the places that a report would cite after the conversation so far: features by
    /// name, each from 0 to 1, always the same names in the same order (`first`, `all`,
    /// `named_by_first`, `named`, `absent`, `same_file`, `spelled`, `heaviest_in_first`, `information`;
    /// `docs/benchmarks.md` says what they mean). The model of confidence is fitted on them. `None`
    /// where the report would cite no place: its confidence is `low` in any case.
    #[must_use]
    pub fn evidence(&self, request: &ModelRequest<'_>) -> Option<Vec<(&'static str, f64)>> {
        let view = View::of(request);
        let places = submit::cited(&view);
        (!places.is_empty()).then(|| confidence::features(&view, &places).to_vec())
    }
}

#[async_trait]
impl Model for Builtin {
    fn name(&self) -> &str {
        "builtin"
    }

    /// It answers sooner than a kept report is looked at, and sees what is new.
    fn is_cacheable(&self) -> bool {
        false
    }

    /// What it cites is all that it found.
    fn reads_related(&self) -> bool {
        false
    }

    /// It looks at places, and no character costs anything: what the search ranks first fits whole.
    fn budgets(&self, given: Budgets) -> Budgets {
        let usual = Budgets::default();
        let wide = |given: usize, usual: usize| match given == usual {
            true => usual * WIDER,
            false => given,
        };
        Budgets {
            result_chars: wide(given.result_chars, usual.result_chars),
            file_chars: wide(given.file_chars, usual.file_chars),
            observation_chars: wide(given.observation_chars, usual.observation_chars),
            ..given
        }
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
    let calls = calls
        .into_iter()
        .enumerate()
        .map(|(at, (tool, arguments))| ToolCall {
            id: format!("b{number}_{at}"),
            tool: tool.to_owned(),
            arguments,
        });
    ModelTurn {
        calls: calls.collect(),
        ..ModelTurn::default()
    }
}
