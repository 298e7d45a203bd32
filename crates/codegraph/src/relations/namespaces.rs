//! Imports by full names, in languages whose files declare the namespace of what they declare.

use super::resolve::{Reach, Resolver};
use super::targets::Target;
use crate::facts::Import;
use crate::facts::languages::Namespaces;
use crate::facts::parsed_file::ParsedFile;

impl Target {
    /// Its name with the namespace and the types around it, joined by dots.
    fn full_name(&self) -> String {
        let symbol = self.symbol();
        let qualified = symbol.qualified.replace("::", ".");
        match self.file.facts.namespace_at(symbol.name_span.start) {
            Some(namespace) => format!("{namespace}.{qualified}"),
            None => qualified,
        }
    }
}

impl Resolver<'_> {
    /// Where an import of a full name leads, of which `wanted` is the last part; `None` if imports name files.
    pub(super) fn reach_full(
        &self,
        file: &ParsedFile,
        import: &Import,
        wanted: &str,
    ) -> Option<Reach> {
        let all = import.local.is_empty() && import.name == "*";
        let name = match all {
            true => format!("{}.{wanted}", import.source),
            false => import.source.clone(),
        };
        let found = self.named_in_full(file, &name)?;
        Some(match found {
            Some(target) => Reach::Target(target),
            None if all => Reach::Absent,
            None => Reach::Elsewhere,
        })
    }

    /// The index of the member `text` of the type `container`, which is imported or is in an imported namespace; `None`
    /// if imports name files.
    pub(super) fn through_full(
        &self,
        file: &ParsedFile,
        import: &Import,
        container: &str,
        text: &str,
    ) -> Option<Option<usize>> {
        let source = &import.source;
        let name = match container == import.local {
            true => format!("{source}.{text}"),
            false => format!("{source}.{container}.{text}"),
        };
        self.named_in_full(file, &name)
    }

    /// Whether an import by full name, which leads to no target, is of a type that has the name of the targets' type.
    pub(super) fn is_of_other_namespace(&self, file: &ParsedFile, import: &Import) -> bool {
        let mut containers = self.targets.iter().map(Target::container);
        file.language_is(|language| language.namespaces != Namespaces::None)
            && containers.all(|container| container == Some(&import.name))
    }

    /// The index of the target with a full name as `file` writes it; `None` if its language has no such names.
    fn named_in_full(&self, file: &ParsedFile, name: &str) -> Option<Option<usize>> {
        let namespaces = file.language.map(|language| language.namespaces)?;
        let is_named = |target: &Target| {
            let full_name = target.full_name();
            let outer = full_name.strip_suffix(name);
            outer.is_some_and(|outer| match namespaces {
                Namespaces::None => false,
                Namespaces::Absolute => outer.is_empty(),
                Namespaces::Relative => outer.is_empty() || outer.ends_with('.'),
            })
        };
        (namespaces != Namespaces::None).then(|| self.find(is_named))
    }
}
