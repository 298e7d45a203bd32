//! A host adds a tool and a model of its own to the facade. The tool shows whole files: those that it
//! must not open stay closed, and secrets in the others are masked.
//!
//! `cargo run -p firsthand --example own_tool`

use std::sync::Arc;

use async_trait::async_trait;
use firsthand::agent::{CallContext, ModelTurn, SUBMIT, ToolError, ToolOutput, ToolSpec, model_fn};
use firsthand::registry::{LineRange, Observation, RepoPath, Source, Window};
use firsthand::render::{TextOptions, text};
use firsthand::{Explorer, Intent, Tool, write_transcript};
use firsthand_testkit::PlantedTree;
use serde_json::{Value, json};

struct Show;

#[async_trait]
impl Tool for Show {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "show".to_owned(),
            description: "Shows a file.".to_owned(),
            parameters: json!({"type": "object", "properties": {"path": {"type": "string"}}}),
        }
    }

    async fn call(&self, arguments: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
        // An invalid argument is answered with an error message.
        let wrong_argument = || ToolError::Answer("pass a `path` inside the repository".to_owned());
        let path = arguments["path"].as_str().ok_or_else(wrong_argument)?;
        let path = RepoPath::new(path).map_err(|_| wrong_argument())?;
        let all = LineRange::new(1, u32::MAX).ok_or_else(wrong_argument)?;
        let span = call.repo.read(&path, all).await?;
        Ok(Observation::read(Source::READ, Window::new(span)).into())
    }
}

/// The files that the model asks for; only the last two are shown.
const FILES: &str = ".env credentials.json vendor/refund.rs src/ledger.rs src/pay.rs";
/// What the model submits: a place in a file that changed, and a quote of a masked line, among others.
const SUBMITTED: &str = r#"{
    "primaryCandidateIds": ["c1", "c2"], "recommendedPrimaryAction": "answer_from_report",
    "confidence": "high", "flow": [
        {"candidateId": "c1", "role": "ledger", "fact": "Books.", "quote": "entries.push(order)"},
        {"candidateId": "c2", "role": "key", "fact": "Signs.", "quote": "let key = \"[redacted: "},
        {"candidateId": "c2", "role": "entry", "fact": "Pays.", "quote": "book_refund(order, key)"}
    ]}"#;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tree = Arc::new(PlantedTree::new()?);
    let edited_tree = Arc::clone(&tree);
    let model = model_fn("script", move |request| {
        let show = |path| ("show", json!({ "path": path }));
        if request.registry.is_empty() {
            return Ok(ModelTurn::calling(FILES.split(' ').map(show)));
        }
        edited_tree.rewrite(); // Somebody edits a file before the report is made.
        Ok(ModelTurn::calling([(SUBMIT, Value::from(SUBMITTED))]))
    });
    let explorer = Explorer::builder(tree.root())
        .exclude(PlantedTree::EXCLUDED)
        .tool(Show)
        .model(model)
        .build()?;
    let explored = explorer
        .explore(PlantedTree::QUESTION, Intent::Explain)
        .await?;
    print!("{}", text(&explored.report, &TextOptions::default()).text);
    tree.check(&write_transcript(&explored.transcript), &explored.report);
    Ok(())
}
