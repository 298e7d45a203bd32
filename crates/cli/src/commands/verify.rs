//! `verify`: checks whether a saved report, or the citations of documents, still hold.

pub(super) mod citations;
mod fix;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use firsthand::registry::escape;
use firsthand::tools::Toolbox;
use firsthand::{
    CheckedReport, Explorer, PlaceState, SavedReport, Workspace, read_report, update, verify,
};
use firsthand_citations::CitationState;
use firsthand_render::{Options, json};

use crate::args::Roots;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::paint::{Terminal, TextStyle, print, print_json};
use crate::root;
use crate::stop::Stop;

/// The width of the column of states, in characters.
const STATE_WIDTH: usize = 9;

const AFTER_HELP: &str = "\
Examples:
  firsthand explore \"how are rows locked?\" --format json > report.json
  firsthand verify report.json && echo \"still true\"
  firsthand verify report.json --update > updated.json
  firsthand verify --citations docs/ README.md
  firsthand verify --citations . --format sarif > citations.sarif
  firsthand verify --citations . --fix --dry-run

Each place is one of:
  unchanged  its lines stand where they stood, byte for byte
  moved      its lines stand elsewhere, byte for byte, and only there: the new lines are printed
  changed    its declaration or the lines beside it are there, and its own lines differ
  ambiguous  several places are equal to it; they are listed, and none is chosen
  gone       nothing of it is found, or its file cannot be read

What a report proves to be absent, by a receipt, is searched for again.

A report of an older version records only quotes: of a place without one, any change of its file
counts. A document that no run can produce is reported as not sound. Of prose, only the places and
names in it are checked; `firsthand replay` rebuilds the whole report from its transcript.

--update prints the report as JSON with the present lines of its places. They are read again and go
through all rules of a new report; places that do not stand are dropped, and confidence may fall.

--citations checks documents (Markdown, reStructuredText, AsciiDoc, Org) and the comments of source;
of a folder, all that are neither hidden nor ignored by git, and .cursor/rules and .github. A citation
is `path:12`, `path:12-20` or `path#L12-L20`, in text, in code or as a link. Code blocks and links to
other sites are left alone, and so is a line with, or below, a comment `firsthand: ignore`. A path is
relative to the root or to the document's folder, or is the end of a file's path. A citation is
checked by the code quoted directly behind it, by what `firsthand cite --lock` recorded, or by the
declaration that a code span beside it names; without these it is unanchored: its lines exist, which
proves nothing. --baseline accepts what an earlier check printed as JSON.

--fix rewrites the citations that have moved, in their documents and in citations.lock, and prints each;
with --dry-run it only prints them. It takes what `cite --lock` recorded or what is quoted, where that
stands byte for byte in one other place: never a name alone, nor what is unanchored, ambiguous, changed
or gone. Only line numbers are rewritten, and the path where a recorded file has moved. `odd` is what no file can have: a path out of the root, line 0, lines in reverse.

Exit codes: 0 everything stands (places of a report also where they have moved), 1 something does
not, the document is not sound, an updated report lacks places, or --dry-run has something to rewrite,
2 wrong usage, 3 nothing to verify.";

// The derived one would ask for a report and for citations at once.
const USAGE: &str = "\
firsthand verify [OPTIONS] <REPORT>
       firsthand verify [OPTIONS] --citations <PATH>...";

/// Check a saved JSON report, or the citations of documents, against the repository
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP, override_usage = USAGE)]
pub(crate) struct Verify {
    /// A report as JSON, or - to read it from standard input
    #[arg(required_unless_present = "citations")]
    report: Option<PathBuf>,
    /// Check the citations in these documents, or in those of these folders
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "report")]
    citations: Vec<PathBuf>,
    /// Accept the lost citations of an earlier check, printed with --format json: only new ones fail
    #[arg(long, value_name = "FILE", requires = "citations")]
    baseline: Option<PathBuf>,
    /// Rewrite the citations that have moved, where their record or their quote stands in one other place
    #[arg(long, requires = "citations", conflicts_with = "report")]
    fix: bool,
    /// Print what would be rewritten, and write nothing
    #[arg(long, requires = "fix")]
    dry_run: bool,
    /// Print the report as JSON with the present lines of what has moved
    #[arg(long, conflicts_with_all = ["citations", "format"])]
    update: bool,
    #[command(flatten)]
    roots: Roots,
    /// text for people, json for programs, sarif for code review (with --citations)
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    format: OutputFormat,
}

