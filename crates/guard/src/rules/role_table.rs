//! `role-table`: finds code that branches on a closed set of words for roles or intents.

use super::{RuleHit, first_entries};
use crate::language::NodeShape;
use crate::reading::{ROLE_NAMES, Reading, holds};
use crate::syntax::Id;

pub(super) fn check(reading: &Reading<'_, '_>) -> Vec<RuleHit> {
    let syntax = reading.syntax;
    let mut hits = Vec::new();
    for id in syntax.all() {
        let closed = match syntax.shape(id) {
            NodeShape::Enum | NodeShape::Class => closed_enum(reading, id),
            NodeShape::Macro => closed_enum_in_macro(reading, id),
            _ => None,
        };
        if let Some((id, name, variants)) = closed {
            let message = format!("`{name}` closes the set of its words to {variants}");
            hits.push(RuleHit::new(syntax.range(id), message));
        }
    }
    for table in &reading.tables {
        let what = match table.subject {
            Some(subject) if reading.is_role(subject) => "branches on roles by their words",
            None if holds(table.name, ROLE_NAMES) && table.word_count() > 1 => "lists roles",
            _ => continue,
        };
        let message = format!("{what}: {}", first_entries(table));
        hits.push(RuleHit::new(table.range.clone(), message));
    }
    for (id, word) in reading.compared(|part| reading.is_role(part)) {
        let message = format!("compares a role with the word `{word}`");
        hits.push(RuleHit::new(syntax.range(id), message));
    }
    for id in reading.looked_up(|part| reading.is_role(part)) {
        let message = "looks a role up in a list of words";
        hits.push(RuleHit::new(syntax.range(id), message));
    }
    hits
}

/// An enum of roles: its node, its name, and the number of its variants; `None` if the node is no such enum, or has
/// fewer than two variants.
fn closed_enum<'a>(reading: &Reading<'_, 'a>, id: Id) -> Option<(Id, &'a str, usize)> {
    let syntax = reading.syntax;
    if syntax.shape(id) == NodeShape::Class {
        let bases = syntax.text(syntax.child(id, "superclasses")?);
        bases.contains("Enum").then_some(())?;
    }
    let name = syntax.text(syntax.child(id, "name")?);
    let variants = syntax.named(syntax.child(id, "body")?).filter(|&part| {
        syntax.shape(part) != NodeShape::Comment && syntax.node(part).kind != "attribute_item"
    });
    let variants = variants.count();
    (holds(name, ROLE_NAMES) && variants > 1).then_some((id, name, variants))
}

/// An enum of roles among the tokens of a macro: the token of its name, the name, and the number of variants.
fn closed_enum_in_macro<'a>(reading: &Reading<'_, 'a>, id: Id) -> Option<(Id, &'a str, usize)> {
    let syntax = reading.syntax;
    let is_name = |part: &Id| syntax.shape(*part) == NodeShape::Name;
    let mut names = syntax.below(id).filter(is_name);
    names.find_map(|name| {
        let text = syntax.text(name);
        let is_role = syntax.text(name - 1) == "enum" && holds(text, ROLE_NAMES);
        // Type parameters may stand between the name and the variants.
        let mut after =
            (syntax.node(name).subtree_end..syntax.node(id).subtree_end).filter(|_| is_role);
        let body = after.find(|&part| syntax.text(part).starts_with('{'))?;
        let variants = syntax.named(body).filter(is_name).count();
        (variants > 1).then_some((name, text, variants))
    })
}
