//! Finds the declarations of a name.

use super::declaring::possible_files;
use super::heirs::inherited_by;
use super::name::keep_meant;
use super::{RelatedPlace, RelationContext, Resolver, SymbolQuery, announced};
use crate::answer::Resolution;
use crate::facts::{ParsedFile, Symbol};
use crate::query::Relation;
use crate::text::distinct::keep_best;
use crate::text::rank::Score;
use crate::text::words::is_name_char;
use std::sync::Arc;

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
    /// The declarations of a file, in their order.
    pub(super) fn all(file: &Arc<ParsedFile>) -> impl Iterator<Item = Target> {
        (0..file.facts.symbols.len()).map(|symbol| Target { file: Arc::clone(file), symbol })
    }

    pub(super) fn symbol(&self) -> &Symbol {
        &self.file.facts.symbols[self.symbol]
    }

    /// The declaration around it.
    pub(super) fn around(&self) -> Option<&Symbol> {
        self.file.facts.container(self.symbol())
    }

    /// The same as a declaration of the tree.
    pub(super) fn enclosing(&self) -> Option<Target> {
        let symbol = self.symbol().container? as usize;
        Some(Target { file: Arc::clone(&self.file), symbol })
    }

    /// The name of the innermost container; a component that stands for its whole file does not count.
    pub(super) fn container(&self) -> Option<&str> {
        self.symbol().qualifier()
    }

    /// Whether it is a member of a type, and not of a module or a scope.
    pub(super) fn is_member(&self) -> bool {
        let symbol = self.symbol();
        match self.around() {
            Some(_) if self.file.is_outer(symbol) => false,
            Some(around) => around.is_type(),
            // The qualified name of a function, a type or a module may begin with a type that it extends or a scope around it.
            None => {
                let free =
                    symbol.is_type() || matches!(symbol.kind.as_str(), "function" | "module");
                symbol.qualified != symbol.name && !free
            }
        }
    }

    /// Whether `scope` is the name of its container, or of its file or folder.
    pub(super) fn is_in(&self, scope: &str) -> bool {
        match self.container() {
            Some(container) => container == scope || self.open_scope() == Some(scope),
            None => self.path_parts().take(2).any(|part| part == scope),
        }
    }

    /// Whether the text of the declaration up to its name is this one, as far as both go.
    fn is_declared_as(&self, text: &str) -> bool {
        let symbol = self.symbol();
        let own = self.file.slice(&(symbol.code.start..symbol.name_span.end));
        let is_alike = || own.ends_with(text) || own.contains(' ') && text.ends_with(own);
        text.is_empty() || is_alike()
    }

    /// The scope around an enumeration of C++ that is open, so that its constants are names of that scope, too.
    pub(super) fn open_scope(&self) -> Option<&str> {
        let around = self.around().filter(|around| around.kind == "enum")?;
        let before = self.file.slice(&(around.code.start..around.name_span.start));
        let is_open = before.trim_end().ends_with("enum");
        let is_cpp = self.file.language().pointer_access.is_some();
        around.qualifier().filter(|_| is_cpp && is_open)
    }

    /// The parts of its file's path without the extension, innermost first.
    fn path_parts(&self) -> impl Iterator<Item = &str> {
        let path = self.file.path.as_str();
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        stem.rsplit('/')
    }

    /// The names of its containers and the parts of its namespace, innermost first.
    pub(super) fn scopes(&self) -> impl Iterator<Item = &str> {
        let namespace = self.namespace().into_iter();
        around(self.symbol()).chain(namespace.flat_map(|name| name.rsplit('.')))
    }

    /// Its qualified name if that is unique among `targets`, else with its path: `path#qualified`.
    pub(super) fn label(&self, targets: &[Target]) -> String {
        let qualified = &self.symbol().qualified;
        let same = targets.iter().filter(|other| &other.symbol().qualified == qualified);
        if same.count() > 1 { format!("{}#{qualified}", self.file.path) } else { qualified.clone() }
    }
}

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
            fit = announced::members(context, name, scopes);
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

/// The type or module before a name.
fn owner_of(name: &SymbolQuery) -> Option<SymbolQuery> {
    let (owner, outer) = name.qualifiers.split_last()?;
    Some(SymbolQuery { qualifiers: outer.to_vec(), ..SymbolQuery::named(owner) })
}

/// The names before that of a declaration in its qualified name, innermost first.
fn around(symbol: &Symbol) -> impl Iterator<Item = &str> {
    let is_name = |c: char| is_name_char(c) || c == '$';
    let before = symbol.qualified.strip_suffix(symbol.name.as_str());
    let names = before.unwrap_or_default().rsplit(move |c| !is_name(c));
    names.filter(|name| !name.is_empty())
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

/// Whether the qualifiers occur, in their order, among the containers and the parts of the namespace and of the path.
pub(super) fn fits(target: &Target, qualifiers: &[String]) -> bool {
    let mut scopes = target.scopes().chain(target.path_parts());
    qualifiers.iter().rev().all(|wanted| scopes.any(|scope| scope == wanted))
}

/// The declarations as places; a single declaration is certain, several are resolved by name.
pub(super) fn definitions(context: &RelationContext<'_>, targets: &[Target]) -> Vec<RelatedPlace> {
    let resolution = if targets.len() == 1 { Resolution::Scope } else { Resolution::Name };
    let place = |target: &Target| {
        let symbol = target.symbol();
        // A bare name mostly means an outermost declaration, and seldom a field or a variant.
        let top = if symbol.container.is_none() { 0.5 } else { 0.0 };
        let size = f64::from(symbol.end - symbol.start + 1).ln().min(4.0) * 0.1;
        let mut score = Score::of([("definition", 4.0), ("top", top), ("size", size)]);
        let factor = context.place_factor(&target.file, Some(target.symbol));
        score.lower("penalty", factor.unwrap_or(1.0));
        let (file, symbol) = (Arc::clone(&target.file), Some(target.symbol));
        RelatedPlace {
            distance: 0,
            ..RelatedPlace::new(file, symbol, resolution, target.label(targets), score)
        }
    };
    targets.iter().map(place).collect()
}
