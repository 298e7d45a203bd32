//! What of a tree is text that no parser reads.

use std::collections::BTreeMap;

use firsthand_codegraph::{is_code, is_data, language_of};
use firsthand_registry::{PathClass, RepoPath, count};
use firsthand_source::fs::{FileEntry, Inventory};

use crate::Toolbox;

impl Toolbox {
    /// The number of files of each ending that belongs to no language that is parsed; only endings whose first file is
    /// text. Reads these first files.
    #[must_use]
    pub fn text_only(&self) -> BTreeMap<String, usize> {
        let listing = self.graph().files();
        let endings = unparsed(&listing, |_| true).into_iter();
        let readable = endings.filter(|(_, files)| self.is_text(files));
        readable.map(|(ending, files)| (ending, files.len())).collect()
    }

    /// A sentence about the ending that more source files have than are parsed; `None` without such an ending. Tests,
    /// documentation, files of keys and values and other files beside the source are not counted.
    #[must_use]
    pub fn mostly_text_only(&self) -> Option<String> {
        let is_source = |path: &RepoPath| !PathClass::of(path).any() && !is_data(path.as_str());
        let listing = self.last_listing();
        let source = listing.files.iter().filter(|file| is_source(&file.path));
        let parsed = source.filter(|file| is_code(file.path.as_str())).count();
        let mut more = unparsed(&listing, is_source);
        more.retain(|_, files| files.len() > parsed && self.is_text(files));
        let (ending, files) = more.into_iter().max_by_key(|(_, files)| files.len())?;
        let files = count(files.len(), "file", "files");
        Some(format!(
            "no declaration of {files} ending in .{ending} is read: they are searched as text alone"
        ))
    }

    /// Whether the first of the files is text.
    fn is_text(&self, files: &[&RepoPath]) -> bool {
        files.first().is_some_and(|path| self.sandbox().read(path).is_ok())
    }
}

/// The counted files of each ending that belongs to no language that is parsed.
fn unparsed(
    listing: &Inventory,
    counts: impl Fn(&RepoPath) -> bool,
) -> BTreeMap<String, Vec<&RepoPath>> {
    let mut by_ending: BTreeMap<String, Vec<&RepoPath>> = BTreeMap::new();
    for FileEntry { path, .. } in &listing.files {
        let ending = path.file_name().rsplit_once('.');
        let ending = ending.filter(|(stem, ending)| !stem.is_empty() && !ending.is_empty());
        if let Some((_, ending)) = ending
            && language_of(path.as_str()).is_none()
            && counts(path)
        {
            by_ending.entry(ending.to_lowercase()).or_default().push(path);
        }
    }
    by_ending
}
