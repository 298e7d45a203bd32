//! The registry's laws as properties, and its rules as tables.
#![allow(clippy::unwrap_used, reason = "a test that cannot build its input must fail")]

mod clamping;
mod counting;
mod laws;
mod machine;
mod packing;
mod ranking;
mod showing;
mod strategies;
