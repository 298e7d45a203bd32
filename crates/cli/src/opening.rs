//! An explorer as the command line sets it up.

use std::path::Path;
use std::sync::Arc;

use firsthand::{Explorer, FolderCache};

use crate::args::{Budget, Cache, FileArgs};
use crate::failure::Failure;
use crate::models::Opened;
use crate::paint::Terminal;
use crate::settings::Settings;

/// What the caller says of an exploration, whatever the root.
pub(crate) struct ExplorerOptions<'a> {
    pub(crate) files: &'a FileArgs,
    pub(crate) cache: &'a Cache,
    pub(crate) budget: &'a Budget,
    pub(crate) settings: &'a Settings,
}

impl ExplorerOptions<'_> {
    /// The explorer of a root; what the reader should know of it is said.
    pub(crate) fn open(
        &self,
        root: &Path,
        (model, address): &Opened,
        terminal: &Terminal,
    ) -> Result<Explorer, Failure> {
        let mut builder = Explorer::builder(root)
            .model(Arc::clone(model))
            .budgets(self.budget.budgets(self.settings.budgets()))
            .include(self.files.include())
            .session(session(address.as_deref()));
        for pattern in &self.files.exclude {
            builder = builder.exclude(pattern);
        }
        if let Some(folder) = self.cache.folder_beside(root, terminal) {
            builder = builder.report_cache(Arc::new(FolderCache::new(&folder)));
            builder = builder.cache(folder);
        }
        let explorer = builder.build().map_err(Failure::Root)?;
        for note in explorer.notes() {
            terminal.note(note);
        }
        Ok(explorer)
    }
}

/// One session for all runs of a user that reach a model in the same way.
fn session(address: Option<&str>) -> String {
    let user = directories::BaseDirs::new();
    let home = user.as_ref().map(|user| user.home_dir());
    format!("command line {home:?} {address:?}")
}
