//! Why the roots of a question cannot be used.

use std::path::PathBuf;

use firsthand::WorkspaceError;

use super::{ErrorMessage, Exit, error};

/// Why `--root` names no roots that can be explored.
#[derive(Debug)]
pub(crate) enum RootsFailure {
    /// They cannot be searched together.
    Together(WorkspaceError),
    /// Several were named for what looks at one alone.
    Several,
    /// A search server named none.
    Server(String),
    /// Of the repositories that a search server named none has a clone.
    NoClone { named: usize, folder: PathBuf },
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
            Self::Server(why) => error(
                Exit::Failed,
                why,
                "--zoekt takes the address of `zoekt-webserver -rpc`: http://127.0.0.1:6070",
            ),
            Self::NoClone { named: 0, .. } => {
                error(Exit::NothingFound, "the server names no repository for this question", "")
            }
            Self::NoClone { named, folder } => error(
                Exit::Failed,
                format!("of {named} repositories that the server names none is searched"),
                format!("clone them below {}; Firsthand does not", folder.display()),
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
