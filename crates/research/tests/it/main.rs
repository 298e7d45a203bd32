//! Tests of the public API.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod faults;
mod fixtures;
mod history;
mod hostile;
mod losses;
mod models;
mod names;
#[cfg(feature = "nats")]
mod nats;
mod oracle;
mod payloads;
mod resuming;
mod routes;
mod work;
