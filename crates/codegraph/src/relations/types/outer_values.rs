//! The types of variables and constants that other files declare: of imported ones, `a` or `m.a`, and of those that a file
//! sees without naming them in an import.

use super::written_type::{WrittenType, common};
use crate::facts::languages::folder;
use crate::relations::scopes::local_names::typed_bindings;
use crate::relations::written::expression::Step;
use crate::relations::{Resolver, Spot};

/// The most files that are opened for a variable or a function of them.
const MAX_FILES: usize = 4;

impl Resolver<'_> {
    /// The type of the variable of another file that an expression names.
    pub(super) fn type_of_outer_value(
        &self,
        spot: Spot<'_>,
        step: Step<'_>,
    ) -> Option<WrittenType> {
        let spot = spot.further()?;
        let (file, at) = (spot.file, spot.at);
        let resolve = |source: &str| self.context.resolve(file, source);
        match step {
            Step::Name(name) => {
                let mut imports = file.facts.imports_as(name, at).peekable();
                if imports.peek().is_none() {
                    return self.type_of_value_in(self.files_seen(spot), name, spot.steps);
                }
                let mut values = imports.filter(|import| import.name != "*");
                values.find_map(|import| {
                    let files = resolve(&import.source);
                    self.type_of_value_in(files, &import.name, spot.steps)
                })
            }
            Step::Member(of, name) => {
                let mut modules = file.facts.imports_as(of, at).filter(|one| one.name == "*");
                modules
                    .find_map(|one| self.type_of_value_in(resolve(&one.source), name, spot.steps))
            }
            _ => None,
        }
    }

    /// The files whose names a file sees without an import of each: those that it includes or opens, and those of its folder.
    fn files_seen(&self, Spot { file, .. }: Spot<'_>) -> Vec<String> {
        let language = file.language();
        let stars = file.facts.stars();
        let mut files: Vec<String> =
            stars.flat_map(|star| self.context.resolve(file, &star.source)).collect();
        if language.folder_scope {
            let beside = self.context.file_tree.in_folder(folder(&file.path)).into_iter();
            let is_alike = |path: &String| {
                let own = self.context.language_of(path);
                *path != file.path && own.is_some_and(|own| own.name == language.name)
            };
            files.extend(beside.filter(is_alike));
        }
        files
    }

    /// The type of a variable that modules declare, or have from others.
    fn type_of_value_in(
        &self,
        files: Vec<String>,
        name: &str,
        steps: usize,
    ) -> Option<WrittenType> {
        let mut found = None;
        self.walk(self.few(files, name)?, name, |module, name| {
            if found.is_some() {
                return Vec::new();
            }
            let spot = Spot { steps, ..Spot::new(module, u32::MAX) };
            let bound = typed_bindings(spot, name, |_| true);
            if bound.is_empty() {
                return self.origins(module, name);
            }
            found = Some(common(bound.into_iter().map(|one| self.type_of_binding(spot, one))));
            Vec::new()
        });
        found.flatten()
    }

    /// The files, or those that may declare a name if they are many; `None` if these are many, too.
    pub(super) fn few(&self, mut files: Vec<String>, name: &str) -> Option<Vec<String>> {
        if files.len() > MAX_FILES {
            files = self.context.declaring(files, name).to_vec();
        }
        Some(files).filter(|files| files.len() <= MAX_FILES)
    }
}
