//! The fifth stage without a model: composes an answer from the evidence, with one claim per place and its most
//! informative line as the quote.

mod quotes;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{RepoPath, count};
use firsthand_source::{Losses, join_at_most};

use crate::classify::spelled_names;
use crate::execute::is_history_alone;
use crate::hit::{Hit, is_test, tokens_of};
use crate::retrieve::{BM25, CommitChange, GUESSED, HISTORY, TEXT_SOURCE};
use crate::stage_io::{Draft, DraftClaim, DraftReference, StageInput, StageOutput, wire_count};
use quotes::{best_line, reason_line};

/// The most items of evidence that an answer is composed from.
pub(crate) const MAX_EVIDENCE_ITEMS: usize = 30;
/// The most unused items that a degradation names.
const MAX_NAMED_ITEMS: usize = 8;
/// The most references of one claim.
const MAX_CLAIM_REFERENCES: usize = 4;
/// The output of the stage, with an answer from the evidence alone.
pub(crate) fn composed_output(input: &StageInput) -> StageOutput {
    let (draft, unused) = compose(input);
    let mut output = StageOutput::of(&draft);
    output.coverage.losses = unused.losses;
    output.degraded_reason = unused.reasons();
    output
}

/// Makes claims from the evidence alone: how each place relates to the topic, and commits by day.
pub(crate) fn compose(input: &StageInput) -> (Draft, UnusedEvidence) {
    let words = input.classified.words();
    let names = spelled_names(&input.intent.topic);
    let mut answer = AnswerBuilder {
        budget: input.intent.resolved_budget_tokens() as usize,
        ..AnswerBuilder::default()
    };
    answer.shared_names = shared_names(&input.evidence);
    let chosen = round_robin(&input.evidence);
    answer.unused.losses.cap = (input.evidence.len() - chosen.len()) as u64;
    for (index, hit) in chosen {
        let Some(line) = best_line(hit, &words, &names) else {
            answer.unused.losses.cut += 1;
            answer.unused.unquotable.push(item_name(hit));
            continue;
        };
        let mut lines = vec![line];
        if !hit.changed.is_empty() {
            lines.extend(reason_line(hit, &words));
        }
        answer.add_claim(index, hit, lines);
    }
    let mut claims = order_by_day(answer.claims, input);
    claims.sort_by_key(|claim| part_order(&claim.part));
    (Draft { claims }, answer.unused)
}

/// The evidence that an answer does not use.
#[derive(Default)]
pub(crate) struct UnusedEvidence {
    losses: Losses,
    /// The items of which no line can be quoted.
    unquotable: Vec<String>,
}

impl UnusedEvidence {
    /// The reasons in one line; empty without any.
    fn reasons(&self) -> String {
        let (quotes, items) = (self.losses.budget, self.losses.cap);
        let unquotable = join_at_most(&self.unquotable, MAX_NAMED_ITEMS);
        let reasons = [
            (quotes > 0).then(|| format!("{quotes} quotes of the evidence are beyond the budget")),
            (items > 0)
                .then(|| format!("{items} items or quotes of the evidence are beyond a limit")),
            (!unquotable.is_empty())
                .then(|| format!("found, but nothing of it can be quoted: {unquotable}")),
        ];
        let reasons: Vec<String> = reasons.into_iter().flatten().collect();
        reasons.join("; ")
    }
}

/// The name of an item of evidence: a commit with its day, or a place.
fn item_name(hit: &Hit) -> String {
    if hit.date.is_empty() {
        format!("{}:{}", hit.path(), hit.lines())
    } else {
        format!("{} ({})", hit.entity, hit.date)
    }
}

/// The position of a part in the answer: callers, other users, callees and tests in this order, after all other parts,
/// such as definitions and the history.
fn part_order(part: &str) -> usize {
    let parts = ["callers", "references", "implementors", "siblings", "callees", "tests"];
    let index = parts.iter().position(|name| *name == part);
    index.map_or(0, |index| index + 1)
}

/// Selects at most [`MAX_EVIDENCE_ITEMS`] hits from all parts of the answer in turns, so that a large part does not
/// crowd out a small one. Returns them in the order of the evidence, each with its index there.
fn round_robin(evidence: &[Hit]) -> Vec<(usize, &Hit)> {
    let mut parts: Vec<(String, usize)> = Vec::new();
    let mut turns = Vec::new();
    for (index, hit) in evidence.iter().enumerate() {
        let (part, _) = describe(hit, &BTreeSet::new());
        let order = parts.iter().position(|(name, _)| *name == part).unwrap_or_else(|| {
            parts.push((part, 0));
            parts.len() - 1
        });
        turns.push((parts[order].1, order, index));
        parts[order].1 += 1;
    }
    turns.sort_unstable();
    turns.truncate(MAX_EVIDENCE_ITEMS);
    let mut chosen: Vec<usize> = turns.into_iter().map(|(_, _, index)| index).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|index| (index, &evidence[index])).collect()
}

/// Collects the claims of an answer within its budget.
#[derive(Default)]
struct AnswerBuilder {
    claims: Vec<DraftClaim>,
    /// The lines that are already quoted, because windows may overlap.
    quoted: BTreeSet<(RepoPath, u32)>,
    budget: usize,
    used: usize,
    /// The names of declarations of several files.
    shared_names: BTreeSet<String>,
    unused: UnusedEvidence,
}

