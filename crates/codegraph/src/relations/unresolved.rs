//! Notes about calls whose declarations are not shown, by the reason.

/// The most names in a note.
const MAX_NAMES: usize = 12;

/// Names of calls, by the reason why no declaration is shown.
#[derive(Default)]
pub(super) struct Unresolved {
    /// The tree does not declare the name, or only where it is not meant.
    pub(super) outside: Vec<String>,
    /// The tree declares several, and it is unknown which is meant.
    pub(super) several: Vec<String>,
    /// Too many files contain the name to parse them.
    pub(super) common: Vec<String>,
}

impl Unresolved {
    /// Adds a note for each reason with names.
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
        for (names, why) in reasons {
            if !names.is_empty() {
                let names = firsthand_source::join_at_most(&names, MAX_NAMES);
                notes.push(format!("calls of {caller} {why}: {names}"));
            }
        }
    }
}
