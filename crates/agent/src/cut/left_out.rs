//! The parts of a tool result that are not shown, and the notes about them that the model reads.

use std::collections::BTreeSet;

use firsthand_registry::{LineRange, RepoPath, Span, count};
use firsthand_source::join_at_most;

use crate::{State, ToolOutput};

/// The most ranges that one note names.
const MAX_NAMED_RANGES: usize = 8;

/// The parts of one result that were cut.
#[derive(Default)]
pub(super) struct LeftOut {
    /// The number of places of which nothing is shown, other than by the budget of their file.
    pub(super) dropped: usize,
    /// The number of places of which only some lines are shown, other than by the budget of their file.
    pub(super) narrowed: usize,
    /// The files whose places were dropped or narrowed by the budget of the file.
    pub(super) exhausted_files: BTreeSet<RepoPath>,
    /// All lines that were cut.
    pub(super) lines: Vec<(RepoPath, LineRange)>,
}

impl LeftOut {
    /// Adds notes about what was cut, and why, so that the model does not take it for absent.
    pub(super) fn add_notes(self, output: &mut ToolOutput, state: &State) {
        let mut notes = Vec::new();
        if self.dropped > 0 {
            let places = count(self.dropped, "more place", "more places");
            // Where the run has less room left than one result may take, asking for less would not help.
            notes.push(if state.room_left() < state.setup.budgets.result_chars {
                format!("{places} did not fit into what is left to be shown in this run")
            } else {
                format!("{places} did not fit here; ask for less at a time")
            });
        }
        if self.narrowed > 0 {
            let places = count(self.narrowed, "place", "places");
            notes.push(format!("{places} shown in part"));
        }
        let max_chars = state.setup.budgets.file_chars;
        notes.extend(self.exhausted_files.iter().map(|path| {
            format!(
                "not all of {path}: {max_chars} characters of it were shown, the most of one file; what \
                 was shown can be cited"
            )
        }));
        notes.extend(lines_note(&self.lines, output, state));
        output.coverage.truncated |= !notes.is_empty();
        output.coverage.losses.budget += self.dropped as u64 + self.exhausted_files.len() as u64;
        output.coverage.losses.cut += self.narrowed as u64;
        output.diagnostics.extend(notes);
    }

    /// Adds the lines of `full_range` that are not in `shown`.
    pub(super) fn add_lines(
        &mut self,
        path: &RepoPath,
        full_range: LineRange,
        shown: Option<LineRange>,
    ) {
        let parts: Vec<LineRange> = match shown {
            None => vec![full_range],
            Some(shown) => full_range.without(shown).collect(),
        };
        let parts = parts.into_iter();
        self.lines.extend(parts.map(|range| (path.clone(), range)));
    }
}

/// The note that names the ranges that were cut, so that the model can request them. Lines that another place shows are
/// not named. `None` if no line remains.
fn lines_note(
    lines: &[(RepoPath, LineRange)],
    output: &ToolOutput,
    state: &State,
) -> Option<String> {
    let windows = output.observations.iter().flat_map(|seen| &seen.windows);
    let spans = windows.map(|window| &window.span);
    let shown: Vec<&Span> = spans.chain(state.conversation.shown.spans()).collect();
    let mut remaining: Vec<(&RepoPath, LineRange)> = Vec::new();
    for (path, range) in lines {
        let spans = shown.iter().filter(|span| span.path() == path);
        let rest = spans.fold(vec![*range], |rest, span| {
            let rest = rest.into_iter();
            rest.flat_map(|range| range.without(span.range())).collect()
        });
        remaining.extend(rest.into_iter().map(|range| (path, range)));
    }
    let ranges = merge_ranges(remaining);
    let named = ranges.iter().map(|(path, range)| format!("{path}:{}", range.short()));
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| format!("not shown: {}", join_at_most(&named, MAX_NAMED_RANGES)))
}

/// Merges overlapping and adjacent ranges of each file.
fn merge_ranges(mut ranges: Vec<(&RepoPath, LineRange)>) -> Vec<(&RepoPath, LineRange)> {
    ranges.sort_by_key(|(path, range)| (*path, range.start(), range.end()));
    let mut merged: Vec<(&RepoPath, LineRange)> = Vec::new();
    for (path, range) in ranges {
        match merged.last_mut() {
            Some((last_path, last))
                if *last_path == path && range.start() <= last.end().saturating_add(1) =>
            {
                *last = last.hull(range);
            }
            _ => merged.push((path, range)),
        }
    }
    merged
}
