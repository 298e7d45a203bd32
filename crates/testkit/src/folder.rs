//! Folders on disk for one test.

use tempfile::TempDir;

/// A folder with these files, by their paths; removed when it is dropped.
///
/// # Panics
/// Where the system refuses a file.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the fixture's own files")]
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (path, text) in files {
        let path = folder.path().join(path);
        let parent = path.parent().expect("it is below the folder");
        std::fs::create_dir_all(parent).expect("a folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
    folder
}
