//! Measures the throughput of redaction: `cargo bench -p firsthand-source --bench redaction -- [DIR]`, this
//! workspace's crates by default. Reads the files beforehand, and prints the median of seven rounds.
#![allow(clippy::disallowed_methods)] // It reads the tree that it is given.

use std::path::{Path, PathBuf};
use std::time::Instant;

use firsthand_source::secrets::redact;

fn main() -> std::io::Result<()> {
    let folder_argument = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let root = folder_argument
        .map_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/..").into(), PathBuf::from);
    // `cargo test` runs benchmarks once, to check that they work.
    let is_measured = std::env::args().any(|word| word == "--bench");
    let (rounds, max_files) = if is_measured { (7, usize::MAX) } else { (1, 64) };
    let mut texts = Vec::new();
    read(&root, max_files, &mut texts)?;
    let bytes: usize = texts.iter().map(Vec::len).sum();
    let mut lines = 0;
    let mut times = Vec::new();
    for _ in 0..rounds {
        let begun = Instant::now();
        lines = texts.iter().map(|text| redact(text).len()).sum();
        times.push(begun.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    let rate = bytes as f64 / 1e6 / times[rounds / 2];
    println!("{} files, {bytes} bytes, {lines} lines redacted, {rate:.0} MB/s", texts.len());
    Ok(())
}

fn read(folder: &Path, max_files: usize, into: &mut Vec<Vec<u8>>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let meta = path.symlink_metadata()?;
        if meta.is_dir() && !path.ends_with("target") {
            read(&path, max_files, into)?;
        } else if meta.is_file() && into.len() < max_files {
            into.push(std::fs::read(&path)?);
        }
    }
    Ok(())
}
