//! The tools that clients may call: one file each, and one row here.

mod explore_code;
mod impact_of_change;
mod research_code;
mod search_code;
mod verify_report;

use async_trait::async_trait;
use firsthand::agent::{ToolSpec, repaired_arguments};
use firsthand::{Cancel, Intent, Question};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::client::Client;
use crate::driven;
use crate::progress::Progress;
use crate::server::ServerState;
use crate::tool_result::ToolResult;
use crate::{McpConfig, Profile, Roots};

/// A tool that a client may call.
#[async_trait]
pub(crate) trait McpTool: Send + Sync {
    /// The tool's name, description and parameters.
    fn spec(&self) -> ToolSpec;

    /// The arguments as the loop would pass them on, and notes about them for the client's model.
    fn repaired(&self, arguments: Value) -> (Value, Vec<String>) {
        repaired_arguments(&self.spec(), &arguments).unwrap_or((arguments, Vec::new()))
    }

    /// Calls the tool. Dropping the future ends the work.
    ///
    /// # Errors
    /// An error message for the client's model.
    async fn call(&self, arguments: Value, call: &Call<'_>) -> Result<ToolResult, String>;
}

/// The arguments of a tool that is asked a question.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Asked {
    /// The question, with the names that you know.
    #[schemars(extend("x-words" = true))]
    pub(crate) query: String,
    /// Words, names, constants or settings that the code probably uses for this: guess 3 to 8; absent ones cost nothing.
    words: Option<Vec<String>>,
    /// What the answer is for.
    #[schemars(with = "Option<String>", extend("enum" = Intent::ALL.map(Intent::name)))]
    intent: Option<Intent>,
    /// The path of another allowed repository.
    pub(crate) root: Option<String>,
}

impl Asked {
    pub(crate) fn question(self) -> Question {
        Question::new(self.query, self.intent.unwrap_or_default())
            .with_words(self.words.unwrap_or_default())
    }
}

/// One call.
pub(crate) struct Call<'c> {
    pub(crate) server: &'c ServerState,
    /// The roots that the client may ask about.
    pub(crate) roots: Roots,
    pub(crate) client: Client,
    /// The name that the client declares.
    pub(crate) client_name: Option<String>,
    pub(crate) progress: Progress,
    /// Raised when the client no longer waits for the answer.
    pub(crate) cancel: Cancel,
}

/// The tools of a profile, in listed order.
pub(crate) fn all(config: &McpConfig) -> Vec<Box<dyn McpTool>> {
    let first = config.roots.first();
    match config.profile {
        Profile::Explore => {
            let mut tools: Vec<Box<dyn McpTool>> = vec![
                Box::new(explore_code::ExploreCode),
                Box::new(search_code::SearchCode::of(first)),
                Box::new(impact_of_change::ImpactOfChange),
                Box::new(verify_report::VerifyReport),
            ];
            if config.research {
                tools.push(Box::new(research_code::ResearchCode));
            }
            tools
        }
        Profile::Driven => driven::tools(first),
    }
}
