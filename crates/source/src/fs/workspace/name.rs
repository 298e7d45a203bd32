//! The names of roots, and why folders are not the roots of one question.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::is_in_root_name;

/// The longest name of a root, in bytes.
pub(super) const MAX_NAME: usize = 200;

/// The name of a root: letters, digits and `._@+:-`, at least two, the first and the last one a letter or digit, and the
/// second one no `:`, since a path that begins like a drive is none.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RootName(Arc<str>);

impl RootName {
    /// Parses a name.
    ///
    /// # Errors
    /// [`WorkspaceError::Name`].
    pub fn new(text: &str) -> Result<Self, WorkspaceError> {
        let ends = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let is_valid = text.chars().nth(1).is_some_and(|second| second != ':')
            && text.len() <= MAX_NAME
            && text.chars().all(is_in_root_name)
            && ends(text.chars().next())
            && ends(text.chars().next_back());
        if is_valid { Ok(Self(text.into())) } else { Err(WorkspaceError::Name(text.to_owned())) }
    }

    /// The name that is nearest to a text: what a name cannot hold becomes `-`.
    #[must_use]
    pub fn near(text: &str) -> Option<Self> {
        let near = text.replace(|c: char| !is_in_root_name(c), "-");
        let near = near.trim_matches(|c: char| !c.is_alphanumeric());
        Self::new(near).or_else(|_| Self::new(&near.replacen(':', "-", 1))).ok()
    }

    /// The name of a root that has none, after its folder.
    #[must_use]
    pub fn of_folder(folder: &Path) -> Option<Self> {
        let real = folder.canonicalize();
        let name = real.as_deref().unwrap_or(folder).file_name()?;
        Self::near(&name.to_string_lossy())
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RootName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why folders are not the roots of one question.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkspaceError {
    /// A name has other characters.
    #[error(
        "`{0}` is no name of a root: letters, digits and `._@+:-`, at least two, the first and the last one a letter or digit, the second one no `:`"
    )]
    Name(String),
    /// Two roots have one name.
    #[error("two roots are named `{0}`; NAME=DIR names a root")]
    SameName(RootName),
    /// A root is another one, or lies in it: its files would be there twice.
    #[error("the root `{inner}` lies in the root `{outer}`, which has its files already")]
    Nested {
        /// The root in the other one.
        inner: RootName,
        /// The root around it.
        outer: RootName,
    },
    /// No root was named.
    #[error("there is no root")]
    Empty,
}
