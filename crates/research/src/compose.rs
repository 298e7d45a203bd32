//! The fifth stage without a model: composes an answer from the evidence, with one claim per place and its most
//! informative line as the quote.

mod trailers;
mod unused;

use std::collections::{BTreeSet, VecDeque};

use firsthand_agent::validator::{Coverage, MAX_QUOTE_CHARS, find_quote};
use firsthand_registry::{Evidence as ObservedText, RepoPath, Symbol, count};

use crate::classify::{spelled_names, words_of};
use crate::execute::is_history_alone;
use crate::hit::{Hit, is_test, tokens_of};
use crate::retrieve::{CommitChange, HISTORY, Word, word_weight};
use crate::stage_io::{Draft, DraftClaim, DraftReference, StageInput, StageOutput};
use trailers::body_lines;
use unused::{UnusedEvidence, item_name};

/// The most items of evidence that an answer is composed from.
pub(crate) const MAX_EVIDENCE_ITEMS: usize = 30;
/// The most references of one claim.
const MAX_CLAIM_REFERENCES: usize = 4;
/// The weight of a line with the relation, or with a spelled name.
const HIT_WEIGHT: f64 = 100.0;
/// The weight of a line that contains the name of the place's declaration.
const NAME_WEIGHT: f64 = 0.5;

/// The output of the stage, with an answer from the evidence alone.
pub(crate) fn composed_output(input: &StageInput) -> StageOutput {
    let (draft, unused) = compose(input);
    let coverage = Coverage {
        losses: unused.losses,
        ..Coverage::default()
    };
    StageOutput {
        coverage,
        degraded_reason: unused.reasons(),
        ..StageOutput::of(&draft)
    }
}

/// Makes claims from the evidence alone: how each place relates to the topic, and commits by day.
pub(crate) fn compose(input: &StageInput) -> (Draft, UnusedEvidence) {
    let words = input.classified.as_ref().map(words_of).unwrap_or_default();
    let names = spelled_names(&input.intent.topic);
    let mut answer = AnswerBuilder {
        budget: input.intent.resolved_budget_tokens() as usize,
        ..AnswerBuilder::default()
    };
    let chosen = round_robin(&input.evidence);
    answer.unused.losses.cap = (input.evidence.len() - chosen.len()) as u64;
    for (index, hit) in chosen {
        let Some(line) = best_line(hit, &words, &names) else {
            answer.unused.losses.cut += 1;
            answer.unused.unquotable.push(item_name(hit));
            continue;
        };
        let lines = match hit.changed.is_empty() {
            true => vec![line],
            false => [line].into_iter().chain(reason_line(hit, &words)).collect(),
        };
        answer.add_claim(index, hit, lines);
    }
    let mut claims = order_by_day(answer.claims, input);
    claims.sort_by_key(|claim| part_order(&claim.part));
    (Draft { claims }, answer.unused)
}

/// The position of a part in the answer: callers, other users, callees and tests in this order, after all other parts,
/// such as definitions and the history.
fn part_order(part: &str) -> usize {
    let parts = ["callers", "references", "implementors", "callees", "tests"];
    let index = parts.iter().position(|name| *name == part);
    index.map_or(0, |index| index + 1)
}

/// Selects at most [`MAX_EVIDENCE_ITEMS`] hits from all parts of the answer in turns, so that a large part does not
/// crowd out a small one. Returns them in the order of the evidence, each with its index there.
fn round_robin(evidence: &[Hit]) -> Vec<(usize, &Hit)> {
    let mut parts: Vec<(String, VecDeque<(usize, &Hit)>)> = Vec::new();
    for (index, hit) in evidence.iter().enumerate() {
        let (part, _) = describe(hit);
        match parts.iter_mut().find(|(name, _)| *name == part) {
            Some((_, hits)) => hits.push_back((index, hit)),
            None => parts.push((part, VecDeque::from([(index, hit)]))),
        }
    }
    let mut chosen: Vec<(usize, &Hit)> = Vec::new();
    while chosen.len() < MAX_EVIDENCE_ITEMS && parts.iter().any(|(_, hits)| !hits.is_empty()) {
        let turn = parts.iter_mut().filter_map(|(_, hits)| hits.pop_front());
        chosen.extend(turn);
    }
    chosen.truncate(MAX_EVIDENCE_ITEMS);
    chosen.sort_by_key(|(index, _)| *index);
    chosen
}

