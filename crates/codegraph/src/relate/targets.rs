//! Finds the declarations of a name.

use std::collections::HashSet;
use std::sync::Arc;

use super::context::{FileWithName, RelationContext};
use super::likelihood::Likelihood;
use super::name::SymbolQuery;
use super::region::RelatedPlace;
use super::resolve::Resolver;
use crate::answer::Resolution;
use crate::facts::Symbol;
use crate::languages::{self, FileTree};
use crate::parsed_file::ParsedFile;
use crate::query::Relation;
use crate::rank::Score;

/// At most this many files that may declare a name are few, so all of them are parsed.
const FEW_FILES: usize = 64;
/// The most declarations of one name: every occurrence is compared with each of them.
const MAX_TARGETS: usize = 1_000;

/// A declaration.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) file: Arc<ParsedFile>,
    /// Index in the file's facts.
    pub(super) symbol: usize,
}

impl Target {
    pub(super) fn symbol(&self) -> &Symbol {
        &self.file.facts.symbols[self.symbol]
    }

    /// The name of the innermost container; a component that stands for its whole file does not count.
    pub(super) fn container(&self) -> Option<&str> {
        let symbol = self.symbol();
        let before = symbol.qualified.strip_suffix(symbol.name.as_str())?;
        before
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .rfind(|part| !part.is_empty())
    }

    /// Whether it is a member of a type, and not of a module or a scope.
    pub(super) fn is_member(&self) -> bool {
        let symbol = self.symbol();
        match symbol.container {
            Some(_) if self.file.is_outer(symbol) => false,
            Some(at) => self.file.facts.symbols[at as usize].is_type(),
            // The qualified name of a function or a module may begin with a type that it extends or a scope around it.
            None => {
                let free = matches!(symbol.kind.as_str(), "function" | "module");
                symbol.qualified != symbol.name && !free
            }
        }
    }

    /// Whether `scope` is the name of its container, or of its file or folder.
    pub(super) fn is_in(&self, scope: &str) -> bool {
        let path = self
            .file
            .path
            .rsplit_once('.')
            .map_or(self.file.path.as_str(), |p| p.0);
        match self.container() {
            Some(container) => container == scope,
            None => path.rsplit('/').take(2).any(|part| part == scope),
        }
    }

    /// Its qualified name if that is unique among `targets`, else with its path: `path#qualified`.
    pub(super) fn label(&self, targets: &[Target]) -> String {
        let qualified = &self.symbol().qualified;
        let same = targets
            .iter()
            .filter(|other| &other.symbol().qualified == qualified);
        if same.count() > 1 {
            format!("{}#{qualified}", self.file.path)
        } else {
            qualified.clone()
        }
    }

    pub(super) fn describe(&self) -> String {
        let symbol = self.symbol();
        format!(
            "{}:{} {} ({})",
            self.file.path, symbol.name_line, symbol.qualified, symbol.kind
        )
    }
}

/// The declarations of `name`, by path and line. Notes say if all qualifiers were dropped, and if there are more than
/// [`MAX_TARGETS`]. If only the definition is queried, not every file that contains a common name is parsed.
pub(super) fn find(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    relation: Relation,
) -> (Vec<Target>, Vec<String>) {
    let files = match &name.path {
        Some(path) => context.open(path).into_iter().collect(),
        None => possible_files(context, &name.name, relation),
    };
    let mut all: Vec<Target> = Vec::new();
    for file in &files {
        let symbols = file.facts.symbols.iter().enumerate();
        let named = symbols.filter(|(at, symbol)| {
            symbol.name == name.name
                && name.line.is_none_or(|line| symbol.name_line == line)
                && context.place_factor(file, Some(*at)).is_some()
        });
        all.extend(named.map(|(symbol, _)| Target {
            file: Arc::clone(file),
            symbol,
        }));
    }
    let is_primary = |target: &Target| !target.symbol().is_secondary_declaration();
    if all.iter().any(is_primary) {
        all.retain(is_primary);
    }
    // Outer qualifiers may be names that are in no file (a package, a crate): they are dropped one by one.
    for from in 0..=name.qualifiers.len() {
        let scopes = &name.qualifiers[from..];
        let mut fit: Vec<Target> = all.iter().filter(|t| fits(t, scopes)).cloned().collect();
        prefer_types(
            &mut fit,
            scopes.last().is_some_and(|last| *last == name.name),
        );
        if !fit.is_empty() {
            let limit_note = (fit.len() > MAX_TARGETS).then(|| {
                let all = fit.len();
                format!(
                    "{all} declarations of {}: the first {MAX_TARGETS} count",
                    name.name
                )
            });
            fit.truncate(MAX_TARGETS);
            let all_dropped = from > 0 && scopes.is_empty();
            let note = all_dropped.then(|| {
                format!(
                    "no {} in {}: taken by name",
                    name.name,
                    name.qualifiers.join(".")
                )
            });
            return (fit, note.into_iter().chain(limit_note).collect());
        }
    }
    (Vec::new(), Vec::new())
}

