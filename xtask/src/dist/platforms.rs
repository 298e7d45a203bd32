//! The platforms, from `dist/platforms.toml`.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::command::{command, output, root};
use crate::project::PROGRAM;

const MANIFEST: &str = "dist/platforms.toml";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Platform {
    /// The triple of rustc.
    pub(super) target: String,
    /// The machine of the release workflow that builds it.
    runner: String,
    /// The platform of the wheel, if maturin shall not choose.
    pub(super) wheel: Option<String>,
    pub(super) npm: Machine,
}

/// A machine as npm names it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Machine {
    pub(super) os: String,
    pub(super) cpu: String,
    /// On Linux.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) libc: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Platforms {
    platform: Vec<Platform>,
}

impl Platform {
    /// The name of the program's archive.
    pub(super) fn archive(&self) -> String {
        format!("{}.tar.gz", self.folder())
    }

    /// The only folder in the archive.
    pub(super) fn folder(&self) -> String {
        format!("{PROGRAM}-{}", self.target)
    }

    /// The name of the program's file.
    pub(super) fn program(&self) -> String {
        let extension = if self.npm.os == "win32" { ".exe" } else { "" };
        format!("{PROGRAM}{extension}")
    }
}

pub(super) fn read(root: &Path) -> Result<Vec<Platform>> {
    let text = std::fs::read_to_string(root.join(MANIFEST))?;
    Ok(toml::from_str::<Platforms>(&text).context(MANIFEST)?.platform)
}

/// The platform of this triple, or of this machine.
pub(super) fn of(target: Option<&str>) -> Result<Platform> {
    let target = match target {
        Some(target) => target.to_owned(),
        None => own_target()?,
    };
    let mut all = read(&root())?.into_iter();
    all.find(|platform| platform.target == target)
        .with_context(|| format!("{target} is not in {MANIFEST}"))
}

/// The triple for which rustc compiles here.
fn own_target() -> Result<String> {
    let printed = output(command("rustc").args(["--print", "host-tuple"]))?;
    Ok(printed.trim().to_owned())
}

/// The release workflow's matrix: a job for each platform.
pub(super) fn matrix(platforms: &[Platform]) -> serde_json::Value {
    let jobs = platforms
        .iter()
        .map(|platform| json!({"target": platform.target, "runner": platform.runner}));
    json!({"include": jobs.collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{matrix, read};
    use crate::command::root;

    #[test]
    fn each_platform_has_one_archive_and_one_machine() {
        let platforms = read(&root()).unwrap();
        let archives: BTreeSet<String> = platforms.iter().map(super::Platform::archive).collect();
        assert_eq!(archives.len(), platforms.len());
        let machines =
            platforms.iter().map(|platform| serde_json::to_string(&platform.npm).unwrap());
        assert_eq!(machines.collect::<BTreeSet<_>>().len(), platforms.len());
        for platform in &platforms {
            let is_linux = platform.npm.os == "linux";
            assert_eq!(platform.npm.libc.is_some(), is_linux, "{platform:?}");
            assert_eq!(platform.wheel.is_some(), is_linux, "{platform:?}");
        }
        let jobs = matrix(&platforms)["include"].as_array().map(Vec::len);
        assert_eq!(jobs, Some(platforms.len()));
    }
}
