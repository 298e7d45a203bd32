//! The names that a topic spells as code, and their lookup.

use firsthand_agent::Cancel;
use firsthand_codegraph::Relation;
use firsthand_source::{distinct, identifiers};

use crate::Tier;
use crate::hints::Hints;
use crate::hit::Hit;
use crate::retrieve::{Edge, Retrieved, Retriever, is_path_of};

/// The number of lookups without a result after which the remaining names are not looked up.
const MAX_FAILED_LOOKUPS: usize = 3;

/// The result of looking up names.
#[derive(Default)]
pub(super) struct NameLookup {
    /// The declarations and files with these names.
    pub(super) hits: Vec<Hit>,
    /// The names that nothing declares.
    pub(super) undeclared: Vec<String>,
    /// The names whose lookup was left out, or was cut short without a result.
    pub(super) unchecked: Vec<String>,
}

/// Looks up names, until [`MAX_FAILED_LOOKUPS`] of them are not found.
pub(super) fn look_up_names(
    retriever: &Retriever,
    names: &[String],
    hints: &Hints,
    cancel: &Cancel,
) -> NameLookup {
    let mut lookup = NameLookup::default();
    for name in names {
        if lookup.undeclared.len() + lookup.unchecked.len() >= MAX_FAILED_LOOKUPS {
            lookup.unchecked.push(name.clone());
            continue;
        }
        let found = look_up_name(retriever, name, hints, cancel);
        match found.hits.is_empty() {
            false => lookup.hits.extend(found.hits),
            true if found.coverage.truncated => lookup.unchecked.push(name.clone()),
            true => lookup.undeclared.push(name.clone()),
        }
    }
    lookup
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

/// Whether a hit's declaration or path has this name.
pub(super) fn is_named(hit: &Hit, name: &str) -> bool {
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
pub(super) fn look_up_name(
    retriever: &Retriever,
    name: &str,
    hints: &Hints,
    cancel: &Cancel,
) -> Retrieved {
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
