//! Reports built in one call by `verify`, and their data outside the JSON form.

use firsthand_registry::{Observation, Registry, Source, TokenCount};
use firsthand_validator::{
    Coverage, Intent, Outcome, RunFacts, SearchTarget, StopReason, VerifiedReport, verify,
};
use serde_json::json;

use crate::repo::{Files, repo, selection, verdict_on};

const SKIP: &str = r#"{"recommendedPrimaryAction":"skip_explore_result","confidence":"low"}"#;

fn report(
    observed: &(Registry, Files),
    selection_text: Option<&str>,
    coverage: Coverage,
) -> VerifiedReport {
    let (registry, files) = observed;
    let mut facts = RunFacts::new("/repo", "where is the store?");
    facts.coverage = coverage;
    let selection = selection_text.map(selection);
    let read = |path: &firsthand_registry::RepoPath| files.get(path.as_str()).cloned();
    verify(registry, selection.as_ref(), Intent::Explain, facts, read)
}

/// Checks the outcome, the stop reason and the number of primary places.
fn check(
    observed: &(Registry, Files),
    selection_text: Option<&str>,
    expect: (Outcome, StopReason, usize),
) {
    let report = report(observed, selection_text, Coverage::default());
    let stop = report.facts().stats.stop_reason;
    assert_eq!(
        (report.body().outcome, stop, report.body().primary.len()),
        expect,
        "{selection_text:?}"
    );
}

#[test]
fn a_selection_becomes_a_report_or_a_fallback() {
    let known = r#"{"primaryCandidateIds":["c1"]}"#;
    let unknown = r#"{"primaryCandidateIds":["c99"]}"#;
    let observed = repo();
    check(&observed, Some(known), (Outcome::Verdict, StopReason::Accepted, 1));
    check(&observed, Some(unknown), (Outcome::Fallback, StopReason::NothingVerified, 5));
    check(&observed, None, (Outcome::Fallback, StopReason::NoSubmit, 5));
    // A word of the question stands in observed places.
    check(&observed, Some(SKIP), (Outcome::Fallback, StopReason::SkipUnfounded, 2));
    // The cited file is gone, and so are the files that a fallback could cite.
    let gone = (repo().0, Files::new());
    check(&gone, Some(known), (Outcome::Fallback, StopReason::NothingVerified, 0));
}

/// A skip needs a complete search.
#[test]
fn accounted_a_skip_without_a_search_is_a_fallback() {
    let nothing = (Registry::new(), Files::new());
    check(&nothing, Some(SKIP), (Outcome::Fallback, StopReason::NothingVerified, 0));
    // A search that read no file, or was cut short, is not complete.
    let outcome = |files_seen, truncated| {
        let coverage = Coverage { patterns: 1, files_seen, truncated, ..Coverage::default() };
        report(&nothing, Some(SKIP), coverage).body().outcome
    };
    assert_eq!(outcome(9, false), Outcome::Skip);
    assert_eq!(outcome(9, true), Outcome::Fallback);
    assert_eq!(outcome(0, false), Outcome::Fallback);
}

/// The lines of a report's places are observed, unchanged and unmasked; the JSON form has none of them.
#[test]
fn verbatim_lines_around_quotes_are_no_part_of_the_document() {
    let text = r#"{"primaryCandidateIds":["c6","c4","c1"],"flow":[
        {"candidateId":"c6","role":"r","fact":"f","quote":"const user = 'me';"}]}"#;
    let verdict = verdict_on(Intent::Explain, text, |_| {});
    let report = verdict.into_report(RunFacts::new("/repo", "query"));
    let body = report.body();
    let lines = |at: usize| body.observed.lines(&body.primary[at]).collect::<Vec<_>>();
    assert_eq!(lines(0), [(1, "const user = 'me';")]);
    assert_eq!(lines(1), []);
    assert_eq!(lines(2).len(), 5);
    let document = serde_json::to_string(&report).unwrap();
    assert!(!document.contains("run(a,  b);") && !document.contains("symbols"), "{document}");
}

