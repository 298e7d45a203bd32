//! `explore`: answers a question with a verified report.

mod interrupted;
mod words_hint;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use firsthand::{
    Confidence, Event, ExploreError, Explorer, Intent, Observer, Outcome, Question, StopReason,
    VerifiedReport, Workspace,
};
use firsthand_render::{Audience, DEFAULT_HEADING, Format, Options, Sources, TextOptions, render};

use crate::args::{Budget, Clones, OutputArgs, Roots, RunArgs, name_parser};
use crate::failure::{Exit, Failure};
use crate::listing::MAX_LINE_COLUMNS;
use crate::opening::{ExplorerOptions, check_has_files};
use crate::paint::{Terminal, print};
use crate::progress::Progress;
use crate::settings::Settings;
use crate::sources::sources;
use crate::stop::Stop;
use crate::transcript::{Interrupted, RunKind, Transcript};
use crate::{input, models, resume_hint};
use interrupted::not_resumable;

const AFTER_HELP: &str = "\
Examples:
  firsthand explore \"where is a lost update noticed?\" --intent locate --words \"conflict, stale\"
  firsthand explore - --intent edit --format md < issue.txt
  firsthand explore \"why is the cache stale?\" --transcript /tmp/run.jsonl
  firsthand explore --resume /tmp/run.jsonl --max-steps 20";

/// Answer a question about a repository with a verified report
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Explore {
    /// The question, or - to read it from standard input
    #[arg(required_unless_present = "resume")]
    query: Option<String>,
    /// Words, names or settings that the code may use for it, separated by commas; guess: one that stands nowhere changes nothing
    #[arg(long, value_name = "WORDS", value_delimiter = ',', conflicts_with = "resume")]
    words: Vec<String>,
    /// What the answer is for: explain, locate, edit or debug [default: explain]
    #[arg(long, value_name = "INTENT", hide_possible_values = true, value_parser = name_parser::<Intent>(Intent::ALL.map(Intent::name)))]
    intent: Option<Intent>,
    #[command(flatten)]
    roots: Roots,
    #[command(flatten)]
    clones: Clones,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    run_args: RunArgs,
    /// Write the run's events to a file outside the root, for `firsthand replay`
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true)]
    transcript: Option<PathBuf>,
    /// Continue the interrupted run of a transcript, and append to it
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["transcript", "zoekt"],
        help_heading = "Output",
        hide_short_help = true
    )]
    resume: Option<PathBuf>,
    #[command(flatten)]
    budget: Budget,
}

