//! A code explorer that can only report what it saw first-hand.
//!
//! [`Explorer`] is where a host starts: it opens a repository's root, wires the tools, a model and the
//! budgets, and answers questions with a [`VerifiedReport`]. By default it uses the
//! embedded model, which needs no key and no network.
//!
//! ```
//! use firsthand::{Explorer, Intent};
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! const GREET: &str = "/// Greets a visitor.\nfn greet(name: &str) -> String {\n    salute(name)\n}\n";
//! let root = tempfile::tempdir()?;
//! std::fs::write(root.path().join("greet.rs"), GREET)?;
//!
//! let explorer = Explorer::builder(root.path()).build()?;
//! let explored = explorer.explore("how is a visitor greeted?", Intent::Explain).await?;
//! let report = &explored.report;
//! assert_eq!(report.body().primary[0].path().as_str(), "greet.rs");
//! assert!(GREET.contains(&report.body().flow[0].quote.text)); // verbatim
//! # Ok(()) }
//! ```
//!
//! The calls are `async` and need a tokio runtime, of one thread or of several: files are read on its blocking threads.
//!
//! A host can cache reports for repeated questions ([`ExplorerBuilder::report_cache`]), and resume an
//! interrupted run ([`Explorer::resume_until`]). [`Explorer::search`] searches without a model;
//! [`Explorer::absent`] proves that something stands nowhere; [`verify`] checks whether a saved report still holds. A host with a loop of its own needs only
//! `firsthand-registry`, `firsthand-validator` and `firsthand-render`.
//!
//! Laws: those of the crates below, and `contained`: a `firsthand.toml` in the repository can narrow
//! budgets and exclude files; it can name no model, no address and no key. What a host's policy refuses is as if it were not
//! there, for every call.

mod absence;
mod builder;
mod excludes;
mod host;

mod listing;
mod progress_message;
mod question;
mod report_cache;
mod search;
mod settings;
mod verify;
mod window;

pub use absence::{AbsenceDocument, AbsenceOutcome};
pub use builder::{BuildError, Explorer, ExplorerBuilder};
pub use excludes::{hiding_rule, is_below};
pub use listing::{ListedLine, SearchDeclaration, SearchSite};
pub use progress_message::progress_message;
pub use question::Question;
pub use report_cache::FolderCache;
pub use search::{
    SearchDocument, SearchOutput, SearchRegion, SearchRequest, SearchStats, SearchSymbol,
};
pub use settings::RepoSettings;
pub use verify::{
    CheckedAbsence, CheckedPlace, CheckedReport, GraphDeclarations, PresentPlace, SavedReportError,
    UpdateError, read_report, update, verify,
};
pub use window::{SearchLine, SearchWindow};

pub use firsthand_agent::{
    BudgetLimits, Budgets, CacheMissReason, Cancel, Event, ExploreError, Explored, MemoryCache,
    Model, Observer, ReportCache, ReportKey, State, Task, Tool, TranscriptError,
    read_complete_lines, read_transcript, replay, resumable, write_transcript,
};
pub use firsthand_codegraph::{Include, Relation};
pub use firsthand_providers::Builtin;
#[cfg(feature = "http")]
pub use firsthand_providers::{HttpModel, OpenError as ModelOpenError, SERVICES, Secret, Service};
pub use firsthand_source::fs::{HidingRule, RootName, Workspace, WorkspaceError, WorkspaceRoot};
pub use firsthand_source::{Receipt, SearchedPattern};
pub use firsthand_tools::{AbsenceError, AbsenceRequest, NoUse, Undecided};
pub use firsthand_validator::{
    Action, Confidence, Intent, Outcome, PlaceState, Rule, SavedReport, Selection, StopReason,
    VerifiedReport,
};

/// The crates that this one builds on.
pub use {
    firsthand_agent as agent, firsthand_codegraph as codegraph, firsthand_impact as impact,
    firsthand_providers as providers, firsthand_registry as registry, firsthand_render as render,
    firsthand_source as source, firsthand_tools as tools, firsthand_validator as validator,
};
