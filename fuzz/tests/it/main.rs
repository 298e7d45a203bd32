//! What the fuzzer does without end, bounded: one program, since each links every grammar.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests that read the corpora of their own crate, and what their own process has used"
)]

use std::sync::Mutex;

mod corpus;
mod hostile;

/// The test of hostile files measures the memory of the process, so the tests run one at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