/// The names of declarations that the evidence has in several files.
fn shared_names(evidence: &[Hit]) -> BTreeSet<String> {
    let mut path_of: BTreeMap<String, &RepoPath> = BTreeMap::new();
    let named = evidence.iter().filter(|hit| hit.window.symbol.is_some());
    let shared =
        named.filter(|hit| *path_of.entry(hit.name()).or_insert_with(|| hit.path()) != hit.path());
    shared.map(Hit::name).collect()
}

impl AnswerBuilder {
    /// Adds these lines of the evidence item at `index` as a new claim, or as references of an equal claim. The first
    /// line is added whatever the budget: it is of evidence within the budget.
    fn add_claim(&mut self, index: usize, hit: &Hit, lines: Vec<(u32, String)>) {
        let (part, text) = describe(hit, &self.shared_names);
        let same = |claim: &DraftClaim| claim.text == text && claim.part == part;
        let mut claim_index = self.claims.iter().position(same);
        for (line, quote) in lines {
            let place = (hit.path().clone(), line);
            if self.quoted.contains(&place) {
                continue;
            }
            let text_tokens = if claim_index.is_some() { 0 } else { tokens_of(&text) };
            let tokens = text_tokens + tokens_of(&quote);
            let references = claim_index.map_or(0, |claim| self.claims[claim].references.len());
            if references >= MAX_CLAIM_REFERENCES {
                self.unused.losses.cap += 1;
                continue;
            }
            if self.used > 0 && self.used + tokens > self.budget {
                self.unused.losses.budget += 1;
                continue;
            }
            self.quoted.insert(place);
            self.used += tokens;
            let claim = *claim_index.get_or_insert_with(|| {
                self.claims.push(DraftClaim {
                    text: text.clone(),
                    part: part.clone(),
                    references: Vec::new(),
                });
                self.claims.len() - 1
            });
            self.claims[claim]
                .references
                .push(DraftReference { evidence: wire_count(index), quote });
        }
    }
}

/// Sorts the claims of history by day, newest first; they come before all others if only history was requested.
fn order_by_day(claims: Vec<DraftClaim>, input: &StageInput) -> Vec<DraftClaim> {
    let day = |claim: &DraftClaim| {
        let index = usize::try_from(claim.references.first()?.evidence).ok()?;
        Some(input.evidence.get(index)?.date.clone())
    };
    let (mut history, mut others): (Vec<_>, Vec<_>) =
        claims.into_iter().partition(|claim| claim.part == HISTORY);
    history.sort_by_key(|claim| Reverse(day(claim)));
    if is_history_alone(input) {
        history.append(&mut others);
        return history;
    }
    others.append(&mut history);
    others
}

/// Describes how a place relates to the topic, by how it was retrieved; also returns its part of the answer.
fn describe(hit: &Hit, shared_names: &BTreeSet<String>) -> (String, String) {
    if !hit.changed.is_empty() {
        return (HISTORY.to_owned(), describe_commit(hit));
    }
    let subject = match &hit.window.symbol {
        Some(symbol) => {
            let name = escape_backticks(&symbol.qualified);
            let is_shared = shared_names.contains(&symbol.qualified);
            let path =
                is_shared.then(|| format!(" in `{}`", escape_backticks(hit.path().as_str())));
            format!("`{name}` ({}){}", symbol.kind, path.unwrap_or_default())
        }
        None => {
            let file = escape_backticks(hit.path().file_name());
            format!("`{file}`, outside of every declaration")
        }
    };
    let Some(related) = &hit.window.related else {
        let is_ranked = |source: &String| [BM25, GUESSED, TEXT_SOURCE].contains(&source.as_str());
        let part = if !hit.sources.iter().all(is_ranked) {
            "definition"
        } else if is_test(hit) {
            "tests"
        } else {
            "place"
        };
        return (part.to_owned(), format!("{subject}."));
    };
    let target = format!("`{}`", escape_backticks(&related.of));
    let text = match related.relation.as_str() {
        "callers" => format!("{subject} calls {target}"),
        "callees" => format!("{subject} is used by {target}"),
        "references" => format!("{subject} names {target}"),
        "implementors" => format!("{subject} implements or extends {target}"),
        "siblings" => format!("{subject} names members of {target}"),
        other => format!("{subject}: {other} of {target}"),
    };
    let certainty = match related.resolution.as_str() {
        "name" => ", by its name alone.",
        "text" => ", in a string or a text.",
        _ => ".",
    };
    let part = if is_test(hit) { "tests" } else { related.relation.as_str() };
    (part.to_owned(), text + certainty)
}

/// The date of a commit, and the lines it added and removed for each name.
fn describe_commit(hit: &Hit) -> String {
    let describe_change = |change: &CommitChange| {
        let name = escape_backticks(&change.of);
        let (written, removed) = (change.written, change.removed);
        let what = if change.began {
            format!("began with {}", count(written as usize, "line", "lines"))
        } else if written == 0 && removed == 0 {
            return format!("`{name}` moved");
        } else {
            format!("+{written} -{removed} lines")
        };
        format!("`{name}` {what}{}", if change.moved { ", moved" } else { "" })
    };
    let changes: Vec<String> = hit.changed.iter().map(describe_change).collect();
    format!("{}: {}.", hit.date, changes.join("; "))
}

/// Replaces backticks in a name, so that it cannot end its code span.
fn escape_backticks(name: &str) -> String {
    name.replace('`', "'")
}
