//! The verdict on a selection: what the rules leave of it.

use firsthand_registry::Receipt;

use crate::finding::{Item, Rule};
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

    /// Why an `earlier` verdict of the same run is reported in place of this one, for the model; `None` where this one is,
    /// as what the model said last is what it means. The earlier one stands in where nothing of this one stands, where less
    /// of its links is left without the model's choice, or where its confidence was lowered below the earlier one's.
    #[must_use]
    pub fn why_behind(&self, earlier: &Self) -> Option<String> {
        // What is cut in print may be chosen otherwise; what was lost to a rule is not there to be printed.
        let of = |one: &Self| (one.body.flow.len(), one.body.flow.len().saturating_sub(one.lost.0));
        let ((links, with_room), (links_before, with_room_before)) = (of(self), of(earlier));
        let is_behind = if self.has_lost_link() {
            links < links_before
        } else {
            with_room < with_room_before && !self.is_choice_after(earlier)
        };
        let (mut findings, confidence) = (self.body.findings.iter(), self.body.confidence);
        let is_unsure = confidence < earlier.body.confidence
            && findings.any(|finding| finding.rule == Rule::ConfidenceLowered);
        if self.has_nothing_verified() {
            Some("nothing of the last one stands".to_owned())
        } else if !self.has_places() && earlier.has_places() {
            Some("the last one is a skip".to_owned())
        } else if is_behind {
            let (what, last, before) = if links < links_before {
                ("that stand", links, links_before)
            } else {
                ("with room", with_room, with_room_before)
            };
            Some(format!("flow links {what}: {last} of the last one, {before} of the earlier one"))
        } else if is_unsure && links <= links_before && !self.is_revision {
            Some(format!("the confidence of the last one was lowered to {confidence}"))
        } else {
            None
        }
    }

    fn has_lost_link(&self) -> bool {
        let mut losses = self.body.losses.iter();
        losses.any(|loss| loss.item == Item::FlowLink)
    }

    /// Whether it is the model's own choice which links it leaves out: half of them or more are left, no more are cut in
    /// print, and it is a revision, or less is lost in print.
    fn is_choice_after(&self, earlier: &Self) -> bool {
        let is_half = self.body.flow.len() * 2 >= earlier.body.flow.len();
        is_half && self.lost.0 <= earlier.lost.0 && (self.is_revision || self.lost < earlier.lost)
    }

    /// Whether it is no skip, and a primary place survived.
    fn has_places(&self) -> bool {
        self.body.outcome == Outcome::Verdict && !self.body.primary.is_empty()
    }

    /// The report of this verdict, with the host's facts about the run, whatever is left of it;
    /// [`conclude`](crate::conclude) decides whether a run reports its verdict.
    #[must_use]
    pub fn into_report(self, facts: RunFacts) -> VerifiedReport {
        VerifiedReport::new(self.body, facts)
    }
}