/// The host's terms, spelled as in the question, are used where a search is proposed without targets.
#[test]
fn a_search_without_targets_has_the_hosts_terms() {
    let check = |action: &str, targets: &[&str], expect: &[&str]| {
        let (registry, files) = repo();
        let text = json!({
            "primaryCandidateIds": ["c1"], "readTargets": [{"candidateId": "c2"}],
            "recommendedPrimaryAction": action, "searchTargets": targets,
        });
        let selection = selection(&text.to_string());
        let facts = RunFacts::new("/repo", "Where is the Store?");
        let read = |path: &firsthand_registry::RepoPath| files.get(path.as_str()).cloned();
        let report = verify(&registry, Some(&selection), Intent::Explain, facts, read);
        let body = report.body();
        let texts = |targets: &[SearchTarget]| -> Vec<String> {
            targets.iter().map(ToString::to_string).collect()
        };
        assert_eq!(body.action.name(), action);
        assert_eq!(texts(&body.search_targets), targets);
        assert_eq!(texts(&body.host_search_targets), expect, "{action} {targets:?}");
    };
    check("targeted_gap_search", &[], &["Store in src"]);
    check("targeted_gap_search", &["run"], &[]);
    check("read_targets", &[], &[]);
}

/// Each loss has its rule, its kind of item and its count.
#[test]
fn losses_are_counted() {
    let link = |id: &str, quote: &str| json!({"candidateId": id, "quote": quote});
    let text = json!({
        "primaryCandidateIds": ["c98", "c1", "c99", "c5"],
        "flow": [link("c1", "}"), link("c97", "run(a, b)"), link("c1", ");"), link("c1", "run(a, b)")],
        "readTargets": [{"candidateId": "c4"}],
        "missingCoverage": ["a", "b", "c", "d", "e"],
    });
    let report = verdict_on(Intent::Explain, &text.to_string(), |_| {});
    let report = report.into_report(RunFacts::new("/repo", "query"));
    let losses = report.body().losses.iter();
    let losses = losses.map(|loss| format!("{} {:?} {}", loss.rule, loss.item, loss.count));
    insta::assert_snapshot!(losses.collect::<Vec<_>>().join("\n"), @r#"
    unknown_id Place 2
    quote_slight FlowLink 2
    unknown_id FlowLink 1
    path_only ReadTarget 1
    over_limit NamedGap 2
    "#);
}

/// That nothing relevant is there is said only if no file has a word of the question that says something.
#[test]
fn accounted_a_skip_is_unfounded_where_words_of_the_question_stand() {
    let (mut registry, files) = repo();
    let mut counted = Observation::listed(Source::LIST, Vec::new());
    let count = |token: &str, files| TokenCount {
        token: token.to_owned(),
        files,
        of_files: 100,
        occurrences: files,
        in_code: files,
    };
    counted.counts =
        vec![count("payment", 3), count("invoice", 0), count("everywhere", 70), count("paid", 2)];
    registry.observe(counted);
    let check = |query: &str, expect: &str| {
        let mut facts = RunFacts::new("/repo", query);
        facts.coverage = Coverage { patterns: 1, files_seen: 100, ..Coverage::default() };
        let skip = selection(SKIP);
        let read = |path: &firsthand_registry::RepoPath| files.get(path.as_str()).cloned();
        let report = verify(&registry, Some(&skip), Intent::Explain, facts, read);
        let body = report.body();
        let places = body.primary.iter().map(|place| place.path().to_string());
        let terms = body.search_targets.iter().map(ToString::to_string);
        let listed: Vec<String> = places.chain(terms).collect();
        let got = format!("{:?} {} {}", body.outcome, body.confidence, listed.join(" "));
        assert_eq!(got, expect, "{query}");
    };
    check("where is the invoice kept?", "Skip low ");
    // Words that make a sentence, and those in most files, say nothing.
    check("how is it paid?", "Skip low ");
    check("what is everywhere?", "Skip low ");
    check("how is the payment kept?", "Fallback low payment");
    // The places are those with the words.
    check(
        "where does the class Store keep its items?",
        "Fallback low src/store.ts src/app.ts Store in src",
    );
}