/// Collects the claims of an answer within its budget.
#[derive(Default)]
struct AnswerBuilder {
    claims: Vec<DraftClaim>,
    /// The lines that are already quoted, because windows may overlap.
    quoted: BTreeSet<(RepoPath, u32)>,
    budget: usize,
    used: usize,
    unused: UnusedEvidence,
}

impl AnswerBuilder {
    /// Adds these lines of the evidence item at `index` as a new claim, or as references of an equal claim. The first
    /// line is added whatever the budget: it is of evidence within the budget.
    fn add_claim(&mut self, index: usize, hit: &Hit, lines: Vec<(u32, String)>) {
        let (part, text) = describe(hit);
        let evidence = i64::try_from(index).unwrap_or(i64::MAX);
        let same = |claim: &DraftClaim| claim.text == text && claim.part == part;
        let mut claim_index = self.claims.iter().position(same);
        for (line, quote) in lines {
            let place = (hit.path().clone(), line);
            let text_tokens = if claim_index.is_some() {
                0
            } else {
                tokens_of(&text)
            };
            let tokens = text_tokens + tokens_of(&quote);
            let full = claim_index
                .is_some_and(|claim| self.claims[claim].references.len() >= MAX_CLAIM_REFERENCES);
            let exceeds_budget = self.used > 0 && self.used + tokens > self.budget;
            if self.quoted.contains(&place) {
                continue;
            }
            if exceeds_budget || full {
                self.unused.losses.budget += u64::from(!full);
                self.unused.losses.cap += u64::from(full);
                continue;
            }
            self.quoted.insert(place);
            self.used += tokens;
            let claim = claim_index.unwrap_or_else(|| {
                self.claims.push(DraftClaim {
                    text: text.clone(),
                    part: part.clone(),
                    references: Vec::new(),
                });
                self.claims.len() - 1
            });
            claim_index = Some(claim);
            self.claims[claim]
                .references
                .push(DraftReference { evidence, quote });
        }
    }
}

/// Sorts the claims of history by day, newest first; they come before all others if only history was requested.
fn order_by_day(claims: Vec<DraftClaim>, input: &StageInput) -> Vec<DraftClaim> {
    let day = |claim: &DraftClaim| {
        let first = claim.references.first().map(|reference| reference.evidence);
        let hit = first.and_then(|index| input.evidence.get(usize::try_from(index).ok()?));
        hit.map(|hit| hit.date.clone()).unwrap_or_default()
    };
    let (mut history, others): (Vec<_>, Vec<_>) =
        claims.into_iter().partition(|claim| claim.part == HISTORY);
    history.sort_by_key(|claim| std::cmp::Reverse(day(claim)));
    match is_history_alone(input) {
        true => [history, others].concat(),
        false => [others, history].concat(),
    }
}

/// Describes how a place relates to the topic, by how it was retrieved; also returns its part of the answer.
fn describe(hit: &Hit) -> (String, String) {
    let named = |symbol: &Symbol| {
        format!(
            "`{}` ({})",
            escape_backticks(&symbol.qualified),
            symbol.kind
        )
    };
    let subject = hit.window.symbol.as_ref().map(named);
    let file = escape_backticks(hit.path().file_name());
    let subject = subject.unwrap_or_else(|| format!("`{file}`, outside of every declaration"));
    if !hit.changed.is_empty() {
        return (HISTORY.to_owned(), describe_commit(hit));
    }
    let Some(related) = &hit.window.related else {
        let exact = hit
            .sources
            .iter()
            .any(|source| source != "bm25" && source != "text");
        let part = match (exact, is_test(hit)) {
            (true, _) => "definition",
            (false, true) => "tests",
            (false, false) => "place",
        };
        return (part.to_owned(), format!("{subject}."));
    };
    let target = format!("`{}`", escape_backticks(&related.of));
    let text = match related.relation.as_str() {
        "callers" => format!("{subject} calls {target}"),
        "callees" => format!("{subject} is used by {target}"),
        "references" => format!("{subject} names {target}"),
        "implementors" => format!("{subject} implements or extends {target}"),
        other => format!("{subject}: {other} of {target}"),
    };
    let certainty = match related.resolution.as_str() {
        "name" => ", by its name alone.",
        _ => ".",
    };
    let part = match is_test(hit) {
        true => "tests".to_owned(),
        false => related.relation.clone(),
    };
    (part, text + certainty)
}

