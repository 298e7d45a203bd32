//! A host adds a tool and a model of its own to the facade. The tool shows whole files: those that it
//! must not open stay closed, and secrets in the others are masked.
//!
//! `cargo run -p firsthand --example own_tool`

use std::sync::Arc;

use firsthand::agent::{CallContext, ModelTurn, SUBMIT, ToolError, ToolOutput, model_fn};
use firsthand::registry::{LineRange, Observation, RepoPath, Source, Window};
use firsthand::render::{TextOptions, text};
use firsthand::tools::tool_fn;
use firsthand::{Explorer, Intent, write_transcript};
use firsthand_testkit::PlantedTree;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// The arguments of the tool, with what the model is told about them.
#[derive(Deserialize, JsonSchema)]
struct Shown {
    /// A path inside the repository.
    path: RepoPath,
}

async fn show(shown: Shown, call: CallContext) -> Result<ToolOutput, ToolError> {
    let span = call.repo.read(&shown.path, LineRange::whole()).await?;
    Ok(Observation::read(Source::READ, Window::new(span)).into())
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
        .tool(tool_fn("show", "Shows a file.", show))
        .model(model)
        .build()?;
    let explored = explorer.explore(PlantedTree::QUESTION, Intent::Explain).await?;
    print!("{}", text(&explored.report, &TextOptions::default()).text);
    tree.check(&write_transcript(&explored.transcript), &explored.report);
    Ok(())
}
