//! Pipes, colours and signals.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::{firsthand, run, shop, tree};

/// The timeout of a wait. No run here takes as long, even on a busy machine.
const WAIT_TIMEOUT: Duration = Duration::from_secs(120);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

pub(crate) fn start_program(folder: &Path, args: &[&str]) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("firsthand"));
    command.args(args).current_dir(folder).env("FIRSTHAND_CACHE", crate::CACHE);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

pub(crate) fn wait_for_exit(child: &mut Child) -> ExitStatus {
    poll_until_some(|| child.try_wait().unwrap())
}

/// Polls until the closure returns a value.
fn poll_until_some<T>(mut poll: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = poll() {
            return found;
        }
        assert!(begun.elapsed() < WAIT_TIMEOUT, "it takes too long");
        std::thread::sleep(POLL_INTERVAL);
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let shop = shop();
    for args in [
        &["completions", "zsh"][..],
        &["explore", "persist basket", "--format", "json"],
        &["search", "persist basket", "--full"],
        &["schema", "report"],
        &["doctor"],
        &["--help"],
    ] {
        let mut child = start_program(shop.path(), args);
        drop(child.stdout.take());
        let status = wait_for_exit(&mut child);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((status.code(), err.as_str()), (Some(0), ""), "{args:?}");
    }
    // The first line is read, the rest is not.
    let mut child = start_program(shop.path(), &["completions", "zsh"]);
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(
        (line.as_str(), wait_for_exit(&mut child).code()),
        ("#compdef firsthand\n", Some(0))
    );
}

#[test]
fn a_full_disk_for_standard_output_is_an_error() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let shop = shop();
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for args in [&["search", "persist"][..], &["explore", "persist"], &["models"]] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("firsthand"));
        let output = command
            .args(args)
            .current_dir(shop.path())
            .env("FIRSTHAND_CACHE", crate::CACHE)
            .stdout(full())
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{err}");
        assert!(err.starts_with("error: standard output cannot be written: "), "{err}");
    }
}

#[test]
fn colours_follow_the_flag_and_the_environment() {
    let shop = shop();
    let has_escape_codes = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = firsthand(shop.path());
        let output = command.args(args).envs(variables.iter().copied()).output().unwrap();
        let both = [output.stdout, output.stderr].concat();
        both.contains(&0x1b)
    };
    let explore = ["explore", "persist basket"];
    let always = ["explore", "persist basket", "--color", "always"];
    let never = ["explore", "persist basket", "--color", "never"];
    for (args, variables, expect) in [
        (&explore[..], &[][..], false),
        (&always, &[], true),
        (&always, &[("NO_COLOR", "1")], true),
        (&explore, &[("CLICOLOR_FORCE", "1")], true),
        (&explore, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
        (&never, &[("CLICOLOR_FORCE", "1")], false),
        (&["explore", "persist", "--format", "json", "--color", "always"], &[], false),
        (&["explore", "persist", "--format", "md", "--color", "always"], &[], false),
        (&["search", "persist", "--color", "always"], &[], true),
        (&["search", "persist"], &[], false),
        (&["search", "persist", "--format", "json", "--color", "always"], &[], false),
        (&["explore", "", "--color", "always"], &[], true),
        (&["explore", ""], &[], false),
    ] {
        assert_eq!(has_escape_codes(args, variables), expect, "{args:?} {variables:?}");
    }
    let mut linked = firsthand(shop.path());
    linked.args(always).env("FORCE_HYPERLINK", "1");
    let out = String::from_utf8(linked.output().unwrap().stdout).unwrap();
    let root = shop.path().canonicalize().unwrap();
    assert!(out.contains(&format!("\u{1b}]8;;file://{}/src/", root.display())), "{out:?}");
}

#[cfg(unix)]
mod interrupts {
    use super::*;

    fn interrupt(child: &Child) {
        signal(child, "-INT");
    }

