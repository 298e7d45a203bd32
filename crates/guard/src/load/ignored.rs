//! What is hidden and what git ignores. Ignore files are read here, and only regular ones of bounded size: a library that
//! walks a tree opens whatever bears the name, a pipe or a device too, and reads it to its end.

use std::path::Path;
use std::rc::Rc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::disk::bounded;

/// Ignore files, by where they stand in a folder. What an earlier one says counts before what a later one does.
const FILES: [&str; 3] = [".ignore", ".gitignore", ".git/info/exclude"];

/// Ignore files of a folder and of those above it that are larger together do not count, in bytes: a pattern costs memory
/// many times its length.
const MOST_BYTES: u64 = 1 << 20;

/// Nor does one of more lines.
const MOST_LINES: usize = 20_000;

/// Nor one with a longer line, in bytes: a pattern is parsed recursively.
const LONGEST_LINE: usize = 4 << 10;

/// What ignore files say of what stands in a folder: its own, and those of the folders above it.
#[derive(Debug, Default)]
pub(super) struct Rules {
    kinds: [Option<Gitignore>; FILES.len()],
    /// Of the files that count, here and above.
    bytes: u64,
    above: Option<Rc<Rules>>,
}

impl Rules {
    /// What the folders above `folder` say: those of its repository, or of the project where it is in none; and the user's
    /// own rules for all repositories.
    pub(super) fn above(folder: &Path, project: &Path) -> Rc<Self> {
        let mut rules = Rc::new(Self {
            kinds: [None, None, Some(Gitignore::global().0)],
            ..Self::default()
        });
        let has_git = |folder: &&Path| folder.join(".git").symlink_metadata().is_ok();
        let top = folder.ancestors().find(has_git);
        let top = top.or_else(|| folder.ancestors().find(|above| *above == project));
        let mut between: Vec<&Path> = match top {
            Some(top) => (folder.ancestors().skip(1))
                .take_while(|above| above.starts_with(top))
                .collect(),
            None => Vec::new(),
        };
        while let Some(folder) = between.pop() {
            rules = Self::of(folder, rules);
        }
        rules
    }

    /// What counts in a folder; what counts above it, where it has no ignore files.
    pub(super) fn of(folder: &Path, above: Rc<Self>) -> Rc<Self> {
        let mut rules = Self {
            bytes: above.bytes,
            ..Self::default()
        };
        for (kind, file) in rules.kinds.iter_mut().zip(FILES) {
            if let Some(text) = text(&folder.join(file), MOST_BYTES - rules.bytes) {
                rules.bytes = (rules.bytes + text.len() as u64).min(MOST_BYTES);
                *kind = Some(patterns(folder, &text));
            }
        }
        if rules.kinds.iter().all(Option::is_none) {
            return above;
        }
        rules.above = Some(above);
        Rc::new(rules)
    }

    /// Whether something in the folder is neither ignored, nor hidden without a rule that wants it.
    pub(super) fn want(&self, path: &Path, is_folder: bool) -> bool {
        let said = (0..FILES.len()).find_map(|kind| {
            let mut all = std::iter::successors(Some(self), |rules| rules.above.as_deref());
            all.find_map(|rules| {
                let said = rules.kinds.get(kind)?.as_ref()?.matched(path, is_folder);
                (!said.is_none()).then(|| said.is_whitelist())
            })
        });
        let name = path.file_name().unwrap_or_default();
        said.unwrap_or_else(|| !name.as_encoded_bytes().starts_with(b"."))
    }
}

/// The text of an ignore file that counts. A link does not: git follows none here either.
fn text(path: &Path, most: u64) -> Option<String> {
    let about = path.symlink_metadata().ok()?;
    let bytes = bounded(path, &about, most).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let fit =
        text.lines().count() <= MOST_LINES && text.lines().all(|line| line.len() <= LONGEST_LINE);
    fit.then_some(text)
}

fn patterns(folder: &Path, text: &str) -> Gitignore {
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.trim_start_matches('\u{feff}').lines() {
        // Git passes over a line that is no pattern, too.
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}
