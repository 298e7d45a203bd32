//! `cargo xtask dist`: what a release ships. The release workflow runs the same code on each platform of
//! `dist/platforms.toml`.
//!
//! A platform's own runner builds its wheel and an archive of the program. One more step takes the programs out of the
//! archives, and makes what is about several platforms: npm's packages, the formula, the checksums.

pub(crate) mod check;
mod files;
mod npm;
mod platforms;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Subcommand;

use crate::command::root;
use crate::packages::target;
use crate::project::Project;
use platforms::Platform;

/// The formula without what the manifest and the archives say.
const FORMULA: &str = include_str!("../../dist/formula.rb");

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
    if missing.is_empty() {
        let checksum = |platform: &Platform| files::checksum(&folder.join(platform.archive()));
        fs::write(folder.join("firsthand.rb"), formula(&project, &all, checksum)?)?;
    }
    fs::copy(root().join("server.json"), folder.join("server.json"))?;
    files::write_checksums(&folder)
}

/// The formula for Homebrew, which brings a glibc of its own where the system has another C library.
fn formula(
    project: &Project,
    all: &[Platform],
    checksum: impl Fn(&Platform) -> Result<String>,
) -> Result<String> {
    let licenses: Vec<String> = project.license.split(" OR ").map(|l| format!("{l:?}")).collect();
    let mut text = FORMULA
        .replace("LICENSES", &licenses.join(", "))
        .replace("REPOSITORY", &project.repository)
        .replace("VERSION", &project.version);
    for platform in all {
        let place = format!("CHECKSUM {}\"", platform.target);
        if text.contains(&place) {
            text = text.replace(&place, &format!("{}\"", checksum(platform)?));
        }
    }
    ensure!(!text.contains("CHECKSUM"), "the formula names a platform that is not built");
    Ok(text)
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

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::{formula, platforms};
    use crate::command::root;
    use crate::project::Project;

    #[test]
    fn each_machine_gets_the_archive_that_runs_on_it() {
        let platforms = platforms::read(&root()).unwrap();
        let known = |p: &platforms::Platform| Ok(p.target.replace('-', ""));
        let all = formula(&Project::example(), &platforms, known).unwrap();
        assert!(all.contains("  license any_of: [\"MIT\", \"Apache-2.0\"]\n"));
        assert!(all.contains("  version \"1.2.3\"\n"));
        let blocks = "  on_macos do
    on_arm do
      url \"https://example.org/x/releases/download/v1.2.3/firsthand-aarch64-apple-darwin.tar.gz\"
      sha256 \"aarch64appledarwin\"
    end
    on_intel do
      url \"https://example.org/x/releases/download/v1.2.3/firsthand-x86_64-apple-darwin.tar.gz\"
      sha256 \"x86_64appledarwin\"
    end
  end

  on_linux do
    on_arm do
      url \"https://example.org/x/releases/download/v1.2.3/firsthand-aarch64-unknown-linux-gnu.tar.gz\"
      sha256 \"aarch64unknownlinuxgnu\"
    end
    on_intel do
      url \"https://example.org/x/releases/download/v1.2.3/firsthand-x86_64-unknown-linux-gnu.tar.gz\"
      sha256 \"x86_64unknownlinuxgnu\"
    end
  end

  def install
";
        assert!(all.contains(blocks), "{all}");
    }

    #[test]
    fn a_formula_with_an_archive_that_is_not_built_is_an_error() {
        let mut platforms = platforms::read(&root()).unwrap();
        let sum = |_: &platforms::Platform| Ok("0".to_owned());
        platforms.retain(|platform| platform.target != "aarch64-apple-darwin");
        let error = formula(&Project::example(), &platforms, sum).unwrap_err().to_string();
        assert_eq!(error, "the formula names a platform that is not built");
        let unread = |_: &platforms::Platform| None.context("no archive");
        assert!(formula(&Project::example(), &platforms, unread).is_err());
    }
}
