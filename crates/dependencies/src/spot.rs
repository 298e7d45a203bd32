//! Where a package may be on disk.

use std::path::PathBuf;

use firsthand_source::RepoPath;

use crate::{NotInstalled, Package};

/// Where a package may be: a path below a folder in which its tool puts packages. A lock file is text of the repository,
/// so nothing that it names leads out of that folder.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    base: PathBuf,
    pub(crate) path: RepoPath,
}

impl Spot {
    /// `None` if the text is no path below a folder.
    pub(crate) fn new(base: impl Into<PathBuf>, path: &str) -> Option<Self> {
        Some(Self { base: base.into(), path: RepoPath::new(path).ok()? })
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.base.join(&self.path)
    }

    /// The folder if it exists and no link leads out of the base.
    pub(crate) fn found(&self) -> Option<PathBuf> {
        let real = self.folder().canonicalize().ok()?;
        let base = self.base.canonicalize().ok()?;
        (real.is_dir() && real.starts_with(base)).then(|| self.folder())
    }
}

/// The package at the first of these spots that exists.
pub(crate) fn at_first_of(
    name: &str,
    version: &str,
    spots: &[Spot],
) -> Result<Package, NotInstalled> {
    let mut found = spots.iter().filter_map(Spot::found);
    match found.next() {
        Some(folder) => Ok(Package::new(name, version, folder)),
        None => {
            let folders: Vec<PathBuf> = spots.iter().map(Spot::folder).collect();
            Err(missing(name, version, &folders))
        }
    }
}

pub(crate) fn missing(name: &str, version: &str, looked_in: &[PathBuf]) -> NotInstalled {
    let shown = looked_in.iter().map(|folder| folder.display().to_string());
    let shown = shown.collect::<Vec<_>>().join(", ");
    NotInstalled::Missing {
        name: name.to_owned(),
        version: version.to_owned(),
        looked_in: match shown.is_empty() {
            true => "no folder".to_owned(),
            false => shown,
        },
    }
}
