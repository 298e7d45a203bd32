//! Why a tree has no file to look at: the rule of an ignore file that hides it.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::rules::Rules;
use super::walk::Walk;

/// A rule of an ignore file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HidingRule {
    /// The file, relative to the root where it stands below it.
    pub file: PathBuf,
    /// The rule's line, from 1; `None` of the user's own rules for all repositories.
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

/// What a walk has come upon.
#[derive(Default)]
struct WalkFindings {
    first: Option<HidingRule>,
    /// An entry that no rule hides, and that is no folder.
    other: bool,
}

impl Walk<'_> {
    /// The rule that hides the first of the entries, in the order of their names, where rules hide all of them;
    /// `None` where something else stands there, or nothing. Entries that begin with a dot do not count.
    #[must_use]
    pub fn hiding_rule(&self) -> Option<HidingRule> {
        let seen = Arc::new(Mutex::new(WalkFindings::default()));
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
