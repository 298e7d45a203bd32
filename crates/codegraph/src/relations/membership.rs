//! Whether a type or a module of the tree lacks a member of a name.

use super::name_lines::at_byte;
use super::targets::{self, Target};
use super::{RelationContext, SymbolQuery};
use crate::answer::NameUse;
use crate::facts::ParsedFile;
use crate::facts::fact_store::syntax_of;
use crate::facts::files::Files;
use crate::query::Relation;
use crate::text::distinct::distinct;
use crate::text::words::{is_name_byte, is_whole, wholes};
use firsthand_source::{Cancel, identifiers};
use std::sync::Arc;

/// The most files of a module that are read.
const MAX_MODULE_FILES: usize = 100;

/// Members of other types, or functions of other modules, that have the name which a type or a module lacks: their
/// qualified names, sorted.
///
/// `None` unless it surely lacks it, as far as the tree shows. Of a type: every declaration of it names no super type and
/// has no annotation, the name stands nowhere in it, nothing else of the tree adds it to a type of that name, and another
/// type declares it. Of a module, see [`lacking_module`]. What a language gives to all its types is not known.
pub(crate) fn lacked_member(files: &Files, written: &str, cancel: &Cancel) -> Option<Vec<String>> {
    let context = &RelationContext::plain(files, cancel);
    let parts: Vec<&str> = identifiers(written).map(|(_, part)| part).collect();
    let [.., owner, member] = parts[..] else {
        return None;
    };
    let find = |name: &str| {
        let query = SymbolQuery::named(name);
        targets::find(context, &query, Relation::References).targets
    };
    let owners = find(owner);
    let is_module = |target: &Target| target.symbol().kind == "module";
    if owners.iter().all(is_module) {
        let members = find(member);
        let is_closed = lacking_module(context, owner, member, &owners, &members)
            && context.skipped() == 0
            && !context.cancel.is_cancelled();
        return is_closed.then(|| names(members.iter()));
    }
    let is_closed =
        |target: &Target| target.symbol().is_type() && is_plain(target) && !holds(target, member);
    if !owners.iter().all(is_closed) {
        return None;
    }
    let members = find(member);
    let is_of_owner = |target: &Target| {
        let mut scopes = target.scopes();
        scopes.any(|scope| scope == owner) || target.file.path.contains(owner)
    };
    if members.iter().any(is_of_owner) || context.skipped() > 0 || context.cancel.is_cancelled() {
        return None;
    }
    let instead = names(members.iter().filter(|target| target.is_member()));
    (!instead.is_empty()).then_some(instead)
}

/// The qualified names of declarations, sorted.
fn names<'t>(targets: impl Iterator<Item = &'t Target>) -> Vec<String> {
    distinct(targets.map(|target| target.symbol().qualified.clone()))
}

/// Whether a module surely lacks a member: files or a folder bear its name and hold the member's name nowhere, export all
/// names of no other module and compute none; the member's name is declared in other modules alone, outside of types; and
/// nothing else of the tree has the module's name, or uses it in another way than for a member of another name.
fn lacking_module(
    context: &RelationContext<'_>,
    owner: &str,
    member: &str,
    owners: &[Target],
    members: &[Target],
) -> bool {
    let parts = |path: &str| -> Vec<String> {
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        stem.split('/').map(str::to_owned).collect()
    };
    let paths = context.inventory.files.iter().map(|entry| entry.path.as_str());
    let of_module = paths.filter(|path| parts(path).iter().any(|part| part == owner));
    let of_module: Vec<&str> = of_module.take(MAX_MODULE_FILES + 1).collect();
    let is_open = |path: &&str| {
        let file = context.open(path);
        file.is_none_or(|file| {
            passes_on(&file) || wholes(&file.text, member, is_name_byte).next().is_some()
        }) || parts(path).iter().any(|part| part == member)
    };
    let declares = |target: &Target| !target.is_member() && target.symbol().kind == "function";
    of_module.iter().any(|path| context.is_code(path))
        && of_module.len() <= MAX_MODULE_FILES
        && !of_module.iter().any(is_open)
        && !members.is_empty()
        && members.iter().all(declares)
        && !owners.iter().any(|target| holds(target, member))
        && only_names_module(context, owner, member)
}

/// Whether a file may give members that it does not name: it imports all names of another module, or computes them.
fn passes_on(file: &ParsedFile) -> bool {
    let computes = |name: &str| file.language().pointer_types.contains(&name);
    file.facts.given_up
        || file.facts.imports.iter().any(|import| import.local.is_empty())
        || file.facts.symbols.iter().any(|symbol| computes(&symbol.name))
}

/// Whether every use of a name in code names a module, and none a member `member` of it.
fn only_names_module(context: &RelationContext<'_>, owner: &str, member: &str) -> bool {
    let files = context.files_with(&[owner.to_owned()]);
    let files = context.parse(&files);
    files.iter().all(|file| uses_as_module(context, file, owner, member))
}

fn uses_as_module(
    context: &RelationContext<'_>,
    file: &Arc<ParsedFile>,
    owner: &str,
    member: &str,
) -> bool {
    let is_renamed = |local: &str, name: &str, source: &str| {
        let last = identifiers(source).last().map(|(_, last)| last);
        local == owner && name != owner && last != Some(owner)
    };
    let mut imports = file.facts.imports.iter();
    if imports.any(|import| is_renamed(&import.local, &import.name, &import.source)) {
        return false;
    }
    let syntax = syntax_of(&file.path, &file.text, context.cancel);
    wholes(&file.text, owner, is_name_byte).all(|at| {
        let behind = &file.text[at + owner.len()..];
        let dot = [&b"."[..], b"::"].into_iter().find_map(|dot| behind.strip_prefix(dot));
        let is_member = dot.is_some_and(|rest| {
            rest.starts_with(member.as_bytes()) && is_whole(rest, &(0..member.len()), is_name_byte)
        });
        match at_byte(context, file, at, &syntax) {
            _ if is_member => false,
            NameUse::Comment | NameUse::Import | NameUse::String | NameUse::Declaration => true,
            _ => dot.is_some(),
        }
    })
}

/// Whether a declaration names no super type and has no annotation, which could give it members.
fn is_plain(target: &Target) -> bool {
    let symbol = target.symbol();
    let before = target.file.slice(&(symbol.span.start..symbol.name_span.start));
    target.heritage().next().is_none() && !before.contains(['@', '['])
}

/// Whether a name stands in the code of a declaration.
fn holds(target: &Target, name: &str) -> bool {
    let code = target.file.slice(&target.symbol().code);
    identifiers(code).any(|(_, word)| word == name)
}
