//! A path inside the repository, which cannot point out of it.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::escape;

/// A path relative to the repository's root: `/` separators, normalized, no `..`, never absolute.
///
/// `as_str` and JSON carry it raw; `Display`, for people, escapes control and bidirectional
/// characters, so that a file name cannot forge a line of output.
///
/// What only Windows would take for a way out (`C:`, a leading `\`, `..` between `\`) is refused
/// everywhere, so that a path read on one system is as safe on another.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct RepoPath(Arc<str>);

/// Why a text is not a path inside the repository.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// Nothing is left after `.` and empty parts are removed.
    #[error("the path is empty")]
    Empty,
    /// It starts at the file system's root.
    #[error("the path is absolute; paths are relative to the repository's root")]
    Absolute,
    /// It starts with a letter and a colon, as the name of a drive does.
    #[error("the path begins as a drive does; paths are relative to the repository's root")]
    Drive,
    /// It contains a `..` part.
    #[error("the path holds `..`; paths stay inside the repository's root")]
    Parent,
    /// It contains a NUL character.
    #[error("the path holds a NUL character")]
    Nul,
}

impl RepoPath {
    /// Parses a relative path; `.` and empty parts are removed.
    ///
    /// # Errors
    /// A [`PathError`] if the text is empty or absolute, or contains `..` or NUL.
    pub fn new(text: &str) -> Result<Self, PathError> {
        if text.starts_with('/') {
            return Err(PathError::Absolute);
        }
        if text.contains('\0') {
            return Err(PathError::Nul);
        }
        let mut parts = Vec::new();
        for part in text.split('/') {
            match part {
                "" | "." => {}
                other if other.split('\\').any(|piece| piece == "..") => {
                    return Err(PathError::Parent);
                }
                other => parts.push(other),
            }
        }
        let first = parts.first().ok_or(PathError::Empty)?;
        let drive = matches!(first.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
        if drive {
            return Err(PathError::Drive);
        }
        if first.starts_with('\\') {
            return Err(PathError::Absolute);
        }
        Ok(Self(parts.join("/").into()))
    }

    /// The raw path, as the file system has it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part: the file's name.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }
}

/// Whether a character can be in the name of a root, which stands before the paths in it: `web:/src/a.ts`.
#[must_use]
pub fn is_in_root_name(c: char) -> bool {
    c.is_alphanumeric() || "._@+:-".contains(c)
}

/// The folder of a path; empty at the root.
#[must_use]
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether the paths are the same but for one folder, as those of a text's translations and of a module's copies are.
#[must_use]
pub fn differ_in_one_folder(one: &str, other: &str) -> bool {
    let (mut folders, mut others) = (folder(one).split('/'), folder(other).split('/'));
    let mut different = 0;
    loop {
        match (folders.next(), others.next()) {
            (None, None) => break,
            (Some(one), Some(other)) => different += usize::from(one != other),
            _ => return false,
        }
    }
    different == 1 && one.rsplit('/').next() == other.rsplit('/').next()
}

/// Whether the paths are those of one folder, and their names are the same but for one part between dots.
fn differ_in_one_name_part(one: &str, other: &str) -> bool {
    let name = |path: &'_ str| path.len() - path.rsplit('/').next().map_or(0, str::len);
    let (own, others) = (one[name(one)..].split('.'), other[name(other)..].split('.'));
    folder(one) == folder(other)
        && own.clone().count() == others.clone().count()
        && own.zip(others).filter(|(own, other)| own != other).count() == 1
}

/// Whether both are at least three lines, as far apart from each other.
fn stand_alike(one: &[u32], other: &[u32]) -> bool {
    let distances =
        |lines: &[u32]| lines.windows(2).map(|pair| pair[1].abs_diff(pair[0])).collect::<Vec<_>>();
    one.len() > 2 && distances(one) == distances(other)
}

/// Groups files with lines: those together that [differ in one folder](differ_in_one_folder) and have as many lines, or whose
/// names differ in one part between dots and whose lines, at least three, stand as far apart, if there are more than three of them;
/// each other one alone.
pub fn alike<'f, 'p, T>(
    files: &'f [T],
    path: impl Fn(&'f T) -> &'p str,
    lines: impl Fn(&'f T) -> &'f [u32],
) -> Vec<Vec<&'f T>> {
    let mut groups: Vec<Vec<&'f T>> = Vec::new();
    for file in files {
        let is_like = |group: &&mut Vec<&'f T>| {
            let mut others = group.iter().copied();
            others.all(|other| {
                let (one, own) = (lines(other), lines(file));
                one.len() == own.len() && differ_in_one_folder(path(other), path(file))
                    || stand_alike(one, own) && differ_in_one_name_part(path(other), path(file))
            })
        };
        match groups.iter_mut().find(is_like) {
            Some(group) => group.push(file),
            None => groups.push(vec![file]),
        }
    }
    let split = groups.into_iter().flat_map(|group| {
        let size = if group.len() > MIN_ALIKE { group.len() } else { 1 };
        let parts: Vec<Vec<&T>> = group.chunks(size).map(<[&T]>::to_vec).collect();
        parts
    });
    split.collect()
}

/// One file stands for more than this many files alike.
const MIN_ALIKE: usize = 3;

/// The longest path that is the beginning of all these paths, in whole parts: a folder, or the path if there is only one;
/// empty where they have none in common.
#[must_use]
pub fn common_path<'p>(paths: impl IntoIterator<Item = &'p str>) -> &'p str {
    let mut paths = paths.into_iter();
    let first = paths.next().unwrap_or_default();
    paths.fold(first, |common, path| {
        let ends = common.match_indices('/').map(|(at, _)| at).chain([common.len()]);
        let ends: Vec<usize> = ends.collect();
        let is_common = |end: &usize| {
            let rest = path.strip_prefix(&common[..*end]);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let end = ends.into_iter().rev().find(is_common).unwrap_or(0);
        common.get(..end).unwrap_or_default()
    })
}

