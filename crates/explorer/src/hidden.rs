//! Why a root has no file to look at: the rule of its own ignore file that hides everything.

use std::fmt;
use std::fs::DirEntry;
use std::path::Path;

use ignore::gitignore::GitignoreBuilder;

/// The ignore files of a root, by name.
const FILES: &[&str] = &[".ignore", ".gitignore"];
/// A larger file is no ignore file.
const MAX_BYTES: u64 = 1 << 20;

/// A rule of an ignore file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HidingRule {
    /// The name of the file, which stands at the root.
    pub file: &'static str,
    /// The rule's line, from 1.
    pub line: usize,
    /// The rule as it is written.
    pub rule: String,
}

impl fmt::Display for HidingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = firsthand_registry::escape(&self.rule);
        write!(f, "`{rule}` ({}:{})", self.file, self.line)
    }
}

/// The rule by which an ignore file at the root hides what stands at the root; `None` where something there is not
/// hidden by that file, or where there is nothing. Of several rules the first entry's.
#[must_use]
#[expect(
    clippy::disallowed_methods,
    reason = "names of the root's entries and its ignore files, to say why nothing else is looked at"
)]
pub fn hiding_rule(root: &Path) -> Option<HidingRule> {
    let visible = |entry: &DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
    let entries = std::fs::read_dir(root).ok()?.flatten().filter(visible);
    let mut entries: Vec<_> = entries
        .filter_map(|entry| Some((entry.file_name(), entry.file_type().ok()?.is_dir())))
        .collect();
    entries.sort();
    FILES.iter().find_map(|&file| {
        let path = root.join(file);
        let about = path.symlink_metadata().ok()?;
        if !about.is_file() || about.len() > MAX_BYTES {
            return None;
        }
        let text = std::fs::read_to_string(&path).ok()?;
        let mut rules = GitignoreBuilder::new(root);
        for line in text.lines() {
            // What is no rule hides nothing.
            let _ = rules.add_line(None, line);
        }
        let rules = rules.build().ok()?;
        let hidden_by = |(name, is_folder): &(std::ffi::OsString, bool)| {
            let hit = rules.matched(name, *is_folder);
            let rule = hit.inner().filter(|_| hit.is_ignore())?;
            Some(rule.original().to_owned())
        };
        let hiding = entries.iter().map(hidden_by).collect::<Option<Vec<_>>>()?;
        let rule = hiding.into_iter().next()?;
        let line = text.lines().position(|line| line.trim_end() == rule)? + 1;
        Some(HidingRule { file, line, rule })
    })
}
