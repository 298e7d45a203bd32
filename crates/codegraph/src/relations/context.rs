//! The state of one relation query: each file is read and parsed once, and the cost is counted.

use super::tally::{Tally, Unparsed};
use crate::answer::{SearchResult, Stats};
use crate::facts::file_tree::FileTree;
use crate::facts::files::{Files, ImportLines};
use crate::facts::parsed_file::given_up_note;
use crate::facts::{Import, Language, ParsedFile, languages};
use crate::query::Query;
use crate::relations::answers::notes;
use crate::relations::modules::inline_modules::behind_import;
use crate::relations::modules::project_imports::Projects;
use crate::relations::types::type_index::TypeIndex;
use crate::text::files_by_name::{self, occurrences};
use crate::text::likelihood::{Likelihood, likelihood};
use crate::text::listing::{Listing, index_in};
use crate::text::memo::{lock, remembered};
use crate::text::rank::{TEST_FACTOR, class_factor, generated_factor};
use crate::text::tree::Tree;
use crate::text::unread::{may_hold_words, not_searched};
use firsthand_source::fs::Inventory;
use firsthand_source::{Cancel, PathClass, RepoPath, identifiers, is_marked_generated};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, Mutex};

/// The paths of some files, and a name.
type DeclaringKey = (Vec<String>, String);

/// Parsed files by path and name.
pub(super) type Excerpts = HashMap<(String, String), Option<Arc<ParsedFile>>>;

/// The state of a relation query.
pub(super) struct RelationContext<'a> {
    pub(super) files: &'a Files,
    pub(super) tree: &'a Tree,
    pub(super) query: &'a Query,
    pub(super) cancel: &'a Cancel,
    pub(super) listing: &'a Listing,
    pub(super) inventory: &'a Inventory,
    pub(super) opened: Mutex<HashMap<String, Option<Arc<ParsedFile>>>>,
    /// The files of which only the facts about a name are known, by path and name.
    pub(super) excerpts: Mutex<Excerpts>,
    pub(super) import_lines: ImportLines,
    pub(super) file_tree: FileTree<'a>,
    pub(super) projects: Projects,
    resolved: Mutex<HashMap<(String, String), Vec<String>>>,
    files_with: Mutex<HashMap<Vec<String>, Arc<Vec<FileWithName>>>>,
    /// Which of some files may declare a name.
    declaring: Mutex<HashMap<DeclaringKey, Arc<Vec<String>>>>,
    pub(super) tally: Tally,
    pub(super) types: TypeIndex,
}

/// A file that contains at least one of several names.
#[derive(Clone, Debug)]
pub(super) struct FileWithName {
    pub(super) path: String,
    /// The number of occurrences of the names as words of their own.
    pub(super) count: u32,
    pub(super) size: u64,
    /// The indices of the names that occur, ascending.
    pub(super) names: Vec<u16>,
    /// The highest likelihood, among the occurrences, that the line declares the name.
    pub(super) likelihood: Likelihood,
}

