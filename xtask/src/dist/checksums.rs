//! `SHA256SUMS`, as `sha256sum --check` reads it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Result;
use sha2::{Digest as _, Sha256};

const FILE: &str = "SHA256SUMS";
/// What is downloaded.
const EXTENSIONS: [&str; 3] = [".tar.gz", ".whl", ".tgz"];

/// The checksum of a file in hexadecimal digits.
pub(super) fn of(path: &Path) -> Result<String> {
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
pub(super) fn write(folder: &Path) -> Result<()> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if EXTENSIONS.iter().any(|end| name.ends_with(end)) {
            lines.push((name, of(&entry.path())?));
        }
    }
    lines.sort();
    let text: String = lines
        .into_iter()
        .map(|(name, sum)| format!("{sum}  {name}\n"))
        .collect();
    Ok(fs::write(folder.join(FILE), text)?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn checksums_are_sha_256() {
        let expect = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(super::hexadecimal(b"abc"), expect);
    }
}
