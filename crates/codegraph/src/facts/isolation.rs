//! Extraction in a process of its own, for texts on which a parser could end this one. The library has no program for
//! that; the host names one, which calls [`serve_isolated`].

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use firsthand_source::Cancel;
use serde::{Deserialize, Serialize};

use crate::facts::extract::{Watch, extract, stack_for, used};
use crate::facts::{Facts, languages};
use crate::options::Isolation;

/// How often a process that runs is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// The longest time for one text. The process ends itself much earlier, by its processor time; on a busy machine that
/// takes longer.
const MAX_TIME: Duration = Duration::from_secs(30);

/// At most one process runs at once, so that all of them together use no more memory than one.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// What the program is asked for: the facts of a text.
#[derive(Serialize, Deserialize)]
struct Request {
    path: String,
    text: Vec<u8>,
}

/// How an isolated extraction ended.
pub(crate) enum Isolated {
    Facts(Box<Facts>),
    /// The text ended the process, or used up its time or memory.
    Failed,
    /// The program did not run to an end for another reason, or the search was cancelled.
    NotRun,
}

impl Isolation {
    /// The facts of a text, extracted by the program.
    pub(crate) fn extract(&self, path: &str, text: &[u8], cancel: &Cancel) -> Isolated {
        let request = Request { path: path.to_owned(), text: text.to_vec() };
        let Ok(request) = postcard::to_stdvec(&request) else {
            return Isolated::NotRun;
        };
        let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        match self.run(&request, cancel) {
            Some((status, answer)) if status.success() => {
                postcard::from_bytes(&answer).map_or(Isolated::NotRun, Isolated::Facts)
            }
            Some((status, _)) if is_fault(status) => Isolated::Failed,
            _ => Isolated::NotRun,
        }
    }

    /// Runs the program; `None` if it does not start, or was stopped because the search was cancelled.
    fn run(&self, request: &[u8], cancel: &Cancel) -> Option<(ExitStatus, Vec<u8>)> {
        if cancel.is_cancelled() {
            return None;
        }
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // The messages of C code that gives up are not for users.
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let answer = exchange(&mut child, request, cancel);
        if answer.is_none() {
            let _ = child.kill();
        }
        let status = child.wait().ok()?;
        Some((status, answer?))
    }
}

/// Writes the request and reads the answer; `None` if the search is cancelled or the process takes too long.
fn exchange(child: &mut Child, request: &[u8], cancel: &Cancel) -> Option<Vec<u8>> {
    let (mut input, mut output) = (child.stdin.take()?, child.stdout.take()?);
    let (send, received) = channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut answer = Vec::new();
            let read = output.read_to_end(&mut answer);
            let _ = send.send(read.map(|_| answer));
        });
        // The program reads all before it answers; if it has ended, the answer is empty.
        let _ = input.write_all(request);
        drop(input);
        let answer = wait_for(&received, cancel);
        if answer.is_none() {
            // Closes its output, for which the thread waits.
            let _ = child.kill();
        }
        answer
    })
}

fn wait_for(received: &Receiver<std::io::Result<Vec<u8>>>, cancel: &Cancel) -> Option<Vec<u8>> {
    let end = Instant::now() + MAX_TIME;
    loop {
        match received.recv_timeout(LOOK) {
            Ok(answer) => return answer.ok(),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() || Instant::now() > end => {
                return None;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Whether a process ended because of the text, and not because of a signal that someone sent.
#[cfg(unix)]
fn is_fault(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::Signal;

    let faults = [Signal::ABORT, Signal::BUS, Signal::FPE, Signal::ILL, Signal::SEGV, Signal::XCPU];
    let ended_by = |signal: &Signal| status.signal() == Some(signal.as_raw());
    status.code().is_some() || faults.iter().any(ended_by)
}

#[cfg(not(unix))]
fn is_fault(_: ExitStatus) -> bool {
    true
}

/// The longest request that is read, in bytes.
const MAX_REQUEST: u64 = 256 << 20;
/// How much the process may grow while it parses. It begins with about 20 MB.
const MAX_GROWTH: u64 = 176 << 20;
/// How often the process looks at what it has used.
const LOOK_AT_OWN_USE: Duration = Duration::from_millis(5);
/// The largest stack for parsing.
const MAX_STACK: usize = 64 << 20;

/// Extracts the facts of one text that [`Isolation`] sends on standard input, and writes them to
/// standard output. The process ends abnormally where the text would use too much memory or time.
///
/// # Errors
/// The request cannot be read, or the answer not be written.
pub fn serve_isolated() -> io::Result<()> {
    let mut request = Vec::new();
    io::stdin().take(MAX_REQUEST).read_to_end(&mut request)?;
    let request: Request = postcard::from_bytes(&request).map_err(io::Error::other)?;
    limits::set();
    let used_up = used::process_milliseconds() + Watch::milliseconds(request.text.len()) + 100;
    Builder::new().spawn(move || end_if_used_up(used_up))?;
    let stack = stack_for(request.text.len()).min(MAX_STACK);
    let parse = move || facts_of(&request);
    let facts = Builder::new().stack_size(stack).spawn(parse)?.join();
    let facts = facts.ok().flatten().unwrap_or_default();
    let answer = postcard::to_stdvec(&facts).map_err(io::Error::other)?;
    io::stdout().write_all(&answer)?;
    io::stdout().flush()
}

fn facts_of(request: &Request) -> Option<Facts> {
    let (path, text) = (request.path.as_str(), request.text.as_slice());
    let language = languages::of_text(path, text)?;
    let watch = Watch::new(text.len(), MAX_GROWTH);
    extract(language, path, text, &watch, &Cancel::default())
}

/// Ends the process when it has used its processor time, or its memory: a parser cannot be stopped within a step.
fn end_if_used_up(milliseconds: u64) {
    let memory = used::Memory::open();
    let bytes = || memory.as_ref().map_or(0, used::Memory::bytes);
    let max_bytes = bytes() + MAX_GROWTH;
    while used::process_milliseconds() <= milliseconds && bytes() <= max_bytes {
        sleep(LOOK_AT_OWN_USE);
    }
    std::process::abort();
}

/// Limits that the system enforces, should the process not notice in time.
#[cfg(unix)]
mod limits {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    use super::{MAX_GROWTH, MAX_STACK};

    /// Seconds of processor time; the process ends itself much earlier.
    const MAX_SECONDS: u64 = 5;

    pub(super) fn set() {
        let data = MAX_GROWTH + MAX_STACK as u64 + (64 << 20);
        // A core dump of one byte is written nowhere, neither to a file nor to a program that collects them.
        let limits = [(Resource::Core, 1), (Resource::Cpu, MAX_SECONDS), (Resource::Data, data)];
        for (resource, limit) in limits {
            let maximum = getrlimit(resource).maximum;
            let limit = Some(maximum.map_or(limit, |maximum| maximum.min(limit)));
            // Without a limit of the system, the process still ends itself.
            let _ = setrlimit(resource, Rlimit { current: limit, maximum: limit });
        }
    }
}

#[cfg(not(unix))]
mod limits {
    pub(super) fn set() {}
}
