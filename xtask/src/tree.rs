//! The tracked files, as the tidy rules see them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::command::{command, output, root};
use crate::packages::{self, Package};

/// The project's files and packages at one moment. Rules look at nothing else.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// Every file, text or not, relative to the root with `/` separators.
    pub(crate) paths: BTreeSet<String>,
    /// The text files among them, in order of their paths.
    pub(crate) files: Vec<TextFile>,
    pub(crate) packages: Vec<Package>,
}

#[derive(Debug)]
pub(crate) struct TextFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl TextFile {
    /// Whether a folder on the way to the file has this name.
    pub(crate) fn is_under(&self, folder: &str) -> bool {
        self.path.rsplit_once('/').is_some_and(|(above, _)| above.split('/').any(|f| f == folder))
    }

    /// Whether the file is test data, which need not follow the project's rules: a file in a folder `fixtures`, or a
    /// program in `ui` that must fail to compile. Modules with these names under `src` do not count.
    pub(crate) fn is_data(&self) -> bool {
        let first = self.path.split('/').find(|part| ["src", "fixtures", "ui"].contains(part));
        first.is_some_and(|part| part != "src")
    }

    /// The file's name without folder and extension: `main` for `src/main.rs`.
    pub(crate) fn stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// The 1-based number of the first line for which `matches` returns true, else 1.
    pub(crate) fn line_where(&self, matches: impl Fn(&str) -> bool) -> usize {
        self.text.lines().position(matches).map_or(1, |index| index + 1)
    }
}

impl Tree {
    /// Everything git tracks or would track at `root`.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let mut list = command("git");
        list.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let mut tree = Self { packages: packages::workspace(root)?.packages, ..Default::default() };
        let listed: BTreeSet<String> =
            output(&mut list)?.split_terminator('\0').map(str::to_owned).collect();
        for path in listed {
            let full_path = root.join(&path);
            if !full_path.is_file() {
                continue;
            }
            if let Ok(text) = fs::read_to_string(&full_path) {
                tree.files.push(TextFile { path: path.clone(), text });
            }
            tree.paths.insert(path);
        }
        Ok(tree)
    }

    /// Copies the files below a folder, which ends with `/`, or all files if it is empty.
    pub(crate) fn copy(&self, folder: &str, to: &Path) -> Result<()> {
        let inside = self.paths.iter().filter_map(|path| Some((path, path.strip_prefix(folder)?)));
        for (path, inner) in inside {
            let copied = to.join(inner);
            fs::create_dir_all(copied.parent().unwrap_or(to))?;
            fs::copy(root().join(path), copied).with_context(|| format!("cannot copy {path}"))?;
        }
        Ok(())
    }

    /// The project's own Rust files.
    pub(crate) fn rust(&self) -> impl Iterator<Item = &TextFile> {
        self.files.iter().filter(|file| file.path.ends_with(".rs") && !file.is_data())
    }

    pub(crate) fn file(&self, path: &str) -> Option<&TextFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The text of a file; empty without the file.
    pub(crate) fn text(&self, path: &str) -> &str {
        self.file(path).map_or("", |file| &file.text)
    }

    /// Whether `path` is a file or a folder that holds one.
    pub(crate) fn holds(&self, path: &str) -> bool {
        let folder = format!("{path}/");
        path.is_empty()
            || self.paths.contains(path)
            || self.paths.range(folder.clone()..).next().is_some_and(|at| at.starts_with(&folder))
    }
}

#[cfg(test)]
impl Tree {
    /// A tree of these files, for a rule's tests.
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        Self {
            paths: files.iter().map(|&(path, _)| path.to_owned()).collect(),
            files: files
                .iter()
                .map(|&(path, text)| TextFile { path: path.to_owned(), text: text.to_owned() })
                .collect(),
            packages: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tree;

    #[test]
    fn a_tree_holds_files_and_the_folders_above_them() {
        let tree = Tree::of(&[("docs/a.md", ""), ("docs-more.md", "")]);
        for (path, held) in [("docs", true), ("docs/a.md", true), ("", true), ("doc", false)] {
            assert_eq!(tree.holds(path), held, "{path}");
        }
    }

    #[test]
    fn fixtures_are_not_the_projects_own_code() {
        let tree = Tree::of(&[
            ("a/tests/fixtures/src/x.rs", ""),
            ("a/tests/it/ui/y.rs", ""),
            ("a/src/ui/z.rs", ""),
        ]);
        let own: Vec<&str> = tree.rust().map(|file| file.path.as_str()).collect();
        assert_eq!(own, ["a/src/ui/z.rs"]);
    }
}
