//! Measurements through the public interface and the command line, on repositories that the tests make or that lie in
//! `fixtures`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod agents;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod fit;
#[cfg(feature = "cli")]
mod merged;
#[cfg(feature = "cli")]
mod outputs;
mod own_tasks;
mod repositories;
mod run;
mod table;
mod trees;
