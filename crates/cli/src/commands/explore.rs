//! `explore`: the main job.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use firsthand::{Budgets, Explorer, Observer, Outcome, StopReason, VerifiedReport};
use firsthand_render::{Options, TextOptions, render};

use crate::args::{Cache, Files, Printing, Purpose, Root, Who};
use crate::failure::{Exit, Failure};
use crate::output::print;
use crate::paint::Terminal;
use crate::progress::{Everyone, Progress};
use crate::settings::Settings;
use crate::stop::Stop;
use crate::transcript::Transcript;
use crate::{input, models};

const EXAMPLES: &str = "\
Examples:
  firsthand explore \"where are retries decided?\" --intent locate
  firsthand explore \"how is it cached?\" --model ollama:qwen3 --max-seconds 600
  firsthand explore - --intent edit --format md < issue.txt
  firsthand explore \"why is the cache stale?\" --intent debug --transcript /tmp/run.jsonl";

/// Answer a question about a repository with a verified report
///
/// Every path, range and quoted line of it was seen, and still stood when it was printed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explore {
    /// The question, or - to read it from standard input
    query: String,
    #[command(flatten)]
    purpose: Purpose,
    #[command(flatten)]
    root: Root,
    #[command(flatten)]
    printing: Printing,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    cache: Cache,
    #[command(flatten)]
    who: Who,
    /// Write what happens to a file outside the root, for `firsthand replay`
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    #[command(flatten)]
    budget: Budget,
}

/// How much a run may take.
#[derive(Args, Debug)]
#[command(next_help_heading = "Budgets")]
struct Budget {
    /// Turns of the model
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_steps: Option<u32>,
    /// Tool calls
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_tool_calls: Option<u32>,
    /// Wall time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_seconds: Option<u32>,
}

impl Budget {
    fn budgets(&self, default: Budgets) -> Budgets {
        Budgets {
            steps: self.max_steps.unwrap_or(default.steps),
            tool_calls: self.max_tool_calls.unwrap_or(default.tool_calls),
            wall_ms: self
                .max_seconds
                .map_or(default.wall_ms, |s| u64::from(s) * 1000),
            ..default
        }
    }
}

impl Explore {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let settings = Settings::load().map_err(Failure::Settings)?;
        let model = models::open(&self.who, &settings)?;
        let mut builder = Explorer::builder(&self.root.root)
            .model(model)
            .budgets(self.budget.budgets(settings.budgets()))
            .include(self.files.include());
        for pattern in &self.files.exclude {
            builder = builder.exclude(pattern);
        }
        if let Some(folder) = self.cache.folder() {
            builder = builder.cache(folder);
        }
        let printing = self.printing.or(settings.format());
        let explorer = builder.build().map_err(Failure::Root)?;
        let query = input::query(self.query, stop).await?;
        for note in explorer.notes() {
            terminal.note(note);
        }
        let root = explorer.toolbox().sandbox().root().to_owned();
        let transcript = match &self.transcript {
            Some(path) => Some(Arc::new(Transcript::create(path, &root)?)),
            None => None,
        };
        let progress = terminal
            .progress
            .then(|| Arc::new(Progress::start("starting")));
        let explorer = explorer.observed_by(Arc::new(Everyone(observers(
            transcript.as_ref(),
            progress.as_ref(),
        ))));
        let exploring = explorer.explore_until(&query, self.purpose.intent, stop.run.clone());
        let explored = exploring.await;
        if let Some(progress) = progress {
            progress.finish();
        }
        let report = explored.map_err(Failure::Explore)?.report;
        if report.stats().stop_reason == StopReason::TimeBudget {
            terminal.note("the time was up; --max-seconds gives more");
        }
        nothing_there(&report, &explorer, stop).await?;
        let printed = print_report(&report, &printing, Some(&root), terminal);
        if let Some(transcript) = transcript {
            transcript.finish()?;
        }
        printed
    }
}

fn observers(
    transcript: Option<&Arc<Transcript>>,
    progress: Option<&Arc<Progress>>,
) -> Vec<Arc<dyn Observer>> {
    let mut all: Vec<Arc<dyn Observer>> = Vec::new();
    all.extend(transcript.map(|one| Arc::clone(one) as Arc<dyn Observer>));
    all.extend(progress.map(|one| Arc::clone(one) as Arc<dyn Observer>));
    all
}

/// A root without files is a mistake of the caller's, not a question without an answer. The tree is
/// walked only where nothing was found.
async fn nothing_there(
    report: &VerifiedReport,
    explorer: &Explorer,
    stop: &Stop,
) -> Result<(), Failure> {
    if report.outcome() != Outcome::Skip {
        return Ok(());
    }
    let toolbox = explorer.toolbox().clone();
    let root = PathBuf::from(explorer.root());
    stop.or_blocking(move || match toolbox.is_empty() {
        true => Err(Failure::NoFiles(root)),
        false => Ok(()),
    })
    .await
}

/// Prints a report; `root` is where links lead.
pub(crate) fn print_report(
    report: &VerifiedReport,
    printing: &Printing,
    root: Option<&Path>,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let max_chars = usize::try_from(printing.max_report_chars).unwrap_or(usize::MAX);
    let options = Options {
        max_chars,
        ..Options::default()
    };
    let text = TextOptions {
        color: terminal.stdout.color,
        hyperlinks: terminal.links,
        root: root.and_then(Path::to_str).map(str::to_owned),
        max_chars,
    };
    print(&render(
        report,
        printing.format.unwrap_or_default(),
        &options,
        &text,
    ))?;
    Ok(match report.outcome() {
        Outcome::Skip => Exit::Skip,
        Outcome::Verdict | Outcome::Fallback => Exit::Done,
    })
}
