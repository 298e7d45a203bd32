//! The facts that speak of what no cited place shows.

use std::collections::BTreeSet;

use firsthand_registry::{Candidate, CandidateId, Evidence, LineRange};
use firsthand_source::identifiers;

use crate::claims::{texts_of, unsupported_claims};
use crate::{Context, Intent, Link, ReportBody};

/// A word that so many of the shown lines hold identifies none of them.
const COMMON_LINES: usize = 4;

/// What is wrong with a fact.
pub(super) struct Doubt {
    pub(super) text: String,
    /// Whether no place of the selection shows what the fact says.
    pub(super) is_shown_nowhere: bool,
    /// A place with lines that is not cited, and shows it.
    pub(super) shown_at: Option<CandidateId>,
}

impl Doubt {
    /// The text for the model, which can cite one place more, or move a name that a change adds.
    pub(super) fn for_model(self, intent: Intent) -> String {
        let Self { text, shown_at, is_shown_nowhere } = self;
        match shown_at {
            Some(id) => format!("{text}; [{id}] shows it"),
            None if is_shown_nowhere && intent.needs_reading() => {
                format!("{text}; a name that is to be added belongs in a purpose")
            }
            None => text,
        }
    }
}

/// Findings for the flow links whose facts have unsupported claims. What the question or any cited place shows
/// supports them all; of what only the place of a dropped link shows, that link's quote is the cause.
pub(super) fn unsupported_links(body: &ReportBody, context: &Context<'_>) -> Vec<Doubt> {
    let cited = body.places().filter_map(|place| context.candidate(place));
    let support: Vec<&str> = cited.flat_map(texts_of).chain([context.query]).collect();
    let ranges: Vec<LineRange> = body.places().filter_map(|place| place.range()).collect();
    let mut doubts = Vec::new();
    for Link { number, fact, .. } in &body.flow {
        let mut claims = unsupported_claims(fact, &support, &ranges);
        for failed in &body.failed {
            let ids = failed.cited.iter().chain(&failed.elsewhere);
            let shown = ids.filter_map(|id| context.registry.get(*id));
            let shown: Vec<&str> = shown.flat_map(texts_of).collect();
            let unseen = unsupported_claims(fact, &shown, &[]);
            let seen: Vec<String> = claims.extract_if(.., |word| !unseen.contains(word)).collect();
            if !seen.is_empty() {
                let (words, other, why) =
                    (seen.join("`, `"), failed.number, failed.rule.why_of_place());
                let text = format!(
                    "flow link {number}: its fact says `{words}`, which only flow link {other} would show, and that was dropped: {why}"
                );
                doubts.push(Doubt { text, is_shown_nowhere: false, shown_at: None });
            }
        }
        if !claims.is_empty() {
            let words = claims.join("`, `");
            let text = format!(
                "flow link {number}: its fact says `{words}`, which no cited place shows, and the question does not say"
            );
            let shows = |texts: Vec<&str>| {
                let unseen = unsupported_claims(fact, &texts, &[]);
                claims.iter().all(|word| !unseen.contains(word))
            };
            let mut observed = context.registry.iter().filter(|place| place.range().is_some());
            let shown = observed.find(|place| shows(texts_of(place).collect()));
            let shown_at = shown.map(|place| place.id());
            doubts.push(Doubt { text, is_shown_nowhere: true, shown_at });
        }
    }
    doubts
}

/// The doubt about a link whose quote is one word that many lines hold: it shows nothing of the fact. Only the lines that
/// were shown count.
pub(super) fn slight_evidence(link: &Link, context: &Context<'_>) -> Option<Doubt> {
    let quote = link.quote.text.trim();
    let mut words = identifiers(quote);
    if quote.contains('\n') || words.next().is_some_and(|_| words.next().is_some()) {
        return None;
    }
    let own = context.candidate(&link.place)?;
    let line = own.evidence()?.line(link.quote.line)?.trim();
    let is_whole = line == quote;
    let holds = |line: &str| if is_whole { line.trim() == quote } else { line.contains(quote) };
    let lines_of = |place: &Candidate| {
        let lines = place.evidence().into_iter().flat_map(Evidence::lines);
        let lines = lines.filter(|(_, line)| holds(line));
        lines.map(|(number, _)| (place.path().clone(), number)).collect::<Vec<_>>()
    };
    let in_place = lines_of(own).len();
    let is_small_part = 2 * quote.chars().count() < line.chars().count();
    let everywhere = (is_whole || is_small_part)
        .then(|| context.registry.iter().flat_map(lines_of).collect::<BTreeSet<_>>().len());
    let lines = everywhere.filter(|lines| *lines >= COMMON_LINES).unwrap_or(in_place);
    (in_place > 1 || lines >= COMMON_LINES).then(|| Doubt {
        text: format!(
            "flow link {}: its quote is one word, which {lines} of the shown lines hold, so it shows nothing; quote the line that does",
            link.number
        ),
        is_shown_nowhere: false,
        shown_at: None,
    })
}
