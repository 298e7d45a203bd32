//! `retrieval`: whether the right files and lines are found, how fast, and in how much memory.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use firsthand::Cancel;
use firsthand_eval::{
    Arm, Budget, Document, GroupBy, Journal, Measured, Plan, Split, Step, TaskSet, Trees,
    name_and_file, read_tasks, run, table, version,
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::{print, print_json, read};

const EXAMPLES: &str = "\
Examples:
  firsthand-eval retrieval --tasks tasks.jsonl --trees /tmp/trees --mirrors ~/mirrors
  firsthand-eval retrieval --tasks \"Go, history=go.jsonl\" --trees /tmp/trees \\
    --git-dir owner/name=~/src/name/.git --arm bm25 --arm search --out run.jsonl --resume
  firsthand-eval retrieval --tasks tasks.jsonl --trees /tmp/trees \\
    --arm \"command:my-search --dir {root} --text-file {query_file}\"

A task is one JSON object a line:
  {\"id\", \"repo\": \"OWNER/NAME\", \"base\": COMMIT, \"query\", \"intent\",
   \"gold\": [{\"path\", \"ranges\": [[first, last]], \"as_written\"}], \"absent\": true instead of gold,
   \"meta\": {\"insert_only\", \"root\", \"language\", \"kind\", \"absent_words\"}}

Arms:
  search            the code graph with the task's text, tests left out; no model
  search-all        the same, tests included: what `firsthand search` does
  builtin           a whole exploration with the embedded model
  bm25              BM25 over files and chunks of 50 lines: the floor
  command:TEMPLATE  a program, without a shell; it prints firsthand.search/1 or
                    firsthand.report/1 as JSON, or path:first-last or path a line, best first";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Retrieval {
    /// Files of tasks, each a set; NAME=FILE gives the set a name
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    tasks: Vec<String>,
    /// Where the tasks' trees are, and are written where they are missing
    #[arg(long, value_name = "DIR")]
    trees: PathBuf,
    /// A repository's git directory, as OWNER/NAME=PATH; may be repeated
    #[arg(long, value_name = "REPO=PATH")]
    git_dir: Vec<String>,
    /// A folder of git directories: OWNER+NAME or OWNER/NAME, perhaps with .git or /repo behind
    #[arg(long, value_name = "DIR")]
    mirrors: Option<PathBuf>,
    /// What to measure; may be repeated, and is then compared
    #[arg(long, value_name = "ARM", default_value = "search")]
    arm: Vec<String>,
    /// The most tasks of a set
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Only tasks with this in their id, repository or set
    #[arg(long, value_name = "SUBSTRING")]
    only: Option<String>,
    /// Only repositories of one half, by a hash of their name: weights are fitted on one, judged on the other
    #[arg(long, value_enum, default_value_t, value_name = "HALF")]
    split: Half,
    /// How often to ask each question
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    repeat: u32,
    /// A journal: a JSON line an answer, as it happens
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Take up the journal: what this build has answered is not asked again
    #[arg(long, requires = "out")]
    resume: bool,
    /// How many questions at a time; more than one disturbs the times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
    /// Run our arms in this process: faster; times are warm, memory is unknown
    #[arg(long)]
    in_process: bool,
    /// How long an answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..))]
    timeout: u32,
    /// What a row of the table is
    #[arg(long, value_enum, default_value_t, value_name = "GROUP")]
    by: By,
    /// text for people (Markdown tables), json for programs
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        hide_possible_values = true
    )]
    format: Form,
}

/// How to print what was measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Form {
    /// For people.
    #[default]
    Text,
    /// `firsthand.eval/1`.
    Json,
}

/// What a row of the table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum By {
    /// A file of tasks.
    #[default]
    Set,
    /// A repository.
    Repo,
    /// The ending of the answer's first file.
    Extension,
    /// The language that the task names, or else that ending.
    Language,
}

/// Which repositories to ask about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Half {
    /// Where weights are fitted.
    Fit,
    /// Where they are judged.
    Judge,
    /// Both.
    #[default]
    All,
}

impl Half {
    fn split(self) -> Option<Split> {
        match self {
            Self::Fit => Some(Split::Fit),
            Self::Judge => Some(Split::Judge),
            Self::All => None,
        }
    }
}

