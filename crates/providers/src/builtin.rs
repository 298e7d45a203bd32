//! The embedded default model: search, follow relations, quote, submit.
//!
//! It is stateless: what to do next follows from the conversation alone, so it is deterministic and
//! can be replayed. It claims `medium` at most, and that only where verified quotes carry most of
//! what the question asks for.

mod confidence;
mod fact;
mod line;
mod places;
mod plan;
mod submit;
mod view;
mod weigh;
mod weights;

use async_trait::async_trait;
use firsthand_agent::{Model, ModelError, ModelRequest, ModelTurn, SUBMIT, ToolCall};
use serde_json::Value;

use self::view::View;

/// The embedded default model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin(());

impl Builtin {
    /// The model; it holds nothing.
    #[must_use]
    pub fn new() -> Self {
        Self(())
    }
}

#[async_trait]
impl Model for Builtin {
    fn name(&self) -> &str {
        "builtin"
    }

    /// It answers sooner than a kept report is looked at, and sees what is new.
    fn worth_keeping(&self) -> bool {
        false
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
