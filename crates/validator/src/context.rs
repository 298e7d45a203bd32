//! What a selection is validated with, and the limits of a report.

use firsthand_registry::{Candidate, CandidateId, HandedOut, Receipt, ReceiptId, Registry};

use crate::{Intent, Place, Present};

/// The largest sizes of a report's lists, places and texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Primary places.
    pub primary: usize,
    /// Read targets.
    pub read_targets: usize,
    /// Flow links.
    pub flow: usize,
    /// Named gaps.
    pub missing: usize,
    /// Receipts of what is absent.
    pub receipts: usize,
    /// Search targets.
    pub search_targets: usize,
    /// Lines of one place. A smaller number counts as 2, because a quote can have two lines.
    pub range_lines: u32,
    /// Characters of a fact or a named gap.
    pub fact_chars: usize,
    /// Characters of a purpose.
    pub purpose_chars: usize,
    /// Characters of a role or a search target.
    pub role_chars: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            primary: 5,
            read_targets: 8,
            flow: 12,
            missing: 3,
            receipts: 3,
            search_targets: 5,
            range_lines: 120,
            fact_chars: 300,
            purpose_chars: 160,
            role_chars: 60,
        }
    }
}

/// The observations, present files and limits that a selection is validated with.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The observed places.
    pub registry: &'a Registry,
    /// The ids that the model knew when it made the selection; `None`: all of the registry. Another id names nothing, even
    /// if it was handed out since.
    pub handed_out: Option<HandedOut>,
    /// The present contents of the cited files.
    pub present: &'a Present,
    /// The purpose of the answer.
    pub intent: Intent,
    /// The question, whose words the report's prose may repeat.
    pub query: &'a str,
    /// The largest sizes of the report's parts.
    pub limits: Limits,
    /// Whether a time limit ended a search, so that a better place may stand where nothing was searched.
    pub searched_in_part: bool,
    /// The flow links, by their positions in the selection from 1, for which the printed report has no room.
    pub cut_links: &'a [usize],
    /// How much else the printed report has no room for: [`Fit::lost_texts`](crate::Fit::lost_texts).
    pub lost_texts: usize,
    /// How values were read that could not be read as they were given, one sentence each.
    pub unread: &'a [String],
    /// The names for whose lines the model asked, in this report or in others.
    pub asked_names: &'a [String],
    /// Whether the model revises a report of which nothing had failed, after it was shown what it may change.
    pub is_revision: bool,
}

impl<'a> Context<'a> {
    /// A context with the default limits.
    #[must_use]
    pub fn new(registry: &'a Registry, present: &'a Present, intent: Intent) -> Self {
        Self {
            registry,
            handed_out: None,
            present,
            intent,
            query: "",
            limits: Limits::default(),
            searched_in_part: false,
            cut_links: &[],
            lost_texts: 0,
            unread: &[],
            asked_names: &[],
            is_revision: false,
        }
    }

    /// The same context, with the ids that the model knew when it made the selection.
    #[must_use]
    pub fn handed_out(self, handed_out: HandedOut) -> Self {
        Self { handed_out: Some(handed_out), ..self }
    }

    /// The same context, with the question.
    #[must_use]
    pub fn query(self, query: &'a str) -> Self {
        Self { query, ..self }
    }

    /// The same context, with whether a time limit ended a search.
    #[must_use]
    pub fn searched_in_part(self, searched_in_part: bool) -> Self {
        Self { searched_in_part, ..self }
    }

    /// The same context, with the flow links for which the printed report has no room, by their [numbers](crate::Link::number).
    #[must_use]
    pub fn cut_links(self, cut_links: &'a [usize]) -> Self {
        Self { cut_links, ..self }
    }

    /// The same context, with how much the printed report has no room for besides flow links.
    #[must_use]
    pub fn lost_texts(self, lost_texts: usize) -> Self {
        Self { lost_texts, ..self }
    }

    /// The same context, with how values were read that could not be read as they were given: the model is told that.
    #[must_use]
    pub fn unread(self, unread: &'a [String]) -> Self {
        Self { unread, ..self }
    }

    /// The same context, with the names for whose lines the model asked in any report: those for which it no longer asks come
    /// before the names that it only cites.
    #[must_use]
    pub fn asked_names(self, asked_names: &'a [String]) -> Self {
        Self { asked_names, ..self }
    }

    /// The same context, with whether the model revises a report of which nothing had failed: what it leaves out then, it
    /// chose to leave out.
    #[must_use]
    pub fn revision(self, is_revision: bool) -> Self {
        Self { is_revision, ..self }
    }

    /// The place that an id of the selection names.
    pub(crate) fn cited(&self, id: CandidateId) -> Option<&'a Candidate> {
        let was_known = self.handed_out.is_none_or(|known| known.has_place(id));
        was_known.then(|| self.registry.get(id))?
    }

    /// The receipt that an id of the selection names.
    pub(crate) fn cited_receipt(&self, id: ReceiptId) -> Option<&'a Receipt> {
        let was_known = self.handed_out.is_none_or(|known| known.has_receipt(id));
        was_known.then(|| self.registry.receipt(id))?
    }

    /// The candidate of a place that was made with this registry.
    pub(crate) fn candidate(&self, place: &Place) -> Option<&'a Candidate> {
        self.registry.get(place.id())
    }
}
