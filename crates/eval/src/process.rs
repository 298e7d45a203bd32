//! Runs a program with a timeout, and returns its output, elapsed time and peak memory.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use firsthand::Cancel;

use crate::arm::ArmError;

/// The most bytes that are read of standard output, and of standard error.
const MAX_STREAM_BYTES: u64 = 16 << 20;
/// The time between two polls of a running program: short at first, so that short runs are timed and sampled too.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(1);
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The time and memory that an answer or a failure took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Cost {
    /// From the start of the program to its end.
    pub(crate) elapsed: Duration,
    /// The greatest sampled resident set in KiB, of the program itself, not of its child processes. `None` if the
    /// system does not report it (other than Linux), or if the program ended before the first sample.
    pub(crate) peak_kib: Option<u64>,
}

impl Cost {
    /// The time since the start, of work in this process.
    pub(crate) fn since(start: Instant) -> Self {
        Self { elapsed: start.elapsed(), peak_kib: None }
    }
}

/// Runs a program to its end, and returns its standard output, if it succeeds. It is killed after `timeout`, or when the
/// caller cancels. It gets no standard input. Its output goes to files, so that a child process that keeps it open is
/// not waited for.
pub(crate) fn run(
    command: &mut Command,
    timeout: Duration,
    cancel: &Cancel,
) -> (Result<String, ArmError>, Cost) {
    let (start, mut cost) = (Instant::now(), Cost::default());
    let text = run_to_end(command, timeout, cancel, &mut cost);
    cost.elapsed = start.elapsed();
    (text, cost)
}

fn run_to_end(
    command: &mut Command,
    timeout: Duration,
    cancel: &Cancel,
    cost: &mut Cost,
) -> Result<String, ArmError> {
    let stdout = tempfile::tempfile().map_err(ArmError::failed)?;
    let stderr = tempfile::tempfile().map_err(ArmError::failed)?;
    command
        .stdin(Stdio::null())
        .stdout(stdout.try_clone().map_err(ArmError::failed)?)
        .stderr(stderr.try_clone().map_err(ArmError::failed)?);
    let mut child = command.spawn().map_err(|error| {
        let program = command.get_program().to_string_lossy().into_owned();
        ArmError::Failed(format!("`{program}` cannot be run: {error}"))
    })?;
    let exited = wait_for_exit(&mut child, timeout, cancel, cost);
    if exited.is_err() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let status = exited?;
    if !status.success() {
        let stderr = read(stderr).map_err(ArmError::failed)?;
        let stderr = String::from_utf8_lossy(&stderr);
        let last = stderr.lines().rev().find(|line| !line.trim().is_empty());
        let last: String = last.unwrap_or_default().trim().chars().take(200).collect();
        return Err(ArmError::Failed(format!("it ended with {status}: {last}")));
    }
    let stdout = read(stdout).map_err(ArmError::failed)?;
    String::from_utf8(stdout).map_err(|_| ArmError::failed("its output is not UTF-8"))
}

/// Waits until the program exits, and samples its peak memory.
fn wait_for_exit(
    child: &mut Child,
    timeout: Duration,
    cancel: &Cancel,
    cost: &mut Cost,
) -> Result<ExitStatus, ArmError> {
    let (start, mut wait) = (Instant::now(), MIN_POLL_INTERVAL);
    loop {
        cost.peak_kib = cost.peak_kib.max(peak_kib(&child.id().to_string()));
        std::thread::sleep(wait);
        wait = (wait * 2).min(MAX_POLL_INTERVAL);
        if let Some(status) = child.try_wait().map_err(ArmError::failed)? {
            return Ok(status);
        }
        if cancel.is_cancelled() {
            return Err(ArmError::Cancelled);
        }
        if start.elapsed() > timeout {
            return Err(ArmError::TimedOut(timeout.as_secs()));
        }
    }
}

fn read(mut file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(MAX_STREAM_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The greatest resident set of a process so far, in KiB. `process` is its id, or `self` for this process. `None` if
/// the system does not report it (other than Linux).
pub(crate) fn peak_kib(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn sh(script: &str, timeout: Duration) -> Result<String, ArmError> {
        let mut command = Command::new("sh");
        run(command.args(["-c", script]), timeout, &Cancel::default()).0
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn output_status_and_memory_are_reported() {
        // `read` ends at once, because standard input is empty.
        assert_eq!(sh("read x; echo a; echo b >&2", LONG).unwrap(), "a\n");
        let error = sh("echo so; echo why >&2; exit 3", LONG).unwrap_err();
        assert_eq!(error.to_string(), "it ended with exit status: 3: why");
        assert!(peak_kib("self").unwrap() > 100);
        assert_eq!(peak_kib("0"), None);
    }

    #[test]
    fn a_program_ends_at_the_timeout_and_when_cancelled() {
        let error = sh("sleep 60", Duration::ZERO).unwrap_err();
        assert_eq!(error, ArmError::TimedOut(0));
        let cancel = Cancel::default();
        cancel.cancel();
        let (error, _) = run(Command::new("sleep").arg("60"), LONG, &cancel);
        assert_eq!(error, Err(ArmError::Cancelled));
    }

    #[test]
    fn a_child_process_that_keeps_the_output_open_is_not_waited_for() {
        assert_eq!(sh("sleep 5 & echo a", LONG).unwrap(), "a\n");
    }

    #[test]
    fn a_missing_program_is_reported() {
        let mut command = Command::new("no such program");
        let (missing, _) = run(&mut command, LONG, &Cancel::default());
        let missing = missing.unwrap_err().to_string();
        assert!(missing.starts_with("`no such program` cannot be run"), "{missing}");
    }
}
