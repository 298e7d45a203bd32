//! The declarations that a name means.

use std::collections::HashSet;
use std::sync::Arc;

use super::context::{FileWithName, RelationContext};
use super::likelihood::Likelihood;
use super::name::SymbolName;
use super::region::RelatedPlace;
use super::resolve::Resolver;
use crate::answer::Resolution;
use crate::facts::Symbol;
use crate::languages::{self, FileTree};
use crate::opened::Opened;
use crate::query::Relation;
use crate::rank::Score;

/// Files that hold a name up to which all are parsed for its definition.
const PARSED_ANYHOW: usize = 64;
/// Most declarations that one name is taken to mean: every use is held against each of them.
const MAX_TARGETS: usize = 1_000;

/// A declaration.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) file: Arc<Opened>,
    /// Index in the file's facts.
    pub(super) symbol: usize,
}

impl Target {
    pub(super) fn symbol(&self) -> &Symbol {
        &self.file.facts.symbols[self.symbol]
    }

    /// The innermost name that it stands in, without what the file itself is.
    pub(super) fn container(&self) -> Option<&str> {
        let symbol = self.symbol();
        let before = symbol.qualified.strip_suffix(symbol.name.as_str())?;
        before
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .rfind(|part| !part.is_empty())
    }

    /// Whether it belongs to a type, rather than to a module or a scope.
    pub(super) fn is_member(&self) -> bool {
        let symbol = self.symbol();
        match symbol.container {
            Some(_) if self.file.is_outer(symbol) => false,
            Some(at) => self.file.facts.symbols[at as usize].is_type(),
            // A function or a module may go by what it extends or stands in.
            None => {
                let free = matches!(symbol.kind.as_str(), "function" | "module");
                symbol.qualified != symbol.name && !free
            }
        }
    }

