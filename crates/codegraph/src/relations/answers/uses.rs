//! Finds callers, references and implementors: the places that use a symbol.

use super::by_text;
use super::constructors::Constructors;
use super::places::{MAX_SITES, RECEIVER_ALIKE, has_receiver_alike, resolution_score, use_score};
use crate::answer::Resolution;
use crate::facts::languages::folder;
use crate::facts::parsed_file::distinct_files;
use crate::facts::{ParsedFile, Reference, Span};
use crate::query::Relation;
use crate::relations::modules::aliases::{Aliases, is_imported_as, occurrence};
use crate::relations::modules::full_names::NAMESPACE_SEPARATOR;
use crate::relations::modules::module_values::Handed;
use crate::relations::resolution::declared_member::members_of;
use crate::relations::targets::{self, Declarations};
use crate::relations::{
    Occurrence, RelatedPlace, RelationContext, ResolvedRef, Resolver, SymbolQuery, Target,
};
use crate::text::scope::Scope;
use crate::text::window::blocks;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Calls,
    All,
    Heritage,
}

/// The place of a use: the index of its enclosing declaration, else the first line of its block.
type UseSite = (Option<usize>, u32);

/// The declarations (or blocks) that use the symbol, one place each.
pub(super) fn uses(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
    kind: Kind,
) -> Vec<RelatedPlace> {
    let mut files = context.files_using(name, targets);
    let within = context.query.within.as_ref();
    // Only places in there are listed; other files may say under which names they are used.
    if let Some(scope) = within.and_then(|within| Scope::of(within, context.inventory).ok()) {
        files.sort_by_key(|file| !scope.holds(&file.path));
    }
    let parsed = context.parse_for_name(&files, &name.name);
    in_files(context, name, targets, kind, parsed)
}

/// The uses in the files that hold the name, which are parsed, in those that hold another name of the symbol, and in
/// texts.
pub(super) fn in_files(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
    kind: Kind,
    parsed: Vec<Arc<ParsedFile>>,
) -> Vec<RelatedPlace> {
    let resolver = Resolver::new(context, targets);
    let aliases = Aliases::find(&resolver, &name.name, parsed);
    let constructors = match kind {
        Kind::Calls | Kind::All => Some(Constructors::of(&resolver)),
        Kind::Heritage => None,
    };
    let more = constructors.iter().flat_map(Constructors::files);
    let mut files: Vec<Arc<ParsedFile>> = aliases.files.iter().chain(more).cloned().collect();
    distinct_files(&mut files);
    let members = members_of(&files, &aliases.names);
    let handed = Handed::of(&resolver, &name.name, &files);
    let resolver = resolver.with_members(&members).with_handed(&handed);
    let found = context.with_types(|| {
        context.tree.threads.filter_map(&files, 4, |file| {
            // If the query was cancelled only because its time is up, the files that are parsed by then are still searched.
            let stopped = context.cancel.is_cancelled() && !context.cancel.is_late();
            let is_searched = !stopped && context.factor(&file.path).is_some();
            let constructors = constructors.as_ref();
            is_searched.then(|| in_file(&resolver, file, name, &aliases, constructors, kind))
        })
    });
    let mut found: Vec<RelatedPlace> = found.into_iter().flatten().collect();
    if kind == Kind::All {
        found.extend(by_text::texts_beside(context, name, !targets.is_empty()));
    }
    found
}

/// Whether a file is in the folder of a target.
pub(super) fn is_beside(path: &str, targets: &[Target]) -> bool {
    targets.iter().any(|target| folder(&target.file.path) == folder(path))
}

