//! `word-list`: a list of natural-language words in the source that decides what the words of a query or of a text
//! mean: stop words, synonyms, suffixes, words that switch something on.

use std::collections::{BTreeMap, BTreeSet};

use super::Rule;
use crate::background::Background;
use crate::flow::Flow;
use crate::language::NodeShape;
use crate::reading::{Reading, RuleHit};
use crate::syntax::Id;
use crate::tables::{Table, is_word};
use crate::words::words;

pub(crate) const RULE: Rule = Rule {
    name: "word-list",
    what: "A list of words in the source decides what a word of a query does.",
    help: "weigh a word by how rare it is in the repository at hand; a list that is no list of words of queries belongs in the settings, under `[allowed]`",
    exempts_closed_tables: true,
    check,
};

/// The fewest words of a list whose name states that it changes words of a query, as in `STOP_WORDS`.
const MIN_NAMED_WORDS: usize = 3;
/// The share of common words from which a list with another name counts as a word list.
const MIN_COMMON_SHARE: f64 = 0.75;
/// Methods that test for a suffix or remove it.
const ENDING_METHODS: &[&str] = &[
    "strip_suffix",
    "ends_with",
    "trim_end_matches",
    "endsWith",
    "endswith",
    "removesuffix",
    "rstrip",
];
/// The most bytes of a word ending.
const MAX_ENDING_BYTES: usize = 5;

fn check(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    let syntax = reading.syntax;
    let tables = reading.tables.iter().filter(|table| table.is_list());
    let tables: BTreeSet<Id> = tables.map(|table| table.id).collect();
    let lists = Flow::of_made(syntax, |id| {
        let named = syntax.shape(id) == NodeShape::Name && reading.lists.contains(syntax.text(id));
        named || tables.contains(&id)
    });
    let mut hits: Vec<RuleHit> = (reading.tables.iter())
        .filter_map(|table| Some(RuleHit::new(table.range.clone(), reason(reading, table)?)))
        .collect();
    for (id, parts) in reading.operations() {
        for (flow_name, flow) in subjects(reading) {
            let listed = |part: Id| lists.carries(part) && !flow.carries(part);
            if parts.iter().any(|&part| listed(part))
                && parts.iter().any(|&part| flow.carries(part))
            {
                let message = format!("a list of words of the source is applied to {flow_name}");
                hits.push(RuleHit::new(syntax.range(id), message));
            }
        }
    }
    for (flow_name, flow) in subjects(reading) {
        for (id, word) in reading.compared(flow) {
            let message = format!("{flow_name} is compared with the word `{word}`");
            hits.push(RuleHit::new(syntax.range(id), message));
        }
    }
    hits.extend(endings(reading));
    hits
}

/// The flows to which no word list may be applied, each with its name in a finding.
fn subjects<'r, 's, 'a>(reading: &'r Reading<'s, 'a>) -> [(&'static str, &'r Flow<'s, 'a>); 2] {
    [
        ("the query", &reading.query),
        ("the words of a text", &reading.words),
    ]
}

/// The reason why a table is a word list even if it is not applied to anything here.
fn reason(reading: &Reading<'_, '_>, table: &Table<'_>) -> Option<String> {
    for (flow_name, flow) in subjects(reading) {
        let has_enough_words = std::ptr::eq(flow, &reading.query) || table.word_count() > 1;
        if has_enough_words && table.subject.is_some_and(|subject| flow.carries(subject)) {
            return Some(format!("branches on {flow_name}: {}", first_entries(table)));
        }
    }
    let (entry_count, word_count) = (table.entries.len(), table.word_count());
    let purpose = words(table.name).into_iter().map(|word| word.text);
    let mut purpose = purpose.filter(|word| reading.config.raw.names.purposes.contains(word));
    let named = table.subject.is_none() && word_count >= MIN_NAMED_WORDS;
    if let (true, Some(word)) = (named, purpose.next()) {
        return Some(format!(
            "`{}` is a list of words, a `{word}` list by its name",
            table.name
        ));
    }
    let common_count = table.common_word_count(Background::general());
    let mostly_common = common_count as f64 >= MIN_COMMON_SHARE * entry_count as f64;
    (common_count >= reading.config.raw.lists.least_words && mostly_common).then(|| {
        format!(
            "a list of {entry_count} words of plain language: {}",
            first_entries(table)
        )
    })
}

/// The first three entries of a table, for a finding.
fn first_entries(table: &Table<'_>) -> String {
    let first: Vec<String> = table
        .entries
        .iter()
        .take(3)
        .map(|entry| format!("`{entry}`"))
        .collect();
    let more = if table.entries.len() > 3 { ", …" } else { "" };
    first.join(", ") + more
}

/// A hit for each function that tests for two or more word endings, as a stemmer does.
fn endings(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    let mut by_scope: BTreeMap<Id, Vec<(Id, &str)>> = BTreeMap::new();
    for (id, parts) in reading.operations() {
        let of_call = matches!(reading.syntax.shape(id), NodeShape::Call { .. });
        if !of_call || !ENDING_METHODS.contains(&reading.called(id)) {
            continue;
        }
        let texts = parts
            .iter()
            .filter(|&&part| reading.syntax.shape(part) == NodeShape::Text);
        for text in texts.map(|&part| reading.syntax.literal(part)) {
            if text.len() <= MAX_ENDING_BYTES && (is_word(text) || text == "s") {
                by_scope
                    .entry(reading.syntax.node(id).scope)
                    .or_default()
                    .push((id, text));
            }
        }
    }
    let chains = by_scope.into_values().filter(|calls| calls.len() > 1);
    let hit = |calls: Vec<(Id, &str)>| {
        let &(first, _) = calls.first()?;
        let all: Vec<String> = calls.iter().map(|(_, text)| format!("`{text}`")).collect();
        let message = format!("takes words apart by their endings {}", all.join(", "));
        Some(RuleHit::new(reading.syntax.range(first), message))
    };
    chains.filter_map(hit).collect()
}
