//! `replay`: the report of a transcript, again.

mod events;

use std::path::PathBuf;

use clap::Args;
use firsthand::{read_transcript, replay};

use crate::args::Printing;
use crate::commands::explore::print_report;
use crate::failure::{Exit, Failure};
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

/// Print the report of a transcript again, or what happened in it
///
/// The transcript is all that is looked at: no repository, no model, no clock.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Replay {
    /// What `explore --transcript` wrote, or - to read it from standard input
    file: PathBuf,
    /// Print what happened, event by event, in place of the report
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    printing: Printing,
}

impl Replay {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let (text, what) = input::transcript(&self.file, stop).await?;
        let refuse = |why| Failure::Replay {
            what: what.clone(),
            why,
        };
        let events = read_transcript(&text).map_err(|why| refuse(why.into()))?;
        if self.show && !events.is_empty() {
            print(&events::page(&events, width(), terminal.stdout))?;
            return Ok(Exit::Done);
        }
        let report = replay(&events).map_err(refuse)?;
        let settings = Settings::load().map_err(Failure::Settings)?;
        let printing = self.printing.or(settings.format());
        print_report(&report, &printing, None, terminal)
    }
}

/// Characters of a line where standard output is no terminal.
const WIDTH: usize = 160;
/// In a narrower terminal lines are broken by it.
const LEAST_WIDTH: usize = 40;

fn width() -> usize {
    let terminal = terminal_size::terminal_size_of(std::io::stdout());
    terminal.map_or(WIDTH, |(width, _)| usize::from(width.0).max(LEAST_WIDTH))
}