/// The output formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(in crate::commands) enum OutputFormat {
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
            return Err(Failure::usage("--format sarif goes with --citations")
                .hint("for a report there is json"));
        }
        let explorer = Explorer::builder(self.roots.find(terminal)?).build()?;
        let (text, what) = input::document(report, stop).await?;
        let report = read_report(&text).map_err(|why| Failure::no_report(&what, &why))?;
        let toolbox = explorer.toolbox();
        let roots = toolbox.sandbox().workspace();
        root::check_given(report.places().map(|(_, place)| place.path.as_str()), roots)?;
        let checked = stop.or(async { Ok(verify(&report, toolbox).await) }).await?;
        if self.update {
            return print_updated(&report, &checked, toolbox, terminal).await;
        }
        match self.format {
            OutputFormat::Json | OutputFormat::Sarif => print_json(&checked)?,
            OutputFormat::Text => print(&page(&checked, roots, terminal))?,
        }
        if let Some(root) = other_root(&report, &checked, roots) {
            terminal.hint(&format!("the report is about {root}; say --root {root}"));
        }
        Ok(match checked.holds {
            true => Exit::Done,
            // A report without places is not a success.
            false if states_nothing(&checked) => Exit::NothingFound,
            false => Exit::Failed,
        })
    }
}

/// Whether a report has nothing that can be checked.
fn states_nothing(checked: &CheckedReport) -> bool {
    checked.places.is_empty() && checked.absent.is_empty() && checked.faults.is_empty()
}

/// The report's root, if the report does not hold here and its root is another folder that exists. A relative one refers
/// to the folder in which the report was made, which may be this one.
fn other_root<'r>(
    report: &'r SavedReport,
    checked: &CheckedReport,
    here: &Workspace,
) -> Option<&'r str> {
    let real = |folder: &Path| folder.canonicalize().ok().filter(|folder| folder.is_dir());
    let of_report = real(Path::new(&report.root)).filter(|_| !checked.holds)?;
    let is_here = here.folder().and_then(real).is_some_and(|here| here == of_report);
    (!is_here).then_some(report.root.as_str())
}

/// Prints the updated report, and as notes what is not in it.
async fn print_updated(
    report: &SavedReport,
    checked: &CheckedReport,
    toolbox: &Toolbox,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let updated = update(report, checked, toolbox).await?;
    note_differences(checked, terminal);
    print(&json(&updated, &Options::default()))?;
    Ok(if checked.holds { Exit::Done } else { Exit::Failed })
}

/// Prints in notes which places of a report no longer stand where it says, in this tree; returns whether all stand.
pub(super) fn note_differences(checked: &CheckedReport, terminal: &Terminal) -> bool {
    for place in checked.places.iter().filter(|place| place.standing != PlaceState::Unchanged) {
        let (_, word) = state_label(place.standing.into());
        terminal.note(&format!("{word} in the tree: {}{}", place.label(), place.outcome()));
    }
    let refuted = checked.absent.iter().filter(|absent| !absent.holds);
    for absent in refuted.clone() {
        let outcome = absent.outcome();
        terminal.note(&format!("no longer {}{outcome}", escape(&absent.receipt)));
    }
    let lost = checked.places.iter().any(|place| place.standing.is_lost());
    !lost && refuted.count() == 0
}

fn page(checked: &CheckedReport, roots: &Workspace, terminal: &Terminal) -> String {
    let mut out = checked.conclusion() + "\n";
    let moved = checked.count_of(|state| state == PlaceState::Moved);
    if moved > 0 {
        let _ = writeln!(out, "{moved} moved: --update prints the report with the present lines.");
    }
    if !states_nothing(checked) {
        out += &terminal.wrapped(&format!("Not checked: {}.", checked.unchecked.join("; ")));
    }
    for fault in &checked.faults {
        let label = label(TextStyle::Bad, "not sound", terminal);
        let _ = writeln!(out, "{label} {}", escape(fault));
    }
    for place in checked.worst_first() {
        let (style, word) = state_label(place.standing.into());
        let line = place.now.first().map(|now| now.start).or(place.start).unwrap_or(1);
        let link = terminal.path(roots, place.path.as_str(), line, &place.label());
        let _ = writeln!(out, "{} {link}{}", label(style, word, terminal), place.outcome());
    }
    for absent in checked.notable_absences() {
        let (style, word) =
            if absent.holds { (TextStyle::Good, "still") } else { (TextStyle::Bad, "no longer") };
        let (label, receipt) = (label(style, word, terminal), escape(&absent.receipt));
        let _ = writeln!(out, "{label} {receipt}{}", absent.outcome());
    }
    out
}

/// A state in the column before what it is of.
fn label(style: TextStyle, state: &str, terminal: &Terminal) -> String {
    terminal.stdout.text(style, &format!("{state:<STATE_WIDTH$}"))
}

fn state_label(state: CitationState) -> (TextStyle, &'static str) {
    match state {
        CitationState::Unchanged => (TextStyle::Good, "unchanged"),
        CitationState::Unanchored => (TextStyle::Dim, "unanchored"),
        CitationState::Unread => (TextStyle::Dim, "unread"),
        CitationState::Moved => (TextStyle::Warning, "moved"),
        CitationState::Changed => (TextStyle::Bad, "changed"),
        CitationState::Ambiguous => (TextStyle::Bad, "ambiguous"),
        CitationState::Gone => (TextStyle::Bad, "gone"),
        CitationState::Odd => (TextStyle::Bad, "odd"),
    }
}
