//! What the conversation has shown so far.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_agent::registry::{CandidateId, QueryTokens, Registry, Seen};
use firsthand_agent::{Answer, Message, ModelRequest, Sighting};

/// What a place counts for each answer that showed it, by the kind of answer.
const BY_SEARCH: f64 = 1.0;
const BY_RESOLVED_EDGE: f64 = 0.25;
const BY_NAMED_EDGE: f64 = 0.1;
const BY_TEXT: f64 = 0.2;
/// Damps the first positions of a list against each other (reciprocal rank fusion).
const DAMPING: f64 = 3.0;

/// What the conversation has shown so far.
pub(super) struct Sight<'r> {
    /// Every place, under the ids that the conversation gave.
    pub(super) registry: &'r Registry,
    /// How the answers rank each place, taken together.
    pub(super) scores: BTreeMap<CandidateId, f64>,
    /// The places of the first search, best first.
    pub(super) found: Vec<CandidateId>,
    /// The tools that can be called.
    pub(super) tools: BTreeSet<String>,
    /// The words of the question.
    pub(super) tokens: QueryTokens,
    /// How many turns the model has had.
    pub(super) turns: usize,
}

impl<'r> Sight<'r> {
    pub(super) fn of(request: &ModelRequest<'r>) -> Self {
        let mut sight = Self {
            registry: request.registry,
            scores: BTreeMap::new(),
            found: Vec::new(),
            tools: request.tools.iter().map(|tool| tool.name.clone()).collect(),
            tokens: QueryTokens::of(&request.task.query),
            turns: 0,
        };
        for message in request.messages {
            match message {
                Message::Model(_) => sight.turns += 1,
                Message::Answer(answer) => sight.take(answer),
                Message::User(_) => {}
            }
        }
        sight
    }

    fn take(&mut self, answer: &Answer) {
        for Sighting {
            observation, ids, ..
        } in &answer.sightings
        {
            for (position, (window, &id)) in observation.windows().iter().zip(ids).enumerate() {
                let weight = match (&observation.seen, &window.related) {
                    (Seen::Relations(_), Some(edge)) if edge.resolution == "name" => BY_NAMED_EDGE,
                    (Seen::Relations(_), _) => BY_RESOLVED_EDGE,
                    (Seen::Symbols(_), _) => BY_SEARCH,
                    _ => BY_TEXT,
                };
                let place = u32::try_from(position).map_or(f64::MAX, f64::from);
                *self.scores.entry(id).or_default() += weight / (DAMPING + place);
            }
            let searched = matches!(observation.seen, Seen::Symbols(_));
            if searched && self.found.is_empty() {
                self.found.clone_from(ids);
            }
        }
    }

    pub(super) fn can(&self, tool: &str) -> bool {
        self.tools.contains(tool)
    }
}
