//! Where the tools of this machine put packages.

use std::path::{Path, PathBuf};

/// The home folder and the environment variables that say where tools put packages.
#[derive(Clone, Debug)]
pub struct Environment {
    home: Option<PathBuf>,
    variable: fn(&str) -> Option<String>,
    archives: Option<PathBuf>,
}

impl Environment {
    /// That of this process.
    #[must_use]
    pub fn of_process(home: Option<PathBuf>) -> Self {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Self { home, variable, archives: None }
    }

    /// A home folder alone.
    #[must_use]
    pub fn of_home(home: PathBuf) -> Self {
        Self { home: Some(home), variable: |_| None, archives: None }
    }

    /// With a folder of the caller's own, outside every root, below which archives of sources are unpacked. Without one
    /// they are not read.
    #[must_use]
    pub fn unpacking_in(self, cache: Option<PathBuf>) -> Self {
        Self { archives: cache, ..self }
    }

    pub(crate) fn archives(&self) -> Option<&Path> {
        self.archives.as_deref()
    }

    /// The folder that a variable names, or else this one below the home folder.
    pub(crate) fn folder(&self, variable: &str, below_home: &str) -> Option<PathBuf> {
        let named = (self.variable)(variable).map(PathBuf::from);
        named.or_else(|| Some(self.home.as_ref()?.join(below_home)))
    }

    /// The folders that a variable lists.
    pub(crate) fn listed(&self, variable: &str) -> Vec<PathBuf> {
        let listed = (self.variable)(variable).unwrap_or_default();
        std::env::split_paths(&listed).filter(|path| path.is_absolute()).collect()
    }

    pub(crate) fn home(&self) -> Option<&PathBuf> {
        self.home.as_ref()
    }
}
