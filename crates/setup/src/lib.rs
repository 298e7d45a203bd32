//! Sets Firsthand up in the coding agents of a machine: a server entry, a sub-agent that runs the command line, a
//! skill, and lines for AGENTS.md.
//!
//! One client is one file in `clients/` and one row in [`clients`]. [`plan`] reads files and writes none, [`set_up`] makes
//! the planned edits, and [`undo`] reverts them; [`installed`] lists the clients that are there. The packages for registries use the same texts ([`skill`], [`explorer_file`]).
//!
//! ```
//! use firsthand_setup::{Choice, Machine, plan, set_up};
//!
//! let home = tempfile::tempdir()?;
//! let machine = Machine {
//!     home: home.path().to_path_buf(),
//!     settings: home.path().join(".config"),
//!     project: None,
//!     records: home.path().join("records"),
//!     command: vec!["firsthand".to_owned()],
//!     path: Vec::new(),
//!     variable: |_| None,
//! };
//! // No coding agent is installed here, but one can be named.
//! assert!(plan(&machine, &Choice::default())?.clients.is_empty());
//! set_up(&machine, &Choice::of(vec!["cursor".to_owned()]))?;
//! assert!(home.path().join(".cursor/agents/firsthand-explorer.md").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Laws: existing files are edited in place, and their other content stays (each edit is parsed again and compared);
//! a file is written completely or not at all, and never through a link out of its folder; a second run changes
//! nothing; undo restores a file byte for byte, and one that was changed since but for those changes. That holds, too, if
//! several runs are made at once (one has the lock), or if a run is killed: every edit is in the journal before it is made.

mod clients;
mod disk;
mod edit;
mod hook;
mod install;
mod journal;
mod launch;
mod machine;
mod plan;
mod texts;

pub use clients::{Client, Started, clients, explorer_file};
pub use disk::replace;
pub use hook::hook_answer;
pub use install::{Entry, Installed, check_record, installed, set_up, undo};
pub use journal::UndoOutcome;
pub use launch::start_words;
pub use machine::{Machine, Problem};
pub use plan::{Choice, ClientPlan, DetectedBy, Part, Plan, State, Step, plan};
pub use texts::{generic_setup, skill};
