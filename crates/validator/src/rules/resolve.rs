//! Resolves ids to candidates: drops unknown ids, path-only places where lines are needed, quotes that do
//! not occur in the evidence, and places whose files have changed.

mod lines;

use std::collections::HashMap;

use firsthand_registry::{Candidate, CandidateId, LineRange, distinct};

use self::lines::{cite_lines, numbers_of, settle_quotes};
use super::places::is_named;
use crate::finding::{FailedLink, Item, Rule};
use crate::gap::{Elsewhere, Gap, QuoteHints};
use crate::quote::{Nearest, QuoteError, Shown, find_quote, nearest, places_with};
use crate::{
    Context, FlowLink, Link, Outcome, Place, ReportBody, SearchTarget, Selection, Target, Verdict,
};

/// The most failed links for which a hint is searched for: another place that has the quote, or the line most similar
/// to it.
const MAX_HINTED_LINKS: usize = 8;
/// The most places that have a quote and are named; of more, none is likely to be the one that is meant.
const MAX_NAMED_PLACES: usize = 2;

/// A selection as a verdict, with only the items whose ids resolve and whose places are unchanged.
pub(super) fn resolved(selection: &Selection, context: &Context<'_>) -> Verdict {
    let targets = selection.search_targets.iter();
    let missing = selection.missing_coverage.iter();
    let mut verdict = Verdict {
        body: ReportBody {
            missing: distinct(missing.map(|missing| missing.text.clone())),
            search_targets: targets.map(|text| SearchTarget::parse(text)).collect(),
            asked_names: selection.asked_names().map(str::to_owned).collect(),
            ..ReportBody::new(
                context.intent,
                Outcome::Verdict,
                selection.recommended_primary_action,
                selection.confidence,
            )
        },
        gaps: Vec::new(),
        proved: Vec::new(),
        mendable: Vec::new(),
        lost: (0, 0),
        is_revision: false,
    };
    let body = &mut verdict.body;
    for (index, id) in selection.primary_candidate_ids.iter().enumerate() {
        match resolve_id(id, context, false) {
            Ok(candidate) => body.primary.push(Place::of(candidate)),
            Err(rule) => {
                body.add_finding(rule, describe("primary place", index, id, rule));
                // What a flow link cites, too, is lost once.
                if !selection.flow.iter().any(|link| link.candidate_id == *id) {
                    body.add_lost_place(rule, Item::Place, unchanged(id, context));
                }
            }
        }
    }
    let mut standing = HashMap::new();
    for (index, link) in selection.flow.iter().enumerate() {
        // What they state of the same lines, whatever they call them.
        let FlowLink { candidate_id, lines, fact, quote, .. } = link;
        let key = (candidate_id, lines, fact, quote);
        if let Some(same) = standing.get(&key) {
            let detail = format!("flow link {} is the same as flow link {same}", index + 1);
            verdict.body.add_finding(Rule::Merged, detail);
            continue;
        }
        resolve_link(&mut verdict, index, link, context);
        if verdict.body.flow.last().is_some_and(|stands| stands.number == index + 1) {
            standing.insert(key, index + 1);
        }
    }
    for (index, read) in selection.read_targets.iter().enumerate() {
        match resolve_id(&read.candidate_id, context, true) {
            Ok(candidate) => {
                let mut place = Place::of(candidate);
                let name = format!("read target {}", index + 1);
                let lines = read.lines.as_deref();
                cite_lines(&mut verdict, &name, &mut place, lines, None, context);
                verdict.body.read_targets.push(Target {
                    place,
                    purpose: read.purpose.clone(),
                    required: read.required,
                });
            }
            Err(rule) => {
                let body = &mut verdict.body;
                body.add_finding(rule, describe("read target", index, &read.candidate_id, rule));
                body.add_lost_place(rule, Item::ReadTarget, unchanged(&read.candidate_id, context));
            }
        }
    }
    settle_quotes(&mut verdict.body, selection, context);
    if verdict.body.primary.is_empty() {
        verdict.body.primary = cited_places(&verdict.body, context);
    }
    narrow_primary(&mut verdict.body, context);
    verdict
}

