//! Finds the files that declare a name: by its occurrences in their text, those that most likely declare it first.

use std::sync::Arc;

use super::context::{FileWithName, RelationContext};
use super::name::SymbolQuery;
use super::spelled::spellings;
use crate::facts::Symbol;
use crate::facts::languages::{self, FileTree};
use crate::facts::parsed_file::ParsedFile;
use crate::query::Relation;
use crate::text::likelihood::Likelihood;

/// At most this many files that may declare a name are few, so all of them are parsed.
const FEW_FILES: usize = 64;

/// The files that may declare a name: those that contain it, and components that are named after their file. Keys of
/// data and headings count only if no code declares the name.
pub(super) fn possible_files(
    context: &RelationContext<'_>,
    symbol: &SymbolQuery,
    relation: Relation,
) -> Vec<Arc<ParsedFile>> {
    let name = symbol.name.as_str();
    // The `=` at the end of a writer's name may be left out where it is declared.
    let written = name.strip_suffix('=').unwrap_or(name);
    let is_writer = written.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let written = if is_writer { written } else { name };
    let found = context.files_with(&spellings(written));
    let mut files = match relation {
        Relation::Definition if found.len() > FEW_FILES => likely(context, &found, symbol),
        // What a declaration calls is resolved by the other declarations of its file.
        Relation::Callees => context.parse(&found),
        _ => context.parse_for_name(&found, name),
    };
    let declares = |file: &Arc<ParsedFile>| declares(context, file, |s| symbol.is_named(&s.name));
    if !files.iter().any(declares) {
        files.extend(context.parse_languages(&found, |language| language.is_data));
    }
    let paths = languages::component_files(name).flat_map(|file| context.with_suffix(&file));
    for path in paths {
        if !files.iter().any(|file| file.path == path) {
            files.extend(context.open(&path));
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Parses the files with a name, those that most likely declare it first. After a declaration only few files are
/// parsed.
fn likely(
    context: &RelationContext<'_>,
    all: &[FileWithName],
    symbol: &SymbolQuery,
) -> Vec<Arc<ParsedFile>> {
    let is_primary = |s: &Symbol| symbol.is_named(&s.name) && !s.is_secondary_declaration();
    let defines = |file: &Arc<ParsedFile>| declares(context, file, is_primary);
    let mut files: Vec<Arc<ParsedFile>> = Vec::new();
    for likelihood in [Likelihood::High, Likelihood::Medium, Likelihood::Low] {
        let those = all.iter().filter(|file| file.likelihood == likelihood);
        let those: Vec<FileWithName> = those.cloned().collect();
        let few = those.len() <= FEW_FILES && likelihood > Likelihood::Low;
        if few || !files.iter().any(defines) {
            files.extend(context.parse_for_name(&those, &symbol.name));
        } else {
            context.count_skipped(&those);
        }
    }
    files
}

/// Whether a file has such a declaration that the query does not exclude.
fn declares(
    context: &RelationContext<'_>,
    file: &ParsedFile,
    is_such: impl Fn(&Symbol) -> bool,
) -> bool {
    let no_tests = context.query.no_tests;
    let mut symbols = file.facts.symbols.iter();
    symbols.any(|symbol| is_such(symbol) && !(no_tests && symbol.test))
        && context.factor(&file.path).is_some()
}

/// The files of code that declare a name. Parses only files in which the text before the name allows a declaration, and
/// none if there are more than [`FEW_FILES`].
pub(super) fn declaring_files(context: &RelationContext<'_>, name: &str) -> Vec<Arc<ParsedFile>> {
    let found = context.files_with(&[name.to_owned()]);
    for likelihood in [Likelihood::High, Likelihood::Medium] {
        let those = found.iter().filter(|file| file.likelihood == likelihood);
        let those: Vec<FileWithName> = those.cloned().collect();
        if those.len() > FEW_FILES {
            return Vec::new();
        }
        let mut files = context.parse(&those);
        files.retain(|file| file.facts.symbols.iter().any(|symbol| symbol.name == name));
        if !files.is_empty() {
            return files;
        }
    }
    Vec::new()
}
