//! The wheel for PyPI, by maturin, which builds the program for it.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::platforms::Platform;
use crate::command::{command, root, run};
use crate::install::{self, Packages};

/// The profile of cargo.
const PROFILE: &str = "dist";

/// Builds the wheel into `folder`, and returns the program's path.
pub(super) fn build(platform: &Platform, target: &Path, folder: &Path) -> Result<PathBuf> {
    let tools = Packages::Python("dist-tools", "dist/requirements.txt").install()?;
    let python = install::program(&tools, "python");
    let mut maturin = command(&install::program(&tools, "maturin").to_string_lossy());
    maturin
        .current_dir(root().join("python"))
        .args(["build", "--locked", "--profile", PROFILE])
        .args(["--target", &platform.target, "--out"])
        .arg(folder)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_ZIGBUILD_PYTHON_PATH", python);
    if let Some(oldest) = &platform.wheel {
        // This machine's own linker would need its own C library, which is newer.
        maturin.args(["--zig", "--compatibility", oldest]);
    }
    run(&mut maturin)?;
    let built = target.join(&platform.target).join(PROFILE);
    Ok(built.join(platform.program()))
}
