//! How servers and models deviate from the API that they implement: one row each; the first that matches applies.

use super::fault::FaultKind;
use super::service::ModelApi;

/// How a request forces a tool call (`tool_choice`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ToolChoice {
    /// It names the tool.
    Named,
    /// It requires a call of any tool.
    Any,
    /// It leaves `tool_choice` out: only the conversation asks for the call.
    Omitted,
}

impl ToolChoice {
    /// The next weaker form, for a server that rejects this one.
    fn fallback(self) -> Option<Self> {
        match self {
            Self::Named => Some(Self::Any),
            Self::Any => Some(Self::Omitted),
            Self::Omitted => None,
        }
    }
}

/// What a request to a model may and must contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Quirks {
    /// The field that limits the tokens of an answer, and its value. Many local servers reject a
    /// limit that does not fit in their context, so they get none.
    pub(super) output_limit: Option<(&'static str, u32)>,
    /// How to force a tool call in the first attempt.
    pub(super) tool_choice: ToolChoice,
    /// Whether to request token usage (`stream_options`).
    pub(super) request_usage: bool,
    /// Whether to send the reasoning of earlier turns back with their calls. Without it a model that reasons
    /// between calls forgets why it made them, and some servers reject the conversation.
    pub(super) send_reasoning: bool,
}

impl Quirks {
    /// The quirks for the next attempt, without the part that the server rejects; `None` if there is no such
    /// part, or nothing left to omit.
    pub(super) fn without_unsupported(self, fault: FaultKind) -> Option<Self> {
        match fault {
            FaultKind::ToolChoiceUnsupported => {
                Some(Self { tool_choice: self.tool_choice.fallback()?, ..self })
            }
            FaultKind::UsageOptionUnsupported if self.request_usage => {
                Some(Self { request_usage: false, ..self })
            }
            FaultKind::ReasoningUnsupported if self.send_reasoning => {
                Some(Self { send_reasoning: false, ..self })
            }
            _ => None,
        }
    }
}

/// The quirks of the models whose host and name match.
struct QuirksRow {
    api: ModelApi,
    /// A suffix of the host's name; an empty one matches every host.
    host: &'static str,
    /// A prefix of the model's name; an empty one matches every model.
    model: &'static str,
    quirks: Quirks,
}

const fn row(api: ModelApi, host: &'static str, model: &'static str, quirks: Quirks) -> QuirksRow {
    QuirksRow { api, host, model, quirks }
}

const DEFAULT: Quirks = Quirks {
    output_limit: None,
    tool_choice: ToolChoice::Named,
    request_usage: true,
    send_reasoning: true,
};

const fn anthropic(max_tokens: u32) -> Quirks {
    Quirks { output_limit: Some(("max_tokens", max_tokens)), request_usage: false, ..DEFAULT }
}

const OPENAI: Quirks = Quirks { output_limit: Some(("max_completion_tokens", 16_384)), ..DEFAULT };
const MISTRAL: Quirks = Quirks {
    output_limit: Some(("max_tokens", 8_192)),
    tool_choice: ToolChoice::Any,
    request_usage: false,
    send_reasoning: false,
};
/// Reasoning models that reject `tool_choice`. The first `deepseek-reasoner` rejected its own reasoning, and made
/// no calls; the later ones reject calls without it.
const DEEPSEEK_REASONER: Quirks = Quirks { tool_choice: ToolChoice::Omitted, ..DEFAULT };
const GEMINI: Quirks = Quirks { request_usage: false, ..DEFAULT };

/// All rows, the specific ones before the general ones.
const ROWS: &[QuirksRow] = &[
    row(ModelApi::OpenAi, "api.openai.com", "", OPENAI),
    row(ModelApi::OpenAi, "api.mistral.ai", "", MISTRAL),
    row(ModelApi::OpenAi, "api.deepseek.com", "deepseek-reasoner", DEEPSEEK_REASONER),
    row(ModelApi::OpenAi, "", "", DEFAULT),
    row(ModelApi::Anthropic, "", "claude-3-5", anthropic(8_192)),
    row(ModelApi::Anthropic, "", "claude-3-7", anthropic(16_384)),
    row(ModelApi::Anthropic, "", "claude-3-", anthropic(4_096)),
    row(ModelApi::Anthropic, "", "", anthropic(16_384)),
    row(ModelApi::Gemini, "", "", GEMINI),
];

/// The quirks of a model on a host.
pub(super) fn quirks_for(api: ModelApi, host: &str, model: &str) -> Quirks {
    let matches = |row: &&QuirksRow| {
        row.api == api && host.ends_with(row.host) && model.starts_with(row.model)
    };
    ROWS.iter().find(matches).map_or(DEFAULT, |row| row.quirks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_matching_row_applies() {
        let check = |api, host, model, expected: Quirks| {
            assert_eq!(quirks_for(api, host, model), expected, "{host} {model}");
        };
        check(ModelApi::OpenAi, "api.openai.com", "any", OPENAI);
        check(ModelApi::OpenAi, "127.0.0.1", "any", DEFAULT);
        check(ModelApi::OpenAi, "api.deepseek.com", "deepseek-chat", DEFAULT);
        check(ModelApi::Anthropic, "api.anthropic.com", "claude-3-haiku-x", anthropic(4_096));
        check(ModelApi::Anthropic, "localhost", "claude-3-5-haiku", anthropic(8_192));
        check(ModelApi::Anthropic, "localhost", "other", anthropic(16_384));
    }

    #[test]
    fn the_last_row_of_every_api_matches_all_models() {
        for api in [ModelApi::OpenAi, ModelApi::Anthropic, ModelApi::Gemini] {
            let last = ROWS.iter().rfind(|row| row.api == api).unwrap();
            assert_eq!((last.host, last.model), ("", ""));
        }
    }
}
