//! `word-list`: a list of natural-language words in the source that decides what the words of a query or of a text
//! mean: stop words, synonyms, suffixes, words that switch something on.

use std::collections::BTreeMap;

use super::{RuleHit, first_entries};
use crate::language::NodeShape;
use crate::reading::Reading;
use crate::syntax::Id;
use crate::tables::{MAX_ENDING_BYTES, Table, is_ending, is_word, texts};
use crate::words::words;

/// Words in the names of lists whose purpose is to change words of a query.
#[rustfmt::skip]
const PURPOSES: &[&str] = &[
    "stop", "stopword", "stopwords", "synonym", "synonyms", "suffix", "suffixes", "stem", "stems", "thesaurus",
    "inflection", "inflections",
];
/// The fewest common words with which a list is a word list even if nothing applies it to a query.
const LEAST_COMMON_WORDS: usize = 8;
/// The fewest words of a list whose name states that it changes words of a query, as in `STOP_WORDS`.
const MIN_NAMED_WORDS: usize = 3;
/// The share of common words from which a list with another name counts as a word list.
const MIN_COMMON_SHARE: f64 = 0.75;
/// Methods that test for a suffix or remove it.
#[rustfmt::skip]
const ENDING_METHODS: &[&str] = &[
    "strip_suffix", "ends_with", "trim_end_matches", "endsWith", "endswith", "removesuffix", "rstrip",
];
/// Methods that look for a text anywhere in another.
const SEARCHING: &[&str] = &["contains", "find", "rfind", "includes", "indexOf", "index", "count"];
/// Methods that cut a piece out of a text.
const CUTTING: &[&str] = &["split_at", "get", "slice", "substring", "substr"];
/// Types of a text.
const TEXT_TYPES: &[&str] = &["str", "String", "string"];

pub(super) fn check(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    let syntax = reading.syntax;
    let mut hits: Vec<RuleHit> = reading
        .tables
        .iter()
        .filter_map(|table| Some(RuleHit::new(table.range.clone(), reason(reading, table)?)))
        .collect();
    let is_query = |part| reading.is_query(part);
    let is_word_of_text = |part| reading.is_word_of_text(part);
    let subjects: [(&str, &dyn Fn(Id) -> bool); 2] =
        [("the query", &is_query), ("the words of a text", &is_word_of_text)];
    for (subject, is_subject) in subjects {
        for id in reading.looked_up(is_subject) {
            let message = format!("a list of words of the source is applied to {subject}");
            hits.push(RuleHit::new(syntax.range(id), message));
        }
        for (id, word) in reading.compared(is_subject) {
            let message = format!("{subject} is compared with the word `{word}`");
            hits.push(RuleHit::new(syntax.range(id), message));
        }
    }
    hits.extend(searched(reading));
    hits.extend(endings(reading));
    hits.extend(reading.tables.iter().filter_map(|table| {
        let message = format!("maps endings of words: {}", endings_mapped(reading, table)?);
        Some(RuleHit::new(table.range.clone(), message))
    }));
    hits
}

/// The reason why a table is a word list even if it is not applied to anything here.
// guard: allow(word-list) reason="words in the names of a program's tables, in no query"
fn reason(reading: &Reading<'_, '_>, table: &Table<'_>) -> Option<String> {
    let (entry_count, word_count) = (table.entries.len(), table.word_count());
    if let Some(subject) = table.subject {
        let subject = if reading.is_query(subject) {
            "the query"
        } else if word_count > 1 && reading.is_word_of_text(subject) {
            "the words of a text"
        } else {
            return None;
        };
        return Some(format!("branches on {subject}: {}", first_entries(table)));
    }
    let mut purpose = words(table.name).into_iter().map(|word| word.text);
    let purpose =
        purpose.find(|word| word_count >= MIN_NAMED_WORDS && PURPOSES.contains(&word.as_str()));
    if let Some(word) = purpose {
        let name = table.name;
        return Some(format!("`{name}` is a list of words, a `{word}` list by its name"));
    }
    let common_count = table.common_word_count();
    let mostly_common = common_count as f64 >= MIN_COMMON_SHARE * entry_count as f64;
    (common_count >= LEAST_COMMON_WORDS && mostly_common).then(|| {
        let first = first_entries(table);
        format!("a list of {entry_count} words of plain language: {first}")
    })
}

/// The operations that look for a word anywhere in a text that is a parameter. Such a text may be the query under any
/// name; a text of another kind is taken apart at signs.
fn searched(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    let syntax = reading.syntax;
    let is_text_parameter = |part: Id| {
        reading.names.comes_from(part, |origin| {
            let kind = reading.names.parameter_type(origin);
            kind.is_some_and(|kind| TEXT_TYPES.contains(&kind.trim_start_matches([':', '&', ' '])))
        })
    };
    let searches = |id: Id| match syntax.shape(id) {
        NodeShape::Compare => syntax.children(id).any(|part| syntax.text(part) == "in"),
        _ => SEARCHING.contains(&syntax.called(id)),
    };
    let compared = reading.compared(is_text_parameter).into_iter();
    compared
        .filter(|(id, word)| searches(*id) && is_word(word))
        .map(|(id, word)| {
            let message = format!("a text that is given is searched for the word `{word}`");
            RuleHit::new(syntax.range(id), message)
        })
        .collect()
}

/// A hit for each function that tests for two or more word endings, as a stemmer does.
fn endings(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    let syntax = reading.syntax;
    let mut by_scope: BTreeMap<Id, Vec<(Id, &str)>> = BTreeMap::new();
    for (id, parts) in syntax.operations() {
        if !ENDING_METHODS.contains(&syntax.called(id)) {
            continue;
        }
        let texts = parts.iter().filter(|&&part| syntax.shape(part) == NodeShape::Text);
        for text in texts.map(|&part| syntax.literal(part)) {
            if text.len() <= MAX_ENDING_BYTES && (is_word(text) || text == "s") {
                let calls = by_scope.entry(syntax.node(id).scope).or_default();
                calls.push((id, text));
            }
        }
    }
    by_scope
        .into_values()
        .filter(|calls| calls.len() > 1)
        .filter_map(|calls| {
            let &(first, _) = calls.first()?;
            let all: Vec<String> = calls.iter().map(|(_, text)| format!("`{text}`")).collect();
            let message = format!("takes words apart by their endings {}", all.join(", "));
            Some(RuleHit::new(syntax.range(first), message))
        })
        .collect()
}

/// The endings of a table that maps endings of words to others: pairs of endings, or a choice by them whose branches
/// are endings, or whose subject is cut out of a text.
fn endings_mapped(reading: &Reading<'_, '_>, table: &Table<'_>) -> Option<String> {
    let syntax = reading.syntax;
    let are_endings = table.entries.iter().all(|entry| is_ending(entry)) && table.word_count() > 1;
    let is_map = match table.subject {
        Some(subject) => {
            let all = texts(syntax, table.id);
            let to_endings =
                all.len() >= 2 * table.entries.len() && all.iter().all(|text| is_ending(text));
            let cuts =
                |id| syntax.shape(id) == NodeShape::Index || CUTTING.contains(&syntax.called(id));
            to_endings || (subject..syntax.node(subject).subtree_end).any(cuts)
        }
        None => {
            let rows: Vec<Id> = syntax.named(table.id).collect();
            let pairs = rows.iter().filter(|&&row| texts(syntax, row).len() == 2);
            pairs.count() * 2 == table.entries.len()
        }
    };
    (are_endings && is_map).then(|| first_entries(table))
}
