//! `replay`: the report of a transcript, again.

mod events;

use std::path::{Path, PathBuf};

use clap::Args;
use firsthand::{Event, ExploreError, TranscriptError, read_transcript, replay, resumable};

use crate::args::OutputArgs;
use crate::commands::explore::print_report;
use crate::commands::research;
use crate::failure::{Exit, Failure, RunFailure};
use crate::go_on::{self, last_model, last_root};
use crate::input;
use crate::output::print;
use crate::paint::Terminal;
use crate::settings::Settings;
use crate::stop::Stop;

const EXAMPLES: &str = "\
Examples:
  firsthand explore \"how are rows locked?\" --transcript /tmp/run.jsonl
  firsthand replay /tmp/run.jsonl --format html > report.html
  firsthand replay /tmp/run.jsonl --show";

/// Rebuild the report of a transcript, or print its events
///
/// Reads the transcript alone: no repository, no model, no clock.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Replay {
    /// A transcript that `explore` or `research` wrote with --transcript, or - for standard input
    file: PathBuf,
    /// Print the events instead of the report
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    printing: OutputArgs,
}

impl Replay {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let (text, what) = input::transcript(&self.file, stop).await?;
        if research::is_log(&text) {
            let settings = Settings::load().map_err(Failure::Settings)?;
            let format = self.printing.or(settings.format()).format;
            return research::replayed(&text, format.unwrap_or_default(), self.show);
        }
        let refuse = |ended| Failure::Replay(ended, what.clone());
        let events = read_transcript(&text);
        if let (true, Err(why)) = (self.show, &events) {
            // What stands before what cannot be read is shown all the same.
            let whole = readable(&text, why);
            if !whole.is_empty() {
                print(&events::page(&whole, width(), terminal.stdout))?;
            }
        }
        let events = events.map_err(|why| refuse(ExploreError::from(why).into()))?;
        if self.show && !events.is_empty() {
            print(&events::page(&events, width(), terminal.stdout))?;
            return Ok(Exit::Done);
        }
        let report = replay(&events);
        let report = report.map_err(|why| refuse(self.ended(why, &events)))?;
        let stats = report.stats();
        let hint = self
            .file()
            .and_then(|file| go_on::after(stats.stop_reason, file, &stats.model, report.root()));
        if let Some(hint) = hint {
            terminal.note(&hint);
        }
        let settings = Settings::load().map_err(Failure::Settings)?;
        let printing = self.printing.or(settings.format());
        print_report(&report, &printing, None, terminal)
    }
}

impl Replay {
    /// The transcript, where it is a file that can be written on.
    fn file(&self) -> Option<&Path> {
        Some(self.file.as_path()).filter(|file| file.as_os_str() != "-")
    }

    fn ended(&self, why: ExploreError, events: &[Event]) -> RunFailure {
        let file = self.file().filter(|_| resumable(events).is_ok());
        let model = last_model(events).unwrap_or_default();
        let go_on =
            file.map(|file| go_on::hint(file, model, last_root(events).unwrap_or_default()));
        RunFailure { why, go_on }
    }
}

/// The events before the line that cannot be read.
fn readable(text: &str, why: &TranscriptError) -> Vec<Event> {
    let (TranscriptError::Line { line, .. } | TranscriptError::Kind { line, .. }) = why else {
        return Vec::new();
    };
    let before = text.split_inclusive('\n').take(line - 1);
    read_transcript(&before.collect::<String>()).unwrap_or_default()
}

/// Characters of a line where standard output is no terminal.
const WIDTH: usize = 160;
/// In a narrower terminal lines are broken by it.
const LEAST_WIDTH: usize = 40;

fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(std::io::stdout());
    terminal.map_or(WIDTH, |(width, _)| usize::from(width.0).max(LEAST_WIDTH))
}
