//! Which of several types with one name a name means: by full names, imports, folders and the scopes around it.

use super::locate::inner_types;
use crate::answer::Resolution;
use crate::facts::languages::{Namespaces, folder};
use crate::facts::{Import, ParsedFile};
use crate::relations::modules::full_names::NAMESPACE_SEPARATOR;
use crate::relations::written::type_text::{is_rooted, parts};
use crate::relations::{Decided, Occurrence, Resolver, Spot, Target};
use crate::text::words::{is_name_byte, wholes};
use std::sync::Arc;

/// The word before a part of a type.
const PART: &str = "partial";

impl Resolver<'_> {
    /// Those of the types with a name whose full name `written` means at byte `at`.
    pub(super) fn fully_named(
        &self,
        spot: Spot<'_>,
        types: &[Target],
        written: &str,
    ) -> Option<(Vec<Target>, Resolution)> {
        let absolute = written.starts_with(NAMESPACE_SEPARATOR);
        let inner = inner_types(spot, written);
        if !inner.is_empty() {
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

    /// Those of the types with a name that a path from the root means; `None` if it is none, or may be any of them.
    pub(super) fn named_from_root(
        &self,
        Spot { file, .. }: Spot<'_>,
        types: &[Target],
        written: &str,
    ) -> Option<Option<(Vec<Target>, Resolution)>> {
        let full_name = parts(written).filter(|_| is_rooted(written))?.join(".");
        let exact = types.iter().filter(|ty| ty.full_name() == full_name);
        let exact: Vec<Target> = exact.cloned().collect();
        let is_known = !exact.is_empty();
        let found = is_known.then_some((exact, Resolution::Import));
        (is_known || file.language().has_global_names()).then_some(found)
    }

    /// Resolves the bare name of a type where full names, or the scopes around, say which type of the tree it is.
    pub(crate) fn bare_type(&self, name: &Occurrence<'_>) -> Option<Decided> {
        if !self.distinguishes_types(name) {
            return None;
        }
        let file = name.file;
        let types = self.declared_type(name.spot(), name.text)?;
        let resolution = types.iter().map(|ty| ty.resolution).max()?;
        let mut parts = types.iter().flat_map(|ty| &ty.parts);
        let mut found = parts.clone().map(|part| self.find(|target| target.is(part)));
        let first = found.next()?;
        let is_one = found.all(|other| other.is_some() == first.is_some());
        // From a namespace, another type may be seen before one that is in none.
        let is_inside = file.facts.namespace_at(name.at()).is_some();
        let is_outermost = |part: &Target| is_inside && part.namespace().is_none();
        let is_global = file.language().modules_lend && file.facts.around(name.at()).count() > 1;
        let may_be_other = |part: &Target| is_global && part.symbol().container.is_none();
        let is_known = resolution != Resolution::Name && is_one;
        let is_meant = parts.all(|part| {
            let is_hidden = first.is_some() && may_be_other(part);
            part.symbol().name == name.text && !is_outermost(part) && !is_hidden
        });
        (is_known && is_meant)
            .then(|| Decided(first.and_then(|target| self.reached_by(file, target, resolution))))
    }

    /// Whether a bare name means a type, of which the language distinguishes those of one name, and all targets are types.
    fn distinguishes_types(&self, name: &Occurrence<'_>) -> bool {
        let (file, language) = (name.file, name.file.language());
        let is_alone = |target: &Target| {
            let symbol = target.symbol();
            let may_be_inherited = !language.modules_lend && target.owner().is_some();
            symbol.is_type() && symbol.kind != "type" && !may_be_inherited
        };
        // Within `class A::B`, the names in `A` are not in scope.
        let is_short = |at: usize| {
            let symbol = &file.facts.symbols[at];
            let before = file.slice(&(symbol.code.start..symbol.name_span.start));
            language.modules_lend && before.ends_with("::")
        };
        let is_path = || file.text[..name.at() as usize].ends_with(b".");
        (language.modules_lend || language.namespaces != Namespaces::None)
            && (!name.reference.call || name.reference.constructs)
            && !is_path()
            && self.targets.iter().all(is_alone)
            && !file.facts.around(name.at()).any(is_short)
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
        let language = file.language();
        let keep = |fits: &dyn Fn(&Target) -> bool| -> Option<Vec<Target>> {
            let fitting: Vec<Target> = types.iter().filter(|ty| fits(ty)).cloned().collect();
            let fitting = in_innermost_scope(fitting, scopes.last(), spot);
            (!fitting.is_empty()).then_some(fitting)
        };
        let passed_on = |files: Vec<String>, name: &str| {
            let found = self.declared_types(files, name, spot.steps);
            let is_known = |ty: &Target| types.iter().any(|known| known.is(ty));
            Some(found).filter(|found| !found.is_empty() && found.iter().all(is_known))
        };
        let head = scopes.first().map_or(name, String::as_str);
        let imports: Vec<&Import> = file.facts.imports_as(head, at).collect();
        let is_seen = |ty: &Target| {
            if scopes.is_empty() {
                opens_scope_of(spot, ty)
            } else {
                imports.is_empty() && is_seen_from(ty, scopes, spot)
            }
        };
        if let Some(own) = keep(&|ty| ty.file.path == file.path && is_seen(ty)) {
            return Some((own, Resolution::Scope));
        }
        if !imports.is_empty() {
            let mut is_outside = true;
            let imported = imports.iter().find_map(|import| {
                let files = self.context.resolve(file, &import.source);
                is_outside &= files.is_empty();
                let inner = if scopes.is_empty() { &import.name } else { name };
                let there = keep(&|ty| files.contains(&ty.file.path));
                there.or_else(|| passed_on(files, inner))
            });
            // An import that leads out of the tree means a type from outside it.
            let is_any = !is_outside && !language.types_are_values;
            let by_name = || Some((keep(&|_| is_any)?, Resolution::Name));
            return imported.map(|types| (types, Resolution::Import)).or_else(by_name);
        }
        if !scopes.is_empty() {
            let module = self.context.resolve(file, &scopes.join(language.separator));
            if let Some(types) = passed_on(module, name) {
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
        // What a file announces is declared elsewhere in the program, once.
        if let ([only], true) = (types, announces(file, name)) {
            return Some((vec![only.clone()], Resolution::Import));
        }
        let within = scopes.last().and_then(|scope| keep(&|ty| ty.is_in(scope)));
        let any = within.or_else(|| keep(&|_| true))?;
        // A constant is known to the whole program by its name within the modules around it.
        let is_global =
            language.modules_lend && any.iter().all(|ty| is_seen_from(ty, scopes, spot));
        Some((any, if is_global { Resolution::Import } else { Resolution::Name }))
    }
}

/// Whether a file of C++ says that there is a type of this name, which it does not declare: `class A;`.
fn announces(file: &ParsedFile, name: &str) -> bool {
    let is_kind = |before: &[u8]| {
        let before = before.trim_ascii_end();
        [&b"class"[..], b"struct"].iter().any(|kind| before.ends_with(kind))
    };
    file.language().pointer_access.is_some()
        && wholes(&file.text, name, is_name_byte).any(|at| {
            let after = file.text[at + name.len()..].trim_ascii_start();
            after.starts_with(b";") && is_kind(&file.text[..at])
        })
}

/// Adds to the declarations of a type those of its other parts among the `types` with its name: where every file may open a
/// type again, or a word before each part says that it is one.
pub(super) fn add_parts(parts: &mut Vec<Target>, types: &[Target]) {
    let is_open = |ty: &Target| {
        let before = ty.symbol().code.start..ty.symbol().name_span.start;
        let mut words = ty.file.slice(&before).split_whitespace();
        ty.file.language().modules_lend || words.any(|word| word == PART)
    };
    let is_one = |ty: &&Target| {
        let mut own = parts.iter();
        let mut same = own.clone().filter(|own| own.full_name() == ty.full_name());
        !own.any(|own| own.is(ty)) && same.any(is_open) && is_open(ty)
    };
    let more: Vec<Target> = types.iter().filter(is_one).cloned().collect();
    parts.extend(more);
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

/// Whether the scope around a type is opened around a byte: within `class A::B`, the names in `A` are not in scope.
fn opens_scope_of(Spot { file, at, .. }: Spot<'_>, ty: &Target) -> bool {
    let (language, symbol) = (file.language(), ty.symbol());
    let outer = symbol.qualified.strip_suffix(symbol.name.as_str()).unwrap_or_default();
    let scope = outer.strip_suffix(language.separator).filter(|_| language.modules_lend);
    let mut around = file.facts.around(at).map(|at| &file.facts.symbols[at].qualified);
    scope.is_none_or(|scope| around.any(|around| around == scope))
}

/// Of types with one name, those in the scope that is written before it, or else in the innermost scope around byte `at`.
/// Of types that are in none of these, all if they have one qualified name; otherwise it is unknown which is meant.
fn in_innermost_scope(types: Vec<Target>, written: Option<&String>, spot: Spot<'_>) -> Vec<Target> {
    let Spot { file, at, .. } = spot;
    if types.len() < 2 {
        return types;
    }
    let around = file.facts.enclosing(at);
    let around = around.map_or("", |symbol| file.facts.symbols[symbol].qualified.as_str());
    // The length of the names around a type, if all of them are around the byte, too.
    let depth = |ty: &Target| -> Option<usize> {
        let symbol = ty.symbol();
        let outer = symbol.qualified.strip_suffix(symbol.name.as_str())?;
        match written {
            Some(scope) => ty.is_in(scope).then_some(1),
            None => (around.starts_with(outer) && opens_scope_of(spot, ty)).then_some(outer.len()),
        }
    };
    let qualified = |ty: &Target| ty.symbol().qualified.clone();
    match types.iter().filter_map(depth).max() {
        Some(deepest) => types.into_iter().filter(|ty| depth(ty) == Some(deepest)).collect(),
        None if types.iter().all(|ty| qualified(ty) == qualified(&types[0])) => types,
        None => Vec::new(),
    }
}
