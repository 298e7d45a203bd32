//! The outline of a file: the line of each declaration, with the lines that all of it takes.

use firsthand_agent::ToolOutput;
use firsthand_agent::validator::Coverage;
use firsthand_codegraph::Scope;
use firsthand_registry::{LineRange, Observation, Seen, Source, Window, count};

use super::Pages;
use crate::reply::fit_to;
use crate::repo::{Call, Repo, Worked, around};
use crate::scope::scope;

/// The most declarations of one outline.
const ROWS: usize = 120;
/// The most characters of one outline.
const CHARS: usize = 8_000;

/// The outline of the file at `path`.
pub(super) fn outline(repo: &Repo, path: &str, call: &Call) -> Worked {
    let path = match repo.resolve(path) {
        Ok(path) if repo.sandbox.read(&path).is_ok() => path,
        _ => {
            // What is meant is a folder, a glob, or nothing that is here.
            let meant = scope(Some(path), &repo.graph.files(), &repo.sandbox)?;
            return Err(match meant {
                Scope::Below(base) => format!(
                    "`{base}` has no outline: pass a file, or a `query` to search in it; list_files lists a folder"
                ),
                Scope::All | Scope::Glob(_) => {
                    "an outline is of one file: pass its path, or a `query`".to_owned()
                }
            });
        }
    };
    let bytes = repo.page(&path)?.into_bytes();
    let declared = repo.graph.declarations(path.as_str(), &bytes, &call.cancel);
    let mut pages = Pages::new(repo, &call.cancel);
    let (page, known) = pages.of(&path, &bytes);
    let (total, all) = (page.total(), declared.len());
    let rows: Vec<(usize, Window)> = declared
        .iter()
        .filter_map(|declaration| {
            let line = LineRange::one(declaration.head.start());
            let depth = declared
                .iter()
                .filter(|d| d.range.covers(declaration.range))
                .count();
            let mut window = page
                .window(line, |_, _| 0)?
                .with_hits([declaration.head.start()]);
            window = window.with_declarations(around(known, line));
            window.symbol = Some(super::label_of(
                &declaration.name,
                &declaration.qualified,
                &declaration.kind,
            ));
            Some((depth, window.as_row()))
        })
        .collect();
    let mut observation = Observation {
        source: Source::GRAPH,
        seen: Seen::Symbols(fitting(rows, call.room.min(CHARS))),
        counts: Vec::new(),
    };
    fit_to(&mut observation, call.room.min(CHARS));
    let shown = observation.windows().len();
    let mut output = ToolOutput {
        summary: format!(
            "{path}: {}, {}.",
            count(total as usize, "line", "lines"),
            count(all, "declaration", "declarations")
        ),
        coverage: Coverage {
            files_seen: 1,
            ..Coverage::default()
        },
        findings: pages.hidden.findings(observation.windows()),
        ..ToolOutput::default()
    };
    if all == 0 {
        let none = "no declaration is known here (a language without a grammar, or none in it); read_file shows its lines";
        output.diagnostics.push(none.to_owned());
    } else if shown < all {
        output.coverage.truncated = true;
        output.diagnostics.push(format!(
            "{} not listed: most deeply nested, or of one line with another",
            count(all - shown, "declaration", "declarations")
        ));
    }
    if shown > 0 {
        output.observations.push(observation);
    }
    Ok(output)
}

/// As many levels of declarations as fit: at least the outermost, as far as there is room.
fn fitting(mut rows: Vec<(usize, Window)>, room: usize) -> Vec<Window> {
    rows.dedup_by(|next, row| next.1.span.range() == row.1.span.range());
    let deepest = rows.iter().map(|(depth, _)| *depth).max().unwrap_or(1);
    for most in (1..=deepest).rev() {
        let level: Vec<Window> = rows
            .iter()
            .filter(|(depth, _)| *depth <= most)
            .map(|(_, window)| window.clone())
            .collect();
        let mut cut = Observation::matches(Source::GRAPH, level);
        let is_short = cut.windows().len() <= ROWS;
        let fitted = firsthand_registry::fit(&mut cut, room);
        if most == 1 || (is_short && fitted.dropped == 0) {
            return cut.windows().to_vec();
        }
    }
    Vec::new()
}
