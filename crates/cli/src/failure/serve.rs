//! Why no server runs, and why a repository cannot be opened.

use std::path::Path;

use firsthand::BuildError;
use firsthand::tools::{OpenError, RootError};
use firsthand_mcp::ServeError;

use super::{ErrorMessage, Exit, error};

pub(super) fn serve_message(why: &ServeError) -> ErrorMessage {
    let (exit, hint) = match why {
        ServeError::NoToken(_) => (Exit::Usage, "set FIRSTHAND_MCP_TOKEN, or listen on 127.0.0.1"),
        ServeError::Listen { .. } => (Exit::Usage, "--http 127.0.0.1:0 takes a free port"),
        ServeError::Refused(_) => (Exit::Usage, ""),
        ServeError::Protocol(_) => (Exit::Failed, ""),
    };
    error(exit, why.to_string(), hint)
}

pub(super) fn root_message(why: &BuildError) -> ErrorMessage {
    let hint = match why {
        BuildError::Open(OpenError::Root(RootError::Missing(_))) => {
            "--root takes the folder of a repository"
        }
        BuildError::Open(OpenError::Root(RootError::NotAFolder(_))) => {
            "--root takes a folder; name what you look for in the query"
        }
        BuildError::Open(OpenError::Root(RootError::Exclude { .. })) => {
            "--exclude takes a pattern as .gitignore has it, such as `vendor/` or `*.min.js`"
        }
        _ => "",
    };
    error(Exit::Usage, why.to_string(), hint)
}

pub(super) fn above_projects_message(folder: &Path) -> ErrorMessage {
    let shown = folder.display();
    error(
        Exit::Usage,
        format!("{shown} has projects, and is none"),
        "start in the project's folder, or name that folder with --root",
    )
}
