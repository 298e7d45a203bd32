//! The packages for npm: one that people install, and one with the program for each platform, which npm chooses by the
//! machine. Nothing is run or downloaded after the installation.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};

use super::clear;
use super::files::{LICENSES, unpack};
use super::platforms::{Machine, Platform};
use crate::command::{NPM, command, root, run};
use crate::project::{PROGRAM, Project};
use crate::tree::Tree;

/// What starts the program, below a folder of packages.
pub(super) const LAUNCHER: &str = "firsthand/bin/firsthand.js";
/// The sources of the main package.
const SOURCES: &str = "npm/";

/// Packs the main package and those of the platforms that are built. The main package names all platforms.
pub(super) fn pack(
    project: &Project,
    built: &[&Platform],
    all: &[Platform],
    folder: &Path,
) -> Result<()> {
    let stage = folder.join("stage/npm");
    clear(&stage)?;
    for platform in built {
        let package = stage.join(&platform.target);
        let unpacked = unpack(platform, folder, &stage)?;
        fs::create_dir_all(package.join("bin"))?;
        let program = platform.program();
        fs::rename(unpacked.join(&program), package.join("bin").join(program))?;
        let readme = format!("The program of the package `{PROGRAM}` for {}.\n", platform.target);
        fs::write(package.join("README.md"), readme)?;
        finish(&package, &platform_manifest(project, platform), folder)?;
    }
    let package = stage.join(PROGRAM);
    Tree::read(&root())?.copy(SOURCES, &package)?;
    let manifest = fs::read_to_string(package.join("package.json"))?;
    let manifest = serde_json::from_str(&manifest).context("npm/package.json")?;
    finish(&package, &main_manifest(project, manifest, all), folder)
}

/// The files of the main package and of a platform's.
pub(super) fn files(project: &Project, platform: &Platform) -> [String; 2] {
    let platform = name(project, &platform.npm);
    // So npm names the file of a package with a scope.
    let plain = platform.trim_start_matches('@').replace('/', "-");
    [PROGRAM, &plain].map(|name| format!("{name}-{}.tgz", project.version))
}

/// Writes what each package has, and packs it.
fn finish(package: &Path, manifest: &Value, folder: &Path) -> Result<()> {
    for license in LICENSES {
        fs::copy(root().join(license), package.join(license))?;
    }
    let manifest = serde_json::to_string_pretty(manifest)? + "\n";
    fs::write(package.join("package.json"), manifest)?;
    run(command(NPM).args(["pack", "--silent", "--pack-destination"]).args([folder, package]))
}

/// The name of a platform's package.
fn name(project: &Project, machine: &Machine) -> String {
    let scope = &project.registries.npm_scope;
    let libc = match machine.libc.as_deref() {
        Some("glibc") => "-gnu",
        Some("musl") => "-musl",
        _ => "",
    };
    format!("{scope}/{}-{}{libc}", machine.os, machine.cpu)
}

fn platform_manifest(project: &Project, platform: &Platform) -> Value {
    let mut manifest = json!({
        "name": name(project, &platform.npm),
        "version": project.version,
        "description": format!("{PROGRAM} for {}", platform.target),
        "license": format!("({})", project.license),
        "repository": {"type": "git", "url": format!("git+{}.git", project.repository)},
        "os": [platform.npm.os],
        "cpu": [platform.npm.cpu],
        // Yarn cannot run what is in a zip.
        "preferUnplugged": true,
        "publishConfig": {"access": "public"},
    });
    if let Some(libc) = &platform.npm.libc {
        manifest["libc"] = json!([libc]);
    }
    manifest
}

/// The sources' manifest with what the workspace's says.
fn main_manifest(project: &Project, mut manifest: Map<String, Value>, all: &[Platform]) -> Value {
    // So that the sources cannot be published as they are.
    manifest.remove("private");
    let programs: Map<String, Value> =
        all.iter().map(|platform| (name(project, &platform.npm), json!(project.version))).collect();
    let stated = json!({
        "name": PROGRAM,
        "version": project.version,
        "license": format!("({})", project.license),
        "homepage": project.repository,
        "repository": {"type": "git", "url": format!("git+{}.git", project.repository)},
        "mcpName": project.registries.server_name,
        "optionalDependencies": programs,
    });
    manifest.extend(stated.as_object().cloned().unwrap_or_default());
    Value::Object(manifest)
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::{main_manifest, platform_manifest};
    use crate::command::root;
    use crate::dist::platforms::read;
    use crate::project::Project;

    #[test]
    fn the_main_package_depends_on_the_program_of_each_platform() {
        let (project, platforms) = (Project::example(), read(&root()).unwrap());
        let sources = json!({"private": true, "type": "module"});
        let sources = sources.as_object().cloned().unwrap_or_else(Map::new);
        let manifest = main_manifest(&project, sources, &platforms);
        assert_eq!(manifest["private"], json!(null));
        assert_eq!(manifest["type"], "module");
        assert_eq!(manifest["mcpName"], "org.example/x");
        let expect = json!({
            "@x/linux-x64-gnu": "1.2.3",
            "@x/linux-arm64-gnu": "1.2.3",
            "@x/linux-x64-musl": "1.2.3",
            "@x/linux-arm64-musl": "1.2.3",
            "@x/darwin-x64": "1.2.3",
            "@x/darwin-arm64": "1.2.3",
            "@x/win32-x64": "1.2.3",
        });
        assert_eq!(manifest["optionalDependencies"], expect);
        for platform in &platforms {
            let own = platform_manifest(&project, platform);
            let name = own["name"].as_str().unwrap();
            assert!(expect[name].is_string(), "{name}");
            assert_eq!(own["libc"].is_array(), own["os"] == json!(["linux"]));
        }
    }
}
