//! Finds the declarations that a declaration calls.

use super::notes::Unresolved;
use super::places::use_score;
use crate::answer::Resolution;
use crate::facts::languages;
use crate::facts::parsed_file::distinct_files;
use crate::facts::{Language, ParsedFile, Reference};
use crate::relations::modules::follow::{Calls, calls_of};
use crate::relations::modules::module_values::Handed;
use crate::relations::resolution::receiver::Receivers;
use crate::relations::{Occurrence, RelatedPlace, RelationContext, Resolver, Target, Unparsed};
use crate::text::distinct::distinct;
use crate::text::files_by_name;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// The most declarations whose calls are followed if the name is ambiguous.
const MAX_TARGETS: usize = 4;
/// The most declarations of one name that are shown if only the name matches.
const MAX_BY_NAME: usize = 2;
/// The most files among the target's own file, its imported files and the files of its scope that are opened.
const MAX_NEAR_FILES: usize = 60;
/// A name that more files contain is not searched by name alone.
const MAX_FILES_WITH_NAME: usize = 24;

/// The declarations that the targets call; notes list the other calls, by the reason why no declaration is shown.
pub(super) fn callees(
    context: &RelationContext<'_>,
    targets: &[Target],
    notes: &mut Vec<String>,
) -> Vec<RelatedPlace> {
    let mut found = Vec::new();
    for target in targets.iter().take(MAX_TARGETS) {
        let calls = calls_of(context, target);
        let receivers = Receivers::of(context, target, &calls);
        let caller = Caller { context, target, calls: &calls };
        let mut files = caller.near_files();
        files.extend(receivers.files);
        distinct_files(&mut files);
        let near_declarations = caller.called_declarations(files);
        let mut unresolved: Vec<String> = Vec::new();
        for (name, uses) in &calls {
            let declared = near_declarations.get(name).map_or(&[][..], Vec::as_slice);
            let (places, _) = caller.resolve(declared, uses, false);
            if places.is_empty() {
                unresolved.push(name.clone());
            }
            found.extend(places);
        }
        let (candidates, common) = caller.search_by_name(&unresolved);
        let mut by_reason = Unresolved::default();
        for name in unresolved {
            let declared = candidates.get(&name).map_or(&[][..], Vec::as_slice);
            let (places, ambiguous) = caller.resolve(declared, &calls[&name], true);
            if !places.is_empty() {
                found.extend(places);
            } else if receivers.external_names.contains(&name) {
                by_reason.outside.push(name);
            } else if ambiguous {
                by_reason.several.push(name);
            } else if declared.is_empty() && common.contains(&name) {
                by_reason.common.push(name);
            } else {
                by_reason.outside.push(name);
            }
        }
        by_reason.add_notes(&target.symbol().qualified, notes);
    }
    found
}

/// A declaration, and the calls in it.
struct Caller<'a> {
    context: &'a RelationContext<'a>,
    target: &'a Target,
    calls: &'a Calls,
}

