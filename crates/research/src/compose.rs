//! The fifth stage without a model: an answer put together from the evidence, a line for each place, each with the
//! line of it that says most.

use std::collections::{BTreeSet, VecDeque};

use firsthand_agent::validator::{MAX_QUOTE_CHARS, find_quote};
use firsthand_registry::{Evidence as Seen, RepoPath, Symbol, count};
use firsthand_source::split_words;

use crate::classify::{spelled, words_of};
use crate::execute::is_history_alone;
use crate::hit::{Hit, is_test, tokens_of};
use crate::retrieve::{Changed, HISTORY, Word};
use crate::stage_io::{Draft, DraftClaim, DraftReference, StageInput};

/// Items of evidence that are looked at.
pub(crate) const SHOWN: usize = 30;
/// References of one claim.
const REFERENCES: usize = 4;
/// What a line that relates or spells it is worth beside its words, and one that names the declaration.
const HIT: f64 = 100.0;
const NAME: f64 = 0.5;

/// The claims that the evidence carries by itself: what each place is to the topic, commits by their day.
pub(crate) fn compose(input: &StageInput) -> Draft {
    let words = input.classified.as_ref().map(words_of).unwrap_or_default();
    let names = spelled(&input.intent.topic);
    let mut answer = Answer {
        budget: input.intent.resolved_budget_tokens() as usize,
        ..Answer::default()
    };
    for (at, hit) in round_robin(&input.evidence) {
        let Some(told) = best_line(hit, &words, &names) else {
            continue;
        };
        let lines = match hit.changed.is_empty() {
            true => vec![told],
            false => [told].into_iter().chain(why(hit, &words)).collect(),
        };
        answer.take(at, hit, lines);
    }
    let mut claims = by_day(answer.claims, input);
    claims.sort_by_key(|claim| place_of(&claim.part));
    Draft { claims }
}

/// Where a part of the answer stands in it: what something is, who would notice a change of it, what it rests on.
fn place_of(part: &str) -> usize {
    let parts = ["callers", "references", "implementors", "callees", "tests"];
    let at = parts.iter().position(|known| *known == part);
    at.map_or(0, |at| at + 1)
}

/// The evidence that is looked at, in its order: something of each part of the answer, so that no part is crowded out
/// by one that has more.
fn round_robin(evidence: &[Hit]) -> Vec<(usize, &Hit)> {
    let mut parts: Vec<(String, VecDeque<(usize, &Hit)>)> = Vec::new();
    for (at, hit) in evidence.iter().enumerate() {
        let (part, _) = describe(hit);
        match parts.iter_mut().find(|(known, _)| *known == part) {
            Some((_, hits)) => hits.push_back((at, hit)),
            None => parts.push((part, VecDeque::from([(at, hit)]))),
        }
    }
    let mut chosen: Vec<(usize, &Hit)> = Vec::new();
    while chosen.len() < SHOWN && parts.iter().any(|(_, hits)| !hits.is_empty()) {
        let turn = parts.iter_mut().filter_map(|(_, hits)| hits.pop_front());
        chosen.extend(turn);
    }
    chosen.truncate(SHOWN);
    chosen.sort_by_key(|(at, _)| *at);
    chosen
}

/// An answer as it grows, inside its budget.
#[derive(Default)]
struct Answer {
    claims: Vec<DraftClaim>,
    /// Lines that are quoted: windows on one place overlap.
    quoted: BTreeSet<(RepoPath, u32)>,
    budget: usize,
    used: usize,
}

impl Answer {
    /// A claim of these lines of a hit, or a reference more of one that says the same.
    fn take(&mut self, at: usize, hit: &Hit, lines: Vec<(u32, String)>) {
        let (part, text) = describe(hit);
        let evidence = i64::try_from(at).unwrap_or(i64::MAX);
        let same = |claim: &DraftClaim| claim.text == text && claim.part == part;
        let mut open = self.claims.iter().position(same);
        for (line, quote) in lines {
            let place = (hit.path().clone(), line);
            let said = if open.is_some() { 0 } else { tokens_of(&text) };
            let tokens = said + tokens_of(&quote);
            let full = open.is_some_and(|at| self.claims[at].references.len() >= REFERENCES);
            if self.used + tokens > self.budget || full || !self.quoted.insert(place) {
                continue;
            }
            self.used += tokens;
            let at = open.unwrap_or_else(|| {
                self.claims.push(DraftClaim {
                    text: text.clone(),
                    part: part.clone(),
                    references: Vec::new(),
                });
                self.claims.len() - 1
            });
            open = Some(at);
            self.claims[at]
                .references
                .push(DraftReference { evidence, quote });
        }
    }
}

