//! The first stage: finds the declarations and files that the topic may be about.

mod model_terms;

use std::collections::{BTreeMap, BTreeSet};

use firsthand_agent::Cancel;
use firsthand_codegraph::Relation;
use firsthand_source::{distinct, identifiers};
use serde_json::json;

use crate::hints::Hints;
use crate::hit::Hit;
use crate::retrieve::{Edge, PATH_SOURCE, Retrieved, Retriever, Word, is_path_of};
use crate::stage_io::{StageInput, StageOutput};
use crate::{Candidate, ClassifierOutput, ClassifierTier, Tier};

pub(crate) use model_terms::{ModelTerms, with_model_terms};

/// The most candidates.
const MAX_CANDIDATES: usize = 25;
/// The number of failed lookups of spelled names after which the remaining names count as undeclared without a lookup.
const MAX_FAILED_LOOKUPS: usize = 3;

/// The hint field for the words of the topic.
pub(crate) const WORDS_FIELD: &str = "words";
/// The hint field for names that the topic spells and nothing declares.
pub(crate) const UNDECLARED_FIELD: &str = "undeclared";
/// The hint field for those names that no searched file contains.
pub(crate) const ABSENT_FIELD: &str = "nowhere";

/// Finds candidates: declarations and files that the topic names, and the best matches for its words. Blocks.
pub(crate) fn classify(retriever: &Retriever, input: &StageInput, cancel: &Cancel) -> StageOutput {
    let hints = Hints::of(&input.intent.hints);
    let topic = &input.intent.topic;
    let filter = hints.filter();
    let mut found = retriever.search(topic, MAX_CANDIDATES, &filter, cancel);
    let mut spelled = spelled_names(topic);
    spelled.extend(hints.symbol.clone());
    let mut found_names = BTreeSet::new();
    for hit in &mut found.hits {
        found_names.extend(promote(hit, &spelled));
    }
    let mut undeclared = Vec::new();
    for name in spelled.iter().filter(|name| !found_names.contains(*name)) {
        let declared = match undeclared.len() < MAX_FAILED_LOOKUPS {
            true => look_up_name(retriever, name, &hints, cancel),
            false => Retrieved::default(),
        };
        match declared.hits.is_empty() {
            true => undeclared.push(name.clone()),
            false => found.hits.extend(declared.hits),
        }
    }
    if let Some(kind) = &hints.kind {
        found.hits.retain(|hit| hit.kind() == kind);
    }
    let hits = rank(found.hits);
    let absent: Vec<String> = undeclared
        .iter()
        .filter(|name| is_absent_name(name, &found.words))
        .cloned()
        .collect();
    let degraded_reason = degraded_reason(&hints, &found.notes, found.coverage.truncated);
    let output = ClassifierOutput {
        topic: topic.clone(),
        tier: tier(&hits).name().to_owned(),
        confidence: confidence(&hits),
        hints: hint_fields(&input.intent.hints, &found.words, &undeclared, &absent),
        candidates: hits.iter().map(Hit::candidate).collect(),
        degraded: !degraded_reason.is_empty(),
        degraded_reason,
        ..ClassifierOutput::default()
    };
    let mut coverage = found.coverage;
    coverage.absent = absent_words(&found.words);
    StageOutput {
        hits,
        coverage,
        ..StageOutput::of(&output)
    }
}

/// The names that a topic spells as code: texts in backticks, and words of at least three letters or digits with code
/// punctuation, or with a capital letter directly after a small one.
pub(crate) fn spelled_names(topic: &str) -> Vec<String> {
    let quoted = topic.split('`').skip(1).step_by(2).map(str::trim);
    let unquoted = topic.split('`').step_by(2).flat_map(str::split_whitespace);
    let code_like = unquoted
        .map(trim_punctuation)
        .filter(|word| is_code_like(word));
    let names = quoted.filter(|name| !name.is_empty()).chain(code_like);
    distinct(names.map(str::to_owned))
}

/// A word without the punctuation of its sentence.
fn trim_punctuation(word: &str) -> &str {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric() && !"_/.$@-".contains(c));
    let word = word.trim_end_matches("()");
    word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_')
}

fn is_code_like(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphanumeric()).count();
    let has_code_punctuation = word.trim_matches('.').contains(['_', '/', '.', '$', '@'])
        || word.contains("::")
        || word.contains('#');
    let mut chars = word.chars().zip(word.chars().skip(1));
    let has_inner_capital = chars.any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    letters >= 3 && (has_code_punctuation || has_inner_capital)
}

/// Raises a hit to tier 0 if its declaration or path is one of the spelled names; returns the names that match.
fn promote(hit: &mut Hit, spelled: &[String]) -> Vec<String> {
    let matches_hit = |name: &&String| is_named(hit, name);
    let named: Vec<String> = spelled.iter().filter(matches_hit).cloned().collect();
    if !named.is_empty() {
        let source = match named
            .iter()
            .any(|name| is_path_of(hit.path().as_str(), name))
        {
            true => PATH_SOURCE,
            false => "symbol",
        };
        hit.tier = Tier::Exact;
        hit.score = 1.0;
        hit.sources.insert(0, source.to_owned());
    }
    named
}

fn is_named(hit: &Hit, name: &str) -> bool {
    is_path_of(hit.path().as_str(), name)
        || hit.window.symbol.as_ref().is_some_and(|symbol| {
            let parts = |name: &str| -> Vec<String> {
                identifiers(name).map(|(_, part)| part.to_owned()).collect()
            };
            let (qualified, name_parts) = (parts(&symbol.qualified), parts(name));
            !name_parts.is_empty() && qualified.ends_with(&name_parts)
        })
}

