//! Types without a name: their bodies, and the scopes of their fields.

use crate::facts::{Anonymous, Binding, Facts, Language};

/// Sorts the types by position, each body once: several patterns may match one.
pub(super) fn join_bodies(found: &mut Vec<Anonymous>) {
    found.sort_by_key(|one| (one.body.start, one.body.end));
    found.dedup_by(|next, first| {
        let is_same = next.body == first.body;
        if is_same {
            first.supers.append(&mut next.supers);
        }
        is_same
    });
    for one in found {
        one.supers.sort_unstable_by_key(|span| span.start);
        one.supers.dedup();
    }
}

/// Drops the types that a declaration names all the same, and makes the fields of the others what they are in code: no
/// fields of the type around them, and where members need no `this`, names that are bound in the body.
pub(super) fn scope_members(facts: &mut Facts, language: &Language) {
    if facts.anonymous.is_empty() {
        return;
    }
    let mut named: Vec<u32> = facts.symbols.iter().map(|symbol| symbol.body).collect();
    named.sort_unstable();
    facts.anonymous.retain(|one| named.binary_search(&one.body.start).is_err());
    let mut fields = std::mem::take(&mut facts.fields);
    let mut bound = std::mem::take(&mut facts.bindings);
    let mut added = Vec::new();
    let mut open: Vec<&Anonymous> = Vec::new();
    let mut next = facts.anonymous.iter().peekable();
    fields.retain(|field| {
        let at = field.name.start;
        while let Some(one) = next.next_if(|one| one.body.start <= at) {
            open.push(one);
        }
        while open.last().is_some_and(|one| one.body.end <= at) {
            open.pop();
        }
        let Some(around) = open.last().filter(|one| facts.is_nearest(one, at)) else {
            return true;
        };
        if language.implicit_self {
            let binding =
                Binding { within: Some(around.body.clone()), parameter: false, ..field.clone() };
            match bound.binary_search_by_key(&at, |bound| bound.name.start) {
                Ok(known) => bound[known] = binding,
                Err(_) => added.push(binding),
            }
        }
        false
    });
    bound.append(&mut added);
    bound.sort_by_key(|bound| bound.name.start);
    (facts.fields, facts.bindings) = (fields, bound);
}