/// The places in a file that use the symbol by one of its names.
pub(super) fn in_file(
    resolver: &Resolver<'_>,
    file: &Arc<ParsedFile>,
    name: &SymbolQuery,
    aliases: &Aliases,
    constructors: Option<&Constructors>,
    kind: Kind,
) -> Vec<RelatedPlace> {
    let mut found = match kind {
        Kind::Heritage => inheriting(resolver, file, aliases),
        Kind::Calls | Kind::All => named(resolver, file, &name.name, aliases, kind),
    };
    let constructed = constructors.map(|c| c.uses(resolver, file, kind == Kind::Calls));
    found.extend(constructed.into_iter().flatten());
    found.sort_by_key(|(span, _)| span.start);
    let mut use_sites: BTreeMap<UseSite, (Vec<(u32, Resolution)>, ResolvedRef)> = BTreeMap::new();
    let mut blocks = Blocks::default();
    let mut named_alike = BTreeSet::new();
    for (span, found) in found {
        let line = file.line(span.start);
        let symbol = file.facts.enclosing(span.start);
        let block = match symbol {
            None => blocks.start(file, line),
            Some(_) => 0,
        };
        if found.resolution == Resolution::Name && has_receiver_alike(resolver.targets, file, &span)
        {
            named_alike.insert((symbol, block));
        }
        let entry = use_sites.entry((symbol, block)).or_insert_with(|| (Vec::new(), found));
        match entry.0.last_mut() {
            Some(last) if last.0 == line => last.1 = last.1.min(found.resolution),
            _ => entry.0.push((line, found.resolution)),
        }
        entry.1 = entry.1.min(found);
    }
    use_sites
        .into_iter()
        .filter_map(|(use_site, use_)| {
            let mut place = related_place(resolver, file, name, use_site, use_)?;
            let is_alike = named_alike.contains(&use_site);
            place.score.add("receiver", if is_alike { RECEIVER_ALIKE } else { 0.0 });
            Some(place)
        })
        .collect()
}

/// The super types of declarations that are the symbol.
fn inheriting(
    resolver: &Resolver<'_>,
    file: &Arc<ParsedFile>,
    aliases: &Aliases,
) -> Vec<(Span, ResolvedRef)> {
    let locals = aliases.local_names(resolver, file);
    let resolve = |span: &Span| {
        // What stands before the name of a super type counts, but it is not called.
        let written = file.facts.reference_at(span.start);
        let reference = Reference {
            span: span.clone(),
            qualifier: written.and_then(|written| written.qualifier.clone()),
            ..Reference::default()
        };
        let name = Occurrence::of(file, &reference);
        let is_named = locals.iter().any(|local| local == name.text);
        let found = is_named.then(|| resolver.resolve(&name));
        found.flatten().map(|found| (span.clone(), found))
    };
    file.facts.heritage.iter().filter_map(resolve).collect()
}

/// The occurrences of the symbol's names that mean it.
fn named(
    resolver: &Resolver<'_>,
    file: &Arc<ParsedFile>,
    name: &str,
    aliases: &Aliases,
    kind: Kind,
) -> Vec<(Span, ResolvedRef)> {
    let locals = aliases.local_names(resolver, file);
    let overriding = file.language.filter(|language| language.bare_calls);
    let super_names = overriding.map_or(&[][..], |language| language.super_names);
    let has_type = resolver.targets.iter().any(|target| target.symbol().is_type());
    let is_nullary = kind == Kind::Calls && resolver.targets.iter().all(Target::is_nullary);
    let resolve = |reference: &Reference| {
        let occurrence = occurrence(file, reference, &locals);
        let text = occurrence.text;
        if super_names.contains(&text) {
            return resolver.overridden(&occurrence);
        }
        let is_use = kind == Kind::All
            || (reference.call && (has_type || !reference.constructs))
            || (is_nullary && !file.facts.is_import(reference.span.start));
        // What only this file calls the symbol means nothing at the end of a path, or as a member.
        let is_path = || matches!(occurrence.separator(), "::" | NAMESPACE_SEPARATOR);
        let is_apart = || is_path() || aliases.is_taken(file, text);
        let is_known = || reference.qualifier.is_none() || aliases.is_exported(text) || !is_apart();
        let is_named = is_use && locals.iter().any(|local| local == text) && is_known();
        let found = is_named.then(|| resolver.resolve(&occurrence));
        // Another name of the symbol means nothing by itself.
        let is_own = || text == name || is_imported_as(file, name, text);
        found.flatten().filter(|found| found.target.is_some() || is_own())
    };
    let references = file.facts.references.iter();
    references.filter_map(|reference| Some((reference.span.clone(), resolve(reference)?))).collect()
}

/// The blocks between a file's declarations, each gap split once.
#[derive(Default)]
pub(super) struct Blocks(BTreeMap<(u32, u32), Vec<(u32, u32)>>);

