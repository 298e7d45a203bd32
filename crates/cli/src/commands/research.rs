//! `research`: researches a topic in stages over the code graph.

#[cfg(feature = "nats")]
mod remote;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::args::{Clones, Roots, RunArgs, name_parser, paths};
use crate::failure::{Exit, Failure};
use crate::paint::{Terminal, print};
use crate::progress::Progress;
use crate::settings::Settings;
use crate::sources::sources;
use crate::stop::Stop;
use crate::transcript::{Interrupted, RunKind, Transcript};
use crate::{input, models, opening, root};
use clap::Args;
use firsthand::{Explorer, TranscriptError, Workspace, read_complete_lines, write_transcript};
use firsthand_render::Format;
use firsthand_research::{
    Observer, Record, RepoStages, Request, ResearchError, ResearchEvent, Researched,
    RunDependencies, clamped_hints, page, payload, replay, resume, run, trace,
};

/// The most lines of findings that are printed without `--all`: what a screen has room for.
const SCREEN_LINES: usize = 40;
/// The hint that is a path.
const PATH_HINT: &str = "path";

const AFTER_HELP: &str = "\
Examples:
  firsthand research \"who is affected by a change of parse_args\" --hint hops=3
  firsthand research \"what changed around retries, and why\" --axes history --hint since=2026-01-01

Hints: path, kind, symbol, relation, axes, scope, hops, since, include, words. Unknown hints are
ignored without a model; a model reads them.
Axes: relation, module, tests, history, kind, text.";

/// Research a broader topic in stages over code graph, text and git history
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Research {
    /// The topic, or - to read it from standard input
    #[arg(required_unless_present = "resume")]
    topic: Option<String>,
    #[command(flatten)]
    roots: Roots,
    #[command(flatten)]
    clones: Clones,
    /// Words or names that the code may use, separated by commas; absent ones change nothing
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    words: Vec<String>,
    /// A fact that restricts or directs the research, as KEY=VALUE; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse_hint)]
    hint: Vec<(String, String)>,
    /// The axes along which to split the topic [default: chosen from the candidates]
    #[arg(long, value_name = "AXES", value_delimiter = ',')]
    axes: Vec<String>,
    /// The maximum number of evidence tokens; 0 is the default [default: 4000]
    #[arg(long, value_name = "N", help_heading = "Budgets", hide_short_help = true)]
    budget_tokens: Option<u32>,
    /// The maximum number of refinements; 0 is the default [default: 5]
    #[arg(long, value_name = "N", help_heading = "Budgets", hide_short_help = true)]
    max_iterations: Option<u32>,
    /// The time limit in seconds [default: 60]
    #[arg(long, value_name = "N", help_heading = "Budgets", hide_short_help = true, value_parser = clap::value_parser!(u32).range(1..))]
    max_seconds: Option<u32>,
    /// text for people, md for agents, json for programs, html for a browser [default: text]
    #[arg(long, value_name = "FORMAT", help_heading = "Output", hide_possible_values = true, value_parser = name_parser::<Format>(Format::ALL.map(Format::name)))]
    format: Option<Format>,
    /// Print every finding as text, and not only as many as a screen has room for
    #[arg(long, help_heading = "Output")]
    all: bool,
    /// Print the run stage by stage
    #[arg(long, help_heading = "Output")]
    trace: bool,
    #[command(flatten)]
    run_args: RunArgs,
    /// Let the `firsthand worker` processes at this NATS server run the stages, with their models
    #[cfg(feature = "nats")]
    #[arg(long, value_name = "URL", help_heading = "Model", conflicts_with_all = ["model", "base_url"])]
    nats: Option<String>,
    /// Write the run's events to a file outside the root, for --resume and `firsthand replay`
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true)]
    transcript: Option<PathBuf>,
    /// Continue the interrupted run of a transcript, and append to it
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true, conflicts_with_all = ["transcript", "topic", "words", "hint", "axes", "zoekt"])]
    resume: Option<PathBuf>,
}

/// Reads `key=value`, with white space trimmed; an empty key or value is an error.
fn parse_hint(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
    match pair {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => {
            Ok((key.to_owned(), value.to_owned()))
        }
        _ => Err("a hint is written KEY=VALUE".to_owned()),
    }
}

/// The root and the topic that an interrupted run records.
fn recorded(records: &[Record]) -> (&str, &str) {
    match records.first().map(|record| &record.event) {
        Some(ResearchEvent::Requested { request, .. }) => (&request.root, &request.intent.topic),
        _ => ("", ""),
    }
}

