//! The types of the results of functions that are called without a value before them.

use super::expression_type::named;
use super::local::typed_bindings;
use super::written_type::{WrittenType, common};
use super::{Resolver, Target};
use crate::facts::{Import, ParsedFile};
use std::sync::Arc;

/// The most modules that are opened for a function that is imported.
const MAX_MODULES: usize = 4;

impl Resolver<'_> {
    /// The type of what a call of a bare name returns.
    pub(super) fn type_of_call(
        &self,
        file: &Arc<ParsedFile>,
        name: &str,
        at: u32,
        steps: usize,
    ) -> Option<WrittenType> {
        let language = file.language?;
        // A variable that is called may hold any function.
        let is_callable = !language.uncallable_kinds.contains(&"variable");
        let is_bound = || !typed_bindings(file, name, at, |_| true).is_empty();
        if is_callable && functions_of(file, name).is_empty() && is_bound() {
            return None;
        }
        if language.implicit_self {
            let mut own = self.own_types(file, at).into_iter();
            if let Some(found) =
                own.find_map(|own| self.type_of_member_named(&own, name, true, steps))
            {
                return Some(found);
            }
        }
        let functions = functions_of(file, name);
        if !functions.is_empty() {
            return common(
                functions.iter().map(|function| self.type_of_result(function, None, steps)),
            );
        }
        let imports: Vec<&Import> = file.facts.imports_as(name, at).collect();
        let imported = imports.iter().find_map(|import| {
            let files = self.context.resolve(file, &import.source);
            self.type_of_function_in(files, &import.name, steps)
        });
        let is_declared = |ty: &WrittenType| {
            let is_known = || !self.types(file, name, at).is_empty();
            ty.may_be_declared() || (!language.declared_types && is_known())
        };
        let made = || WrittenType::of(file, name, at).filter(is_declared);
        imported.or_else(|| made().filter(|_| !language.types_are_values))
    }

    /// The type of what a function of an imported module returns: `a.f()`.
    pub(super) fn type_of_imported_call(
        &self,
        file: &Arc<ParsedFile>,
        of: &str,
        name: &str,
        at: u32,
        steps: usize,
    ) -> Option<WrittenType> {
        let mut modules = file.facts.imports_as(of, at).filter(|import| import.name == "*");
        modules.find_map(|module| {
            let files = self.context.resolve(file, &module.source);
            self.type_of_function_in(files, name, steps)
        })
    }

    fn type_of_function_in(
        &self,
        files: Vec<String>,
        name: &str,
        steps: usize,
    ) -> Option<WrittenType> {
        if files.len() > MAX_MODULES {
            return None;
        }
        let mut found = Vec::new();
        self.walk(files, name, |module, name| {
            let here = functions_of(module, name);
            if here.is_empty() {
                return self.origins(module, name);
            }
            found.extend(here);
            Vec::new()
        });
        common(found.iter().map(|function| self.type_of_result(function, None, steps)))
    }
}

/// The functions of a file that are members of no type.
fn functions_of(file: &Arc<ParsedFile>, name: &str) -> Vec<Target> {
    let is_free = |target: &Target| {
        let symbol = target.symbol();
        symbol.is_function() && file.is_outer(symbol) && !target.is_member()
    };
    named(file, name).filter(is_free).collect()
}
