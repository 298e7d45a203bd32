//! Folders on disk for one test.

use std::path::Path;

use tempfile::TempDir;

/// A folder with these files, by their paths; removed when it is dropped.
///
/// # Panics
/// Where the system refuses a file.
#[must_use]
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (path, text) in files {
        write_file(folder.path(), path, text.as_bytes()).expect("the file can be written");
    }
    folder
}

/// Writes a file below the folder, and creates the folders above it.
#[expect(clippy::disallowed_methods, reason = "the fixture's own files")]
pub(crate) fn write_file(root: &Path, path: &str, bytes: &[u8]) -> std::io::Result<()> {
    let file = root.join(path);
    if let Some(parent) = file.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(file, bytes)
}
