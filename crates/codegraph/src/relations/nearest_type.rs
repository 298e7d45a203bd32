//! Which of several types with one name a name means: by full names, imports, folders and the scopes around it.

use super::full_names::NAMESPACE_SEPARATOR;
use super::receiver_path::parts;
use super::{Resolver, Spot, Target};
use crate::answer::Resolution;
use crate::facts::Import;
use crate::facts::languages::folder;
use std::sync::Arc;

impl Resolver<'_> {
    /// Those of the types with a name whose full name `written` means at byte `at`.
    pub(super) fn fully_named(
        &self,
        spot: Spot<'_>,
        types: &[Target],
        written: &str,
    ) -> Option<(Vec<Target>, Resolution)> {
        let absolute = written.starts_with(NAMESPACE_SEPARATOR);
        if let Some(inner) = types_in_types_around(types, written, spot) {
            return Some((inner, Resolution::Scope));
        }
        let full_names = self.full_names(spot, parts(written)?, absolute);
        let mut fitting = full_names.iter().map(|full_name| -> Vec<Target> {
            let fits = types.iter().filter(|ty| ty.has_full_name(full_name));
            fits.cloned().collect()
        });
        let found = fitting.find(|fitting| !fitting.is_empty())?;
        let namespace = spot.file.facts.namespace_at(spot.at);
        let is_beside = |ty: &Target| ty.namespace() == namespace;
        let resolution =
            if found.iter().all(is_beside) { Resolution::Scope } else { Resolution::Import };
        Some((found, resolution))
    }

    /// Whether an extension of a type extends one of `parts`, and not another one of the `types` with its name.
    pub(super) fn extends_one_of(
        &self,
        extension: &Target,
        parts: &[Target],
        types: &[Target],
    ) -> bool {
        if parts.len() == types.len() {
            return true;
        }
        let symbol = extension.symbol();
        let spot = Spot::new(&extension.file, symbol.name_span.start);
        let meant = self.nearest(spot, types, &[], &symbol.name);
        meant.is_none_or(|(meant, _)| meant.iter().any(|ty| parts.iter().any(|part| part.is(ty))))
    }

    /// Those of the types with a name that it means at byte `at`: of the file, of an import, of the folder, of the
    /// named scope, or else any.
    pub(super) fn nearest(
        &self,
        spot: Spot<'_>,
        types: &[Target],
        scopes: &[String],
        name: &str,
    ) -> Option<(Vec<Target>, Resolution)> {
        let Spot { file, at, .. } = spot;
        let language = file.language?;
        let keep = |fits: &dyn Fn(&Target) -> bool| -> Option<Vec<Target>> {
            let fitting: Vec<Target> = types.iter().filter(|ty| fits(ty)).cloned().collect();
            let fitting = in_innermost_scope(fitting, scopes.last(), spot);
            (!fitting.is_empty()).then_some(fitting)
        };
        let head = scopes.first().map_or(name, String::as_str);
        let imports: Vec<&Import> = file.facts.imports_as(head, at).collect();
        let files: Vec<Vec<String>> =
            imports.iter().map(|import| self.context.resolve(file, &import.source)).collect();
        if scopes.is_empty()
            && let Some(own) = keep(&|ty| ty.file.path == file.path)
        {
            return Some((own, Resolution::Scope));
        }
        if !files.is_empty() {
            let imported = keep(&|ty| files.iter().flatten().any(|path| *path == ty.file.path));
            // An import that leads out of the tree means a type from outside it.
            let outside = files.iter().all(Vec::is_empty);
            return match imported {
                Some(imported) => Some((imported, Resolution::Import)),
                None if outside || language.types_are_values => None,
                None => {
                    let mut sources = imports.iter().zip(files);
                    let passed_on = sources.find_map(|(import, files)| {
                        let inner = if scopes.is_empty() { &import.name } else { name };
                        self.passed_on(files, inner, types)
                    });
                    let passed_on = passed_on.map(|types| (types, Resolution::Import));
                    passed_on.or_else(|| Some((keep(&|_| true)?, Resolution::Name)))
                }
            };
        }
        if !scopes.is_empty() {
            let module = self.context.resolve(file, &scopes.join(language.separator));
            if let Some(types) = self.passed_on(module, name, types) {
                return Some((types, Resolution::Import));
            }
        }
        let stars: Vec<String> = file
            .facts
            .stars()
            .flat_map(|star| {
                let inner = format!("{}{}{name}", star.source, language.separator);
                let mut files = self.context.resolve(file, &star.source);
                files.extend(self.context.resolve(file, &inner));
                files
            })
            .collect();
        if let Some(starred) = keep(&|ty| stars.contains(&ty.file.path)) {
            return Some((starred, Resolution::Import));
        }
        if scopes.is_empty() && language.folder_scope {
            let beside = keep(&|ty| folder(&ty.file.path) == folder(&file.path));
            if beside.is_some() || language.types_are_values {
                return beside.map(|beside| (beside, Resolution::Scope));
            }
        }
        let within = scopes.last().and_then(|scope| keep(&|ty| ty.is_in(scope)));
        let any = within.or_else(|| keep(&|_| true))?;
        // A constant is known to the whole program by its name within the modules around it.
        let is_global =
            language.modules_lend && any.iter().all(|ty| is_seen_from(ty, scopes, spot));
        Some((any, if is_global { Resolution::Import } else { Resolution::Name }))
    }

    /// Those of the types that the modules `start` declare or pass on under a name, as with `pub use inner::T;`, if there
    /// is one such type.
    fn passed_on(&self, start: Vec<String>, name: &str, types: &[Target]) -> Option<Vec<Target>> {
        let found = self.declared_in_modules(start, name, |module, name| {
            let here = types.iter().filter(|ty| ty.file.path == module.path);
            here.filter(|ty| ty.symbol().name == name).cloned().collect()
        });
        let key = |ty: &Target| (ty.file.path.clone(), ty.symbol().qualified.clone());
        let first = key(found.first()?);
        found.iter().all(|ty| key(ty) == first).then_some(found)
    }
}

