//! A routed research chain over a code graph: classify, route, execute, assess, then refine or answer.
//!
//! A [`Request`] has a topic, hints and caps; it names no symbol, no query and no route. The chain finds what the topic
//! may be about, decides by what that looks like, asks the code graph, the text and the git history side by side,
//! judges what came back, and composes an answer. Every line of it refers to places that were observed, with quotes
//! that the validator found there and that still stood when the answer was made.
//!
//! ```
//! use std::sync::Arc;
//!
//! use firsthand_research::{Cancel, DEADLINE, Intent, LocalBus, Parts, RepoStages, Request, run};
//! use firsthand_tools::{ToolOptions, Toolbox};
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let root = tempfile::tempdir()?;
//! std::fs::write(root.path().join("a.rs"), "pub fn greet_all() {}\n\nfn main() {\n    greet_all();\n}\n")?;
//! let stages = Arc::new(RepoStages::new(Toolbox::open(root.path(), ToolOptions::default())?));
//! let cancel = Cancel::new();
//! let parts = Parts {
//!     bus: Arc::new(LocalBus::new(stages.clone(), cancel.clone())),
//!     files: stages,
//!     deadline: DEADLINE,
//!     cancel,
//!     observer: None,
//! };
//! let request = Request::new("r1", Intent::new("who calls greet_all?"));
//! let researched = run(request, &parts).await?;
//! let call = researched.result.claims.iter().find(|claim| claim.part == "callers");
//! assert_eq!(call.map(|claim| claim.references[0].quote.as_str()), Some("greet_all();"));
//! # Ok(()) }
//! ```
//!
//! # How it works
//!
//! - [`next`] is the one place that decides what follows. It reads typed fields; a model's prose is a [`Prose`],
//!   which nothing can be decided by.
//! - A stage gets a [`StageInput`] and gives an [`StageOutput`], both whole and serializable; a [`StageBus`] carries them. What a
//!   stage gives is made sure of before it counts: payloads that are not valid, late ones and errors are replaced
//!   by what stands in for them, and the result says so. In one process the bus is [`LocalBus`]; with the feature
//!   `nats`, the stages run on any number of machines that have the same tree.
//! - A run is a list of [`Record`]s. [`resume`] goes on after the last completed stage; [`replay`] makes the same
//!   result without repository, model or clock.
//! - Without a model, routing looks at the candidates, assessing at which words of the topic stand in the evidence,
//!   and the answer is put together from the places themselves. With one ([`RepoStages::with_model`]) it states
//!   intent (names, positions in the list it was shown, axes), and what it states is checked.
//!
//! Laws: `no_fabrication`, `verbatim` and `unchanged` by the validator, since claims come from a
//! [`VerifiedReport`](firsthand_agent::validator::VerifiedReport) alone; `always_ends` (within caps and deadline, whatever
//! stages do); `replayable`; `accounted` (what was degraded, dropped or never found is in the result); `generic` (nothing
//! maps words of a topic to a route).
//!
//! Not for: one question about one place (`explore_code` is quicker), or changing anything.
#![cfg_attr(test, allow(clippy::disallowed_methods))] // Tests make the trees that they look at.

mod answer;
mod assess;
mod bus;
mod classify;
mod compose;
mod entity;
mod execute;
mod hints;
mod hit;
mod log;
mod model_stages;
#[cfg(feature = "nats")]
pub mod nats;
mod payload;
mod print;
mod prose;
mod retrieve;
mod route;
mod run;
mod run_state;
mod stage_io;
mod stages;
mod transition;
mod tree;
mod triples;

pub use bus::{BusError, Key, LocalBus, StageBus, StageResult};
pub use firsthand_agent::Cancel;
pub use hit::Hit;
pub use log::{
    LOG_VERSION, LogError, Object, PIPELINE_ROLE, Record, TRIPLE_SOURCE, Triple, read_log,
    write_record,
};
pub use payload::*;
pub use print::{print, trace};
pub use prose::Prose;
pub use run::{DEADLINE, Observer, Parts, Request, ResearchError, Researched, replay, resume, run};
pub use stage_io::{
    Draft, DraftClaim, DraftReference, StageError, StageInput, StageOutput, Stages,
};
pub use stages::RepoStages;
pub use transition::{Cap, Caps, CompletedStage, Next, Progress, Stage, UnknownStage, next};
pub use tree::Tree;
