//! `check-claims`: checks what a review, a plan or an answer states to be in the repository.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use firsthand::registry::{count, escape};
use firsthand::source::{Receipt, RepoPath, identifiers, percent_encode};
use firsthand::validator::Action;
use firsthand::{AbsenceRequest, Cancel, Explorer, SearchedPattern};
use firsthand_citations::{
    AbsentNames, CheckedClaim, CheckedClaims, ClaimDocument, ClaimKind, ClaimSearch, ClaimState,
    DocumentsError, check_claims, claims_sarif,
};
use firsthand_render::DEFAULT_HEADING;
use serde_json::Value;

use super::verify::OutputFormat;
use super::verify::citations::{Checking, baseline};
use crate::args::Root;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::paint::{Terminal, print, print_json};
use crate::stop::Stop;

const AFTER_HELP: &str = "\
Examples:
  firsthand check-claims review.md && echo \"nothing in it is wrong\"
  my-agent -p \"review this change\" | firsthand check-claims -
  firsthand check-claims --strict answer.md --format json

Checked is what a Markdown text states to be in the repository: paths; lines (`src/a.rs:12`); code that
is quoted directly behind a path or a name; and names, in a code span or by their form (`snake_case`,
`camelCase`, `a::b`, `Foo#bar`, `call()`, `Mod.fun/2`). What the text says of them is not checked.

A claim is wrong if the lines are elsewhere or gone, if a quote beside lines differs by little, if the
only file of that name is in another folder, or if a name stands elsewhere than in the file directly
beside it, with no word between them. Other names, paths and quotes that are not there are listed apart, since a plan proposes
such; --strict counts them. Names that a code block of the text declares are not listed. A name is
listed only if every file was accounted for, as by `firsthand absent`.

A line with, or below, a comment `firsthand: ignore` is left alone. --baseline accepts what an earlier
check of the same document listed, wherever it stands now:
  firsthand check-claims plan.md --format json > accepted.json
  firsthand check-claims plan.md --baseline accepted.json

Exit codes: 0 nothing is wrong, 1 something is, 2 wrong usage, 3 nothing to check.";

/// Check what a review, a plan or an answer states to be in the repository
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct CheckClaims {
    /// A Markdown file, or - to read it from standard input
    file: PathBuf,
    /// Count what is not there as wrong, also where it may be proposed
    #[arg(long)]
    strict: bool,
    /// Accept the claims of an earlier check that do not hold, printed with --format json: only new ones fail
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    #[command(flatten)]
    root: Root,
    /// text (Markdown) for people and agents, json for programs, sarif for code review
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    format: OutputFormat,
}

impl CheckClaims {
    pub(crate) async fn run(self, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
        let root = self.root.project(terminal)?;
        let explorer = Explorer::builder(&root).build()?;
        let text = input::prose(&self.file, terminal, stop).await?;
        let baseline = baseline(self.baseline.as_deref(), stop).await?;
        let accepted_in = self.baseline;
        let cancel = stop.0.clone();
        let (file, named) = (self.file.clone(), self.file);
        let checking = move || {
            let Checking { root, code, .. } = Checking::open(&root)?;
            let terms = terms_of_reports(&text);
            let mut document = ClaimDocument::new(path_of(&root, &file)?, text).with_terms(terms);
            if let Some(accepted) = accepted_in {
                document = document.with_result(path_of(&root, &accepted)?);
            }
            let search = TreeSearch { explorer, cancel };
            let checked = check_claims(&root, &document, &code, &search).accepting(baseline);
            Ok((checked, root))
        };
        let (checked, root) = stop.or_blocking(checking).await?;
        let least = if self.strict { ClaimState::NotThere } else { ClaimState::Wrong };
        match self.format {
            OutputFormat::Json => print_json(&checked)?,
            OutputFormat::Sarif => {
                let mut log = claims_sarif(&checked, least);
                place_outside(&mut log, &root, &named);
                print_json(&log)?;
            }
            OutputFormat::Text => print(&page(&checked, least, terminal))?,
        }
        Ok(match checked.claims.iter().any(|one| one.is_fault(least)) {
            true => Exit::Failed,
            false if checked.claims.is_empty() => Exit::NothingFound,
            false => Exit::Done,
        })
    }
}

