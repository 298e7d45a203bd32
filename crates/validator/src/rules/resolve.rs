//! Ids to candidates: drops unknown ids, path-only places where lines are needed, quotes that do
//! not stand in the evidence, and what no longer stands on disk.

use firsthand_registry::{Candidate, CandidateId, LineRange};

use crate::draft::{Cited, Context, Draft, DraftLink, DraftRead};
use crate::finding::{Elsewhere, Gap, Item, Rule};
use crate::quote::{Nearest, QuoteError, find_quote, nearest};
use crate::{FlowLink, Selection};

/// The most failed links for which the line nearest to their quote is looked up.
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
            Ok(mut found) => {
                let quote = LineRange::new(found.quote.line, found.quote.end);
                let name = format!("flow link {}", at + 1);
                let lines = link.lines.as_deref();
                narrow(&mut draft, &name, &mut found.at, lines, quote);
                draft.flow.push(found);
            }
            Err(rule) => {
                draft.note(rule, describe("flow link", at, &link.candidate_id, rule));
                draft.lose(rule, Item::Claim, 1);
                let few = draft.gaps.len() < NEAREST;
                let absent = few && matches!(rule, Rule::FactUnverified | Rule::PathOnly);
                let elsewhere = match rule {
                    Rule::UnknownId if few => anywhere(link, context),
                    _ => absent.then(|| elsewhere(link, context)).flatten(),
                };
                let unlike = few && matches!(rule, Rule::FactUnverified | Rule::QuoteLong);
                let unlike = unlike && elsewhere.is_none();
                let nearest = unlike.then(|| near(link, context)).flatten();
                let gap = Gap::of_link(at + 1, link, rule, nearest, elsewhere);
                draft.gaps.push(gap);
            }
        }
    }
    for (at, read) in selection.read_targets.iter().enumerate() {
        match find(&read.candidate_id, context, true) {
            Ok(candidate) => {
                let mut cited = Cited::new(candidate);
                let name = format!("read target {}", at + 1);
                narrow(&mut draft, &name, &mut cited, read.lines.as_deref(), None);
                draft.reads.push(DraftRead {
                    at: cited,
                    purpose: read.purpose.clone(),
                    required: read.required,
                });
            }
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
        Err(context.present.fault(candidate))
    }
}

fn verify<'a>(
    number: usize,
    link: &FlowLink,
    context: &Context<'a>,
) -> Result<DraftLink<'a>, Rule> {
    let candidate = find(&link.candidate_id, context, true)?;
    let evidence = candidate.evidence().ok_or(Rule::PathOnly)?;
    let lines = link.lines.as_deref().and_then(read_lines);
    let lines: Vec<u32> = match lines.zip(candidate.range()) {
        Some((lines, seen)) => lines.intersection(seen).map_or(Vec::new(), all_of),
        None => Vec::new(),
    };
    let near = if lines.is_empty() {
        candidate.hits()
    } else {
        &lines
    };
    let quote = find_quote(evidence, &link.quote, near).map_err(|error| match error {
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

fn all_of(range: LineRange) -> Vec<u32> {
    (range.start()..=range.end()).collect()
}

/// `12-20`, or `12` for one line.
fn read_lines(text: &str) -> Option<LineRange> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    LineRange::new(first.trim().parse().ok()?, last.trim().parse().ok()?)
}

/// Cites only the `lines` of a place, as far as they were observed. Lines that cannot be read, were
/// not observed or leave out the quote are not followed.
fn narrow(
    draft: &mut Draft<'_>,
    name: &str,
    cited: &mut Cited<'_>,
    lines: Option<&str>,
    quote: Option<LineRange>,
) {
    let Some((lines, seen)) = lines.zip(cited.range) else {
        return;
    };
    let part = read_lines(lines).and_then(|lines| lines.intersection(seen));
    match part {
        None => draft.note(
            Rule::ArgumentRepaired,
            format!("{name}: its `lines` are none of that place, so all of it is cited"),
        ),
        Some(part) if quote.is_some_and(|quote| !part.covers(quote)) => draft.note(
            Rule::ArgumentRepaired,
            format!("{name}: its `lines` leave out the quote, so all of the place is cited"),
        ),
        part => cited.range = part,
    }
}

/// What the link's place has that is most like its quote.
fn near(link: &FlowLink, context: &Context<'_>) -> Option<Nearest> {
    let candidate = find(&link.candidate_id, context, true).ok()?;
    nearest(candidate.evidence()?, &link.quote)
}

/// Where the quote stands in what was shown of the file under another id: the first such place.
fn elsewhere(link: &FlowLink, context: &Context<'_>) -> Option<Elsewhere> {
    let own = find(&link.candidate_id, context, false).ok()?;
    let mut others = (context.registry.iter())
        .filter(|other| other.path() == own.path() && other.id() != own.id());
    others.find_map(|other| {
        let found = find_quote(other.evidence()?, &link.quote, other.hits()).ok()?;
        let (id, line) = (other.id(), found.line);
        Some(Elsewhere { id, line })
    })
}

/// Where the quote of an unknown id stands in what was shown, where that is one line of one file.
fn anywhere(link: &FlowLink, context: &Context<'_>) -> Option<Elsewhere> {
    let mut places = context.registry.iter().filter_map(|place| {
        let found = find_quote(place.evidence()?, &link.quote, place.hits()).ok()?;
        Some((place, found.line))
    });
    let (first, line) = places.next()?;
    let same = places.all(|(place, at)| place.path() == first.path() && at == line);
    let id = first.id();
    same.then_some(Elsewhere { id, line })
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
        Rule::Redacted => "holds a secret, as the whole file shows",
        _ => "its quote does not stand in the evidence",
    };
    format!("{list} {} ({id}): {why}", at + 1)
}
