//! The system prompt and tool descriptions that a model receives, and their token cost.

use std::fmt::Write as _;

use firsthand::agent::ToolSpec;
use serde::Serialize;

use crate::paint::{Painter, TextStyle};

/// The approximate number of characters of a token.
const CHARS_PER_TOKEN: usize = 4;

/// A system prompt with tool descriptions.
#[derive(Serialize)]
pub(crate) struct Prompt {
    schema: &'static str,
    system: String,
    tools: Vec<ToolSpec>,
    cost: Vec<Cost>,
}

/// The token cost of one part of a prompt.
#[derive(Serialize)]
struct Cost {
    /// The name of the part: the policy (the system prompt), a tool, or all parts together.
    what: String,
    /// The number of characters; a tool counts as JSON.
    chars: usize,
    /// The approximate number of tokens.
    tokens: usize,
}

fn cost(what: &str, chars: usize) -> Cost {
    let (what, tokens) = (what.to_owned(), chars.div_ceil(CHARS_PER_TOKEN));
    Cost { what, chars, tokens }
}

impl Prompt {
    /// A prompt with the cost of each part; `schema` is the name of its JSON form.
    pub(crate) fn of(schema: &'static str, system: String, tools: Vec<ToolSpec>) -> Self {
        let chars =
            |tool: &ToolSpec| serde_json::to_string(tool).map_or(0, |text| text.chars().count());
        let mut costs = vec![cost("policy", system.chars().count())];
        costs.extend(tools.iter().map(|tool| cost(&tool.name, chars(tool))));
        let sum = costs.iter().map(|one| one.chars).sum();
        costs.push(cost("in all", sum));
        Self { schema, system, tools, cost: costs }
    }

    /// The text output.
    pub(crate) fn page(&self, paint: Painter) -> String {
        let head = |text: &str| paint.text(TextStyle::Label, text);
        let mut out = format!("{}\n\n{}\n", head("Policy"), self.system.trim_end());
        for tool in &self.tools {
            let schema = serde_json::to_string_pretty(&tool.parameters).unwrap_or_default();
            let name = head(&format!("Tool {}", tool.name));
            let _ = write!(out, "\n{name}\n\n{}\n\n{schema}\n", tool.description);
        }
        let _ =
            writeln!(out, "\n{} (a token taken as {CHARS_PER_TOKEN} characters)\n", head("Cost"));
        for Cost { what, chars, tokens } in &self.cost {
            let _ = writeln!(out, "{what:<14} {chars:>7} characters {tokens:>6} tokens");
        }
        out
    }
}
