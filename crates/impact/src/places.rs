//! Lines of the present tree as places, also where no relation leads.

use std::sync::Arc;

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

    /// Whether a place is part of an import, or empty.
    pub(crate) fn is_import(&self, place: &Found) -> bool {
        let file = self.file(&place.path);
        file.code_line(place.line).trim_ascii().is_empty()
    }

    /// A line of the present tree as a place of the change as a whole.
    pub(crate) fn place_at(
        &self,
        path: &RepoPath,
        line: u32,
        role: Dependence,
        how: How,
    ) -> Option<Found> {
        let file = self.file(path);
        Some(Found {
            line,
            file: Some(Arc::clone(file.bytes.as_ref()?)),
            symbol: file.around(line).cloned(),
            ..Found::file(path.clone(), role, how, None)
        })
    }
}
