//! From a selection to a report in one call, for a host that keeps its own loop.

use firsthand_registry::{Registry, RepoPath};

use crate::{
    Action, Context, Intent, Present, RunFacts, Selection, StopReason, VerifiedReport, cited,
    fallback, fallback_ranges, host_terms, validate, without_sentence_openers,
};

/// Builds the report of a selection: reads the cited files through `read`, applies every
/// rule, and builds the [`fallback`] where no primary place survives, where there is no selection, or
/// where a skip was submitted though nothing was observed and the coverage does not
/// [show](crate::Coverage::shows_absence) that nothing is there.
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
/// assert_eq!(report.outcome(), Outcome::Fallback);
/// assert_eq!(report.primary()[0].path().as_str(), "src/main.rs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    registry: &Registry,
    selection: Option<&Selection>,
    intent: Intent,
    mut facts: RunFacts,
    mut read: impl FnMut(&RepoPath) -> Option<Vec<u8>>,
) -> VerifiedReport {
    if let Some(selection) = selection {
        let present = Present::gather(&cited(registry, selection), &mut read);
        let context = Context::new(registry, &present, intent).query(&facts.query);
        let verdict = validate(selection, &context);
        let is_unfounded_skip = verdict.action() == Action::SkipExploreResult
            && registry.is_empty()
            && !facts.coverage.shows_absence();
        if !verdict.has_nothing_verified() && !is_unfounded_skip {
            if verdict.action() == Action::TargetedGapSearch && facts.host_terms.is_empty() {
                let terms = host_terms(registry, &facts.query);
                facts.host_terms = without_sentence_openers(terms, &facts.query);
            }
            return verdict.into_report(facts);
        }
    } else if facts.stats.stop_reason.has_selection() {
        facts.stats.stop_reason = StopReason::NoSubmit;
    }
    let present = Present::gather(&fallback_ranges(registry, &facts.query), read);
    fallback(&Context::new(registry, &present, intent), facts)
}