    /// Whether `scope` names what it stands in: its container, or its file or folder.
    pub(super) fn lives_in(&self, scope: &str) -> bool {
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

    /// Its name where it cannot be mistaken, else with its path: `path#qualified`.
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

/// The declarations of `name`, by path and line; notes say when the name was taken more loosely. For its definition
/// alone not every file that holds a common name is parsed.
pub(super) fn find(
    context: &RelationContext<'_>,
    name: &SymbolName,
    relation: Relation,
) -> (Vec<Target>, Vec<String>) {
    let files = match &name.path {
        Some(path) => context.open(path).into_iter().collect(),
        None => named(context, &name.name, relation),
    };
    let mut all: Vec<Target> = Vec::new();
    for file in &files {
        if context.factor(&file.path).is_none() {
            continue;
        }
        let symbols = file.facts.symbols.iter().enumerate();
        let named = symbols.filter(|(_, symbol)| {
            symbol.name == name.name && name.line.is_none_or(|line| symbol.name_line == line)
        });
        all.extend(named.map(|(symbol, _)| Target {
            file: Arc::clone(file),
            symbol,
        }));
    }
    if all.iter().any(|target| !target.symbol().is_extension()) {
        all.retain(|target| !target.symbol().is_extension());
    }
    // Outer qualifiers may name what no file shows (a package, a crate): drop them one by one.
    for from in 0..=name.qualifiers.len() {
        let wanted = &name.qualifiers[from..];
        let mut fit: Vec<Target> = all.iter().filter(|t| fits(t, wanted)).cloned().collect();
        choose(
            &mut fit,
            wanted.last().is_some_and(|last| *last == name.name),
        );
        if !fit.is_empty() {
            let many = (fit.len() > MAX_TARGETS).then(|| {
                let all = fit.len();
                format!(
                    "{all} declarations of {}: the first {MAX_TARGETS} count",
                    name.name
                )
            });
            fit.truncate(MAX_TARGETS);
            let looser = from > 0 && wanted.is_empty();
            let note = looser.then(|| {
                format!(
                    "no {} in {}: taken by name",
                    name.name,
                    name.qualifiers.join(".")
                )
            });
            return (fit, note.into_iter().chain(many).collect());
        }
    }
    (Vec::new(), Vec::new())
}

/// Of a type and what stands in it by the same name, a constructor, the type is meant; what stands in it
/// if it was asked for as such: `A.A`.
fn choose(targets: &mut Vec<Target>, inner: bool) {
    let own = |target: &Target| target.container() == Some(target.symbol().name.as_str());
    if inner && targets.iter().any(own) {
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

/// The files that may declare a name: those that hold it, and components that it is the file of. A key of data or a
/// heading is meant only where no code declares the name.
fn named(context: &RelationContext<'_>, name: &str, relation: Relation) -> Vec<Arc<Opened>> {
    let holders = context.holders(&[name.to_owned()]);
    let mut files = match relation {
        Relation::Definition if holders.len() > PARSED_ANYHOW => likely(context, &holders, name),
        _ => context.parse(&holders),
    };
    let declares = |file: &Arc<Opened>| file.facts.symbols.iter().any(|s| s.name == name);
    if !files.iter().any(declares) {
        files.extend(context.parse_data(&holders));
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

/// The files in which a name stands where declarations do, likeliest first, until it is declared: the rest only uses it.
fn likely(context: &RelationContext<'_>, holders: &[FileWithName], name: &str) -> Vec<Arc<Opened>> {
    let defines = |file: &Arc<Opened>| {
        let mut symbols = file.facts.symbols.iter();
        symbols.any(|symbol| symbol.name == name && !symbol.is_extension())
    };
    let mut files: Vec<Arc<Opened>> = Vec::new();
    for likelihood in [Likelihood::High, Likelihood::Medium, Likelihood::Low] {
        let those = holders
            .iter()
            .filter(|holder| holder.likelihood == likelihood);
        let those: Vec<FileWithName> = those.cloned().collect();
        let few = those.len() <= PARSED_ANYHOW && likelihood > Likelihood::Low;
        if few || !files.iter().any(defines) {
            files.extend(context.parse(&those));
        } else {
            context.leave(&those);
        }
    }
    files
}

/// The files of code that declare a name. Parses only files in which the text before the name allows a declaration, and
/// none if these are more than [`PARSED_ANYHOW`].
pub(super) fn declaring_files(context: &RelationContext<'_>, name: &str) -> Vec<Arc<Opened>> {
    let holders = context.holders(&[name.to_owned()]);
    for likelihood in [Likelihood::High, Likelihood::Medium] {
        let those = holders
            .iter()
            .filter(|holder| holder.likelihood == likelihood);
        let those: Vec<FileWithName> = those.cloned().collect();
        if those.len() > PARSED_ANYHOW {
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

/// What the targets are one with: the types that parts of other modules add to.
pub(super) fn merged(context: &RelationContext<'_>, targets: &[Target]) -> Vec<Target> {
    let resolver = Resolver::new(context, &[]);
    let whole = targets.iter().filter_map(|target| {
        let files = context.resolve(&target.file, target.augmented()?);
        Some(resolver.declared(files, &target.symbol().name))
    });
    let whole: Vec<Target> = whole.flatten().collect();
    targets.iter().cloned().chain(whole).collect()
}

/// Whether the qualifiers stand, in their order, among the containers and the parts of the path.
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

/// The declarations as places; one declaration is sure, several are by name.
pub(super) fn definitions(context: &RelationContext<'_>, targets: &[Target]) -> Vec<RelatedPlace> {
    let resolution = if targets.len() == 1 {
        Resolution::Scope
    } else {
        Resolution::Name
    };
    let place = |target: &Target| {
        let mut score = Score::default();
        score.add("definition", 4.0);
        // What holds others is what a bare name mostly means; a field or a variant seldom is.
        let symbol = target.symbol();
        score.add("top", if symbol.container.is_none() { 0.5 } else { 0.0 });
        score.add(
            "size",
            f64::from(symbol.end - symbol.start + 1).ln().min(4.0) * 0.1,
        );
        score.lower("penalty", context.factor(&target.file.path).unwrap_or(1.0));
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
