//! `run`: asks every arm every task, with a journal, shards and repetitions.

mod sets;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use firsthand::Cancel;
use firsthand_eval::{
    Arm, Budget, Journal, Measured, ModelSource, Plan, Progress, RequiredModel, RunError, Shard,
    Split, Trees, run, version,
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::print;
use crate::show::Show;

const EXAMPLES: &str = "\
Examples:
  firsthand-eval run --tasks tasks.jsonl --mirrors ~/mirrors --arm search
  firsthand-eval run --tasks \"Go, history=go.jsonl\" --git-dir owner/name=~/src/name/.git \\
    --arm bm25 --arm search --out run.jsonl --resume
  firsthand-eval run --tasks tasks.jsonl --arm \"command:my-search --dir {root} --text-file {query_file}\"
  firsthand-eval run --tasks tasks.jsonl --main anthropic:NAME --explorer openai:NAME \\
    --arm baseline --arm explore-v1 --arm explore-v2 --split held-out --out run.jsonl

A task is one JSON object a line:
  {\"id\", \"repo\": \"OWNER/NAME\", \"base\": COMMIT, \"query\", \"intent\",
   \"gold\": [{\"path\", \"ranges\": [[first, last]], \"as_written\"}], \"absent\": true instead of gold,
   \"meta\": {\"insert_only\", \"root\", \"language\", \"kind\", \"absent_words\"}}

Arms:
  search            the code graph with the task's text, tests left out; no model
  search-all        the same, tests included: what `firsthand search` does
  builtin           a whole exploration with the embedded model
  bm25              BM25 over files and chunks of 50 lines: the floor
  rg                rg with the question's words: the files with the most matching lines
  explore-v2        a whole exploration with the model of --explorer
  explore-v1        its predecessor, with the same model: packet, selection, follow-up passes
  baseline          with --main: an agent with grep, read_file and list_files
  none              with --main: an agent without any tool
  command:TEMPLATE  a program, without a shell; it prints firsthand.search/1 or
                    firsthand.report/1 as JSON, or path:first-last or path a line, best first

With --main an agent works on each task and answers; in all arms but baseline and none it also has
explore_code, whose reports the arm makes. A model is SERVICE:NAME (its key from the environment), script:FILE or,
for --explorer, builtin.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Run {
    /// Files of tasks, each a set; NAME=FILE gives the set a name
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    tasks: Vec<String>,
    /// Where the tasks' trees are, and are written where they are missing; a folder for temporary files where not given
    #[arg(long, value_name = "DIR")]
    trees: Option<PathBuf>,
    /// A repository's git directory, as OWNER/NAME=PATH; may be repeated
    #[arg(long, value_name = "REPO=PATH")]
    git_dir: Vec<String>,
    /// A folder of git directories: OWNER+NAME or OWNER/NAME, perhaps with .git or /repo behind
    #[arg(long, value_name = "DIR")]
    mirrors: Option<PathBuf>,
    /// What to measure; may be repeated, and is then compared
    #[arg(long, value_name = "ARM", default_value = "search")]
    arm: Vec<String>,
    /// A model that works on each task as an agent, with what the arm gives it
    #[arg(long, value_name = "MODEL")]
    main: Option<String>,
    /// The address of the agent's model
    #[arg(long, value_name = "URL", requires = "main")]
    main_url: Option<String>,
    /// The model that explores in explore-v1 and explore-v2
    #[arg(long, value_name = "MODEL")]
    explorer: Option<String>,
    /// The address of the explorer's model
    #[arg(long, value_name = "URL", requires = "explorer")]
    explorer_url: Option<String>,
    /// The most tasks of a set
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Only tasks with this in their id, repository or set
    #[arg(long, value_name = "SUBSTRING")]
    only: Option<String>,
    /// Only repositories of one half, by a hash of their name: designs are made with one, judged on the other
    #[arg(long, value_enum, default_value_t, value_name = "HALF")]
    split: Half,
    /// Only a part of the tasks: I of N; `merge` puts the parts' journals together
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// How often to ask each question; 3 where a language model answers, or else 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    repeats: Option<u32>,
    /// The journal: one JSON line per event and answer, appended at once
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Continue the journal: questions that this build answered, and recorded model requests, are not repeated
    #[arg(long, requires = "out")]
    resume: bool,
    /// How many questions at a time; more than one disturbs the times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
    /// Run the built-in arms in this process: faster, but caches are warm and memory is not measured
    #[arg(long)]
    in_process: bool,
    /// How long an answer may take; 120, or 900 with --main
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    timeout: Option<u32>,
    #[command(flatten)]
    show: Show,
}

/// Which repositories to ask about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Half {
    /// Those that designs are made and weights are fitted with.
    Known,
    /// Those that they are judged on.
    HeldOut,
    /// Both.
    #[default]
    All,
}

impl Half {
    fn split(self) -> Option<Split> {
        match self {
            Self::Known => Some(Split::Known),
            Self::HeldOut => Some(Split::HeldOut),
            Self::All => None,
        }
    }
}

impl Run {
    pub(crate) fn run(&self, quiet: bool, cancel: &Cancel) -> Result<(), Failure> {
        let plan = self.plan()?;
        let journal = self.out.as_ref();
        let journal = journal
            .map(|path| Journal::open(path, self.resume))
            .transpose()
            .map_err(Failure::Journal)?;
        let unreadable = journal
            .as_ref()
            .map_or(0, |journal| journal.unreadable_lines);
        if unreadable > 0 && !quiet {
            eprintln!(
                "note: {unreadable} line(s) of the journal cannot be read and are left as they are"
            );
        }
        let bar = progress_bar(quiet);
        let on_progress = |progress: &Progress<'_>| bar.set_message(progress_message(progress));
        let measured = run(&plan, journal.as_ref(), cancel, &on_progress);
        bar.finish_and_clear();
        let measured = measured.map_err(|why| match why {
            RunError::Cancelled => Failure::RunCancelled,
            why => Failure::Run(why),
        })?;
        ensure_measured(&measured)?;
        print(
            &self
                .show
                .text(&plan.recorded(), measured, plan.trees.counts())?,
        )
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let arms = self.arm.iter().map(|arm| arm.parse::<Arm>());
        let arms: Vec<Arm> = arms.collect::<Result<_, _>>().map_err(Failure::Arm)?;
        let model = |name: &Option<String>, url: &Option<String>| {
            let open = |name: &String| ModelSource::open(name, url.as_deref());
            name.as_ref().map(open).transpose().map_err(Failure::Model)
        };
        let main = model(&self.main, &self.main_url)?;
        let explorer = model(&self.explorer, &self.explorer_url)?;
        for arm in &arms {
            match arm.needs() {
                RequiredModel::Main if main.is_none() => {
                    return Err(Failure::NeedsMain(arm.to_string()));
                }
                RequiredModel::Explorer if explorer.is_none() => {
                    return Err(Failure::NeedsExplorer(arm.to_string()));
                }
                _ => {}
            }
        }
        let has_language_model = [&main, &explorer]
            .into_iter()
            .flatten()
            .any(ModelSource::is_language_model);
        let timeout = self
            .timeout
            .unwrap_or(if main.is_some() { 900 } else { 120 });
        let program = std::env::current_exe().map_err(Failure::Start)?;
        Ok(Plan {
            arms,
            // Tasks are read before the folder of trees is created.
            sets: self.sets()?,
            split: self.split.split(),
            trees: self.trees()?,
            budget: Budget::default(),
            repeat: self
                .repeats
                .unwrap_or(if has_language_model { 3 } else { 1 }),
            jobs: usize::from(self.jobs),
            version: version(&program).map_err(Failure::Start)?,
            program: (!self.in_process).then_some(program),
            timeout: Duration::from_secs(u64::from(timeout)),
            main,
            explorer,
            shard: self.shard,
        })
    }

    fn trees(&self) -> Result<Trees, Failure> {
        let folder = self.trees.clone();
        let folder = folder.unwrap_or_else(|| std::env::temp_dir().join("firsthand-eval-trees"));
        let mut trees = Trees::open(&folder).map_err(|why| Failure::Trees { path: folder, why })?;
        for argument in &self.git_dir {
            let pair = argument
                .split_once('=')
                .filter(|(repo, _)| repo.contains('/'));
            let (repo, path) = pair.ok_or_else(|| Failure::GitDir(argument.clone()))?;
            trees = trees.git_dir(repo, path);
        }
        Ok(match &self.mirrors {
            Some(folder) => trees.mirrors(folder),
            None => trees,
        })
    }
}

/// A progress line on standard error; hidden if standard error is not a terminal.
fn progress_bar(quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message("measuring");
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

fn progress_message(progress: &Progress<'_>) -> String {
    let text = format!(
        "{}/{} · {} · {}",
        progress.finished, progress.total, progress.arm, progress.id
    );
    firsthand::registry::escape(&text).into_owned()
}

/// Fails if no task was measured because all were skipped.
fn ensure_measured(measured: &Measured) -> Result<(), Failure> {
    match measured.skipped.first() {
        Some(first) if measured.records.is_empty() => Err(Failure::AllSkipped(
            measured.skipped.len(),
            first.why.clone(),
        )),
        _ => Ok(()),
    }
}
