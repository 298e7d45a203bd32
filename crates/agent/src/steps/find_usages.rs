//! Searches for the usages of what the first report cites, with intent edit or debug.

use firsthand_registry::{LineRange, RepoPath};
use firsthand_validator::{Action, Verdict};

use super::Effect;
use crate::State;

/// Applies once in a run, to the first report with a verified place, while the model can still send
/// another.
pub(super) fn step(state: &State) -> Option<Effect> {
    let cannot_continue = state.stopped.is_some() || state.why_only_report().is_some();
    if cannot_continue || !state.wants_usages || state.usages.is_some() || !state.submitted {
        return None;
    }
    let (verdict, _) = state.submissions.last()?.validated.as_ref()?;
    if verdict.body().action == Action::SkipExploreResult {
        return None;
    }
    let cited = cited_lines(verdict);
    (!cited.is_empty()).then_some(Effect::FindUsages(cited))
}

/// The cited lines whose declarations are relevant: those of quotes, and whole places without a quote.
fn cited_lines(verdict: &Verdict) -> Vec<(RepoPath, LineRange)> {
    let body = verdict.body();
    let quotes = body.flow.iter().map(|link| {
        let line = LineRange::one(link.quote.line);
        (link.place.path().clone(), line)
    });
    let mut cited: Vec<(RepoPath, LineRange)> = quotes.collect();
    let reads = body.read_targets.iter().map(|read| &read.place);
    for place in body.primary.iter().chain(reads) {
        let Some(range) = place.range() else {
            continue;
        };
        let is_covered = cited
            .iter()
            .any(|(path, line)| path == place.path() && range.overlaps(*line));
        if !is_covered {
            cited.push((place.path().clone(), range));
        }
    }
    cited
}
