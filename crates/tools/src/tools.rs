//! The tools: one file each, and one row here.

mod grep;
mod list_files;
mod read_file;
mod search_code;

use std::sync::Arc;

use async_trait::async_trait;
use firsthand_agent::{CallContext, Tool, ToolError, ToolOutput, ToolSpec};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::arguments::{parse_noted, spec};
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

/// A tool whose arguments are an `A`.
struct RepoTool<A> {
    repo: Arc<Repo>,
    name: &'static str,
    about: &'static str,
    work: fn(&Repo, &A, &Call) -> ToolResult,
}

fn tool<A: JsonSchema + DeserializeOwned + Send + 'static>(
    repo: &Arc<Repo>,
    name: &'static str,
    about: &'static str,
    work: fn(&Repo, &A, &Call) -> ToolResult,
) -> Arc<dyn Tool> {
    let repo = Arc::clone(repo);
    Arc::new(RepoTool { repo, name, about, work })
}

#[async_trait]
impl<A: JsonSchema + DeserializeOwned + Send + 'static> Tool for RepoTool<A> {
    fn spec(&self) -> ToolSpec {
        spec::<A>(self.name, self.about)
    }

    async fn call(&self, arguments: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
        let (work, (arguments, mut notes)) = (self.work, parse_noted::<A>(arguments)?);
        let working = self.repo.run(call, move |repo, call| work(repo, &arguments, call));
        let mut output = working.await?;
        notes.append(&mut output.diagnostics);
        output.diagnostics = notes;
        Ok(output)
    }
}
