//! The type that a path of names means.

use super::written_type::WrittenType;
use crate::facts::Import;
use crate::relations::scopes::local_names::typed_bindings;
use crate::relations::written::type_text::parts;
use crate::relations::{Resolver, Spot, fits};
use crate::text::words::is_name_char;

/// The type that a path of names means, of which no value has the first one.
pub(super) fn type_named(spot: Spot<'_>, path: &str) -> Option<WrittenType> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '\\');
    let head = path.split(|c| !is_name_char(c)).next()?;
    let is_type = path.chars().all(is_part) && typed_bindings(spot, head, |_| true).is_empty();
    let ty = WrittenType::of(spot, path).filter(|_| is_type)?;
    Some(ty).filter(WrittenType::may_be_declared)
}

impl Resolver<'_> {
    /// The type of which a call of a path makes a value, if it may be in the scope that is written before its name: what is
    /// called behind anything else is a function.
    pub(super) fn type_behind(
        &self,
        spot: Spot<'_>,
        path: &str,
        scope: &str,
    ) -> Option<WrittenType> {
        let ty = type_named(spot, path)?;
        let file = spot.file;
        if !file.language().declared_types {
            return Some(ty);
        }
        let scopes = parts(scope)?;
        let is_renamed = |import: &Import| import.name != import.local;
        let renamed = |head: &String| file.facts.imports_as(head, spot.at).any(is_renamed);
        let is_module = || !self.context.resolve(file, scope).is_empty();
        let is_in = || {
            let types = self.declared_as(&ty, false).into_iter().flatten();
            let mut parts = types.flat_map(|ty| ty.parts);
            parts.any(|part| fits(&part, &scopes[scopes.len() - 1..]))
        };
        (scopes.first().is_some_and(renamed) || is_module() || is_in()).then_some(ty)
    }
}
