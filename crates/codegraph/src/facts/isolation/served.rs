//! The side of the program: one request on standard input, its facts on standard output.

use std::io::{self, Read, Write};
use std::thread::{Builder, sleep};
use std::time::Duration;

use firsthand_source::Cancel;

use super::Request;
use crate::facts::Facts;
use crate::facts::extract::{Watch, extract, stack_for, used};
use crate::facts::languages;

/// The longest request that is read, in bytes.
const MAX_REQUEST: u64 = 256 << 20;
/// How much the process may grow while it parses. It begins with about 20 MB.
const MAX_GROWTH: u64 = 176 << 20;
/// How often the process looks at what it has used.
const LOOK: Duration = Duration::from_millis(5);
/// The largest stack for parsing.
const MAX_STACK: usize = 64 << 20;

/// Extracts the facts of one text that [`Isolation`](super::Isolation) sends on standard input, and writes them to
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
        sleep(LOOK);
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
        let limits = [
            (Resource::Core, 1),
            (Resource::Cpu, MAX_SECONDS),
            (Resource::Data, data),
        ];
        for (resource, limit) in limits {
            let maximum = getrlimit(resource).maximum;
            let limit = Some(maximum.map_or(limit, |maximum| maximum.min(limit)));
            // Without a limit of the system, the process still ends itself.
            let _ = setrlimit(
                resource,
                Rlimit {
                    current: limit,
                    maximum: limit,
                },
            );
        }
    }
}

#[cfg(not(unix))]
mod limits {
    pub(super) fn set() {}
}
