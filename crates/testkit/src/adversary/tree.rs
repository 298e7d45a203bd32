//! Small repositories on disk, full of what could pass for something else.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::SeededRandom;
use super::words::{LINES, NAMES, PLANTED};

/// A word that the pretended redaction hides lines for.
pub(super) const SECRET: &str = "hunter2secret";

/// A repository: its files, its links, and which lines a redaction would hide.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The files by path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Links: the path, and what it points to.
    pub links: Vec<(String, String)>,
    /// The lines that hold a secret, or no UTF-8: shown as stand-ins.
    pub hidden: BTreeMap<String, BTreeSet<u32>>,
}

/// The lines of a file, by the adversary's own splitting.
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
    pub fn new(dice: &mut SeededRandom) -> Self {
        let mut tree = Self::default();
        for _ in 0..dice.between(2, 6) {
            let odd = dice.chance(40);
            let name = dice.pick(if odd {
                &NAMES[PLAIN..]
            } else {
                &NAMES[..PLAIN]
            });
            let file = file(dice);
            tree.files.insert((*name).to_owned(), file);
        }
        if dice.chance(30) {
            tree.links
                .push(("linked/out.ts".to_owned(), "/etc/hostname".to_owned()));
        }
        for (path, bytes) in &tree.files {
            let all = lines(bytes);
            let hide =
                |line: &[u8]| std::str::from_utf8(line).map_or(true, |text| text.contains(SECRET));
            let hidden = (1..).zip(all).filter(|(_, line)| hide(line));
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

    /// Writes it all into a folder.
    ///
    /// # Errors
    /// Where the folder cannot be written.
    pub fn write(&self, root: &Path) -> std::io::Result<()> {
        for (path, bytes) in &self.files {
            put(root, path, bytes)?;
        }
        for (path, target) in &self.links {
            link(root, path, Path::new(target))?;
        }
        Ok(())
    }
}

/// Writes one file.
///
/// # Errors
/// Where it cannot be written.
#[expect(
    clippy::disallowed_methods,
    reason = "the adversary's own folder, which it made for this"
)]
pub(super) fn put(root: &Path, path: &str, bytes: &[u8]) -> std::io::Result<()> {
    let at = root.join(path);
    if let Some(parent) = at.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(at, bytes)
}

/// Makes a link, where the system has any.
pub(super) fn link(root: &Path, path: &str, target: &Path) -> std::io::Result<()> {
    let at = root.join(path);
    if let Some(parent) = at.parent() {
        std::fs::create_dir_all(parent)?;
    }
    #[cfg(unix)]
    return std::os::unix::fs::symlink(target, at);
    #[cfg(not(unix))]
    return std::fs::create_dir_all(at.join(target.file_name().unwrap_or_default()));
}

/// So many of the names are plain ones.
const PLAIN: usize = 9;

fn file(dice: &mut SeededRandom) -> Vec<u8> {
    let count = match dice.below(10) {
        0 => dice.between(121, 320),
        1 => dice.between(0, 1),
        _ => dice.between(2, 40),
    };
    let end: &[u8] = if dice.chance(25) { b"\r\n" } else { b"\n" };
    let mut bytes = Vec::new();
    for number in 0..count {
        if number > 0 {
            bytes.extend_from_slice(if dice.chance(3) { b"\n" } else { end });
        }
        line(dice, &mut bytes);
    }
    if dice.chance(70) {
        bytes.extend_from_slice(end);
    }
    bytes
}

fn line(dice: &mut SeededRandom, bytes: &mut Vec<u8>) {
    match dice.below(24) {
        0 => bytes.extend_from_slice(b"let raw = \"\xff\xfe\xc3\";"),
        1 => bytes.extend(format!("const key = \"{SECRET}{}\";", dice.below(9)).bytes()),
        2 => bytes.extend(dice.pick(PLANTED).bytes()),
        3 if dice.chance(10) => bytes.extend("let long = [0, 1, 2]; ".repeat(150).bytes()),
        4..=9 => {
            let (name, value) = (dice.below(40), dice.below(900));
            bytes.extend(format!("    let value{name} = compute({value});").bytes());
        }
        _ => bytes.extend(dice.pick(LINES).bytes()),
    }
}
