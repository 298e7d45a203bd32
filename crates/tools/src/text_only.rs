//! What of a tree is text that no parser reads.

use std::collections::BTreeMap;

use firsthand_codegraph::{is_code, is_data, language_of};
use firsthand_registry::{PathClass, RepoPath, count};

use crate::Toolbox;

impl Toolbox {
    /// The number of files of each ending that belongs to no language that is parsed; only endings whose first file is
    /// text. Reads these first files.
    #[must_use]
    pub fn text_only(&self) -> BTreeMap<String, usize> {
        self.unparsed(|_| true).into_iter().map(|(ending, files)| (ending, files.len())).collect()
    }

    /// A sentence about the ending that more source files have than are parsed; `None` without such an ending. Tests,
    /// documentation, files of keys and values and other files beside the source are not counted.
    #[must_use]
    pub fn mostly_text_only(&self) -> Option<String> {
        let is_source = |path: &RepoPath| !PathClass::of(path).any() && !is_data(path.as_str());
        let listing = self.graph().files();
        let source = listing.files.iter().filter(|file| is_source(&file.path));
        let parsed = source.filter(|file| is_code(file.path.as_str())).count();
        let unparsed = self.unparsed(is_source).into_iter();
        let (ending, files) = unparsed.max_by_key(|(_, files)| files.len())?;
        let files = (files.len() > parsed).then(|| count(files.len(), "file", "files"))?;
        Some(format!(
            "no declaration of {files} ending in .{ending} is read: they are searched as text alone"
        ))
    }

    fn unparsed(&self, counts: impl Fn(&RepoPath) -> bool) -> BTreeMap<String, Vec<RepoPath>> {
        let mut by_ending: BTreeMap<String, Vec<RepoPath>> = BTreeMap::new();
        for file in &self.graph().files().files {
            let ending = file.path.file_name().rsplit_once('.');
            let ending = ending.filter(|(stem, ending)| !stem.is_empty() && !ending.is_empty());
            if let Some((_, ending)) = ending
                && language_of(file.path.as_str()).is_none()
                && counts(&file.path)
            {
                by_ending.entry(ending.to_lowercase()).or_default().push(file.path.clone());
            }
        }
        by_ending
            .retain(|_, files| files.first().is_some_and(|path| self.sandbox().read(path).is_ok()));
        by_ending
    }
}