/// If a type has a member of its own name, a constructor, the type is meant; the member is meant if it was queried as
/// such: `A.A` (`member_queried`).
fn prefer_types(targets: &mut Vec<Target>, member_queried: bool) {
    let own = |target: &Target| target.container() == Some(target.symbol().name.as_str());
    if member_queried && targets.iter().any(own) {
        targets.retain(own);
        return;
    }
    let types = targets.iter().filter(|target| target.symbol().is_type());
    let types: HashSet<(String, usize)> = types
        .map(|target| (target.file.path.clone(), target.symbol))
        .collect();
    targets.retain(|target| {
        let mut around = target.file.facts.containers(target.symbol);
        !around.any(|at| types.contains(&(target.file.path.clone(), at)))
    });
}

/// The files that may declare a name: those that contain it, and components that are named after their file. Keys of
/// data and headings count only if no code declares the name.
fn possible_files(
    context: &RelationContext<'_>,
    name: &str,
    relation: Relation,
) -> Vec<Arc<ParsedFile>> {
    let found = context.files_with(&[name.to_owned()]);
    let mut files = match relation {
        Relation::Definition if found.len() > FEW_FILES => likely(context, &found, name),
        _ => context.parse(&found),
    };
    let declares = |file: &Arc<ParsedFile>| file.facts.symbols.iter().any(|s| s.name == name);
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
fn likely(context: &RelationContext<'_>, all: &[FileWithName], name: &str) -> Vec<Arc<ParsedFile>> {
    let defines = |file: &Arc<ParsedFile>| {
        let mut symbols = file.facts.symbols.iter();
        symbols.any(|symbol| symbol.name == name && !symbol.is_secondary_declaration())
    };
    let mut files: Vec<Arc<ParsedFile>> = Vec::new();
    for likelihood in [Likelihood::High, Likelihood::Medium, Likelihood::Low] {
        let those = all.iter().filter(|file| file.likelihood == likelihood);
        let those: Vec<FileWithName> = those.cloned().collect();
        let few = those.len() <= FEW_FILES && likelihood > Likelihood::Low;
        if few || !files.iter().any(defines) {
            files.extend(context.parse(&those));
        } else {
            context.count_skipped(&those);
        }
    }
    files
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

/// The targets, and the types of other modules that the targets augment.
pub(super) fn merged(context: &RelationContext<'_>, targets: &[Target]) -> Vec<Target> {
    let resolver = Resolver::new(context, &[]);
    let augmented = targets.iter().filter_map(|target| {
        let files = context.resolve(&target.file, target.augmented()?);
        Some(resolver.declared_types(files, &target.symbol().name))
    });
    let augmented: Vec<Target> = augmented.flatten().collect();
    targets.iter().cloned().chain(augmented).collect()
}

/// Whether the qualifiers occur, in their order, among the containers and the parts of the path.
fn fits(target: &Target, qualifiers: &[String]) -> bool {
    let symbol = target.symbol();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let before = symbol
        .qualified
        .strip_suffix(symbol.name.as_str())
        .unwrap_or_default();
    let path = target
        .file
        .path
        .rsplit_once('.')
        .map_or(target.file.path.as_str(), |p| p.0);
    let scopes = before.split(|c| !is_name(c)).rev().chain(path.rsplit('/'));
    let mut scopes = scopes.filter(|scope| !scope.is_empty());
    qualifiers
        .iter()
        .rev()
        .all(|wanted| scopes.any(|scope| scope == wanted))
}

/// The declarations as places; a single declaration is certain, several are resolved by name.
pub(super) fn definitions(context: &RelationContext<'_>, targets: &[Target]) -> Vec<RelatedPlace> {
    let resolution = if targets.len() == 1 {
        Resolution::Scope
    } else {
        Resolution::Name
    };
    let place = |target: &Target| {
        let mut score = Score::default();
        score.add("definition", 4.0);
        // A bare name mostly means an outermost declaration, and seldom a field or a variant.
        let symbol = target.symbol();
        score.add("top", if symbol.container.is_none() { 0.5 } else { 0.0 });
        score.add(
            "size",
            f64::from(symbol.end - symbol.start + 1).ln().min(4.0) * 0.1,
        );
        let factor = context.place_factor(&target.file, Some(target.symbol));
        score.lower("penalty", factor.unwrap_or(1.0));
        RelatedPlace {
            file: Arc::clone(&target.file),
            symbol: Some(target.symbol),
            lines: Vec::new(),
            resolution,
            relation_of: target.label(targets),
            distance: 0,
            score,
            order: symbol.start,
        }
    };
    targets.iter().map(place).collect()
}
