//! The answers of the conversation: adds those of tools and of the host's own search, and compacts them.

use std::collections::HashSet;

use firsthand_registry::{Observation, distinct};
use firsthand_validator::RepairKind;

use super::{Pending, State, Submission};
use crate::submit::RECEIVED;
use crate::{Answer, Message, ShownAs, ShownObservation, ToolOutcome, ToolOutput};

/// The id under which the answer of the host's own search is recorded, in place of a call's.
const HOST_SEARCH_ID: &str = "usages";

impl State {
    /// Observes a result that is already cut, counts its characters, and adds the answer to the conversation.
    pub(super) fn tool_answered(&mut self, pending: Pending, outcome: &ToolOutcome) {
        self.facts.stats.tool_calls += 1;
        let places_before = self.registry.len();
        let mut answer = Answer {
            call: pending.call.id,
            tool: pending.call.tool,
            error: outcome.error().map(str::to_owned),
            answers_without_new_places: self.conversation.answers_without_new_places,
            ..Answer::default()
        };
        if let Some(output) = outcome.output() {
            self.observe_output(output, &mut answer);
            self.add_findings(output);
        }
        match (pending.report, outcome) {
            (Some(Ok((selection, repairs))), ToolOutcome::Output(output)) => {
                let asked = selection.asked_names().map(str::to_owned);
                let before = std::mem::take(&mut self.conversation.asked_names);
                self.conversation.asked_names = distinct(before.into_iter().chain(asked));
                self.submissions.push(Submission {
                    selection,
                    handed_out: self.turn.handed_out,
                    unread: repairs
                        .iter()
                        .filter(|repair| repair.is_most_cautious())
                        .map(ToString::to_string)
                        .collect(),
                    cut: repairs.iter().any(|repair| repair.kind == RepairKind::CutOff),
                    validated: None,
                    fit: None,
                    cut_links: Vec::new(),
                    is_revision: self.is_asked_to_revise(),
                });
                (self.turn.submitted, self.turn.turns_without_report) = (true, 0);
                answer = Answer {
                    call: answer.call,
                    tool: answer.tool,
                    summary: RECEIVED.to_owned(),
                    diagnostics: output.diagnostics.clone(),
                    ..Answer::default()
                };
            }
            (Some(_), _) => {}
            (None, _) => {
                let no_new_place = self.registry.len() == places_before;
                let so_far = self.conversation.answers_without_new_places;
                self.conversation.answers_without_new_places =
                    if no_new_place { so_far + 1 } else { 0 };
                let coverage = outcome.output().map(|output| output.coverage.clone());
                self.facts.coverage =
                    std::mem::take(&mut self.facts.coverage).and(coverage.unwrap_or_default());
            }
        }
        // The turn's last answer states the remaining budget, unless the host's next message states it.
        let host_message_follows = self.turn.submitted || self.turn.turns_without_report > 0;
        let states_budget =
            self.turn.pending.is_empty() && !host_message_follows && self.steps_left() > 0;
        let remaining = states_budget.then(|| self.remaining());
        self.conversation.last_host_message = None;
        self.insert(answer);
        if let Some(Message::Answer(last)) = self.conversation.messages.last_mut() {
            last.remaining = remaining;
        }
    }

    /// Observes the usages; they are part of the host's next message.
    pub(super) fn usages_found(&mut self, output: &ToolOutput) {
        let mut usages = Answer { call: HOST_SEARCH_ID.to_owned(), ..Answer::default() };
        self.observe_output(output, &mut usages);
        self.add_findings(output);
        self.conversation.usages = Some(usages);
    }

    /// The usages as text; `None` where there are none, or where the model has read them.
    pub(crate) fn usages_text(&self) -> Option<String> {
        let usages =
            self.conversation.usages.as_ref().filter(|_| !self.conversation.usages_shown)?;
        let receipts = usages.receipts_text();
        let has_some = !usages.observations.is_empty() || !receipts.is_empty();
        has_some.then(|| format!("{}\n\n{}", usages.by_relation(), receipts).trim().to_owned())
    }

