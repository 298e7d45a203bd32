//! The options of a graph, and the errors of opening it.

use std::ffi::OsString;
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use firsthand_source::LineIndex;
use firsthand_source::fs::{GlobError, LeavesOut};
use firsthand_source::secrets::{self, Redacted};

/// The options of a graph. By default files that hold secrets are skipped, and tests, generated files and documentation
/// rank after code.
#[derive(Clone)]
pub struct Options {
    /// Whether a path (relative, with `/`) must never be opened; by default those whose names show that they hold
    /// secrets ([`is_secret_path`](secrets::is_secret_path)).
    pub skip: Arc<dyn Fn(&str) -> bool + Send + Sync>,
    /// Which further files the host leaves out, as if its globs excluded them; none by default. Unlike those of `skip` they
    /// are not counted.
    pub leaves_out: Option<LeavesOut>,
    /// Whether secrets, as [`firsthand_source::secrets`] detects them, are excluded from matching, counting, ranking,
    /// parsing and the store (default: true). Otherwise a secret could be recovered word by word from the counts of a
    /// result. The text of a region is that of the file, secrets included.
    pub redact: bool,
    /// What the host hides beside the secrets, in the same way; nothing by default.
    pub redactor: Option<Redactor>,
    /// Further globs to exclude, in the syntax of `.gitignore`. A leading `!` (negation) is an error.
    pub excludes: Vec<String>,
    /// Larger files are counted but not searched (default: 2 MiB).
    pub max_file_bytes: u64,
    /// The threads that one search uses, its caller's included; 0 is one for each core. No thread is kept between
    /// searches, and all searches of a process together use at most one for each core beside their callers'.
    pub threads: usize,
    /// A folder for parsed facts and posting lists, shared with other processes; by default none. It may be deleted at
    /// any time and holds at most about 512 MiB. Only this crate should write to it.
    pub cache: Option<PathBuf>,
    /// The program that parses the few texts on which a parser could end this process or use too much memory. Without
    /// one (the default), such a text is only searched as text, and a note says so.
    pub isolation: Option<Isolation>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            skip: Arc::new(secrets::is_secret_path),
            leaves_out: None,
            redact: true,
            redactor: None,
            excludes: Vec::new(),
            max_file_bytes: 2 << 20,
            threads: 0,
            cache: None,
            isolation: None,
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
            .field("isolation", &self.isolation)
            .finish_non_exhaustive()
    }
}

/// What a host hides in the texts of files.
#[derive(Clone)]
pub struct Redactor {
    pub(crate) key: String,
    lines: Arc<HiddenLines>,
}

/// The lines of a file in which something is hidden.
type HiddenLines = dyn Fn(&str, &[u8]) -> Vec<Redacted> + Send + Sync;

impl Redactor {
    /// A function of a file's path and bytes that returns the lines in which something is hidden. Redactors that hide
    /// different things have different keys: what was counted under one key is cached for it alone.
    pub fn new(
        key: impl Into<String>,
        lines: impl Fn(&str, &[u8]) -> Vec<Redacted> + Send + Sync + 'static,
    ) -> Redactor {
        Redactor { key: key.into(), lines: Arc::new(lines) }
    }

    /// A copy of the text, which has the lines of the file, with `_` for each byte that is hidden; `None` if none is.
    pub(crate) fn overwritten(&self, path: &str, raw_bytes: &[u8], text: &[u8]) -> Option<Vec<u8>> {
        let redacted = (self.lines)(path, raw_bytes);
        let mut copy = (!redacted.is_empty()).then(|| text.to_vec())?;
        let lines = LineIndex::of(raw_bytes);
        for redacted in redacted {
            let line = lines.bytes(redacted.line, redacted.line);
            let whole = 0..line.len();
            let hidden = match &redacted.hidden[..] {
                [] => std::slice::from_ref(&whole),
                hidden => hidden,
            };
            for at in hidden.iter().flat_map(Range::clone).map(|at| line.start + at) {
                if let Some(byte) = copy.get_mut(at).filter(|byte| !matches!(byte, b'\n' | b'\r')) {
                    *byte = b'_';
                }
            }
        }
        Some(copy)
    }
}

/// The program that parses the texts on which a parser could end this process, see [`Options`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Isolation {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
}

impl Isolation {
    /// A program, which must call [`serve_isolated`](crate::serve_isolated) when it is started with these arguments. It
    /// is started without the environment of this process.
    pub fn new(
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Isolation {
        Isolation {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
        }
    }
}

/// The error of opening a graph.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The root does not exist or cannot be read.
    #[error("cannot open {path}: {source}")]
    Root {
        /// The root as given.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The root is not a folder.
    #[error("{0} is not a folder")]
    NotAFolder(PathBuf),
    /// An exclude is not a valid glob.
    #[error(transparent)]
    Exclude(#[from] GlobError),
}
