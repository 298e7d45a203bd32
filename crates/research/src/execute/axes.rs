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
    /// Parses a name of an axis. `entity_type`, `relationship` and `time` are the names of axes over any domain that a
    /// router may also use; over code they mean these.
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
