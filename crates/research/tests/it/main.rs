//! The crate as its users see it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod faults;
mod history;
mod hostile;
mod models;
mod oracle;
mod payloads;
mod resuming;
mod routes;
mod work;
mod world;
