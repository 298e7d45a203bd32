//! Decides the next step of a run: one pure function over typed fields.
//!
//! | rule | after | follows |
//! |---|---|---|
//! | R0 | the request | classify |
//! | R1 | classify | route |
//! | R2 | route | synthesize; classify again; or execute, by the action |
//! | R3 | execute | assess |
//! | R4 | assess | synthesize, where it is sufficient or a cap is reached; else execute, refined |
//! | R5 | synthesize | the result goes back |
//!
//! If the remaining time only suffices for the answer, synthesize follows every step before it.

use firsthand_source::wire_names;
use serde::{Deserialize, Serialize};

use crate::payload::{MAX_RETIGHTEN_ROUNDS, RouteAction};

wire_names! {
    /// A stage of the chain.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
    )]
    #[serde(rename_all = "snake_case")]
    pub enum Stage {
        /// Finds candidates for the topic.
        #[default]
        Classify => "classify",
        /// Chooses what to do with the candidates.
        Route => "route",
        /// Runs the sub-queries of the route or of a refinement.
        Execute => "execute",
        /// Judges whether the evidence is sufficient.
        Assess => "assess",
        /// Composes the answer.
        Synthesize => "synthesize",
    }
}

/// The stage that completed last, with the part of its output that the next step depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompletedStage {
    /// The candidates were found.
    Classified,
    /// The route is chosen.
    Routed(RouteAction),
    /// The evidence was collected.
    Executed,
    /// The evidence was assessed.
    Assessed {
        /// Whether the evidence is sufficient.
        sufficient: bool,
        /// Whether the last refinement found nothing new, or all queries of the next one were already tried.
        stalled: bool,
    },
    /// The answer was composed.
    Synthesized,
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The last completed stage; `None` before the first.
    pub last: Option<CompletedStage>,
    /// The number of classifications after the first.
    pub retighten_rounds: u32,
    /// The number of refinements.
    pub iterations: u32,
    /// Whether the remaining time only suffices for the answer.
    pub late: bool,
}

/// The cap that ended the collection of evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cap {
    /// The limit of refinements was reached.
    Iterations,
    /// Another refinement would find nothing new.
    Stalled,
    /// The deadline was reached.
    Deadline,
}

impl Cap {
    /// Why the evidence may be incomplete.
    pub(crate) fn reason(self) -> &'static str {
        match self {
            Self::Iterations => {
                "the refinements are spent and the evidence is not judged sufficient"
            }
            Self::Stalled => {
                "refining brings nothing new and the evidence is not judged sufficient"
            }
            Self::Deadline => "the time was up before the evidence was complete",
        }
    }
}

/// The next step of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Find candidates, for the changed topic if the last route was to retighten.
    Classify,
    /// Choose a route.
    Route,
    /// Carry out this action.
    Execute(RouteAction),
    /// Carry out the refined queries.
    Refine,
    /// Judge the evidence.
    Assess,
    /// Compose the answer; with the cap that was reached, if one was.
    Synthesize(Option<Cap>),
    /// Return the result.
    Return,
}

impl Next {
    /// The stage that performs the step; `None` for the end of the run.
    #[must_use]
    pub fn stage(self) -> Option<Stage> {
        Some(match self {
            Self::Classify => Stage::Classify,
            Self::Route => Stage::Route,
            Self::Execute(_) | Self::Refine => Stage::Execute,
            Self::Assess => Stage::Assess,
            Self::Synthesize(_) => Stage::Synthesize,
            Self::Return => return None,
        })
    }
}

/// Decides the next step, with at most `max_iterations` refinements. A reached cap falls through to the next action, so
/// no run stalls.
#[must_use]
pub fn next(progress: &Progress, max_iterations: u32) -> Next {
    match progress.last {
        Some(CompletedStage::Synthesized) => Next::Return,
        _ if progress.late => Next::Synthesize(Some(Cap::Deadline)),
        None => Next::Classify,
        Some(CompletedStage::Classified) => Next::Route,
        Some(CompletedStage::Routed(RouteAction::SynthesizeDirectly)) => Next::Synthesize(None),
        Some(CompletedStage::Routed(RouteAction::Retighten)) => {
            if progress.retighten_rounds < MAX_RETIGHTEN_ROUNDS {
                Next::Classify
            } else {
                Next::Execute(RouteAction::Decompose)
            }
        }
        Some(CompletedStage::Routed(action)) => Next::Execute(action),
        Some(CompletedStage::Executed) => Next::Assess,
        Some(CompletedStage::Assessed { sufficient: true, .. }) => Next::Synthesize(None),
        Some(CompletedStage::Assessed { stalled, .. }) => {
            if progress.iterations >= max_iterations {
                Next::Synthesize(Some(Cap::Iterations))
            } else if stalled {
                Next::Synthesize(Some(Cap::Stalled))
            } else {
                Next::Refine
            }
        }
    }
}

#[cfg(test)]
mod tests;
