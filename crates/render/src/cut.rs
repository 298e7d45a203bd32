//! The parts that were cut from a text form.

use std::fmt;

/// The parts of a report that can be cut, in the order in which they are cut. Where the action is `read_targets`, the
/// order differs: once three flow links are left, links and targets that are not required are cut in turns, and the
/// other targets after the search targets. A long question is shortened before anything else is cut; next go the labels of
/// places, which are no part of a selection, so they are not counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Part {
    /// Read targets that are not required, from the last.
    OptionalReads,
    /// Long purposes, shortened.
    Purposes,
    /// Long facts, shortened.
    Facts,
    /// Flow links with their quotes, from the last; those of primary places and of required read
    /// targets after all others. Their places stand behind the primary ones outside the flow; they are cut once three links are left.
    FlowLinks,
    /// Read targets that are required, from the last.
    RequiredReads,
    /// Named gaps, from the last.
    Missing,
    /// Primary places outside the flow, from the last.
    Also,
    /// Search targets, from the last.
    SearchTargets,
    /// The question, shortened below its usual limit: to 80 characters first of all, and further last of all.
    Query,
}

/// How much of one part was cut to fit the budget.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Cut {
    /// The part.
    pub part: Part,
    /// How many items were cut; at least 1.
    pub count: usize,
    /// How many items the report has.
    pub of: usize,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::OptionalReads => "optional read targets",
            Self::Purposes => "purposes",
            Self::Facts => "facts",
            Self::FlowLinks => "flow links",
            Self::RequiredReads => "required read targets",
            Self::Missing => "named gaps",
            Self::Also => "primary places outside the flow",
            Self::SearchTargets => "search targets",
            Self::Query => "query",
        }
    }

    /// Whether it is shortened rather than left out.
    #[must_use]
    pub fn is_shortened(self) -> bool {
        matches!(self, Self::Purposes | Self::Facts | Self::Query)
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.part.is_shortened() {
            "shortened"
        } else {
            "left out"
        };
        write!(
            f,
            "{}: {} of {} {how}",
            self.part.name(),
            self.count,
            self.of
        )
    }
}
