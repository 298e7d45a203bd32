//! The archive of the program and its licences, for people, Homebrew and `cargo binstall`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::clear;
use super::platforms::Platform;
use crate::command::{command, root, run};

/// What stands beside the program, wherever it is.
pub(super) const LICENSES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Packs the program into `folder`.
pub(super) fn pack(platform: &Platform, program: &Path, folder: &Path) -> Result<()> {
    let stage = folder.join("stage");
    let inner = stage.join(platform.folder());
    clear(&inner)?;
    fs::copy(program, inner.join(platform.program()))?;
    for license in LICENSES {
        fs::copy(root().join(license), inner.join(license))?;
    }
    fs::copy(root().join("dist/README.md"), inner.join("README.md"))?;
    // Names without a drive: some tars take what stands before a colon for another machine.
    let out = format!("../{}", platform.archive());
    run(command("tar")
        .current_dir(&stage)
        .args(["-czf", &out, &platform.folder()]))
}

/// Unpacks the archive in `folder` below `into`, and returns the folder that it holds.
pub(super) fn unpack(platform: &Platform, folder: &Path, into: &Path) -> Result<PathBuf> {
    fs::create_dir_all(into)?;
    let archive = format!("{}/{}", relative(into, folder)?, platform.archive());
    run(command("tar").current_dir(into).args(["-xzf", &archive]))?;
    Ok(into.join(platform.folder()))
}

/// The way up from a folder to one above it.
fn relative(from: &Path, above: &Path) -> Result<String> {
    let depth = from.strip_prefix(above)?.components().count();
    Ok(vec![".."; depth].join("/"))
}
