//! What a parser may use: how much of a text it may read over again, how often it may continue, and its time and memory.
//! The number of its steps says little about the latter: a step can copy all that is not reduced yet.

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
        let outgrown = self.memory.as_ref().is_some_and(|memory| memory.bytes() > self.max_bytes);
        self.outgrown.set(self.outgrown.get() || outgrown);
        !outgrown && thread_milliseconds() <= self.end
    }

    /// Whether parsing ended because the process had grown too much. Other threads may have caused that.
    pub(crate) fn is_outgrown(&self) -> bool {
        self.outgrown.get()
    }
}

/// The most bytes that a parser gets at once.
pub(super) const CHUNK: usize = 4 << 10;
/// The bytes that it gets first where it goes back, or leaves some out: mostly it reads a few words there.
const FIRST_BYTES: usize = 128;
/// The bytes that a parser may read of a text of any length.
const BASE_BYTES: u64 = 256 << 10;
/// How often a parser may read the text over again. It looks ahead and back, but only a few times.
const MAX_READS_PER_BYTE: u64 = 24;
/// A parser may continue once for this many bytes. For code it continues once for 57 bytes or more.
const BYTES_PER_TURN: u64 = 16;
/// How often a parser may continue in one file of any length: about a third of a second. A file of 0.9 MB takes half of
/// that.
const MAX_TURNS: u64 = 10_000;

/// The effort that a parser may still spend on a file. Texts can be made for which error recovery takes minutes and
/// gigabytes; the bytes that are read and the number of progress calls detect these on any machine.
pub(super) struct Effort<'w> {
    /// The bytes that may still be read.
    bytes: Cell<u64>,
    /// Where the last read ended, and the most bytes that it returned.
    last: Cell<(usize, usize)>,
    /// The times that the parser may still continue.
    pub(super) turns: Cell<u64>,
    /// The resources that it may use.
    pub(super) watch: &'w Watch,
}

impl<'w> Effort<'w> {
    pub(super) fn of(text: &[u8], watch: &'w Watch) -> Effort<'w> {
        let length = text.len() as u64;
        Effort {
            bytes: Cell::new(BASE_BYTES + MAX_READS_PER_BYTE * length),
            last: Cell::new((0, CHUNK)),
            turns: Cell::new((64 + length / BYTES_PER_TURN).min(MAX_TURNS)),
            watch,
        }
    }

    /// The text from this byte, as far as it is given at once; `None` if no more may be read.
    pub(super) fn read<'t>(&self, text: &'t [u8], at: usize) -> Option<&'t [u8]> {
        let (end, size) = self.last.get();
        let size = if at == end { (2 * size).min(CHUNK) } else { FIRST_BYTES };
        let rest = text.get(at..).unwrap_or_default();
        let given = &rest[..rest.len().min(size)];
        self.last.set((at + given.len(), size));
        let left = self.bytes.get();
        self.bytes.set(left.saturating_sub(given.len() as u64));
        self.can_read().then_some(given)
    }

    /// Whether more may be read.
    pub(super) fn can_read(&self) -> bool {
        self.bytes.get() > 0
    }

    /// Takes one from the counter; returns false if it was 0.
    pub(super) fn take(left: &Cell<u64>) -> bool {
        let before = left.get();
        left.set(before.saturating_sub(1));
        before > 0
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
            let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
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