impl Blocks {
    /// The first line of the block around a line.
    pub(super) fn start(&mut self, file: &ParsedFile, line: u32) -> u32 {
        let around = file.gap_around(line);
        let cut = || blocks(&file.text, &file.lines, around.0, around.1, u32::MAX);
        let found = self.0.entry(around).or_insert_with(cut);
        let at = found.partition_point(|block| block.1 < line);
        let found = found.get(at).filter(|block| block.0 <= line);
        found.map_or(line, |block| block.0)
    }
}

/// The place of a use; `None` if the query excludes it.
fn related_place(
    resolver: &Resolver<'_>,
    file: &Arc<ParsedFile>,
    name: &SymbolQuery,
    (symbol, block): UseSite,
    (lines, found): (Vec<(u32, Resolution)>, ResolvedRef),
) -> Option<RelatedPlace> {
    let factor = resolver.context.place_factor(file, symbol)?;
    let target = found.target.map(|at| &resolver.targets[at]);
    let mut score = use_score(found.resolution, lines.len());
    score.add("declared", if symbol.is_some() { 0.2 } else { 0.0 });
    let beside = is_beside(&file.path, resolver.targets);
    score.add("beside", if beside { 0.2 } else { 0.0 });
    score.lower("penalty", factor);
    let order = symbol.map_or(block, |index| file.facts.symbols[index].start);
    let of = target.map_or(name.written.clone(), |t| t.label(resolver.targets));
    Some(RelatedPlace {
        lines,
        order,
        ..RelatedPlace::new(Arc::clone(file), symbol, found.resolution, of, score)
    })
}

// The uses of a frequent name: as many as can be listed, without parsing every file that contains it.

/// A name is frequent if it occurs at least so many times for each line that can be listed.
const OCCURRENCES_OF_SITE: usize = 2;

/// The most probable declarations of a frequent name and as many of its uses as are listed, without parsing every file
/// that contains it; `None` if the name is not frequent, or if fewer uses than that are certain.
pub(super) fn frequent(
    context: &RelationContext<'_>,
    readings: &[SymbolQuery],
    relation: Relation,
) -> Option<(SymbolQuery, Declarations, Vec<RelatedPlace>)> {
    let kind = match relation {
        Relation::Callers => Kind::Calls,
        Relation::References => Kind::All,
        _ => return None,
    };
    let occurrences = |name: &SymbolQuery| -> usize {
        let files = context.files_with(std::slice::from_ref(&name.name));
        files.iter().map(|file| file.count as usize).sum()
    };
    // The other readings are those of a name that has no declaration.
    let is_frequent = |name| occurrences(name) >= OCCURRENCES_OF_SITE * MAX_SITES;
    if context.query.within.is_some() || !readings.first().is_some_and(is_frequent) {
        return None;
    }
    let (name, declared) = targets::find_first(context, readings.to_vec(), Relation::Definition);
    let merged = targets::merged(context, &declared.targets);
    let found = certain(context, &name, &merged, kind)?;
    Some((name, declared, found))
}

/// The uses in the files beside a declaration and those with most occurrences: in as many as are needed to find the lines
/// that can be listed, all certain; `None` if there are fewer.
fn certain(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
    kind: Kind,
) -> Option<Vec<RelatedPlace>> {
    let mut files = context.files_using(name, targets);
    files.sort_by_key(|file| !is_beside(&file.path, targets));
    let resolver = Resolver::new(context, targets);
    let own_name = Aliases::none(&name.name);
    let mut certain = 0;
    let parsed = context.parse_until(&files, &name.name, |part| {
        let found = context.tree.threads.filter_map(part, 4, |file| {
            context.factor(&file.path)?;
            Some(in_file(&resolver, file, name, &own_name, None, kind))
        });
        let places = found.iter().flatten();
        let least_score = resolution_score(Resolution::Scope);
        let sure = places.filter(|place| place.total() >= least_score);
        certain += sure.map(|place| place.lines.len()).sum::<usize>();
        certain >= MAX_SITES
    });
    (certain >= MAX_SITES).then(|| in_files(context, name, targets, kind, parsed))
}
