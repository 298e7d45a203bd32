//! Verifies a model's selection against what was observed. It can drop, clamp and lower; it never
//! upgrades, pads or rewrites.
//!
//! A [`Selection`] holds ids and quotes. [`validate`] checks it against the
//! [`Registry`](firsthand_registry::Registry) of what was observed and against the [`Present`]
//! bytes of the cited files, and returns a [`Verdict`]: the surviving places, the source's text of the
//! quotes, an action and a confidence that are never higher than proposed, and a [`Finding`] for
//! everything that was dropped, clamped or lowered. [`conclude`] makes the report of a run: of its best verdict, or else
//! the deterministic fallback, labelled as such. Nothing else becomes a [`VerifiedReport`], and a renderer takes nothing
//! else.
//!
//! ```
//! use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
//! use firsthand_validator::{Context, Intent, Present, RunFacts, Selection, cited, validate};
//!
//! let file = b"fn greet() {\n    println!(\"hello\");\n}\n";
//! let path = RepoPath::new("src/main.rs")?;
//! let span = Span::of_file(path, file, LineRange::new(1, 3).ok_or("empty")?)?;
//! let mut registry = Registry::new();
//! registry.observe(Observation::read(Source::READ, Window::new(span)));
//!
//! let selection: Selection = serde_json::from_str(r#"{
//!     "primaryCandidateIds": ["c1", "c9"],
//!     "flow": [{"candidateId": "c1", "role": "entry", "fact": "Prints a greeting.",
//!               "quote": "println!(\"hello\")"}],
//!     "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
//! }"#)?;
//! // The present contents of the cited files; here they are unchanged.
//! let present = Present::gather(&cited(&registry, &selection, Intent::Explain), |_| Some(file.to_vec()));
//! let verdict = validate(&selection, &Context::new(&registry, &present, Intent::Explain));
//! let report = verdict.into_report(RunFacts::new("/repo", "what does it print?"));
//! assert_eq!(report.body().flow[0].quote.text, "println!(\"hello\")");
//! assert_eq!(report.body().flow[0].quote.line, 2);
//! assert_eq!(report.body().findings[0].rule.name(), "unknown_id"); // no observation has the id c9
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Laws of this crate: `no_fabrication`, `verbatim`, `unchanged`, `downgrade_only`, `no_padding`; each is a
//! property test of that name in `tests/it/laws.rs`. A report can only be built from a verdict or the
//! fallback (`tests/ui` checks the compiler's errors):
//!
//! ```compile_fail,E0451
//! let ghost = firsthand_validator::VerifiedReport { ..todo!() };
//! ```
//! ```compile_fail,E0451
//! use firsthand_registry::RepoPath;
//! let path = RepoPath::new("ghost.rs").unwrap();
//! let ghost = firsthand_validator::Place { path, ..todo!() };
//! ```
//! ```compile_fail,E0277
//! // Reading a saved report does not make it verified again.
//! let ghost: firsthand_validator::VerifiedReport = serde_json::from_str("{}").unwrap();
//! ```
//!
//! Pure: no I/O, no clock, no async. Not for: choosing places (the model does), or printing
//! (`firsthand-render`).

mod claims;
mod conclude;
mod context;
mod fallback;
mod finding;
mod gap;
pub mod loose_json;
mod present;
mod prose;
mod quote;
pub mod repair;
mod report;
mod rules;
mod saved;
mod selection;
mod standing;
mod submission;
mod verdict;

pub use conclude::{EARLIER_REPORT, best_verdict, conclude, is_unsearched, verify};
pub use context::{Context, Limits};
pub use fallback::fallback_ranges;
pub use finding::{Finding, Item, Loss, Rule};
pub use firsthand_anchors::{
    Anchor, Declarations, Declared, ExactQuote, FileText, Found, NoDeclarations, PlaceState, Wanted,
};
pub use firsthand_source::{Losses, NotSearched, Receipt, Unsearched};
pub use gap::{Elsewhere, Gap};
pub use present::{FoundName, Present, PresentFile, ReceiptCheck, cited, cited_receipts};
pub use quote::{MAX_QUOTE_CHARS, Nearest, Quote, QuoteError, any_of_lines, find_quote};
pub use repair::{Repair, RepairKind};
pub use report::{
    Coverage, EMBEDDED_MODEL, FileLines, FileProof, Fit, FurtherUses, Link, MAX_NAME_LINES,
    NameOccurrences, Outcome, Place, PlaceObservations, QueryWords, Relation, ReportBody, RunFacts,
    SearchTarget, Stats, StopReason, Target, TextOf, Tokens, UncitedUse, VerifiedReport,
    cited_names,
};
pub use saved::{SavedPlace, SavedReport, find_place};
pub use selection::{Action, Confidence, FlowLink, Intent, Missing, ReadRequest, Selection};
pub use verdict::{Verdict, validate};
