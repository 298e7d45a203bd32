//! What one machine builds: the wheel for PyPI, by maturin, which builds the program for it, and the archive of the
//! program and its licences, for people, Homebrew and `cargo binstall`. And `SHA256SUMS`, as `sha256sum --check` reads it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use sha2::{Digest as _, Sha256};

use super::clear;
use super::platforms::Platform;
use crate::command::{command, root, run};
use crate::install::{self, Packages};

/// The profile of cargo.
const PROFILE: &str = "dist";
/// What stands beside the program, wherever it is.
pub(super) const LICENSES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];
const CHECKSUMS: &str = "SHA256SUMS";
/// What is downloaded.
const DOWNLOADED: [&str; 3] = [".tar.gz", ".whl", ".tgz"];

/// Builds the wheel into `folder`, and returns the program's path.
pub(super) fn build_wheel(platform: &Platform, target: &Path, folder: &Path) -> Result<PathBuf> {
    let tools = Packages::Python("dist-tools", "dist/requirements.txt").install()?;
    let python = install::program(&tools, "python");
    let mut maturin = command(install::program(&tools, "maturin"));
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
    run(command("tar").current_dir(&stage).args(["-czf", &out, &platform.folder()]))
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

/// The checksum of a file in hexadecimal digits.
pub(super) fn checksum(path: &Path) -> Result<String> {
    Ok(hexadecimal(&fs::read(path)?))
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Writes the checksums of everything in the folder that is downloaded.
pub(super) fn write_checksums(folder: &Path) -> Result<()> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if DOWNLOADED.iter().any(|end| name.ends_with(end)) {
            lines.push((name, checksum(&entry.path())?));
        }
    }
    lines.sort();
    let text: String = lines.into_iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    Ok(fs::write(folder.join(CHECKSUMS), text)?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn checksums_are_sha_256() {
        let expect = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(super::hexadecimal(b"abc"), expect);
    }
}
