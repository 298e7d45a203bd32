//! Opens explorers with the options of the command line.

use std::path::PathBuf;
use std::sync::Arc;

use firsthand::codegraph::Isolation;
use firsthand::render::Audience;
use firsthand::{Explorer, ExplorerBuilder, FolderCache, Workspace};

use crate::args::{Budget, Cache, FileArgs, RunArgs};
use crate::commands::ExtractFacts;
use crate::failure::Failure;
use crate::models::OpenedModel;
use crate::paint::Terminal;
use crate::settings::Settings;
use crate::stop::Stop;

/// The caller's options of an exploration, whatever the root.
pub(crate) struct ExplorerOptions<'a> {
    pub(crate) run_args: &'a RunArgs,
    pub(crate) budget: &'a Budget,
    pub(crate) settings: &'a Settings,
    /// The most characters of the printed reports; `None` for the usual ones.
    pub(crate) report_chars: Option<usize>,
    /// Who reads the printed reports.
    pub(crate) audience: Audience,
}

impl ExplorerOptions<'_> {
    /// Opens the explorer of the roots, and prints its notes.
    pub(crate) fn open(
        &self,
        roots: &Workspace,
        (model, address): &OpenedModel,
        terminal: &Terminal,
    ) -> Result<Explorer, Failure> {
        let (builder, cache) =
            base_builder(roots, &self.run_args.files, &self.run_args.cache, terminal);
        let mut builder = builder
            .model(Arc::clone(model))
            .budgets(self.budget.limits(&self.settings.budgets()))
            .audience(self.audience)
            .session(session(address.as_deref()));
        if let Some(max_chars) = self.report_chars {
            builder = builder.report_chars(max_chars);
        }
        if let Some(folder) = cache {
            builder = builder.report_cache(Arc::new(FolderCache::new(&folder)));
        }
        build(builder, terminal)
    }
}

/// Opens an explorer for its code graph and files only.
pub(crate) fn open(
    roots: &Workspace,
    files: &FileArgs,
    cache: &Cache,
    terminal: &Terminal,
) -> Result<Explorer, Failure> {
    build(base_builder(roots, files, cache, terminal).0, terminal)
}

/// A builder with the common options, and the cache folder.
fn base_builder(
    roots: &Workspace,
    files: &FileArgs,
    cache: &Cache,
    terminal: &Terminal,
) -> (ExplorerBuilder, Option<PathBuf>) {
    let mut builder = Explorer::builder(roots.clone()).include(files.include());
    for pattern in &files.exclude {
        builder = builder.exclude(pattern);
    }
    // Without its own path the program searches the files that it would parse in another process as text.
    if let Ok(program) = std::env::current_exe() {
        builder = builder.isolation(Isolation::new(program, [ExtractFacts::NAME]));
    }
    let folder = cache.folder_outside(roots, terminal);
    if let Some(folder) = &folder {
        builder = builder.cache(folder);
    }
    (builder, folder)
}

/// Fails if the root has no files, which is a wrong root rather than a question without an answer. Walks the tree.
pub(crate) async fn check_has_files(explorer: &Explorer, stop: &Stop) -> Result<(), Failure> {
    let (toolbox, root) = (explorer.toolbox().clone(), PathBuf::from(explorer.root()));
    stop.or_blocking(
        move || if toolbox.is_empty() { Err(Failure::no_files(&root)) } else { Ok(()) },
    )
    .await
}

/// Opens the explorer that is configured, and prints its notes.
pub(crate) fn build(builder: ExplorerBuilder, terminal: &Terminal) -> Result<Explorer, Failure> {
    let explorer = builder.build()?;
    for note in explorer.notes() {
        terminal.note(note);
    }
    Ok(explorer)
}

/// The session name: one for all runs of a user with the same model address.
fn session(address: Option<&str>) -> String {
    let user = directories::BaseDirs::new();
    let home = user.as_ref().map(|user| user.home_dir());
    format!("command line {home:?} {address:?}")
}
