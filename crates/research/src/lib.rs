//! A routed research chain over a code graph: classify, route, execute, assess, then refine or answer.
//!
//! A [`Request`] has a topic, hints and caps; it names no symbol, no query and no route. The chain finds candidates for
//! the topic, chooses a route by them, queries the code graph, the text and the git history concurrently, assesses the
//! evidence, and composes an answer. Every claim refers to observed places, with quotes that the validator found there
//! and that were still unchanged when the answer was made.
//!
//! ```
//! use firsthand_research::{Cancel, RepoStages, Request, RunDependencies, payload, run};
//! use firsthand_tools::{ToolOptions, Toolbox};
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let root = tempfile::tempdir()?;
//! std::fs::write(root.path().join("a.rs"), "pub fn greet_all() {}\n\nfn main() {\n    greet_all();\n}\n")?;
//! let stages = RepoStages::new(Toolbox::open(root.path(), ToolOptions::default())?);
//! let dependencies = RunDependencies::local(stages, Cancel::new());
//! let request = Request::new("r1", payload::Intent::new("who calls greet_all?"));
//! let researched = run(request, &dependencies).await?;
//! let call = researched.result.claims.iter().find(|claim| claim.part == "callers");
//! assert_eq!(call.map(|claim| claim.references[0].quote.as_str()), Some("greet_all();"));
//! # Ok(()) }
//! ```
//!
//! # How it works
//!
//! - Only [`next`] decides the next step. It reads typed fields; a model's prose is a [`payload::Prose`], on which no
//!   decision can depend.
//! - A stage takes a [`StageInput`] and returns a [`StageOutput`], both complete and serializable; a [`StageBus`]
//!   carries them. Every output is validated: invalid payloads, late ones and errors are replaced by fallbacks, which
//!   the result reports. In one process the bus is [`LocalBus`]; with the feature `nats`, the stages run on any number
//!   of machines that have the same tree.
//! - A run is a list of [`Record`]s, its transcript, which is written and read as that of an exploration
//!   ([`firsthand_agent::write_transcript`]). [`resume`] continues after the last completed stage; [`replay`] recomputes
//!   the same result without repository, model or clock.
//! - Without a model, the route depends on the candidates, the assessment on which words of the topic the evidence
//!   contains, and the answer is composed from the places themselves. A model ([`RepoStages::with_model`]) emits names,
//!   positions in the list that it was shown, and axes, all of which are checked.
//!
//! Laws: `no_fabrication`, `verbatim` and `unchanged` by the validator, since claims come from a
//! [`VerifiedReport`](firsthand_agent::validator::VerifiedReport) alone; `always_ends` (within caps and deadline,
//! whatever stages do); `replayable`; `accounted` (what was degraded, dropped or never found is in the result);
//! `generic` (nothing maps words of a topic to a route).
//!
//! For one question about one place, `explore_code` is faster.
#![cfg_attr(test, allow(clippy::disallowed_methods))] // Tests write the trees that they search.

mod answer;
mod assess;
mod bus;
mod classify;
mod compose;
mod event;
mod execute;
mod hints;
mod hit;
mod model_stages;
#[cfg(feature = "nats")]
pub mod nats;
pub mod payload;
mod print;
mod retrieve;
mod route;
mod run;
mod stage_io;
mod stages;
mod transition;

pub use bus::{BusError, Key, LocalBus, StageBus, StageResult};
pub use event::{
    Object, PIPELINE_ROLE, Record, ResearchEvent, TRANSCRIPT_VERSION, TRIPLE_SOURCE, Triple,
};
pub use firsthand_agent::Cancel;
pub use firsthand_render::Format;
pub use hints::clamped_hints;
pub use hit::Hit;
pub use print::{ResearchDocument, json_schema, page, print, text, trace};
pub use run::{
    DEADLINE, Observer, Request, ResearchError, Researched, RunDependencies, replay, resume, run,
};
pub use stage_io::{
    Draft, DraftClaim, DraftReference, StageError, StageInput, StageOutput, Stages,
};
pub use stages::RepoStages;
pub use transition::{Cap, CompletedStage, Next, Progress, Stage, next};
