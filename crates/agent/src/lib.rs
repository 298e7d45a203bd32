//! The exploration loop: one conversation between a model and tools that ends with a verified
//! report.
//!
//! A host implements ports: a [`Model`] decides what to read, [`Tool`]s read it, and a [`FileSource`]
//! reads the repository, for tools and to check what a report cites. A [`Policy`] decides which files and
//! lines may be shown; there is a default. The loop is a list of small steps. Each reads the [`State`],
//! which is computed from the recorded [`Event`]s, and either does not apply or returns an effect.
//! So a transcript alone reproduces the report ([`replay`]) and continues an interrupted run
//! ([`resume`]); a finished run can answer the same question again if the files that it cites are
//! unchanged ([`ReportCache`]).
//!
//! ```
//! use std::sync::Arc;
//!
//! use async_trait::async_trait;
//! use firsthand_agent::{
//!     CallContext, FileSource, Model, ModelError, ModelRequest, ModelTurn, Parts, Task, Tool,
//!     ToolError, ToolOutput, ToolSpec, explore, replay,
//! };
//! use firsthand_registry::{LineRange, Observation, RepoPath, Source, Span, Window};
//! use firsthand_validator::Intent;
//! use serde_json::{Value, json};
//!
//! const FILE: &[u8] = b"fn main() {\n    greet();\n}\n";
//!
//! struct Look; // a tool that shows one file
//! #[async_trait]
//! impl Tool for Look {
//!     fn spec(&self) -> ToolSpec {
//!         ToolSpec::new("look", "Shows main.rs.", json!({}))
//!     }
//!     async fn call(&self, _: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
//!         let path = RepoPath::new("main.rs").map_err(|e| ToolError::Stop(e.to_string()))?;
//!         let span = LineRange::new(1, 3).and_then(|r| Span::of_file(path, FILE, r).ok());
//!         let seen = span.map(|s| Observation::read(Source::READ, Window::new(s)));
//!         Ok(ToolOutput { observations: seen.into_iter().collect(), ..ToolOutput::default() })
//!     }
//! }
//!
//! struct Disk; // the repository's files
//! #[async_trait]
//! impl FileSource for Disk {
//!     async fn bytes(&self, _: &RepoPath) -> std::io::Result<Option<Vec<u8>>> {
//!         Ok(Some(FILE.to_vec()))
//!     }
//! }
//!
//! struct Script; // a model: looks, then submits
//! #[async_trait]
//! impl Model for Script {
//!     fn name(&self) -> &str { "script" }
//!     async fn turn(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
//!         let (tool, arguments) = match request.messages.len() {
//!             1 => ("look", json!({})),
//!             _ => ("submit_report", json!({
//!                 "primaryCandidateIds": ["c1"],
//!                 "flow": [{"candidateId": "c1", "role": "entry", "fact": "Calls `greet`.",
//!                           "quote": "greet();"}],
//!                 "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
//!             })),
//!         };
//!         Ok(ModelTurn::calling([(tool, arguments)]))
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let parts = Parts { tools: vec![Arc::new(Look)], ..Parts::new(Arc::new(Script), Arc::new(Disk)) };
//! let task = Task::new("what does it do?", Intent::Explain, ".");
//! let explored = explore(task, &parts).await?;
//! assert_eq!(explored.report.body().flow[0].quote.line, 2);
//! assert_eq!(replay(&explored.transcript)?, explored.report);
//! # Ok(()) }
//! ```
//!
//! Laws of this crate: `always_ends`, and together with other crates `one_conversation`, `replayable`, `unchanged`,
//! `accounted` and `contained`.
//! Not for: talking to a model over a network (`firsthand-providers`), or reading files
//! (`firsthand-tools`).

/// The registry of observed places, whose types are part of this crate's API.
pub use firsthand_registry as registry;
/// The validator, whose types are part of this crate's API.
pub use firsthand_validator as validator;

mod arguments;
mod budgets;
mod cache;
mod conversation;
mod cut;
mod event;
mod model;
mod policy;
pub mod prompt;
mod resume;
mod run;
mod runtime;
mod state;
mod steps;
mod submit;
mod tool;
mod transcript;

pub use arguments::repaired_arguments;
pub use budgets::{BudgetLimits, Budgets};
pub use cache::{CacheScope, MemoryCache, ReportCache, ReportKey, explore_cached};
pub use conversation::{Answer, Message, RemainingBudget, ShownAs, ShownObservation};
pub use event::{CacheMissReason, CheckFor, Event, HostMessageKind, Notice, TRANSCRIPT_VERSION};
pub use firsthand_source::secrets::Redacted;
pub use firsthand_source::{Cancel, CancelOnDrop};
pub use model::{
    Model, ModelError, ModelRequest, ModelTraits, ModelTurn, Notices, ToolCall, ToolSpec, model_fn,
};
pub use policy::{HideSecrets, Policy, ReadRefused, RepoReader, ShowSecrets};
pub use resume::{resumable, resume, resume_in};
pub use run::{ExploreError, Explored, Observer, Parts, explore, tool_meant};
pub use runtime::{Runtime, Threads};
pub use state::State;
pub use submit::{SUBMIT, Task, submit_spec};
pub use tool::{
    CallContext, FileSource, ReportFit, Tool, ToolError, ToolOutcome, ToolOutput, UsageFinder,
};
pub use transcript::{
    RunEvent, RunLog, RunState, TranscriptError, check_start, read_complete_lines, read_transcript,
    replay, write_transcript,
};