/// Joins a relative path to a folder and resolves `.` and `..`; `None` if the result is outside the root.
#[must_use]
pub fn join_path(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

impl AsRef<std::path::Path> for RepoPath {
    fn as_ref(&self) -> &std::path::Path {
        self.0.as_ref().as_ref()
    }
}

impl PartialEq<&str> for RepoPath {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape(&self.0))
    }
}

impl TryFrom<String> for RepoPath {
    type Error = PathError;
    fn try_from(text: String) -> Result<Self, PathError> {
        Self::new(&text)
    }
}

impl From<RepoPath> for String {
    fn from(path: RepoPath) -> Self {
        path.0.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expect: &str) {
        let got = match RepoPath::new(input) {
            Ok(path) => format!("{} | {}", path.as_str(), path),
            Err(error) => format!("{error:?}"),
        };
        assert_eq!(got, expect, "input {input:?}");
    }

    #[test]
    fn files_alike_are_grouped() {
        let check = |files: &[(&str, &[u32])], expect: &str| {
            let groups = alike(files, |(path, _)| *path, |(_, lines)| *lines);
            let groups = groups.iter().map(|group| group.len().to_string());
            assert_eq!(groups.collect::<Vec<_>>().join(" "), expect, "{files:?}");
        };
        let one: &[u32] = &[3];
        let in_folders = |lines: [&'static [u32]; 4]| {
            ["l/de/m.php", "l/en/m.php", "l/fr/m.php", "l/it/m.php"].into_iter().zip(lines)
        };
        let mut files: Vec<_> = in_folders([one; 4]).collect();
        check(&files, "4");
        check(&files[..3], "1 1 1");
        files.insert(1, ("app/Main.java", one));
        check(&files, "4 1");
        files[3].1 = &[3, 4];
        check(&files, "1 1 1 1 1");
        check(&[("a/x.ts", one), ("b/x.ts", one), ("c/x.ts", one), ("d/y/x.ts", one)], "1 1 1 1");
        let named = |lines: [&'static [u32]; 4]| -> Vec<_> {
            ["l/m.cs.xlf", "l/m.da.xlf", "l/m.de.xlf", "l/m.hu.xlf"]
                .into_iter()
                .zip(lines)
                .collect()
        };
        check(&named([&[5, 7, 11], &[25, 27, 31], &[1, 3, 7], &[5, 7, 11]]), "4");
        check(&named([&[5, 7, 11], &[25, 27, 31], &[1, 3, 9], &[5, 7, 11]]), "1 1 1 1");
        // One line says nothing: these may be four modules.
        check(&named([one; 4]), "1 1 1 1");
        check(&[], "");
    }

    #[test]
    fn paths_stay_inside_the_root() {
        check("src/main.rs", "src/main.rs | src/main.rs");
        check("./src//./main.rs", "src/main.rs | src/main.rs");
        check("a b/c\nd", "a b/c\nd | a b/c\\nd");
        check("evil\u{202e}sj.txt", "evil\u{202e}sj.txt | evil\\u{202e}sj.txt");
        check("..hidden/x", "..hidden/x | ..hidden/x");
        check("", "Empty");
        check("././", "Empty");
        check("/etc/passwd", "Absolute");
        check("a/../../b", "Parent");
        check("a/b\\..\\..\\c", "Parent");
        check("C:\\x", "Drive");
        check("c:x", "Drive");
        check(".//c:x", "Drive");
        check("./\\", "Absolute");
        check("\\\\host\\share", "Absolute");
        check("a\\b/c:d", "a\\b/c:d | a\\b/c:d");
        check("a\0b", "Nul");
    }
}
