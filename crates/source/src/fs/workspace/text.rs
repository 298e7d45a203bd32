//! Workspaces from folders and texts, and as texts.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::{RootName, Workspace, WorkspaceError};

/// One root without a name.
impl<P: AsRef<Path> + ?Sized> From<&P> for Workspace {
    fn from(folder: &P) -> Self {
        Self::single(folder.as_ref())
    }
}

/// One root without a name.
impl From<PathBuf> for Workspace {
    fn from(folder: PathBuf) -> Self {
        Self::single(folder)
    }
}

/// The folder of a single root as it was given; of several roots `NAME=FOLDER` for each. Installed packages are left out.
impl fmt::Display for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = self.0.iter().filter(|root| !root.installed);
        for (index, root) in own.enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let name = root.name.as_ref().map(|name| format!("{name}="));
            let (name, folder) = (name.unwrap_or_default(), root.folder.display());
            write!(f, "{comma}{name}{folder}")?;
        }
        Ok(())
    }
}

/// Reads what `Display` prints: a root without a name, or named ones.
impl FromStr for Workspace {
    type Err = WorkspaceError;

    fn from_str(text: &str) -> Result<Self, WorkspaceError> {
        let mut named: Vec<(RootName, String)> = Vec::new();
        for piece in text.split(", ") {
            let name_and_folder = piece.split_once('=');
            let name = name_and_folder
                .and_then(|(name, folder)| Some((RootName::new(name).ok()?, folder)));
            match (name, named.last_mut()) {
                (Some((name, folder)), _) => named.push((name, folder.to_owned())),
                // A comma of a folder's name.
                (None, Some((_, folder))) => *folder += &format!(", {piece}"),
                (None, None) => return Ok(Self::single(text)),
            }
        }
        Self::of(named.into_iter().map(|(name, folder)| (name, folder.into())))
    }
}
