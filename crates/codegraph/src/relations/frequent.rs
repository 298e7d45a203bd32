//! The uses of a frequent name: as many as can be listed, without parsing every file that contains it.

use super::aliases::Aliases;
use super::places::{MAX_SITES, resolution_score};
use super::targets::{self, Declarations};
use super::uses::{Kind, in_file, in_files, is_beside};
use super::{RelatedPlace, RelationContext, Resolver, SymbolQuery, Target};
use crate::answer::Resolution;
use crate::query::Relation;

/// A name is frequent if it occurs at least so many times for each line that can be listed.
const OCCURRENCES_OF_SITE: usize = 2;

/// The most probable declarations of a frequent name and as many of its uses as are listed, without parsing every file
/// that contains it; `None` if the name is not frequent, or if fewer uses than that are certain.
pub(super) fn uses(
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
    let mut files = context.files_with(std::slice::from_ref(&name.name)).to_vec();
    context.qualifier_first(&mut files, name);
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
