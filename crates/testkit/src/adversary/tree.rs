//! Small hostile repositories on disk, with names and lines that imitate the report's notation.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::SeededRandom;
use super::words::{LINES, NAMES, QUOTE_ONLY_LINES};
use crate::folder::write_file;

/// A word whose lines the simulated redaction masks.
pub(super) const SECRET: &str = "hunter2secret";

/// A repository: its files, its symbolic links, and the lines that a redaction masks.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The files by path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Links: the path, and what it points to.
    pub links: Vec<(String, String)>,
    /// The lines with a secret, or that are not UTF-8: shown masked.
    pub hidden: BTreeMap<String, BTreeSet<u32>>,
}

/// The lines of a file, split without the project's code.
pub(super) fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut all: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    if all.last().is_some_and(|last| last.is_empty()) {
        all.pop();
    }
    all.into_iter()
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .collect()
}

impl Tree {
    /// A repository of two to six files.
    #[must_use]
    pub fn new(rng: &mut SeededRandom) -> Self {
        let mut tree = Self::default();
        for _ in 0..rng.between(2, 6) {
            let is_hostile = rng.chance(40);
            let name = rng.pick(if is_hostile {
                &NAMES[PLAIN_NAME_COUNT..]
            } else {
                &NAMES[..PLAIN_NAME_COUNT]
            });
            let file = random_file(rng);
            tree.files.insert((*name).to_owned(), file);
        }
        if rng.chance(30) {
            tree.links
                .push(("linked/out.ts".to_owned(), "/etc/hostname".to_owned()));
        }
        for (path, bytes) in &tree.files {
            let all = lines(bytes);
            let is_hidden =
                |line: &[u8]| std::str::from_utf8(line).map_or(true, |text| text.contains(SECRET));
            let hidden = (1..).zip(all).filter(|(_, line)| is_hidden(line));
            tree.hidden
                .insert(path.clone(), hidden.map(|(number, _)| number).collect());
        }
        tree
    }

    /// How many lines the file has.
    #[must_use]
    pub fn length(&self, path: &str) -> u32 {
        let count = self.files.get(path).map_or(0, |bytes| lines(bytes).len());
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Writes all files and links into a folder.
    ///
    /// # Errors
    /// Where the folder cannot be written.
    pub fn write(&self, root: &Path) -> std::io::Result<()> {
        for (path, bytes) in &self.files {
            write_file(root, path, bytes)?;
        }
        for (path, target) in &self.links {
            symlink(root, path, Path::new(target))?;
        }
        Ok(())
    }
}

/// Creates a symbolic link, or a folder where the system has none.
pub(super) fn symlink(root: &Path, path: &str, target: &Path) -> std::io::Result<()> {
    let link_path = root.join(path);
    if let Some(parent) = link_path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    #[cfg(unix)]
    return std::os::unix::fs::symlink(target, link_path);
    #[cfg(not(unix))]
    return std::fs::create_dir_all(link_path.join(target.file_name().unwrap_or_default()));
}

/// The number of plain names at the start of [`NAMES`].
const PLAIN_NAME_COUNT: usize = 9;

/// The bytes of a file of random lines, with one kind of line ends or both.
fn random_file(rng: &mut SeededRandom) -> Vec<u8> {
    let count = match rng.below(10) {
        0 => rng.between(121, 320),
        1 => rng.between(0, 1),
        _ => rng.between(2, 40),
    };
    let end: &[u8] = if rng.chance(25) { b"\r\n" } else { b"\n" };
    let mut bytes = Vec::new();
    for number in 0..count {
        if number > 0 {
            bytes.extend_from_slice(if rng.chance(3) { b"\n" } else { end });
        }
        push_random_line(rng, &mut bytes);
    }
    if rng.chance(70) {
        bytes.extend_from_slice(end);
    }
    bytes
}

/// Adds a line without its end.
fn push_random_line(rng: &mut SeededRandom, bytes: &mut Vec<u8>) {
    match rng.below(24) {
        0 => bytes.extend_from_slice(b"let raw = \"\xff\xfe\xc3\";"),
        1 => bytes.extend(format!("const key = \"{SECRET}{}\";", rng.below(9)).bytes()),
        2 => bytes.extend(rng.pick(QUOTE_ONLY_LINES).bytes()),
        3 if rng.chance(10) => bytes.extend("let long = [0, 1, 2]; ".repeat(150).bytes()),
        4..=9 => {
            let (name, value) = (rng.below(40), rng.below(900));
            bytes.extend(format!("    let value{name} = compute({value});").bytes());
        }
        _ => bytes.extend(rng.pick(LINES).bytes()),
    }
}
