//! `grep`: clusters of matching lines.

mod alike;
mod scan;
mod stated;

use std::collections::BTreeSet;
use std::sync::Arc;

use firsthand_agent::ToolOutput;
use firsthand_codegraph::Include;
use firsthand_registry::{Observation, RepoPath, Source, Window};
use firsthand_source::NotSearched;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::pattern::{Case, Pattern};
use crate::reply::{HiddenSecrets, fit_to, limit_note};
use crate::repo::{Call, Repo, ToolResult, coverage, declarations_around, left_out};
use crate::scope::{coverage_of_part, scope};
use crate::{AbsenceRequest, absence};
use scan::{MatchedFile, Scan};
use stated::{hit_count, outside_note, summary};

/// The most places that one call shows, unless it asks for fewer.
const MAX_PLACES: u32 = 20;
/// The most lines of context on each side.
const MAX_CONTEXT: u32 = 20;

/// The note about matches of a pattern as plain text.
const PLAIN_NOTE: &str =
    "no line matches the pattern as a regex; these lines hold it as plain text";

pub(super) const ABOUT: &str = "Finds matching lines with context, and says how many there are in all. Best for an \
     exact name, message or setting.";

#[derive(Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// A regex (Rust syntax).
    pattern: String,
    /// The pattern is plain text.
    #[serde(default)]
    literal: bool,
    /// A file, folder or glob.
    #[schemars(extend("x-paths" = true))]
    path: Option<String>,
    /// smart: capitals count only if the pattern has any.
    #[schemars(extend("x-else" = "smart"))]
    #[serde(default)]
    case: Case,
    /// Lines around a match.
    #[serde(default = "default_context")]
    context: u32,
    // As in `search_code`, whose description says what it is.
    #[serde(default)]
    include: Vec<FileClass>,
    /// At most 20 places.
    #[schemars(range(min = 1, max = MAX_PLACES))]
    #[serde(default = "default_limit")]
    limit: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum FileClass {
    Tests,
    Generated,
}

impl Arguments {
    /// The classes of files that the host's configuration or the call includes.
    fn included(&self, host: Include) -> Include {
        Include {
            tests: host.tests || self.include.contains(&FileClass::Tests),
            generated: host.generated || self.include.contains(&FileClass::Generated),
            ..host
        }
    }
}

fn default_context() -> u32 {
    2
}

fn default_limit() -> u32 {
    MAX_PLACES
}

pub(super) fn grep(repo: &Repo, arguments: &Arguments, call: &Call) -> ToolResult {
    let files = repo.graph.files();
    let (path_text, note) = repo.interpret_path(arguments.path.as_deref().unwrap_or_default());
    let scope = scope(Some(&path_text), &files, &repo.sandbox)?;
    let mut pattern = Pattern::new(&arguments.pattern, arguments.literal, arguments.case)?;
    let mut output = ToolOutput::default();
    output.diagnostics.extend(note);
    let notes = &mut output.diagnostics;
    notes.extend(limit_note(arguments.context, MAX_CONTEXT, "lines of context"));
    let paths: Vec<RepoPath> = files
        .files
        .iter()
        .map(|file| &file.path)
        .filter(|path| scope.holds(path.as_str()))
        .cloned()
        .collect();
    output.coverage = coverage_of_part(coverage(&files), &scope, &files);
    let include = arguments.included(repo.include);
    let by_smart_case = arguments.case == Case::Smart && pattern.read_as.case_sensitive;
    let folded =
        by_smart_case.then(|| Pattern::of(pattern.read_as.clone().with_case(false)).ok()).flatten();
    let patterns = (&pattern, folded.as_ref());
    let mut scan = scan::scan(&repo.sandbox, &paths, patterns, include, &call.cancel);
    if scan.files.is_empty()
        && let Some(plain) = plain_matches(repo, &paths, &pattern, arguments, call)
    {
        (pattern, scan) = plain;
        output.diagnostics.push(PLAIN_NOTE.to_owned());
    }
    let unread = scan.skipped();
    let searched = paths.len().saturating_sub(usize::try_from(unread).unwrap_or_default());
    output.coverage.files_skipped += unread;
    output.coverage.files_seen = output.coverage.files_seen.saturating_sub(unread);
    output.diagnostics.extend(scan.note());
    if scan.files.is_empty() {
        // Nothing was found, so the files that were not searched are relevant.
        output.diagnostics.extend(left_out(&files).filter(|_| path_text.is_empty()));
        let request = AbsenceRequest::new(pattern.read_as.clone()).within_paths(&path_text);
        let (receipt, note) = absence::receipt(&repo.sandbox, &request, &call.cancel);
        output.receipts.extend(receipt);
        output.diagnostics.extend(note);
        let is_outside = |path: &RepoPath| !scope.holds(path.as_str());
        let others = files.files.iter().map(|file| &file.path).filter(|path| is_outside(path));
        let others: Vec<RepoPath> = others.cloned().collect();
        let patterns = (&pattern, None);
        let outside = scan::scan(&repo.sandbox, &others, patterns, include, &call.cancel);
        output.diagnostics.extend(outside_note(&outside, &path_text));
    }
    if !scan.files.is_empty() && !scan.unmatched.is_empty() && !scan.is_cancelled() {
        let request = AbsenceRequest::new(pattern.like(&scan.unmatched));
        let request = request.within_paths(&path_text);
        let (receipt, note) = absence::receipt(&repo.sandbox, &request, &call.cancel);
        output.receipts.extend(receipt);
        output.diagnostics.extend(note);
    }
    let mut hidden = HiddenSecrets::default();
    let windows = windows_to_show(repo, &scan.files, &pattern, arguments, &mut hidden, call);
    let mut observation = Observation::matches(Source::GREP, windows);
    fit_to(&mut observation, call.room);
    output.findings = hidden.findings(&observation.windows);
    output.summary = summary(&scan, &observation.windows, searched);
    match &pattern.note {
        Some(note) if scan.files.is_empty() => output.summary.push_str(&format!(" But {note}.")),
        note => output.diagnostics.extend(note.clone()),
    }
    let not_shown = scan.matches().saturating_sub(hit_count(&observation.windows));
    if not_shown > 0 && observation.windows.len() == MAX_PLACES as usize {
        let note = limit_note(arguments.limit, MAX_PLACES, "places");
        output.diagnostics.extend(note);
    }
    output.coverage.truncated = not_shown > 0 || scan.is_cancelled();
    output.coverage.losses.cap += not_shown as u64;
    let (listed, scanned) =
        (std::mem::take(&mut output.coverage.not_searched), scan.not_searched());
    output.coverage.not_searched = NotSearched::joined(listed, scanned);
    output.coverage.losses.unreadable = NotSearched::total(&output.coverage.not_searched);
    output.coverage.losses.time += u64::from(scan.is_cancelled());
    if !observation.windows.is_empty() {
        output.observations.push(observation);
    }
    Ok(output)
}

