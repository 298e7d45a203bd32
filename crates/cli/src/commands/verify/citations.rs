//! `verify --citations`: checks the citations of documents.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use firsthand::registry::{count, escape};
use firsthand_citations::{Checked, CheckedCitation, CitationState, check, documents, sarif};

use super::{OutputFormat, Verify};
use crate::failure::{Exit, Failure};
use crate::output::{print, print_json};
use crate::paint::{Terminal, TextStyle};
use crate::stop::Stop;

pub(super) async fn run(args: Verify, terminal: &Terminal, stop: &Stop) -> Result<Exit, Failure> {
    let root = args.root.find(terminal);
    let root = root.canonicalize().unwrap_or(root);
    let (owned_root, paths) = (root.clone(), args.citations);
    let checked = stop
        .or_blocking(move || {
            let mut document_paths = BTreeSet::new();
            for path in &paths {
                document_paths.extend(documents(&owned_root, path).map_err(Failure::Documents)?);
            }
            Ok(check(
                &owned_root,
                &document_paths.into_iter().collect::<Vec<_>>(),
            ))
        })
        .await?;
    match args.format {
        OutputFormat::Json => print_json(&checked)?,
        OutputFormat::Sarif => print_json(&sarif(&checked))?,
        OutputFormat::Text => print(&page(&checked, &root, terminal))?,
    }
    Ok(match checked.holds {
        true => Exit::Done,
        // Documents without citations are not a success.
        false if checked.citations.is_empty() && checked.unread.is_empty() => Exit::NothingFound,
        false => Exit::Failed,
    })
}

fn page(checked: &Checked, root: &Path, terminal: &Terminal) -> String {
    let mut out = String::new();
    for citation in &checked.citations {
        if citation.standing != CitationState::Holds {
            line(&mut out, citation, root, terminal);
        }
    }
    for why in &checked.unread {
        let label = terminal.stdout.text(TextStyle::Bad, "unread  ");
        let _ = writeln!(out, "{label} {}", escape(why));
    }
    let all = checked.citations.len();
    let count_where = |predicate: fn(&CheckedCitation) -> bool| {
        checked
            .citations
            .iter()
            .filter(|one| predicate(one))
            .count()
    };
    let (lost, unread) = (
        count_where(|one| one.standing.is_lost()),
        count_where(|one| one.standing == CitationState::Unread),
    );
    let quoted = count(count_where(|one| one.quoted), "quote", "quotes");
    let document_count = count(checked.documents, "document", "documents");
    let _ = match (all, lost) {
        (0, _) => writeln!(out, "Nothing to verify: no citation in {document_count}."),
        (_, 0) => writeln!(
            out,
            "{} and {quoted} in {document_count}: none is lost.",
            count(all, "citation", "citations")
        ),
        _ => writeln!(
            out,
            "{lost} of {} and {quoted} in {document_count} hold no longer.",
            count(all, "citation", "citations")
        ),
    };
    if unread > 0 {
        let _ = writeln!(
            out,
            "Not looked at: {}.",
            count(unread, "citation", "citations")
        );
    }
    out
}

/// Appends the line of one citation.
fn line(out: &mut String, citation: &CheckedCitation, root: &Path, terminal: &Terminal) {
    let (style, word) = match citation.standing {
        CitationState::Holds => (TextStyle::Good, "holds"),
        CitationState::Unread => (TextStyle::Dim, "unread"),
        CitationState::Moved => (TextStyle::Warning, "moved"),
        CitationState::Changed => (TextStyle::Bad, "changed"),
        CitationState::Beyond => (TextStyle::Bad, "beyond"),
        CitationState::Missing => (TextStyle::Bad, "missing"),
    };
    let document = escape(citation.document.as_str()).into_owned();
    let place = terminal
        .stdout
        .text(TextStyle::Path, &format!("{document}:{}", citation.line));
    let place = terminal.link(root, citation.document.as_str(), citation.line, &place);
    let lines = match citation.start == citation.end {
        true => citation.start.to_string(),
        false => format!("{}-{}", citation.start, citation.end),
    };
    let file = citation
        .file
        .as_ref()
        .map_or(String::new(), |file| format!(" ({file})"));
    let _ = writeln!(
        out,
        "{} {place}  {}:{lines}{file}: {}",
        terminal.stdout.text(style, &format!("{word:<8}")),
        escape(&citation.path),
        citation.why
    );
}
