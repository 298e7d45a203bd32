//! The verdict on a selection: what the rules leave of it.

use firsthand_registry::Receipt;

use crate::finding::Item;
use crate::gap::Gap;
use crate::{Action, Context, Outcome, ReportBody, RunFacts, Selection, VerifiedReport, rules};

/// The result of validating a selection. Its lists are subsequences of the selection's, its action and
/// confidence are at most the proposed ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    pub(crate) body: ReportBody,
    pub(crate) gaps: Vec<Gap>,
    /// The named gaps that receipts prove, with these.
    pub(crate) proved: Vec<(String, Vec<Receipt>)>,
    pub(crate) mendable: Vec<String>,
    /// What the printed report has no room for: how many links, and how much else.
    pub(crate) lost: (usize, usize),
    /// Whether the model revised a report of which nothing had failed.
    pub(crate) is_revision: bool,
}

/// Validates a selection against the observations and the present contents of the cited files.
#[must_use]
pub fn validate(selection: &Selection, context: &Context<'_>) -> Verdict {
    let mut verdict = rules::run(selection, context);
    if verdict.body.action == Action::SkipExploreResult {
        verdict.body.outcome = Outcome::Skip;
    }
    Verdict { body: verdict.body.attested(context), ..verdict }
}

impl Verdict {
    /// What the rules left of the selection.
    #[must_use]
    pub fn body(&self) -> &ReportBody {
        &self.body
    }

    /// The critical gaps, which more exploration or other wording might close.
    #[must_use]
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// What other wording or another choice of the observed places would mend, and no gap names, one sentence each: why
    /// action or confidence were lowered, and which citations are not printed as they were written.
    #[must_use]
    pub fn mendable(&self) -> &[String] {
        &self.mendable
    }

    /// Whether the proposal was not a skip, and no primary place survived.
    #[must_use]
    pub fn has_nothing_verified(&self) -> bool {
        self.body.outcome == Outcome::Verdict && self.body.primary.is_empty()
    }

    /// Whether it is a skip although words of the question stand in files, and no cited receipt proves that something of the
    /// question is absent.
    #[must_use]
    pub fn is_unfounded_skip(&self) -> bool {
        self.gaps.iter().any(|gap| matches!(gap, Gap::WordsStand { .. }))
    }

    /// Whether it is better than an `earlier` verdict of the same run. With half the links or more, and none lost to a rule,
    /// it is the model's own choice of what to leave out if it is a revision of which no more links are lost in print, or if
    /// it is as sure and less is lost in print. A choice is better. Otherwise the one that [extends](Self::extends) the
    /// other is better, or else the one with more merit; the later one wins a tie, as the model had observed more.
    pub(crate) fn is_better_than(&self, earlier: &Self) -> bool {
        let is_half = self.body.flow.len() * 2 >= earlier.body.flow.len();
        if is_half && !self.has_lost_link() && self.is_choice_after(earlier) {
            return true;
        }
        self.extends(earlier) || (!earlier.extends(self) && self.merit() >= earlier.merit())
    }

    fn is_choice_after(&self, earlier: &Self) -> bool {
        let is_revision = self.is_revision
            && self.has_places() >= earlier.has_places()
            && self.lost.0 <= earlier.lost.0;
        is_revision || (self.lost < earlier.lost && self.standing() >= earlier.standing())
    }

    /// Whether it reports all that the other one does, and more: every line of every place, and at least as many
    /// verified links.
    #[must_use]
    pub fn extends(&self, other: &Self) -> bool {
        let (own_links, other_links) = (self.body.flow.len(), other.body.flow.len());
        let covers = self.has_places() && other.has_places() && self.body.covers(&other.body);
        covers
            && own_links >= other_links
            && (own_links > other_links || !other.body.covers(&self.body))
    }

    /// Whether it is no skip, and a primary place survived.
    fn has_places(&self) -> bool {
        self.body.outcome == Outcome::Verdict && !self.body.primary.is_empty()
    }

    fn has_lost_link(&self) -> bool {
        let mut losses = self.body.losses.iter();
        losses.any(|loss| loss.item == Item::FlowLink)
    }

    /// The sort key of verdicts before their sizes count: something verified, places rather than a skip, then confidence.
    fn standing(&self) -> impl Ord + use<> {
        let is_no_skip = self.body.outcome == Outcome::Verdict;
        (!self.has_nothing_verified(), is_no_skip, self.body.confidence)
    }

    /// The sort key of verdicts of which none [extends](Self::extends) another; greater is better: something
    /// verified, places rather than a skip, then confidence, surviving links, fewer named gaps, fewer findings,
    /// primary places.
    #[must_use]
    pub fn merit(&self) -> impl Ord + use<> {
        (
            self.standing(),
            self.body.flow.len(),
            std::cmp::Reverse(self.body.missing.len()),
            std::cmp::Reverse(self.body.findings.len()),
            self.body.primary.len(),
        )
    }

    /// The report of this verdict, with the host's facts about the run, whatever is left of it;
    /// [`conclude`](crate::conclude) decides whether a run reports its verdict.
    #[must_use]
    pub fn into_report(self, facts: RunFacts) -> VerifiedReport {
        VerifiedReport::new(self.body, facts)
    }
}
