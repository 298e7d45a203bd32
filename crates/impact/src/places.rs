//! Lines of the present tree as places, also where no relation leads.

use std::sync::Arc;

use firsthand_codegraph::Declaration;
use firsthand_source::RepoPath;

use crate::document::{Dependence, How};
use crate::found::Found;
use crate::layout::blanked;
use crate::lookup::Lookup;

impl Lookup<'_> {
    /// For each text, the lines of the tree that hold it: [`Graph::lines_with`](firsthand_codegraph::Graph::lines_with).
    pub(crate) fn lines_with(&self, texts: &[String], cap: usize) -> Vec<Vec<(RepoPath, u32)>> {
        self.graph().lines_with(texts, cap, self.cancel)
    }

    /// A file's text with blanks in place of its imports.
    pub(crate) fn without_imports(&self, path: &RepoPath, bytes: &[u8]) -> Vec<u8> {
        let imports = self.graph().imports(path.as_str(), bytes, self.cancel);
        blanked(bytes, &imports)
    }

    /// Whether a place is part of an import.
    pub(crate) fn is_import(&self, place: &Found) -> bool {
        let Some(bytes) = &place.file else {
            return false;
        };
        let code = self.without_imports(&place.path, bytes);
        let line = code
            .split(|byte| *byte == b'\n')
            .nth(place.line as usize - 1);
        line.is_none_or(|line| line.trim_ascii().is_empty())
    }

    /// A line of the present tree as a place of the change as a whole.
    pub(crate) fn place_at(
        &self,
        path: &RepoPath,
        line: u32,
        role: Dependence,
        how: How,
    ) -> Option<Found> {
        let bytes = self.toolbox.sandbox().read(path).ok()?;
        let declared = self
            .graph()
            .declarations(path.as_str(), &bytes, self.cancel);
        let around = declared.into_iter().filter(|one| one.range.contains(line));
        let symbol = around.min_by_key(|one: &Declaration| one.range.len());
        Some(Found {
            line,
            file: Some(Arc::new(bytes)),
            symbol,
            ..Found::file(path.clone(), role, how, None)
        })
    }
}
