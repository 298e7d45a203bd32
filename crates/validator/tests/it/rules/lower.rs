//! What lowers a report, what it is to read then, and what the model can mend of it.

use firsthand_validator::{Action, Confidence, Intent, Rule};
use insta::assert_snapshot;

use crate::repo::{show, verdict_cut, verdict_on};

const LINKS: &str = r#"{"candidateId":"c1","quote":"run(a, b)","role":"entry","fact":"Runs."},
    {"candidateId":"c2","quote":"export","role":"store","fact":"Stores."}"#;

/// Links for which the printed report has no room are to be read, unless read targets stand.
#[test]
fn downgrade_only_a_report_without_room_for_its_links() {
    let cut = |intent, reads: &str, cut: &[usize]| {
        let text =
            format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{LINKS}],"readTargets":[{reads}]}}"#);
        show(verdict_cut(intent, &text, cut))
    };
    assert_snapshot!(cut(Intent::Explain, "", &[]), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/store.ts:1-6 (store) Stores.
      1 "export"
    "#);
    assert_snapshot!(cut(Intent::Explain, "", &[2]), @r#"
    read_targets medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/store.ts:1-6 (store) Stores.
      1 "export"
    read src/store.ts:1-6 
    - action_lowered: answer_from_report to read_targets: beside flow links for which the printed report has no room
    - confidence_lowered: high to medium: beside flow links for which the printed report has no room
    "#);
    // A link that was submitted under another number is not this one.
    assert_snapshot!(cut(Intent::Explain, "", &[7]), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/store.ts:1-6 (store) Stores.
      1 "export"
    "#);
    assert_snapshot!(cut(Intent::Locate, r#"{"candidateId":"c1","purpose":"Why."}"#, &[2]), @r#"
    read_targets medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/store.ts:1-6 (store) Stores.
      1 "export"
    read src/app.ts:1-5 Why.
    - action_lowered: answer_from_report to read_targets: beside flow links for which the printed report has no room
    - confidence_lowered: high to medium: beside flow links for which the printed report has no room
    "#);
    assert_snapshot!(cut(Intent::Debug, "", &[1]), @r#"
    read_targets medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/store.ts:1-6 (store) Stores.
      1 "export"
    read src/app.ts:1-5 
    - action_lowered: answer_from_report to read_targets: is no action for this intent
    - confidence_lowered: high to medium: beside flow links for which the printed report has no room
    "#);
}

/// Without read targets the surviving places with lines are what is to be read, whatever the action was.
#[test]
fn surviving_places_are_read() {
    let check = |text: &str, action: Action, reads: &[&str]| {
        let text = format!("{{{text}}}");
        let verdict = verdict_on(Intent::Edit, &text, |_| {});
        let body = verdict.body();
        let places = body.read_targets.iter();
        let places: Vec<&str> = places.map(|read| read.place.path().as_str()).collect();
        assert_eq!((body.action, places), (action, reads.to_vec()), "{text}");
    };
    let flow = format!(r#""flow":[{LINKS}]"#);
    let (read, search) = (Action::ReadTargets, Action::TargetedGapSearch);
    check(&format!(r#""primaryCandidateIds":["c1","c4"],{flow}"#), read, &["src/app.ts"]);
    check(
        &format!(r#""primaryCandidateIds":["c4"],{flow}"#),
        read,
        &["src/app.ts", "src/store.ts"],
    );
    check(r#""primaryCandidateIds":["c4"]"#, search, &[]);
    check(r#""primaryCandidateIds":["c99"]"#, search, &[]);
    check(
        r#""primaryCandidateIds":["c1"],"readTargets":[{"candidateId":"c99"}]"#,
        read,
        &["src/app.ts"],
    );
    check(
        r#""primaryCandidateIds":["c1"],"readTargets":[{"candidateId":"c2","purpose":"Why."}]"#,
        read,
        &["src/store.ts"],
    );
    check(
        r#""primaryCandidateIds":["c1"],"recommendedPrimaryAction":"targeted_gap_search""#,
        search,
        &[],
    );
}

/// A finding names what is wrong with what was submitted, and nothing that the host filled in.
#[test]
fn a_lowered_confidence_has_its_true_reason() {
    let check = |text: &str, expect: &str| {
        let verdict = verdict_on(Intent::Edit, &format!("{{{text}}}"), |_| {});
        let findings = verdict.body().findings.iter();
        let mut lowered = findings.filter(|finding| finding.rule == Rule::ConfidenceLowered);
        assert_eq!(lowered.next().map(|it| &*it.detail), Some(expect), "{text}");
    };
    let primary = r#""primaryCandidateIds":["c1"]"#;
    let dropped = r#"{"candidateId":"c1","role":"a","fact":"b","quote":"nowhere at all"}"#;
    let lost = "beside something that was dropped, or that its evidence does not show";
    check(&format!(r#"{primary},"flow":[{LINKS}]"#), "high to medium: without a named read target");
    check(&format!(r#"{primary},"flow":[{LINKS},{dropped}]"#), &format!("high to medium: {lost}"));
    check(
        &format!(r#"{primary},"flow":[{LINKS}],"readTargets":[{{"candidateId":"c2"}}]"#),
        "high to medium: beside a fact or a purpose that was left blank",
    );
}

#[test]
fn what_the_model_can_mend_is_named() {
    let check = |intent, text: &str, expect: &[&str]| {
        let verdict = verdict_on(intent, &format!("{{{text}}}"), |_| {});
        assert_eq!(verdict.mendable(), expect, "{text}");
    };
    let answer = format!(r#""primaryCandidateIds":["c1"],"flow":[{LINKS}]"#);
    let unnamed = "no read target is named, so what is to be read has no purpose";
    check(Intent::Explain, &answer, &[]);
    check(Intent::Edit, &answer, &[unnamed]);
    check(
        Intent::Explain,
        r#""primaryCandidateIds":["c1"]"#,
        &["no flow link with a quote stands, so the confidence is low"],
    );
    let failed = r#""primaryCandidateIds":["c1"],"flow":[{"candidateId":"c1","quote":"nowhere"}]"#;
    check(Intent::Explain, failed, &[]);
    check(
        Intent::Explain,
        &format!(r#"{answer},"readTargets":[{{"candidateId":"c2"}}]"#),
        &["read target 1: its purpose is blank"],
    );
    let blank = r#""primaryCandidateIds":["c1"],"flow":[{"candidateId":"c1","quote":"run(a, b)"}]"#;
    check(Intent::Locate, blank, &["flow link 1: its fact is blank"]);
    let proposed = r#""primaryCandidateIds":["c1"],"flow":[{"candidateId":"c1","quote":"run(a, b)",
        "fact":"Add `run_all` beside it."}],"readTargets":[{"candidateId":"c1","purpose":"Add run_all."}]"#;
    let doubt = "flow link 1: its fact says `run_all`, which no cited place shows, and the question does not say";
    let added = "a fact says what is there; a name that is to be added belongs in a purpose";
    check(Intent::Edit, proposed, &[added, doubt]);
    check(Intent::Locate, proposed, &[doubt]);
    // Nothing was lowered for it.
    check(Intent::Locate, &format!(r#"{blank},"confidence":"medium""#), &[]);
    check(Intent::Explain, &format!(r#"{answer},"missingCoverage":["the caller"]"#), &[]);
}

/// A fact may say what any cited place shows, and what the question says.
#[test]
fn claims_are_supported_by_all_that_is_cited() {
    let check = |fact: &str, ids: &str, expect: Confidence| {
        let link = serde_json::json!({"candidateId": "c1", "quote": "run(a, b)", "fact": fact});
        let text = format!(r#"{{"primaryCandidateIds":[{ids}],"flow":[{link}]}}"#);
        let verdict = verdict_on(Intent::Explain, &text, |_| {});
        assert_eq!(verdict.body().confidence, expect, "{fact} {ids}");
    };
    check("Calls `run`.", r#""c1""#, Confidence::High);
    check("Calls `stored`.", r#""c1""#, Confidence::Medium);
    check("Calls `stored`.", r#""c1","c2""#, Confidence::Medium);
    check("Calls `export`.", r#""c1""#, Confidence::Medium);
    check("Calls `export`.", r#""c1","c2""#, Confidence::High);
}

#[test]
fn none_is_no_gap() {
    let check = |gap: &str, expect: usize| {
        let text = serde_json::json!({"primaryCandidateIds": ["c1"], "missingCoverage": [gap]});
        let verdict = verdict_on(Intent::Locate, &text.to_string(), |_| {});
        assert_eq!(verdict.body().missing.len(), expect, "{gap:?}");
        assert!(verdict.body().losses.is_empty(), "{gap:?}");
    };
    for none in
        ["None", "none", " NONE. ", "(none)", "—", "", "n/a", "N/A.", " - ", "[]", "…", "n. a."]
    {
        check(none, 0);
    }
    for gap in ["none of the callers", "tests", "nonexistent", "x", "CI", "无", "C++ in n/a"] {
        check(gap, 1);
    }
}
