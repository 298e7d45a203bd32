//! Imports of packages whose files say what the package is called, as in Go.

use super::Resolver;
use crate::facts::{Import, ParsedFile};

impl Resolver<'_> {
    /// The import of a package whose files call it `name`, though the import's path does not end in that, as in Go.
    pub(super) fn package_named<'f>(&self, file: &'f ParsedFile, name: &str) -> Option<&'f Import> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut imports = file.facts.imports.iter();
        imports.find(|import| {
            let is_odd = import.name == "*" && !import.local.chars().all(is_word);
            let files = || self.context.resolve(file, &import.source);
            let is_named = |path: &String| {
                let opened = self.context.open(path);
                opened.is_some_and(|package| package.package_name() == Some(name))
            };
            let has_target = || {
                let files = files();
                let mut targets = self.targets.iter();
                targets.any(|target| files.contains(&target.file.path))
            };
            if is_odd {
                files().iter().any(is_named)
            } else {
                // Packages that declare no target are not opened for every name.
                has_target() && self.names_package(file, import, name) == Some(true)
            }
        })
    }

    /// Whether `name` is that of the package that an import names by its path alone, as in Go; `None` for other imports
    /// and for packages that are not in the tree.
    pub(super) fn names_package(
        &self,
        file: &ParsedFile,
        import: &Import,
        name: &str,
    ) -> Option<bool> {
        let is_written = || file.slice(&import.at).starts_with(&import.local);
        if import.name != "*" || import.local.is_empty() || is_written() {
            return None;
        }
        let files = self.context.resolve(file, &import.source);
        let package = self.context.open(files.first()?)?;
        Some(package.package_name()? == name)
    }
}
