//! How common a word is in code: the share of many unrelated packages that contain it.
//!
//! `background.txt` lists the words that at least four packages contain, each with the number of those packages: crates
//! of Rust, the standard library of Python, packages of Node.js and modules of Perl. A package counts once for a word,
//! however often it contains it. `examples/background.rs` makes the list, and documents how.

use std::collections::HashSet;
use std::sync::LazyLock;

const LIST: &str = include_str!("background.txt");
/// The beginning of the line with the number of all packages.
const PACKAGES: &str = "# packages ";

/// Whether a word, given in lower case, is common in code: at least one package of fifty contains it.
pub(crate) fn is_common(word: &str) -> bool {
    static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let number = |text: &str| text.trim().parse().unwrap_or(0);
        let packages: u32 = LIST.lines().find_map(|l| l.strip_prefix(PACKAGES)).map_or(0, number);
        let words = LIST.lines().filter_map(|line| line.split_once(' '));
        words.filter(|(_, count)| number(count) * 50 >= packages).map(|(word, _)| word).collect()
    });
    COMMON.contains(word)
}
