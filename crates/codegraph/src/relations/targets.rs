//! Which declarations does a name ask for? Scans for the name, reads the files that likely declare it, and keeps what its
//! qualifiers mean. Uses `written` and, for what a type inherits, `types`. Begin with [`find`]; `declaring` chooses the files.

mod declared_by_calls;
mod declaring;
mod declaring_lines;
pub(super) mod imported_names;

use crate::answer::Stats;
use crate::facts::scanned_query::ScannedQuery;
use crate::query::Relation;
use crate::relations::types::declared_type::DeclaredType;
use crate::relations::types::heirs::{MAX_TYPES, first_inherited};
use crate::relations::written::similar_names;
use crate::relations::written::symbol_query::keep_meant;
use crate::relations::{RelationContext, Resolver, SymbolQuery, Target, fits};
use crate::text::distinct::{distinct, keep_best};
use crate::text::words::folded;
pub use declaring::can_use;
use declaring::possible_files;

/// The most declarations of one name: every occurrence is compared with each of them.
const MAX_TARGETS: usize = 1_000;

/// The declarations of a name.
#[derive(Default)]
pub(super) struct Declarations {
    /// By path and line.
    pub(super) targets: Vec<Target>,
    /// Whether all qualifiers were dropped, and whether there are more than [`MAX_TARGETS`].
    pub(super) notes: Vec<String>,
    /// The first declaration in a test, as `path:line`, if the query excludes these and no other
    /// declaration was found. Only the file that the symbol names was compared, if it names one.
    pub(super) excluded: Option<String>,
}

/// Finds the declarations of the first reading of a symbol that has any, and returns that reading with the name as it
/// is declared.
pub(super) fn find_first(
    context: &RelationContext<'_>,
    readings: Vec<SymbolQuery>,
    relation: Relation,
) -> (SymbolQuery, Declarations) {
    let mut first: Option<(SymbolQuery, Declarations)> = None;
    for mut name in readings {
        let mut found = find(context, &name, relation);
        if let Some(target) = found.targets.first() {
            name.name.clone_from(&target.symbol().name);
            return (name, found);
        }
        if found.excluded.is_some() {
            return (name, found);
        }
        found.notes.clear();
        first = first.or(Some((name, found)));
    }
    first.unwrap_or_default()
}

/// Finds the declarations of `name`. If only the definition is queried, not every file that contains a common name is
/// parsed.
pub(super) fn find(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    relation: Relation,
) -> Declarations {
    let files = match &name.path {
        Some(path) => context.open(path).into_iter().collect(),
        None => possible_files(context, name, relation),
    };
    let mut all: Vec<Target> = Vec::new();
    let mut excluded = None;
    for file in &files {
        let named = Target::all(file).filter(|target| {
            let symbol = target.symbol();
            name.is_named(&symbol.name)
                && name.line.is_none_or(|line| symbol.name_line == line)
                && target.is_declared_as(&name.declared)
        });
        for target in named {
            let in_test = context.query.no_tests && target.symbol().test;
            if in_test || context.factor(&file.path).is_none() {
                let line = target.symbol().name_line;
                excluded.get_or_insert_with(|| format!("{}:{line}", file.path));
            } else {
                all.push(target);
            }
        }
    }
    // Outer qualifiers may be names that are in no file (a package, a crate): they are dropped one by one.
    for from in 0..=name.qualifiers.len() {
        let scopes = &name.qualifiers[from..];
        let mut fit: Vec<Target> = all.iter().filter(|t| fits(t, scopes)).cloned().collect();
        // A prototype counts where its scope has no other declaration of the name.
        let is_primary = |target: &Target| !target.symbol().is_secondary_declaration();
        keep_best(&mut fit, is_primary);
        keep_meant(&mut fit, name, scopes);
        if from == 0 && fit.is_empty() {
            fit = declared_by_calls::members(context, name, scopes);
        }
        if !fit.is_empty() {
            let limit_note = (fit.len() > MAX_TARGETS).then(|| {
                let all = fit.len();
                format!("{all} declarations of {}: the first {MAX_TARGETS} count", name.name)
            });
            fit.truncate(MAX_TARGETS);
            let all_dropped = from > 0 && scopes.is_empty();
            let owner = owner_of(name).filter(|_| all_dropped);
            let inherited = owner.and_then(|owner| inherited_by(context, &owner, &fit));
            let note = all_dropped.then(|| {
                let scopes = name.qualifiers.join(".");
                match &inherited {
                    Some(inherited) => {
                        let from = &inherited[0].symbol().qualified;
                        format!("{scopes} has {} from elsewhere: {from}", name.name)
                    }
                    None => format!("no {} in {scopes}: taken by name", name.name),
                }
            });
            let fit = inherited.unwrap_or(fit);
            return Declarations {
                targets: fit,
                notes: note.into_iter().chain(limit_note).collect(),
                excluded: None,
            };
        }
    }
    Declarations { excluded, ..Declarations::default() }
}

