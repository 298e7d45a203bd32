//! Helpers of Firsthand's own tests. A dev-dependency only: it is never published.
//!
//! - [`Script`] is a scripted model: a list of turns, each with what the request must contain, and the reply.
//!   An unexpected request, and a turn past its end, is recorded as a
//!   fault, fails the turn, and fails the test in [`Script::finished`].
//! - [`FakeRepo`] is a repository in memory that can change while a run goes on, with tools that
//!   read it and a file source; [`Prove`] gives receipts of absence. [`FaultyTool`] is a tool, and [`FaultyFileSource`] a file source, with a
//!   fault; [`ConcurrencyProbe`] is a tool that counts how many of its calls run at once.
//! - [`strategy`] generates small repositories, observations, selections, turns and budgets for proptest,
//!   well-formed ones and hostile ones.
//! - [`adversary`] tries to get a false statement into a report, and [`oracle`] detects false statements in printed
//!   reports, without code of the validator or the renderer.
//! - [`folder()`] is a folder on disk with given files.
//! - [`GitRepo`] is a git repository on disk, with commits at fixed times.
//! - [`PlantedTree`] is a repository on disk with secrets, with a check that a host did not leak them.
//! - [`Setup`] puts these together and runs an exploration.
//!
//! ```
//! use firsthand_testkit::{FakeRepo, Script, Setup, answer, forced, json, user};
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)] async fn main() {
//! let repo = FakeRepo::new().with("src/main.rs", "fn main() {\n    greet();\n}\n");
//! let script = Script::new()
//!     .expects(user("who greets?"))
//!     .calls("find", json!({"text": "greet"}))
//!     .expects(answer("#### src/main.rs [c1]"))
//!     .submits(json!({
//!         "primaryCandidateIds": ["c1"],
//!         "flow": [{"candidateId": "c1", "role": "entry", "fact": "Greets.", "quote": "greet();"}],
//!         "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
//!     }));
//! let explored = Setup::new(&repo, &script).explore("who greets?").await;
//! script.finished();
//! assert_eq!(explored.map(|e| e.report.body().flow[0].quote.line), Ok(2));
//! # }
//! ```
//!
//! A crate whose types the testkit uses cannot use it in inline tests (there would be two copies of
//! every type): such tests are in `tests/it/`. Time is tokio's paused clock: sleeps take no real
//! time, and a hang ends at the first timeout.
//!
//! Not for: the tools' and providers' own fixtures, and anything that needs a network.

#![expect(
    clippy::panic,
    clippy::expect_used,
    reason = "a test's helper fails by panicking, with a sentence that says what was expected"
)]

pub mod adversary;
mod expect;
mod faulty;
mod folder;
pub mod oracle;
mod planted;
mod repo;
mod script;
mod setup;
pub mod strategy;

pub use expect::{Expect, answer, answers, forced, free, saw, user};
pub use faulty::{ConcurrencyProbe, Fault, FaultyFileSource, FaultyTool, FileSourceFault};
pub use folder::{GitRepo, folder};
pub use planted::{PlantedTree, PlantedValue, planted_values};
pub use repo::{FakeRepo, Find, FixedResults, List, Prove, Read};
pub use script::{Reply, Script};
pub use serde_json::json;
pub use setup::{Log, Setup, TokioClock};
