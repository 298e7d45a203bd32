//! The outline of a file: the first line of each declaration, with the range of the whole.

use std::sync::Arc;

use firsthand_agent::ToolOutput;
use firsthand_agent::validator::Coverage;
use firsthand_codegraph::Scope;
use firsthand_registry::{
    Declaration, LineRange, MaskedFile, Observation, ObservationKind, Source, Window, count,
};

use super::MaskedFiles;
use crate::reply::joined;
use crate::repo::{Call, Repo, ToolResult, declarations_around};
use crate::scope::scope;
use crate::shown::declaration_label;

/// The most declarations of one outline.
const MAX_ROWS: usize = 120;
/// The most characters of one outline, and of the list of line numbers of the declarations that it does not show.
const MAX_CHARS: usize = 8_000;
const MAX_LINES_CHARS: usize = 160;

/// The outline of the file at `path`.
pub(super) fn outline(repo: &Repo, path: &str, call: &Call) -> ToolResult {
    let masked = match repo.resolve(path).and_then(|path| repo.read_file(&path)) {
        Ok(masked) => masked,
        Err(_) => return Err(why_no_outline(repo, path)?),
    };
    let (path, bytes) = (masked.path().clone(), Arc::clone(masked.bytes()));
    let declared = repo.graph.declarations(path.as_str(), &bytes, &call.cancel);
    let mut masked_files = MaskedFiles::new(repo, &call.cancel);
    let (masked, redacted_declarations) = masked_files.of(&path, &bytes);
    let (total, declaration_count) = (masked.line_count(), declared.len());
    let rows = rows(&declared, masked, redacted_declarations);
    let lines: Vec<LineRange> = rows.iter().map(|(_, window)| window.span.range()).collect();
    let rows = rows_that_fit(rows, call.room.min(MAX_CHARS));
    let observation = Observation::new(Source::GRAPH, ObservationKind::Symbols, rows);
    let shown = &observation.windows;
    let is_shown = |line: &LineRange| shown.iter().any(|row| row.span.range() == *line);
    let listed = lines.iter().filter(|line| is_shown(line)).count();
    let mut output = ToolOutput {
        summary: format!(
            "{path}: {}, {}.",
            count(total as usize, "line", "lines"),
            count(declaration_count, "declaration", "declarations")
        ),
        coverage: Coverage { files_seen: 1, ..Coverage::default() },
        findings: masked_files.hidden.findings(&observation.windows),
        ..ToolOutput::default()
    };
    if declaration_count == 0 {
        let none = "no declaration is known here (a language without a grammar, or none in it); read_file shows its lines";
        let given_up = repo.graph.given_up(path.as_str(), &bytes, &call.cancel);
        let note = given_up.unwrap_or_else(|| none.to_owned());
        output.diagnostics.push(note);
    } else if listed < lines.len() {
        output.coverage.truncated = true;
        output.coverage.losses.cap += (lines.len() - listed) as u64;
        let rest = lines.split(is_shown).filter_map(|run| {
            let (first, last) = (run.first()?.start(), run.last()?.end());
            Some(if first == last { first.to_string() } else { format!("{first}-{last}") })
        });
        output.diagnostics.push(format!(
            "{} not listed, on lines {}; read_file shows them",
            count(lines.len() - listed, "declaration", "declarations"),
            joined(rest, MAX_LINES_CHARS)
        ));
    }
    if !observation.windows.is_empty() {
        output.observations.push(observation);
    }
    Ok(output)
}

/// The message that explains why a path has no outline: it is a folder or a glob.
///
/// # Errors
/// An error message for the model if nothing exists at the path.
fn why_no_outline(repo: &Repo, path: &str) -> Result<String, String> {
    Ok(match scope(Some(path), &repo.graph.files(), &repo.sandbox)? {
        Scope::Below(base) => {
            format!("`{base}` has no outline: pass a file, or a `query` to search in it")
        }
        Scope::All | Scope::Glob(_) | Scope::Several { .. } => {
            "an outline is of one file: pass its path, or a `query`".to_owned()
        }
    })
}

/// A row for each declaration, with its nesting depth: 1 for the outermost.
fn rows(
    declared: &[firsthand_codegraph::Declaration],
    masked: &MaskedFile,
    redacted_declarations: &[Declaration],
) -> Vec<(usize, Window)> {
    let row = |declaration: &firsthand_codegraph::Declaration| {
        let line = LineRange::one(declaration.head.start());
        let depth = declared.iter().filter(|d| d.range.covers(declaration.range)).count();
        let mut window = masked
            .window(line, |_, _| 0)?
            .with_hits([declaration.head.start()])
            .with_declarations(declarations_around(redacted_declarations, line));
        window.symbol = Some(declaration_label(declaration));
        Some((depth, window.as_row()))
    };
    declared.iter().filter_map(row).collect()
}

/// The rows that fit into `room` characters, in the order of their lines; outermost declarations are preferred.
/// Declarations that begin on one line have one row.
fn rows_that_fit(mut rows: Vec<(usize, Window)>, room: usize) -> Vec<Window> {
    rows.dedup_by(|next, row| next.1.span.range() == row.1.span.range());
    rows.sort_by_key(|(depth, _)| *depth);
    rows.truncate(MAX_ROWS);
    let rows = rows.into_iter().map(|(_, window)| window).collect();
    let mut cut = Observation::matches(Source::GRAPH, rows);
    firsthand_registry::fit(&mut cut, room);
    let mut rows = cut.windows.to_vec();
    rows.sort_by_key(|window| window.span.range().start());
    rows
}
