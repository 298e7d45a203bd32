//! The factors of files and places by their classes.

use firsthand_source::{PathClass, RepoPath, is_marked_generated};

use super::context::RelationContext;
use crate::facts::parsed_file::ParsedFile;
use crate::text::rank::{TEST_FACTOR, class_factor, generated_factor};

impl RelationContext<'_> {
    pub(super) fn class(&self, path: &str) -> PathClass {
        RepoPath::new(path).map_or_else(|_| PathClass::default(), |path| PathClass::of(&path))
    }

    /// The factor of a file's class for a score; `None` if the query excludes the file.
    pub(super) fn factor(&self, path: &str) -> Option<f64> {
        let class = self.class(path);
        let out = self.query.no_tests && (class.test || class.support);
        (!out).then(|| class_factor(class, self.query.include))
    }

    /// The factor of a place for its score: that of its file, lower in a test; `None` if the query excludes it.
    pub(super) fn place_factor(&self, file: &ParsedFile, symbol: Option<usize>) -> Option<f64> {
        let generated = is_marked_generated(&file.text);
        let generated = generated.then(|| generated_factor(self.query.include));
        let factor = self.factor(&file.path)?.min(generated.unwrap_or(1.0));
        match symbol.is_some_and(|at| file.facts.symbols[at].test) {
            true if self.query.no_tests => None,
            true if !self.query.include.tests => Some(factor.min(TEST_FACTOR)),
            _ => Some(factor),
        }
    }
}
