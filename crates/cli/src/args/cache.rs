//! The arguments for the cache.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use firsthand::{Workspace, WorkspaceRoot};

use crate::paint::Terminal;

/// The variable that names the cache folder.
const CACHE_VARIABLE: &str = "FIRSTHAND_CACHE";

/// The cache of parsed files, scans and reports.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct Cache {
    /// Do not read or write the cache
    #[arg(long, help_heading = "Cache", hide_short_help = true)]
    no_cache: bool,
    /// The cache folder [default: FIRSTHAND_CACHE, or the user's cache folder]
    #[arg(long, help_heading = "Cache", value_name = "DIR", hide_short_help = true)]
    cache: Option<OsString>,
}

impl Cache {
    /// The cache folder, unless caching is off or the folder lies in the repository, where nothing is ever written.
    pub(crate) fn folder_outside(&self, roots: &Workspace, terminal: &Terminal) -> Option<PathBuf> {
        let outside = self.outside(roots);
        if outside.is_none() && self.folder().is_some() {
            terminal.note("the cache folder lies in the repository: nothing is kept");
        }
        outside
    }

    pub(super) fn outside(&self, roots: &Workspace) -> Option<PathBuf> {
        let folder = self.folder()?;
        let is_inside = |root: &WorkspaceRoot| firsthand::is_below(&folder, &root.folder);
        (!roots.roots().iter().any(is_inside)).then_some(folder)
    }

    /// The cache folder, unless caching is off.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        // Not read by clap, whose messages would show the variable as if the caller had written it.
        match self.cache.clone().or_else(|| std::env::var_os(CACHE_VARIABLE)) {
            _ if self.no_cache => None,
            Some(folder) if !folder.is_empty() => Some(folder.into()),
            // An empty variable counts as unset.
            _ => {
                let user = directories::ProjectDirs::from("", "", "firsthand")?;
                Some(user.cache_dir().to_path_buf())
            }
        }
    }
}
