//! Files and folders that only their owner can read.

use std::fs::{DirBuilder, File};
use std::io;
use std::path::Path;

/// Creates a folder that only its owner can read, and those above it that are missing.
///
/// # Errors
/// The system's error.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates a file that only its owner can read. It never opens an existing one, which may be a link.
///
/// # Errors
/// The system's error.
pub fn create_private_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
