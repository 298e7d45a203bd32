//! Sets Firsthand up in the coding agents of a machine: a server entry, a sub-agent that runs the command line, a skill,
//! and lines for AGENTS.md.
//!
//! One client is one file in `clients/` and one row in [`CLIENTS`]. [`plan`] reads and writes nothing, [`Plan::write`]
//! writes what was planned, and [`undo`] restores it. The packages for registries use the same texts ([`packages`]).
//!
//! ```
//! use firsthand_setup::{Machine, plan};
//!
//! let home = tempfile::tempdir()?;
//! let machine = Machine {
//!     home: home.path().to_path_buf(),
//!     settings: home.path().join(".config"),
//!     project: None,
//!     records: home.path().join("records"),
//!     command: "firsthand".to_owned(),
//!     variable: |_| None,
//! };
//! // No coding agent is installed here, but one can be named.
//! assert!(plan(&machine, &[]).clients.is_empty());
//! let mut plan = plan(&machine, &["cursor".to_owned()]);
//! plan.write(&machine)?;
//! assert!(home.path().join(".cursor/mcp.json").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Laws: files of others are edited in place, so that no byte of theirs changes (each edit is read again and compared);
//! each is written whole or not at all, and never through a link out of the folder that it belongs to; a second run changes
//! nothing; what was done is taken back byte for byte, as long as nobody else has changed the file since.
//!
//! Not for: running a client, or reading what it knows.

#[cfg(feature = "install")]
mod clients;
#[cfg(feature = "install")]
mod edit;
#[cfg(feature = "install")]
mod install;
#[cfg(feature = "install")]
mod machine;
mod packages;
#[cfg(feature = "install")]
mod plan;
#[cfg(feature = "install")]
mod record;
mod texts;

#[cfg(feature = "install")]
pub use clients::{CLIENTS, Client};
#[cfg(feature = "install")]
pub use install::{UndoOutcome, undo};
#[cfg(feature = "install")]
pub use machine::{Machine, Problem};
pub use packages::{PackageInfo, packages};
#[cfg(feature = "install")]
pub use plan::{DetectedBy, Part, Plan, Planned, State, Step, plan};
