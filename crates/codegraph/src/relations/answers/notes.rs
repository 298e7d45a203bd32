//! Notes about what a relation leaves open.

use crate::answer::is_field_kind;
use crate::facts::Language;
use crate::facts::languages::{self, Modules, Namespaces};
use crate::query::Relation;
use crate::relations::{RelationContext, SymbolQuery, Target, Unparsed};
use crate::text::words::is_name_char;
use firsthand_source::{count, join_at_most};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The most declarations in a note about ambiguity.
const MAX_NAMED_CANDIDATES: usize = 8;
/// The most names in a note.
const MAX_NAMES: usize = 12;

/// Names of calls, by the reason why no declaration is shown.
#[derive(Default)]
pub(super) struct Unresolved {
    /// The tree does not declare the name, or only where it is not meant.
    pub(super) outside: Vec<String>,
    /// The tree declares several, and it is unknown which is meant.
    pub(super) several: Vec<String>,
    /// Too many files contain the name to parse them.
    pub(super) common: Vec<String>,
}

impl Unresolved {
    /// Adds a note for each reason with names.
    pub(super) fn add_notes(self, caller: &str, notes: &mut Vec<String>) {
        let reasons = [
            (self.outside, "that lead out of this tree"),
            (self.several, "with several declarations in this tree, which one is not known"),
            (self.common, "that too many files name to look for their declarations"),
        ];
        for (names, why) in reasons {
            if !names.is_empty() {
                let names = join_at_most(&names, MAX_NAMES);
                notes.push(format!("calls of {caller} {why}: {names}"));
            }
        }
    }
}

/// A note that the language of the targets has no facts for a relation.
pub(super) fn unread(relation: Relation, targets: &[Target]) -> Option<String> {
    let (capture, what) = match relation {
        Relation::Callers | Relation::Callees => ("call", "calls"),
        Relation::Implementors => ("heritage", "super types"),
        _ => return None,
    };
    let mut languages = targets.iter().filter_map(|target| target.file.language);
    let name = languages.find(|language| !has(language, capture))?.name;
    Some(format!("{what} are not read in {name}: {relation} cannot be found"))
}

/// Whether a language's patterns have a capture.
fn has(language: &Language, capture: &str) -> bool {
    let captures = language.patterns().map(|patterns| &patterns.captures);
    captures.is_some_and(|captures| captures.iter().any(|name| name == capture))
}

/// What is followed to find a relation of declarations in the language of a file.
pub(crate) fn followed(path: &str, relation: Relation) -> Option<String> {
    let language = languages::of_path(path)?;
    let (capture, what) = match relation {
        Relation::Callers => (Some("call"), "calls by name"),
        Relation::Implementors => (Some("heritage"), "super types by name"),
        _ => (None, "names"),
    };
    let mut through = vec!["scopes"];
    match language.namespaces {
        Namespaces::None | Namespaces::Scopes if has(language, "import") => through.push("imports"),
        Namespaces::None | Namespaces::Scopes => {}
        Namespaces::Absolute | Namespaces::Relative => through.push("full names"),
    }
    if language.declared_types || language.modules != Modules::None {
        through.push("types of receivers");
    }
    if relation == Relation::Implementors && language.structural.is_searched() {
        through.push("sets of methods");
    }
    let is_read = !language.is_data && capture.is_none_or(|capture| has(language, capture));
    is_read.then(|| {
        let through = through.join(", ");
        format!("{what} in {}, through {through}", language.name)
    })
}

/// Whether types implement an interface by their methods alone, in the language of a file, by its name.
#[must_use]
pub fn implements_by_methods(path: &str) -> bool {
    languages::of_path(path).is_some_and(|language| language.structural.is_searched())
}

/// The files that hold a name and were not parsed: how many of which languages, for each reason.
pub(crate) fn unparsed(files: &[(String, Unparsed)]) -> Vec<String> {
    let mut reasons: BTreeMap<Unparsed, Vec<&str>> = BTreeMap::new();
    for (path, why) in files {
        let language = languages::of_path(path).map_or("scripts", |language| language.name);
        reasons.entry(*why).or_default().push(language);
    }
    let note = |(why, languages): (Unparsed, Vec<&str>)| {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        languages.iter().for_each(|language| *kinds.entry(language).or_default() += 1);
        let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
        kinds.sort_by_key(|(_, files)| Reverse(*files));
        let kinds: Vec<String> = match kinds[..] {
            [(only, _)] => vec![only.to_owned()],
            _ => kinds.iter().map(|(language, files)| format!("{files} {language}")).collect(),
        };
        let (one, several) = ("file that holds the name was", "files that hold the name were");
        let files = count(languages.len(), one, several);
        let kinds = join_at_most(&kinds, MAX_NAMED_CANDIDATES);
        format!("{files} not parsed ({kinds}): {}", why.reason())
    };
    reasons.into_iter().map(note).collect()
}

/// A note that uses of an operator between its operands are not found; `None` if the name is no operator.
pub(super) fn unfollowed_operators(name: &SymbolQuery, targets: &[Target]) -> Option<String> {
    let sign = name.name.strip_prefix("operator").unwrap_or(&name.name);
    let is_operator = !targets.is_empty() && !sign.is_empty() && !sign.contains(is_name_char);
    is_operator.then(|| format!("uses of {} between operands are not followed", name.written))
}

/// A note that a name has several declarations, with what names each alone; overloads, which have one qualified name in a
/// file, are one. A declaration in a test is no rival of others, unless tests are asked for.
pub(super) fn ambiguity(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
) -> Option<String> {
    let in_test = |it: &Target| it.symbol().test || context.class(&it.file.path).test;
    let with_tests = context.query.include.tests || targets.iter().all(in_test);
    let mut distinct: Vec<&Target> = Vec::new();
    for target in targets.iter().filter(|target| with_tests || !in_test(target)) {
        if !distinct.iter().any(|other| other.is_beside(target)) {
            distinct.push(target);
        }
    }
    let told = |target: &&Target| {
        let symbol = target.symbol();
        let place = format!("{}:{}", target.file.path, symbol.name_line);
        let alike = distinct.iter().filter(|other| other.symbol().qualified == symbol.qualified);
        // A name that others contain asks for them, too.
        if alike.count() > 1 || symbol.qualified == symbol.name {
            format!("{place} ({})", symbol.kind)
        } else {
            format!("{} ({place})", symbol.qualified)
        }
    };
    let named = distinct.iter().take(MAX_NAMED_CANDIDATES);
    let mut named: Vec<String> = named.map(told).collect();
    if distinct.len() > MAX_NAMED_CANDIDATES {
        named.push(format!("and {} more", distinct.len() - MAX_NAMED_CANDIDATES));
    }
    (distinct.len() > 1)
        .then(|| format!("{} is ambiguous, say which: {}", name.written, named.join(", ")))
}

/// A note that fields of a name are called only where they hold functions.
pub(super) fn no_function(name: &SymbolQuery, targets: &[Target]) -> Option<String> {
    let kind = &targets.first()?.symbol().kind;
    let is_field = targets.iter().all(|target| is_field_kind(&target.symbol().kind));
    is_field.then(|| {
        format!("{} is a {kind}, no function: the relation references lists its uses", name.written)
    })
}
