//! Searches for the usages of what the first report cites, with intent edit or debug.

use firsthand_registry::{LineRange, RepoPath};
use firsthand_validator::{Action, Verdict};

use super::Effect;
use crate::State;

/// Applies once in a run, to the first report with a verified place, while the model can still send
/// another.
pub(super) fn step(state: &State) -> Option<Effect> {
    let is_done = !state.setup.wants_usages || state.conversation.usages.is_some();
    if is_done || !state.turn.submitted || state.why_only_report().is_some() {
        return None;
    }
    let (verdict, _) = state.submissions.last()?.validated.as_ref()?;
    if verdict.body().action == Action::SkipExploreResult {
        return None;
    }
    let cited = cited_lines(verdict);
    (!cited.is_empty()).then_some(Effect::FindUsages(cited))
}

/// The cited lines whose declarations are relevant: the read targets, which are what will change, then those of quotes,
/// and whole places without a quote.
fn cited_lines(verdict: &Verdict) -> Vec<(RepoPath, LineRange)> {
    let body = verdict.body();
    let quotes = body.flow.iter().map(|link| {
        let line = LineRange::one(link.quote.line);
        (link.place.path().clone(), line)
    });
    let quotes: Vec<(RepoPath, LineRange)> = quotes.collect();
    let reads = body.read_targets.iter().filter_map(|read| {
        let range = read.place.range()?;
        // The quotes say which declarations of a long place are meant.
        let is_quoted =
            quotes.iter().any(|(path, line)| path == read.place.path() && range.overlaps(*line));
        (!is_quoted).then(|| (read.place.path().clone(), range))
    });
    let mut cited: Vec<(RepoPath, LineRange)> = reads.chain(quotes.iter().cloned()).collect();
    for place in &body.primary {
        let Some(range) = place.range() else {
            continue;
        };
        let is_covered =
            cited.iter().any(|(path, line)| path == place.path() && range.overlaps(*line));
        if !is_covered {
            cited.push((place.path().clone(), range));
        }
    }
    cited
}