impl Research {
    pub(crate) async fn run(mut self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let settings = Settings::load()?;
        let format = self.format.or(settings.format()).unwrap_or_default();
        let refuse = |_: &str, why: &TranscriptError| ResearchError::Transcript(why.clone()).into();
        let interrupted = Interrupted::read(self.resume.as_deref(), stop, refuse).await?;
        let topic = match self.topic.take() {
            Some(topic) => input::query(topic, terminal, stop).await?,
            None => String::new(),
        };
        let roots = match &interrupted {
            Some(interrupted) => {
                let (root, topic) = recorded(&interrupted.events);
                let roots = root::resume_roots(self.roots.explicit()?, root, &interrupted.what)?;
                self.roots.with_packages(roots, topic, &self.run_args.cache, terminal)?
            }
            None => {
                let chosen = self.clones.chosen(&topic, &self.words, terminal, stop).await?;
                self.roots.find_for(chosen, &topic, &self.run_args.cache, terminal)?
            }
        };
        let (explorer, stages, model) = stages(&roots, &self.run_args, &settings, terminal)?;
        let roots = explorer.toolbox().sandbox().workspace().clone();
        if let Some(interrupted) = &interrupted {
            root::check_given(interrupted.events.iter().flat_map(Record::files), &roots)?;
        }
        let path = self.transcript.as_deref();
        let transcript = Transcript::open(interrupted.as_ref(), path, &roots, RunKind::Research)?;
        #[cfg(feature = "nats")]
        let (remote, model) = match &self.nats {
            Some(url) => {
                let (bus, model) = remote::connect(url, &stages).await?;
                (Some(bus), model)
            }
            None => (None, model),
        };
        let mut dependencies = RunDependencies::local(stages, stop.0.clone());
        #[cfg(feature = "nats")]
        if let Some(bus) = &remote {
            dependencies.bus = Arc::new(bus.clone());
        }
        if let Some(seconds) = self.max_seconds {
            dependencies.deadline = Duration::from_secs(seconds.into());
        }
        dependencies.observer = transcript.clone().map(|transcript| -> Observer {
            Arc::new(move |record: &Record| {
                transcript.append(&write_transcript(std::slice::from_ref(record)));
            })
        });
        let progress = terminal.progress.then(|| Progress::start("researching", &explorer));
        let outcome = match interrupted {
            Some(interrupted) => resume(interrupted.events, &dependencies).await,
            None => {
                let mut request = self.request(topic, explorer.root(), model);
                for note in clamped_hints(&request.intent.hints) {
                    terminal.note(&note);
                }
                if let Some(path) = request.intent.hints.get_mut(PATH_HINT) {
                    *path = paths::in_roots(path, &roots);
                    let (path, explorer) = (path.clone(), explorer.clone());
                    stop.or_blocking(move || paths::check(&[path], &explorer)).await?;
                }
                run(request, &dependencies).await
            }
        };
        drop(progress);
        let researched = outcome?;
        if let Some(transcript) = transcript {
            transcript.finish()?;
        }
        if researched.result.evidence.is_empty() {
            opening::check_has_files(&explorer, stop).await?;
        }
        let lines = self.max_lines();
        let exit = print_result(&researched, format, lines, self.trace, Some(&roots), terminal)?;
        #[cfg(feature = "nats")]
        if let Some(bus) = &remote {
            remote::conclude(bus, &researched).await?;
        }
        Ok(exit)
    }

    /// The most lines that findings have in a text.
    fn max_lines(&self) -> usize {
        if self.all { usize::MAX } else { SCREEN_LINES }
    }

    fn request(&self, topic: String, root: &str, model: String) -> Request {
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let nanos = since_epoch.map_or(0, |time| time.as_nanos());
        Request {
            intent: payload::Intent {
                topic,
                hints: self.hint.iter().cloned().collect(),
                budget_tokens: self.budget_tokens.map_or(0, i64::from),
                max_iterations: self.max_iterations.map_or(0, i64::from),
            }
            .with_lists(&self.axes, &self.words),
            loop_id: format!("research-{nanos:x}-{}", std::process::id()),
            parent: String::new(),
            root: root.to_owned(),
            model,
        }
    }
}

/// A repository, its stages, and the name of the model that makes their decisions.
pub(crate) fn stages(
    roots: &Workspace,
    run_args: &RunArgs,
    settings: &Settings,
    terminal: &Terminal,
) -> Result<(Explorer, RepoStages, String), Failure> {
    let explorer = opening::open(roots, &run_args.files, &run_args.cache, terminal)?;
    let stages = RepoStages::new(explorer.toolbox().clone());
    Ok(match models::research_model(&run_args.model_args, settings)? {
        Some((name, model)) => (explorer, stages.with_model(model), name),
        None => (explorer, stages, String::new()),
    })
}

/// Prints a result, in a text with at most `max_lines` lines of findings, and its trace if asked for. Returns the exit code:
/// nothing was found only if there are no claims and nothing was lost.
fn print_result(
    researched: &Researched,
    format: Format,
    max_lines: usize,
    with_trace: bool,
    roots: Option<&Workspace>,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let mut text = match format {
        Format::Text => firsthand_research::text(researched, terminal.page_width(), max_lines),
        Format::Html => page(researched, &sources(roots, &researched.report)),
        _ => firsthand_research::print(researched, format),
    };
    if with_trace {
        let trace_text = trace(&researched.transcript);
        match format {
            Format::Text => text += &format!("\n{trace_text}"),
            Format::Md => {
                let trace_text = trace_text.replace("```", "'''");
                text += &format!("\n### trace\n```text\n{trace_text}```\n");
            }
            // These formats are complete documents.
            _ => eprint!("{trace_text}"),
        }
    }
    print(&text)?;
    let coverage = &researched.report.facts().coverage;
    Ok(if !researched.result.claims.is_empty() {
        Exit::Done
    } else if coverage.files_seen == 0 {
        // A run that searched nothing has failed.
        Exit::Failed
    } else if coverage.losses.is_empty() {
        Exit::NothingFound
    } else {
        Exit::Done
    })
}

/// Whether a text is the transcript of a research run.
pub(crate) fn is_log(text: &str) -> bool {
    text.as_bytes().starts_with(RunKind::Research.prefix())
}

/// Prints the result of a transcript, rebuilt from it alone; or its trace.
pub(crate) fn print_replay(
    text: &str,
    format: Format,
    only_trace: bool,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let (records, _) = read_complete_lines::<Record>(text).map_err(ResearchError::Transcript)?;
    if only_trace {
        print(&trace(&records))?;
        return Ok(Exit::Done);
    }
    let researched = replay(&records).map_err(ResearchError::Transcript)?;
    print_result(&researched, format, usize::MAX, false, None, terminal)
}