/// The paths of the files of code that declare a name; empty if too many files contain the name in a position where a
/// declaration can be. Adds the cost to `stats`.
pub(crate) fn declaring_files(
    scanned: &ScannedQuery<'_>,
    name: &str,
    stats: &mut Stats,
) -> Vec<String> {
    let context = RelationContext::new(scanned.files, scanned.query, scanned.cancel);
    let found = declaring::declaring_files(&context, name);
    let cost = context.stats();
    stats.files_parsed += cost.files_parsed;
    stats.cache_hits += cost.cache_hits;
    stats.bytes_read += cost.bytes_read;
    found.iter().map(|file| file.path.clone()).collect()
}

/// The declared type before a name that nothing declares, as it is named, and what it declares, similar names first; `None`
/// without one.
pub(super) fn members_beside(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
) -> Option<(String, Vec<String>)> {
    let owner = owner_of(name)?;
    let types = find(context, &owner, Relation::Definition).targets;
    let mut names = Vec::new();
    for file in types.iter().filter(|ty| ty.symbol().is_type()).map(|ty| &ty.file) {
        let members =
            Target::all(file).filter(|member| member.container() == Some(owner.name.as_str()));
        names.extend(members.map(|member| member.symbol().name.clone()));
    }
    let mut names = distinct(names);
    // A slip comes first.
    let wanted = folded(&name.name);
    names.sort_by_key(|name| similar_names::distance(&wanted, &folded(name)).unwrap_or(usize::MAX));
    (!names.is_empty()).then_some((owner.name, names))
}

impl RelationContext<'_> {
    /// Whether no file that holds a name, and the type or module before it, was left out: then nothing declares it that
    /// was not found.
    pub(super) fn is_undeclared(&self, name: &SymbolQuery) -> bool {
        let unparsed = self.unparsed();
        let Some(owner) = name.qualifiers.last().filter(|_| !unparsed.is_empty()) else {
            return unparsed.is_empty();
        };
        let with_owner = self.files_with(std::slice::from_ref(owner));
        !unparsed.iter().any(|(path, _)| with_owner.iter().any(|file| file.path == *path))
    }
}

/// The type or module before a name.
fn owner_of(name: &SymbolQuery) -> Option<SymbolQuery> {
    let (owner, outer) = name.qualifiers.split_last()?;
    Some(SymbolQuery { qualifiers: outer.to_vec(), ..SymbolQuery::named(owner) })
}

/// Those of the declarations that a type of this name inherits, from the nearest type that declares one.
fn inherited_by(
    context: &RelationContext<'_>,
    owner: &SymbolQuery,
    declared: &[Target],
) -> Option<Vec<Target>> {
    let types = find(context, owner, Relation::Definition).targets;
    let types: Vec<Target> =
        types.into_iter().filter(|ty| ty.symbol().is_type()).take(MAX_TYPES).collect();
    let resolver = Resolver::new(context, &[]);
    let mut found = context.with_types(|| {
        let lineages = types.iter().map(|ty| resolver.lineage(vec![DeclaredType::at(ty)]));
        let found = lineages.filter_map(|lineage| {
            first_inherited(&lineage, None, declared).map(|first| {
                let owner = first.owner();
                let is_beside = |other: &&Target| match (&owner, other.owner()) {
                    (Some(own), Some(other)) => own.is(&other),
                    _ => other.is(first),
                };
                declared.iter().filter(is_beside).cloned().collect::<Vec<_>>()
            })
        });
        found.flatten().collect::<Vec<Target>>()
    });
    found.sort_by_key(Target::key);
    found.dedup_by(|one, other| one.is(other));
    (!found.is_empty()).then_some(found)
}

/// The targets, and the types of other modules that the targets augment.
pub(super) fn merged(context: &RelationContext<'_>, targets: &[Target]) -> Vec<Target> {
    let resolver = Resolver::new(context, &[]);
    let augmented = targets.iter().filter_map(|target| {
        let files = context.resolve(&target.file, target.augmented()?);
        Some(resolver.declared_types(files, &target.symbol().name, target.spot().steps))
    });
    let augmented: Vec<Target> = augmented.flatten().collect();
    targets.iter().cloned().chain(augmented).collect()
}