impl Explore {
    pub(crate) async fn run(mut self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let interrupted = Interrupted::read(self.resume.as_deref(), stop, not_resumable).await?;
        if let Some(interrupted) = &interrupted {
            interrupted.task()?;
        }
        let settings = Settings::load()?;
        if let Some(interrupted) = &interrupted {
            interrupted.check_model(&self.run_args.model_args, &settings)?;
        }
        let (model, _) = models::selected(self.run_args.model_args.model.as_deref(), &settings);
        let transcript_path = self.resume.clone().or_else(|| self.transcript.clone());
        let query = match self.query.take() {
            Some(query) => input::query(query, terminal, stop).await?,
            None => String::new(),
        };
        if interrupted.is_none() {
            check_subject(&query)?;
        }
        let chosen = self.clones.chosen(&query, &self.words, terminal, stop).await?;
        let explorer = self.open(interrupted.as_ref(), chosen, &query, &settings, terminal)?;
        let output = self.output.or_format(settings.format());
        let roots = explorer.toolbox().sandbox().workspace().clone();
        if let Some(interrupted) = &interrupted {
            interrupted.check_task(&query, self.intent)?;
        }
        let path = self.transcript.as_deref();
        let transcript = Transcript::open(interrupted.as_ref(), path, &roots, RunKind::Explore)?;
        let progress = terminal.progress.then(|| Arc::new(Progress::start("starting", &explorer)));
        let observers: [Option<Arc<dyn Observer>>; 2] =
            [transcript.clone().map(|it| it as _), progress.clone().map(|it| it as _)];
        let explorer = observers.into_iter().flatten().fold(explorer, Explorer::observed_by);
        let (intent, cancel) = (self.intent.unwrap_or_default(), stop.0.clone());
        let question = Question::new(query, intent).with_words(self.words.clone());
        let explored = match interrupted {
            Some(interrupted) => explorer.resume_until(interrupted.events, cancel).await,
            None => explorer.explore_until(question, cancel).await,
        };
        progress.iter().for_each(|progress| progress.finish());
        let root_as_given = explorer.root();
        let base_url = self.run_args.model_args.base_url.as_deref();
        let explored = explored.map_err(|why| {
            run_failure(why, transcript.as_deref(), (&model, base_url), root_as_given)
        })?;
        let report = explored.report;
        let (run, saved) = ((&report, &*explored.transcript), transcript_path.as_deref());
        note_early_stop(run, &explorer, saved, base_url, terminal);
        if report.body().primary.is_empty() {
            check_has_files(&explorer, stop).await?;
        }
        if report.facts().stats.cache_hit {
            terminal.note(CACHE_HIT_NOTE);
        }
        let (toolbox, query) = (explorer.toolbox().clone(), report.facts().query.clone());
        let notes = stop.or_blocking(move || {
            let past_end = toolbox.lines_past_end(&query).into_iter();
            Ok(past_end.chain(toolbox.mostly_text_only()).collect::<Vec<_>>())
        });
        let notes = notes.await?;
        let printed = print_report(&report, &output, Some(&roots), terminal);
        notes.iter().for_each(|note| terminal.note(note));
        let is_page = output.format.unwrap_or_default() == Format::Text;
        let has_leads_only = report.body().confidence == Confidence::Low;
        let (words, cancel) = (self.words, stop.0.clone());
        let is_hinted = words.is_empty() && has_leads_only && terminal.is_read_by_people();
        let search = move || Ok(words_hint::in_no_file(&explorer, &words, &cancel));
        let in_vain = words_hint::in_vain(&stop.or_blocking(search).await?);
        let hint = is_hinted.then(|| words_hint::sentence(&report.facts().coverage.absent));
        match in_vain.or(hint) {
            Some(line) if is_page => print(&format!("\n{}", terminal.wrapped(&line)))?,
            Some(line) if !is_hinted => terminal.note(&line),
            _ => {}
        }
        if let Some(transcript) = transcript {
            transcript.finish()?;
        }
        printed
    }

    /// Opens the explorer of the caller's root, or of the interrupted run's.
    fn open(
        &self,
        interrupted: Option<&Interrupted<Event>>,
        chosen: Option<Workspace>,
        query: &str,
        settings: &Settings,
        terminal: &Terminal,
    ) -> Result<Explorer, Failure> {
        let roots = match interrupted {
            Some(interrupted) => {
                let roots = interrupted.roots(self.roots.explicit()?)?;
                let query = &interrupted.task()?.query;
                let cache = &self.run_args.cache;
                let roots = self.roots.with_packages(roots, query, cache, terminal)?;
                interrupted.check_given(&roots)?;
                roots
            }
            None => self.roots.find_for(chosen, query, &self.run_args.cache, terminal)?,
        };
        let model = models::open(&self.run_args.model_args, settings)?;
        let options = ExplorerOptions {
            run_args: &self.run_args,
            budget: &self.budget,
            settings,
            report_chars: Some(self.output.report_chars()),
            audience: self.output.audience(),
        };
        options.open(&roots, &model, terminal)
    }
}

/// Refuses a query that has only the marks between the parts of a sentence.
fn check_subject(query: &str) -> Result<(), Failure> {
    if query.contains(|c: char| !c.is_whitespace() && !"?!.,;:".contains(c)) {
        return Ok(());
    }
    let hint = "name what is looked for in words or in signs of code";
    Err(Failure::usage("the query has no word to search for").hint(hint))
}

