//! Finds the ignore rule that hides all files of a tree, to explain why the tree is empty.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::rules::Rules;
use super::walk::Walk;

/// A rule of an ignore file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HidingRule {
    /// The ignore file: relative to the root if it is below the root, else absolute.
    pub file: PathBuf,
    /// The rule's line, 1-based; `None` for a rule of the user's global ignore file.
    pub line: Option<usize>,
    /// The rule as it is written.
    pub rule: String,
}

impl fmt::Display for HidingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.to_string_lossy();
        let (rule, file) = (crate::escape(&self.rule), crate::escape(&file));
        write!(f, "`{rule}` ({file}")?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))?;
        f.write_str(")")
    }
}

/// What a walk leaves out: the first rule that ignores an entry, and whether anything is left out for another reason.
#[derive(Default)]
struct IgnoredEntries {
    first: Option<HidingRule>,
    /// Whether an entry was left out without an ignore rule.
    other: bool,
}

impl Walk<'_> {
    /// The rule that ignores the first entry by name, if the walk lists no file and ignore rules are the only reason.
    /// `None` if the walk lists a file, or leaves out an entry for another reason. Names that begin with a dot, and
    /// what [`Walk::excludes`] leave out, do not count.
    #[must_use]
    pub fn hiding_rule(&self) -> Option<HidingRule> {
        let seen = Arc::new(Mutex::new(IgnoredEntries::default()));
        let (rules, noted) = (Rules::of(self.root, self.top), Arc::clone(&seen));
        let walker = self
            .walker()
            .sort_by_file_name(Ord::cmp)
            .filter_entry(move |entry| {
                let admitted = rules.admit(entry);
                let dotted = entry.file_name().as_encoded_bytes().starts_with(b".");
                if !admitted
                    && !dotted
                    && let Ok(mut seen) = noted.lock()
                {
                    match rules.hiding(entry) {
                        Some(rule) => _ = seen.first.get_or_insert(rule),
                        None => seen.other = true,
                    }
                }
                admitted
            })
            .build();
        let is_folder =
            |entry: &ignore::DirEntry| entry.file_type().is_some_and(|kind| kind.is_dir());
        let all_folders = walker.flatten().all(|entry| is_folder(&entry));
        let seen = std::mem::take(&mut *seen.lock().ok()?);
        seen.first.filter(|_| all_folders && !seen.other)
    }
}
