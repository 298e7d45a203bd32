//! Ids to candidates: drops unknown ids, path-only places where lines are needed, quotes that do
//! not stand in the evidence, and what no longer stands on disk.

use firsthand_registry::{Candidate, CandidateId};

use crate::draft::{Cited, Context, Draft, DraftLink, DraftRead};
use crate::finding::{Gap, Item, Rule};
use crate::quote::{Nearest, QuoteError, find_quote, nearest};
use crate::{FlowLink, Selection};

/// So many failed links are told what is nearest to their quote: nobody reads more at once.
const NEAREST: usize = 8;

/// The draft of a selection, with only what resolves, was seen, and still stands.
pub(super) fn draft<'a>(selection: &Selection, context: &Context<'a>) -> Draft<'a> {
    let mut draft = Draft::empty(selection);
    for (at, id) in selection.primary_candidate_ids.iter().enumerate() {
        match find(id, context, false) {
            Ok(candidate) => draft.primary.push(Cited::new(candidate)),
            Err(rule) => {
                draft.note(rule, describe("primary place", at, id, rule));
                draft.lose(rule, Item::Place, 1);
            }
        }
    }
    for (at, link) in selection.flow.iter().enumerate() {
        match verify(at + 1, link, context) {
            Ok(link) => draft.flow.push(link),
            Err(rule) => {
                draft.note(rule, describe("flow link", at, &link.candidate_id, rule));
                draft.lose(rule, Item::Claim, 1);
                let told = rule == Rule::FactUnverified && draft.gaps.len() < NEAREST;
                let nearest = told.then(|| near(link, context)).flatten();
                draft.gaps.push(Gap::of_link(at + 1, link, rule, nearest));
            }
        }
    }
    for (at, read) in selection.read_targets.iter().enumerate() {
        match find(&read.candidate_id, context, true) {
            Ok(candidate) => draft.reads.push(DraftRead {
                at: Cited::new(candidate),
                purpose: read.purpose.clone(),
                required: read.required,
            }),
            Err(rule) => {
                draft.note(rule, describe("read target", at, &read.candidate_id, rule));
                draft.lose(rule, Item::ReadTarget, 1);
            }
        }
    }
    draft
}

fn find<'a>(id: &str, context: &Context<'a>, lines: bool) -> Result<&'a Candidate, Rule> {
    let known = id
        .parse()
        .ok()
        .and_then(|id: CandidateId| context.registry.get(id));
    let candidate = known.ok_or(Rule::UnknownId)?;
    if lines && candidate.range().is_none() {
        return Err(Rule::PathOnly);
    }
    if context.present.stands(candidate) {
        Ok(candidate)
    } else {
        Err(Rule::Stale)
    }
}

fn verify<'a>(
    number: usize,
    link: &FlowLink,
    context: &Context<'a>,
) -> Result<DraftLink<'a>, Rule> {
    let candidate = find(&link.candidate_id, context, true)?;
    let evidence = candidate.evidence().ok_or(Rule::PathOnly)?;
    let quote =
        find_quote(evidence, &link.quote, candidate.hits()).map_err(|error| match error {
            QuoteError::Slight => Rule::QuoteSlight,
            QuoteError::Long => Rule::QuoteLong,
            QuoteError::NotFound => Rule::FactUnverified,
        })?;
    let (role, fact) = (link.role.clone(), link.fact.clone());
    Ok(DraftLink {
        number,
        at: Cited::new(candidate),
        role,
        fact,
        quote,
    })
}

/// What the link's place has that is most like its quote.
fn near(link: &FlowLink, context: &Context<'_>) -> Option<Nearest> {
    let candidate = find(&link.candidate_id, context, true).ok()?;
    nearest(candidate.evidence()?, &link.quote)
}

/// The model's own text is not repeated: an id that is none is not shown.
fn describe(list: &str, at: usize, id: &str, rule: Rule) -> String {
    let id = id
        .parse::<CandidateId>()
        .map_or_else(|_| "not an id".to_owned(), |id| id.to_string());
    let why = match rule {
        Rule::UnknownId => "was never handed out",
        Rule::PathOnly => "is known from a listing only",
        Rule::QuoteSlight => "its quote has no word of three or more characters",
        Rule::QuoteLong => "its quote is longer than two lines or 240 characters",
        Rule::Stale => "no longer reads as it was seen",
        _ => "its quote does not stand in the evidence",
    };
    format!("{list} {} ({id}): {why}", at + 1)
}
