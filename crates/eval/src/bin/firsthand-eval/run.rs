//! `run`: asks every arm every task, with a journal, shards and repetitions.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use firsthand::Cancel;
use firsthand_eval::{
    Arm, Journal, ModelSource, Plan, Progress, RequiredModel, Shard, Split, TaskSet,
    parse_named_file, read_tasks, run, table,
};

use crate::{Failure, print, read};

const EXAMPLES: &str = "\
Examples:
  firsthand-eval run --tasks tasks.jsonl --trees trees --arm search
  firsthand-eval run --tasks \"Go, history=go.jsonl\" --trees trees \\
    --arm builtin --arm search --out run.jsonl --resume
  firsthand-eval run --tasks tasks.jsonl --trees trees \\
    --arm \"command:my-search --dir {root} --text-file {query_file}\"
  firsthand-eval run --tasks tasks.jsonl --trees trees --main anthropic:NAME --explorer openai:NAME \\
    --arm baseline --arm explore-v1 --arm explore-v2 --split held-out --out run.jsonl

A task is one JSON object a line:
  {\"id\", \"repo\": \"OWNER/NAME\", \"base\": COMMIT, \"query\", \"intent\",
   \"gold\": [{\"path\", \"ranges\": [[first, last]], \"weights\", \"as_written\"}], \"absent\": true instead of gold,
   \"meta\": {\"insert_only\", \"root\", \"language\", \"kind\", \"absent_words\"}}

Arms:
  search            the code graph with the task's text, tests left out; no model
  search-all        the same, tests included: what `firsthand search` does
  builtin           a whole exploration with the embedded model
  explore-v2        a whole exploration with the model of --explorer
  explore-v1        its predecessor, with the same model: packet, selection, follow-up passes
  baseline          with --main: an agent with grep, read_file and list_files
  none              with --main: an agent without any tool
  command:TEMPLATE  a program, without a shell; it prints firsthand.search/1 or
                    firsthand.report/2 as JSON, or path:first-last or path a line, best first

With --main an agent works on each task and answers; in all arms but baseline and none it also has
explore_code, whose reports the arm makes. A model is SERVICE:NAME (its key from the environment) or, for --explorer,
builtin.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Run {
    /// Files of tasks, each a set; NAME=FILE gives the set a name
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    tasks: Vec<String>,
    /// Where the tasks' trees are: a folder OWNER+NAME-COMMIT each, with twelve digits of the commit
    #[arg(long, value_name = "DIR")]
    trees: PathBuf,
    /// What to measure; may be repeated
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
    #[arg(long, value_enum, value_name = "HALF")]
    split: Option<Split>,
    /// Only a part of the tasks: I of N; the scripts read the parts' journals together
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
    /// How long an answer may take; 120, or 900 with --main
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    timeout: Option<u32>,
}

impl Run {
    pub(crate) fn run(&self, quiet: bool, cancel: &Cancel) -> Result<(), Failure> {
        let plan = self.plan()?;
        let journal = match &self.out {
            Some(path) => Some(Journal::open(path, self.resume)?),
            None => None,
        };
        let unreadable = journal.as_ref().map_or(0, Journal::unreadable_lines);
        if unreadable > 0 && !quiet {
            eprintln!(
                "note: {unreadable} line(s) of the journal cannot be read and are left as they are"
            );
        }
        let shows_progress = !quiet && io::stderr().is_terminal();
        let measured = run(&plan, journal.as_ref(), cancel, &|progress| {
            if shows_progress {
                eprint!("{}", progress_line(progress));
            }
        })?;
        if let Some(first) = measured.skipped.first()
            && measured.records.is_empty()
        {
            return Err(Failure::usage(format!(
                "no task was measured: {} skipped, the first because: {}",
                measured.skipped.len(),
                first.why
            ))
            .hint("bench/eval/trees.py writes the trees of a file of tasks"));
        }
        print(&table(&measured))
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let arms: Result<Vec<Arm>, _> = self.arm.iter().map(|arm| arm.parse()).collect();
        let arms = arms.map_err(|why| {
            Failure::usage(why).hint(
                "an example: --arm \"command:my-search --dir {root} --text-file {query_file}\"",
            )
        })?;
        let main = open(self.main.as_deref(), self.main_url.as_deref())?;
        let explorer = open(self.explorer.as_deref(), self.explorer_url.as_deref())?;
        for arm in &arms {
            match arm.needs() {
                RequiredModel::Main if main.is_none() => {
                    let why = format!("the arm {arm} is what a main agent does, and there is none");
                    return Err(Failure::usage(why).hint("--main SERVICE:NAME names its model"));
                }
                RequiredModel::Explorer if explorer.is_none() => {
                    let why = format!("the arm {arm} has no model to explore with");
                    return Err(Failure::usage(why).hint("--explorer SERVICE:NAME names it"));
                }
                _ => {}
            }
        }
        let models = [&main, &explorer];
        let asks_language_model = models.into_iter().flatten().any(ModelSource::is_language_model);
        let repeats = if asks_language_model { 3 } else { 1 };
        let timeout = if main.is_some() { 900 } else { 120 };
        let cannot_start = |why| Failure::work(format!("the program cannot start: {why}"));
        let program = std::env::current_exe().map_err(cannot_start)?;
        Ok(Plan {
            arms,
            sets: self.sets()?,
            trees: self.trees.clone(),
            repeat: self.repeats.unwrap_or(repeats),
            jobs: usize::from(self.jobs),
            version: version(&program).map_err(cannot_start)?,
            program,
            timeout: Duration::from_secs(self.timeout.unwrap_or(timeout).into()),
            main,
            explorer,
            shard: self.shard,
        })
    }

    /// Reads and filters the task sets; empty sets are left out.
    fn sets(&self) -> Result<Vec<TaskSet>, Failure> {
        let mut sets: Vec<TaskSet> = Vec::new();
        for argument in &self.tasks {
            let (name, file) = parse_named_file(argument);
            if sets.iter().any(|set| set.name == name) {
                let why = format!("two sets of tasks have the name `{name}`");
                return Err(Failure::usage(why).hint("--tasks NAME=FILE gives a set a name"));
            }
            let tasks = read_tasks(&read(&file)?).map_err(|why| {
                let what = file.display();
                Failure::usage(format!("{what}: line {} is no task: {}", why.line, why.why))
                    .hint("a task is one JSON object a line, with id, repo, base, query and gold")
            })?;
            sets.push(TaskSet { name, tasks });
        }
        let limit = self.limit.map_or(usize::MAX, |limit| limit as usize);
        for set in &mut sets {
            if let Some(only) = self.only.as_deref().filter(|only| !set.name.contains(only)) {
                set.tasks.retain(|task| task.id.contains(only) || task.repo.contains(only));
            }
            if let Some(split) = self.split {
                set.tasks.retain(|task| Split::of(&task.repo) == split);
            }
            set.tasks.truncate(limit);
        }
        sets.retain(|set| !set.tasks.is_empty());
        if sets.is_empty() {
            return Err(Failure::usage("there is no task to measure with").hint(
                "--only takes a part of a task's id, repository or set, and --split one half of the repositories",
            ));
        }
        Ok(sets)
    }
}

fn open(name: Option<&str>, url: Option<&str>) -> Result<Option<ModelSource>, Failure> {
    let source = name.map(|name| ModelSource::open(name, url));
    source.transpose().map_err(Failure::usage)
}

/// A line that replaces itself in a terminal.
fn progress_line(progress: &Progress<'_>) -> String {
    let text =
        format!("{}/{} · {} · {}", progress.finished, progress.total, progress.arm, progress.id);
    format!("\r\x1b[2K{}\r", firsthand::registry::escape(&text))
}

/// The name of a build: the package's version and a short hash of its executable.
#[expect(clippy::disallowed_methods, reason = "the program's own file")]
fn version(executable: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    io::copy(&mut std::fs::File::open(executable)?, &mut hasher)?;
    let hash = hasher.finalize().to_hex();
    Ok(format!("{}+{}", env!("CARGO_PKG_VERSION"), &hash[..12]))
}
