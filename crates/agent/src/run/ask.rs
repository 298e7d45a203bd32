//! Asks the model for its next turn.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;

use super::attempts::FailedAttempts;
use super::{Halt, Run, sanitize};
use crate::event::Event;
use crate::{ModelError, ModelRequest, ModelTurn, Notices};

impl Run<'_> {
    /// Records the failed attempts that the adapter reported, then the turn or the error.
    pub(super) async fn ask(&mut self, must_call: Option<&'static str>) -> Result<(), Halt> {
        let at_ms = self.now();
        self.record(Event::ModelAsked {
            must_call: must_call.map(str::to_owned),
            again: self.log.state.turns_without_report > 0,
            at_ms,
        });
        let Some(task) = &self.log.state.task else {
            return Ok(());
        };
        let attempts = FailedAttempts::of(self);
        let send = |notice| attempts.record(notice);
        let request = ModelRequest {
            task,
            system: &self.log.state.system,
            messages: &self.log.state.messages,
            registry: &self.log.state.registry,
            tools: &self.log.state.tools,
            must_call,
            steps_left: self.log.state.steps_left().max(1),
            time_left: Some(self.time_left()),
            notices: Notices::to(&send),
        };
        let turn = AssertUnwindSafe(async { self.parts.model.turn(&request).await }).catch_unwind();
        let turn = self.until_interrupted(turn).await;
        let failed = attempts.take().into_iter();
        failed.for_each(|event| self.record(event));
        match turn {
            Ok(Ok(turn)) => self.record_turn(turn),
            Ok(Err(_)) => self.record_turn(Err(ModelError::Malformed(
                "the adapter panicked".to_owned(),
            ))),
            Err(interrupt) => return self.handle_interrupt(interrupt),
        }
        Ok(())
    }

    fn record_turn(&mut self, turn: Result<ModelTurn, ModelError>) {
        let at_ms = self.now();
        let event = match turn {
            Ok(turn) => {
                let (step, state) = (self.log.state.stats.steps, &self.log.state);
                let turn = sanitize::sanitize(turn, step, &state.messages, &state.tools);
                Event::ModelAnswered { turn, at_ms }
            }
            Err(error) => {
                let failed = Event::ModelFailed {
                    error: error.to_string(),
                    too_long: matches!(error, ModelError::TooLong(_)),
                    at_ms,
                };
                self.model_error = Some(error);
                failed
            }
        };
        self.record(event);
    }
}
