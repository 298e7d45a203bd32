//! Running tests: with cargo-nextest where it is installed, with `cargo test` otherwise.

use std::process::Command;

use firsthand_source::without_colours;

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

/// The summary in nextest's last line, without colours: `12 tests run: 12 passed, 3 skipped`.
pub(crate) fn summary(line: &str) -> Option<String> {
    let line = without_colours(line);
    let (_, rest) = line.trim_start().strip_prefix("Summary [")?.split_once(']')?;
    Some(rest.trim().to_owned())
}

/// How many tests a summary counts as run.
pub(crate) fn tests_run(summary: &str) -> Option<usize> {
    summary.split_once(' ')?.0.split('/').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{summary, tests_run};

    #[test]
    fn the_summary_is_found_with_and_without_colours() {
        let plain = "     Summary [   0.012s] 3 tests run: 3 passed, 9 skipped";
        let coloured = "\u{1b}[32;1m     Summary\u{1b}[0m [   0.012s] \u{1b}[1m3\u{1b}[0m tests run: 3 passed, 9 skipped";
        for line in [plain, coloured] {
            let found = summary(line).unwrap();
            assert_eq!(found, "3 tests run: 3 passed, 9 skipped");
            assert_eq!(tests_run(&found), Some(3));
        }
        assert_eq!(tests_run("1/4 tests run: 1 failed"), Some(1));
        assert_eq!(summary("        PASS [   0.012s] Summary"), None);
    }
}