    fn signal(child: &Child, name: &str) {
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    /// `Some` once the process has handlers for both signals; without `/proc`, at once.
    fn listens(child: &Child) -> Option<()> {
        if !cfg!(target_os = "linux") {
            return Some(());
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        let caught = u64::from_str_radix(caught.trim(), 16).unwrap();
        const INT_AND_TERM: u64 = 1 << (2 - 1) | 1 << (15 - 1);
        (caught & INT_AND_TERM == INT_AND_TERM).then_some(())
    }

    fn check_cancelled(mut child: Child, hint: &str) {
        let status = wait_for_exit(&mut child);
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert_eq!(
            (status.code(), err, out.as_str()),
            (Some(130), format!("error: cancelled\n{hint}"), "")
        );
    }

    /// Too few handles are an error, not a panic.
    #[test]
    fn accounted_too_few_handles_are_an_error() {
        let shop = shop();
        for n in 0..60 {
            let text = format!("export function f{n}() {{ persist(basket{n}) }}\n");
            std::fs::write(shop.path().join(format!("src/f{n}.ts")), text).unwrap();
        }
        let expected = run(shop.path(), &["explore", "persist", "--no-cache"]);
        let expected = crate::without_time(expected.text(0));
        for handles in (4..16).chain([20, 30, 40, 50, 60, 70]) {
            // Closes handles that the test process may have left open.
            let closed = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-";
            let script = format!("{closed}; ulimit -n {handles}; exec \"$@\"");
            let output = Command::new("sh")
                .args(["-c", &script, "sh"])
                .arg(assert_cmd::cargo::cargo_bin!("firsthand"))
                .args(["explore", "persist", "--no-cache"])
                .current_dir(shop.path())
                .output()
                .unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0..=2)), "{handles}: {err}");
            assert!(output.status.success() || err.starts_with("error: "), "{handles}: {err}");
            // If the run succeeds, no file is missing from the search.
            let out = String::from_utf8_lossy(&output.stdout);
            assert!(
                !output.status.success() || crate::without_time(&out) == expected,
                "{handles}: {out}"
            );
        }
    }

    /// A service manager ends a process by the signal to terminate: it cancels as an interrupt does.
    #[test]
    fn a_request_to_terminate_cancels_as_an_interrupt_does() {
        let shop = shop();
        let child = start_program(shop.path(), &["explore", "-"]);
        poll_until_some(|| listens(&child));
        signal(&child, "-TERM");
        check_cancelled(child, "");
    }

    /// Nothing else ends a server, so that a service manager does not count it as failed.
    #[test]
    fn a_server_that_is_told_to_stop_has_done_its_work() {
        let shop = shop();
        for (args, name) in [(&["mcp"][..], "-TERM"), (&["mcp", "--http", "0"], "-INT")] {
            let mut child = start_program(shop.path(), args);
            poll_until_some(|| listens(&child));
            signal(&child, name);
            assert_eq!(wait_for_exit(&mut child).code(), Some(0), "{args:?}");
        }
    }

    #[test]
    fn a_signal_cancels_waiting_for_standard_input() {
        let shop = shop();
        for args in [["explore", "-"], ["search", "-"], ["verify", "-"], ["replay", "-"]] {
            let child = start_program(shop.path(), &args);
            poll_until_some(|| listens(&child));
            interrupt(&child);
            check_cancelled(child, "");
        }
    }

    /// A tree that takes long to search, so that a signal arrives during the search.
    fn haystack() -> tempfile::TempDir {
        let haystack = tree(&[]);
        let mut text = String::new();
        for number in 0..2_500 {
            text += &format!(
                "export function needle{number}(straw: number) {{ return needle(straw, {number}) }}\n"
            );
        }
        for number in 0..300 {
            std::fs::write(haystack.path().join(format!("{number}.ts")), &text).unwrap();
        }
        haystack
    }

    /// A killed process leaves a transcript of complete lines up to that time.
    #[test]
    fn a_killed_exploration_leaves_a_transcript_of_complete_lines() {
        let (haystack, beside) = (haystack(), tree(&[]));
        let transcript = beside.path().join("run.jsonl");
        let file = transcript.to_str().unwrap();
        let mut child =
            start_program(haystack.path(), &["explore", "needle straw", "--transcript", file]);
        poll_until_some(|| {
            let text = std::fs::read_to_string(&transcript).unwrap_or_default();
            text.contains("\"event\":\"model_answered\"").then_some(())
        });
        child.kill().unwrap();
        assert_eq!(wait_for_exit(&mut child).code(), None);
        let shown = run(beside.path(), &["replay", file, "--show"]);
        assert_eq!(shown.code, Some(0), "{shown:?}");
        assert!(shown.out.contains("step 1 of 12") && shown.out.contains("search_code"));
        let output = run(beside.path(), &["replay", file]);
        assert!(output.err.contains("breaks off before"), "{output:?}");
    }

    #[test]
    fn a_signal_cancels_explorations_and_searches() {
        let (haystack, beside) = (haystack(), tree(&[]));
        let transcript = beside.path().join("run.jsonl");
        let file = transcript.to_str().unwrap();
        let child =
            start_program(haystack.path(), &["explore", "needle straw", "--transcript", file]);
        poll_until_some(|| std::fs::metadata(&transcript).ok().filter(|found| found.len() > 0));
        interrupt(&child);
        let hint = format!("hint: go on with: firsthand explore --resume {file}\n");
        check_cancelled(child, &hint);
        // The transcript records the cancellation.
        let output = run(beside.path(), &["replay", file]);
        assert!(output.err.contains("the run was cancelled, so it has no report"), "{output:?}");
        let child = start_program(haystack.path(), &["search", "needle straw"]);
        poll_until_some(|| listens(&child));
        interrupt(&child);
        check_cancelled(child, "");
    }
}
