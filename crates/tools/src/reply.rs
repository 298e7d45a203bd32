//! Assembles a tool's output: cuts observations to the room, and reports the secrets that were redacted.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_agent::validator::{Finding, Rule};
use firsthand_registry::{Fitted, MaskedFile, Observation, RepoPath, Window, fit};

/// Cuts the observation to `room` characters, so that counts and diagnostics describe only what will be shown.
/// If nothing would fit, it is left unchanged, and the loop cuts it.
pub(crate) fn fit_to(observation: &mut Observation, room: usize) -> Fitted {
    let mut cut = observation.clone();
    let fitted = fit(&mut cut, room);
    if cut.windows.is_empty() && cut.paths.is_empty() {
        return Fitted::default();
    }
    *observation = cut;
    fitted
}

/// The secrets that were hidden in the files an answer shows.
#[derive(Default)]
pub(crate) struct HiddenSecrets(BTreeMap<RepoPath, BTreeMap<u32, &'static str>>);

impl HiddenSecrets {
    pub(crate) fn record(&mut self, masked: &MaskedFile) {
        if !masked.redacted().is_empty() {
            let kinds = masked.redacted().iter();
            let kinds = kinds.map(|(number, line)| (*number, line.kind)).collect();
            self.0.insert(masked.path().clone(), kinds);
        }
    }

    /// A finding for each run of adjacent hidden lines of one kind that the windows show: `path:line kind` or
    /// `path:first-last kind`.
    pub(crate) fn findings(&self, windows: &[Window]) -> Vec<Finding> {
        let mut shown: BTreeMap<&RepoPath, BTreeSet<u32>> = BTreeMap::new();
        for window in windows {
            let range = window.span.range();
            if let Some(lines) = self.0.get(window.span.path()) {
                let hidden = lines.range(range.start()..=range.end());
                let shown_lines = shown.entry(window.span.path()).or_default();
                shown_lines.extend(hidden.map(|(line, _)| *line));
            }
        }
        let mut findings = Vec::new();
        for (path, lines) in shown {
            let kind_of = |line| self.0.get(path).and_then(|all| all.get(&line)).copied();
            let mut runs: Vec<(u32, u32, &str)> = Vec::new();
            for line in lines {
                let kind = kind_of(line).unwrap_or_default();
                match runs.last_mut() {
                    Some(run) if run.1 + 1 == line && run.2 == kind => run.1 = line,
                    _ => runs.push((line, line, kind)),
                }
            }
            findings.extend(runs.into_iter().map(|(first, last, kind)| {
                let lines =
                    if first == last { first.to_string() } else { format!("{first}-{last}") };
                Finding::new(Rule::Redacted, format!("{path}:{lines} {kind}"))
            }));
        }
        findings
    }
}

/// A note that a requested number was reduced to the limit; `None` if it was within the limit.
pub(crate) fn limit_note(requested: u32, limit: u32, what: &str) -> Option<String> {
    (requested > limit).then(|| format!("limited to {limit} {what}"))
}

/// The sentence about matches that a call does not include: of each, the number, where they are, and the `include` that
/// shows them; empty where there are none.
pub(crate) fn not_included<const N: usize>(left_out: [(usize, &str, &str); N]) -> String {
    let named = left_out.into_iter().filter(|(number, ..)| *number > 0);
    let named: Vec<String> = named
        .map(|(number, place, class)| format!("{number} more {place} (include: [\"{class}\"])"))
        .collect();
    if named.is_empty() {
        return String::new();
    }
    format!(" Not shown: {}.", named.join(", "))
}

/// The parts that fit into `max_chars` characters, joined with commas; then the number of parts that are left out.
pub(crate) fn joined(parts: impl IntoIterator<Item = String>, max_chars: usize) -> String {
    let mut out = String::new();
    let mut left_out = 0_usize;
    let mut used = 0;
    for part in parts {
        let cost = part.chars().count() + 2;
        if left_out > 0 || used + cost > max_chars.saturating_sub(16) {
            left_out += 1;
            continue;
        }
        if used > 0 {
            out.push_str(", ");
        }
        out.push_str(&part);
        used += cost;
    }
    if left_out > 0 {
        let lead = if out.is_empty() { "" } else { ", " };
        out.push_str(&format!("{lead}{left_out} more"));
    }
    out
}