/// The date of a commit, and the lines it added and removed for each name.
fn describe_commit(hit: &Hit) -> String {
    let describe_change = |changed: &CommitChange| {
        let name = escape_backticks(&changed.of);
        let lines = match (changed.began, changed.written, changed.removed) {
            (true, written, _) => {
                format!("began with {}", count(written as usize, "line", "lines"))
            }
            (false, 0, 0) => "moved".to_owned(),
            (false, written, removed) => format!("+{written} -{removed} lines"),
        };
        let moved = changed.moved && !lines.starts_with("moved");
        format!("`{name}` {lines}{}", if moved { ", moved" } else { "" })
    };
    let changes: Vec<String> = hit.changed.iter().map(describe_change).collect();
    format!("{}: {}.", hit.date, changes.join("; "))
}

/// Replaces backticks in a name, so that it cannot end its code span.
fn escape_backticks(name: &str) -> String {
    name.replace('`', "'")
}

/// The most informative quotable line of a place: a line with the relation, or with a spelled name, or with topic
/// words. Earlier lines win ties.
fn best_line(hit: &Hit, words: &[Word], names: &[String]) -> Option<(u32, String)> {
    let evidence = ObservedText::of(&hit.window.span);
    let related = hit.window.related.is_some();
    let weight = |number: u32, text: &str| {
        let is_hit = match related {
            true => hit.window.hits.contains(&number),
            false => names.iter().any(|name| text.contains(name.as_str())),
        };
        let named = !hit.label().is_empty() && text.contains(hit.label());
        word_weight(text, words)
            + if is_hit { HIT_WEIGHT } else { 0.0 }
            + if named { NAME_WEIGHT } else { 0.0 }
    };
    best_quote(&evidence, weight)
}

/// The body line of a commit message that best explains the commit: the one with the most topic words, or else the
/// first. Trailers are skipped: see [`body_lines`].
fn reason_line(hit: &Hit, words: &[Word]) -> Option<(u32, String)> {
    let span = &hit.window.span;
    let evidence = ObservedText::of(span);
    let lines: Vec<(u32, &str)> = evidence.lines().collect();
    // The span begins with the subject; its end may cut the message.
    let is_whole = span.file_lines() == Some(span.range().end());
    let body = body_lines(&lines, is_whole);
    let weight = |number: u32, text: &str| match body.contains(&number) {
        true => 1.0 + word_weight(text, words),
        false => -1.0,
    };
    best_quote(&evidence, weight)
}

/// The first quotable line of the greatest weight; lines of negative weight are skipped.
fn best_quote(evidence: &ObservedText, weight: impl Fn(u32, &str) -> f64) -> Option<(u32, String)> {
    let mut lines: Vec<(f64, u32, &str)> = evidence
        .lines()
        .map(|(number, text)| (weight(number, text), number, text))
        .collect();
    lines.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    lines.into_iter().find_map(|(weight, number, text)| {
        let quote = firsthand_registry::clip(text.trim(), MAX_QUOTE_CHARS);
        let quote = quote.trim_end_matches('…').trim_end();
        let found = find_quote(evidence, quote, &[number]);
        (weight >= 0.0 && found.is_ok()).then(|| (number, quote.to_owned()))
    })
}
