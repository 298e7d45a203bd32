//! The typed conversation. Its text is generated for each request, and only for a model that reads text.

mod text;

use firsthand_registry::{CandidateId, Observation, Window};

use crate::ModelTurn;

/// One message of the conversation.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// A message of the host, such as the question, a nudge, or a message about a gap.
    User(String),
    /// A turn of the model.
    Model(ModelTurn),
    /// The answer to one tool call.
    Answer(Answer),
}

/// The answer to one tool call. [`Answer::text`] is what a language model reads.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The call's id.
    pub call: String,
    /// The tool's name.
    pub tool: String,
    /// What went wrong instead of a result.
    pub error: Option<String>,
    /// The part of the tool's result that cannot be cited.
    pub summary: String,
    /// The observations, in the tool's order.
    pub observations: Vec<ShownObservation>,
    /// Deviations from the request, such as truncation. Never evidence.
    pub diagnostics: Vec<String>,
    /// Whether the result was cut.
    pub truncated: bool,
    /// How many consecutive answers before this one had no new place.
    pub answers_without_new_places: u32,
    /// The budget that is left, in the last answer of a turn.
    pub remaining: Option<RemainingBudget>,
    /// Whether compaction removed its lines, so that the conversation has only the headers of its places.
    pub left_out: bool,
}

/// One observation of an answer, with the ids of its places and how the conversation shows them.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownObservation {
    /// The whole observation, however it is shown.
    pub observation: Observation,
    /// One id for each window or path.
    pub ids: Vec<CandidateId>,
    /// How each window is shown; nothing for paths.
    pub shown: Vec<ShownAs>,
}

impl ShownObservation {
    /// The windows, each with its id and how it is shown.
    pub fn windows(&self) -> impl Iterator<Item = (&Window, CandidateId, ShownAs)> {
        let places = self.ids.iter().zip(&self.shown);
        let windows = self.observation.windows().iter().zip(places);
        windows.map(|(window, (id, shown))| (window, *id, *shown))
    }
}

/// How an answer shows a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownAs {
    /// By its header and all its lines.
    Whole,
    /// By its header alone: an earlier answer shows the place whole.
    AlreadyShown,
    /// By its header alone: an earlier answer shows these lines, as part of this place.
    ShownWithin(CandidateId),
    /// By its header alone: the earlier answer that showed the lines was left out.
    LeftOut,
}

/// The budget that a model has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemainingBudget {
    /// Only a report can follow, for this reason.
    OnlyReport(&'static str),
    /// Tool calls are still possible.
    Open {
        /// Turns.
        turns: u32,
        /// Tool calls.
        calls: u32,
        /// Characters of observations.
        chars: usize,
    },
}
