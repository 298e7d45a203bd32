//! The axes of a decomposition, and their names in decisions and hints.

/// An axis of a decomposition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    /// Kinds of declarations.
    Kind,
    /// The callers and callees of declarations.
    Relation,
    /// Folders.
    Module,
    /// Tests.
    Tests,
    /// Commits.
    History,
    /// Exact strings.
    Text,
}

impl Axis {
    /// Parses a name; the contract's general names (`entity_type`, `relationship`, `time`) map to axes of code.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "kind" | "entity_type" => Self::Kind,
            "relation" | "relationship" => Self::Relation,
            "module" => Self::Module,
            "tests" => Self::Tests,
            "history" | "time" => Self::History,
            "text" => Self::Text,
            _ => return None,
        })
    }
}
