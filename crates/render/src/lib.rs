//! Prints a verified report: as Markdown for a main agent, as text for a terminal, as JSON for
//! programs, as a page for a browser.
//!
//! A renderer takes a [`VerifiedReport`](firsthand_validator::VerifiedReport) and nothing else, so it
//! prints nothing that was not observed and validated. This crate fits the report to a budget of
//! characters, and escapes text of the repository and of the model, so that it cannot imitate the report's own.
//!
//! ````
//! use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
//! use firsthand_render::{Options, markdown};
//! use firsthand_validator::{
//!     Context, Coverage, Intent, Present, RunFacts, Selection, cited, validate,
//! };
//!
//! let file = b"fn greet() {\n    println!(\"hello\");\n}\n";
//! let path = RepoPath::new("src/main.rs")?;
//! let span = Span::of_file(path, file, LineRange::new(1, 3).ok_or("empty")?)?;
//! let mut registry = Registry::new();
//! registry.observe(Observation::read(Source::READ, Window::new(span)));
//! let selection: Selection = serde_json::from_str(r#"{
//!     "primaryCandidateIds": ["c1"],
//!     "flow": [{"candidateId": "c1", "role": "entry", "fact": "Prints a greeting.",
//!               "quote": "println!(\"hello\")"}],
//!     "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
//! }"#)?;
//! let present = Present::gather(&cited(&registry, &selection, Intent::Explain), |_| Some(file.to_vec()));
//! let verdict = validate(&selection, &Context::new(&registry, &present, Intent::Explain));
//! let mut facts = RunFacts::new("/repo", "what does it print?");
//! facts.coverage = Coverage { patterns: 1, files_seen: 9, ..Coverage::default() };
//! let report = verdict.into_report(facts);
//!
//! assert_eq!(markdown(&report, &Options::default()).text, r#"## explore_code report
//! Query: "what does it print?" | Intent: explain | Confidence: high | Action: answer_from_report
//!
//! Flow:
//! 1. src/main.rs:1-3 (entry) - Prints a greeting.
//!    >     println!("hello")
//!
//! Missing: none (searched 9 files)
//!
//! ```json
//! {"v":3,"action":"answer_from_report","confidence":"high","refs":{"src/main.rs":[[1,1,3]]},"read":[]}
//! ```
//! "#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ````
//!
//! The law of this crate is `budget`: whatever was selected, the text form has at most
//! [`Options::max_chars`] characters, its machine block included where it has one; each path of a numbered place occurs
//! once in it outside that block (without its folder, where a line `Paths:` names that), followed by its lines or by
//! `(not read)`; and it has no instructions for the reader. What did not fit is counted in the text and listed in
//! [`Rendered::cut`]. The crate is part of `replayable`, too: the output is deterministic.
//!
//! Quotes are the only source text of the forms that have a budget. The HTML page also has the
//! observed lines around them, collapsed, and a diagram of the observed relations: both are part of the verified
//! report.
//!
//! Foreign text is escaped by its kind. A role, a fact, a purpose, a gap, a search
//! target or the query is one line: white space folded, control and bidirectional characters
//! escaped, fences broken, and nothing in it can pass for a numbered place; in the Markdown form no
//! link, image or tag in it is live. A quote is verbatim,
//! `<` and Markdown included, because readers compare it with the source: only control and bidirectional
//! characters are escaped, and it is code in a block quote. An ambiguous path
//! (one with a space in it) is a string literal; in the machine block and in JSON it is unchanged.
//!
//! Pure: no I/O, no clock, no async; total: no report makes it fail. Not for: checking anything
//! (`firsthand-validator`), deciding whether a terminal has colours, or reading saved reports.

mod budget;
mod clean;
pub mod columns;
mod compose;
mod cut;
mod dropped;
mod format;
mod inert;
mod layout;
mod lost;
mod markup;
mod missing;
mod names;
mod origin;
mod parts;
mod path_text;
mod phrases;
mod shorten;
mod titles;
mod uses;

/// Escaping of text from a repository, a caller or a model, for hosts that print other documents than a report.
pub mod untrusted {
    pub use crate::clean::{escape_prose, plain_prose, quote_lines, terminal_prose};
    pub use crate::inert::inert;
    pub use crate::markup::Html;
}

pub use budget::LEAST_CHARS;
pub use clean::DEFAULT_HEADING;
pub use cut::{Cut, Part};
pub use format::{
    Audience, Format, Highlights, Options, Rendered, Sources, TextOptions, fit, html, json,
    json_schema, markdown, refs_json, render, text,
};
pub use origin::Origin;
pub use phrases::milliseconds;
pub use titles::lines_text;
