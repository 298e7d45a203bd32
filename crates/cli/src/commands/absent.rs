//! `absent`: proves that a name or a pattern stands nowhere, with a receipt.

use std::fmt::Write as _;
use std::time::Duration;

use clap::Args;
use firsthand::registry::{count, escape};
use firsthand::source::{Control, identifiers};
use firsthand::tools::Sandbox;
use firsthand::{
    AbsenceDocument, AbsenceOutcome, AbsenceRequest, Explorer, Receipt, SearchedPattern, Workspace,
};

use crate::args::{Paths, PlainOutputArgs, Roots, paths};
use crate::failure::{Exit, Failure};
use crate::listing::{Listing, MAX_LINE_COLUMNS, Row, by_file, words_to_mark};
use crate::opening;
use crate::paint::{Terminal, TextStyle, hanging};
use crate::progress::Progress;
use crate::stop::Stop;

/// The column of what is said behind a label.
const TEXT_COLUMN: usize = 16;
/// The digits of a hash that are printed.
const HASH_DIGITS: usize = 12;

const AFTER_HELP: &str = "\
Examples:
  firsthand absent bluetooth && echo \"no Bluetooth here\"
  firsthand absent Session::renew --word --case-sensitive --path 'src/**' --path '!*.md'
  firsthand absent 'retry.*backoff' --regex --format json > receipt.json

Without flags the text is searched for whatever its capitals, also inside longer words: what says the most when it
is absent. Searched are all texts that are neither ignored by git nor hidden (what git tracks is neither), in UTF-8, UTF-16 and
Windows-1252. The receipt says what was searched and what was not, in which state the files are, and what
the same search did find. Names in other spellings, and file names, are printed beside it. Lines with a
secret are searched beside the secret.

A search that was cut short, or could not read a file of the scope, proves nothing.

Exit codes: 0 absent, with a receipt, 1 found (or the command failed), 2 wrong usage, 3 nothing is proved.";

/// Prove that a name or a pattern stands nowhere, with a receipt of what was searched
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct Absent {
    /// A name or any text of one line
    pattern: String,
    #[command(flatten)]
    paths: Paths,
    /// The pattern is a regex (Rust syntax)
    #[arg(long)]
    regex: bool,
    /// Only whole words match
    #[arg(long)]
    word: bool,
    /// Capitals count
    #[arg(long)]
    case_sensitive: bool,
    #[command(flatten)]
    roots: Roots,
    #[command(flatten)]
    output: PlainOutputArgs,
    /// The time limit in seconds
    #[arg(long, value_name = "N", help_heading = "Budgets", hide_short_help = true, default_value_t = 60, value_parser = clap::value_parser!(u32).range(0..))]
    max_seconds: u32,
}

impl Absent {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let roots = self.roots.find(terminal)?;
        let scope = self.paths.in_roots(&roots);
        let explorer = opening::build(Explorer::builder(roots), terminal)?;
        let pattern = SearchedPattern::plain(self.pattern)
            .with_regex(self.regex)
            .with_word(self.word)
            .with_case(self.case_sensitive);
        let request = AbsenceRequest::new(pattern).within(scope.clone());
        let progress = terminal.progress.then(|| Progress::start("searching", &explorer));
        let cancel = stop.0.after(Duration::from_secs(self.max_seconds.into()));
        let searching = explorer.clone();
        let search = stop.or_blocking(move || {
            let found = searching.absent(&request, &cancel);
            if found.is_err() {
                paths::check(&scope, &searching)?;
            }
            Ok(found?)
        });
        let document = search.await?;
        drop(progress);
        let sandbox = explorer.toolbox().sandbox();
        self.output.print(&document, || page(&document, sandbox, terminal))?;
        Ok(match document.outcome {
            AbsenceOutcome::Absent => Exit::Done,
            AbsenceOutcome::Found => Exit::Failed,
            _ => Exit::NothingFound,
        })
    }
}