impl Retrieval {
    pub(crate) fn run(&self, quiet: bool, cancel: &Cancel) -> Result<(), Failure> {
        let plan = self.plan()?;
        let journal = self.out.as_ref();
        let journal = journal
            .map(|path| Journal::open(path, self.resume))
            .transpose()
            .map_err(Failure::Journal)?;
        let torn = journal.as_ref().map_or(0, |journal| journal.torn);
        if torn > 0 && !quiet {
            eprintln!(
                "note: {torn} line(s) of the journal cannot be read and are left as they are"
            );
        }
        let progress = progress(quiet);
        let tell = |step: &Step<'_>| progress.set_message(said(step));
        let measured = run(&plan, journal.as_ref(), cancel, &tell);
        progress.finish_and_clear();
        let measured = measured.map_err(Failure::Run)?;
        nothing_measured(&measured)?;
        let document = Document::new(&plan, measured, self.by.into());
        match self.format {
            Form::Json => print_json(&document),
            Form::Text => print(&table(&document)),
        }
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let arms = self.arm.iter().map(|arm| arm.parse::<Arm>());
        let arms = arms.collect::<Result<_, _>>().map_err(Failure::Arm)?;
        let program = std::env::current_exe().map_err(Failure::Start)?;
        Ok(Plan {
            arms,
            // Read before a folder is made for their trees.
            sets: self.sets()?,
            split: self.split.split(),
            trees: self.trees()?,
            budget: Budget::default(),
            repeat: self.repeat,
            jobs: usize::from(self.jobs),
            version: version(&program).map_err(Failure::Start)?,
            program: (!self.in_process).then_some(program),
            timeout: Duration::from_secs(u64::from(self.timeout)),
        })
    }

    fn trees(&self) -> Result<Trees, Failure> {
        let mut trees = Trees::open(&self.trees).map_err(|why| {
            let path = self.trees.clone();
            Failure::Trees { path, why }
        })?;
        for given in &self.git_dir {
            let halves = given.split_once('=').filter(|(repo, _)| repo.contains('/'));
            let (repo, path) = halves.ok_or_else(|| Failure::GitDir(given.clone()))?;
            trees = trees.git_dir(repo, path);
        }
        Ok(match &self.mirrors {
            Some(folder) => trees.mirrors(folder),
            None => trees,
        })
    }

    /// The sets that are asked for; none of them is empty.
    fn sets(&self) -> Result<Vec<TaskSet>, Failure> {
        let mut sets: Vec<TaskSet> = Vec::new();
        for given in &self.tasks {
            let (name, file) = name_and_file(given);
            if sets.iter().any(|set| set.name == name) {
                return Err(Failure::SameSet(name));
            }
            let tasks = read_tasks(&read(&file)?).map_err(|why| Failure::Task {
                what: file.display().to_string(),
                why,
            })?;
            sets.push(TaskSet { name, tasks });
        }
        let limit = self.limit.map_or(usize::MAX, |limit| limit as usize);
        for set in &mut sets {
            if let Some(only) = &self.only {
                let in_set = set.name.contains(only.as_str());
                let wanted = |text: &str| text.contains(only.as_str());
                set.tasks
                    .retain(|task| in_set || wanted(&task.id) || wanted(&task.repo));
            }
            if let Some(split) = self.split.split() {
                set.tasks.retain(|task| Split::of(&task.repo) == split);
            }
            set.tasks.truncate(limit);
        }
        sets.retain(|set| !set.tasks.is_empty());
        match sets.is_empty() {
            true => Err(Failure::NoTask),
            false => Ok(sets),
        }
    }
}

impl From<By> for GroupBy {
    fn from(by: By) -> Self {
        match by {
            By::Set => Self::Set,
            By::Repo => Self::Repo,
            By::Extension => Self::Extension,
            By::Language => Self::Language,
        }
    }
}

/// A line on standard error that says what is being asked; none where that is no terminal.
fn progress(quiet: bool) -> ProgressBar {
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

fn said(step: &Step<'_>) -> String {
    let text = format!("{}/{} · {} · {}", step.done, step.all, step.arm, step.id);
    firsthand::registry::escape(&text).into_owned()
}

fn nothing_measured(measured: &Measured) -> Result<(), Failure> {
    match measured.skipped.first() {
        Some(first) if measured.records.is_empty() => Err(Failure::AllSkipped(
            measured.skipped.len(),
            first.why.clone(),
        )),
        _ => Ok(()),
    }
}
