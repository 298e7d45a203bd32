//! Makes a fingerprint of this crate's own source, so that what another build kept is not taken for
//! what this one would find.
#![allow(clippy::disallowed_methods)] // It reads the crate that is being built.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.toml");
    let mut files = vec![PathBuf::from("Cargo.toml")];
    below(Path::new("src"), &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        std::fs::read(&file)?.hash(&mut hasher);
    }
    println!("cargo::rustc-env=CODEGRAPH_BUILD={:016x}", hasher.finish());
    Ok(())
}

/// The files under a folder.
fn below(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            below(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
