//! A whole report in one call, and what it holds beside its JSON form.

use firsthand_registry::Registry;
use firsthand_validator::{Intent, Outcome, RunFacts, StopReason, VerifiedReport, verify};

use crate::repo::{Files, judge, repo, selection};

const SKIP: &str = r#"{"recommendedPrimaryAction":"skip_explore_result","confidence":"low"}"#;

fn report(of: &(Registry, Files), submitted: Option<&str>, searches: u32) -> VerifiedReport {
    let (registry, files) = of;
    let mut facts = RunFacts::new("/repo", "where is the store?");
    facts.coverage.patterns = searches;
    let submitted = submitted.map(selection);
    let read = |path: &firsthand_registry::RepoPath| files.get(path.as_str()).cloned();
    verify(registry, submitted.as_ref(), Intent::Explain, facts, read)
}

/// What kind of report comes of it, with the stop reason and the number of primary places.
fn check(of: &(Registry, Files), submitted: Option<&str>, expect: (Outcome, StopReason, usize)) {
    let report = report(of, submitted, 0);
    let stop = report.stats().stop_reason;
    assert_eq!(
        (report.outcome(), stop, report.primary().len()),
        expect,
        "{submitted:?}"
    );
}

#[test]
fn a_selection_becomes_a_report_or_a_fallback() {
    let known = r#"{"primaryCandidateIds":["c1"]}"#;
    let unknown = r#"{"primaryCandidateIds":["c99"]}"#;
    let seen = repo();
    check(
        &seen,
        Some(known),
        (Outcome::Verdict, StopReason::Accepted, 1),
    );
    check(
        &seen,
        Some(unknown),
        (Outcome::Fallback, StopReason::Gutted, 5),
    );
    check(&seen, None, (Outcome::Fallback, StopReason::NoSubmit, 5));
    check(&seen, Some(SKIP), (Outcome::Skip, StopReason::Accepted, 0));
    // What was cited is gone, and so is all that could stand for it.
    let gone = (repo().0, Files::new());
    check(
        &gone,
        Some(known),
        (Outcome::Fallback, StopReason::Gutted, 0),
    );
}

/// That nothing is there can be said once something was searched.
#[test]
fn accounted_a_skip_without_a_search_is_none() {
    let nothing = (Registry::new(), Files::new());
    check(
        &nothing,
        Some(SKIP),
        (Outcome::Fallback, StopReason::Gutted, 0),
    );
    assert_eq!(report(&nothing, Some(SKIP), 1).outcome(), Outcome::Skip);
}

/// Only observed lines that stood and are not masked; and none of them in the JSON form.
#[test]
fn verbatim_lines_around_quotes_are_no_part_of_the_document() {
    let text = r#"{"primaryCandidateIds":["c6","c4","c1"],"flow":[
        {"candidateId":"c6","role":"r","fact":"f","quote":"const user = 'me';"}]}"#;
    let verdict = judge(Intent::Explain, text, |_| {});
    let report = verdict.into_report(RunFacts::new("/repo", "query"));
    let lines = |at: usize| report.lines(&report.primary()[at]).collect::<Vec<_>>();
    assert_eq!(lines(0), [(1, "const user = 'me';")]);
    assert_eq!(lines(1), []);
    assert_eq!(lines(2).len(), 5);
    let document = serde_json::to_string(&report).unwrap();
    assert!(
        !document.contains("run(a,  b);") && !document.contains("symbols"),
        "{document}"
    );
}
