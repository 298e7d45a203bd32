//! Running tests: with cargo-nextest where it is installed, with `cargo test` otherwise.

use std::process::Command;

use crate::command::{cargo, is_installed, workspace_cargo};

/// What has tests. Examples, which cargo would link along, have none.
const TARGETS: [&str; 3] = ["--lib", "--bins", "--tests"];

/// Whether tests run with cargo-nextest here.
pub(crate) fn available() -> bool {
    is_installed("cargo-nextest")
}

/// Whether the tests of research over NATS can run: they start servers.
pub(crate) fn has_nats_server() -> bool {
    is_installed("nats-server")
}

/// The filter, without the tests that cannot run here.
pub(crate) fn runnable(filter: &str) -> String {
    if has_nats_server() {
        filter.to_owned()
    } else {
        format!("({filter}) - (binary(it) & test(/^nats::/))")
    }
}

/// Tests of the whole workspace with nextest.
pub(crate) fn run(args: &[&str]) -> Command {
    let mut tests = workspace_cargo(&["nextest", "run"]);
    tests.args(TARGETS).args(args);
    tests
}

/// All tests but the documentation's, with either runner. Snapshots are compared, never written.
pub(crate) fn all_tests() -> Command {
    let mut tests = if available() {
        run(&["--no-fail-fast", "-E", &runnable("all()")])
    } else {
        // It cannot leave out some tests: those over NATS are a feature's.
        let mut tests = if has_nats_server() {
            workspace_cargo(&["test"])
        } else {
            cargo(&["test", "--workspace"])
        };
        tests.args(TARGETS).arg("--no-fail-fast");
        tests
    };
    tests.env("INSTA_UPDATE", "no");
    tests
}
