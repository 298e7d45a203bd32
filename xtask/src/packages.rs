//! The workspace as cargo sees it.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Deserialize;

use crate::command::{cargo, output, root};

/// The output of `cargo metadata --no-deps`, with paths relative to the root.
#[derive(Debug, Deserialize)]
pub(crate) struct Workspace {
    pub(crate) packages: Vec<Package>,
    /// Absolute.
    pub(crate) target_directory: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) manifest_path: String,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) targets: Vec<Target>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `None` for a normal one, else `dev` or `build`.
    pub(crate) kind: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Target {
    pub(crate) name: String,
    pub(crate) kind: Vec<String>,
    pub(crate) src_path: String,
}

impl Dependency {
    pub(crate) fn is_dev(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

impl Target {
    pub(crate) fn is(&self, kind: &str) -> bool {
        self.kind.iter().any(|own| own == kind)
    }
}

/// Reads the workspace's metadata with cargo, without using the network.
pub(crate) fn workspace(root: &Path) -> Result<Workspace> {
    let printed = output(&mut cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
    let mut workspace: Workspace = serde_json::from_str(&printed)?;
    for package in &mut workspace.packages {
        make_relative(root, &mut package.manifest_path);
        for target in &mut package.targets {
            make_relative(root, &mut target.src_path);
        }
    }
    Ok(workspace)
}

/// Cargo's target folder.
pub(crate) fn target() -> Result<PathBuf> {
    Ok(workspace(&root())?.target_directory.into())
}

fn make_relative(root: &Path, path: &mut String) {
    if let Ok(relative) = Path::new(path.as_str()).strip_prefix(root) {
        *path = relative.to_string_lossy().replace('\\', "/");
    }
}