/// The names with which the reports in a text call themselves and the next action.
fn terms_of_reports(text: &str) -> Vec<String> {
    let is_stated = |name: &&str| text.contains(&format!("| Action: {name}"));
    let actions = Action::ALL.map(Action::name).into_iter().filter(is_stated);
    let is_heading = |line: &str| line.trim_start_matches('#').trim() == DEFAULT_HEADING;
    let heading = if text.lines().any(is_heading) { DEFAULT_HEADING } else { "" };
    actions.chain(heading.split_whitespace()).map(str::to_owned).collect()
}

/// The path of a document below the root; of another one, its name.
fn path_of(root: &Path, file: &Path) -> Result<RepoPath, Failure> {
    let real = file.canonicalize().unwrap_or_default();
    let below = real.strip_prefix(root).ok();
    let name = below.or(file.file_name().map(Path::new)).unwrap_or(file);
    let outside = |_| DocumentsError::Outside(file.to_owned()).into();
    RepoPath::new(&name.to_string_lossy()).map_err(outside)
}

/// Places the results of a document that is not below the root by its absolute URI; those of one without a file are
/// without a place. Its name alone would be that of a file in the root.
fn place_outside(log: &mut Value, root: &Path, file: &Path) {
    let real = file.canonicalize().ok();
    if real.as_ref().is_some_and(|real| real.starts_with(root)) {
        return;
    }
    let uri = real.map(|real| format!("file://{}", percent_encode(&real.to_string_lossy())));
    for result in log["runs"][0]["results"].as_array_mut().into_iter().flatten() {
        match &uri {
            Some(uri) => {
                let place = &mut result["locations"][0]["physicalLocation"];
                place["artifactLocation"]["uri"] = uri.as_str().into();
            }
            None => result["locations"] = Value::Array(Vec::new()),
        }
    }
}

/// The tree, as the tools see it.
struct TreeSearch {
    explorer: Explorer,
    cancel: Cancel,
}

impl ClaimSearch for TreeSearch {
    fn absent(&self, names: &[String], but: &[RepoPath]) -> Result<AbsentNames, String> {
        let toolbox = self.explorer.toolbox();
        let files = toolbox.graph().files();
        let in_tree = but.iter().filter(|path| files.contains(path.as_str()));
        let scope: Vec<String> = in_tree.map(|path| format!("!/{path}")).collect();
        let mut names = names.to_vec();
        loop {
            let pattern = SearchedPattern::plain(names.join("|"))
                .with_regex(true)
                .with_word(true)
                .with_case(true);
            let request = AbsenceRequest::new(pattern).within(scope.clone());
            let absence = toolbox.absent(&request, &self.cancel).map_err(|why| why.to_string())?;
            match absence.receipt {
                Ok(receipt) => return Ok(AbsentNames::new(names, receipt)),
                Err(why) if absence.found.lines == 0 => return Err(why.to_string()),
                Err(why) => {
                    // Such as in a text in UTF-16, which the check of the document does not read.
                    let found = absence.found.places.iter();
                    let found = found.flat_map(|place| identifiers(&place.text));
                    let found: Vec<&str> = found.map(|(_, word)| word).collect();
                    let before = names.len();
                    names.retain(|name| !found.contains(&&**name));
                    if names.is_empty() || names.len() == before {
                        return Err(why.to_string());
                    }
                }
            }
        }
    }

    fn lacked_member(&self, qualified: &str) -> Option<Vec<String>> {
        self.explorer.toolbox().graph().lacked_member(qualified, &self.cancel)
    }

    fn similar_names(&self, name: &str) -> Vec<String> {
        self.explorer.toolbox().graph().similar_names(name, &self.cancel)
    }

    fn similar_paths(&self, path: &str) -> Vec<String> {
        self.explorer.toolbox().similar_paths(path)
    }
}

