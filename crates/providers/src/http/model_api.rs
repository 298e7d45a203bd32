//! The APIs of model servers. Each has one file with its adapter, and one row in [`ModelApi::adapter`].

use firsthand_agent::ModelRequest;
use serde_json::Value;

use super::partial_turn::PartialTurn;
use super::quirks::Quirks;
use super::{anthropic, gemini, openai};

/// The API of a model server: the format of its requests and answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelApi {
    /// OpenAI's chat completions, which many servers implement.
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
    /// Gemini's contents.
    Gemini,
}

/// The adapter of an API: its paths, headers, requests and answers.
pub(super) struct ApiAdapter {
    /// The path segment, such as `v1`, that is appended to a base URL without a path.
    pub(super) version: &'static str,
    /// The path of requests to a model, below the base URL.
    pub(super) path: fn(model: &str) -> String,
    /// The query of the request URL.
    pub(super) query: Option<&'static str>,
    /// The name of the header with the key, and the prefix of its value.
    pub(super) key_header: (&'static str, &'static str),
    /// Further headers of every request.
    pub(super) headers: &'static [(&'static str, &'static str)],
    /// Builds the body of a request.
    pub(super) body: fn(model: &str, &Quirks, &ModelRequest<'_>) -> Value,
    /// Adds one event of a stream, or a whole answer, to the turn.
    pub(super) read_event: fn(&mut PartialTurn, &Value),
}

impl ModelApi {
    /// The adapter of this API.
    pub(super) fn adapter(self) -> &'static ApiAdapter {
        match self {
            Self::OpenAi => &openai::ADAPTER,
            Self::Anthropic => &anthropic::ADAPTER,
            Self::Gemini => &gemini::ADAPTER,
        }
    }
}
