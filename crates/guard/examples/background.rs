//! Counts the packages that contain each word, and prints `src/background.txt`.
//!
//! Each entry of a given folder is one package. The list in this crate was made on Debian 12, with the
//! crates of the workspace fetched and Node.js installed, by
//!
//! ```sh
//! cargo run -p firsthand-guard --example background -- ~/.cargo/registry/src/* \
//!     /usr/lib/python3.11 /usr/lib/node_modules/npm/node_modules /usr/share/perl/5.36.0 /usr/share/perl5 \
//!     > crates/guard/src/background.txt
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Words in fewer packages are not listed.
const MIN_PACKAGES: u32 = 4;
/// Larger files are not read: they are tables and generated code.
const MAX_FILE_BYTES: u64 = 400_000;
/// The extensions of source files and documentation.
const EXTENSIONS: &[&str] =
    &["rs", "md", "py", "js", "ts", "mjs", "c", "h", "toml", "pm", "pl", "pod"];

fn main() -> std::io::Result<()> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut packages = 0;
    for root in std::env::args_os().skip(1) {
        for entry in list(Path::new(&root))? {
            let found = words_of(&entry);
            packages += u32::from(!found.is_empty());
            for word in found {
                *counts.entry(word).or_default() += 1;
            }
        }
    }
    println!("# packages {packages}");
    for (word, count) in counts.iter().filter(|(_, count)| **count >= MIN_PACKAGES) {
        println!("{word} {count}");
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "the caller names what is counted")]
fn list(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

#[expect(clippy::disallowed_methods, reason = "the caller names what is counted")]
/// The words of all source files and documentation of a package.
fn words_of(package: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let walk = ignore::WalkBuilder::new(package).standard_filters(false).build();
    for entry in walk.flatten() {
        let path = entry.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let is_counted = extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
            && entry.metadata().is_ok_and(|meta| meta.len() <= MAX_FILE_BYTES);
        if let (true, Ok(text)) = (is_counted, std::fs::read_to_string(path)) {
            let words = firsthand_guard::words(&text).into_iter();
            found.extend(words.map(|word| word.text).filter(|word| is_listed_word(word)));
        }
    }
    found
}

/// Whether a word has 2 to 24 ASCII lower-case letters and nothing else.
fn is_listed_word(word: &str) -> bool {
    (2..=24).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase())
}
