//! Conventions of paths and shapes of secrets, as tables.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot build its input must fail"
)]

mod path_classes;
mod secrets;
