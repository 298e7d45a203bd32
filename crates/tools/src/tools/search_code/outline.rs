//! The outline of a file: the first line of each declaration, with the range of the whole; of a long one, names and lines.

use std::sync::Arc;

use firsthand_agent::ToolOutput;
use firsthand_agent::validator::Coverage;
use firsthand_codegraph::Scope;
use firsthand_registry::{
    CandidateId, Declaration, LineRange, MaskedFile, Observation, ObservationKind, Source, Window,
    count, escape, show_rows,
};

use super::MaskedFiles;
use crate::redact_name;
use crate::reply::joined;
use crate::repo::{Call, Repo, ToolResult, declarations_around};
use crate::scope::scope;
use crate::shown::declaration_label;

/// The most characters of an outline with a row for each declaration; a longer one has only names and lines.
const MAX_ROWS_CHARS: usize = 3_000;
/// The most characters of an outline of names, and of the list of line numbers of the declarations that it does not name.
const MAX_NAMES_CHARS: usize = 6_000;
const MAX_LINES_CHARS: usize = 160;
/// Printed before the names of values.
const VALUES: &str = "\nvalues: ";

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
    let mut observation = Observation::new(Source::GRAPH, ObservationKind::Symbols, rows);
    let ids = observation.windows.iter().map(|row| (row, CandidateId::WIDEST));
    let row_chars = show_rows(&ids.collect::<Vec<_>>()).chars().count();
    let (mut names, mut not_named) = (String::new(), Vec::new());
    if row_chars > MAX_ROWS_CHARS.min(call.room) {
        (names, not_named) = named(&declared, MAX_NAMES_CHARS.min(call.room));
        observation.windows.clear();
    }
    let mut output = ToolOutput {
        summary: format!(
            "{path}: {}, {}.{names}",
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
    } else if !not_named.is_empty() {
        output.coverage.truncated = true;
        output.coverage.losses.cap += not_named.len() as u64;
        let lines = not_named.iter().map(|declaration| declaration.head.start().to_string());
        output.diagnostics.push(format!(
            "{} not listed, on lines {}; read_file shows them",
            count(not_named.len(), "declaration", "declarations"),
            joined(lines, MAX_LINES_CHARS)
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

/// A row for each declaration; those that begin on one line have one row.
fn rows(
    declared: &[firsthand_codegraph::Declaration],
    masked: &MaskedFile,
    redacted_declarations: &[Declaration],
) -> Vec<Window> {
    let row = |declaration: &firsthand_codegraph::Declaration| {
        let line = LineRange::one(declaration.head.start());
        let mut window = masked
            .window(line, |_, _| 0)?
            .with_hits([declaration.head.start()])
            .with_declarations(declarations_around(redacted_declarations, line));
        window.symbol = Some(declaration_label(declaration));
        Some(window.as_row())
    };
    let mut rows: Vec<Window> = declared.iter().filter_map(row).collect();
    rows.dedup_by(|next, row| next.span.range() == row.span.range());
    rows
}

/// The names of the declarations with their lines, functions and types before values; and the declarations that have no room:
/// values first, and inner ones before outer ones.
fn named(
    declared: &[firsthand_codegraph::Declaration],
    room: usize,
) -> (String, Vec<&firsthand_codegraph::Declaration>) {
    let text = |at: &usize| {
        let declaration = &declared[*at];
        let is_plain = declaration.is_function() || is_value(declaration);
        let kind = if is_plain { String::new() } else { format!("{} ", declaration.kind) };
        let name = redact_name(&declaration.name);
        escape(&format!("{kind}{name} {}", declaration.range.short())).into_owned()
    };
    let depth = |at: usize| {
        declared[..at].iter().filter(|outer| outer.range.covers(declared[at].range)).count()
    };
    let mut order: Vec<usize> = (0..declared.len()).collect();
    order.sort_by_cached_key(|at| (is_value(&declared[*at]), depth(*at)));
    let mut left = room.saturating_sub(VALUES.len());
    let fits = |at: &&usize| {
        let rest = left.checked_sub(text(at).chars().count() + 2);
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    let fitting = order.iter().take_while(fits).count();
    let mut not_named = order.split_off(fitting);
    order.sort_unstable();
    not_named.sort_unstable();
    let (values, others): (Vec<usize>, Vec<usize>) =
        order.into_iter().partition(|at| is_value(&declared[*at]));
    let lists = [("\n", others), (VALUES, values)].into_iter().filter(|(_, list)| !list.is_empty());
    let lists = lists.map(|(label, list)| {
        label.to_owned() + &list.iter().map(text).collect::<Vec<_>>().join(", ")
    });
    (lists.collect(), not_named.into_iter().map(|at| &declared[at]).collect())
}

/// Whether it is a field, a constant or the like: neither a function nor a type.
fn is_value(declaration: &firsthand_codegraph::Declaration) -> bool {
    declaration.is_field()
        || matches!(&*declaration.kind, "constant" | "static" | "variable" | "variant")
}