/// The matches of the pattern as plain text, where as a regex it has none: `func (h *Handler)` is a regex that does not
/// match itself.
fn plain_matches(
    repo: &Repo,
    paths: &[RepoPath],
    pattern: &Pattern,
    arguments: &Arguments,
    call: &Call,
) -> Option<(Pattern, Scan)> {
    if pattern.first_match(&arguments.pattern).is_some() || call.cancel.is_cancelled() {
        return None;
    }
    let plain = Pattern::new(&arguments.pattern, true, arguments.case).ok()?;
    let include = arguments.included(repo.include);
    let scan = scan::scan(&repo.sandbox, paths, (&plain, None), include, &call.cancel);
    (!scan.files.is_empty()).then_some((plain, scan))
}

/// The first lines of each alternative but the most frequent one, by the order of their files: each alternative has an equal
/// part of the places.
fn rare_lines(files: &[MatchedFile], limit: usize) -> BTreeSet<(usize, u32)> {
    let number = files.first().map_or(0, |file| file.by_alternative.len());
    let lines_of = |at: usize| -> Vec<(usize, u32)> {
        let lines = files.iter().map(|file| file.by_alternative[at].iter()).enumerate();
        lines.flat_map(|(order, lines)| lines.map(move |line| (order, *line))).collect()
    };
    let mut alternatives: Vec<_> = (0..number).map(lines_of).collect();
    alternatives.retain(|lines| !lines.is_empty());
    alternatives.sort_by_key(Vec::len);
    let part = limit / alternatives.len().max(1);
    alternatives.pop();
    alternatives.into_iter().flat_map(|lines| lines.into_iter().take(part)).collect()
}

/// The clusters to show: those of the rare alternatives, the first ones of each file in turn up to the limit, and if there is
/// room, further ones of these files, and those in which only imports match.
fn windows_to_show(
    repo: &Repo,
    files: &[MatchedFile],
    pattern: &Pattern,
    arguments: &Arguments,
    hidden: &mut HiddenSecrets,
    call: &Call,
) -> Vec<Window> {
    let limit = arguments.limit.min(MAX_PLACES) as usize;
    let context = arguments.context.min(MAX_CONTEXT);
    let first_per_file = (limit / files.len().max(1)).max(2);
    let rare_lines = rare_lines(files, limit);
    let (mut found, mut first) = (Vec::new(), 0);
    for (order, file) in files.iter().enumerate() {
        let has_rare = rare_lines.iter().any(|(at, _)| *at == order);
        if call.cancel.is_cancelled() || first >= limit && !has_rare {
            continue;
        }
        let masked = match &file.bytes {
            Some(bytes) => Ok(repo.sandbox.masked(&file.path, Arc::clone(bytes))),
            None => repo.read_file(&file.path),
        };
        let Ok(masked) = masked else {
            continue;
        };
        let windows = alike::windows(&masked, &pattern.lines(&masked), pattern, context);
        hidden.record(&masked);
        let declared = repo.declarations(&masked, &call.cancel);
        let imported = scan::imported_lines(repo, &masked, &call.cancel);
        let mut places = 0;
        for (index, window) in windows.into_iter().enumerate() {
            let is_import = window.hits.iter().all(|line| imported.contains(line));
            let is_rare = window.hits.iter().any(|line| rare_lines.contains(&(order, *line)));
            let declarations = declarations_around(&declared, window.span.range());
            let rank = match places {
                _ if is_rare => 0,
                _ if is_import => 3,
                places if places < first_per_file => 1,
                _ => 2,
            };
            places += usize::from(!is_import);
            first += usize::from(rank == 1);
            found.push((rank, order, index, window.with_declarations(declarations).as_row()));
        }
    }
    found.sort_by_key(|(rank, order, index, _)| (*rank, *order, *index));
    found.truncate(limit);
    found.sort_by_key(|(_, order, index, _)| (*order, *index));
    found.into_iter().map(|(.., window)| window).collect()
}
