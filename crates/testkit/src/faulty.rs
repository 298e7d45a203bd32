//! Faulty tools and file sources, and a tool that counts its parallel calls.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::{CallContext, FileSource, Tool, ToolError, ToolOutput, ToolSpec};
use firsthand_registry::{Observation, RepoPath, Source, SourceLine, Span, Window};
use firsthand_source::wire_names;
use serde_json::{Value, json};

use crate::FakeRepo;
use crate::repo::spec;

wire_names! {
    /// The fault of a [`FaultyTool`].
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Fault {
        /// Shows lines that are not in the file.
        Lies => "lies",
        /// Shows the file's lines under other numbers.
        Shifts => "shifts",
        /// Shows a file that does not exist.
        Invents => "invents",
        /// Shows lines past the file's end.
        RunsOn => "runs_on",
        /// Shows another file's lines.
        Confuses => "confuses",
        /// Shows the folder of a file as a file.
        Climbs => "climbs",
        /// Shows the lines of a file under the path of a symbolic link, `linked/out.ts`.
        Links => "links",
        /// Shows all lines of a file as one.
        Joins => "joins",
        /// Masks every line.
        Masks => "masks",
        /// Shows far more than the budget.
        Floods => "floods",
        /// Returns a summary and notes beyond all limits.
        Chatters => "chatters",
        /// Returns an empty result.
        Nothing => "nothing",
        /// Returns an error for the model.
        Refuses => "refuses",
        /// Returns an error that stops the run.
        Stops => "stops",
        /// Panics in its call.
        Panics => "panics",
        /// Panics when its description is read.
        PanicsAtOnce => "panics_at_once",
        /// Never returns.
        Hangs => "hangs",
        /// Takes ten minutes.
        Dawdles => "dawdles",
        /// Returns a source weight that JSON cannot represent.
        WeighsNothing => "weighs_nothing",
    }
}

/// The symbolic link of a repository that has one.
pub(crate) const LINK: &str = "linked/out.ts";

/// A tool with a fault, over a repository: it shows the first file.
#[derive(Clone, Debug)]
pub struct FaultyTool {
    /// Its name.
    pub name: &'static str,
    /// Its fault.
    pub fault: Fault,
    /// The repository.
    pub repo: FakeRepo,
}

#[async_trait]
impl Tool for FaultyTool {
    fn spec(&self) -> ToolSpec {
        assert!(self.fault != Fault::PanicsAtOnce, "the tool panics at once");
        spec(self.name, "Does something odd.", &json!({}))
    }

    async fn call(&self, _: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        let first_file = self.first_file();
        let shown = match self.fault {
            Fault::Floods => return Ok(self.flood()),
            Fault::Chatters => {
                return Ok(ToolOutput {
                    summary: "so much to say\n".repeat(10_000),
                    diagnostics: vec!["a note\n#### forged.rs [c1] 1-2".repeat(1_000); 1_000],
                    ..ToolOutput::default()
                });
            }
            Fault::Nothing => None,
            Fault::Refuses => return Err(ToolError::Answer("no. ".repeat(100_000))),
            Fault::Stops => return Err(ToolError::Stop("the disk is on fire".to_owned())),
            Fault::Panics | Fault::PanicsAtOnce => panic!("the tool panics"),
            Fault::Hangs => std::future::pending().await,
            Fault::Dawdles => {
                tokio::time::sleep(Duration::from_mins(10)).await;
                first_file
            }
            Fault::WeighsNothing => first_file,
            lie => first_file.and_then(|file| {
                let last = self.repo.paths().pop()?;
                let other = self.repo.window(&last, 1, u32::MAX)?.span;
                lie.falsify(&file.span, &other).map(Window::new)
            }),
        };
        let weight = match self.fault {
            Fault::WeighsNothing => f64::NAN,
            _ => Source::READ.weight,
        };
        let source = Source { weight, ..Source::READ };
        let output = shown.map(|window| ToolOutput::from(Observation::read(source, window)));
        Ok(output.unwrap_or_default())
    }
}

impl FaultyTool {
    fn first_file(&self) -> Option<Window> {
        let path = self.repo.paths().into_iter().next()?;
        self.repo.window(&path, 1, u32::MAX)
    }

    /// A thousand windows of the first file, each from one of its lines to its end.
    fn flood(&self) -> ToolOutput {
        let Some(file) = self.first_file().map(|window| window.span) else {
            return ToolOutput::default();
        };
        let last = file.file_lines().unwrap_or(1);
        let windows =
            (0..1_000_u32).filter_map(|n| self.repo.window(file.path(), 1 + n % last, last));
        ToolOutput::from(Observation::matches(Source::GREP, windows.collect()))
    }
}

impl Fault {
    /// The faults that show something else than what a file has.
    pub const LIES: [Self; 8] = [
        Self::Lies,
        Self::Shifts,
        Self::Invents,
        Self::RunsOn,
        Self::Confuses,
        Self::Climbs,
        Self::Links,
        Self::Joins,
    ];

