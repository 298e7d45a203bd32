//! The command-line arguments that several commands share.

mod cache;
mod clones;
mod help;
pub(crate) mod paths;
mod run;
mod unquoted;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, FromArgMatches as _, Parser, ValueEnum};
use firsthand::Include;
use firsthand_render::{Audience, Format, LEAST_CHARS};
use serde::Serialize;

use crate::commands::Command;
use crate::failure::Failure;
use crate::paint::{Color, Terminal, print, print_json};
use crate::root;

pub(crate) use cache::Cache;
pub(crate) use clones::Clones;
pub(crate) use paths::Paths;
pub(crate) use run::{Budget, ModelArgs, Roots, RunArgs};
use unquoted::{question_hint, refined};

const AFTER_HELP: &str = "\
Examples:
  firsthand explore \"how does a request reach its handler?\"
  firsthand search --symbol parse_args --relation callers
  git show -s --format=%B | firsthand explore - --intent debug --format md

Exit codes:
  0    a report, also a fallback report that has places or searched
  1    the command failed; verify: a place does not hold; absent: it was found
  2    wrong usage
  3    nothing relevant was found; verify: nothing to verify; absent: nothing is proved
  130  cancelled";

/// A code explorer that can only report what it saw first-hand.
#[derive(Parser, Debug)]
#[command(name = "firsthand", version, after_help = AFTER_HELP, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Colour the output: auto, always or never
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        hide_possible_values = true
    )]
    pub(crate) color: Color,
    /// Print no progress and no notes
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

impl Cli {
    /// Reads the command line.
    ///
    /// # Errors
    /// The exit code, after the help or the usage error was printed.
    pub(crate) fn read() -> Result<Self, ExitCode> {
        let mut command = help::command();
        let matches = command.try_get_matches_from_mut(std::env::args_os());
        let parsed = matches.and_then(|matches| Self::from_arg_matches(&matches));
        parsed.map_err(|error| {
            let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
            let hint = question_hint(&error, words);
            let error = refined(error, hint.is_some()).format(&mut command);
            // A failure to print cannot be reported.
            let _ = error.print();
            if let Some(hint) = hint {
                eprintln!("hint: {hint}");
            }
            u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
        })
    }
}

/// The repository.
#[derive(Args, Debug)]
pub(crate) struct Root {
    /// The repository [default: the one around the working folder, or else that folder]
    #[arg(long, value_name = "DIR", help_heading = "Scope", value_parser = folder())]
    root: Option<PathBuf>,
}

/// Reads a folder; `~` is the home folder.
pub(crate) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| match path.to_str() {
        Some(text) => PathBuf::from(&*root::expanded(text)),
        None => path,
    })
}

impl Root {
    /// The folder to explore. A note names it if it is not the working folder and no flag named it.
    pub(crate) fn find(&self, terminal: &Terminal) -> PathBuf {
        self.root.clone().unwrap_or_else(|| root::noted_root(terminal))
    }

    /// The folder to explore, as [`Root::find`].
    ///
    /// # Errors
    /// No flag named it, and it is the home folder or the top of the file system.
    pub(crate) fn project(&self, terminal: &Terminal) -> Result<PathBuf, Failure> {
        self.root.clone().map_or_else(|| root::default_project(terminal), Ok)
    }

    /// The value of `--root`, if given.
    pub(crate) fn explicit(&self) -> Option<&Path> {
        self.root.as_deref()
    }
}

/// The files to search.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct FileArgs {
    /// Rank these kinds of files like other source files: tests, generated, docs [default: they rank lower]
    #[arg(
        long,
        value_name = "KINDS",
        help_heading = "Scope",
        value_enum,
        value_delimiter = ',',
        hide_possible_values = true,
        hide_short_help = true
    )]
    include: Vec<FileClass>,
    /// Exclude paths that match a pattern in .gitignore syntax, without negation (!); may be repeated
    #[arg(long, value_name = "GLOB", help_heading = "Scope", hide_short_help = true)]
    pub(crate) exclude: Vec<String>,
}