/// The files with this name or partial path, or else the declarations with this name.
fn look_up_name(retriever: &Retriever, name: &str, hints: &Hints, cancel: &Cancel) -> Retrieved {
    let files = retriever.files_named(name, &hints.filter(), cancel);
    if !files.hits.is_empty() {
        return files;
    }
    let edge = Edge {
        symbol: name.to_owned(),
        label: name.to_owned(),
        relation: Relation::Definition,
        hop: 1,
        from: (Tier::Exact, 1.0),
    };
    let mut found = retriever.relate(&edge, &hints.filter(), cancel);
    // Without a declaration the graph returns text matches, which are not declarations.
    found.hits.retain(|hit| is_named(hit, name));
    found
}

/// Orders hits by tier and score, and keeps the first hit of each place, at most [`MAX_CANDIDATES`] in all.
fn rank(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by(|a, b| {
        (a.tier.cmp(&b.tier))
            .then(b.score.total_cmp(&a.score))
            .then_with(|| a.path().cmp(b.path()))
            .then(a.lines().start().cmp(&b.lines().start()))
    });
    let mut seen = BTreeSet::new();
    hits.retain(|hit| {
        let lines = hit.lines();
        seen.insert((hit.path().clone(), lines.start(), lines.end()))
    });
    hits.truncate(MAX_CANDIDATES);
    hits
}

/// The tier of the classification: ranked if there are ranked hits and no exact one, otherwise exact.
fn tier(hits: &[Hit]) -> ClassifierTier {
    match hits.iter().any(|hit| hit.tier == Tier::Ranked) {
        true if !hits.iter().any(|hit| hit.tier == Tier::Exact) => ClassifierTier::Ranked,
        _ => ClassifierTier::Exact,
    }
}

/// 1.0 if the best hit is exact, 0.5 if there is one ranked hit, 0.0 without hits; otherwise the score of the best hit
/// minus half of the second score.
fn confidence(hits: &[Hit]) -> f64 {
    match hits {
        [] => 0.0,
        [first, ..] if first.tier == Tier::Exact => 1.0,
        [_] => 0.5,
        [first, second, ..] => (first.score - second.score / 2.0).clamp(0.0, 1.0),
    }
}

/// Why the classification is degraded: unreadable hints, and the notes of a truncated search; empty if it is not.
fn degraded_reason(hints: &Hints, notes: &[String], truncated: bool) -> String {
    let mut reasons = hints.invalid.clone();
    if truncated {
        reasons.extend(notes.iter().cloned());
    }
    reasons.join("; ")
}

/// The hint fields of the output: the caller's hints, and what the search found about the topic's words.
fn hint_fields(
    hints: &BTreeMap<String, String>,
    words: &[Word],
    undeclared: &[String],
    absent: &[String],
) -> BTreeMap<String, serde_json::Value> {
    let mut fields: BTreeMap<_, _> = hints
        .iter()
        .map(|(key, value)| (key.clone(), json!(value)))
        .collect();
    if !words.is_empty() {
        fields.insert(WORDS_FIELD.to_owned(), json!(words));
    }
    if !undeclared.is_empty() {
        fields.insert(UNDECLARED_FIELD.to_owned(), json!(undeclared));
    }
    if !absent.is_empty() {
        fields.insert(ABSENT_FIELD.to_owned(), json!(absent));
    }
    fields
}

/// The words that the classification counted.
pub(crate) fn words_of(output: &ClassifierOutput) -> Vec<Word> {
    let words = output.hints.get(WORDS_FIELD).cloned().unwrap_or_default();
    serde_json::from_value(words).unwrap_or_default()
}

/// The names that the topic spells and nothing declares.
pub(crate) fn undeclared_of(output: &ClassifierOutput) -> Vec<String> {
    names_of(output, UNDECLARED_FIELD)
}

/// The names that the topic spells and no searched file contains.
pub(crate) fn absent_names(output: &ClassifierOutput) -> Vec<String> {
    names_of(output, ABSENT_FIELD)
}

fn names_of(output: &ClassifierOutput, field: &str) -> Vec<String> {
    let names = output.hints.get(field).cloned().unwrap_or_default();
    serde_json::from_value(names).unwrap_or_default()
}

/// Whether at least one identifier of a name is in no searched file. Words are counted without underscores.
fn is_absent_name(name: &str, words: &[Word]) -> bool {
    let mut parts = identifiers(name).map(|(_, part)| part.to_lowercase().replace('_', ""));
    parts.any(|part| {
        words
            .iter()
            .any(|word| word.word == part && word.files == 0)
    })
}

/// The first 8 words that no searched file contains.
fn absent_words(words: &[Word]) -> Vec<String> {
    let absent = words.iter().filter(|word| word.files == 0);
    absent.map(|word| word.word.clone()).take(8).collect()
}

/// Whether a candidate was named by the topic, or by a model.
pub(crate) fn is_exact(candidate: &Candidate) -> bool {
    candidate.tier == Tier::Exact.name()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_like_words_are_spelled_names() {
        let check =
            |topic: &str, expect: &[&str]| assert_eq!(spelled_names(topic), expect, "{topic}");
        check("how does the cache expire?", &[]);
        check("who calls parse_args() here?", &["parse_args"]);
        check(
            "where is `check` used, and Ledger::post?",
            &["check", "Ledger::post"],
        );
        check("see src/pay.rs, README.md.", &["src/pay.rs", "README.md"]);
        check(
            "the HttpClient of app.config.timeout",
            &["HttpClient", "app.config.timeout"],
        );
        check("e.g. a well-known thing, i.e. that.", &[]);
        check("", &[]);
    }
}
