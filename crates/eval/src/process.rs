//! Runs a program with a timeout, and returns its output, elapsed time and peak memory.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use firsthand::Cancel;

use crate::arm::ArmError;

/// The most bytes that are kept of standard output, and of standard error.
const MAX_STREAM_BYTES: usize = 16 << 20;
/// The time between two polls of a running program: short at first, so that short runs are sampled too.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(1);
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(10);
/// How long to wait for the output to close after the program exits: a child process may hold it open.
const OUTPUT_CLOSE_TIMEOUT: Duration = Duration::from_millis(500);

/// A program that ran to its end.
#[derive(Debug)]
pub(crate) struct ProcessOutput {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    status: ExitStatus,
    /// From the start of the program to its end.
    pub(crate) elapsed: Duration,
    /// The greatest sampled resident set in KiB, of the program itself, not of its child processes. `None` if the
    /// system does not report it (other than Linux), or if the program ended before the first sample.
    pub(crate) peak_kib: Option<u64>,
}

impl ProcessOutput {
    /// The program's standard output, if it exited successfully.
    pub(crate) fn text(&self) -> Result<&str, ArmError> {
        if !self.status.success() {
            let stderr = String::from_utf8_lossy(&self.stderr);
            let last = stderr.lines().rev().find(|line| !line.trim().is_empty());
            let last = last.map_or_else(String::new, |line| format!(": {}", clip(line.trim())));
            return Err(ArmError::Failed(format!(
                "it ended with {}{last}",
                self.status
            )));
        }
        std::str::from_utf8(&self.stdout)
            .map_err(|_| ArmError::Failed("its output is not UTF-8".to_owned()))
    }
}

/// The first 200 characters of a line.
fn clip(line: &str) -> String {
    line.chars().take(200).collect()
}

/// Runs a program to its end. It is killed after `timeout`, or when the caller cancels. It gets no standard input.
pub(crate) fn run(
    command: &mut Command,
    timeout: Duration,
    cancel: &Cancel,
) -> Result<ProcessOutput, ArmError> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().map_err(|error| {
        let program = command.get_program().to_string_lossy().into_owned();
        ArmError::Failed(format!("`{program}` cannot be run: {error}"))
    })?;
    let stdout = Pipe::start_reading(child.stdout.take());
    let stderr = Pipe::start_reading(child.stderr.take());
    let exited = wait_for_exit(&mut child, start, timeout, cancel, &stdout);
    if exited.is_err() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let (status, elapsed, peak_kib) = exited?;
    Ok(ProcessOutput {
        stdout: stdout.take(),
        stderr: stderr.take(),
        status,
        elapsed,
        peak_kib,
    })
}

/// Waits until the program exits; returns its status, its elapsed time, and its peak memory in KiB. A closed standard
/// output ends a wait early, and the polls after it are more frequent, so that the exit is noticed soon.
fn wait_for_exit(
    child: &mut Child,
    start: Instant,
    timeout: Duration,
    cancel: &Cancel,
    stdout: &Pipe,
) -> Result<(ExitStatus, Duration, Option<u64>), ArmError> {
    let (mut peak, mut wait) = (None, MIN_POLL_INTERVAL);
    let mut stdout_is_open = true;
    loop {
        peak = peak.max(peak_kib(&child.id().to_string()));
        if stdout_is_open {
            stdout_is_open = stdout.end.recv_timeout(wait) == Err(RecvTimeoutError::Timeout);
        } else {
            std::thread::sleep(wait);
        }
        wait = (wait * 2).min(if stdout_is_open {
            MAX_POLL_INTERVAL
        } else {
            MIN_POLL_INTERVAL
        });
        if let Some(status) = child.try_wait().map_err(ArmError::failed)? {
            return Ok((status, start.elapsed(), peak));
        }
        if cancel.is_cancelled() {
            return Err(ArmError::Cancelled);
        }
        if start.elapsed() > timeout {
            return Err(ArmError::TimedOut(timeout.as_secs()));
        }
    }
}

/// A pipe read on its own thread; bytes beyond [`MAX_STREAM_BYTES`] are read and discarded.
struct Pipe {
    bytes: Arc<Mutex<Vec<u8>>>,
    /// Disconnects when the pipe is closed.
    end: Receiver<()>,
}

impl Pipe {
    /// Starts the thread.
    fn start_reading(from: Option<impl Read + Send + 'static>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (ended, end) = mpsc::channel();
        let into = Arc::clone(&bytes);
        std::thread::spawn(move || {
            // Dropped when the thread ends.
            let _ended: mpsc::Sender<()> = ended;
            let Some(mut from) = from else { return };
            let mut buffer = [0; 8192];
            while let Ok(read @ 1..) = from.read(&mut buffer) {
                let mut bytes = into.lock().unwrap_or_else(PoisonError::into_inner);
                let remaining = MAX_STREAM_BYTES - bytes.len();
                bytes.extend_from_slice(&buffer[..read.min(remaining)]);
            }
        });
        Self { bytes, end }
    }

    /// The bytes read until the pipe closed, or until [`OUTPUT_CLOSE_TIMEOUT`] elapsed.
    fn take(self) -> Vec<u8> {
        let _ = self.end.recv_timeout(OUTPUT_CLOSE_TIMEOUT);
        std::mem::take(&mut self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The greatest resident set of a process so far, in KiB. `process` is its id, or `self` for this process. `None` if
/// the system does not report it (other than Linux).
pub(crate) fn peak_kib(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn sh(script: &str, timeout: Duration) -> Result<ProcessOutput, ArmError> {
        let mut command = Command::new("sh");
        run(command.args(["-c", script]), timeout, &Cancel::default())
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn output_status_and_memory_are_reported() {
        // `read` ends at once, because standard input is empty.
        let ran = sh("read x; echo a; echo b >&2", LONG).unwrap();
        assert_eq!(ran.text().unwrap(), "a\n");
        let ran = sh("echo so; echo why >&2; exit 3", LONG).unwrap();
        let error = ran.text().unwrap_err().to_string();
        assert_eq!(error, "it ended with exit status: 3: why");
        assert!(peak_kib("self").unwrap() > 100);
        assert_eq!(peak_kib("0"), None);
    }

    #[test]
    fn a_program_ends_at_the_timeout_and_when_cancelled() {
        let error = sh("sleep 60", Duration::ZERO).unwrap_err();
        assert_eq!(error, ArmError::TimedOut(0));
        let cancel = Cancel::default();
        cancel.cancel();
        let error = run(Command::new("sleep").arg("60"), LONG, &cancel).unwrap_err();
        assert_eq!(error, ArmError::Cancelled);
    }

    #[test]
    fn a_child_process_that_keeps_the_output_open_is_not_waited_for() {
        let ran = sh("sleep 5 & echo a", LONG).unwrap();
        assert_eq!(ran.text().unwrap(), "a\n");
    }

    #[test]
    fn a_missing_program_is_reported() {
        let mut command = Command::new("no such program");
        let missing = run(&mut command, LONG, &Cancel::default());
        let missing = missing.unwrap_err().to_string();
        assert!(
            missing.starts_with("`no such program` cannot be run"),
            "{missing}"
        );
    }
}