impl<'a> RelationContext<'a> {
    pub(super) fn new(
        files: &'a Files,
        query: &'a Query,
        cancel: &'a Cancel,
    ) -> RelationContext<'a> {
        let listing = &files.listing;
        let inventory = &*listing.inventory;
        let tally = Tally::new(inventory);
        RelationContext {
            files,
            tree: &listing.tree,
            query,
            cancel,
            listing,
            inventory,
            opened: Mutex::default(),
            excerpts: Mutex::default(),
            import_lines: ImportLines::default(),
            file_tree: FileTree::new(listing),
            projects: Projects::default(),
            resolved: Mutex::default(),
            files_with: Mutex::default(),
            declaring: Mutex::default(),
            tally,
            types: TypeIndex::default(),
        }
    }

    /// The state of a question that states no query.
    pub(super) fn plain(files: &'a Files, cancel: &'a Cancel) -> RelationContext<'a> {
        static PLAIN: LazyLock<Query> = LazyLock::new(Query::default);
        RelationContext::new(files, &PLAIN, cancel)
    }

    pub(super) fn stats(&self) -> Stats {
        self.tally.stats(self.inventory, self.skipped())
    }

    /// The number of files with a queried name that one step of the query left out and no other step opened.
    pub(super) fn skipped(&self) -> usize {
        self.unparsed().len()
    }

    pub(super) fn unparsed(&self) -> Vec<(String, Unparsed)> {
        let (opened, excerpts) = (lock(&self.opened), lock(&self.excerpts));
        let in_part: HashSet<&str> = excerpts.keys().map(|(path, _)| path.as_str()).collect();
        self.tally.skipped(|path| !opened.contains_key(path) && !in_part.contains(path))
    }

    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = notes::unparsed(&self.unparsed());
        let (opened, excerpts) = (lock(&self.opened), lock(&self.excerpts));
        let files = opened.values().chain(excerpts.values()).flatten();
        notes.extend(given_up_note(files.map(|file| &**file)));
        notes
    }

    /// Adds what was not read and not parsed. Where nothing was found, a text without the names does not count.
    pub(super) fn add_unread(&self, symbol: &str, result: &mut SearchResult) {
        result.notes.extend(self.notes());
        let (files, mut unread) = (&self.inventory.files, self.tally.unread());
        if result.regions.is_empty() {
            let searched = lock(&self.files_with);
            let asked = identifiers(symbol).map(|(_, word)| word);
            let asked = asked.filter(|_| searched.is_empty());
            let names = searched.keys().flatten().map(String::as_str);
            let names: Vec<&str> = names.chain(asked).collect();
            unread = may_hold_words(self.listing, files, unread, &names);
        }
        let left = not_searched(self.inventory, files, unread, [], &HashSet::new());
        result.set_not_searched(left);
    }

    /// A file with its facts, opened once. `None` if it cannot be read, is not in the inventory, or was not opened
    /// before the query was cancelled.
    pub(super) fn open(&self, path: &str) -> Option<Arc<ParsedFile>> {
        if let Some(known) = lock(&self.opened).get(path) {
            return known.clone();
        }
        if self.cancel.is_cancelled() || !self.inventory.contains(path) {
            return None;
        }
        let opened = self.files.open(path, self.cancel);
        let opened = opened.map(|(file, facts_cached)| {
            if file.language.is_some() {
                self.tally.count_opened(facts_cached);
            }
            self.with_project_imports(file)
        });
        lock(&self.opened).entry(path.to_owned()).or_insert(opened).clone()
    }

    /// The index of a file in the inventory.
    pub(super) fn file_index(&self, path: &str) -> Option<u32> {
        index_in(&self.inventory.files, path)
    }

    /// The files that contain any of `names` as a word, most occurrences first; ties by path.
    pub(super) fn files_with(&self, names: &[String]) -> Arc<Vec<FileWithName>> {
        remembered(&self.files_with, names.to_vec(), |names| {
            let entries = &self.inventory.files;
            let (found, bytes) = files_by_name::find(self.listing, names, self.cancel);
            self.tally.add_found(&found, bytes);
            let with_name = found.matches.iter().map(|(file, matches)| FileWithName {
                path: entries[*file as usize].path.as_str().to_owned(),
                count: matches.count,
                size: entries[*file as usize].size,
                names: matches.names.clone(),
                likelihood: matches.likelihood,
            });
            let mut files: Vec<FileWithName> = with_name.collect();
            files.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.path.cmp(&b.path)));
            Arc::new(files)
        })
    }

    /// Those of the files with a line that may declare a name; they are read once for each name.
    pub(super) fn declaring(&self, files: Vec<String>, name: &str) -> Arc<Vec<String>> {
        remembered(&self.declaring, (files, name.to_owned()), |(files, name)| {
            let finder = files_by_name::finder([name]);
            let may_declare = |path: &&String| {
                let text = self.listing.reader.read(path);
                text.is_ok_and(|text| {
                    let mut all = finder.iter().flat_map(|finder| occurrences(finder, &text));
                    all.any(|(at, _)| likelihood(&text, at) > Likelihood::Low)
                })
            };
            Arc::new(files.iter().filter(may_declare).cloned().collect())
        })
    }

    /// Opens the files that are code of a known language, within the limits, in the order of their paths.
    pub(super) fn parse(&self, files: &[FileWithName]) -> Vec<Arc<ParsedFile>> {
        self.parse_languages(files, |language| !language.is_data)
    }

    /// Records that a limit excluded files; a note states the number of those that stay unparsed.
    pub(super) fn count_skipped(&self, files: &[FileWithName], why: Unparsed) {
        let code = files.iter().filter(|file| self.is_code(&file.path));
        code.for_each(|file| self.tally.count_skipped(&file.path, why));
    }

    /// Opens the files of the languages that `accepts` selects, within the limits, in the order of their paths.
    pub(super) fn parse_languages(
        &self,
        files: &[FileWithName],
        accepts: fn(&Language) -> bool,
    ) -> Vec<Arc<ParsedFile>> {
        let mut taken = self.within_limits(files, accepts, |_| false);
        taken.sort_unstable();
        let threads = self.tree.threads;
        threads.filter_map(&taken, 1, |path| self.open(path))
    }

    /// The files of the submodule `name` of the module `source`, as an import in `file`; empty if `name` cannot be a
    /// module.
    pub(super) fn resolve_member(
        &self,
        file: &ParsedFile,
        source: &str,
        name: &str,
    ) -> Vec<String> {
        let member = (file.language().submodule)(source, name);
        member.map_or_else(Vec::new, |member| self.resolve(file, &member))
    }

    /// The files of the module that an import names, and of the submodule of it that it imports.
    pub(super) fn imported(&self, file: &ParsedFile, import: &Import) -> Vec<String> {
        let mut found = self.resolve(file, &import.source);
        found.extend(self.resolve_member(file, &import.source, &import.name));
        found
    }

    /// The files to which an import of the module `source` in `file` resolves.
    pub(super) fn resolve(&self, file: &ParsedFile, source: &str) -> Vec<String> {
        if source.is_empty() {
            return vec![file.path.clone()];
        }
        let key = (file.path.clone(), source.to_owned());
        remembered(&self.resolved, key, |(path, source)| {
            let files =
                |source: &str| (file.language().resolve_import)(&self.file_tree, path, source);
            let found = files(source);
            let bound = || behind_import(file, source).map(|source| files(&source));
            if found.is_empty() { bound().unwrap_or(found) } else { found }
        })
    }

    /// The language of a file by its name, or by its text if the name has no extension.
    pub(super) fn language_of(&self, path: &str) -> Option<&'static Language> {
        languages::of_unopened(path, || self.listing.reader.read(path).ok())
    }

    /// Whether a file is code: neither data nor prose.
    pub(super) fn is_code(&self, path: &str) -> bool {
        self.language_of(path).is_some_and(|language| !language.is_data)
    }

    pub(super) fn class(&self, path: &str) -> PathClass {
        RepoPath::new(path).map_or_else(|_| PathClass::default(), |path| PathClass::of(&path))
    }

    /// The factor of a file's class for a score; `None` if the query excludes the file.
    pub(super) fn factor(&self, path: &str) -> Option<f64> {
        let class = self.class(path);
        let out = self.query.no_tests && class.test;
        (!out).then(|| class_factor(class, self.query.include))
    }

    /// The factor of a place for its score: that of its file, lower in a test; `None` if the query excludes it.
    pub(super) fn place_factor(&self, file: &ParsedFile, symbol: Option<usize>) -> Option<f64> {
        let generated = is_marked_generated(&file.text);
        let generated = generated.then(|| generated_factor(self.query.include));
        let factor = self.factor(&file.path)?.min(generated.unwrap_or(1.0));
        let is_test = symbol.is_some_and(|at| file.facts.symbols[at].test);
        let is_lowered = is_test && !self.query.include.tests;
        let factor = if is_lowered { factor.min(TEST_FACTOR) } else { factor };
        (!(is_test && self.query.no_tests)).then_some(factor)
    }
}
