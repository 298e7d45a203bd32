//! Members behind the name of what declares them: `Type::method`, `Class.method`.

use super::qualified::ends;
use crate::answer::Resolution;
use crate::relations::types::locate::is_nearest;
use crate::relations::written::type_text::is_rooted;
use crate::relations::{Occurrence, Resolver, Rule, Target};
use std::ops::ControlFlow::{Break, Continue};

impl Resolver<'_> {
    /// The rules for a name behind the name of what declares it. `local` is whether a local name shadows the first one of
    /// the qualifier.
    pub(super) fn behind_own_name(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
        local: bool,
    ) -> Rule<()> {
        let (file, at, language) = (name.file, name.at(), name.file.language());
        let (head, last) = ends(qualifier);
        let of_type = |target: &Target| {
            let scopes = [target.container(), target.open_scope()];
            scopes.contains(&Some(last)) && !last.is_empty()
        };
        let is_nearest = |target: &Target| {
            if head == last && !is_rooted(qualifier) {
                is_nearest(target, last, at)
            } else {
                !self.is_off_qualifier(name, qualifier, target)
            }
        };
        // What an import gives another name, or what is behind a module, is not the type of that name in this file.
        let by_scopes = name.separator() == "::" && head != last;
        let mut bound = file.facts.imports_as(head, at).filter(|_| !by_scopes);
        let local_type = !local && bound.all(|import| import.name == last);
        let is_own = |t: &Target| of_type(t) && t.file.path == file.path && is_nearest(t);
        self.means(Resolution::Scope, |t| local_type && is_own(t))?;
        if !local && self.is_of_own_variable(name, qualifier) {
            return Break(None);
        }
        let is_off = |t: &Target| {
            if is_rooted(qualifier) {
                language.has_global_names() && self.is_off_qualifier(name, qualifier, t)
            } else {
                self.is_off_written_path(name.spot(), qualifier, t)
            }
        };
        if self.targets.iter().all(|t| of_type(t) && is_off(t)) {
            return Break(None);
        }
        Continue(())
    }
}
