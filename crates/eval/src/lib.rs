//! Measures how well code is found: tasks with known answers, search methods (arms), and metrics.
//!
//! A task is a question about a repository at a commit, with the files and lines that answer
//! it (the gold). The tasks of one file are a set. Every [`Arm`] gets the same question and the same tree: the code
//! graph alone, a whole exploration with the embedded model, BM25 for comparison, or any external program. Pure
//! functions compare the answers with the gold.
//!
//! ```
//! use firsthand_eval::{Budget, Region, file_metrics, line_metrics, read_tasks};
//!
//! let tasks = read_tasks(
//!     r#"{"id": "t1", "repo": "owner/shop", "base": "0123abcd", "query": "the basket forgets",
//!         "gold": [{"path": "src/basket.ts", "ranges": [[10, 19]]}]}"#.replace('\n', " ").as_str(),
//! )?;
//! let gold = &tasks[0].gold;
//!
//! let files = ["src/store.ts", "src/basket.ts"].map(str::to_owned);
//! let named = file_metrics(gold, &files).ok_or("a task without files")?;
//! assert_eq!((named.hit_at_1, named.recall_at_5, named.mrr), (0.0, 1.0, 0.5));
//!
//! let region = Region { path: "src/basket.ts".to_owned(), start: 1, end: 14 };
//! let shown = line_metrics(gold, &[region], Budget::default()).ok_or("a task without lines")?;
//! assert_eq!((shown.recall, shown.touched), (0.5, 1.0));
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
//! - A tree is written once, whole or not at all, and nothing outside its folder is written.
//! - A program runs without a shell, and ends within its timeout.
//!
//! Time and memory are measured for one process per question, as a caller of the command line has them; the
//! system's file cache is not controlled. Without [`Plan::program`], built-in arms run in this process
//! instead: the quality metrics are the same, time and memory are not.
//!
//! A [`Plan`] with a main agent's model ([`Plan::main`]) measures what an agent does with an arm: it works with plain
//! tools and, in most arms, with a report that the arm makes, and its answer is scored. Every event of a run is
//! appended to the [`Journal`] at once, including the turns of models, so that a killed run asks nothing twice when it
//! is resumed; [`merge`](fn@merge) combines several journals into one measurement, and [`judge`](fn@judge) compares the
//! agents' answers.
//!
//! The other crates must not depend on the tasks: no repository, path or word of a task may appear in them. Recall
//! matters more than precision here, because places outside the gold can be relevant too.
#![allow(
    clippy::disallowed_methods,
    reason = "this crate reads task files and journals, and writes trees and reads them: it is never \
              handed a user's repository"
)]

mod agent;
mod arm;
mod arm_process;
mod dialogue;
mod event;
mod found;
mod journal;
mod judge;
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
mod version;

pub use arm::{
    ARMS, Arm, ArmContext, ArmError, ArmQuestion, ArmSpec, CommandTemplate, RequiredModel,
    UnknownArm,
};
pub use arm_process::{ProcessAnswer, ask_arm};
pub use event::{Actor, CallKind, ReportOutcome, RunEvent, TakenTurn};
pub use found::{Found, Region, SelfAssessment};
pub use journal::{Journal, JournalError, merge};
pub use judge::{JUDGE_PROMPT, JudgeError, Opinion, OpinionKey, Preference, Scores, judge};
pub use metrics::{EFFORT, Metrics, QUALITY};
pub use model::{ModelSource, ModelSourceError, Script, ScriptLineError};
pub use record::{Key, Record};
pub use report::{Report, Usage};
pub use run::{Measured, Plan, Progress, RunError, Skipped, run};
pub use split::{Shard, ShardError, Split};
pub use table::{GroupBy, table};
pub use task::{Gold, InputLineError, Meta, Task, TaskSet, parse_named_file, read_tasks};
pub use trace::{TimedEvent, Trace};
pub use version::version;
