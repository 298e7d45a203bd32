//! `read_file`: numbered lines of one file.

use firsthand_agent::validator::{Coverage, Finding, Rule};
use firsthand_agent::{Cancel, ToolOutput};
use firsthand_registry::{LineRange, MaskedFile, Observation, Source, count};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::reply::{HiddenSecrets, fit_to};
use crate::repo::{Call, Repo, ToolResult, declarations_around};

/// The most lines that one call shows.
const MAX_LINES: u32 = 400;
/// The most characters of one file that one call shows.
const MAX_CHARS: usize = 20_000;

pub(super) const ABOUT: &str = "Shows numbered lines of one file, at most 400 a call.";

#[derive(Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// As other tools print it.
    path: String,
    #[schemars(range(min = 1), extend("x-below" = 1))]
    #[serde(default = "default_start")]
    start: u32,
    /// Included.
    #[schemars(range(min = 1), extend("x-below" = u32::MAX))]
    end: Option<u32>,
}

fn default_start() -> u32 {
    1
}

pub(super) fn read(repo: &Repo, arguments: &Arguments, call: &Call) -> ToolResult {
    let (path_text, note) = repo.interpret_path(&arguments.path);
    let open = |path: &str| repo.resolve(path).and_then(|path| repo.read_file(&path));
    let mut lines_in_path = None;
    let masked = open(&path_text).or_else(|error| {
        let (path, lines) = split_lines_off(&path_text, arguments).ok_or_else(|| error.clone())?;
        lines_in_path = Some(lines);
        open(path).map_err(|_| error)
    })?;
    let path = masked.path().clone();
    let (start, end) = lines_in_path.unwrap_or((arguments.start, arguments.end));
    let total = masked.line_count();
    if total == 0 {
        return Err(format!("`{path}` is empty"));
    }
    if start > total {
        return Err(format!("`{path}` has {}; line {start} is past its end", lines_text(total)));
    }
    let requested = LineRange::new(start, end.unwrap_or(total)).ok_or_else(|| {
        let end = end.unwrap_or_default();
        format!("`end` ({end}) is before `start` ({start})")
    })?;
    let end = requested.end().min(total);
    let shown = LineRange::new(start, end.min(start.saturating_add(MAX_LINES - 1)));
    let window = shown.and_then(|range| masked.window(range, |_, _| 0));
    let Some(window) = window else {
        return Err(format!("`{path}` has no line {start}"));
    };
    let mut observation = Observation::read(Source::READ, window);
    fit_to(&mut observation, call.room.min(MAX_CHARS));
    let mut output = answer(repo, &masked, requested, observation, &call.cancel);
    output.diagnostics.extend(note);
    if lines_in_path.is_some() {
        let what = "read_file: the lines stood in `path`";
        output.findings.push(Finding::new(Rule::ArgumentRepaired, what));
    }
    Ok(output)
}

/// Splits the lines off a path, as in `src/a.rs:10-20` or `src/a.rs:10`. Those that the arguments name count.
fn split_lines_off<'g>(
    path_text: &'g str,
    arguments: &Arguments,
) -> Option<(&'g str, (u32, Option<u32>))> {
    let (path, lines) = path_text.rsplit_once(':')?;
    let (start, end) = lines.split_once('-').unwrap_or((lines, lines));
    let (start, end) = (start.parse().ok()?, end.parse().ok()?);
    let names_no_lines = arguments.start == default_start() && arguments.end.is_none();
    let lines = if names_no_lines { (start, Some(end)) } else { (arguments.start, arguments.end) };
    (start > 0).then_some((path, lines))
}

fn answer(
    repo: &Repo,
    masked: &MaskedFile,
    requested: LineRange,
    observation: Observation,
    cancel: &Cancel,
) -> ToolOutput {
    let mut output = ToolOutput {
        coverage: Coverage { files_seen: 1, ..Coverage::default() },
        ..ToolOutput::default()
    };
    let mut hidden = HiddenSecrets::default();
    hidden.record(masked);
    output.findings = hidden.findings(&observation.windows);
    let (mut observation, total) = (observation, masked.line_count());
    for window in &mut observation.windows {
        let range = window.span.range();
        window.declarations = declarations_around(&repo.declarations(masked, cancel), range);
        let next = range.end().saturating_add(1);
        if let Some(rest) = LineRange::new(next, requested.end().min(total)) {
            output.coverage.truncated = true;
            output.coverage.losses.cut += 1;
            output.left_out.push((masked.path().clone(), rest));
        }
        if requested.end() > total && requested.end() != u32::MAX {
            output.diagnostics.push(format!("the file has {}", lines_text(total)));
        }
        let not_utf8 = range.start()..=range.end();
        let not_utf8 = not_utf8.filter(|&line| is_not_utf8(masked, line)).count();
        if not_utf8 > 0 {
            output.diagnostics.push(format!(
                "lines that hold bytes which are not UTF-8: {not_utf8}; they cannot be quoted"
            ));
        }
    }
    output.observations.push(observation);
    output
}

/// The number as text: `1 line`, `2 lines`.
fn lines_text(number: u32) -> String {
    count(number as usize, "line", "lines")
}

fn is_not_utf8(masked: &MaskedFile, line: u32) -> bool {
    masked
        .line(line)
        .is_some_and(|text| text.is_masked() && text.text().contains(char::REPLACEMENT_CHARACTER))
}