/// The claims with those of history by their day, the newest first, and before all others where it alone was asked
/// for.
fn by_day(claims: Vec<DraftClaim>, input: &StageInput) -> Vec<DraftClaim> {
    let day = |claim: &DraftClaim| {
        let first = claim.references.first().map(|one| one.evidence);
        let hit = first.and_then(|at| input.evidence.get(usize::try_from(at).ok()?));
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

/// What a place is to the topic, by how it was retrieved, and the part of the answer that it belongs to.
fn describe(hit: &Hit) -> (String, String) {
    let named = |symbol: &Symbol| format!("`{}` ({})", clean(&symbol.qualified), symbol.kind);
    let here = hit.window.symbol.as_ref().map(named);
    let file = clean(hit.path().file_name());
    let here = here.unwrap_or_else(|| format!("`{file}`, outside of every declaration"));
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
        return (part.to_owned(), format!("{here}."));
    };
    let of = format!("`{}`", clean(&related.of));
    let text = match related.relation.as_str() {
        "callers" => format!("{here} calls {of}"),
        "callees" => format!("{here} is used by {of}"),
        "references" => format!("{here} names {of}"),
        "implementors" => format!("{here} implements or extends {of}"),
        other => format!("{here}: {other} of {of}"),
    };
    let sure = match related.resolution.as_str() {
        "name" => ", by its name alone.",
        _ => ".",
    };
    let part = match is_test(hit) {
        true => "tests".to_owned(),
        false => related.relation.clone(),
    };
    (part, text + sure)
}

/// What a commit did, and when: lines written and taken away of each name.
fn describe_commit(hit: &Hit) -> String {
    let one = |changed: &Changed| {
        let name = clean(&changed.of);
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
    let all: Vec<String> = hit.changed.iter().map(one).collect();
    format!("{}: {}.", hit.date, all.join("; "))
}

/// A name that cannot end the code span it stands in.
fn clean(name: &str) -> String {
    name.replace('`', "'")
}

/// The line of a place that carries the most of the topic, as it can be quoted: one that relates it, one that a spelled
/// name stands in. Earlier lines win ties.
fn best_line(hit: &Hit, words: &[Word], names: &[String]) -> Option<(u32, String)> {
    let evidence = Seen::of(&hit.window.span);
    let related = hit.window.related.is_some();
    let worth = |number: u32, text: &str| {
        let is_hit = match related {
            true => hit.window.hits.contains(&number),
            false => names.iter().any(|name| text.contains(name.as_str())),
        };
        let named = !hit.label().is_empty() && text.contains(hit.label());
        word_weight(text, words) + if is_hit { HIT } else { 0.0 } + if named { NAME } else { 0.0 }
    };
    quoted(&evidence, worth)
}

/// The line of a commit's message that says most of why, beside its subject: the one that bears most of the topic, or
/// else the first. Trailers are none.
fn why(hit: &Hit, words: &[Word]) -> Option<(u32, String)> {
    let evidence = Seen::of(&hit.window.span);
    let body = |number: u32, text: &str| number > 1 && !text.trim().is_empty() && !is_trailer(text);
    let worth = |number: u32, text: &str| match body(number, text) {
        true => 1.0 + word_weight(text, words),
        false => -1.0,
    };
    quoted(&evidence, worth)
}

/// Whether a line of a message is a trailer, as git has them: `Token-of-words: value`.
fn is_trailer(line: &str) -> bool {
    let token = line.split_once(": ").map(|(token, _)| token);
    token.is_some_and(|token| token.contains('-') && !token.contains(char::is_whitespace))
}

/// What the words that a line bears say together.
fn word_weight(text: &str, words: &[Word]) -> f64 {
    let held: BTreeSet<String> = split_words(text).collect();
    let borne = words.iter().filter(|word| held.contains(&word.word));
    borne.map(|word| word.information).sum()
}

/// The first line of those worth most, as it can be quoted; none of those worth less than nothing.
fn quoted(evidence: &Seen, worth: impl Fn(u32, &str) -> f64) -> Option<(u32, String)> {
    let mut lines: Vec<(f64, u32, &str)> = evidence
        .lines()
        .map(|(number, text)| (worth(number, text), number, text))
        .collect();
    lines.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    lines.into_iter().find_map(|(worth, number, text)| {
        let quote = firsthand_registry::clip(text.trim(), MAX_QUOTE_CHARS);
        let quote = quote.trim_end_matches('…').trim_end();
        let found = find_quote(evidence, quote, &[number]);
        (worth >= 0.0 && found.is_ok()).then(|| (number, quote.to_owned()))
    })
}
