//! Why a package cannot be read.

use std::fmt::Display;

use crate::Spot;

/// Why a package that is asked for cannot be read: a sentence for its user.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{sentence}")]
pub struct NotInstalled {
    sentence: String,
    /// Whether a lock file of the root that is read names it.
    pub is_locked: bool,
}

impl NotInstalled {
    /// A package that a lock file names.
    pub(crate) fn locked(sentence: String) -> Self {
        Self { sentence, is_locked: true }
    }

    /// A package that no lock file is known to name.
    pub(crate) fn unknown(sentence: String) -> Self {
        Self { sentence, is_locked: false }
    }

    /// A package that is in no place where its tool puts packages.
    pub(crate) fn nowhere(name: &str, version: &str, looked_in: impl Display) -> Self {
        Self::locked(format!("{name} {version} is not installed; looked in {looked_in}"))
    }

    /// A package that is in none of these spots.
    pub(crate) fn missing(name: &str, version: &str, spots: &[Spot]) -> Self {
        let shown = spots.iter().map(|spot| {
            let outside = if spot.leads_out() { " (a link out of the root)" } else { "" };
            format!("{}{outside}", spot.folder().display())
        });
        let shown = shown.collect::<Vec<_>>().join(", ");
        Self::nowhere(name, version, if shown.is_empty() { "no folder" } else { &shown })
    }

    /// A package that comes from where no published version is: a repository, a folder, another registry.
    pub(crate) fn from_elsewhere(name: &str, version: &str, from: &str) -> Self {
        Self::locked(format!("{name} {version} comes from {from}, which is not read"))
    }

    /// A package of which another version is installed.
    pub(crate) fn other(name: &str, version: &str, installed: &str) -> Self {
        Self::locked(format!(
            "of {name} the lock file names {version}, and {installed} is installed"
        ))
    }

    /// A package that the lock file names without a source, as a member of the workspace.
    pub(crate) fn local(name: &str) -> Self {
        Self::locked(format!(
            "{name} is a local package: its files are searched if they are in the root"
        ))
    }

    /// Versions that the lock file names beside the searched one: packages of packages may import them.
    pub(crate) fn beside(name: &str, versions: &str) -> Self {
        Self::locked(format!(
            "of {name} the lock file names {versions}, too, which is not searched: what a package imports may be that"
        ))
    }

    /// A package that a file of what the project asks for names without one exact version.
    pub(crate) fn no_version(name: &str, file: &str) -> Self {
        Self::locked(format!("{file} states no exact version of {name}"))
    }
}
