//! The relation of a file to the strings that name it: routes and controllers name views, templates include templates,
//! build and settings files list sources. No framework is known: a string names a file by the end of its path
//! ([`PathNames`]), and where that could be chance, the other strings in the same position of this tree decide
//! ([`positions`]).

mod file_names;
mod positions;

use crate::answer::Resolution;
use crate::facts::ParsedFile;
use crate::facts::files::Files;
use crate::facts::languages::folder;
use crate::relations::scopes::rules::LOADERS;
use crate::relations::{RelatedPlace, RelationContext, Target};
use crate::text::path_names::{Form, PathNames};
use crate::text::rank::Score;
use firsthand_source::{Cancel, RepoPath, count};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(crate) use file_names::{FileNames, Naming};

/// The places whose strings name the queried file, and those that its strings name; or those that the strings of the
/// queried declarations name.
pub(super) fn places(
    context: &RelationContext<'_>,
    file: u32,
    notes: &mut Vec<String>,
) -> Vec<RelatedPlace> {
    let names = file_names(context);
    let path = names.path(file);
    let mut found = users_in(context, &names, file);
    let namers: BTreeSet<&str> = found.iter().map(|place| place.file.path.as_str()).collect();
    let users = count(namers.len(), "file names or imports", "files name or import");
    let first_named = found.len();
    let named = names.named_in(&[(file, None)]);
    add_named(context, &names, named, path, &mut found);
    add_imported(context, path, first_named, &mut found);
    let named = count(found.len() - first_named, "file", "files");
    notes.push(format!("{users} {path}, and it names or imports {named}"));
    context.weigh(&mut found);
    found
}

/// The places whose strings or imports name a file.
pub(super) fn users(context: &RelationContext<'_>, file: u32) -> Vec<RelatedPlace> {
    let mut found = users_in(context, &file_names(context), file);
    context.weigh(&mut found);
    found
}

fn users_in(context: &RelationContext<'_>, names: &FileNames<'_>, file: u32) -> Vec<RelatedPlace> {
    let path = names.path(file);
    let mut found: Vec<RelatedPlace> = Vec::new();
    for naming in names.namings_of(&BTreeSet::from([file])) {
        if let Some(file) = context.open(names.path(naming.from)) {
            RelatedPlace::add_line(&mut found, file, (1, naming.line), path, resolution(&naming));
        }
    }
    add_importing(context, path, &mut found);
    found
}

/// The lines whose strings name a file, by path; empty if it is not in the tree.
pub(crate) fn lines_naming(files: &Files, path: &str, cancel: &Cancel) -> Vec<(RepoPath, u32)> {
    let context = &RelationContext::plain(files, cancel);
    let Some(file) = context.file_index(path) else {
        return Vec::new();
    };
    let names = file_names(context);
    let namings = names.namings_of(&BTreeSet::from([file]));
    let path_of = |file: u32| context.inventory.files[file as usize].path.clone();
    let lines = namings.iter().map(|naming| (path_of(naming.from), naming.line));
    let lines: BTreeSet<(RepoPath, u32)> = lines.collect();
    lines.into_iter().collect()
}

/// The lines that load a component by the path of its file and give it no name, as a route does; without those of
/// `found`.
pub(super) fn loading(
    context: &RelationContext<'_>,
    targets: &[Target],
    found: &[RelatedPlace],
) -> Vec<RelatedPlace> {
    let components = targets.iter().filter(|target| target.symbol().kind == "component");
    let files = components.filter_map(|target| context.file_index(&target.file.path));
    let files: BTreeSet<u32> = files.collect();
    if files.is_empty() {
        return Vec::new();
    }
    let names = file_names(context);
    let mut more: Vec<RelatedPlace> = Vec::new();
    for naming in names.namings_of(&files).iter().filter(|naming| naming.is_whole) {
        let path = names.path(naming.from);
        let is_known = RelatedPlace::is_known(found, path, naming.line);
        let Some(file) = context.open(path).filter(|_| !is_known) else { continue };
        let line = file.lines.bytes(naming.line, naming.line);
        let line = file.text.get(line).unwrap_or_default();
        let loads = |loader: &&str| memchr::memmem::find(line, loader.as_bytes()).is_some();
        if LOADERS.iter().any(loads) && context.factor(path).is_some() {
            let of = names.path(naming.named);
            RelatedPlace::add_line(&mut more, file, (1, naming.line), of, Resolution::Import);
        }
    }
    context.weigh(&mut more);
    more
}

/// The files that the strings of declarations name.
pub(super) fn named_by(context: &RelationContext<'_>, targets: &[Target]) -> Vec<RelatedPlace> {
    let names = file_names(context);
    let mut found = Vec::new();
    for target in targets {
        let symbol = target.symbol();
        let bytes = symbol.span.start as usize..symbol.span.end as usize;
        if let Some(file) = context.file_index(&target.file.path) {
            let named = names.named_in(&[(file, Some(bytes))]);
            add_named(context, &names, named, &symbol.qualified, &mut found);
        }
    }
    context.weigh(&mut found);
    found
}

/// The only file of the tree that a symbol names by its path, or by the end of it.
pub(super) fn file_of(context: &RelationContext<'_>, symbol: &str) -> Option<u32> {
    if let Some(file) = context.file_index(symbol) {
        return Some(file);
    }
    let named = PathNames::of(&context.inventory.files).named_by(symbol, "")?;
    match named.files[..] {
        [file] if named.form == Form::Whole => Some(file),
        _ => None,
    }
}

fn file_names<'a>(context: &'a RelationContext<'_>) -> FileNames<'a> {
    FileNames::of(context.listing, &context.inventory.files, context.cancel)
}

/// A string that names a file by its whole path is followed to it; another one is a name.
fn resolution(naming: &Naming) -> Resolution {
    if naming.is_whole { Resolution::Import } else { Resolution::Name }
}

/// Adds the beginning of each named file.
fn add_named(
    context: &RelationContext<'_>,
    names: &FileNames<'_>,
    namings: Vec<Naming>,
    of: &str,
    found: &mut Vec<RelatedPlace>,
) {
    let mut known = BTreeSet::new();
    for naming in namings {
        let file: Option<Arc<ParsedFile>> = context.open(names.path(naming.named));
        if let Some(file) = file.filter(|_| known.insert(naming.named)) {
            let score = Score::of([("named", 0.5)]);
            let place = RelatedPlace::of_file(file, resolution(&naming), of, score);
            found.push(RelatedPlace { named_at: Some(naming.line), ..place });
        }
    }
}

// The files that import a file, and those that it imports, as far as imports lead to files of the tree.

/// Adds the lines that import a file and are not yet known.
fn add_importing(context: &RelationContext<'_>, path: &str, found: &mut Vec<RelatedPlace>) {
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
fn add_imported(
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
                RelatedPlace { named_at: Some(own.line(import.at.start)), ..place }
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
