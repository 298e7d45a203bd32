//! Prints the lines of a tree that redaction changes: `cargo run -p firsthand-source --example secrets -- DIR`.
//! Ends with counts by kind. It prints the hidden text: do not run it on a tree with real secrets.
#![allow(clippy::disallowed_methods)] // It reads the tree that it is given.

use std::collections::BTreeMap;
use std::path::Path;

use firsthand_source::LineIndex;
use firsthand_source::secrets::{is_secret_path, redact};

fn main() -> std::io::Result<()> {
    let mut kinds = BTreeMap::new();
    for root in std::env::args().skip(1) {
        print_redacted_lines(Path::new(&root), &mut kinds)?;
    }
    println!("{kinds:?}");
    Ok(())
}

fn print_redacted_lines(folder: &Path, kinds: &mut BTreeMap<&str, u32>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let meta = path.symlink_metadata()?;
        if meta.is_dir() {
            print_redacted_lines(&path, kinds)?;
        } else if meta.is_file() && !is_secret_path(&path.to_string_lossy()) {
            let bytes = std::fs::read(&path)?;
            if bytes.contains(&0) {
                continue;
            }
            let lines = LineIndex::of(&bytes);
            for hidden in redact(&bytes) {
                *kinds.entry(hidden.kind).or_default() += 1;
                let line = String::from_utf8_lossy(lines.line(&bytes, hidden.line));
                let line: String = line.trim().chars().take(300).collect();
                println!("{}:{}: {}: {line}", path.display(), hidden.line, hidden.kind);
            }
        }
    }
    Ok(())
}
