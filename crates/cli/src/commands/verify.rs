//! `verify`: checks whether a saved report, or the citations of documents, still hold.

mod citations;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use firsthand::registry::escape;
use firsthand::{
    CheckedPlace, CheckedReport, Explorer, PlaceState, SavedReport, read_report, verify,
};

use crate::args::Root;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{print, print_json};
use crate::paint::{Terminal, TextStyle};
use crate::stop::Stop;

/// The width of the column of states, in characters.
const STATE_WIDTH: usize = 12;

const AFTER_HELP: &str = "\
Examples:
  firsthand explore \"how are rows locked?\" --format json > report.json
  firsthand verify report.json && echo \"still true\"
  firsthand verify --citations docs/ README.md
  firsthand verify --citations . --format sarif > citations.sarif

Each place is one of:
  unchanged     the file has the same bytes
  quote stands  the file changed, but the quote is still at its line (in JSON: stands)
  changed       the lines or the quote are gone, or the file changed and there is no quote
  gone          the file is gone, or cannot be read

A document that no run can produce is reported as not sound. Of prose, only the places and names in
it are checked; `firsthand replay` rebuilds the whole report from its transcript.

--citations checks Markdown files; of a folder, all that are neither hidden nor ignored by git. A
citation is `path:12`, `path:12-20` or `path#L12-L20`, in text, in code or as a link. Code blocks
and links to other sites are ignored. A path is relative to the root or to the document's folder,
or is the end of a file's path. Code of several words directly after a citation, or a block directly
below it, is a quote and must be on the cited lines.

Exit codes: 0 everything holds, 1 something does not, or the document is not sound, 2 wrong usage,
3 nothing to verify.";

/// Check a saved JSON report, or citations in Markdown files, against the repository
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Verify {
    /// A report as JSON, or - to read it from standard input
    #[arg(required_unless_present = "citations")]
    report: Option<PathBuf>,
    /// Check the citations in these Markdown files, or in the Markdown files of these folders
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "report")]
    citations: Vec<PathBuf>,
    #[command(flatten)]
    root: Root,
    /// text for people, json for programs, sarif for code review (with --citations)
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        hide_possible_values = true
    )]
    format: OutputFormat,
}

/// The output formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum OutputFormat {
    #[default]
    Text,
    Json,
    Sarif,
}

impl Verify {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let Some(report) = &self.report else {
            return citations::run(self, terminal, stop).await;
        };
        if self.format == OutputFormat::Sarif {
            return Err(Failure::NoSarif);
        }
        let explorer = Explorer::builder(self.root.find(terminal))
            .build()
            .map_err(Failure::Root)?;
        let (text, what) = input::document(report, stop).await?;
        let report = read_report(&text).map_err(|why| Failure::Report { what, why })?;
        let files = explorer.toolbox().files();
        let checked = stop
            .or(async { Ok(verify(&report, &*files).await) })
            .await?;
        match self.format {
            OutputFormat::Json | OutputFormat::Sarif => print_json(&checked)?,
            OutputFormat::Text => {
                print(&page(
                    &checked,
                    explorer.toolbox().sandbox().root(),
                    terminal,
                ))?;
            }
        }
        if let Some(root) = other_root(&report, &checked, explorer.toolbox().sandbox().root()) {
            terminal.hint(&format!("the report is about {root}; say --root {root}"));
        }
        Ok(match checked.holds {
            true => Exit::Done,
            // A report without places is not a success.
            false if checked.places.is_empty() && checked.faults.is_empty() => Exit::NothingFound,
            false => Exit::Failed,
        })
    }
}

/// The report's root, if it is an absolute path of another folder that exists, and none of the places was found in this
/// one.
fn other_root<'r>(
    report: &'r SavedReport,
    checked: &CheckedReport,
    here: &Path,
) -> Option<&'r str> {
    let gone = |place: &CheckedPlace| place.standing == PlaceState::Gone;
    if checked.places.is_empty() || !checked.places.iter().all(gone) {
        return None;
    }
    // A relative root refers to the folder in which the report was made.
    let root = Some(Path::new(&report.root)).filter(|root| root.is_absolute());
    let real = root?.canonicalize().ok()?;
    (real.is_dir() && real != here).then_some(report.root.as_str())
}

fn page(checked: &CheckedReport, root: &Path, terminal: &Terminal) -> String {
    let mut out = String::new();
    for place in &checked.places {
        let (style, word) = state_label(place.standing);
        let shown = terminal.stdout.text(TextStyle::Path, &place_label(place));
        let link = terminal.link(root, place.path.as_str(), place.start.unwrap_or(1), &shown);
        let _ = writeln!(
            out,
            "{} {link}",
            terminal
                .stdout
                .text(style, &format!("{word:<STATE_WIDTH$}"))
        );
    }
    for fault in &checked.faults {
        let word = "not sound";
        let label = format!("{word:<STATE_WIDTH$}");
        let label = terminal.stdout.text(TextStyle::Bad, &label);
        let _ = writeln!(out, "{label} {}", escape(fault));
    }
    let all = checked.places.len();
    let lost = checked
        .places
        .iter()
        .filter(|place| matches!(place.standing, PlaceState::Changed | PlaceState::Gone));
    let _ = match (all, lost.count()) {
        (0, _) => writeln!(out, "Nothing to verify: the report names no place."),
        (1, 0) => writeln!(out, "The one place holds."),
        (_, 0) => writeln!(out, "All {all} places hold."),
        (_, lost) => writeln!(out, "{lost} of {all} places hold no longer."),
    };
    if !checked.faults.is_empty() {
        out += "The document is not as it was made.\n";
    }
    if all > 0 {
        let _ = writeln!(out, "Not checked: {}.", checked.unchecked.join("; "));
    }
    out
}

fn state_label(standing: PlaceState) -> (TextStyle, &'static str) {
    match standing {
        PlaceState::Unchanged => (TextStyle::Good, "unchanged"),
        PlaceState::Stands => (TextStyle::Warning, "quote stands"),
        PlaceState::Changed => (TextStyle::Bad, "changed"),
        PlaceState::Gone => (TextStyle::Bad, "gone"),
    }
}

fn place_label(place: &CheckedPlace) -> String {
    let path = escape(place.path.as_str()).into_owned();
    match (place.start, place.end) {
        (Some(start), Some(end)) => format!("{path}:{start}-{end}"),
        _ => path,
    }
}
