//! What lines that hold a name are, by the syntax of their files: whatever a relation does not list can be accounted for.

use crate::answer::NameUse;
use crate::facts::fact_store::syntax_of;
use crate::facts::files::Files;
use crate::facts::{Binding, ParsedFile, Part, Reference, Span, Symbol};
use crate::relations::scopes::local_names::is_shadowed;
use crate::relations::written::expression::{Step, last_step};
use crate::relations::{Occurrence, RelationContext, Resolver, Spot};
use crate::text::words::{is_name_byte, wholes};
use firsthand_source::{Cancel, RepoPath, Syntax};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The kind of each line, in the order of the lines. Files outside of the inventory are not read.
pub(crate) fn uses_of_name(
    files: &Files,
    name: &str,
    lines: &[(RepoPath, u32)],
    cancel: &Cancel,
) -> Vec<NameUse> {
    let context = &RelationContext::plain(files, cancel);
    let mut by_path: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (path, line) in lines {
        by_path.entry(path.as_str()).or_default().push(*line);
    }
    let files: Vec<(&str, Vec<u32>)> = by_path.into_iter().collect();
    let in_files = context.tree.threads.filter_map(&files, 4, |(path, lines)| {
        let uses = in_file(context, name, path, lines);
        Some(((*path).to_owned(), uses))
    });
    let in_files: BTreeMap<String, BTreeMap<u32, NameUse>> = in_files.into_iter().collect();
    let use_of = |(path, line): &(RepoPath, u32)| {
        let found = in_files.get(path.as_str()).and_then(|uses| uses.get(line));
        found.copied().unwrap_or(NameUse::Unread)
    };
    lines.iter().map(use_of).collect()
}

/// The kind of each of these lines of a file; none of a file that was given up, nor of a line that holds the name in
/// another text than the parsed one.
fn in_file(
    context: &RelationContext<'_>,
    name: &str,
    path: &str,
    lines: &[u32],
) -> BTreeMap<u32, NameUse> {
    if !context.is_code(path) {
        return lines.iter().map(|line| (*line, NameUse::Text)).collect();
    }
    let mut uses = BTreeMap::new();
    let Some(file) = context.open(path).filter(|file| !file.facts.given_up) else {
        return uses;
    };
    let syntax = syntax_of(path, &file.text, context.cancel);
    for at in wholes(&file.text, name, is_name_byte) {
        let line = file.lines.line_at(at);
        if lines.contains(&line) {
            let found = at_byte(context, &file, at, &syntax);
            let known = uses.entry(line).or_insert(found);
            *known = (*known).max(found);
        }
    }
    uses
}

/// What the occurrence of a name at a byte is.
pub(super) fn at_byte(
    context: &RelationContext<'_>,
    file: &Arc<ParsedFile>,
    at: usize,
    syntax: &[(std::ops::Range<usize>, Syntax)],
) -> NameUse {
    let facts = &file.facts;
    let holds = |span: &Span| (span.start as usize..span.end as usize).contains(&at);
    let before = syntax.partition_point(|(range, _)| range.end <= at);
    let part = syntax.get(before).filter(|(range, _)| range.contains(&at));
    if let Some((_, Syntax::Comment)) = part {
        return NameUse::Comment;
    }
    if facts.symbols.iter().any(|symbol| holds(&symbol.name_span)) {
        return NameUse::Declaration;
    }
    if facts.imports.iter().any(|import| holds(&import.at)) {
        return NameUse::Import;
    }
    let mut references = facts.references.iter();
    if let Some(found) = references.find(|reference| holds(&reference.span)) {
        let spot = Spot::new(file, found.span.start);
        // A signature above a declaration is a part of it.
        let is_signature = |symbol: &Symbol| {
            symbol.span.contains(&spot.at)
                && spot.at < symbol.code.start
                && file.spells(&found.span, &symbol.name)
        };
        if found.qualifier.is_none() && facts.symbols.iter().any(is_signature) {
            return NameUse::Declaration;
        }
        return match found.qualifier {
            None if is_shadowed(spot, file.slice(&found.span), false) => NameUse::Local,
            Some(_) if is_behind_unknown(context, file, found) => NameUse::Behind,
            _ if found.call => NameUse::Call,
            _ => NameUse::Mention,
        };
    }
    if facts.heritage.iter().any(holds) {
        return NameUse::Mention;
    }
    let is_member =
        |bound: &Binding| bound.given.as_ref().is_some_and(|given| given.part == Part::Member);
    let mut bindings = facts.bindings.iter().chain(&facts.fields);
    if let Some(bound) = bindings.find(|binding| holds(&binding.name)) {
        return if is_member(bound) { NameUse::Local } else { NameUse::Binding };
    }
    match part {
        Some((_, Syntax::Text)) => NameUse::String,
        _ => NameUse::Unread,
    }
}

/// Whether a name stands behind a member of the own value whose type is not known.
fn is_behind_unknown(
    context: &RelationContext<'_>,
    file: &Arc<ParsedFile>,
    reference: &Reference,
) -> bool {
    let name = Occurrence::of(file, reference);
    let own = file.language().self_names;
    let is_member = |qualifier: &&str| matches!(last_step(qualifier), Some(Step::Member(of, _)) if own.contains(&of));
    let resolver = Resolver::new(context, &[]);
    let qualifier = name.qualifier().filter(is_member);
    qualifier.is_some_and(|qualifier| {
        context.with_types(|| resolver.receiver(&name, qualifier)).is_none()
    })
}
