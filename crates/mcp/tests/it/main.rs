//! Tests of the server through frames.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod cost;
mod driven;
mod explore;
mod frames;
mod http;
mod impact;
mod many;
mod research;
mod roots;
mod verify;
mod wire;
