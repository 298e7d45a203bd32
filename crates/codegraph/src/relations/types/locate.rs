//! Finds the declaration of a type from an occurrence of its name.

use super::declared_type::DeclaredType;
use super::written_type::WrittenType;
use crate::answer::Resolution;
use crate::facts::{Import, ParsedFile, Symbol};
use crate::relations::scopes::local_names::is_shadowed;
use crate::relations::written::type_text::parts;
use crate::relations::{Resolver, Spot, Target};
use crate::text::distinct::keep_best;
use std::cmp::Reverse;
use std::sync::Arc;

impl Resolver<'_> {
    /// The declarations of the type `written` (`T` or `a.T`) at byte `at`, by the scopes and the imports of the file; several
    /// if parts of one file form one type. Empty if unknown.
    pub(super) fn types_in_modules(&self, spot: Spot<'_>, written: &str) -> Vec<Target> {
        let Spot { file, at, .. } = spot;
        let path = parts(written).unwrap_or_default();
        let [head, inner @ ..] = path.as_slice() else {
            return Vec::new();
        };
        let of_type = file.facts.reference_at(at).is_some_and(|known| known.of_type);
        if is_shadowed(spot, head, of_type) {
            return Vec::new();
        }
        let mut matching = file.facts.imports_as(head, at);
        let (import, is_one) = (matching.next(), matching.next().is_none());
        match import {
            Some(_) if !is_one => Vec::new(),
            Some(import) => self.types_of_import(spot, import, inner),
            None => inner_of(self.types_around(spot, head), inner),
        }
    }

    /// The types that a path means whose first name is bound by an import: a module, of which the next name is one, or a
    /// type.
    fn types_of_import(&self, spot: Spot<'_>, import: &Import, inner: &[String]) -> Vec<Target> {
        let Spot { file, steps, .. } = spot;
        // `import a.b` binds `a`, of which the rest of the path is written, too.
        let written = import.source.split('.').skip(1).filter(|_| import.name == "*");
        let is_whole = import.source.starts_with(&format!("{}.", import.local));
        let written = written.zip(inner).take_while(|(part, name)| part == name);
        let (_, after) = inner.split_at(if is_whole { written.count() } else { 0 });
        if let [first, inner @ ..] = after {
            let found = self.declared_types(self.module_files(file, import), first, steps);
            if !found.is_empty() {
                return inner_of(found, inner);
            }
        }
        let files = self.context.resolve(file, &import.source);
        let name = self.exported_as(&files, import);
        inner_of(self.declared_types(files, name, steps), inner)
    }

    /// The type of a name in the body of a type.
    pub(super) fn inner_type(&self, owner: &WrittenType, name: &str) -> Option<WrittenType> {
        let types = self.declared_as(owner, true)?;
        let mut members = types.iter().flat_map(|ty| &ty.parts).flat_map(Target::members);
        let inner = members.find(|ty| ty.symbol().is_type() && ty.symbol().name == name)?;
        WrittenType::of(inner.spot(), &inner.symbol().qualified)
    }

    /// The types that a name of the scopes around byte `at` means.
    fn types_around(&self, spot: Spot<'_>, name: &str) -> Vec<Target> {
        match declared_around(spot, name).as_slice() {
            [one] if !one.symbol().is_type() => self.types_of_value(one, spot.steps),
            several => several.iter().filter(|ty| ty.symbol().is_type()).cloned().collect(),
        }
    }

    /// The type that a value is another name for, or the value itself if it is an object, which has members as a type.
    fn types_of_value(&self, value: &Target, steps: usize) -> Vec<Target> {
        let meant = self.aliased_types(value, steps).into_iter().flatten();
        let meant: Vec<Target> = meant.flat_map(|ty| ty.parts).collect();
        let is_object = value.is_object() || value.returns_object();
        if meant.is_empty() && is_object { vec![value.clone()] } else { meant }
    }

    /// The types that modules declare or re-export under a name; empty if they are several. What such a constant is
    /// given is followed for so many `steps`.
    pub(crate) fn declared_types(
        &self,
        files: Vec<String>,
        name: &str,
        steps: usize,
    ) -> Vec<Target> {
        let found = self.declared_in_modules(files, name, |module, name| {
            let types = declarations(module, name);
            let outermost = Spot { file: module, at: u32::MAX, steps };
            if types.is_empty() { self.types_around(outermost, name) } else { types }
        });
        let key = |ty: &Target| (ty.file.path.clone(), ty.symbol().qualified.clone());
        let is_one = found.iter().all(|ty| key(ty) == key(&found[0]));
        if is_one { found } else { Vec::new() }
    }

    /// The types that a module re-exports under a name that no type has: `pub use a::B as C`.
    pub(super) fn reexported_types(
        &self,
        spot: Spot<'_>,
        scopes: &[String],
        name: &str,
    ) -> Option<Vec<DeclaredType>> {
        let file = spot.file;
        file.language().path_from_file?;
        let mut imports = file.facts.imports_as(name, spot.at);
        let (source, name) = if scopes.is_empty() {
            let import = imports.next()?;
            (import.source.clone(), import.name.as_str())
        } else {
            (scopes.join(file.language().separator), name)
        };
        let files = self.files_of_path(file, &source);
        let found = self.declared_types(files, name, spot.steps);
        let ty = found.first().filter(|ty| ty.symbol().name != name)?;
        let spot = Spot { steps: spot.steps, ..ty.spot() };
        let mut found = self.declared_type(spot, &ty.symbol().name)?;
        found.iter_mut().for_each(|ty| ty.resolution = Resolution::Import.max(ty.resolution));
        Some(found)
    }

    /// What `declared` finds of a name in modules, or else in those that they have it from.
    pub(crate) fn declared_in_modules(
        &self,
        files: Vec<String>,
        name: &str,
        declared: impl Fn(&Arc<ParsedFile>, &str) -> Vec<Target>,
    ) -> Vec<Target> {
        let mut found = Vec::new();
        self.walk(files, name, |module, name| {
            let here = declared(module, name);
            let origins = if here.is_empty() { self.origins(module, name) } else { Vec::new() };
            found.extend(here);
            origins
        });
        found
    }
}

