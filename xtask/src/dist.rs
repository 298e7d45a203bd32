//! `cargo xtask dist`: what a release ships. The release workflow runs the same code on each platform of
//! `dist/platforms.toml`.
//!
//! A platform's own runner builds its wheel and an archive of the program. One more step takes the programs out of the
//! archives, and makes what is about several platforms: npm's packages, the formula, the checksums.

pub(crate) mod check;
mod files;
mod formula;
mod npm;
mod platforms;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Subcommand;

use crate::command::root;
use crate::packages::target;
use crate::project::Project;
use platforms::Platform;

#[derive(Subcommand)]
pub(crate) enum Task {
    /// Build the wheel of a platform, and the archive of the program
    Build {
        /// The triple of a platform in dist/platforms.toml, instead of this machine's
        #[arg(long)]
        target: Option<String>,
    },
    /// Make npm's packages, the formula and the checksums from the archives that are there
    Join {
        /// Fail if a platform's archive is missing
        #[arg(long)]
        complete: bool,
    },
    /// Install what was built where no Rust is, and ask each program
    Check,
    /// Print the release workflow's matrix
    Matrix {
        /// Fail if this is not the tag of the version
        #[arg(long)]
        tag: Option<String>,
    },
}

/// Runs one task; without any, builds and joins everything for this machine.
pub(crate) fn run(task: Option<Task>) -> Result<()> {
    match task {
        None => all().map(|folder| println!("{}", folder.display())),
        Some(Task::Build { target }) => build(&platforms::of(target.as_deref())?),
        Some(Task::Join { complete }) => join(complete),
        Some(Task::Check) => check::run(&folder()?).map(|note| println!("{note}")),
        Some(Task::Matrix { tag }) => matrix(tag.as_deref()),
    }
}

/// Builds everything for this machine, and returns the folder.
pub(crate) fn all() -> Result<PathBuf> {
    let folder = folder()?;
    clear(&folder)?;
    build(&platforms::of(None)?)?;
    join(false)?;
    Ok(folder)
}

/// The folder of what is built.
fn folder() -> Result<PathBuf> {
    Ok(target()?.join("distribution"))
}

fn build(platform: &Platform) -> Result<()> {
    let (target, folder) = (target()?, folder()?);
    fs::create_dir_all(&folder)?;
    let program = files::build_wheel(platform, &target, &folder)?;
    files::pack(platform, &program, &folder)
}

fn join(complete: bool) -> Result<()> {
    let (project, folder) = (Project::read(&root())?, folder()?);
    let all = platforms::read(&root())?;
    let (built, missing): (Vec<&Platform>, Vec<&Platform>) =
        all.iter().partition(|platform| folder.join(platform.archive()).is_file());
    if complete && !missing.is_empty() {
        let missing: Vec<&str> = missing.iter().map(|p| p.target.as_str()).collect();
        bail!("there is no archive of {}", missing.join(", "));
    }
    npm::pack(&project, &built, &all, &folder)?;
    let sums: Result<Vec<(&Platform, String)>> = built
        .into_iter()
        .map(|platform| Ok((platform, files::checksum(&folder.join(platform.archive()))?)))
        .collect();
    fs::write(folder.join(formula::FILE), formula::text(&project, &sums?))?;
    fs::copy(root().join("server.json"), folder.join("server.json"))?;
    files::write_checksums(&folder)
}

fn matrix(tag: Option<&str>) -> Result<()> {
    let version = Project::read(&root())?.version;
    if let Some(tag) = tag
        && tag != format!("v{version}")
    {
        bail!("the tag is {tag}, and the version {version}");
    }
    println!("{}", platforms::matrix(&platforms::read(&root())?));
    Ok(())
}

/// Removes a folder with all that is in it, if it is there, and makes it again.
fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(fs::create_dir_all(folder)?)
}
