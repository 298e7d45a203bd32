//! The rules as tables, the laws as properties, and what must not compile.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod fallback;
mod laws;
mod observed;
mod observed_repo;
mod oracle;
mod outcomes;
mod present;
mod quotes;
mod receipts;
mod repo;
mod rules;
mod saved;
mod ui;
mod verifying;
