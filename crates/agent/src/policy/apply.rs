//! Applies the policy to a tool's output.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use firsthand_registry::{MaskedFile, Observation, Receipt, RepoPath, Window};
use firsthand_validator::{Finding, Rule};

use super::Policy;
use crate::{ToolError, ToolOutput};

/// The most refused files that one answer names.
const MAX_NAMED_FILES: usize = 5;
/// The most left out ranges of one result.
const MAX_LEFT_OUT: usize = 100;

/// A tool's outcome without refused files, and with secrets hidden.
pub(crate) fn apply(
    policy: &dyn Policy,
    outcome: Result<ToolOutput, ToolError>,
) -> Result<ToolOutput, ToolError> {
    match outcome {
        Ok(output) => Ok(PolicyFilter::apply_to(policy, output)),
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

/// A file with the lines masked that the policy redacts.
pub(crate) fn masked(policy: &dyn Policy, path: &RepoPath, bytes: Vec<u8>) -> MaskedFile {
    let redacted = policy.redact(path, &bytes);
    MaskedFile::with_redacted(path.clone(), Arc::new(bytes), redacted)
}

/// Whether a policy hides nothing of a receipt: it stands in reports as it is, or not at all.
pub(crate) fn may_show_receipt(policy: &dyn Policy, receipt: &Receipt) -> bool {
    let not_searched = receipt.not_searched.iter();
    let examples = not_searched.flat_map(|group| &group.examples);
    let texts = receipt.scope.iter().chain(examples);
    let mut texts = texts.chain([&receipt.pattern.text, &receipt.control.text]);
    let is_open = |text: &String| matches!(policy.redact_text(text), Cow::Borrowed(_));
    texts.all(is_open) && policy.refusal(&receipt.control.path).is_none()
}

/// Applies a policy to one output.
struct PolicyFilter<'p> {
    policy: &'p dyn Policy,
    /// The policy's decision on each file so far: the reason of a refusal, or `None`.
    refusals: BTreeMap<RepoPath, Option<String>>,
    findings: Vec<Finding>,
}

impl<'p> PolicyFilter<'p> {
    fn apply_to(policy: &'p dyn Policy, mut output: ToolOutput) -> ToolOutput {
        let mut filter = Self { policy, refusals: BTreeMap::new(), findings: Vec::new() };
        for observation in &mut output.observations {
            filter.filter_observation(observation);
        }
        let mut left_out = std::mem::take(&mut output.left_out);
        left_out.truncate(MAX_LEFT_OUT);
        left_out.retain(|(path, _)| filter.is_allowed(path));
        output.left_out = left_out;
        redact_in(policy, &mut output.summary);
        for note in &mut output.diagnostics {
            redact_in(policy, note);
        }
        for finding in &mut output.findings {
            redact_in(policy, &mut finding.detail);
        }
        output.receipts.retain(|receipt| may_show_receipt(policy, receipt));
        output.findings.append(&mut filter.findings);
        // They come first, since the number of notes is limited later: a tool's own notes must not displace them.
        output.diagnostics.splice(0..0, filter.notes());
        output
    }

    /// The notes about refused files, the first few by name.
    fn notes(&self) -> Vec<String> {
        let refused = self.refusals.iter();
        let refused = refused.filter_map(|(path, why)| Some((path, why.as_ref()?)));
        let mut notes: Vec<String> =
            refused.map(|(path, why)| format!("`{path}` is left out: {why}")).collect();
        if let Some(more @ 1..) = notes.len().checked_sub(MAX_NAMED_FILES) {
            notes.truncate(MAX_NAMED_FILES);
            notes.push(format!("{more} more files are left out for such reasons"));
        }
        notes
    }

    fn is_allowed(&mut self, path: &RepoPath) -> bool {
        if let Some(refusal) = self.refusals.get(path) {
            return refusal.is_none();
        }
        let refusal = self.policy.refusal(path);
        let is_allowed = refusal.is_none();
        self.refusals.insert(path.clone(), refusal);
        is_allowed
    }

    fn filter_observation(&mut self, observation: &mut Observation) {
        observation.paths.retain(|path| self.is_allowed(path));
        let windows = &mut observation.windows;
        windows.retain(|window| self.is_allowed(window.span.path()));
        for window in windows {
            self.redact_window(window);
        }
        for found in &mut observation.related_lines {
            found.files.retain(|(path, _)| self.is_allowed(path));
            redact_in(self.policy, &mut found.related.of);
        }
    }

    /// Hides secrets in the window's lines, taken as one text, and in its names.
    fn redact_window(&mut self, window: &mut Window) {
        let (path, start) = (window.span.path().clone(), window.span.range().start());
        let mut text = String::new();
        for (_, line) in window.span.lines() {
            text.push_str(line.text());
            text.push('\n');
        }
        let hidden = masked(self.policy, &path, text.into_bytes());
        if !hidden.redacted().is_empty() {
            let span = window.span.clone();
            window.span = span.map_lines(|number, line| {
                let Some(hidden) = hidden.redacted().get(&(number - start + 1)) else {
                    return line;
                };
                if !line.is_masked() {
                    let detail = format!("{path}:{number} {}", hidden.kind);
                    self.findings.push(Finding::new(Rule::Redacted, detail));
                }
                line.mask(&*hidden.text)
            });
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
