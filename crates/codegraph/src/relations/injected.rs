//! Values that a test framework hands over through parameters: a parameter has the name of a decorated function of the file,
//! or of the file that the framework loads for a folder, and the value is what that function returns.

use std::sync::Arc;

use super::declared::MAX_STEPS;
use super::{Resolver, Target};
use crate::facts::ParsedFile;
use crate::facts::languages::{folders_above, join};

/// What gives a value to who names the function.
const GIVES: [&str; 2] = ["return ", "yield "];

impl Resolver<'_> {
    /// The types of the value of a parameter with this name; none outside of tests, if no decorated function has the name,
    /// or what it returns is not written as one type.
    pub(super) fn injected_types(&self, file: &ParsedFile, name: &str) -> Vec<Target> {
        if !self.context.class(&file.path).test {
            return Vec::new();
        }
        let Some((giver, symbol)) = self.injector(file, name) else {
            return Vec::new();
        };
        let giver = Target { file: giver, symbol };
        let ty = self.type_of_result(&giver, None, MAX_STEPS).or_else(|| {
            let (value, at) = given(&giver)?;
            self.type_of_expression(&giver.file, value, at)
        });
        ty.map_or_else(Vec::new, |ty| self.types(&ty.file, ty.name(), ty.at))
    }

    /// The decorated function that a parameter with this name means: of the file, or of the nearest file that is loaded.
    fn injector(&self, file: &ParsedFile, name: &str) -> Option<(Arc<ParsedFile>, usize)> {
        let name_of_shared = file.language.and_then(|language| language.injecting_file);
        let shared = folders_above(&file.path);
        let shared = shared.filter_map(|folder| join(folder, name_of_shared?));
        let paths = std::iter::once(file.path.clone()).chain(shared);
        let opened = paths.filter_map(|path| self.context.open(&path));
        opened.into_iter().find_map(|file| {
            let mut declared = Target::all(&file);
            let is_meant = |target: &Target| target.symbol().name == name && target.is_decorated();
            let found = declared.find(is_meant)?;
            Some((Arc::clone(&found.file), found.symbol))
        })
    }
}

/// The only value that a function gives, and its first byte.
fn given(giver: &Target) -> Option<(&str, u32)> {
    let symbol = giver.symbol();
    let body = giver.file.slice(&(symbol.body..symbol.code.end));
    let given = GIVES.iter().flat_map(|word| body.match_indices(word));
    let given: Vec<(usize, &str)> = given.collect();
    let [(at, word)] = given[..] else {
        return None;
    };
    let start = at + word.len();
    Some((body[start..].lines().next()?.trim(), symbol.body + start as u32))
}
