//! The parts that were cut from a text form.

use std::fmt;

use crate::budget::{RenderPlan, chars};
use crate::layout::Layout;
use crate::parts::Parts;

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
    /// Quotes of flow links, in the order in which links are cut; three keep theirs. Up to a third of them go before facts are
    /// shortened, where that leaves room for the lines with a name for which the model asks.
    Quotes,
    /// Flow links, from the last; those of primary places and of required read
    /// targets after all others. Their places stand behind the primary ones outside the flow; one that does not fit is cut before the next link.
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
    /// The places of the machine block, where the JSON around the text has them.
    Block,
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

/// How many items of these parts were left out or shortened.
pub(crate) fn cut_count(cuts: &[Cut], parts: &[Part]) -> usize {
    let cuts = cuts.iter().filter(|cut| parts.contains(&cut.part));
    cuts.map(|cut| cut.count).sum()
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::OptionalReads => "optional read targets",
            Self::Purposes => "purposes",
            Self::Facts => "facts",
            Self::Quotes => "quotes",
            Self::FlowLinks => "flow links",
            Self::RequiredReads => "required read targets",
            Self::Missing => "named gaps",
            Self::Also => "primary places outside the flow",
            Self::SearchTargets => "search targets",
            Self::Query => "query",
            Self::Block => "places of the text's machine block",
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
        let how = if self.part.is_shortened() { "shortened" } else { "left out" };
        write!(f, "{}: {} of {} {how}", self.part.name(), self.count, self.of)
    }
}

impl RenderPlan {
    /// What this plan leaves out or shortens, by part.
    pub(crate) fn cuts(&self, parts: &Parts<'_>, layout: &Layout) -> Vec<Cut> {
        let longer = |text: &str, most: usize| text.len() > most && chars(text) > most;
        let kept_reads = layout.reads.iter().filter_map(|(at, _)| parts.reads.get(*at));
        let kept_links = parts.links_within(self.links);
        let purposes = kept_reads.filter(|read| longer(&read.purpose, self.purpose_chars)).count();
        let facts = kept_links.filter(|link| longer(&link.fact, self.chars_of_fact(link))).count();
        let required = parts.reads.iter().filter(|read| read.required).count();
        let optional = parts.reads.len() - required;
        let also = layout.also_primary + layout.also_cut;
        let query = usize::from(longer(&parts.query, self.query_chars));
        let all = [
            (Part::OptionalReads, optional - self.optional.min(optional), optional),
            (Part::Purposes, purposes, parts.reads.len()),
            (Part::Facts, facts, parts.links.len()),
            (
                Part::Quotes,
                layout.links.len() - self.quotes.min(layout.links.len()),
                parts.links.len(),
            ),
            (Part::FlowLinks, parts.links.len() - layout.links.len(), parts.links.len()),
            (Part::RequiredReads, required - self.required.min(required), required),
            (Part::Missing, parts.missing.len() - self.missing, parts.missing.len()),
            (Part::Also, layout.also_cut, also),
            (Part::SearchTargets, parts.search.len() - self.search, parts.search.len()),
            (Part::Query, query, 1),
        ];
        let cut = all.into_iter().filter(|(_, count, _)| *count > 0);
        cut.map(|(part, count, of)| Cut { part, count, of }).collect()
    }
}
