//! The files that import a file, and those that it imports, as far as imports lead to files of the tree.

use super::{RelatedPlace, RelationContext};
use crate::answer::Resolution;
use crate::facts::languages::folder;
use crate::text::rank::Score;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Adds the lines that import a file and are not yet known.
pub(super) fn add_importing(
    context: &RelationContext<'_>,
    path: &str,
    found: &mut Vec<RelatedPlace>,
) {
    if !context.is_code(path) {
        return;
    }
    let names = names_of(path);
    for file in context.parse(&context.files_with(&names)).iter().filter(|file| file.path != path) {
        let imports = file.facts.imports.iter().filter(|import| !import.source.is_empty());
        let imports =
            imports.filter(|import| context.imported(file, import).iter().any(|to| to == path));
        let lines: BTreeSet<u32> = imports.map(|import| file.line(import.at.start)).collect();
        for line in lines {
            if !RelatedPlace::is_known(found, &file.path, line) {
                let (file, of) = (Arc::clone(file), path);
                RelatedPlace::add_line(found, file, (1, line), of, Resolution::Import);
            }
        }
    }
}

/// Adds the files that a file imports; those from `first` on are known to be named by it.
pub(super) fn add_imported(
    context: &RelationContext<'_>,
    path: &str,
    first: usize,
    found: &mut Vec<RelatedPlace>,
) {
    let Some(own) = context.open(path) else { return };
    let mut known: BTreeSet<String> =
        found[first..].iter().map(|place| place.file.path.clone()).collect();
    known.insert(path.to_owned());
    for import in own.facts.imports.iter().filter(|import| !import.source.is_empty()) {
        for to in context.imported(&own, import) {
            let opened = if known.insert(to.clone()) { context.open(&to) } else { None };
            found.extend(opened.map(|file| {
                let score = Score::of([("named", 0.5)]);
                let place = RelatedPlace::of_file(file, Resolution::Import, path, score);
                RelatedPlace { order: own.line(import.at.start), ..place }
            }));
        }
    }
}

/// The names of which every import of a file has one: that of the file, and that of its folder, which may stand for it.
fn names_of(path: &str) -> Vec<String> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file);
    let around = folder(path).rsplit('/').next().unwrap_or_default();
    let names = [stem, around].into_iter().filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}
