//! Calls that lead to no declaration that is shown, and why.

/// Names that a note lists.
const NAMED: usize = 12;

/// Names of calls, by why no declaration is shown.
#[derive(Default)]
pub(super) struct Unresolved {
    /// The tree declares no such name, or only for what is not meant.
    pub(super) outside: Vec<String>,
    /// The tree declares several, and which is meant is unknown.
    pub(super) several: Vec<String>,
    /// The name stands in too many files to look into them.
    pub(super) common: Vec<String>,
}

impl Unresolved {
    /// A note for each reason that holds.
    pub(super) fn add_notes(self, caller: &str, notes: &mut Vec<String>) {
        let reasons = [
            (self.outside, "that lead out of this tree"),
            (
                self.several,
                "with several declarations in this tree, which one is not known",
            ),
            (
                self.common,
                "that too many files name to look for their declarations",
            ),
        ];
        for (mut names, why) in reasons {
            let more = names.len().saturating_sub(NAMED);
            names.truncate(NAMED);
            let further = match more {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            if !names.is_empty() {
                let names = names.join(", ");
                notes.push(format!("calls of {caller} {why}: {names}{further}"));
            }
        }
    }
}
