//! The port that finds the users of a place.

use async_trait::async_trait;
use firsthand_registry::{LineRange, RepoPath};

use crate::{CallContext, ToolError, ToolOutput};

/// Finds the users of the declarations that a report cites, for a caller who will change them.
///
/// The loop calls it once in a run with intent edit or debug, after the first report, and shows the
/// model the result. The result is treated like a tool's output: the policy applies to it, it is cut, and it
/// is observed, so that its places have ids.
#[async_trait]
pub trait UsageFinder: Send + Sync {
    /// Call sites, implementors and tests of the declarations around these lines, best first, each a
    /// window of one line or a few. At most `call.room` characters and 12 places of them are shown. The run
    /// continues without users after three seconds, and after any error.
    ///
    /// # Errors
    /// A [`ToolError`]; the run continues without users.
    async fn find_usages(
        &self,
        cited: &[(RepoPath, LineRange)],
        call: &CallContext,
    ) -> Result<ToolOutput, ToolError>;
}