    /// Observes an output, counts its characters, and adds it to the answer.
    fn observe_output(&mut self, output: &ToolOutput, answer: &mut Answer) {
        answer.summary.clone_from(&output.summary);
        let notes = output.diagnostics.iter();
        answer.diagnostics =
            notes.filter(|note| !self.knows_unsearched(output, note)).cloned().collect();
        answer.truncated = output.coverage.truncated || !output.coverage.losses.is_empty();
        let receipts = output.receipts.iter().cloned();
        answer.receipts = receipts
            .map(|receipt| (self.registry.observe_receipt(receipt.clone()), receipt))
            .collect();
        let mut chars = output.summary.chars().count() + answer.receipts_text().chars().count();
        for observation in &output.observations {
            let shown = self.observe(observation, &answer.call);
            chars += shown.chars();
            if !shown.ids.is_empty() {
                answer.observations.push(shown);
            }
        }
        self.facts.stats.observation_chars += chars as u64;
    }

    /// Whether a note is about files that were not searched, and an earlier answer has it: these are the same in each search.
    fn knows_unsearched(&self, output: &ToolOutput, note: &String) -> bool {
        let groups = &output.coverage.not_searched;
        let mut earlier = self.conversation.messages.iter().filter_map(|message| match message {
            Message::Answer(answer) => Some(answer),
            _ => None,
        });
        groups.iter().any(|group| note.contains(&group.note()))
            && earlier.any(|answer| answer.diagnostics.contains(note))
    }

    /// Adds the findings of a result, each once.
    fn add_findings(&mut self, output: &ToolOutput) {
        for finding in &output.findings {
            if !self.facts.findings.contains(finding) {
                self.facts.findings.push(finding.clone());
            }
        }
    }

    /// Inserts an answer at the position of its call in its turn: after a resumption, a call may be
    /// answered after one that follows it.
    fn insert(&mut self, answer: Answer) {
        let messages = &mut self.conversation.messages;
        let turn = messages.iter().rev().find_map(|message| match message {
            Message::Model(turn) => Some(turn),
            _ => None,
        });
        let Some(turn) = turn else {
            return;
        };
        let call_index = |id: &str| turn.calls.iter().position(|call| call.id == id);
        let own_call = call_index(&answer.call);
        // Most answers come in order, so that one comparison suffices.
        let is_later = |message: &&Message| matches!(message, Message::Answer(other) if call_index(&other.call) > own_call);
        let later_answers = messages.iter().rev().take_while(is_later).count();
        messages.insert(messages.len() - later_answers, Message::Answer(answer));
    }

    /// Observes places, and returns how the answer to the call shows them. A place whose lines are in
    /// the conversation already is shown by its header alone.
    fn observe(&mut self, observation: &Observation, call: &str) -> ShownObservation {
        let ids = self.registry.observe(observation.clone());
        let windows = observation.windows.iter().zip(&ids);
        let shown = windows.map(|(window, id)| self.conversation.shown.show(*id, window, call));
        ShownObservation { shown: shown.collect(), observation: observation.clone(), ids }
    }

    /// Removes the lines of these answers from the conversation, and clears the model's
    /// failure. The registry and the answers' observations are unchanged.
    pub(super) fn compacted(&mut self, calls: &[String]) {
        let mut removed = HashSet::new();
        for call in calls {
            removed.extend(self.conversation.shown.remove_answer(call));
        }
        for message in &mut self.conversation.messages {
            let Message::Answer(answer) = message else {
                continue;
            };
            answer.left_out |= calls.contains(&answer.call);
            // Other answers no longer refer to the removed lines.
            for observation in &mut answer.observations {
                for (id, shown) in observation.ids.iter().zip(&mut observation.shown) {
                    let refers_to_removed = match shown {
                        ShownAs::AlreadyShown => removed.contains(id),
                        ShownAs::ShownWithin(place) | ShownAs::ShownInPart(place, _) => {
                            removed.contains(place)
                        }
                        ShownAs::Whole | ShownAs::LeftOut => false,
                    };
                    if refers_to_removed {
                        *shown = ShownAs::LeftOut;
                    }
                }
            }
        }
        self.turn.failure = None;
        self.turn.too_long = false;
    }
}
