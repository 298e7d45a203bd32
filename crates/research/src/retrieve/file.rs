//! Finds files by their paths or path suffixes.

use std::sync::Arc;

use firsthand_codegraph::{Cancel, Scope};
use firsthand_registry::LineRange;

use super::file_view::Reason;
use super::{Filter, Retrieved, Retriever};
use crate::Tier;

/// The source name of hits found by their path.
pub(crate) const PATH_SOURCE: &str = "path";

/// The most files that one name may match.
const MAX_FILES: usize = 3;
/// The number of first lines of a file that a hit shows.
const MAX_HEAD_LINES: u32 = 12;

impl Retriever {
    /// Finds the files whose path ends with the name, at a `/`; each is shown by its first lines. Shorter paths come
    /// first.
    pub(crate) fn files_named(&self, name: &str, filter: &Filter, cancel: &Cancel) -> Retrieved {
        let inventory = self.files();
        let within = Scope::of(filter.within.as_deref().unwrap_or_default(), &inventory);
        let Ok(within) = within else {
            return Retrieved::default();
        };
        let entries = inventory
            .files
            .iter()
            .filter(|entry| within.holds(entry.path.as_str()));
        let paths = entries.map(|entry| &entry.path);
        let mut found: Vec<_> = paths
            .filter(|path| is_path_of(path.as_str(), name))
            .collect();
        found.sort_by_key(|path| path.as_str().len());
        let views = self.views(cancel);
        let mut hits = Vec::new();
        for path in found.into_iter().take(MAX_FILES) {
            let Ok(bytes) = self.toolbox.sandbox().read(path) else {
                continue;
            };
            let reason = Reason {
                tier: Tier::Exact,
                source: PATH_SOURCE,
                score: 1.0,
                related: None,
                distance: None,
            };
            let view = views.of(path, &Arc::new(bytes));
            let lines = LineRange::new(1, MAX_HEAD_LINES);
            hits.extend(lines.and_then(|lines| view.hit(lines, [], None, reason)));
        }
        Retrieved {
            hits,
            ..Retrieved::default()
        }
    }
}

/// Whether a path ends with this file name or partial path, at a `/`. A name without `.` and `/` is no file name.
pub(crate) fn is_path_of(path: &str, name: &str) -> bool {
    let is_file_name = name.contains('.') || name.contains('/');
    is_file_name
        && path
            .strip_suffix(name)
            .is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}
