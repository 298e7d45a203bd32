//! Rust.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "rust",
    files: &[
        ("Cargo.toml", "[package]\nname = \"app\"\n"),
        (
            "src/lib.rs",
            r#"//! File.

mod step;
use step::Runner;

/// Holds jobs.
#[derive(Debug)]
pub struct Queue {
    /// Across.
    size: u32,
}

impl Runner for Queue {
    // Runs.
    #[inline]
    fn run(&self) {
        self.push(step::go(LIMIT));
    }
}
impl Queue {
    fn push(&self, n: u32) { twice!(self.size) }
}

const LIMIT: u32 = 10;
macro_rules! twice { ($x:expr) => { $x } }
"#,
        ),
        (
            "src/step.rs",
            "pub trait Runner { fn run(&self); }\npub fn go(n: u32) -> u32 { n }\npub enum Mode { In, Out(u8) }\n",
        ),
    ],
    queries: &[
        (Callers, "Queue::push"),
        (Callers, "step::go"),
        (Callers, "twice"),
        (Callees, "Queue::run"),
        (References, "LIMIT"),
        (References, "Queue::size"),
        (Implementors, "Runner"),
    ],
    expect: r"
        in src/lib.rs
            struct Queue 6-11
            field Queue::size 9-10
            impl Queue 13-19
            function Queue::run 14-18
            impl Queue 20-22
            function Queue::push 21-21
            constant LIMIT 24-24
            macro twice 25-25
        in src/step.rs
            trait Runner 1-1
            function Runner::run 1-1
            function go 2-2
            enum Mode 3-3
            variant Mode::In 3-3
            variant Mode::Out 3-3
        callers of Queue::push
            src/lib.rs:14-18 Queue::run scope
        callers of step::go
            src/lib.rs:14-18 Queue::run import
        callers of twice
            src/lib.rs:21-21 Queue::push scope
        callees of Queue::run
            src/step.rs:2-2 go import
            src/lib.rs:21-21 Queue::push scope
        references of LIMIT
            src/lib.rs:14-18 Queue::run scope
        references of Queue::size
            src/lib.rs:21-21 Queue::push scope
        implementors of Runner
            src/lib.rs:13-19 Queue import
    ",
};
