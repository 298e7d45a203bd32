//! Measures how well code is found: tasks with known answers, search methods (arms), and metrics.
//!
//! A task is a question about a repository at a commit, with the files and lines that answer
//! it (the gold). The tasks of one file are a set. Every [`Arm`] gets the same question and the same tree: the code
//! graph alone, a whole exploration with the embedded model, or any external program. Pure functions compare the answers
//! with the gold.
//!
//! ```
//! use firsthand_eval::{Found, Metrics, Region, read_tasks};
//!
//! let tasks = read_tasks(
//!     r#"{"id": "t1", "repo": "owner/shop", "base": "0123abcd", "query": "the basket forgets",
//!         "gold": [{"path": "src/basket.ts", "ranges": [[10, 19]]}]}"#.replace('\n', " ").as_str(),
//! )?;
//! let found = Found {
//!     files: ["src/store.ts", "src/basket.ts"].map(str::to_owned).into(),
//!     regions: vec![Region { path: "src/basket.ts".to_owned(), start: 1, end: 14 }],
//!     ..Found::default()
//! };
//! let metrics = Metrics::of(&tasks[0], &found);
//! let names = ["hit_1", "recall_5", "mrr", "line_recall", "touched"];
//! assert_eq!(names.map(|name| metrics.get(name)), [0.0, 1.0, 0.5, 0.5, 1.0].map(Some));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Guarantees of every measurement:
//!
//! - A task that cannot be asked is reported with the reason; a failed answer counts as one that found
//!   nothing. Neither is left out.
//! - A repository always belongs to the same half ([`Split`]): weights are fitted on one and evaluated on the other.
//! - Proportions are from 0 to 1, and more budget never lowers recall.
//! - The output is in the order in which the arms, sets and tasks were given.
//! - A program runs without a shell, and ends within its timeout.
//!
//! Time and memory are measured for one process per question, as a caller of the command line has them; the
//! system's file cache is not controlled. Arms with a language model run in this process.
//!
//! A [`Plan`] with a main agent's model ([`Plan::main`]) measures what an agent does with an arm: it works with plain
//! tools and, in most arms, with a report that the arm makes, and its answer is scored. Every event of a run is
//! appended to the [`Journal`] at once, including the turns of models, so that a killed run asks nothing twice when it
//! is resumed. Scripts read one or several journals for groups, intervals, comparisons, fits and pictures.
//!
//! The other crates must not depend on the tasks: no repository, path or word of a task may appear in them. Recall
//! matters more than precision here, because places outside the gold can be relevant too.
#![allow(
    clippy::disallowed_methods,
    reason = "this crate reads task files, journals and trees: it is never handed a user's repository"
)]

mod agent;
mod arm;
mod dialogue;
mod found;
mod journal;
mod metrics;
mod model;
mod process;
mod record;
mod report;
mod run;
mod split;
mod table;
mod task;
mod trace;

pub use arm::{
    ARMS, Arm, ArmContext, ArmError, ArmQuestion, ArmSpec, CommandTemplate, ProcessAnswer,
    RequiredModel, UnknownArm, ask_arm,
};
pub use found::{Found, Region, SelfAssessment};
pub use journal::{Journal, JournalError};
pub use metrics::{METRICS, Metrics};
pub use model::{ModelSource, ModelSourceError};
pub use record::{Key, Record};
pub use report::{Report, Usage};
pub use run::{Measured, Plan, Progress, RunError, Skipped, run};
pub use split::{Shard, ShardError, Split};
pub use table::table;
pub use task::{Gold, InputLineError, Meta, Task, TaskSet, parse_named_file, read_tasks};
pub use trace::{Actor, CallKind, RunEvent, TakenTurn, Trace};
