//! The axes along which code can be decomposed, by the names that decisions and hints have for them.

/// An axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Axis {
    /// Kinds of declarations.
    Kind,
    /// Who uses what.
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
    /// Reads a name; the contract's own (`entity_type`, `relationship`, `time`) mean what code has of them.
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