/// The failure of a run without a report, with a resume hint if its transcript is complete.
fn run_failure(
    why: ExploreError,
    transcript: Option<&Transcript>,
    (model, base_url): (&str, Option<&str>),
    root: &str,
) -> Failure {
    let is_resumable = matches!(why, ExploreError::Cancelled { .. } | ExploreError::Model { .. });
    let complete = transcript.filter(|transcript| is_resumable && transcript.finish().is_ok());
    let resume_hint = complete.map(|it| resume_hint::resume_hint(it.path(), model, base_url, root));
    let failure = match why {
        ExploreError::Cancelled { .. } => Failure::cancelled(),
        ExploreError::EmptyQuery => return Failure::empty("query"),
        why => Failure::failed(format!("the exploration failed: {why}")),
    };
    failure.hint(resume_hint.unwrap_or_default())
}

/// Prints why a run with a report ended before its model was done, and how to resume it.
fn note_early_stop(
    (report, events): (&VerifiedReport, &[Event]),
    explorer: &Explorer,
    transcript_path: Option<&Path>,
    base_url: Option<&str>,
    terminal: &Terminal,
) {
    let (stats, reason) = (&report.facts().stats, report.facts().stats.stop_reason);
    match reason {
        StopReason::TimeBudget if explorer.is_narrowed(|own| own.wall_ms, |all| all.wall_ms) => {
            terminal.note("the time was up; `budgets.wall_ms` in the repository's firsthand.toml gives no more");
        }
        StopReason::TimeBudget => terminal.note("the time was up; --max-seconds gives more"),
        StopReason::ModelError => {
            let why = resume_hint::last_model_error(events).unwrap_or("it gave no answer");
            terminal.note(&format!("the model failed: {why}"));
        }
        _ => {}
    }
    if let Some(hint) = transcript_path.and_then(|path| {
        let steps = if explorer.is_narrowed(|own| own.steps, |all| all.steps) {
            "`budgets.steps` in the repository's firsthand.toml"
        } else {
            resume_hint::MAX_STEPS
        };
        let root = &report.facts().root;
        resume_hint::hint_after_stop((reason, steps), path, &stats.model, base_url, root)
    }) {
        terminal.note(&hint);
    }
}

/// The first line of a report in a pull request or an issue.
const HEADING_FOR_PEOPLE: &str = "Firsthand's report";

const CACHE_HIT_NOTE: &str =
    "this report was kept, and every file it cites is as it was; --no-cache explores afresh";

/// Prints a report, and returns the exit code for its outcome. Links point to files below the roots; without them there are
/// none.
pub(crate) fn print_report(
    report: &VerifiedReport,
    output: &OutputArgs,
    roots: Option<&Workspace>,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let max_chars = output.report_chars();
    let format = output.format.unwrap_or_default();
    let audience = output.audience();
    let is_for_people = audience == Audience::People;
    let is_page = format == Format::Html;
    let options = Options {
        max_chars,
        audience,
        heading: if is_for_people { HEADING_FOR_PEOPLE } else { DEFAULT_HEADING },
        sources: if is_page { sources(roots, report) } else { Sources::default() },
        ..Options::default()
    };
    let text = TextOptions {
        color: terminal.stdout.color,
        hyperlinks: terminal.links,
        named_roots: roots.map(named_roots).unwrap_or_default(),
        root: roots.and_then(|roots| Some(roots.folder()?.to_str()?.to_owned())),
        max_chars,
        width: terminal.width.map_or(MAX_LINE_COLUMNS, |_| terminal.page_width()),
        explain: output.explain,
    };
    print(&render(report, format, &options, &text))?;
    let coverage = &report.facts().coverage;
    let searched_nothing =
        report.body().primary.is_empty() && (coverage.patterns == 0 || coverage.files_seen == 0);
    Ok(match report.body().outcome {
        // A run that searched nothing has failed.
        Outcome::Fallback if searched_nothing => Exit::Failed,
        Outcome::Skip if coverage.shows_absence() => Exit::NothingFound,
        Outcome::Skip | Outcome::Verdict | Outcome::Fallback => Exit::Done,
    })
}

/// What the paths of each named root begin with, and its folder.
fn named_roots(roots: &Workspace) -> Vec<(String, String)> {
    let named = roots.roots().iter().filter(|root| root.name.is_some());
    let named =
        named.filter_map(|root| Some((root.prefix().to_owned(), root.folder.to_str()?.to_owned())));
    named.collect()
}
