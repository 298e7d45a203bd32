//! Why a package cannot be read.

use crate::Spot;

/// Why a package that a lock file names cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotInstalled {
    /// It is in no place where the tool puts packages.
    #[error("{name} {version} is not installed; looked in {looked_in}")]
    Missing {
        /// The package.
        name: String,
        /// The version that the lock file names.
        version: String,
        /// The places, for display.
        looked_in: String,
    },
    /// Another version is installed.
    #[error("of {name} the lock file names {version}, and {installed} is installed")]
    OtherVersion {
        /// The package.
        name: String,
        /// The version that the lock file names.
        version: String,
        /// The installed version.
        installed: String,
    },
    /// It is one file or an archive, and has no folder of its own.
    #[error("{name} {version} has no folder of its own")]
    NoFolder {
        /// The package.
        name: String,
        /// Its version.
        version: String,
    },
    /// Its files are links, as some installers make them: none is followed.
    #[error("{name} {version} is not searched: all its files are links, of which none is followed")]
    Links {
        /// The package.
        name: String,
        /// Its version.
        version: String,
    },
    /// It is named by a file of what the project asks for, and without one exact version.
    #[error("{file} states no exact version of {name}")]
    NoVersion {
        /// The package.
        name: String,
        /// The file.
        file: &'static str,
    },
    /// It is installed without its sources.
    #[error(
        "{name} {version} is installed without its sources, {jar}: `mvn dependency:sources` fetches them, or an IDE"
    )]
    NoSources {
        /// The package.
        name: String,
        /// Its version.
        version: String,
        /// The file that is missing.
        jar: String,
    },
    /// The archive with its sources cannot be unpacked.
    #[error("the sources of {name} {version} are not unpacked: {why}")]
    Archive {
        /// The package.
        name: String,
        /// Its version.
        version: String,
        /// The reason.
        why: String,
    },
    /// It comes from where no published version is: a repository, a folder, another registry.
    #[error("{name} {version} comes from {from}, which is not read")]
    OtherSource {
        /// The package.
        name: String,
        /// The version that the lock file names.
        version: String,
        /// Where it comes from.
        from: String,
    },
    /// A lock file of the root is not in its format: what it names is not known.
    #[error("{0} cannot be read, so the packages that it names are not known")]
    Unreadable(&'static str),
    /// No lock file of the root names it; one of those that are there is of a kind that is not read.
    #[error("no lock file in the root that can be read names {name}; {file} is not read")]
    NotRead {
        /// The package.
        name: String,
        /// The first lock file that is not read.
        file: &'static str,
    },
    /// No lock file of the root names it.
    #[error("no lock file in the root names {0}")]
    Unknown(String),
}

impl NotInstalled {
    /// A package that is in none of these spots.
    pub(crate) fn missing(name: &str, version: &str, spots: &[Spot]) -> Self {
        let shown = spots.iter().map(|spot| {
            let outside = if spot.leads_out() { " (a link out of the root)" } else { "" };
            format!("{}{outside}", spot.folder().display())
        });
        let shown = shown.collect::<Vec<_>>().join(", ");
        Self::Missing {
            name: name.to_owned(),
            version: version.to_owned(),
            looked_in: if shown.is_empty() { "no folder".to_owned() } else { shown },
        }
    }

    /// A package that is not the published one of its version.
    pub(crate) fn from_elsewhere(name: &str, version: &str, from: &str) -> Self {
        let [name, version, from] = [name, version, from].map(str::to_owned);
        Self::OtherSource { name, version, from }
    }

    /// A package of which another version is installed.
    pub(crate) fn other(name: &str, version: &str, installed: &str) -> Self {
        let [name, version, installed] = [name, version, installed].map(str::to_owned);
        Self::OtherVersion { name, version, installed }
    }
}
