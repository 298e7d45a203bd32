//! Installs the pinned packages of the clients.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::SUITES;
use crate::command::{command, is_installed, output, root, run};

/// The result of installing a language's packages.
pub(super) enum Installation {
    /// In this folder.
    At(PathBuf),
    /// They cannot be installed, because this program is missing.
    Missing(&'static str),
}

pub(super) fn python(below: &Path) -> Result<Installation> {
    let has_venv = || output(command("python3").args(["-c", "import ensurepip, venv"])).is_ok();
    if !is_installed("python3") || !has_venv() {
        return Ok(Installation::Missing("python3 with venv"));
    }
    install(&below.join("python"), &["requirements.txt"], |folder| {
        run(command("python3")
            .args(["-m", "venv", "--clear"])
            .arg(folder))?;
        let pip = folder.join("bin/pip");
        let quiet = [
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
        ];
        let mut pip = command(&pip.to_string_lossy());
        run(pip
            .args(quiet)
            .arg("--requirement")
            .arg(root().join(SUITES).join("requirements.txt")))
    })
}

pub(super) fn node(below: &Path) -> Result<Installation> {
    if !is_installed("node") || !is_installed("npm") {
        return Ok(Installation::Missing("node with npm"));
    }
    let pins = ["package.json", "package-lock.json"];
    install(&below.join("node"), &pins, |folder| {
        fs::create_dir_all(folder)?;
        for name in pins {
            fs::copy(root().join(SUITES).join(name), folder.join(name))?;
        }
        let quiet = [
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ];
        run(command("npm").args(quiet).current_dir(folder))
    })
}

/// Installs the packages unless the pinned versions are already installed.
#[expect(
    clippy::disallowed_methods,
    reason = "the project's own pins, and a folder below the target"
)]
fn install(
    folder: &Path,
    pins: &[&str],
    run_installer: impl Fn(&Path) -> Result<()>,
) -> Result<Installation> {
    let pinned: Result<Vec<String>, _> = pins
        .iter()
        .map(|name| fs::read_to_string(root().join(SUITES).join(name)))
        .collect();
    let (pinned, stamp) = (pinned?.concat(), folder.join("installed"));
    if fs::read_to_string(&stamp).ok().as_ref() != Some(&pinned) {
        run_installer(folder)?;
        fs::write(&stamp, pinned)?;
    }
    Ok(Installation::At(folder.to_owned()))
}
