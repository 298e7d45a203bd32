//! `guard`: the lint that keeps a search generic, over any sources.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use firsthand_guard::Vocabulary;
use firsthand_guard::load::{Guarded, LoadError, Project, derive, read_tasks, read_vocabulary};

use crate::failure::{Exit, Failure};
use crate::output::{print, print_json};
use crate::paint::Terminal;
use crate::stop::Stop;

const EXAMPLES: &str = "\
Examples:
  firsthand guard
  firsthand guard src/adapters --vocabulary banned.txt
  firsthand guard --derive tasks/ --format sarif > guard.sarif
  firsthand guard --derive tasks/ --print-vocabulary > banned.txt

Exit codes: 0 no finding, 1 findings, 2 wrong use.";

/// Where settings are, unless the caller says otherwise.
const SETTINGS: &str = "guard.toml";

/// Look for words and tables that make a search less than general
///
/// Looks for words of a product or a benchmark, closed tables of roles, regexes and word lists that are applied to a
/// query, and orders in the texts of reports, in Rust, TypeScript, JavaScript and Python. What is production code and
/// what is allowed stands in guard.toml; without one, all but tests is.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Guard {
    /// Files and folders; all that the settings name otherwise
    paths: Vec<PathBuf>,
    /// The settings; guard.toml in this folder, if there is one
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Banned words, one a line, in place of those that the settings name
    #[arg(long, value_name = "FILE")]
    vocabulary: Option<PathBuf>,
    /// Derive banned words from tasks (JSON lines with repo and query), or from folders of them
    #[arg(long, value_name = "TASKS", num_args = 1..)]
    derive: Vec<PathBuf>,
    /// Print the banned words, as --vocabulary takes them, and look at nothing
    #[arg(long)]
    print_vocabulary: bool,
    /// text for people, json for programs, sarif for code review
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        hide_possible_values = true
    )]
    format: Form,
}

/// How to print findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Form {
    /// For people.
    #[default]
    Text,
    /// `firsthand.guard/1`.
    Json,
    /// SARIF 2.1.0.
    Sarif,
}

impl Guard {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let (format, only_words) = (self.format, self.print_vocabulary);
        let work = move || self.look().map_err(Failure::Guard);
        let (project, words, guarded) = stop.or_blocking(work).await?;
        if !guarded.passed_over.is_empty() {
            let names = guarded.passed_over.join(", ");
            terminal.note(&format!("not looked at, too long or no text: {names}"));
        }
        if guarded.files.is_empty() && !only_words {
            terminal.note("no production file was found: nothing was looked at");
        }
        if only_words {
            print(&words.list())?;
            return Ok(Exit::Done);
        }
        match format {
            Form::Json => print_json(&firsthand_guard::json(
                &guarded.findings,
                guarded.files.len(),
            ))?,
            Form::Sarif => print_json(&firsthand_guard::sarif(&guarded.findings))?,
            Form::Text => print(&page(&project, &guarded, terminal.stdout.color))?,
        }
        Ok(match guarded.findings.is_empty() {
            // To find nothing wrong in nothing is no success.
            true if guarded.files.is_empty() => Exit::Usage,
            true => Exit::Done,
            false => Exit::Failed,
        })
    }

    fn look(self) -> Result<(Project, Vocabulary, Guarded), LoadError> {
        let project = match &self.config {
            Some(settings) => Project::open(settings)?,
            None if Path::new(SETTINGS).exists() => Project::open(Path::new(SETTINGS))?,
            None => Project::bare(Path::new(".")),
        };
        let words = self.words(&project)?;
        let guarded = match self.print_vocabulary {
            true => Guarded::default(),
            false => project.check(&self.paths, &words)?,
        };
        Ok((project, words, guarded))
    }

    /// The banned words: what the caller names, or what the settings do.
    fn words(&self, project: &Project) -> Result<Vocabulary, LoadError> {
        if self.vocabulary.is_none() && self.derive.is_empty() {
            return project.vocabulary();
        }
        let mut words = Vocabulary::of(project.config.terms());
        if let Some(list) = &self.vocabulary {
            words = words.and(read_vocabulary(list)?);
        }
        let mut tasks = Vec::new();
        for path in &self.derive {
            tasks.extend(read_tasks(path)?);
        }
        project.exempt(words.and(derive(&tasks)))
    }
}

fn page(project: &Project, guarded: &Guarded, color: bool) -> String {
    let text = guarded.text(&project.config, color);
    match text.is_empty() {
        true => format!("no finding in {} files\n", guarded.files.len()),
        false => text,
    }
}
