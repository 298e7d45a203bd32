//! Finds the files that declare a name: by its occurrences in their text, those that most likely declare it first.

use super::declaring_lines::{declarations_first, goes_on_behind};
use crate::facts::{Language, ParsedFile, Symbol, languages};
use crate::query::Relation;
use crate::relations::written::spelling::spellings;
use crate::relations::{FileWithName, RelationContext, SymbolQuery, Target, Unparsed};
use crate::text::likelihood::Likelihood;
use crate::text::memo::lock;
use crate::text::words::is_name_char;
use memchr::memmem;
use std::collections::HashSet;
use std::sync::Arc;

/// At most this many files that may declare a name are few, so all of them are parsed.
const FEW_FILES: usize = 64;

/// The most files that are read to find those that may declare a name.
const MAX_READ_FILES: usize = 512;

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
    let is_writer = written.ends_with(is_name_char);
    let written = if is_writer { written } else { name };
    let mut found = context.files_with(&spellings(written)).to_vec();
    context.qualifier_first(&mut found, symbol);
    if found.len() > context.query.max_parsed {
        declarations_first(context, &mut found, written);
    }
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
    let components =
        languages::component_files(name).flat_map(|file| context.file_tree.with_suffix(&file));
    for path in components.chain(modules_named(context, name)) {
        if !files.iter().any(|file| file.path == path) {
            files.extend(context.open(&path));
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// The modules of this name that may export something without a name, as many as are few.
fn modules_named(context: &RelationContext<'_>, name: &str) -> Vec<String> {
    let mut paths = languages::module_files(&context.file_tree, name);
    paths.retain(|path| {
        let text = context.listing.reader.read(path);
        text.is_ok_and(|text| memmem::find(&text, b"export").is_some())
    });
    paths
        .iter()
        .skip(FEW_FILES)
        .for_each(|path| context.tally.count_skipped(path, Unparsed::Limit));
    paths.truncate(FEW_FILES);
    paths
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
            context.count_skipped(&those, Unparsed::Declared);
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

/// The files of code that declare a name. Parses only files in which the text around the name allows a declaration, and
/// none if there are more than [`FEW_FILES`].
pub(super) fn declaring_files(context: &RelationContext<'_>, name: &str) -> Vec<Arc<ParsedFile>> {
    let found = context.files_with(&[name.to_owned()]);
    for likelihood in [Likelihood::High, Likelihood::Medium] {
        let those = found.iter().filter(|file| file.likelihood == likelihood);
        let mut those: Vec<FileWithName> = those.cloned().collect();
        if those.len() > FEW_FILES {
            those.truncate(MAX_READ_FILES);
            those = context.tree.threads.filter_map(&those, 4, |file| {
                goes_on_behind(context, file, name).then(|| file.clone())
            });
        }
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

// Opens files for a name: only the parts around it where the language allows that, and as many files as the limits
// allow.

/// The most bytes that are parsed for one relation.
const MAX_BYTES: u64 = 16 << 20;
/// The number of files that are parsed before it is asked whether more are needed.
const PART_FILES: usize = 64;
/// A file of which only an excerpt is parsed counts as this share of a file, in their number and in their bytes.
const EXCERPT_SHARE: u64 = 16;

/// Whether code in a file can use what another one declares by its name: what runs the one runs the other. Of a file whose
/// language is not known by its name, that is not known.
#[must_use]
pub fn can_use(path: &str, declaring: &str) -> bool {
    let languages = languages::of_path(path).zip(languages::of_path(declaring));
    languages.is_none_or(|(own, other)| own.reaches(other))
}

impl RelationContext<'_> {
    /// Of files with a qualified name, moves those to the front that also hold the innermost qualifier: a limit keeps the
    /// first files, and a name such as `new` is in very many.
    pub(crate) fn qualifier_first(&self, files: &mut [FileWithName], name: &SymbolQuery) {
        let Some(qualifier) = name.qualifiers.last().filter(|_| files.len() > FEW_FILES) else {
            return;
        };
        let with_qualifier = self.files_with(std::slice::from_ref(qualifier));
        let paths: HashSet<&str> = with_qualifier.iter().map(|file| &*file.path).collect();
        files.sort_by_key(|file| !paths.contains(&*file.path));
    }

    /// The files that hold the name of a symbol and may use one of its declarations, those with the innermost qualifier first.
    /// No other file that holds it counts as not parsed.
    pub(crate) fn files_using(&self, name: &SymbolQuery, targets: &[Target]) -> Vec<FileWithName> {
        let may_use = |path: &str| {
            targets.is_empty() || targets.iter().any(|target| can_use(path, &target.file.path))
        };
        let mut files = self.files_with(std::slice::from_ref(&name.name)).to_vec();
        files.retain(|file| may_use(&file.path));
        self.qualifier_first(&mut files, name);
        self.tally.retain_skipped(may_use);
        files
    }

    /// A file with its facts about a name: those of an excerpt of it, where the language allows that, otherwise all. The
    /// same call returns the same facts.
    pub(super) fn open_for_name(&self, path: &str, name: &str) -> Option<Arc<ParsedFile>> {
        // Beyond ASCII, the same name can have several spellings.
        if !has_excerpts(path) || !name.is_ascii() {
            return self.open(path);
        }
        let key = (path.to_owned(), name.to_owned());
        if let Some(known) = lock(&self.excerpts).get(&key) {
            return known.clone();
        }
        if let Some(known) = lock(&self.opened).get(path) {
            return known.clone();
        }
        if self.cancel.is_cancelled() || !self.inventory.contains(path) {
            return None;
        }
        let opened = self.files.open_for_name(path, name, self.cancel);
        let opened = opened.map(|(file, facts_cached)| {
            self.tally.count_opened(facts_cached);
            file
        });
        lock(&self.excerpts).entry(key).or_insert(opened).clone()
    }

    /// A file that does not hold a name, with its imports alone; otherwise as [`RelationContext::open_for_name`] returns
    /// it.
    pub(crate) fn open_for_origins(&self, path: &str, name: &str) -> Option<Arc<ParsedFile>> {
        self.open_for_imports(path, name).or_else(|| self.open_for_name(path, name))
    }

    fn open_for_imports(&self, path: &str, name: &str) -> Option<Arc<ParsedFile>> {
        if !has_excerpts(path) || !name.is_ascii() || !self.inventory.contains(path) {
            return None;
        }
        let text = self.listing.reader.read(path).ok()?;
        let language = languages::of_text(path, &text)?;
        let lines = &self.import_lines;
        let facts = lines.facts_without(language, &text, name, self.cancel)?;
        self.tally.count_opened(false);
        let (raw_bytes, facts) = (Arc::clone(&text), Arc::new(facts));
        let parsed = ParsedFile::new(path, raw_bytes, text, Some(language), facts);
        Some(Arc::new(parsed))
    }

    /// Like [`RelationContext::parse`], with the facts about a name only where that is less work.
    pub(crate) fn parse_for_name(
        &self,
        files: &[FileWithName],
        name: &str,
    ) -> Vec<Arc<ParsedFile>> {
        self.parse_until(files, name, |_| false)
    }

    /// Like [`RelationContext::parse_for_name`], until `is_last` returns true of a part of the files: the files after it
    /// are counted as skipped.
    pub(crate) fn parse_until(
        &self,
        files: &[FileWithName],
        name: &str,
        mut is_last: impl FnMut(&[Arc<ParsedFile>]) -> bool,
    ) -> Vec<Arc<ParsedFile>> {
        let is_code = |language: &Language| !language.is_data;
        let taken = self.within_limits(files, is_code, has_excerpts);
        let (threads, mut parsed) = (self.tree.threads, Vec::new());
        let mut parts = taken.chunks(PART_FILES);
        for part in parts.by_ref() {
            let new = threads.filter_map(part, 1, |path| self.open_for_name(path, name));
            let is_last = is_last(&new);
            parsed.extend(new);
            if is_last {
                break;
            }
        }
        let rest = parts.flatten();
        rest.for_each(|path| self.tally.count_skipped(path, Unparsed::Enough));
        parsed
    }

    /// The paths of the first files of the languages that `accepts` selects, as many as the limits allow.
    pub(crate) fn within_limits<'f>(
        &self,
        files: &'f [FileWithName],
        accepts: fn(&Language) -> bool,
        is_excerpt: fn(&str) -> bool,
    ) -> Vec<&'f str> {
        let accepted =
            files.iter().filter(|file| self.language_of(&file.path).is_some_and(accepts));
        let max_shares = (self.query.max_parsed as u64).saturating_mul(EXCERPT_SHARE);
        let (mut taken, mut shares, mut bytes) = (Vec::new(), 0_u64, 0_u64);
        for file in accepted {
            if shares < max_shares && bytes < MAX_BYTES {
                let is_excerpt = is_excerpt(&file.path);
                shares += if is_excerpt { 1 } else { EXCERPT_SHARE };
                bytes += file.size / if is_excerpt { EXCERPT_SHARE } else { 1 };
                taken.push(file.path.as_str());
            } else {
                self.tally.count_skipped(&file.path, Unparsed::Limit);
            }
        }
        taken
    }

    /// The paths of the first `most` of these files that are no documents and that the query does not exclude; the others
    /// are counted as skipped.
    pub(crate) fn first_paths<'f>(&self, files: &'f [FileWithName], most: usize) -> Vec<&'f str> {
        let is_read = |path: &&str| self.factor(path).is_some() && !self.class(path).docs;
        let mut paths = files.iter().map(|file| file.path.as_str()).filter(is_read);
        let read = paths.by_ref().take(most).collect();
        paths.for_each(|path| self.tally.count_skipped(path, Unparsed::Limit));
        read
    }
}

/// Whether the facts about a name come from an excerpt of a file.
fn has_excerpts(path: &str) -> bool {
    languages::of_path(path).is_some_and(|language| language.excerpt.is_some())
}
