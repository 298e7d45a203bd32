//! The port to who uses a place.

use async_trait::async_trait;
use firsthand_registry::{LineRange, RepoPath};

use crate::{CallContext, ToolError, ToolOutput};

/// Finds who uses the declarations that a report cites, so that whoever changes them need not search for
/// that.
///
/// The loop asks it once in a run with intent edit or debug, when the first report comes in, and shows the
/// model what it returns. That is treated like a tool's output: the policy applies to it, it is cut, and it
/// is observed, so that its places have ids.
#[async_trait]
pub trait Related: Send + Sync {
    /// Call sites, implementors and tests of the declarations that hold these lines, best first, each a
    /// window of one line or a few. At most `call.room` characters of them are shown, and 12 places. What
    /// takes longer than three seconds, and any error, counts as nothing.
    ///
    /// # Errors
    /// A [`ToolError`]; the run goes on without.
    async fn related(
        &self,
        cited: &[(RepoPath, LineRange)],
        call: &CallContext,
    ) -> Result<ToolOutput, ToolError>;
}
