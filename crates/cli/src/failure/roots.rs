//! Why the roots of a question cannot be used.

use firsthand::WorkspaceError;

use super::{ErrorMessage, Exit, error};

/// Why `--root` names no roots that can be explored.
#[derive(Debug)]
pub(crate) enum RootsFailure {
    /// They cannot be searched together.
    Together(WorkspaceError),
    /// Several were named for what looks at one alone.
    Several,
    /// The settings file has no such group.
    NoGroup { group: String, known: Vec<String> },
}

impl RootsFailure {
    pub(super) fn message(&self) -> ErrorMessage {
        match self {
            Self::Together(why) => {
                error(Exit::Usage, why.to_string(), "--root NAME=DIR names a root")
            }
            Self::Several => error(
                Exit::Usage,
                "this looks at one repository",
                "name one folder with --root",
            ),
            Self::NoGroup { group, known } => error(
                Exit::Usage,
                format!("the settings file has no group of roots `{group}`"),
                match &known[..] {
                    [] => "groups are in its table [roots]: shop = [\"web=/path/of/web\", \"api=/path/of/api\"]"
                        .to_owned(),
                    known => format!("there is: {}", known.join(", ")),
                },
            ),
        }
    }
}
