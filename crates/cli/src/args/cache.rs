//! The arguments of the cache for parsed files, scans and reports.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::paint::Terminal;

/// The variable that names the cache folder.
const CACHE_VARIABLE: &str = "FIRSTHAND_CACHE";

/// The cache of parsed files, scans and reports.
#[derive(Args, Clone, Debug)]
pub(crate) struct Cache {
    /// Do not read or write the cache
    #[arg(long, help_heading = "Cache", hide_short_help = true)]
    no_cache: bool,
    /// The cache folder [default: FIRSTHAND_CACHE, or the user's cache folder]
    #[arg(
        long,
        help_heading = "Cache",
        value_name = "DIR",
        hide_short_help = true
    )]
    cache: Option<OsString>,
}

impl Cache {
    /// The cache folder, unless caching is off or the folder lies in the repository, where nothing is ever written.
    pub(crate) fn folder_outside(&self, root: &Path, terminal: &Terminal) -> Option<PathBuf> {
        let folder = self.folder()?;
        if firsthand::is_below(&folder, root) {
            terminal.note("the cache folder lies in the repository: nothing is kept");
            return None;
        }
        Some(folder)
    }

    /// The cache folder, unless caching is off.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        // Not read by clap, whose messages would show the variable as if the caller had written it.
        match self
            .cache
            .clone()
            .or_else(|| std::env::var_os(CACHE_VARIABLE))
        {
            _ if self.no_cache => None,
            Some(folder) if !folder.is_empty() => Some(folder.into()),
            // An empty variable counts as unset.
            _ => cache_folder(),
        }
    }
}

/// The user's default cache folder.
fn cache_folder() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "firsthand")?;
    Some(folders.cache_dir().to_path_buf())
}