/// The places that matter most where none that was named so stands: those of the verified links, else of the read targets.
fn cited_places(body: &ReportBody, context: &Context<'_>) -> Vec<Place> {
    let links = body.flow.iter().map(|link| link.place.id());
    let reads = body.read_targets.iter().map(|read| read.place.id());
    let ids = if body.flow.is_empty() { distinct(reads) } else { distinct(links) };
    let cited = ids.into_iter().filter_map(|id| context.registry.get(id));
    cited.map(Place::of).take(context.limits.primary).collect()
}

/// Narrows each primary place to what the citations of its id show of it: the first of them, with all that adjoin it; only of
/// those that name lines, if a read target does. The others stand in the report as they were cited.
fn narrow_primary(body: &mut ReportBody, context: &Context<'_>) {
    for place in &mut body.primary {
        let flow = body.flow.iter().map(|link| &link.place);
        let cited = flow.chain(body.read_targets.iter().map(|read| &read.place));
        let cited = cited.filter(|cited| cited.id() == place.id());
        let mut reads = body.read_targets.iter().map(|read| &read.place);
        let in_part = reads.any(|read| read.id() == place.id() && is_named(read, context));
        let cited = cited.filter(|cited| !in_part || is_named(cited, context));
        let parts: Vec<LineRange> = cited.filter_map(Place::range).collect();
        let Some(mut shown) = parts.first().copied() else {
            continue;
        };
        let adjoins = |part: &LineRange, shown: LineRange| {
            part.start() <= shown.end() + 1 && shown.start() <= part.end() + 1
        };
        while let Some(part) =
            parts.iter().find(|part| adjoins(part, shown) && !shown.covers(**part))
        {
            shown = shown.hull(*part);
        }
        place.show(shown);
    }
}

/// Adds the flow link at `index` of the selection, or else the gap of its quote.
fn resolve_link(verdict: &mut Verdict, index: usize, link: &FlowLink, context: &Context<'_>) {
    let rule = match verify_link(index + 1, link, context) {
        Ok(mut verified) => {
            let quote = verified.quote.lines();
            let name = format!("flow link {}", index + 1);
            let lines = link.lines.as_deref();
            cite_lines(verdict, &name, &mut verified.place, lines, quote, context);
            verdict.body.flow.push(verified);
            return;
        }
        Err(rule) => rule,
    };
    let (body, gaps) = (&mut verdict.body, &mut verdict.gaps);
    body.add_finding(rule, describe("flow link", index, &link.candidate_id, rule));
    let cited = unchanged(&link.candidate_id, context);
    body.add_lost_place(rule, Item::FlowLink, cited);
    let below_limit = gaps.len() < MAX_HINTED_LINKS;
    let elsewhere = match rule {
        Rule::UnknownId | Rule::FactUnverified | Rule::PathOnly if below_limit => {
            places_with_quote(link, context)
        }
        _ => Vec::new(),
    };
    body.failed.push(FailedLink {
        number: index + 1,
        rule,
        role: link.role.clone(),
        cited: cited.map(Candidate::id),
        elsewhere: elsewhere.iter().map(|place| place.id).collect(),
    });
    let nearest = match rule {
        Rule::FactUnverified | Rule::QuoteLong if below_limit && elsewhere.is_empty() => {
            nearest_to_quote(link, context)
        }
        _ => None,
    };
    // A line that the link does not name is no account of what was dropped.
    if let (Some(cited), Some(Nearest { line, id: None, .. }), Some(_)) =
        (cited, &nearest, &link.lines)
    {
        body.add_nearest_line(rule, cited.path(), *line);
    }
    let hints = QuoteHints {
        masked: rule == Rule::FactUnverified && quotes_masked_line(link, context),
        nearest,
        elsewhere,
    };
    gaps.push(Gap::quote_failed(index + 1, link, rule, hints));
}

/// The unchanged candidate with this id, if there is one.
fn unchanged<'a>(id: &str, context: &Context<'a>) -> Option<&'a Candidate> {
    resolve_id(id, context, false).ok()
}

