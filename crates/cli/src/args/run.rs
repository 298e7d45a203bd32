//! The arguments of every command that runs an explorer: cache, model, budgets, roots.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;
use firsthand::BudgetLimits;

use super::{FileArgs, Root};
use crate::paint::Terminal;
use crate::root;

/// The files to search, the cache and the model.
#[derive(Args, Clone, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) files: FileArgs,
    #[command(flatten)]
    pub(crate) cache: Cache,
    #[command(flatten)]
    pub(crate) model_args: ModelArgs,
}

/// The explorer model.
#[derive(Args, Clone, Debug)]
pub(crate) struct ModelArgs {
    /// The explorer model; `firsthand models` lists them [default: builtin; env: FIRSTHAND_MODEL]
    #[arg(long, value_name = "MODEL", help_heading = "Model")]
    pub(crate) model: Option<String>,
    /// The address of the model's server, such as http://127.0.0.1:8080/v1; receives the API key
    #[arg(
        long,
        value_name = "URL",
        help_heading = "Model",
        hide_short_help = true
    )]
    pub(crate) base_url: Option<String>,
}

/// The budgets of a run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Budgets")]
pub(crate) struct Budget {
    /// The maximum number of model turns
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u32).range(1..))]
    max_steps: Option<u32>,
    /// The maximum number of tool calls
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u32).range(1..))]
    max_tool_calls: Option<u32>,
    /// The time limit in seconds
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u32).range(1..))]
    max_seconds: Option<u32>,
}

impl Budget {
    /// The limits from flags, the others from the user's settings.
    pub(crate) fn limits(&self, settings: &BudgetLimits) -> BudgetLimits {
        let wall_ms = self.max_seconds.map(|seconds| u64::from(seconds) * 1000);
        BudgetLimits {
            steps: self.max_steps.or(settings.steps),
            tool_calls: self.max_tool_calls.or(settings.tool_calls),
            wall_ms: wall_ms.or(settings.wall_ms),
            ..settings.clone()
        }
    }
}

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

/// Where clients may look.
#[derive(Args, Debug)]
pub(crate) struct Roots {
    /// A repository that clients may ask about; may be repeated; the first is the default root
    /// [default: the one around the working folder, or else that folder]
    #[arg(long, value_name = "DIR")]
    root: Vec<PathBuf>,
}

impl Roots {
    /// The default root, and the others. Without arguments it is a folder above projects if the server was started in one:
    /// see [`is_above_projects`](root::is_above_projects).
    pub(crate) fn find(&self, terminal: &Terminal) -> (PathBuf, &[PathBuf]) {
        if let Some((first, others)) = self.root.split_first() {
            return (first.clone(), others);
        }
        let here = std::env::current_dir().unwrap_or_default();
        if root::is_above_projects(&here) {
            (here, &[])
        } else {
            (Root { root: None }.find(terminal), &[])
        }
    }

    /// Whether no root is named, so that those that clients offer are accepted.
    pub(crate) fn is_open(&self) -> bool {
        self.root.is_empty()
    }
}
