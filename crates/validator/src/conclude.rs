//! How a run ends: with a verdict, a skip or the fallback, for which reason, and with which search terms of the host.

use std::collections::BTreeMap;

use firsthand_registry::{LineRange, Registry, RepoPath};

use crate::fallback::{fallback, fallback_ranges, host_terms};
use crate::{
    Action, Context, Coverage, Intent, Limits, Outcome, Present, Rule, RunFacts, Selection,
    StopReason, Verdict, VerifiedReport, cited, validate,
};

/// What is said where a run reports another report than the last one; the reason follows.
pub const EARLIER_REPORT: &str = "an earlier report is printed, not the last one";

/// Whether nothing was observed, and no complete search shows that nothing is there: a skip is unfounded then.
#[must_use]
pub fn is_unsearched(registry: &Registry, coverage: &Coverage) -> bool {
    registry.is_empty() && !coverage.shows_absence()
}

/// The position of the verdict that a run reports, of all its verdicts in the order of their selections: the last one with
/// something to report, unless it [falls behind](Verdict::why_behind) an earlier one. A skip counts only where something was
/// [searched](is_unsearched), and where it is not [unfounded](Verdict::is_unfounded_skip).
#[must_use]
pub fn best_verdict<'v>(
    registry: &Registry,
    coverage: &Coverage,
    verdicts: impl IntoIterator<Item = &'v Verdict>,
) -> Option<usize> {
    let is_unsearched = is_unsearched(registry, coverage);
    let can_be_reported = |verdict: &Verdict| match verdict.body.outcome {
        Outcome::Skip => !is_unsearched && !verdict.is_unfounded_skip(),
        Outcome::Verdict | Outcome::Fallback => !verdict.has_nothing_verified(),
    };
    verdicts
        .into_iter()
        .enumerate()
        .filter(|(_, verdict)| can_be_reported(verdict))
        .reduce(|best, next| if next.1.why_behind(best.1).is_some() { best } else { next })
        .map(|(position, _)| position)
}

/// Decides the report of a run: of its [best verdict](best_verdict), or else the deterministic fallback.
///
/// Where the report proposes a search without search targets, the host's terms stand in it, labelled as the host's. The
/// stop reason of `facts` is put right: a run that was accepted after a time limit had ended a search, and one that was
/// accepted with nothing to report, ended for another reason.
///
/// `present` returns the present bytes of the files that the fallback may cite; it is called only where there is no
/// verdict to report.
pub fn conclude(
    registry: &Registry,
    intent: Intent,
    verdicts: &[&Verdict],
    mut facts: RunFacts,
    present: impl FnOnce(&BTreeMap<RepoPath, Vec<LineRange>>) -> Present,
) -> VerifiedReport {
    let best = best_verdict(registry, &facts.coverage, verdicts.iter().copied());
    let best = best.and_then(|position| verdicts.get(position));
    let why_earlier = best.zip(verdicts.last()).and_then(|(best, last)| match last {
        last if std::ptr::eq(*last, *best) => None,
        last => last.why_behind(best),
    });
    if facts.stats.stop_reason.has_selection() {
        facts.stats.stop_reason = match best {
            _ if verdicts.is_empty() => StopReason::NoSubmit,
            _ if facts.coverage.losses.time > 0 => StopReason::TimeBudget,
            None if verdicts.last().is_some_and(|last| last.is_unfounded_skip()) => {
                StopReason::SkipUnfounded
            }
            None => StopReason::NothingVerified,
            Some(_) => facts.stats.stop_reason,
        };
    }
    let Some(verdict) = best else {
        let present = present(&fallback_ranges(registry, &facts));
        let context = Context::new(registry, &present, intent);
        return VerifiedReport::new(fallback(&context, &facts), facts);
    };
    let mut body = verdict.body.clone();
    if body.action == Action::TargetedGapSearch && body.search_targets.is_empty() {
        body.host_search_targets = host_terms(registry, &facts, Limits::default());
    }
    if let Some(why) = why_earlier {
        body.add_finding(Rule::EarlierReport, format!("{EARLIER_REPORT}: {why}"));
    }
    VerifiedReport::new(body, facts)
}

/// From a selection to a report in one call, for a host that keeps its own loop: reads the cited files through `read`,
/// applies every rule, and [concludes](conclude).
///
/// `read` returns a file's present bytes, or `None` where it is gone or must not be opened: places in
/// such a file are dropped as stale. It is called once for each cited file, and once more for each that
/// the fallback may cite.
///
/// A host that asks its model again about failed items calls [`validate`] and
/// [`Verdict::gaps`](crate::Verdict::gaps) instead.
///
/// ```
/// use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
/// use firsthand_validator::{Intent, Outcome, RunFacts, verify};
///
/// let file = b"fn greet() {\n    println!(\"hello\");\n}\n";
/// let path = RepoPath::new("src/main.rs")?;
/// let span = Span::redacted(path, file, LineRange::new(1, 3).ok_or("empty")?)?;
/// let mut registry = Registry::new();
/// registry.see(&Observation::read(Source::READ, Window::new(span)));
///
/// let facts = RunFacts::new("/repo", "who says hello?");
/// let report = verify(&registry, None, Intent::Explain, facts, |_| Some(file.to_vec()));
/// assert_eq!(report.body().outcome, Outcome::Fallback);
/// assert_eq!(report.body().primary[0].path().as_str(), "src/main.rs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    registry: &Registry,
    selection: Option<&Selection>,
    intent: Intent,
    facts: RunFacts,
    mut read: impl FnMut(&RepoPath) -> Option<Vec<u8>>,
) -> VerifiedReport {
    let verdict = selection.map(|selection| {
        let present = Present::gather(&cited(registry, selection, intent), &mut read);
        let context = Context::new(registry, &present, intent)
            .query(&facts.query)
            .searched_in_part(facts.coverage.losses.time > 0);
        validate(selection, &context)
    });
    let verdicts: Vec<&Verdict> = verdict.iter().collect();
    conclude(registry, intent, &verdicts, facts, |ranges| Present::gather(ranges, read))
}