fn page(checked: &CheckedClaims, least: ClaimState, terminal: &Terminal) -> String {
    let mut out = String::new();
    let all = checked.claims.len();
    let faults = checked.claims.iter().filter(|one| one.is_fault(least)).count();
    let in_state = |state| checked.in_state(state).filter(|one| !one.accepted);
    let wrong: Vec<&CheckedClaim> = in_state(ClaimState::Wrong).collect();
    let claims = count(all, "claim", "claims");
    let end = if wrong.is_empty() { "." } else { ":\n" };
    let _ = match (all, faults) {
        (0, _) => writeln!(out, "Nothing to check: no path, line, quote or name."),
        (_, 0) => writeln!(out, "{claims}: none is contradicted{}.", undecided(checked)),
        (_, 1) => writeln!(out, "1 of {claims} does not hold{end}"),
        (_, faults) => writeln!(out, "{faults} of {claims} do not hold{end}"),
    };
    let item_line = |claim: &&CheckedClaim| terminal.wrapped(&item(claim));
    out.extend(wrong.iter().map(item_line));
    let not_there: Vec<&CheckedClaim> = in_state(ClaimState::NotThere).collect();
    if !not_there.is_empty() {
        let receipt = checked.receipt.as_ref().map_or(String::new(), receipt_note);
        let or_new = if least == ClaimState::NotThere { "" } else { ", so new or wrong" };
        let _ = writeln!(out, "\nNot there{or_new}{receipt}:\n");
        out.extend(not_there.iter().map(item_line));
    }
    let proposed: Vec<&CheckedClaim> = in_state(ClaimState::Proposed).collect();
    if !proposed.is_empty() {
        let _ = writeln!(out, "\nNot there, and taken for proposals beside what is there:\n");
        out.extend(proposed.iter().map(item_line));
    }
    let unproved = checked.in_state(ClaimState::Unproved).collect::<Vec<_>>();
    if !unproved.is_empty() {
        out += "\nNot checked:\n\n";
        out.extend(unproved.iter().map(item_line));
    }
    if all > 0 {
        let checks = checks(checked);
        out.push('\n');
        out +=
            &terminal.wrapped(&format!("Checked: {checks}. Not checked: {}.", checked.unchecked));
    }
    out
}

/// How many claims are not known to hold, behind a statement of how many are wrong.
fn undecided(checked: &CheckedClaims) -> String {
    let not_there = [ClaimState::NotThere, ClaimState::Proposed];
    let is_new = |one: &&CheckedClaim| !one.accepted && not_there.contains(&one.state);
    let not_there = checked.claims.iter().filter(is_new).count();
    let unproved = checked.in_state(ClaimState::Unproved).count();
    let counts = [(not_there, "not there"), (unproved, "not checked")];
    let counts = counts.into_iter().filter(|(number, _)| *number > 0);
    counts.map(|(number, what)| format!(", {number} {what}")).collect()
}

/// What was searched for the names that are not there.
fn receipt_note(receipt: &Receipt) -> String {
    let files = count(usize::try_from(receipt.files).unwrap_or(usize::MAX), "file", "files");
    format!(" (names: none in {files}, {} not searched)", receipt.not_read())
}

fn item(claim: &CheckedClaim) -> String {
    let instead = claim.instead.as_ref();
    let instead = instead.map_or(String::new(), |there| format!("; there is `{}`", escape(there)));
    let (text, why) = (escape(&claim.text), escape(&claim.why));
    format!("- line {}: `{text}`: {why}{instead}", claim.line)
}

/// How many claims there are of each kind.
fn checks(checked: &CheckedClaims) -> String {
    let count_of = |kind: ClaimKind| checked.claims.iter().filter(|one| one.kind == kind).count();
    let rows = [
        (ClaimKind::Lines, "citation of lines", "citations of lines"),
        (ClaimKind::Path, "path", "paths"),
        (ClaimKind::Quote, "quote", "quotes"),
        (ClaimKind::Name, "name", "names"),
    ];
    let existing = match checked.claims.iter().filter(|one| one.only_exists).count() {
        0 => String::new(),
        existing => format!(" ({existing} only whether they exist)"),
    };
    let rows = rows.map(|(kind, one, many)| {
        let more = if kind == ClaimKind::Lines { &*existing } else { "" };
        (count_of(kind), one, many, more)
    });
    let rows = (rows.into_iter().filter(|(found, ..)| *found > 0))
        .map(|(found, one, many, more)| count(found, one, many) + more);
    let accepted = checked.claims.iter().filter(|one| one.accepted).count();
    let others = [(checked.ignored, "ignored"), (accepted, "accepted by the baseline")];
    let others = others.into_iter().filter(|(found, _)| *found > 0);
    let others = others.map(|(found, what)| format!("{found} {what}"));
    rows.chain(others).collect::<Vec<_>>().join(", ")
}
