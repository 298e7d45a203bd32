//! Values that a test framework hands over through parameters: a parameter has the name of a decorated function of the file,
//! or of the file that the framework loads for a folder, and the value is what that function returns.

use std::sync::Arc;

use super::receiver_path::constructed;
use super::{Resolver, Target};
use crate::facts::languages::{folders_above, join};
use crate::facts::{ParsedFile, Symbol};

/// What gives a value to who names the function.
const GIVES: [&str; 2] = ["return ", "yield "];
/// What is before the type of the returned value.
const RETURNS: &str = "->";

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
        let symbol = &giver.facts.symbols[symbol];
        let Some(written) = returned(&giver, symbol) else {
            return Vec::new();
        };
        self.types(&giver, &written, symbol.code.end.saturating_sub(1))
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

/// The type of what a function returns: as it is declared, or that of the only value that it gives, if it makes that there.
fn returned(file: &ParsedFile, symbol: &Symbol) -> Option<String> {
    let head = file.slice(&(symbol.name_span.end..symbol.body));
    if let Some((_, declared)) = head.rsplit_once(RETURNS) {
        return Some(declared.trim().trim_end_matches(':').trim_end().to_owned());
    }
    let body = file.slice(&(symbol.body..symbol.code.end));
    let given = GIVES.iter().flat_map(|word| body.match_indices(word));
    let given: Vec<(usize, &str)> = given.collect();
    let [(at, word)] = given[..] else {
        return None;
    };
    let value = body[at + word.len()..].lines().next()?.trim();
    constructed(value, &[])
}