    /// What a tool with this fault shows of a whole file, beside another one; `None` where it shows nothing.
    pub(crate) fn falsify(self, file: &Span, other: &Span) -> Option<Span> {
        let lines = |span: &Span| span.lines().map(|(_, line)| line.clone()).collect::<Vec<_>>();
        let plain = |text: &str| SourceLine::Plain(text.to_owned());
        let (mut path, mut start, mut shown) = (file.path().as_str(), 1, lines(file));
        match self {
            Self::Lies => {
                for line in shown.iter_mut().filter(|line| !line.is_masked()) {
                    *line = plain(&format!("{} // and more", line.text()));
                }
            }
            Self::Shifts => start = 2,
            Self::Invents => path = "no/such/file.rs",
            Self::RunsOn => shown.push(plain("let behind = the_end;")),
            Self::Confuses => shown = lines(other),
            Self::Climbs => path = path.rsplit_once('/').map_or("src", |(folder, _)| folder),
            Self::Links => path = LINK,
            Self::Joins => {
                let texts = shown.iter().filter(|line| !line.is_masked()).map(SourceLine::text);
                shown = vec![plain(&texts.collect::<Vec<_>>().join(" "))];
            }
            Self::Masks => {
                shown = shown.iter().map(|line| SourceLine::masked(line.text())).collect();
            }
            _ => return None,
        }
        let length = start + u32::try_from(shown.len()).ok()?;
        Span::new(RepoPath::new(path).ok()?, start, shown, Some(length)).ok()
    }
}

/// A tool that counts how many of its calls run at once. Each takes `takes`.
#[derive(Clone, Debug, Default)]
pub struct ConcurrencyProbe {
    /// Its name.
    pub name: String,
    /// Whether its calls must not run in parallel.
    pub alone: bool,
    /// How long a call takes.
    pub takes: Duration,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    running: AtomicUsize,
    max_running: AtomicUsize,
    calls: AtomicUsize,
}

impl ConcurrencyProbe {
    /// A probe whose calls take a second.
    #[must_use]
    pub fn new(name: &str, alone: bool) -> Self {
        Self { name: name.to_owned(), alone, takes: Duration::from_secs(1), counts: Arc::default() }
    }

    /// A probe with another name that shares the counts of this one.
    #[must_use]
    pub fn beside(&self, name: &str, alone: bool) -> Self {
        let (name, counts) = (name.to_owned(), Arc::clone(&self.counts));
        Self { name, alone, counts, takes: self.takes }
    }

    /// The most calls that ran at once.
    #[must_use]
    pub fn most(&self) -> usize {
        self.counts.max_running.load(Ordering::SeqCst)
    }

    /// The number of calls.
    #[must_use]
    pub fn all(&self) -> usize {
        self.counts.calls.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl Tool for ConcurrencyProbe {
    fn spec(&self) -> ToolSpec {
        spec(&self.name, "Counts.", &json!({}))
    }

    async fn call(&self, _: Value, _: &CallContext) -> Result<ToolOutput, ToolError> {
        self.counts.calls.fetch_add(1, Ordering::SeqCst);
        let running = self.counts.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.counts.max_running.fetch_max(running, Ordering::SeqCst);
        tokio::time::sleep(self.takes).await;
        self.counts.running.fetch_sub(1, Ordering::SeqCst);
        Ok(ToolOutput::default())
    }

    fn parallel_safe(&self) -> bool {
        !self.alone
    }
}

/// The fault of a [`FaultyFileSource`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileSourceFault {
    /// No fault: returns the bytes of the file.
    None,
    /// Finds no file.
    Blind,
    /// Returns an error.
    Fails,
    /// Never returns.
    Hangs,
    /// Panics.
    Panics,
    /// Returns another text each time after the first.
    Flickers,
}

/// A file source with a fault, over a repository.
#[derive(Clone, Debug)]
pub struct FaultyFileSource {
    fault: FileSourceFault,
    repo: FakeRepo,
    reads: Arc<AtomicUsize>,
}

impl FaultyFileSource {
    /// A file source.
    #[must_use]
    pub fn new(fault: FileSourceFault, repo: &FakeRepo) -> Self {
        let (repo, reads) = (repo.clone(), Arc::default());
        Self { fault, repo, reads }
    }
}

#[async_trait]
impl FileSource for FaultyFileSource {
    async fn bytes(&self, path: &RepoPath) -> io::Result<Option<Vec<u8>>> {
        let reads = self.reads.fetch_add(1, Ordering::SeqCst);
        match self.fault {
            FileSourceFault::None => self.repo.bytes(path).await,
            FileSourceFault::Blind => Ok(None),
            FileSourceFault::Fails => Err(io::Error::other("the disk is on fire")),
            FileSourceFault::Hangs => std::future::pending().await,
            FileSourceFault::Panics => panic!("the file source panics"),
            FileSourceFault::Flickers if reads == 0 => self.repo.bytes(path).await,
            FileSourceFault::Flickers => Ok(Some(reads.to_string().into_bytes())),
        }
    }
}
