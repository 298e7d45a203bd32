//! Files that a task generates: it writes them, and a check compares them with those in the repository.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::command::root;

/// Paths from the root, each with the text of its file.
pub(crate) type Files = Vec<(String, String)>;

/// Writes the files that are not current, and prints their paths.
pub(crate) fn write(files: &Files) -> Result<()> {
    for (path, text) in files.iter().filter(|file| !is_current(file)) {
        let full_path = root().join(path);
        fs::create_dir_all(full_path.parent().unwrap_or(Path::new(".")))?;
        fs::write(full_path, text)?;
        println!("{path}");
    }
    Ok(())
}

pub(crate) fn is_current((path, text): &(String, String)) -> bool {
    fs::read_to_string(root().join(path)).ok().as_ref() == Some(text)
}
