//! The policy, applied to what a tool returned.

use std::borrow::Cow;
use std::collections::BTreeMap;

use firsthand_registry::{LineRange, Observation, RepoPath, Seen, SourceLine, Span, Window};
use firsthand_validator::{Finding, Rule};

use super::Policy;
use crate::{ToolError, ToolOutput};

/// Files that are named as left out in one answer.
const NAMED: usize = 5;
/// Ranges that a result may name as left out.
const LEFT_OUT: usize = 100;

/// What may be observed of a tool's outcome, with secrets hidden.
pub(crate) fn apply(
    policy: &dyn Policy,
    outcome: Result<ToolOutput, ToolError>,
) -> Result<ToolOutput, ToolError> {
    match outcome {
        Ok(output) => Ok(Applied::to(policy, output)),
        Err(ToolError::Answer(mut text)) => {
            redact_in(policy, &mut text);
            Err(ToolError::Answer(text))
        }
        Err(ToolError::Stop(mut text)) => {
            redact_in(policy, &mut text);
            Err(ToolError::Stop(text))
        }
    }
}

/// Lines of a whole file, those that hold a secret masked.
pub(crate) fn read_span(
    policy: &dyn Policy,
    path: &RepoPath,
    bytes: &[u8],
    range: LineRange,
) -> Option<Span> {
    let span = Span::of_file(path.clone(), bytes, range).ok()?;
    let hidden = hidden_in(policy, path, bytes);
    Some(span.map_lines(|number, line| mask(number, line, &hidden)))
}

/// What stands for each line of the text that holds a secret, by number from 1; and its kind.
pub(crate) type HiddenLines = BTreeMap<u32, (String, &'static str)>;

pub(crate) fn hidden_in(policy: &dyn Policy, path: &RepoPath, text: &[u8]) -> HiddenLines {
    let redacted = policy.redact(path, text).into_iter();
    redacted
        .map(|line| (line.line, (line.text, line.kind)))
        .collect()
}

/// The line of that number, masked where it is one of these.
pub(crate) fn mask(number: u32, line: SourceLine, hidden: &HiddenLines) -> SourceLine {
    match hidden.get(&number) {
        Some((shown, _)) => line.mask(shown),
        None => line,
    }
}

/// Goes through one output.
struct Applied<'p> {
    policy: &'p dyn Policy,
    /// The files that were asked for so far, with why one is refused.
    refused: BTreeMap<RepoPath, Option<String>>,
    findings: Vec<Finding>,
}

impl<'p> Applied<'p> {
    fn to(policy: &'p dyn Policy, mut output: ToolOutput) -> ToolOutput {
        let mut applied = Self {
            policy,
            refused: BTreeMap::new(),
            findings: Vec::new(),
        };
        for observation in &mut output.observations {
            applied.observation(observation);
        }
        let mut left_out = std::mem::take(&mut output.left_out);
        left_out.truncate(LEFT_OUT);
        left_out.retain(|(path, _)| applied.may_show(path));
        output.left_out = left_out;
        redact_in(policy, &mut output.summary);
        for note in &mut output.diagnostics {
            redact_in(policy, note);
        }
        for finding in &mut output.findings {
            redact_in(policy, &mut finding.detail);
        }
        output.findings.append(&mut applied.findings);
        // In front: a tool with many notes does not push them out.
        output.diagnostics.splice(0..0, applied.notes());
        output
    }

    /// A note for each file that was left out, the first few by name.
    fn notes(&self) -> Vec<String> {
        let refused = self.refused.iter();
        let refused = refused.filter_map(|(path, why)| Some((path, why.as_ref()?)));
        let mut notes: Vec<String> = refused
            .map(|(path, why)| format!("`{path}` is left out: {why}"))
            .collect();
        if let Some(more @ 1..) = notes.len().checked_sub(NAMED) {
            notes.truncate(NAMED);
            notes.push(format!("{more} more files are left out for such reasons"));
        }
        notes
    }

    fn may_show(&mut self, path: &RepoPath) -> bool {
        if let Some(known) = self.refused.get(path) {
            return known.is_none();
        }
        let refusal = self.policy.refusal(path);
        let may = refusal.is_none();
        self.refused.insert(path.clone(), refusal);
        may
    }

    fn observation(&mut self, observation: &mut Observation) {
        match &mut observation.seen {
            Seen::Listed(paths) => paths.retain(|path| self.may_show(path)),
            Seen::Matches(windows)
            | Seen::Read(windows)
            | Seen::Symbols(windows)
            | Seen::Relations(windows) => {
                windows.retain(|window| self.may_show(window.span.path()));
                for window in windows {
                    self.window(window);
                }
            }
        }
    }

    /// Hides secrets in the window's lines, read together, and in the names beside them.
    fn window(&mut self, window: &mut Window) {
        let (path, start) = (window.span.path().clone(), window.span.range().start());
        let mut text = String::new();
        for (_, line) in window.span.lines() {
            text.push_str(line.text());
            text.push('\n');
        }
        let hidden = hidden_in(self.policy, &path, text.as_bytes());
        let of_file: HiddenLines = hidden
            .into_iter()
            .map(|(number, line)| (start.saturating_add(number - 1), line))
            .collect();
        for (number, line) in window.span.lines() {
            if let Some((_, kind)) = of_file.get(&number).filter(|_| !line.is_masked()) {
                let detail = format!("{path}:{number} {kind}");
                self.findings.push(Finding::new(Rule::Redacted, detail));
            }
        }
        if !of_file.is_empty() {
            let span = window.span.clone();
            window.span = span.map_lines(|number, line| mask(number, line, &of_file));
        }
        if let Some(symbol) = &mut window.symbol {
            redact_in(self.policy, &mut symbol.name);
            redact_in(self.policy, &mut symbol.qualified);
            redact_in(self.policy, &mut symbol.kind);
        }
        if let Some(related) = &mut window.related {
            redact_in(self.policy, &mut related.of);
        }
        for declared in &mut window.declarations {
            redact_in(self.policy, &mut declared.name);
        }
    }
}

fn redact_in(policy: &dyn Policy, text: &mut String) {
    if let Cow::Owned(hidden) = policy.redact_text(text) {
        *text = hidden;
    }
}
