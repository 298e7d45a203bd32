//! Installs pinned packages of Python and of Node below the target folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::command::{NPM, command, is_installed, output, run};

/// The result of installing a language's packages.
pub(crate) enum Installation {
    /// In this folder.
    At(PathBuf),
    /// They cannot be installed, because this program is missing.
    Missing(&'static str),
}

/// Installs the packages of a `requirements.txt` into an environment of their own.
pub(crate) fn python(folder: &Path, requirements: &Path) -> Result<Installation> {
    let has_venv = || output(command("python3").args(["-c", "import ensurepip, venv"])).is_ok();
    if !is_installed("python3") || !has_venv() {
        return Ok(Installation::Missing("python3 with venv"));
    }
    install(folder, &[requirements.to_owned()], || {
        run(command("python3")
            .args(["-m", "venv", "--clear"])
            .arg(folder))?;
        let pip = program(folder, "pip");
        let quiet = [
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
        ];
        let mut pip = command(&pip.to_string_lossy());
        run(pip.args(quiet).arg("--requirement").arg(requirements))
    })
}

/// A program in an environment of Python.
pub(crate) fn program(environment: &Path, name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    environment.join(folder).join(name)
}

/// Installs the packages that the lock file in `pins` names.
pub(crate) fn node(folder: &Path, pins: &Path) -> Result<Installation> {
    if !is_installed("node") || !is_installed(NPM) {
        return Ok(Installation::Missing("node with npm"));
    }
    let names = ["package.json", "package-lock.json"];
    install(folder, &names.map(|name| pins.join(name)), || {
        fs::create_dir_all(folder)?;
        for name in names {
            fs::copy(pins.join(name), folder.join(name))?;
        }
        let quiet = [
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ];
        run(command(NPM).args(quiet).current_dir(folder))
    })
}

/// Installs the packages unless the pinned versions are already installed.
#[expect(
    clippy::disallowed_methods,
    reason = "the project's own pins, and a folder below the target"
)]
fn install(
    folder: &Path,
    pins: &[PathBuf],
    run_installer: impl Fn() -> Result<()>,
) -> Result<Installation> {
    let pinned: Result<Vec<String>, _> = pins.iter().map(fs::read_to_string).collect();
    let (pinned, stamp) = (pinned?.concat(), folder.join("installed"));
    if fs::read_to_string(&stamp).ok().as_ref() != Some(&pinned) {
        run_installer()?;
        fs::write(&stamp, pinned)?;
    }
    Ok(Installation::At(folder.to_owned()))
}
