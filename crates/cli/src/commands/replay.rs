//! `replay`: rebuilds the report from a transcript.

mod events;

use std::path::{Path, PathBuf};

use clap::Args;
use firsthand::{
    CheckedPlace, Event, ExploreError, Explorer, PlaceState, TranscriptError, VerifiedReport,
    Workspace, read_report, read_transcript, replay, resumable, verify,
};

use crate::args::{Cache, OutputArgs, Roots};
use crate::commands::explore::print_report;
use crate::commands::research;
use crate::commands::verify::note_differences;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::paint::{Terminal, print};
use crate::resume_hint::{self, last_model, last_root};
use crate::root;
use crate::settings::Settings;
use crate::stop::Stop;

const AFTER_HELP: &str = "\
Examples:
  firsthand explore \"how are rows locked?\" --transcript /tmp/run.jsonl
  firsthand replay /tmp/run.jsonl --format html > report.html
  firsthand replay /tmp/run.jsonl --show

A replay proves that this transcript leads to this report, not that the transcript is as a run wrote
it. So each place is compared with the tree, as `firsthand verify` does, if the transcript's root is
there; --root names another one.

Exit code 1: a place does not stand in the tree.";

/// Printed if there is no tree to compare with.
const UNCOMPARED: &str = "not compared with a tree: this shows only that the transcript leads to this report; \
                          --root DIR compares its places";

/// Rebuild the report from a transcript, or print its events
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Replay {
    /// A transcript that `explore` or `research` wrote with --transcript, or - for standard input
    file: PathBuf,
    /// Print the events instead of the report
    #[arg(long, conflicts_with = "root")]
    show: bool,
    #[command(flatten)]
    roots: Roots,
    #[command(flatten)]
    output: OutputArgs,
}

impl Replay {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let (text, what) = input::transcript(&self.file, stop).await?;
        if research::is_log(&text) {
            let format = self.output.or_format(Settings::load()?.format()).format;
            return research::print_replay(&text, format.unwrap_or_default(), self.show, terminal);
        }
        let events = read_transcript::<Event>(&text);
        if let (true, Err(why)) = (self.show, &events) {
            // The events before the unreadable line are still printed.
            let readable = events_before_error(&text, why);
            if !readable.is_empty() {
                print(&events::page(&readable, width(terminal), terminal.stdout))?;
            }
        }
        let events = events.map_err(|why| refusal(&what, &why.into(), None))?;
        if self.show && !events.is_empty() {
            print(&events::page(&events, width(terminal), terminal.stdout))?;
            return Ok(Exit::Done);
        }
        let report = replay(&events);
        let report = report.map_err(|why| refusal(&what, &why, self.resume_hint(&events)))?;
        let stats = &report.facts().stats;
        let hint = self.file().and_then(|file| {
            resume_hint::hint_after_stop(
                (stats.stop_reason, resume_hint::MAX_STEPS),
                file,
                &stats.model,
                None,
                &report.facts().root,
            )
        });
        if let Some(hint) = hint {
            terminal.note(&hint);
        }
        let settings = Settings::load()?;
        let stands = self.stands_in_tree(&report, terminal, stop).await?;
        let output = self.output.or_format(settings.format());
        let exit = print_report(&report, &output, None, terminal)?;
        Ok(if stands { exit } else { Exit::Failed })
    }

    /// The transcript, unless it is standard input.
    fn file(&self) -> Option<&Path> {
        Some(self.file.as_path()).filter(|file| file.as_os_str() != "-")
    }

    /// Compares the report's places with the tree, and prints what differs as notes; returns whether all stand. Without
    /// a tree nothing is compared, which a note says.
    async fn stands_in_tree(
        &self,
        report: &VerifiedReport,
        terminal: &Terminal,
        stop: &Stop,
    ) -> Result<bool, Failure> {
        let named = self.roots.explicit()?;
        let is_named = named.is_some();
        let are_here = |roots: &Workspace| roots.roots().iter().all(|root| root.folder.is_dir());
        let own = report.facts().root.parse().ok().filter(are_here);
        let Some(own) = named.or(own) else {
            terminal.note(UNCOMPARED);
            return Ok(true);
        };
        let is_relative = own.roots().iter().any(|root| root.folder.is_relative());
        let roots =
            self.roots.with_packages(own, &report.facts().query, &Cache::default(), terminal)?;
        let explorer = Explorer::builder(roots).build()?;
        let text = serde_json::to_string(report).unwrap_or_default();
        let what = self.file.display().to_string();
        let saved = read_report(&text).map_err(|why| Failure::no_report(&what, &why))?;
        let toolbox = explorer.toolbox();
        let paths = saved.places().map(|(_, place)| place.path.as_str());
        if let Err(why) = root::check_given(paths, toolbox.sandbox().workspace()) {
            terminal.note(&why.text());
            return Ok(true);
        }
        let checked = stop.or(async { Ok(verify(&saved, toolbox).await) }).await?;
        // A relative root means the folder in which the run was started, which may be another one than this.
        let is_elsewhere = !is_named && is_relative;
        let is_gone = |place: &CheckedPlace| place.standing == PlaceState::Gone;
        if is_elsewhere && checked.places.iter().all(is_gone) {
            terminal.note(UNCOMPARED);
            return Ok(true);
        }
        Ok(note_differences(&checked, terminal))
    }

    /// The command that resumes the run, if it can be resumed.
    fn resume_hint(&self, events: &[Event]) -> Option<String> {
        let file = self.file().filter(|_| resumable(events).is_ok())?;
        let (model, root) = (last_model(events), last_root(events));
        let (model, root) = (model.unwrap_or_default(), root.unwrap_or_default());
        Some(resume_hint::resume_hint(file, model, None, root))
    }
}

/// Why a transcript cannot be replayed.
fn refusal(what: &str, why: &ExploreError, resume_hint: Option<String>) -> Failure {
    if let ExploreError::Transcript(TranscriptError::Line { line: 1, .. }) = why {
        let sentence = format!("{what} is not a transcript: its first line is no event of a run");
        return Failure::usage(sentence).hint("`firsthand explore … --transcript FILE` writes one");
    }
    let why = match why {
        ExploreError::Cancelled { .. } => "the run was cancelled, so it has no report".to_owned(),
        other => other.to_string(),
    };
    let resume_hint = resume_hint.map_or_else(String::new, |hint| format!("{hint}; "));
    Failure::usage(format!("{what} cannot be replayed: {why}"))
        .hint(format!("{resume_hint}`firsthand replay --show` prints what of it can be read"))
}

/// The events before the line that cannot be read.
fn events_before_error(text: &str, why: &TranscriptError) -> Vec<Event> {
    let TranscriptError::Line { line, .. } = why else {
        return Vec::new();
    };
    let before = text.split_inclusive('\n').take(line - 1);
    read_transcript(&before.collect::<String>()).unwrap_or_default()
}

/// The line width in characters if standard output is no terminal.
const DEFAULT_WIDTH: usize = 160;
/// The minimum line width; a narrower terminal wraps lines.
const MIN_WIDTH: usize = 40;

/// The width of a line of events in characters: the terminal's, at least [`MIN_WIDTH`].
fn width(terminal: &Terminal) -> usize {
    terminal.width.unwrap_or(DEFAULT_WIDTH).max(MIN_WIDTH)
}
