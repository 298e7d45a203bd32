//! The registry of observations: every place that a tool observed, its id and its evidence.
//!
//! A tool reports a typed [`Observation`]; the [`Registry`] gives every observed place an id
//! (`c7`) and retains its untruncated text. A later selection (of a model, of a host)
//! contains ids only, and an id that was never assigned does not resolve. So a path or a range
//! that no tool observed cannot be expressed.
//!
//! ```
//! use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
//!
//! let file = b"fn main() {\n    greet();\n}\n";
//! let path = RepoPath::new("src/main.rs")?;
//! // Lines 1 to 500 were requested, but the file has three: a read past the end is not observed.
//! let span = Span::of_file(path, file, LineRange::new(1, 500).ok_or("empty")?)?;
//! let mut registry = Registry::new();
//! let ids = registry.observe(Observation::read(Source::READ, Window::new(span)));
//! let seen = registry.get(ids[0]).ok_or("unknown id")?;
//! assert_eq!(ids[0].to_string(), "c1");
//! assert_eq!(seen.range(), LineRange::new(1, 3));
//! assert!(registry.get("c2".parse()?).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Laws of this crate: `no_fabrication` (only [`Registry::observe`] makes a [`Candidate`], and its range
//! is the range of the text that came with it), and the stable ids of `one_conversation` (a counter
//! that only grows; the same place gets its first id again).
//!
//! Pure: no I/O, no clock, no async. Not for: deciding what is relevant (a model does), checking a
//! selection (`firsthand-validator`), or reading files (`firsthand-tools`).

mod absence;
mod candidate;
mod clamp;
mod evidence;
mod fit;
mod id;
mod line;
mod masked_file;
mod observation;
mod pack;
mod rank;
mod registry;
mod related_lines;
mod show;
mod span;

pub use absence::{
    absent_words, named_words, shorter_forms, slight_words, texts_to_check, without_occurring,
};
pub use candidate::{Candidate, Provenance};
pub use clamp::clamp;
pub use evidence::Evidence;
pub use fit::{Fitted, Shares, fit};
pub use id::{CandidateId, IdError, ReceiptId};
pub use line::{LineHash, SourceLine};
pub use masked_file::MaskedFile;
pub use observation::{
    Declaration, Observation, ObservationKind, Related, Source, Symbol, TokenCount, Window,
};
pub use pack::{Packed, pack};
pub use rank::{Component, Ranked, rank};
pub use registry::{HandedOut, Registry};
pub use related_lines::RelatedLines;
pub use show::{
    IdsError, line_chars, show, show_path, show_rest, show_rows, show_window, window_chars,
};
pub use span::{Span, SpanError};

/// The types and functions of `firsthand-source` that this crate's API uses.
pub use firsthand_source::{
    LineRange, PathClass, PathError, QueryTokens, Receipt, RepoPath, Syntax, alike, clip,
    clip_between_words, clip_middle, count, distinct, document_schema, escape, escape_json, fold,
    grouped_digits, lines_of, percent_encode, sentence_openers, spelling, split_words, wire_names,
};
