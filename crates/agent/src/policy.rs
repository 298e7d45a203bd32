//! The policy of a run: which files may be read, and which secrets are hidden, for every tool.

mod apply;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use firsthand_registry::{LineRange, RepoPath, Span};
use firsthand_source::secrets::{self, Redacted};

use crate::{FileSource, ToolError};

pub(crate) use apply::{apply, masked, may_show_receipt};

/// Decides which files may be shown, and which secrets are hidden.
///
/// The loop applies it to the output of every tool, before it is observed, to the results of
/// [`RepoReader::read`], and to the files that a report cites. The default methods hide
/// secrets.
///
/// A cached report is returned only under the policy that hid its secrets, by [`Policy::cache_key`].
///
/// The loop sees what a tool shows, and not what the tool matched or counted to find it. So a tool that searches has to
/// leave refused files out itself: those of `firsthand-tools` do, if their toolbox is opened under the policy
/// (`Toolbox::open_under`; the facade does that), and they match and count in texts as the policy redacts them.
///
/// The policy does not cover files that git ignores: they are left out because they are mostly generated, not
/// because they are secret. The tools of `firsthand-tools` neither list nor read them. A host's own tool may
/// show them to the model, redacted like everything else; a report cites them only where the run's
/// [`FileSource`] returns their bytes, and that of `firsthand-tools` does not.
pub trait Policy: Send + Sync {
    /// The reason why the file may not be shown, printed after "is left out: "; `None` where it may.
    fn refusal(&self, path: &RepoPath) -> Option<String> {
        let secret = secrets::is_secret_path(path.as_str());
        secret.then(|| "by its name it holds secrets".to_owned())
    }

    /// The lines of a text that contain a secret, with the secret replaced. `text` is the whole file where that is
    /// known, otherwise the shown part.
    fn redact(&self, path: &RepoPath, text: &[u8]) -> Vec<Redacted> {
        let _ = path;
        secrets::redact(text)
    }

    /// Replaces the secrets in text that is not a file's lines: a name, a summary, a note.
    fn redact_text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        secrets::redact_name(text)
    }

    /// A part of the key of a cached report ([`ReportKey`](crate::ReportKey)): policies that show different things
    /// have different ones. The default is the name of the type. A policy with options, or around another policy,
    /// adds these; or the host adds them to [`CacheScope::view`](crate::CacheScope::view).
    fn cache_key(&self) -> String {
        std::any::type_name::<Self>().to_owned()
    }
}

/// Hides files whose names indicate secrets, and secrets in all other files.
#[derive(Clone, Copy, Debug, Default)]
pub struct HideSecrets;

impl Policy for HideSecrets {}

/// Hides nothing: secrets that a tool shows reach the model, the transcript and quotes.
#[derive(Clone, Copy, Debug)]
pub struct ShowSecrets;

impl Policy for ShowSecrets {
    fn refusal(&self, _: &RepoPath) -> Option<String> {
        None
    }

    fn redact(&self, _: &RepoPath, _: &[u8]) -> Vec<Redacted> {
        Vec::new()
    }

    fn redact_text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }
}

/// Reads files of the repository for a tool, under the run's policy.
#[derive(Clone)]
pub struct RepoReader {
    files: Arc<dyn FileSource>,
    policy: Arc<dyn Policy>,
}

/// The reason why lines were not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadRefused {
    /// The policy refuses the file.
    #[error("`{path}` is left out: {why}")]
    Policy {
        /// The file.
        path: RepoPath,
        /// The policy's reason.
        why: String,
    },
    /// It is gone, outside the root, or excluded.
    #[error("there is no file `{0}` that can be read")]
    NoFile(RepoPath),
    /// It exists, and could not be read now.
    #[error("`{path}` cannot be read: {why}")]
    Unreadable {
        /// The file.
        path: RepoPath,
        /// The error of the file source.
        why: String,
    },
    /// It has no line in the range.
    #[error("`{path}` has no line {range}")]
    NoLine {
        /// The file.
        path: RepoPath,
        /// The requested range.
        range: LineRange,
    },
}

impl From<ReadRefused> for ToolError {
    fn from(why: ReadRefused) -> Self {
        Self::Answer(why.to_string())
    }
}

impl RepoReader {
    /// A reader of the source's files under the policy.
    #[must_use]
    pub fn new(files: Arc<dyn FileSource>, policy: Arc<dyn Policy>) -> Self {
        Self { files, policy }
    }

    /// Reads lines of a file, clamped to its end. A line with a secret, detected in the whole file, is
    /// masked: it can be shown, but never quoted.
    ///
    /// # Errors
    /// A [`ReadRefused`], which `?` converts to an answer to the model.
    pub async fn read(&self, path: &RepoPath, range: LineRange) -> Result<Span, ReadRefused> {
        let path = path.clone();
        if let Some(why) = self.policy.refusal(&path) {
            return Err(ReadRefused::Policy { path, why });
        }
        let bytes = match self.files.bytes(&path).await {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Err(ReadRefused::NoFile(path)),
            Err(error) => {
                let why = error.to_string();
                return Err(ReadRefused::Unreadable { path, why });
            }
        };
        let span = masked(&*self.policy, &path, bytes).span(range);
        span.map_err(|_| ReadRefused::NoLine { path, range })
    }
}

impl fmt::Debug for RepoReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RepoReader")
    }
}
