//! Tests of path classes, of the redaction of secrets, and of walks over a tree.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test that cannot build its input must fail, and makes the trees that it walks"
)]

#[cfg(all(feature = "fs", unix))]
mod partial;
mod path_classes;
#[cfg(all(feature = "fs", unix))]
mod repositories;
mod secrets;
#[cfg(all(feature = "fs", unix))]
mod walking;
