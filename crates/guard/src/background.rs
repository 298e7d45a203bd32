//! How common a word is in code: the share of many unrelated packages that contain it.
//!
//! `background.txt` lists the words that at least four packages contain, each with the number of those packages: crates
//! of Rust, the standard library of Python, packages of Node.js and modules of Perl. A package counts once for a word,
//! however often it contains it. `examples/background.rs` makes the list, and documents how.

use std::collections::HashMap;
use std::sync::OnceLock;

const LIST: &str = include_str!("background.txt");

/// For each word, the number of packages of a corpus that contain it.
#[derive(Debug)]
pub(crate) struct Background {
    packages: u32,
    counts: HashMap<&'static str, u32>,
}

impl Background {
    /// The corpus that is part of this crate.
    pub(crate) fn general() -> &'static Self {
        static GENERAL: OnceLock<Background> = OnceLock::new();
        GENERAL.get_or_init(|| Self::read(LIST))
    }

    fn read(list: &'static str) -> Self {
        let mut background = Self { packages: 0, counts: HashMap::new() };
        for line in list.lines() {
            if let Some(packages) = line.strip_prefix("# packages ") {
                background.packages = packages.trim().parse().unwrap_or(0);
            } else if let Some((word, count)) = line.split_once(' ') {
                background.counts.insert(word, count.parse().unwrap_or(0));
            }
        }
        background
    }

    /// Whether a word, given in lower case, is common in code: at least one package of fifty contains it.
    pub(crate) fn is_common(&self, word: &str) -> bool {
        self.counts.get(word).is_some_and(|count| count * 50 >= self.packages)
    }
}
