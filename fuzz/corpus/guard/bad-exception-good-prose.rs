src/prose.rs
//! What is said of exceptions is none: write `guard: allow(RULE)` and why.
const HELP: &str = "guard: allow(vocabulary)";
fn gizmotron() {} // guard: allow(vocabulary) reason="a header on the wire"
