//! What a parser has used of time and memory. The number of its steps says little about either: a step can copy all
//! that is not reduced yet.

use std::cell::Cell;

use used::{Memory, thread_milliseconds};

/// The time that a parser may use for a text of any length, in milliseconds, and one more for each 1,000 bytes. Code
/// takes a fifth of that.
const BASE_MILLISECONDS: u64 = 400;
const BYTES_PER_MILLISECOND: u64 = 1_000;
/// How much the process may grow while a text of any length is parsed, and how much more for each byte of the text.
const BASE_GROWTH: u64 = 64 << 20;
const GROWTH_PER_BYTE: u64 = 32;
/// The resources are looked at once in this many steps of the parser, of a hundred operations each.
const STEPS_PER_LOOK: u32 = 16;

/// The resources that the parsing of one text may use.
pub(crate) struct Watch {
    steps: Cell<u32>,
    end: u64,
    memory: Option<Memory>,
    max_bytes: u64,
    outgrown: Cell<bool>,
}

impl Watch {
    /// Begins to watch the parsing of a text of this length in this process, on this thread.
    pub(crate) fn of_length(length: usize) -> Watch {
        Watch::new(length, BASE_GROWTH + GROWTH_PER_BYTE * length as u64)
    }

    /// The same with a limit for the growth of the process, in bytes.
    pub(crate) fn new(length: usize, max_growth: u64) -> Watch {
        let memory = Memory::open();
        let now = memory.as_ref().map_or(0, Memory::bytes);
        Watch {
            steps: Cell::new(0),
            end: thread_milliseconds() + Watch::milliseconds(length),
            memory,
            max_bytes: now + max_growth,
            outgrown: Cell::new(false),
        }
    }

    /// The processor time for a text of this length, in milliseconds.
    pub(crate) fn milliseconds(length: usize) -> u64 {
        BASE_MILLISECONDS + length as u64 / BYTES_PER_MILLISECOND
    }

    /// Whether the parser may go on; called once for each of its steps.
    pub(super) fn allows_step(&self) -> bool {
        self.steps.set(self.steps.get().wrapping_add(1));
        if !self.steps.get().is_multiple_of(STEPS_PER_LOOK) {
            return true;
        }
        let outgrown = self
            .memory
            .as_ref()
            .is_some_and(|memory| memory.bytes() > self.max_bytes);
        self.outgrown.set(self.outgrown.get() || outgrown);
        !outgrown && thread_milliseconds() <= self.end
    }

    /// Whether parsing ended because the process had grown too much. Other threads may have caused that.
    pub(crate) fn is_outgrown(&self) -> bool {
        self.outgrown.get()
    }
}

#[cfg(target_os = "linux")]
pub(crate) mod used {
    use std::fs::File;
    use std::os::unix::fs::FileExt;

    use rustix::time::{ClockId, clock_gettime};

    /// The resident memory of this process.
    pub(crate) struct Memory(File);

    impl Memory {
        pub(crate) fn open() -> Option<Memory> {
            #[expect(
                clippy::disallowed_methods,
                reason = "a file of the system, not of a repository"
            )]
            let file = File::open("/proc/self/statm").ok()?;
            Some(Memory(file))
        }

        pub(crate) fn bytes(&self) -> u64 {
            let mut text = [0; 128];
            let length = self.0.read_at(&mut text, 0).unwrap_or(0);
            let text = std::str::from_utf8(&text[..length]).unwrap_or_default();
            let pages = text
                .split(' ')
                .nth(1)
                .and_then(|pages| pages.parse::<u64>().ok());
            pages.unwrap_or(0) * rustix::param::page_size() as u64
        }
    }

    /// The processor time of this thread.
    pub(super) fn thread_milliseconds() -> u64 {
        milliseconds(ClockId::ThreadCPUTime)
    }

    /// The processor time of this process.
    pub(crate) fn process_milliseconds() -> u64 {
        milliseconds(ClockId::ProcessCPUTime)
    }

    fn milliseconds(clock: ClockId) -> u64 {
        let time = clock_gettime(clock);
        time.tv_sec.unsigned_abs() * 1_000 + time.tv_nsec.unsigned_abs() / 1_000_000
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) mod used {
    use std::sync::OnceLock;
    use std::time::Instant;

    /// Not known on this system.
    pub(crate) struct Memory;

    impl Memory {
        pub(crate) fn open() -> Option<Memory> {
            None
        }

        pub(crate) fn bytes(&self) -> u64 {
            0
        }
    }

    /// The time since the first call.
    pub(super) fn thread_milliseconds() -> u64 {
        static FIRST: OnceLock<Instant> = OnceLock::new();
        let elapsed = FIRST.get_or_init(Instant::now).elapsed().as_millis();
        u64::try_from(elapsed).unwrap_or(u64::MAX)
    }

    pub(crate) fn process_milliseconds() -> u64 {
        thread_milliseconds()
    }
}