/// The declarations of a name in the innermost scope around byte `at` that has any. Functions do not see the names in
/// the body of the type around them, unless the language puts these into their scope.
pub(crate) fn declared_around(Spot { file, at, .. }: Spot<'_>, name: &str) -> Vec<Target> {
    let sees_types = file.language().implicit_self;
    let named = Target::all(file).filter(|target| {
        let around = target.around();
        let is_seen =
            |around: &Symbol| around.span.contains(&at) && (sees_types || !around.is_type());
        let symbol = target.symbol();
        let is_seen_name = sees_types && (symbol.is_type() || symbol.kind == "constant");
        let is_part = target.is_part() && !is_seen_name;
        target.symbol().name == name && around.is_none_or(is_seen) && !is_part
    });
    let mut named: Vec<Target> = named.collect();
    let size = |target: &Target| {
        let around = target.around();
        around.map_or(u32::MAX, |around| around.span.end - around.span.start)
    };
    keep_best(&mut named, |target| Reverse(size(target)));
    named
}

/// The types that are in these at the end of a path of names.
fn inner_of(types: Vec<Target>, path: &[String]) -> Vec<Target> {
    path.iter().fold(types, |types, name| {
        let members = types.iter().flat_map(Target::members);
        members.filter(|ty| ty.symbol().is_type() && ty.symbol().name == *name).collect()
    })
}

/// The types within a type around byte `at` that a name means there: they hide what an import names.
pub(crate) fn inner_types(spot: Spot<'_>, name: &str) -> Vec<Target> {
    let is_inner = |inner: &Target| {
        let symbol = inner.symbol();
        let is_type = symbol.is_type() && symbol.kind != "variant" && inner.owner().is_some();
        is_type && !symbol.is_secondary_declaration()
    };
    let nearest = declared_around(spot, name);
    if nearest.iter().all(is_inner) { nearest } else { Vec::new() }
}

/// Whether a member may be one of what `name`, that of its type, means at byte `at` of its file: an inner scope may
/// declare the name, too.
pub(crate) fn is_nearest(member: &Target, name: &str, at: u32) -> bool {
    let nearest = declared_around(Spot::new(&member.file, at), name);
    nearest.is_empty()
        || member.symbol().container.is_none()
        || nearest.iter().any(|scope| scope.is_around(member))
}

/// The types with a name that a file declares outside of types and functions.
fn declarations(file: &Arc<ParsedFile>, name: &str) -> Vec<Target> {
    let is_meant = |target: &Target| {
        let symbol = target.symbol();
        symbol.name == name
            && symbol.is_type()
            && target.around().is_none_or(|around| around.kind == "module")
            && !symbol.is_secondary_declaration()
            && symbol.kind != "variant"
    };
    Target::all(file).filter(is_meant).collect()
}
