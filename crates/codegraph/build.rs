//! Passes a hash of this crate's sources to the compiler as `CODEGRAPH_BUILD`, so that the store does not read entries
//! that another build of the crate wrote.
#![allow(clippy::disallowed_methods)] // A build script reads the crate that is being built.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.toml");
    let mut files = vec![PathBuf::from("Cargo.toml")];
    add_files_below(Path::new("src"), &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        std::fs::read(&file)?.hash(&mut hasher);
    }
    println!("cargo::rustc-env=CODEGRAPH_BUILD={:016x}", hasher.finish());
    Ok(())
}

/// Adds the files under a folder, at any depth, to `files`.
fn add_files_below(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            add_files_below(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
