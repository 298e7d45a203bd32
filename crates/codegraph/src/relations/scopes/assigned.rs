//! Members that are assigned to an object: `a.b = function …`, `T.prototype.b = …`. The functions that are assigned to
//! one object call each other through it.

use super::local_names::{is_assigned, is_shadowed};
use crate::answer::Resolution;
use crate::facts::{ParsedFile, Symbol};
use crate::relations::{Decided, Occurrence, ResolvedRef, Resolver, Spot, Target, resolved};

/// What stands between a constructor and its members.
const PROTOTYPE: &str = ".prototype";
/// A function that has a `this` of its own begins with it.
const FUNCTION: &str = "function";

/// The path of the object to which a declaration is assigned: `a` in `a.b = function …`.
fn owner<'f>(file: &'f ParsedFile, symbol: &Symbol) -> Option<&'f str> {
    if !is_assigned(file, symbol) {
        return None;
    }
    let before = file.slice(&(symbol.code.start..symbol.name_span.start));
    let path = before.strip_suffix('.')?;
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let start = path.trim_end_matches(is_part).len();
    Some(&path[start..]).filter(|path| !path.is_empty())
}

/// The first name of a path.
pub(crate) fn head(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
}

impl Resolver<'_> {
    /// The index of the target that is assigned to the object `path` of this file, as it is known at byte `at`.
    fn assigned_to(&self, spot: Spot<'_>, path: &str) -> Option<usize> {
        let file = spot.file;
        let is_local = |at: u32| is_shadowed(spot.moved(at), head(path), false);
        let fits = |target: &Target| {
            let symbol = target.symbol();
            target.file.path == file.path
                && owner(file, symbol) == Some(path)
                && !is_local(symbol.name_span.start)
        };
        self.find(fits).filter(|_| !is_local(spot.at))
    }

    /// Resolves a member after the path of the object that it is assigned to in the same file.
    pub(crate) fn assigned_member(&self, name: &Occurrence<'_>, path: &str) -> Option<Decided> {
        let target = self.assigned_to(name.spot(), path)?;
        Some(Decided(resolved(Resolution::Scope, target)))
    }

    /// Resolves a member of `this` in a function that is assigned to the same object, or in the constructor of its type.
    pub(crate) fn assigned_beside(&self, name: &Occurrence<'_>) -> Option<ResolvedRef> {
        let (file, at) = (name.file, name.at());
        let mut around = file.facts.around(at).map(|at| &file.facts.symbols[at]);
        let function = around.find(|symbol| symbol.is_function())?;
        // Another function around the place may have another `this`.
        let between = file.slice(&(function.body..at));
        if between.contains(FUNCTION) {
            return None;
        }
        let constructed = || format!("{}{PROTOTYPE}", function.name);
        let path = owner(file, function).map_or_else(constructed, str::to_owned);
        let target = self.assigned_to(name.spot().moved(function.name_span.start), &path)?;
        resolved(Resolution::Scope, target)
    }
}
