//! A host adds a tool of its own, and a model that uses it. The tool says who owns a path, from the
//! lines of a CODEOWNERS file; what it saw is typed, so it can be cited and quoted like anything else.
//!
//! `cargo run -p firsthand --example own_tool`

use std::error::Error;
use std::sync::Arc;

use async_trait::async_trait;
use firsthand::agent::{
    CallContext, Message, ModelError, ModelRequest, ModelTurn, SUBMIT, ToolCall, ToolError,
    ToolOutput, ToolSpec,
};
use firsthand::registry::{LineRange, Observation, RepoPath, Source, Span, Window, lines_of};
use firsthand::tools::{Sandbox, ToolOptions, Toolbox};
use firsthand::{Explorer, Intent, Model, Tool};
use firsthand_render::{TextOptions, text};
use serde_json::{Value, json};

const OWNERS: &str = "CODEOWNERS";

/// The tool. It reads through the sandbox of the other tools, so the same rules hold.
struct WhoOwns(Toolbox);

#[async_trait]
impl Tool for WhoOwns {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "who_owns".to_owned(),
            description: "Shows the line of CODEOWNERS that decides who owns a path.".to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {"path": {"type": "string"}},
                "required": ["path"],
            }),
        }
    }

    async fn call(&self, arguments: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        // What the model did wrong is an answer to the model.
        let answer = |text: &str| ToolError::Answer(text.to_owned());
        let path = arguments["path"]
            .as_str()
            .ok_or_else(|| answer("pass `path`"))?;
        let line = self
            .line(path)
            .ok_or_else(|| answer("nobody owns that path"))?;
        Ok(ToolOutput {
            observations: vec![Observation::matches(Source::GREP, vec![line])],
            ..ToolOutput::default()
        })
    }
}

impl WhoOwns {
    /// The last line that matches decides.
    fn line(&self, path: &str) -> Option<Window> {
        let file = RepoPath::new(OWNERS).ok()?;
        let sandbox: &Sandbox = self.0.sandbox();
        let bytes = sandbox.read(&file).ok()?;
        let deciding = (1_u32..).zip(lines_of(&bytes)).filter(|(_, line)| {
            let line = String::from_utf8_lossy(line);
            let pattern = line.split_whitespace().next().unwrap_or("#");
            path.starts_with(pattern.trim_start_matches('/')) || pattern == "*"
        });
        let (number, _) = deciding.last()?;
        let span = Span::of_file(file, &bytes, LineRange::new(number, number)?).ok()?;
        Some(Window::new(span).with_hits([number]))
    }
}

/// The model: one search, one question to the host's tool, then the report.
struct Script;

#[async_trait]
impl Model for Script {
    fn name(&self) -> &str {
        "script"
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let seen: Vec<String> = request.messages.iter().filter_map(first_id).collect();
        let call = |id: &str, tool: &str, arguments: Value| ToolCall {
            id: id.to_owned(),
            tool: tool.to_owned(),
            arguments,
        };
        let calls = match seen.as_slice() {
            [] => vec![
                call("1", "search_code", json!({"query": "refund"})),
                call("2", "who_owns", json!({"path": "pay/refund.rs"})),
            ],
            [code, owner, ..] => vec![call(
                "3",
                SUBMIT,
                json!({
                    "primaryCandidateIds": [code, owner],
                    "flow": [
                        {"candidateId": code, "role": "code", "fact": "Pays money back.",
                         "quote": "pub fn refund(order: &Order)"},
                        {"candidateId": owner, "role": "owner", "fact": "The team that decides.",
                         "quote": "/pay/ @money-team"},
                    ],
                    "recommendedPrimaryAction": "answer_from_report",
                    "confidence": "high",
                }),
            )],
            _ => return Err(ModelError::Malformed("it saw too little".to_owned())),
        };
        Ok(ModelTurn {
            calls,
            ..ModelTurn::default()
        })
    }
}

/// The id of the first place of an answer. A model of words would read it in the answer's text.
fn first_id(message: &Message) -> Option<String> {
    let Message::Answer(answer) = message else {
        return None;
    };
    answer
        .sightings
        .iter()
        .flat_map(|sighting| &sighting.ids)
        .next()
        .map(ToString::to_string)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let root = tempfile::tempdir()?;
    std::fs::create_dir(root.path().join("pay"))?;
    for (path, text) in [
        (OWNERS, "* @everyone\n/pay/ @money-team\n/docs/ @writers\n"),
        (
            "pay/refund.rs",
            "/// Pays money back.\npub fn refund(order: &Order) {\n    ledger(order)\n}\n",
        ),
    ] {
        #[expect(clippy::disallowed_methods, reason = "the example's own files")]
        std::fs::write(root.path().join(path), text)?;
    }

    let toolbox = Toolbox::open(root.path(), ToolOptions::default())?;
    let explorer = Explorer::builder(root.path())
        .tool(Arc::new(WhoOwns(toolbox)))
        .model(Arc::new(Script))
        .build()?;
    let explored = explorer
        .explore("who decides how refunds work?", Intent::Explain)
        .await?;

    let report = &explored.report;
    print!("{}", text(report, &TextOptions::default()).text);
    let owner = &report.flow()[1];
    assert_eq!(
        (owner.place().path().as_str(), owner.quote().line()),
        (OWNERS, 2)
    );
    assert_eq!(owner.quote().text(), "/pay/ @money-team");
    Ok(())
}