/// The unchanged candidate with this id; `lines` states whether it must have lines.
fn resolve_id<'a>(id: &str, context: &Context<'a>, lines: bool) -> Result<&'a Candidate, Rule> {
    let known = id.parse().ok().and_then(|id: CandidateId| context.cited(id));
    let candidate = known.ok_or(Rule::UnknownId)?;
    if lines && candidate.range().is_none() {
        return Err(Rule::PathOnly);
    }
    if context.present.is_unchanged(candidate) {
        Ok(candidate)
    } else {
        Err(context.present.rejection_rule(candidate))
    }
}

fn verify_link(number: usize, link: &FlowLink, context: &Context<'_>) -> Result<Link, Rule> {
    let candidate = resolve_id(&link.candidate_id, context, true)?;
    let evidence = candidate.evidence().ok_or(Rule::PathOnly)?;
    let lines = link.lines.as_deref().zip(candidate.range());
    let lines = lines.map_or(Vec::new(), |(lines, seen)| numbers_of(lines, seen));
    let quote = find_quote(evidence, &link.quote, &lines).map_err(|error| match error {
        QuoteError::Slight => Rule::QuoteSlight,
        QuoteError::Long => Rule::QuoteLong,
        QuoteError::NotFound | QuoteError::Masked => Rule::FactUnverified,
    })?;
    Ok(Link {
        place: Place::of(candidate),
        role: link.role.clone(),
        fact: link.fact.clone(),
        quote,
        number,
    })
}

/// The line most similar to the quote of those that the link names, or else of all that was shown. Of equal ones that of the
/// link's place is returned, then that of its file; of several other files none is.
fn nearest_to_quote(link: &FlowLink, context: &Context<'_>) -> Option<Nearest> {
    let own = unchanged(&link.candidate_id, context)?;
    let named = link.lines.as_deref().zip(own.range());
    let named = named.map_or(Vec::new(), |(lines, seen)| numbers_of(lines, seen));
    let shown = context.registry.iter().filter_map(|candidate| {
        let rank = match candidate {
            _ if candidate.id() == own.id() => 0,
            _ if candidate.path() == own.path() => 1,
            _ => 2,
        };
        let (id, path) = (candidate.id(), candidate.path());
        let is_own_alone = !named.is_empty() && rank > 0;
        let evidence = candidate.evidence().filter(|_| !is_own_alone)?;
        Some(Shown { id, path, evidence, rank, lines: &named })
    });
    nearest(shown, &link.quote)
}

/// The other places that have the quote: the first one of the same file, or of one other file alone, or all if they are few.
fn places_with_quote(link: &FlowLink, context: &Context<'_>) -> Vec<Elsewhere> {
    let own = unchanged(&link.candidate_id, context);
    let others = places_with(context.registry, &link.quote, |other| {
        own.is_none_or(|own| own.id() != other.id())
    });
    let is_of_file = |place: &Candidate| own.is_some_and(|own| own.path() == place.path());
    let of_file = others.iter().find(|(place, _)| is_of_file(place));
    let first = others.first();
    let of_one_file =
        first.filter(|(first, _)| others.iter().all(|(other, _)| other.path() == first.path()));
    let named = match (of_file.or(of_one_file), others.len()) {
        (Some(place), _) => std::slice::from_ref(place),
        (None, ..=MAX_NAMED_PLACES) => &others[..],
        _ => &[],
    };
    let named = named.iter();
    let named = named.map(|(place, line)| Elsewhere { id: place.id(), line: *line });
    named.collect()
}

/// Whether the quote stands in the link's place, on a line that is masked there.
fn quotes_masked_line(link: &FlowLink, context: &Context<'_>) -> bool {
    let candidate = resolve_id(&link.candidate_id, context, true).ok();
    let evidence = candidate.and_then(Candidate::evidence);
    evidence
        .is_some_and(|evidence| find_quote(evidence, &link.quote, &[]) == Err(QuoteError::Masked))
}

/// The detail of a finding: the list, the position from 1 of the item at `index`, the id, and the reason. The model's
/// own text is not repeated: an invalid id is not printed.
fn describe(list: &str, index: usize, id: &str, rule: Rule) -> String {
    let id = id.parse::<CandidateId>().map_or_else(|_| "not an id".to_owned(), |id| id.to_string());
    format!("{list} {} ({id}): {}", index + 1, rule.why_of_place())
}
