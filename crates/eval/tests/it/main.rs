//! Measurements through the public interface and the command line, on trees that the tests make or that lie in
//! `fixtures`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::disallowed_methods, reason = "tests")]

mod agents;
mod cli;
mod own_tasks;
mod run;
mod script;
mod table;
