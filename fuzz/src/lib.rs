//! Properties that must hold for any input. Each target is one function, which panics if its property is violated.
//!
//! A fuzzer looks for inputs that break one (`cargo +nightly fuzz run NAME --features libfuzzer`, with
//! [cargo-fuzz](https://github.com/rust-fuzz/cargo-fuzz)); the inputs that it found are in `corpus/NAME/`, and
//! the crate's test runs all of them, and a fixed number of mutations, without a fuzzer.
//!
//! To add a target: its file, its row in [`TARGETS`], three lines in `fuzz_targets/`, its `[[bin]]`, and
//! at least one file in its corpus.

#![expect(
    clippy::panic,
    clippy::expect_used,
    reason = "a target fails by panicking, with a sentence that says what does not hold"
)]

mod facts;
mod frames;
mod guard;
mod hostile;
mod path;
mod query;
mod quote;
mod redaction;
mod selection;
mod transcript;

use std::path::{Path, PathBuf};

pub use facts::{facts, facts_hold, graph_with};
pub use frames::frames;
pub use guard::guard;
pub use hostile::{SHAPES, Shape, hostile, hostile_file, selected_file, sources};
pub use path::path;
pub use query::query;
pub use quote::quote;
pub use redaction::redaction;
pub use selection::selection;
pub use transcript::transcript;

/// A target: its name, which is also that of its corpus, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// The targets.
pub const TARGETS: &[Target] = &[
    ("facts", facts),
    ("frames", frames),
    ("guard", guard),
    ("hostile", hostile),
    ("path", path),
    ("query", query),
    ("quote", quote),
    ("redaction", redaction),
    ("selection", selection),
    ("transcript", transcript),
];

/// The repository that the targets explore.
fn tree() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tree")
}

/// The first line without its `\n`, and the rest.
fn split_line(data: &[u8]) -> (&[u8], &[u8]) {
    let at = data.iter().position(|byte| *byte == b'\n');
    let (first, rest) = data.split_at(at.unwrap_or(data.len()));
    (first, rest.get(1..).unwrap_or_default())
}
