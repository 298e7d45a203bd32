//! The receipt of a search that found nothing: the name, or each word, stands in no file. Of a relation that found
//! something, the lines that were not decided.

use std::time::Duration;

use firsthand_agent::ToolOutput;
use firsthand_codegraph::Relation;
use firsthand_registry::distinct;
use firsthand_source::{SearchedPattern, identifiers};
use regex_syntax::escape as escape_regex;

use super::SearchContext;
use super::summary::absent_words;
use crate::no_use::{EmptyRelation, no_use_of, undecided_beside};
use crate::repo::Call;
use crate::{AbsenceRequest, absence};

/// The most words of a query for which a receipt is made.
const MAX_WORDS: usize = 8;

/// The most time for the receipt of words that stand nowhere, beside places.
const MAX_TIME_OF_WORDS: Duration = Duration::from_secs(1);
/// How to prove that a word stands nowhere.
const BY_GREP: &str = "a grep of a word that stands nowhere gives a receipt";

/// Adds the receipt to the output of a search that found nothing and lost nothing; to that of a relation that found
/// something, the lines that were not decided.
pub(super) fn add_receipt(output: &mut ToolOutput, context: &SearchContext<'_>, call: &Call) {
    let has_places = output.observations.iter().any(|seen| !seen.windows.is_empty());
    let coverage = &output.coverage;
    if coverage.losses.time > 0 {
        return;
    }
    let cancel = call.cancel.after(absence::MAX_TIME);
    let relation = context.relation;
    let relation =
        relation.map(|(symbol, relation)| EmptyRelation::new(symbol, relation, context.query));
    if let Some(relation) = relation.filter(|_| has_places) {
        let undecided = undecided_beside(context.repo, &relation, context.found, &cancel);
        output.diagnostics.extend(undecided.map(|undecided| undecided.sentence()));
    }
    let of_words = has_places && relation.is_none() && !context.repo.is_brief;
    if !of_words && (has_places || coverage.truncated) {
        return;
    }
    if let Some(relation) = relation {
        let no_use = no_use_of(context.repo, relation, context.found, &cancel);
        if let Some(no_use) = no_use {
            output.diagnostics.extend(no_use.sentences());
            output.receipts.extend(no_use.receipt);
            return;
        }
    }
    let pattern = if of_words { pattern_of_words(context) } else { pattern(context) };
    let Some(pattern) = pattern else {
        return;
    };
    let path = context.arguments.path.as_deref().unwrap_or_default();
    let (path, _) = context.repo.interpret_path(path);
    let request = AbsenceRequest::new(pattern).within_paths(&path);
    let cancel = if of_words { call.cancel.after(MAX_TIME_OF_WORDS) } else { call.cancel.child() };
    // What stands somewhere may be no declaration, or in no file that is searched for code.
    let (receipt, _) = absence::receipt(&context.repo.sandbox, &request, &cancel);
    let by_grep = of_words && receipt.is_none();
    output.receipts.extend(receipt);
    output.diagnostics.extend(by_grep.then(|| BY_GREP.to_owned()));
}

/// What a search counted in no file: any of these words, also inside others.
fn pattern_of_words(context: &SearchContext<'_>) -> Option<SearchedPattern> {
    let guessed = context.found.absent_guesses.iter().map(String::as_str);
    let words = distinct(guessed.chain(absent_words(context)));
    match words.get(..words.len().min(MAX_WORDS))? {
        [] => None,
        [word] => Some(SearchedPattern::plain(*word)),
        words => {
            let words: Vec<String> = words.iter().map(|word| escape_regex(word)).collect();
            Some(SearchedPattern::plain(words.join("|")).with_regex(true))
        }
    }
}

/// What stands nowhere if nothing can be found: the name of a symbol as a whole word, or any word of a query.
fn pattern(context: &SearchContext<'_>) -> Option<SearchedPattern> {
    match context.relation {
        Some((symbol, Relation::Definition)) => {
            let (_, name) = identifiers(symbol).last()?;
            Some(SearchedPattern::plain(name).with_word(true).with_case(true))
        }
        Some(_) => None,
        None => {
            let query = context.arguments.query.as_deref().unwrap_or_default();
            let words = distinct(identifiers(query).take(MAX_WORDS + 1).map(|(_, word)| word));
            let pattern = SearchedPattern::plain(words.join("|"));
            let is_few = (1..=MAX_WORDS).contains(&words.len());
            is_few.then(|| pattern.with_regex(words.len() > 1))
        }
    }
}
