//! Determines the declared type of a receiver: of a parameter, a local variable, a field, or of the enclosing type.

use super::declared::{DeclaredType, MAX_STEPS};
use super::local::bindings;
use super::receiver_path::parts;
use super::{Occurrence, Resolver, Target};
use crate::answer::Resolution;
use crate::facts::{Import, ParsedFile};
use std::sync::Arc;

impl Resolver<'_> {
    /// The types of the value before a name, or the type itself that is written there; `None` if they are unknown.
    pub(super) fn receiver_types(
        &self,
        name: &Occurrence<'_>,
        qualifier: &str,
    ) -> Option<Vec<DeclaredType>> {
        let (file, at) = (name.file, name.at());
        let language = file.language?;
        let access = language.pointer_access;
        let through = access.is_none_or(|access| name.separator().contains(access));
        if let Some(ty) = self.type_of_expression(file, qualifier, at) {
            return self.declared_as(&ty, through);
        }
        let path = parts(qualifier)?;
        let head = path.first()?;
        let is_module = |import: &Import| import.local == *head && import.name == "*";
        let is_value = language.self_names.contains(&head.as_str())
            || !bindings(file, head, false, at).is_empty()
            || (path.len() == 1 && file.facts.imports.iter().any(is_module));
        let written = path.join(language.separator);
        self.declared_type(file, &written, at, MAX_STEPS).filter(|_| !is_value)
    }

    /// The types around byte `at`, innermost first. The type to which a function says that it belongs is around it.
    pub(super) fn enclosing_types(&self, file: &ParsedFile, at: u32) -> Vec<DeclaredType> {
        let Some(opened) = self.context.open(&file.path) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for symbol in file.facts.around(at) {
            let declared = &file.facts.symbols[symbol];
            let own = Target { file: Arc::clone(&opened), symbol };
            if declared.is_type() && declared.kind != "variant" {
                let name = declared.name.clone();
                let known = self.declared_type(file, &name, declared.name_span.start, MAX_STEPS);
                let mut ty =
                    known.and_then(|known| known.into_iter().next()).unwrap_or(DeclaredType {
                        name,
                        parts: Vec::new(),
                        resolution: Resolution::Scope,
                    });
                if !ty.parts.iter().any(|part| part.is(&own)) {
                    ty.parts.push(own);
                }
                ty.resolution = Resolution::Scope;
                found.push(ty);
            } else if declared.is_function()
                && own.owner().is_none()
                && declared.qualified != declared.name
                && let Some(name) = own.container()
            {
                let known = self.declared_type(file, name, declared.name_span.start, MAX_STEPS);
                let unknown = || {
                    let (name, parts) = (name.to_owned(), vec![own.clone()]);
                    vec![DeclaredType { name, parts, resolution: Resolution::Scope }]
                };
                found.extend(known.unwrap_or_else(unknown));
            }
        }
        found
    }
}
