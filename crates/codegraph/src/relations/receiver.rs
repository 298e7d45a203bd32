//! What the receivers of calls (the values before the dot) say about what is called, in languages in which a value has the
//! members of its type alone.

use super::assigned::head;
use super::declared::DeclaredType;
use super::follow::Calls;
use super::local::bindings;
use super::{Occurrence, RelationContext, Resolver, Spot, Target};
use crate::answer::Resolution;
use crate::facts::ParsedFile;
use std::collections::HashSet;
use std::sync::Arc;

/// The receivers of the calls of a declaration.
#[derive(Default)]
pub(super) struct Receivers {
    /// The files that declare the types of receivers, and their super types.
    pub(super) files: Vec<Arc<ParsedFile>>,
    /// Names that are called only on types from outside the tree.
    pub(super) external_names: HashSet<String>,
}

impl Receivers {
    pub(super) fn of(context: &RelationContext<'_>, caller: &Target, calls: &Calls) -> Receivers {
        if !caller.file.language_is(|language| language.nominal_types) {
            return Receivers::default();
        }
        let resolver = Resolver::new(context, &[]);
        context.with_types(|| {
            let mut found = Receivers::default();
            for (name, uses) in calls {
                let mut all_external = true;
                for reference in uses {
                    let name = Occurrence::of(&caller.file, reference);
                    let types = name.qualifier().and_then(|of| resolver.receiver_types(&name, of));
                    all_external &= types.is_none() && resolver.outside_type(&name).is_some();
                    let lineage = resolver.lineage(types.unwrap_or_default());
                    let parts = lineage.types.into_iter().flat_map(|ty| ty.parts);
                    found.files.extend(parts.map(|part| part.file));
                }
                if all_external {
                    found.external_names.insert(name.clone());
                }
            }
            found
        })
    }
}

impl Resolver<'_> {
    /// The type from outside the tree that the receiver of a name has or is, if a value of its language has the members of
    /// its type alone. `None` if the type may be one of the tree, or is unknown.
    pub(super) fn outside_type(&self, name: &Occurrence<'_>) -> Option<DeclaredType> {
        let (spot, qualifier) = (name.spot(), name.qualifier()?);
        let language = name.file.language.filter(|language| language.nominal_types)?;
        if let Some(ty) = self.type_of_expression(spot, qualifier) {
            return self.outside_type_named(ty.spot(), ty.name());
        }
        let head = head(qualifier);
        let is_value = language.self_names.contains(&head);
        // It may be a field that is inherited from outside the tree, unless it is known to be a type.
        let may_be_field = || {
            let mut imports = name.file.facts.imports.iter();
            let lineage = self.lineage(self.enclosing_types(spot));
            !lineage.unknown.is_empty() && !imports.any(|import| import.local == head)
        };
        let ty = self.outside_type_named(spot, qualifier).filter(|_| !is_value)?;
        (!may_be_field()).then_some(ty)
    }

    /// A type that the text `written` names, if it is outside of the tree: its import resolves to no file of the tree, or,
    /// without an import, the tree declares no type of its name.
    fn outside_type_named(&self, spot: Spot<'_>, written: &str) -> Option<DeclaredType> {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        let head = head(written);
        let is_bound = |of_type| !bindings(spot, head, of_type).is_empty();
        if !written.chars().all(is_name) || is_bound(true) || is_bound(false) {
            return None;
        }
        let last = written.rsplit('.').next().unwrap_or(written);
        let file = spot.file;
        let mut imports = file.facts.imports_as(head, spot.at).peekable();
        let is_outside = if imports.peek().is_some() {
            imports.all(|import| self.context.resolve(file, &import.source).is_empty())
        } else {
            // `Type.CONSTANT` is a value of a type of the tree.
            let mut names = written
                .split('.')
                .filter(|part| *part == last || part.starts_with(char::is_uppercase));
            let named = |name| self.context.types_named(name, self.of_expression);
            names.all(|name| named(name).is_some_and(|known| known.is_empty()))
        };
        is_outside.then(|| DeclaredType::of(last, None, Resolution::Name))
    }
}
