//! The tools: one file each, and one row here.

mod grep;
mod list_files;
mod read_file;
mod search_code;

use std::sync::Arc;

use firsthand_agent::{CallContext, Tool};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::arguments::tool_fn;
use crate::repo::{Call, Repo, ToolResult};

/// Every tool, in the order in which they are described to a model.
pub(crate) fn all(repo: &Arc<Repo>) -> Vec<Arc<dyn Tool>> {
    vec![
        tool(repo, "search_code", search_code::ABOUT, search_code::search),
        tool(repo, "grep", grep::ABOUT, grep::grep),
        tool(repo, "read_file", read_file::ABOUT, read_file::read),
        tool(repo, "list_files", list_files::ABOUT, list_files::list),
    ]
}

/// A tool over a repository, which runs on a thread that may block.
fn tool<A: JsonSchema + DeserializeOwned + Send + 'static>(
    repo: &Arc<Repo>,
    name: &'static str,
    about: &'static str,
    work: fn(&Repo, &A, &Call) -> ToolResult,
) -> Arc<dyn Tool> {
    let repo = Arc::clone(repo);
    Arc::new(tool_fn(name, about, move |arguments: A, call: CallContext| {
        let repo = Arc::clone(&repo);
        async move { repo.run(&call, move |repo, call| work(repo, &arguments, call)).await }
    }))
}
