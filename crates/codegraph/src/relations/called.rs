//! The calls within a declaration, by the names that what they mean may be declared under.

use std::collections::BTreeMap;

use super::context::RelationContext;
use super::resolve::Resolver;
use super::targets::Target;
use crate::facts::{DEFAULT, Reference};

/// The calls of a declaration, by name.
pub(super) type Calls = BTreeMap<String, Vec<Reference>>;

/// The calls within a declaration, by name.
pub(super) fn calls_of(context: &RelationContext<'_>, target: &Target) -> Calls {
    let span = &target.symbol().span;
    let mut calls = Calls::new();
    let facts = &target.file.facts;
    let inside = facts
        .references
        .iter()
        .filter(|r| r.call && !r.constructs && span.contains(&r.span.start));
    for reference in inside {
        for name in called_names(context, target, reference) {
            calls.entry(name).or_default().push(reference.clone());
        }
    }
    calls
}

/// The names under which files may declare what a call means: an import, or a module on the way, may rename it.
fn called_names(
    context: &RelationContext<'_>,
    target: &Target,
    reference: &Reference,
) -> Vec<String> {
    let file = &target.file;
    let name = file.slice(&reference.span);
    let head = reference.qualifier.as_ref().map(|span| file.slice(span));
    let mut imports = file.facts.imports.iter();
    let import = imports.find(|import| {
        import.local == head.unwrap_or(name) && import.visible_at(reference.span.start)
    });
    let Some(import) = import else {
        return vec![name.to_owned()];
    };
    let resolver = Resolver::new(context, &[]);
    let names = match head {
        Some(_) => resolver.declared_names(resolver.module_files(file, import), name),
        None => {
            let files = context.resolve(file, &import.source);
            let exported = match import.name.as_str() {
                DEFAULT | "*" => resolver.exported_as(&files, import),
                name => name,
            };
            resolver.declared_names(files, exported)
        }
    };
    match (names.is_empty(), head, import.name.as_str()) {
        (false, ..) => names,
        (true, None, written) if ![DEFAULT, "*"].contains(&written) => vec![written.to_owned()],
        _ => vec![name.to_owned()],
    }
}