/// Kinds of files that rank lower by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FileClass {
    Tests,
    Generated,
    Docs,
}

impl FileArgs {
    /// The kinds of files to rank like other source.
    pub(crate) fn include(&self) -> Include {
        Include {
            tests: self.include.contains(&FileClass::Tests),
            generated: self.include.contains(&FileClass::Generated),
            docs: self.include.contains(&FileClass::Docs),
        }
    }
}

/// How to print a report.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// text for people, md for agents, json for programs, html for a browser [default: text]
    #[arg(long, value_name = "FORMAT", help_heading = "Output", hide_possible_values = true, value_parser = name_parser::<Format>(Format::ALL.map(Format::name)))]
    pub(crate) format: Option<Format>,
    /// The maximum length of the text and Markdown forms, in characters
    #[arg(long, value_name = "N", help_heading = "Output", default_value_t = 2500, value_parser = report_chars_parser(), hide_short_help = true)]
    pub(crate) max_chars: u64,
    /// In Markdown, print lists and full paths for people, and no JSON block: for a pull request or an issue
    #[arg(long, help_heading = "Output")]
    pub(crate) no_json: bool,
    /// In the text form, print all places to read, and how the run went
    #[arg(long, help_heading = "Output")]
    pub(crate) explain: bool,
}

impl OutputArgs {
    /// The most characters of the printed report.
    pub(crate) fn report_chars(&self) -> usize {
        usize::try_from(self.max_chars).unwrap_or(usize::MAX)
    }

    /// Who reads the Markdown form.
    pub(crate) fn audience(&self) -> Audience {
        if self.no_json && self.format == Some(Format::Md) {
            Audience::People
        } else {
            Audience::Host
        }
    }

    /// Sets the format unless a flag did.
    pub(crate) fn or_format(mut self, format: Option<Format>) -> Self {
        self.format = self.format.or(format);
        self
    }
}

/// How to print other output than reports.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct PlainOutputArgs {
    /// text for people, json for programs
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        help_heading = "Output",
        hide_possible_values = true
    )]
    pub(crate) format: PlainFormat,
}

impl PlainOutputArgs {
    /// Prints a result: `json` for programs, or `text` for people.
    pub(crate) fn print(
        self,
        json: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        match self.format {
            PlainFormat::Json => print_json(json),
            PlainFormat::Text => print(&text()),
        }
    }
}

/// The formats of other output than reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum PlainFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// The upper limit of --max-chars.
const MAX_CHARS: u64 = 1_000_000;

/// Parses one of `names` into the type that they belong to.
pub(crate) fn name_parser<T>(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

fn report_chars_parser() -> impl TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(LEAST_CHARS as u64..=MAX_CHARS)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use firsthand::{Intent, Relation};

    use super::*;

    #[test]
    fn the_argument_definition_is_valid() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_wire_name_is_accepted() {
        let check = |flag: &str, names: Vec<String>, rest: &[&str]| {
            for name in names {
                let mut words = vec!["firsthand"];
                words.extend(rest);
                words.extend([flag, &name]);
                assert!(Cli::try_parse_from(&words).is_ok(), "{words:?}");
            }
        };
        let names = |all: &[&dyn ToString]| all.iter().map(|one| one.to_string()).collect();
        check("--intent", Intent::ALL.iter().map(ToString::to_string).collect(), &["explore", "q"]);
        check("--format", Format::ALL.iter().map(ToString::to_string).collect(), &["explore", "q"]);
        let symbol = ["search", "--symbol", "s"];
        check("--relation", Relation::ALL.iter().map(ToString::to_string).collect(), &symbol);
        check("--include", names(&[&"tests", &"tests,docs", &"generated"]), &["search", "q"]);
    }
}
