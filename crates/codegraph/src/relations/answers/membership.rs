//! Whether a type or a module of the tree lacks a member of a name.

use super::name_lines::at_byte;
use crate::answer::NameUse;
use crate::facts::ParsedFile;
use crate::facts::fact_store::syntax_of;
use crate::facts::files::Files;
use crate::query::Relation;
use crate::relations::{RelationContext, SymbolQuery, Target, targets};
use crate::text::distinct::distinct;
use crate::text::words::{is_name_byte, is_whole, wholes};
use firsthand_source::{Cancel, identifiers};
use std::sync::Arc;

/// The most files of a module that are read.
const MAX_MODULE_FILES: usize = 100;

/// The most types that are looked at for what a type inherits.
const MAX_LINEAGE: usize = 20;

/// Members of other types, or functions of other modules, that have the name which a type or a module lacks: their
/// qualified names, sorted.
///
/// `None` unless it surely lacks it, as far as the tree shows. Of a type: see [`lacking`], and another type declares it. Of
/// a module: the same where it is declared with its members, or else see [`lacking_module`]. What a language gives to all
/// its types is not known. With a number of arguments behind it (`module.function/2`), the same functions with the numbers
/// that they take, if the module declares it with other ones alone.
pub(crate) fn lacked_member(files: &Files, written: &str, cancel: &Cancel) -> Option<Vec<String>> {
    let context = &RelationContext::plain(files, cancel);
    let counted = written.rsplit_once('/');
    let counted = counted.and_then(|(name, count)| Some((name, count.parse::<u8>().ok()?)));
    let name = counted.map_or(written, |(name, _)| name);
    let parts: Vec<&str> = identifiers(name).map(|(_, part)| part).collect();
    let [.., owner, member] = parts[..] else {
        return None;
    };
    let find = |name: &str| {
        let query = SymbolQuery::named(name);
        targets::find(context, &query, Relation::References).targets
    };
    let members = find(member);
    let lacked = lacked_by(context, owner, member, (&find(owner), &members));
    lacked.or_else(|| other_arities(owner, &members, counted?.1))
}

/// The functions of an owner with the numbers of arguments that they take, if none takes so many.
fn other_arities(owner: &str, members: &[Target], arguments: u8) -> Option<Vec<String>> {
    let is_own = |target: &&Target| target.scopes().next() == Some(owner);
    let own: Vec<&Target> = members.iter().filter(is_own).collect();
    let ranges = own.iter().map(|target| {
        let symbol = target.symbol();
        symbol.parameters.clone().filter(|_| symbol.is_function()).map(|takes| (symbol, takes))
    });
    let ranges: Vec<_> = ranges.collect::<Option<_>>()?;
    let fits = ranges.iter().any(|(_, takes)| takes.contains(&arguments));
    let counted = ranges
        .into_iter()
        .flat_map(|(symbol, takes)| takes.map(|count| format!("{}/{count}", symbol.qualified)));
    let counted = distinct(counted);
    (!fits && !counted.is_empty()).then_some(counted)
}

fn lacked_by(
    context: &RelationContext<'_>,
    owner: &str,
    member: &str,
    (owners, members): (&[Target], &[Target]),
) -> Option<Vec<String>> {
    let is_whole = || context.skipped() == 0 && !context.cancel.is_cancelled();
    let is_module = |target: &Target| target.symbol().kind == "module";
    if owners.iter().all(is_module) {
        let of_path = || lacking_module(context, owner, member, owners, members);
        let of_code = || {
            let is_closed = |target: &Target| has_body(target) && !passes_on(&target.file);
            let is_declared = !owners.is_empty() && owners.iter().all(is_closed);
            is_declared && lacking(context, owner, member, (owners, members))
        };
        let is_closed = (of_path() || of_code()) && is_whole();
        return is_closed.then(|| names(members.iter())).filter(|instead| !instead.is_empty());
    }
    let is_type = |target: &Target| target.symbol().is_type();
    if !owners.iter().all(is_type) || !lacking(context, owner, member, (owners, members)) {
        return None;
    }
    let instead = names(members.iter().filter(|target| target.is_member()));
    (!instead.is_empty() && is_whole()).then_some(instead)
}

/// Whether declarations and all that they inherit from surely lack a member: all is declared in the tree, has no annotation,
/// and may give the member nowhere; and no declaration of that name is of one of them, or speaks of one, as one that
/// extends a type from elsewhere does.
fn lacking(
    context: &RelationContext<'_>,
    owner: &str,
    member: &str,
    (owners, members): (&[Target], &[Target]),
) -> bool {
    let mut lineage = vec![owner.to_owned()];
    let mut open = owners.to_vec();
    while let Some(target) = open.pop() {
        if is_annotated(&target) || may_give(&target, member) {
            return false;
        }
        for above in target.heritage() {
            let name = target.file.slice(above).to_owned();
            if lineage.contains(&name) {
                continue;
            }
            let query = SymbolQuery::named(&name);
            let found = targets::find(context, &query, Relation::References).targets;
            let is_type = |target: &Target| target.symbol().is_type();
            lineage.push(name);
            if found.is_empty() || !found.iter().all(is_type) || lineage.len() > MAX_LINEAGE {
                return false;
            }
            open.extend(found);
        }
    }
    let is_of_lineage = |target: &Target| {
        let mut scopes = target.scopes();
        scopes.any(|scope| lineage.iter().any(|name| name == scope))
            || lineage.iter().any(|name| target.file.path.contains(name.as_str()))
            || lineage.iter().any(|name| holds(target, name))
    };
    !members.iter().any(is_of_lineage)
}

/// Whether the members of a declaration stand in it: not only its name, as where a module is in a file of its own.
fn has_body(target: &Target) -> bool {
    let code = target.file.slice(&target.symbol().code);
    code.contains('\n')
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

/// Whether a declaration has an annotation, which could give it members.
fn is_annotated(target: &Target) -> bool {
    let symbol = target.symbol();
    let before = target.file.slice(&(symbol.span.start..symbol.name_span.start));
    before.contains(['@', '['])
}

/// Whether the code of a declaration may give it a member: the name stands there otherwise than behind another value, as
/// in `row.name`, of which it only is a use.
fn may_give(target: &Target, member: &str) -> bool {
    let (file, code) = (&target.file, &target.symbol().code);
    let range = code.start as usize..code.end as usize;
    let is_self = |end: usize| {
        let mut selves = file.facts.selves.iter();
        selves.any(|(own, _)| own.end as usize == end)
    };
    wholes(&file.text[range.clone()], member, is_name_byte).any(|at| {
        let at = range.start + at;
        let (before, behind) =
            (&file.text[..at], file.text[at + member.len()..].trim_ascii_start());
        let dots = [&b"?."[..], b"!.", b"?->", b"->", b"."];
        let value = dots.into_iter().find_map(|dot| before.strip_suffix(dot));
        let is_assigned = behind.starts_with(b"=") && !behind.starts_with(b"==");
        is_assigned || value.is_none_or(|value| is_self(value.len()))
    })
}

/// Whether a name stands in the code of a declaration.
fn holds(target: &Target, name: &str) -> bool {
    let code = target.file.slice(&target.symbol().code);
    identifiers(code).any(|(_, word)| word == name)
}
