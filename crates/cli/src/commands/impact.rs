//! `impact`: what a change touches.

mod page;

use std::cell::RefCell;
use std::path::Path;
use std::time::Duration;

use clap::{Args, ValueEnum};
use firsthand::impact::{ChangeSpec, ChangedState, ImpactRequest, html, markdown, sarif};

use crate::args::{Cache, FileArgs, Roots};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::opening;
use crate::paint::{Terminal, print, print_json};
use crate::progress::Progress;
use crate::stop::Stop;
use page::Page;

const AFTER_HELP: &str = "\
Examples:
  firsthand impact                       what is not committed, new files included
  firsthand impact --staged              what is staged
  firsthand impact main...               this branch, since it left main
  firsthand impact HEAD~1..HEAD --format md
  gh pr diff 12 | firsthand impact -     a diff

For each declaration that the change adds, removes or alters it lists callers, implementors and other
references, tests that reach it through calls, places that enumerate the same members, documents that
name it, and files that usually change with it. Each has its line and how it was found: by import or
scope unless its mark says by name. \"No use\" comes with a receipt of what was searched. Uses are looked up
in the files as they stand.

Exit codes: 0 done, 1 the command failed, 2 wrong usage, 3 no declaration changes, and
no place depends on the rest.";

/// List what a change touches: callers, tests, siblings, documents
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Impact {
    /// A..B, A...B, a revision to compare the files with, a file with a diff, or - for a diff from standard input
    #[arg(default_value = "HEAD", conflicts_with = "staged")]
    change: String,
    /// The change that is staged
    #[arg(long)]
    staged: bool,
    #[command(flatten)]
    roots: Roots,
    /// Exclude paths that match a pattern in .gitignore syntax, without negation (!); may be repeated
    #[arg(long, value_name = "GLOB", help_heading = "Scope", hide_short_help = true)]
    exclude: Vec<String>,
    #[command(flatten)]
    cache: Cache,
    /// text for people, md for agents, json for programs, html with a diagram, sarif for code review
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        help_heading = "Output",
        hide_possible_values = true
    )]
    format: ImpactFormat,
    /// The most characters of md
    #[arg(long, value_name = "N", help_heading = "Output", hide_short_help = true, default_value_t = 2_500, value_parser = clap::value_parser!(u32).range(500..))]
    max_chars: u32,
    /// The time limit in seconds; what was found until then is printed
    #[arg(long, value_name = "N", help_heading = "Budgets", hide_short_help = true, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    max_seconds: u32,
}

/// The output formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum ImpactFormat {
    #[default]
    Text,
    Md,
    Json,
    Html,
    Sarif,
}

impl Impact {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let roots = self.roots.find(terminal)?;
        let mut files = FileArgs::default();
        files.exclude.clone_from(&self.exclude);
        let explorer = opening::open(&roots, &files, &self.cache, terminal)?;
        let change = self.change(stop).await?;
        let mut request = ImpactRequest::new(change);
        request.max_time = Duration::from_secs(self.max_seconds.into());
        let progress = terminal.progress.then(|| Progress::start("looking up", &explorer));
        let (cancel, looking) = (stop.0.clone(), explorer.clone());
        let mut document = stop.or_blocking(move || Ok(looking.impact(&request, &cancel)?)).await?;
        drop(progress);
        if self.format != ImpactFormat::Text {
            document.notes.extend_from_slice(explorer.notes());
        }
        match self.format {
            ImpactFormat::Json => print_json(&document)?,
            ImpactFormat::Html => print(&html(&document))?,
            ImpactFormat::Sarif => print_json(&sarif(&document))?,
            ImpactFormat::Md => print(&markdown(&document, self.max_chars as usize))?,
            ImpactFormat::Text => {
                let roots = explorer.toolbox().sandbox().workspace();
                let page = Page { terminal, roots, document: &document, marks: RefCell::default() };
                print(&page.render())?;
            }
        }
        let mut changed = document.changed.iter();
        let has_change = changed.any(|one| one.state != ChangedState::Comment);
        let is_complete = document.losses.is_empty() && document.change.undeclared.is_empty();
        Ok(if !has_change && document.affected.is_empty() && is_complete {
            Exit::NothingFound
        } else {
            Exit::Done
        })
    }

    async fn change(&self, stop: &Stop) -> Result<ChangeSpec, Failure> {
        if self.staged {
            return Ok(ChangeSpec::Staged);
        }
        let path = Path::new(&self.change);
        if self.change == "-" || path.is_file() {
            let (diff, _) = input::document(path, stop).await?;
            return Ok(ChangeSpec::Diff(diff.into_bytes()));
        }
        Ok(ChangeSpec::parse(&self.change))
    }
}