impl Caller<'_> {
    /// The target's own file, the files of its imports and, if the language has a scope of folders, those of its folder;
    /// only those that can declare a called name.
    fn near_files(&self) -> Vec<Arc<ParsedFile>> {
        let mut paths = vec![self.target.file.path.clone()];
        let imports = self.target.file.facts.imports.iter();
        paths.extend(imports.flat_map(|import| self.context.imported(&self.target.file, import)));
        if self.target.file.language().folder_scope {
            paths.extend(
                self.context.file_tree.in_folder(languages::folder(&self.target.file.path)),
            );
        }
        let mut paths = distinct(paths);
        paths.truncate(MAX_NEAR_FILES);
        self.open_declaring(&paths)
    }

    /// Opens those of the files that can declare a called name: the others contain none of the names, or are in a language
    /// whose names these calls cannot mean.
    fn open_declaring(&self, paths: &[impl AsRef<str> + Sync]) -> Vec<Arc<ParsedFile>> {
        let Some(finder) = files_by_name::finder(self.calls.keys()) else {
            return Vec::new();
        };
        let can_declare = |path: &str| {
            self.context.listing.reader.read(path).is_ok_and(|text| {
                let language = languages::of_text(path, &text);
                let named = || language.is_some_and(|l| l.component_name(path).is_some());
                let holds = || files_by_name::occurrences(&finder, &text).next().is_some();
                joins_alike(language, self.target.file.language) && (named() || holds())
            })
        };
        let threads = self.context.tree.threads;
        threads.filter_map(paths, 1, |path| {
            let path = path.as_ref();
            (self.context.inventory.contains(path) && can_declare(path))
                .then(|| self.context.open(path))
                .flatten()
        })
    }

    /// The declarations, in any file of the tree, of those of the names that at most [`MAX_FILES_WITH_NAME`] files contain; and
    /// the other names, which too many files contain to parse them all.
    fn search_by_name(&self, names: &[String]) -> (BTreeMap<String, Vec<Target>>, HashSet<String>) {
        if names.is_empty() {
            return Default::default();
        }
        let files_with_names = self.context.files_with(names);
        let mut file_counts = vec![0_usize; names.len()];
        for name in files_with_names.iter().flat_map(|file| &file.names) {
            file_counts[usize::from(*name)] += 1;
        }
        let informative = |name: &u16| file_counts[usize::from(*name)] <= MAX_FILES_WITH_NAME;
        let mut paths: Vec<&str> = files_with_names
            .iter()
            .filter(|file| file.names.iter().any(informative))
            .map(|file| file.path.as_str())
            .collect();
        if let Some(skipped) = paths.get(self.context.query.max_parsed..) {
            skipped.iter().for_each(|path| self.context.tally.count_skipped(path, Unparsed::Limit));
            paths.truncate(self.context.query.max_parsed);
        }
        paths.sort_unstable();
        let files = self.open_declaring(&paths);
        let common = names.iter().zip(&file_counts);
        let common = common.filter(|(_, files)| **files > MAX_FILES_WITH_NAME);
        let common = common.map(|(name, _)| name.clone()).collect();
        (self.called_declarations(files), common)
    }

    /// The declarations in `files` with the called names.
    fn called_declarations(&self, files: Vec<Arc<ParsedFile>>) -> BTreeMap<String, Vec<Target>> {
        let mut declared: BTreeMap<String, Vec<Target>> = BTreeMap::new();
        for file in files {
            let alike = joins_alike(file.language, self.target.file.language);
            if !alike || file.language().is_data || self.context.factor(&file.path).is_none() {
                continue;
            }
            for callee in Target::all(&file) {
                let declaration = callee.symbol();
                let excluded = self.context.query.no_tests && declaration.test;
                let meant = !declaration.is_secondary_declaration() && callee.is_callable();
                if !excluded && meant && self.calls.contains_key(&declaration.name) {
                    let of_name = declared.entry(declaration.name.clone()).or_default();
                    of_name.push(callee);
                }
            }
        }
        declared
    }

    /// The places of the declarations to which the calls of one name resolve, and whether a call may mean one of `declared`
    /// by its name only. If this is so, no call resolves to one, and there are at most [`MAX_BY_NAME`] of them, then with
    /// `accepts_name_only` each of them is a place.
    fn resolve(
        &self,
        declared: &[Target],
        uses: &[Reference],
        accepts_name_only: bool,
    ) -> (Vec<RelatedPlace>, bool) {
        if declared.is_empty() {
            return (Vec::new(), false);
        }
        let resolver = Resolver::new(self.context, declared);
        let own = std::slice::from_ref(&self.target.file);
        let handed = Handed::of(&resolver, &declared[0].symbol().name, own);
        let resolver = resolver.with_handed(&handed);
        let resolved = self.context.with_types(|| -> Vec<_> {
            let resolve = |reference: &Reference| {
                resolver.resolve(&Occurrence::of(&self.target.file, reference))
            };
            uses.iter().map(resolve).collect()
        });
        let mut resolution_of: BTreeMap<usize, Resolution> = BTreeMap::new();
        let mut may_mean_by_name = false;
        for found in resolved {
            let Some(found) = found else { continue };
            if let Some(at) = found.target {
                let most_certain = resolution_of.entry(at).or_insert(found.resolution);
                *most_certain = found.resolution.min(*most_certain);
            } else {
                may_mean_by_name = true;
            }
        }
        if accepts_name_only
            && resolution_of.is_empty()
            && may_mean_by_name
            && declared.len() <= MAX_BY_NAME
        {
            resolution_of.extend((0..declared.len()).map(|at| (at, Resolution::Name)));
        }
        let order = uses.first().map_or(0, |reference| reference.span.start);
        let places = resolution_of
            .into_iter()
            .map(|(at, resolution)| {
                let callee = &declared[at];
                let mut score = use_score(resolution, uses.len());
                if resolution == Resolution::Name {
                    score.add("ambiguity", -0.3 * (declared.len() as f64 - 1.0));
                }
                let factor = self.context.place_factor(&callee.file, Some(callee.symbol));
                score.lower("penalty", factor.unwrap_or(1.0));
                let of = self.target.symbol().qualified.clone();
                let (file, symbol) = (Arc::clone(&callee.file), Some(callee.symbol));
                RelatedPlace { order, ..RelatedPlace::new(file, symbol, resolution, of, score) }
            })
            .collect();
        (places, may_mean_by_name)
    }
}

/// Whether two languages have the same separator of qualified names.
fn joins_alike(one: Option<&Language>, other: Option<&Language>) -> bool {
    one.map(|language| language.separator) == other.map(|language| language.separator)
}
