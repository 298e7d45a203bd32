//! The draft: a resolved selection that the rules reduce.

use firsthand_registry::{Candidate, LineRange, Registry};

use crate::finding::{Finding, Gap, Item, Loss, Rule};
use crate::{Action, Confidence, Intent, MatchedQuote, Present, Selection};

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
}

impl<'a> Context<'a> {
    /// A context with the default limits.
    #[must_use]
    pub fn new(registry: &'a Registry, present: &'a Present, intent: Intent) -> Self {
        Self {
            registry,
            present,
            intent,
            query: "",
            limits: Limits::default(),
            searched_in_part: false,
        }
    }

    /// The same context, with the question.
    #[must_use]
    pub fn query(self, query: &'a str) -> Self {
        Self { query, ..self }
    }

    /// The same context, with whether a time limit ended a search.
    #[must_use]
    pub fn searched_in_part(self, searched_in_part: bool) -> Self {
        Self {
            searched_in_part,
            ..self
        }
    }
}

/// A cited candidate with the lines that the report will show for it.
#[derive(Clone, Debug)]
pub(crate) struct CitedPlace<'a> {
    pub(crate) candidate: &'a Candidate,
    pub(crate) range: Option<LineRange>,
}

impl<'a> CitedPlace<'a> {
    pub(crate) fn new(candidate: &'a Candidate) -> Self {
        Self {
            candidate,
            range: candidate.range(),
        }
    }

    /// What may be said of the place: its observed text, its path, and the names of what is declared there.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let candidate = self.candidate;
        let evidence = candidate.evidence().map(|evidence| evidence.text());
        let declared = candidate.declarations().iter().map(|it| it.name.as_str());
        let symbols = candidate.symbols().iter().map(|it| it.qualified.as_str());
        let path = std::iter::once(candidate.path().as_str());
        evidence
            .into_iter()
            .chain(path)
            .chain(declared)
            .chain(symbols)
    }

    /// Whether both are in one file and share lines, or one of them has no lines. A report lists only one of them.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.candidate.path() == other.candidate.path()
            && match (self.range, other.range) {
                (Some(a), Some(b)) => a.overlaps(b),
                _ => true,
            }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct DraftLink<'a> {
    /// Its position in the selection, from 1.
    pub(crate) number: usize,
    pub(crate) cited: CitedPlace<'a>,
    pub(crate) role: String,
    pub(crate) fact: String,
    pub(crate) quote: MatchedQuote,
}

#[derive(Clone, Debug)]
pub(crate) struct DraftRead<'a> {
    pub(crate) cited: CitedPlace<'a>,
    pub(crate) purpose: String,
    pub(crate) required: bool,
}

/// A selection with its ids resolved. Rules may only remove from it.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'a> {
    pub(crate) primary: Vec<CitedPlace<'a>>,
    pub(crate) flow: Vec<DraftLink<'a>>,
    pub(crate) reads: Vec<DraftRead<'a>>,
    pub(crate) missing: Vec<String>,
    pub(crate) search_targets: Vec<String>,
    pub(crate) action: Action,
    pub(crate) confidence: Confidence,
    pub(crate) findings: Vec<Finding>,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) losses: Vec<Loss>,
}

impl<'a> Draft<'a> {
    pub(crate) fn empty(selection: &Selection) -> Self {
        Self {
            primary: Vec::new(),
            flow: Vec::new(),
            reads: Vec::new(),
            missing: selection.missing_coverage.clone(),
            search_targets: selection.search_targets.clone(),
            action: selection.recommended_primary_action,
            confidence: selection.confidence,
            findings: Vec::new(),
            gaps: Vec::new(),
            losses: Vec::new(),
        }
    }

    /// Every cited place: of the flow links, then the primary places, then the read targets.
    pub(crate) fn cited(&self) -> impl Iterator<Item = &CitedPlace<'a>> {
        let reads = self.reads.iter().map(|read| &read.cited);
        self.flow
            .iter()
            .map(|link| &link.cited)
            .chain(&self.primary)
            .chain(reads)
    }

    /// Adds a finding.
    pub(crate) fn add_finding(&mut self, rule: Rule, detail: impl Into<String>) {
        self.findings.push(Finding::new(rule, detail));
    }

    /// Adds `count` lost items of a list, so that the report can state how many were lost.
    pub(crate) fn add_loss(&mut self, rule: Rule, item: Item, count: usize) {
        match self
            .losses
            .iter_mut()
            .find(|l| (l.rule, l.item) == (rule, item))
        {
            Some(loss) => loss.count += count,
            None => self.losses.push(Loss { rule, item, count }),
        }
    }
}
