//! The name of the build that is measured.

use std::io;
use std::path::Path;

/// The name of a build: the package's version and a short hash of its executable.
///
/// # Errors
/// The system's error, if the executable cannot be read.
pub fn version(executable: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    io::copy(&mut std::fs::File::open(executable)?, &mut hasher)?;
    let hash = hasher.finalize().to_hex();
    Ok(format!("{}+{}", env!("CARGO_PKG_VERSION"), &hash[..12]))
}
