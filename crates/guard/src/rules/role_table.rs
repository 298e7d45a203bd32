//! `role-table`: finds code that branches on a closed set of words for roles or intents.

use std::collections::BTreeSet;

use super::Rule;
use crate::language::NodeShape;
use crate::reading::{Reading, RuleHit};
use crate::syntax::Id;
use crate::tables::is_word;
use crate::words::words;

pub(super) const RULE: Rule = Rule {
    name: "role-table",
    what: "A closed set of role or intent words decides what the program does.",
    help: "roles are free text: suggest them in a prompt, and let structure decide",
    exempts_closed_tables: true,
    check,
};

fn check(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    let syntax = reading.syntax;
    let mut hits = Vec::new();
    for id in syntax.all() {
        let in_macro =
            closed_enum_in_macro(reading, id).map(|(part, name, words)| (part, (name, words)));
        let closed = closed_enum(reading, id).map(|found| (id, found));
        if let Some((part, (name, words))) = closed.or(in_macro) {
            let message = format!("`{name}` closes the set of its words to {words}");
            hits.push(RuleHit::new(syntax.range(part), message));
        }
    }
    for table in &reading.tables {
        let chosen = table
            .subject
            .is_some_and(|subject| reading.role.carries(subject));
        let listed =
            table.subject.is_none() && names_role(reading, table.name) && table.word_count() > 1;
        if chosen || listed {
            let what = if chosen { "branches on" } else { "lists" };
            let message = format!("{what} {} by their words", describe_entries(&table.entries));
            hits.push(RuleHit::new(table.range.clone(), message));
        }
    }
    for (id, word) in reading.compared(&reading.role) {
        hits.push(RuleHit::new(
            syntax.range(id),
            format!("compares a role with the word `{word}`"),
        ));
    }
    let tables = reading.tables.iter().filter(|table| table.is_list());
    let tables: BTreeSet<Id> = tables.map(|table| table.id).collect();
    for (id, parts) in reading.operations() {
        let contains_list = |part: &Id| {
            let inside = *part..syntax.node(*part).subtree_end;
            tables.range(inside).next().is_some()
        };
        if parts.iter().any(contains_list)
            && parts
                .iter()
                .any(|&part| reading.role.carries(part) && !contains_list(&part))
        {
            hits.push(RuleHit::new(
                syntax.range(id),
                "looks a role up in a list of words",
            ));
        }
    }
    hits
}

/// The name of an enum of roles, and the number of its variants; `None` if the node is no such enum, or has fewer than
/// two variants.
fn closed_enum<'a>(reading: &Reading<'_, 'a>, id: Id) -> Option<(&'a str, usize)> {
    let syntax = reading.syntax;
    let is_enum = match syntax.shape(id) {
        NodeShape::Enum => true,
        NodeShape::Class => syntax
            .text(syntax.child(id, "superclasses")?)
            .contains("Enum"),
        _ => false,
    };
    let name = syntax.text(syntax.child(id, "name")?);
    let body = syntax.child(id, "body").filter(|_| is_enum)?;
    let variants = syntax
        .named(body)
        .filter(|&part| syntax.shape(part) != NodeShape::Comment);
    let variants = variants
        .filter(|&part| syntax.node(part).kind != "attribute_item")
        .count();
    (names_role(reading, name) && variants > 1).then_some((name, variants))
}

/// An enum of roles among the tokens of a macro: the token of its name, the name, and the number of variants.
fn closed_enum_in_macro<'a>(reading: &Reading<'_, 'a>, id: Id) -> Option<(Id, &'a str, usize)> {
    let syntax = reading.syntax;
    if syntax.shape(id) != NodeShape::Macro {
        return None;
    }
    let is_name = |part: &Id| syntax.shape(*part) == NodeShape::Name;
    let mut names = syntax.below(id).filter(is_name);
    names.find_map(|name| {
        let text = syntax.text(name);
        let is_role = syntax.text(name - 1) == "enum" && names_role(reading, text);
        // Type parameters may stand between the name and the variants.
        let mut after =
            (syntax.node(name).subtree_end..syntax.node(id).subtree_end).filter(|_| is_role);
        let body = after.find(|&part| syntax.text(part).starts_with('{'))?;
        let variants = syntax.named(body).filter(is_name).count();
        (variants > 1).then_some((name, text, variants))
    })
}

/// Whether one of the words of a name is a word for a role, by the settings.
fn names_role(reading: &Reading<'_, '_>, name: &str) -> bool {
    let subjects = &reading.config.raw.subjects.role;
    let is_subject = |word: &str| {
        let singular = word.strip_suffix('s').unwrap_or(word);
        subjects
            .iter()
            .any(|subject| subject == word || subject == singular)
    };
    words(name).iter().any(|word| is_subject(&word.text))
}

/// The first word of a table and the number of its other entries, for a finding.
fn describe_entries(entries: &[&str]) -> String {
    let (shown, count) = (entries.iter().find(|entry| is_word(entry)), entries.len());
    match (shown, count) {
        (Some(first), 1) => format!("`{first}`"),
        (Some(first), _) => format!("`{first}` and {} more", count - 1),
        (None, _) => format!("{count} roles"),
    }
}
