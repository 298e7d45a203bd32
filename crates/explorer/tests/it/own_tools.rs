//! The law `contained` for a host's own tool: excludes and redaction apply to its results.

use std::path::Path;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use firsthand::agent::{
    CallContext, Message, ModelError, ModelRequest, ModelTurn, SUBMIT, ToolCall, ToolError,
    ToolOutput, ToolSpec,
};
use firsthand::registry::{LineRange, Observation, RepoPath, Source, Span, Window};
use firsthand::tools::Sandbox;
use firsthand::{Explorer, Intent, Model, Tool, write_transcript};
use serde_json::{Value, json};

use crate::tree;

const TOKEN: &str = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

/// A tool that reads whole files through its own sandbox, which excludes and hides nothing.
struct ReadsFiles(Sandbox, Vec<&'static str>);

#[async_trait]
impl Tool for ReadsFiles {
    fn spec(&self) -> ToolSpec {
        ToolSpec::new("own", "", json!({}))
    }

    async fn call(&self, _: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        let windows = self.1.iter().map(|path| {
            let path = RepoPath::new(path).unwrap();
            let bytes = self.0.read(&path).unwrap();
            let span = Span::of_file(path, &bytes, LineRange::new(1, 99).unwrap());
            Window::new(span.unwrap())
        });
        Ok(ToolOutput {
            observations: vec![Observation::matches(Source::GREP, windows.collect())],
            ..ToolOutput::default()
        })
    }
}

/// A model that calls the tool, quotes the secret, and records the tool's answer.
struct QuotesSecret(Arc<Mutex<String>>);

#[async_trait]
impl Model for QuotesSecret {
    fn name(&self) -> &str {
        "quotes"
    }

    async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
        let answers = request.messages.iter().filter_map(|message| match message {
            Message::Answer(answer) => Some(answer.text()),
            _ => None,
        });
        let read: String = answers.collect();
        let (tool, arguments) =
            if read.is_empty() { ("own", json!({})) } else { (SUBMIT, submission()) };
        if request.registry.len() == 1 {
            let first = read.split("\n\n(").next().unwrap_or_default();
            first.clone_into(&mut self.0.lock().unwrap());
        }
        let call = ToolCall::new("", tool, arguments);
        Ok(ModelTurn { calls: vec![call], ..ModelTurn::default() })
    }
}

fn submission() -> Value {
    let link = |quote: &str| json!({"candidateId": "c1", "role": "r", "fact": "It is so.", "quote": quote});
    json!({
        "primaryCandidateIds": ["c1"],
        "flow": [link("token = "), link("let region = 1;")],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high",
    })
}

async fn explore(root: &Path, files: &[&'static str]) -> (String, firsthand::Explored) {
    let own = ReadsFiles(Sandbox::open(root, &[], 1 << 20).unwrap(), files.to_vec());
    let read = Arc::new(Mutex::new(String::new()));
    let explorer = Explorer::builder(root)
        .exclude("private/")
        .tool(Arc::new(own))
        .model(Arc::new(QuotesSecret(Arc::clone(&read))))
        .build()
        .unwrap();
    let explored = explorer.explore("where is the token?", Intent::Explain).await.unwrap();
    let read = read.lock().unwrap().clone();
    (read, explored)
}

#[tokio::test]
async fn contained_excludes_and_redaction_apply_to_a_hosts_own_tool() {
    let secret = format!("let region = 1;\nlet token = \"{TOKEN}\";\n");
    let root = tree(&[
        ("src/deploy.rs", &secret),
        ("private/plan.rs", "let plan = 1;\n"),
        ("legacy/old.rs", "let old = 1;\n"),
        ("firsthand.toml", "exclude = [\"legacy/**\"]\n"),
    ]);
    let files = ["src/deploy.rs", "private/plan.rs", "legacy/old.rs"];
    let (read, explored) = explore(root.path(), &files).await;
    let shown = "\
        #### src/deploy.rs [c1] 1-2 (to the end)\n\
        1| let region = 1;\n\
        2| let token = \"[redacted: github_token]\"; (masked)\n\n\
        Notes (not evidence):\n\
        - `legacy/old.rs` is left out: the host or the repository's settings exclude it\n\
        - `private/plan.rs` is left out: the host or the repository's settings exclude it";
    assert_eq!(read, shown);
    assert!(!write_transcript(&explored.transcript).contains(TOKEN));
    assert_eq!(explored.report.body().flow.len(), 1, "the line beside the secret can be quoted");
}