fn page(document: &AbsenceDocument, sandbox: &Sandbox, terminal: &Terminal) -> String {
    let (paint, roots) = (terminal.stdout, sandbox.workspace());
    let mut out = String::new();
    if let Some(receipt) = &document.receipt {
        let _ = writeln!(out, "{}", paint.text(TextStyle::Good, &receipt.to_string()));
        out += &receipt_lines(receipt, sandbox, terminal);
    }
    if let Some(why) = &document.refused {
        let line = format!("not proved: {}: {}", document.pattern, escape(why));
        let _ = writeln!(out, "{}", paint.text(TextStyle::Warning, &line));
    }
    if let Some(found) = &document.found {
        let lines = count(usize::try_from(found.lines).unwrap_or(usize::MAX), "line", "lines");
        let files = count(usize::try_from(found.files).unwrap_or(usize::MAX), "file", "files");
        let line = format!("found: {} in {lines} of {files}", document.pattern);
        let _ = writeln!(out, "{}", paint.text(TextStyle::Bad, &line));
        let words = words_to_mark(&document.pattern.text);
        let width = terminal.width.unwrap_or(MAX_LINE_COLUMNS);
        let listing = Listing { terminal, roots, words: &words, indent: 0, width };
        let rows = found.places.iter().map(|place| {
            let (number, text) = (place.line, place.text.clone());
            let row = Row { number, mark: ' ', text, name: String::new(), after: String::new() };
            (place.path.as_str().to_owned(), row)
        });
        for file in by_file(rows) {
            out.push('\n');
            listing.file(&mut out, &file);
        }
        let others = found.lines.saturating_sub(found.places.len() as u64);
        if others > 0 {
            let _ = writeln!(out, "\n… {others} more");
        }
    }
    out + &near_lines(document, roots, terminal)
}

/// The control as its file spells it, if that is in another case than it was searched for.
fn spelled(control: &Control, sandbox: &Sandbox) -> Option<String> {
    let bytes = sandbox.read(&control.path).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().nth(control.line.checked_sub(1)? as usize)?;
    let wanted = control.text.to_lowercase();
    let mut words = identifiers(line).map(|(_, word)| word);
    let word = words.find(|word| word.to_lowercase() == wanted)?;
    (word != control.text).then(|| word.to_owned())
}

/// What a receipt rests on.
fn receipt_lines(receipt: &Receipt, sandbox: &Sandbox, terminal: &Terminal) -> String {
    let mut out = String::new();
    let mut row = |label: &str, text: &str| {
        let text = hanging(text, terminal.wrap_width(), TEXT_COLUMN, TEXT_COLUMN);
        let _ = writeln!(out, "  {label:<12}  {text}");
    };
    let control = &receipt.control;
    let place = format!("{}:{}", escape(control.path.as_str()), control.line);
    let files = control.files;
    let case = if receipt.pattern.case_sensitive { "" } else { " whatever its capitals," };
    // The search itself was for the word in another case.
    let word = spelled(control, sandbox).unwrap_or_else(|| control.text.clone());
    let word = escape(&word);
    row(
        "control",
        &format!(
            "`{word}`,{case} read in the same way, stands in {files} of them, first at {place}"
        ),
    );
    let hash = receipt.tree.blake3.get(..HASH_DIGITS).unwrap_or_default();
    let mut state = format!("state {hash}");
    if let (Some(commit), Some(dirty)) = (&receipt.tree.commit, receipt.tree.dirty) {
        let commit = commit.get(..HASH_DIGITS).unwrap_or(commit);
        state += &format!(", commit {commit}, {dirty} not as in it");
    }
    row("files", &state);
    if !receipt.not_searched.is_empty() {
        row("not searched", &receipt.not_searched_label());
    }
    if receipt.masked_lines > 0 {
        let lines = receipt.masked_lines;
        row(
            "masked",
            &format!("{lines} lines hold a secret; only the text beside it was searched"),
        );
    }
    out
}

/// What stands there instead.
fn near_lines(document: &AbsenceDocument, roots: &Workspace, terminal: &Terminal) -> String {
    let mut out = String::new();
    for near in &document.near.names {
        let label = format!("{}:{}", escape(near.path.as_str()), near.line);
        let link = terminal.path(roots, near.path.as_str(), near.line, &label);
        let lines = count(usize::try_from(near.lines).unwrap_or(usize::MAX), "line", "lines");
        let _ =
            writeln!(out, "  near          `{}` in {lines}, first at {link}", escape(&near.name));
    }
    for path in &document.near.paths {
        let link = terminal.path(roots, path.as_str(), 1, &escape(path.as_str()));
        let _ = writeln!(out, "  near          the path {link}");
    }
    out
}
