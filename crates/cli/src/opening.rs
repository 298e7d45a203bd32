//! An explorer as the command line sets it up.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use firsthand::{Explorer, ExplorerBuilder, FolderCache};

use crate::args::{Budget, Cache, FileArgs, RunArgs};
use crate::failure::Failure;
use crate::models::Opened;
use crate::paint::Terminal;
use crate::settings::Settings;

/// The caller's options of an exploration, whatever the root.
pub(crate) struct ExplorerOptions<'a> {
    pub(crate) run_args: &'a RunArgs,
    pub(crate) budget: &'a Budget,
    pub(crate) settings: &'a Settings,
}

impl ExplorerOptions<'_> {
    /// The explorer of a root; notes for the reader are printed.
    pub(crate) fn open(
        &self,
        root: &Path,
        (model, address): &Opened,
        terminal: &Terminal,
    ) -> Result<Explorer, Failure> {
        let (builder, cache) = begun(root, &self.run_args.files, &self.run_args.cache, terminal);
        let mut builder = builder
            .model(Arc::clone(model))
            .budgets(self.budget.budgets(self.settings.budgets()))
            .session(session(address.as_deref()));
        if let Some(folder) = cache {
            builder = builder.report_cache(Arc::new(FolderCache::new(&folder)));
        }
        built(builder, terminal)
    }
}

/// An explorer of a root that explores nothing: for its graph and its files.
pub(crate) fn open(
    root: &Path,
    files: &FileArgs,
    cache: &Cache,
    terminal: &Terminal,
) -> Result<Explorer, Failure> {
    built(begun(root, files, cache, terminal).0, terminal)
}

/// What every explorer has, and its cache folder.
fn begun(
    root: &Path,
    files: &FileArgs,
    cache: &Cache,
    terminal: &Terminal,
) -> (ExplorerBuilder, Option<PathBuf>) {
    let mut builder = Explorer::builder(root).include(files.include());
    for pattern in &files.exclude {
        builder = builder.exclude(pattern);
    }
    let folder = cache.folder_beside(root, terminal);
    if let Some(folder) = &folder {
        builder = builder.cache(folder);
    }
    (builder, folder)
}

fn built(builder: ExplorerBuilder, terminal: &Terminal) -> Result<Explorer, Failure> {
    let explorer = builder.build().map_err(Failure::Root)?;
    for note in explorer.notes() {
        terminal.note(note);
    }
    Ok(explorer)
}

/// One session for all runs of a user that reach a model in the same way.
fn session(address: Option<&str>) -> String {
    let user = directories::BaseDirs::new();
    let home = user.as_ref().map(|user| user.home_dir());
    format!("command line {home:?} {address:?}")
}
