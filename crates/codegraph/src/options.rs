//! How a graph is opened, and why it may not be.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use firsthand_source::fs::GlobError;
use firsthand_source::{PathClass, RepoPath, secrets};

/// How a graph looks at its tree. By default nothing is shown that holds a secret, and tests, generated
/// files and documentation rank after code; a host that wants it otherwise says so.
#[derive(Clone)]
pub struct Options {
    /// The class of a path; by default what [`PathClass::of`] reads off it.
    pub classify: Arc<dyn Fn(&RepoPath) -> PathClass + Send + Sync>,
    /// Whether a path (relative, with `/`) must never be opened; by default those that hold secrets by
    /// their names ([`is_secret_path`](secrets::is_secret_path)).
    pub skip: Arc<dyn Fn(&str) -> bool + Send + Sync>,
    /// Whether secrets, as [`firsthand_source::secrets`] knows them, are left out of what is matched,
    /// counted, ranked, parsed and kept on disk (true): else one could be recovered, word by word, by what
    /// an answer counts. What a region shows is the file's own text, secrets included.
    pub redact: bool,
    /// Further globs to leave out, in the syntax of `.gitignore`.
    pub excludes: Vec<String>,
    /// Larger files are counted, not searched (2 MiB).
    pub max_file_bytes: u64,
    /// Threads that one search uses, its caller's included; 0 is one a core. None is held between
    /// searches, and those of one process have one a core together, beside their callers'.
    pub threads: usize,
    /// A folder in which to keep what was parsed and what scans found, for this process and others;
    /// by default none. It may be deleted at any time, and holds about 512 MiB at most. Nothing but
    /// this crate should write there.
    pub cache: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            classify: Arc::new(PathClass::of),
            skip: Arc::new(secrets::is_secret_path),
            redact: true,
            excludes: Vec::new(),
            max_file_bytes: 2 << 20,
            threads: 0,
            cache: None,
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("excludes", &self.excludes)
            .field("max_file_bytes", &self.max_file_bytes)
            .field("threads", &self.threads)
            .field("cache", &self.cache)
            .finish_non_exhaustive()
    }
}

/// Why a graph could not be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The root does not exist or cannot be read.
    #[error("cannot open {path}: {source}")]
    Root {
        /// The root as given.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The root is not a folder.
    #[error("{0} is not a folder")]
    NotAFolder(PathBuf),
    /// An exclude is not a valid glob.
    #[error(transparent)]
    Exclude(#[from] GlobError),
}