/// Those of the types with a name that are declared in the innermost type around byte `at` that declares any: they hide
/// what an import names.
fn types_in_types_around(
    types: &[Target],
    written: &str,
    Spot { file, at, .. }: Spot<'_>,
) -> Option<Vec<Target>> {
    file.facts.around(at).filter(|&around| file.facts.symbols[around].is_type()).find_map(
        |symbol| {
            let around = Target { file: Arc::clone(file), symbol };
            let inner =
                types.iter().filter(|ty| ty.symbol().name == written && around.is_around(ty));
            let inner: Vec<Target> = inner.cloned().collect();
            (!inner.is_empty()).then_some(inner)
        },
    )
}

/// Whether the scopes around a type are those that are written before its name, and of the others each is around byte
/// `at`, too.
fn is_seen_from(ty: &Target, scopes: &[String], Spot { file, at, .. }: Spot<'_>) -> bool {
    let around: Vec<&str> = ty.scopes().collect();
    let enclosing =
        file.facts.enclosing(at).map(|symbol| Target { file: Arc::clone(file), symbol });
    let enclosing =
        enclosing.iter().flat_map(|own| own.scopes().chain([own.symbol().name.as_str()]));
    let enclosing: Vec<&str> = enclosing.collect();
    let (written, outer) = around.split_at(scopes.len().min(around.len()));
    scopes.iter().rev().eq(written) && outer.iter().all(|scope| enclosing.contains(scope))
}

/// Of types with one name, those in the scope that is written before it, or else in the innermost scope around byte `at`.
/// Of types that are in none of these, all if they have one qualified name; otherwise it is unknown which is meant.
fn in_innermost_scope(
    types: Vec<Target>,
    written: Option<&String>,
    Spot { file, at, .. }: Spot<'_>,
) -> Vec<Target> {
    if types.len() < 2 {
        return types;
    }
    let around = file.facts.enclosing(at);
    let around = around.map_or("", |symbol| &file.facts.symbols[symbol].qualified);
    // The length of the names around a type, if all of them are around the byte, too.
    let depth = |ty: &Target| -> Option<usize> {
        let symbol = ty.symbol();
        let outer = symbol.qualified.strip_suffix(symbol.name.as_str())?;
        match written {
            Some(scope) => ty.is_in(scope).then_some(1),
            None => around.starts_with(outer).then_some(outer.len()),
        }
    };
    let qualified = |ty: &Target| ty.symbol().qualified.clone();
    match types.iter().filter_map(depth).max() {
        Some(deepest) => types.into_iter().filter(|ty| depth(ty) == Some(deepest)).collect(),
        None if types.iter().all(|ty| qualified(ty) == qualified(&types[0])) => types,
        None => Vec::new(),
    }
}
