//! The forms of requests and answers. One is one file and one row in [`Shape::wire`].

use firsthand_agent::ModelRequest;
use serde_json::Value;

use super::draft::Draft;
use super::quirks::Quirks;
use super::{anthropic, gemini, openai};

/// The form of requests and answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Chat completions, as OpenAI and many servers have them.
    OpenAi,
    /// Messages, as Anthropic has them.
    Anthropic,
    /// Contents, as Gemini has them.
    Gemini,
}

/// What a shape is made of.
pub(super) struct Wire {
    /// The path that a base URL without one means.
    pub(super) version: &'static str,
    /// Where requests for a model go, below the base.
    pub(super) path: fn(model: &str) -> String,
    pub(super) query: Option<&'static str>,
    /// The header that carries the key, and what stands before the key in it.
    pub(super) key: (&'static str, &'static str),
    /// Headers of every request.
    pub(super) headers: &'static [(&'static str, &'static str)],
    /// The request.
    pub(super) body: fn(model: &str, &Quirks, &ModelRequest<'_>) -> Value,
    /// Takes one event of a stream, or a whole answer.
    pub(super) take: fn(&mut Draft, &Value),
}

impl Shape {
    pub(super) fn wire(self) -> &'static Wire {
        match self {
            Self::OpenAi => &openai::WIRE,
            Self::Anthropic => &anthropic::WIRE,
            Self::Gemini => &gemini::WIRE,
        }
    }
}
