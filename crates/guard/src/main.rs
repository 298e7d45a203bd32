//! `firsthand-guard`: the lint, over the sources of a project.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::AutoStream;
use clap::{ColorChoice, Parser, ValueEnum};
use firsthand_guard::load::{CheckResult, LoadError, Project};
use firsthand_source::escape;

const EXAMPLES: &str = "\
Examples:
  firsthand-guard
  firsthand-guard src/adapters --vocabulary banned.txt
  firsthand-guard --format sarif > guard.sarif

Exit codes: 0 no finding, 1 findings or standard output cannot be written, 2 wrong usage, or a file was not looked at.";

/// The path of the settings, unless the caller names another file.
const SETTINGS: &str = "guard.toml";

/// The exit code if there are findings, or if standard output cannot be written.
const FAILURE: u8 = 1;
/// The exit code if the project or a file of it cannot be checked, or there is no file to check.
const NOT_CHECKED: u8 = 2;

/// Look for words and tables that make a search less than general
///
/// Looks for words of a product or a benchmark, closed tables of roles, regexes and word lists that are applied to a
/// query, and orders in the texts of reports, in Rust, TypeScript, JavaScript and Python. What is production code and
/// what is allowed stands in guard.toml; without one, all but tests is.
#[derive(Parser, Debug)]
#[command(name = "firsthand-guard", version, after_help = EXAMPLES)]
struct Guard {
    /// Files and folders; all that the settings name otherwise
    paths: Vec<PathBuf>,
    /// The settings; guard.toml in this folder, if there is one
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Banned words, one a line, in place of those that the settings name
    #[arg(long, value_name = "FILE")]
    vocabulary: Option<PathBuf>,
    /// text for people, sarif for code review and programs
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    format: Form,
    /// Whether to colour: auto, always or never
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", hide_possible_values = true)]
    color: ColorChoice,
    /// No notes
    #[arg(long, short)]
    quiet: bool,
}

/// How to print findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Form {
    /// For people.
    #[default]
    Text,
    /// SARIF 2.1.0.
    Sarif,
}

fn main() -> ExitCode {
    let guard = Guard::parse();
    let (project, result) = match guard.check_project() {
        Ok(checked) => checked,
        Err(why) => {
            print_message("error", &why.to_string());
            if let Some(hint) = hint(&why) {
                print_message("hint", hint);
            }
            return ExitCode::from(NOT_CHECKED);
        }
    };
    match guard.print(&project, &result) {
        // The reader closed standard output, for example `head`: that is no error.
        Err(why) if why.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(why) => {
            print_message("error", &format!("standard output cannot be written: {why}"));
            ExitCode::from(FAILURE)
        }
        Ok(()) => exit_code(&result),
    }
}

impl Guard {
    fn check_project(&self) -> Result<(Project, CheckResult), LoadError> {
        let project = match &self.config {
            Some(settings) => Project::open(settings)?,
            None if Path::new(SETTINGS).exists() => Project::open(Path::new(SETTINGS))?,
            None => Project::bare(Path::new(".")),
        };
        let words = project.vocabulary(self.vocabulary.as_deref())?;
        let result = project.check(&self.paths, &words)?;
        Ok((project, result))
    }

    fn print(&self, project: &Project, result: &CheckResult) -> io::Result<()> {
        if !result.skipped.is_empty() && !self.quiet {
            let names = result.skipped.join(", ");
            print_message("note", &format!("not looked at, too long or no text: {names}"));
        }
        if result.files.is_empty() && !self.quiet {
            print_message("note", "no production file was found: nothing was looked at");
        }
        let text = match self.format {
            Form::Sarif => {
                serde_json::to_string_pretty(&firsthand_guard::sarif(&result.findings))? + "\n"
            }
            Form::Text if result.findings.is_empty() => {
                format!("no finding in {} files\n", result.files.len())
            }
            Form::Text => result.text(&project.config, self.colors()),
        };
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    fn colors(&self) -> bool {
        match self.color {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        }
    }
}

/// The exit code. Checking no file at all, or not all of them, is not a success.
fn exit_code(result: &CheckResult) -> ExitCode {
    if !result.findings.is_empty() {
        ExitCode::from(FAILURE)
    } else if result.files.is_empty() || !result.skipped.is_empty() {
        ExitCode::from(NOT_CHECKED)
    } else {
        ExitCode::SUCCESS
    }
}

fn print_message(label: &str, text: &str) {
    // Standard error is closed: nothing can be reported.
    let _ = writeln!(io::stderr(), "{label}: {}", escape(text));
}

fn hint(why: &LoadError) -> Option<&'static str> {
    match why {
        LoadError::Read { .. } => None,
        LoadError::Config { .. } => Some("`[production] paths = […]` says what to look at"),
    }
}
