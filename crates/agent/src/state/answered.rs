//! Applies an answer to a tool call.

use firsthand_registry::Observation;
use firsthand_validator::RepairKind;

use super::{Pending, State, Submission};
use crate::submit::RECEIVED;
use crate::{Answer, Message, ShownObservation, ToolOutput};

impl State {
    /// Observes a result that is already cut, counts its characters, and adds the answer to the conversation.
    pub(super) fn tool_answered(
        &mut self,
        pending: Pending,
        output: &ToolOutput,
        error: Option<&str>,
    ) {
        self.stats.tool_calls += 1;
        let places_before = self.registry.len();
        let mut answer = Answer {
            tool: pending.call.tool,
            error: error.map(str::to_owned),
            summary: output.summary.clone(),
            diagnostics: output.diagnostics.clone(),
            truncated: output.coverage.truncated,
            answers_without_new_places: self.answers_without_new_places,
            ..Answer::default()
        };
        let mut chars = output.summary.chars().count();
        for observation in &output.observations {
            let shown = self.observe(observation, &pending.call.id);
            chars += shown.chars();
            if !shown.ids.is_empty() {
                answer.observations.push(shown);
            }
        }
        self.stats.observation_chars += chars as u64;
        answer.call = pending.call.id;
        match (pending.report, error) {
            (Some(Ok((selection, repairs))), None) => {
                self.submissions.push(Submission {
                    selection,
                    cut: repairs
                        .iter()
                        .any(|repair| repair.kind == RepairKind::CutOff),
                    validated: None,
                });
                (self.submitted, self.turns_without_report) = (true, 0);
                answer = Answer {
                    call: answer.call,
                    tool: answer.tool,
                    summary: RECEIVED.to_owned(),
                    ..Answer::default()
                };
            }
            (Some(_), _) => {}
            (None, _) => {
                let no_new_place = self.registry.len() == places_before;
                let so_far = self.answers_without_new_places;
                self.answers_without_new_places = if no_new_place { so_far + 1 } else { 0 };
                self.coverage = std::mem::take(&mut self.coverage).and(output.coverage.clone());
            }
        }
        self.add_findings(output);
        // The turn's last answer states the remaining budget, unless the host's next message states it.
        let host_message_follows = self.submitted || self.turns_without_report > 0;
        let states_budget =
            self.pending.is_empty() && !host_message_follows && self.steps_left() > 0;
        let remaining = states_budget.then(|| self.remaining());
        self.last_host_message = None;
        self.insert(answer);
        if let Some(Message::Answer(last)) = self.messages.last_mut() {
            last.remaining = remaining;
        }
    }

    /// Adds the findings of a result, each once.
    pub(super) fn add_findings(&mut self, output: &ToolOutput) {
        for finding in &output.findings {
            if !self.findings.contains(finding) {
                self.findings.push(finding.clone());
            }
        }
    }

    /// Inserts an answer at the position of its call in its turn: after a resumption, a call may be
    /// answered after one that follows it.
    fn insert(&mut self, answer: Answer) {
        let turn_index = self
            .messages
            .iter()
            .rposition(|message| matches!(message, Message::Model(_)));
        let turn = turn_index.and_then(|index| self.messages.get(index));
        let Some(Message::Model(turn)) = turn else {
            return;
        };
        let call_index = |id: &str| turn.calls.iter().position(|call| call.id == id);
        let own_call = call_index(&answer.call);
        let is_later = |message: &Message| matches!(message, Message::Answer(other) if call_index(&other.call) > own_call);
        let turn_index = turn_index.unwrap_or_default();
        let later_answer = self
            .messages
            .iter()
            .skip(turn_index)
            .position(is_later)
            .map(|offset| turn_index + offset);
        let index = later_answer.unwrap_or(self.messages.len());
        self.messages.insert(index, Message::Answer(answer));
    }

    /// Observes places, and returns how the answer to the call shows them. A place whose lines are in
    /// the conversation already is shown by its header alone.
    pub(super) fn observe(&mut self, observation: &Observation, call: &str) -> ShownObservation {
        let ids = self.registry.observe(observation.clone());
        let windows = observation.windows().iter().zip(&ids);
        let shown = windows.map(|(window, id)| self.shown.show(*id, window, call));
        ShownObservation {
            shown: shown.collect(),
            observation: observation.clone(),
            ids,
        }
    }
}
