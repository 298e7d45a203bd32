//! Types that implement an interface without naming it, by the methods that they have.

use crate::answer::Resolution;
use crate::facts::ParsedFile;
use crate::facts::languages::{Structural, folder};
use crate::relations::types::declared_type::DeclaredType;
use crate::relations::types::heirs::first_inherited;
use crate::relations::types::method_sets::{
    Methods, TypePlace, has_all, is_structural, methods_by_type, methods_of_interface, type_place,
};
use crate::relations::{
    FileWithName, RelatedPlace, RelationContext, Resolver, SymbolQuery, Target,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The types that have all methods of the interfaces among `targets`, and a note about them.
pub(super) fn structural(
    context: &RelationContext<'_>,
    targets: &[Target],
    declared: &[RelatedPlace],
    notes: &mut Vec<String>,
) -> Vec<RelatedPlace> {
    let mut found = Vec::new();
    for interface in targets {
        note_unsearched(interface, notes);
        if is_structural(interface) {
            let resolver = Resolver::new(context, &[]);
            found.extend(context.with_types(|| of_interface(&resolver, interface)));
        } else if let Some(owner) = interface.owner().filter(is_structural)
            && interface.symbol().is_function()
        {
            let resolver = Resolver::new(context, &[]);
            found.extend(context.with_types(|| of_method(&resolver, interface, &owner)));
        }
    }
    let is_declared = |place: &RelatedPlace| {
        let mut known = declared.iter();
        known.any(|known| known.file.path == place.file.path && known.symbol == place.symbol)
    };
    found.retain(|place| !is_declared(place));
    if let Some(first) = found.first() {
        let by_name = found.iter().filter(|place| place.resolution == Resolution::Name).count();
        let of = &first.relation_of;
        if by_name > 0 {
            notes.push(format!(
                "{by_name} by method set: they have every method of {of} and do not name it"
            ));
        }
    }
    found
}

/// The note where types without a declaration that they implement an interface are not searched for.
fn note_unsearched(target: &Target, notes: &mut Vec<String>) {
    if let Structural::Unsearched(kinds) = target.file.language().structural
        && kinds.contains(&target.symbol().kind.as_str())
    {
        let name = &target.symbol().qualified;
        notes.push(format!("types that fit {name} and do not name it are not searched for"));
    }
}

/// The files that contain the methods of an interface, and the types that have all of these.
struct Fitting {
    files: Vec<Arc<ParsedFile>>,
    types: BTreeSet<TypePlace>,
}

fn fitting(resolver: &Resolver<'_>, interface: &Target) -> Option<Fitting> {
    let wanted = methods_of_interface(resolver, interface)?;
    let files = files_with_all(resolver.context, &wanted, interface);
    let by_type = methods_by_type(resolver, &files, &wanted).into_iter();
    let fitting = by_type.filter(|(_, methods)| has_all(methods, &wanted));
    let types = fitting.map(|(place, _)| place).collect();
    Some(Fitting { files, types })
}

/// The types that have all methods of an interface.
fn of_interface(resolver: &Resolver<'_>, interface: &Target) -> Vec<RelatedPlace> {
    let context = resolver.context;
    let Some(fitting) = fitting(resolver, interface) else {
        return Vec::new();
    };
    let asserted = asserted_types(context, interface);
    let names: BTreeSet<&String> = fitting.types.iter().map(|place| &place.1).collect();
    let mut found = Vec::new();
    for name in names {
        let declared = context.types_named(name, false);
        let opened = fitting.files.iter().flat_map(|file| types_in(file, name));
        let known = declared.iter().flat_map(|types| types.iter().cloned());
        let mut types: Vec<Target> = known.chain(opened).collect();
        types.sort_by_key(Target::key);
        types.dedup_by(|a, b| a.is(b));
        for ty in types {
            let fits = fitting.types.contains(&type_place(&ty.file, name));
            if fits && !is_structural(&ty) && !ty.is(interface) {
                found.extend(place(context, ty, interface, asserted.contains(name)));
            }
        }
    }
    found
}

/// The methods of the name of `method`, of an interface, in types that have all methods of that.
fn of_method(resolver: &Resolver<'_>, method: &Target, interface: &Target) -> Vec<RelatedPlace> {
    let Some(fitting) = fitting(resolver, interface) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for own in fitting.files.iter().flat_map(Target::all) {
        let of_type = |ty: &str| fitting.types.contains(&type_place(&own.file, ty));
        let in_interface = own.owner().as_ref().is_some_and(is_structural);
        let named = own.symbol().name == method.symbol().name && own.symbol().is_function();
        if named && !in_interface && own.container().is_some_and(of_type) {
            found.extend(place(resolver.context, own, method, false));
        }
    }
    found
}

fn types_in(file: &Arc<ParsedFile>, name: &str) -> Vec<Target> {
    let types = Target::all(file).filter(|target| target.symbol().is_type());
    types.filter(|ty| ty.symbol().name == name).collect()
}

/// The files of the interface's language that contain one of the methods, in folders that contain all of them.
fn files_with_all(
    context: &RelationContext<'_>,
    wanted: &Methods,
    interface: &Target,
) -> Vec<Arc<ParsedFile>> {
    let names: Vec<String> = wanted.keys().cloned().collect();
    let found = context.files_with(&names);
    let language = interface.file.language.map(|language| language.name);
    let alike = |file: &&FileWithName| context.language_of(&file.path).map(|l| l.name) == language;
    let mut by_folder: BTreeMap<&str, BTreeSet<u16>> = BTreeMap::new();
    for file in found.iter().filter(alike) {
        by_folder.entry(folder(&file.path)).or_default().extend(&file.names);
    }
    let fits = |file: &&FileWithName| {
        by_folder.get(folder(&file.path)).is_some_and(|has| has.len() == names.len())
    };
    let files: Vec<FileWithName> = found.iter().filter(alike).filter(fits).cloned().collect();
    let mut files = context.parse(&files);
    files.retain(|file| context.factor(&file.path).is_some());
    files
}

/// The types that an assignment to the blank name declares to implement the interface: `var _ I = (*T)(nil)`.
fn asserted_types(context: &RelationContext<'_>, interface: &Target) -> BTreeSet<String> {
    let name = &interface.symbol().name;
    let mut asserted = BTreeSet::new();
    if !interface.file.language().types_are_values {
        return asserted;
    }
    for file in context.parse(&context.files_with(std::slice::from_ref(name))) {
        let references = &file.facts.references;
        let named = references
            .iter()
            .enumerate()
            .filter(|(_, reference)| file.slice(&reference.span) == name);
        for (at, reference) in named {
            let line = file.line(reference.span.start);
            let bytes = file.lines.bytes(line, line);
            let before = file.slice(&(bytes.start as u32..reference.span.start)).trim_start();
            let declared = before.strip_prefix("var").unwrap_or(before).trim_start();
            let is_blank = declared
                .strip_prefix('_')
                .is_some_and(|rest| rest.starts_with(char::is_whitespace));
            let after = file.slice(&(reference.span.end..bytes.end as u32)).trim_start();
            if is_blank && after.starts_with('=') {
                let same_line = references[at + 1..]
                    .iter()
                    .take_while(|next| file.line(next.span.start) == line);
                asserted.extend(same_line.map(|next| file.slice(&next.span).to_owned()));
            }
        }
    }
    asserted
}

/// The place of a type; `None` if the query excludes it.
fn place(
    context: &RelationContext<'_>,
    ty: Target,
    interface: &Target,
    certain: bool,
) -> Option<RelatedPlace> {
    let beside = folder(&ty.file.path) == folder(&interface.file.path);
    let resolution = match (certain, beside) {
        (false, _) => Resolution::Name,
        (true, true) => Resolution::Scope,
        (true, false) => Resolution::Import,
    };
    RelatedPlace::of_declaration(context, ty, interface, resolution)
}

// Finds the implementations of a method: the members of its name in types that extend or implement its type.

/// The members that override or implement the targets.
pub(super) fn overriding(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
) -> Vec<RelatedPlace> {
    // A constructor that has the name of its type overrides none.
    let members = |target: &&Target| {
        let named = target.owner().is_some_and(|ty| ty.symbol().name != target.symbol().name);
        named && target.is_callable() && !target.symbol().is_type()
    };
    let targets: Vec<&Target> = targets.iter().filter(members).collect();
    if targets.is_empty() {
        return Vec::new();
    }
    let files = context.parse(&context.files_with(std::slice::from_ref(&name.name)));
    let shown = files.iter().filter(|file| context.factor(&file.path).is_some());
    let named = shown.flat_map(Target::all).filter(|member| member.symbol().name == name.name);
    let named: Vec<Target> = named.filter(Target::is_callable).collect();
    let resolver = Resolver::new(context, &[]);
    let found = context.with_types(|| {
        let running = named.iter().take_while(|_| !context.cancel.is_cancelled());
        let found =
            running.filter_map(|member| Some((member, overrides(&resolver, member, &targets)?)));
        let mut found: Vec<_> = found.collect();
        for (member, target) in inherited(&resolver, &named, &targets) {
            if !found.iter().any(|(known, _)| known.is(member)) {
                let here = target.file.path == member.file.path;
                let how = if here { Resolution::Scope } else { Resolution::Import };
                found.push((member, (target, how)));
            }
        }
        found
    });
    let places = found.into_iter().filter_map(|(member, (target, resolution))| {
        RelatedPlace::of_declaration(context, member.clone(), target, resolution)
    });
    places.collect()
}

/// The members that implement a target in a type below that of the target, which inherits them from elsewhere.
fn inherited<'t>(
    resolver: &Resolver<'_>,
    named: &'t [Target],
    targets: &[&'t Target],
) -> Vec<(&'t Target, &'t Target)> {
    let mut found = Vec::new();
    for target in targets {
        let Some(owner) = target.owner() else {
            continue;
        };
        let above = resolver.lineage(vec![DeclaredType::at(&owner)]);
        for lineage in resolver.heirs(&owner).iter() {
            let member = first_inherited(lineage, Some(&above), named);
            found.extend(member.map(|member| (member, *target)));
        }
    }
    found
}

/// The target that a member overrides, and how that was resolved.
fn overrides<'t>(
    resolver: &Resolver<'_>,
    member: &Target,
    targets: &[&'t Target],
) -> Option<(&'t Target, Resolution)> {
    let own = member.owner()?;
    let lineage = resolver.lineage(vec![DeclaredType::at(&own)]);
    let known = lineage.types.iter().filter(|ty| ty.resolution != Resolution::Name);
    let mut above = known.flat_map(|ty| &ty.parts).filter(|part| !part.is(&own));
    let nearest = above.find_map(|ty| {
        let is_of_type = |target: &&&Target| target.owner().is_some_and(|owner| owner.is(ty));
        targets.iter().find(is_of_type)
    });
    if let Some(target) = nearest {
        let here = target.file.path == member.file.path;
        return Some((*target, if here { Resolution::Scope } else { Resolution::Import }));
    }
    let is_named = |target: &&&Target| {
        let owner = target.owner().map(|owner| owner.symbol().name.clone()).unwrap_or_default();
        let is_by_name = |ty: &DeclaredType| ty.resolution == Resolution::Name && ty.name == owner;
        lineage.unknown.contains(&owner) || lineage.types.iter().any(is_by_name)
    };
    targets.iter().find(is_named).map(|target| (*target, Resolution::Name))
}
