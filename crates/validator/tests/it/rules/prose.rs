//! Prose: withheld names, limits, unsupported claims, and their effect on action and confidence.

use firsthand_validator::Intent;
use insta::assert_snapshot;

use super::{LINK, verdict_with, verdict_with_link};
use crate::repo::{check, show, verdict_on};

/// An id is withheld, whether or not its place is in the report: none is printed. The gap says so.
#[test]
fn ids_are_not_printed() {
    for (fact, name) in [
        ("After c1 it runs again.", "c1"),
        ("As [c1] shows, it runs.", "c1"),
        ("Runs as in `C2`.", "C2"),
        ("Between c1-c3 it runs.", "c1-c3"),
        ("See c1:4.", "c1:4"),
        ("See c99.", "c99"),
    ] {
        let printed = verdict_with_link("c1", fact, "function main");
        let gap = printed.split_once("? flow link 2 [c1]: its fact names ").unwrap().1;
        let expect = format!("`{name}`, but no id is printed; say what stands there");
        assert_eq!(gap, expect, "{fact}");
    }
}

#[test]
fn prose_reference() {
    assert_snapshot!(verdict_with_link("c1", "Calls into src/ghost.ts:12.", "function main"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/app.ts:1-5 () 
      3 "function main"
    - prose_reference: the fact of flow link 2: withheld
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? flow link 2 [c1]: its fact names `src/ghost.ts:12`, which the report does not hold; say it without
    "#);
    assert_snapshot!(verdict_with_link("c1", "Imports './store', see app.ts:4", "function main"), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/app.ts:1-5 () Imports './store', see app.ts:4
      3 "function main"
    "#);
    assert_snapshot!(verdict_with_link("c1", "See app.ts:6", "function main"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/app.ts:1-5 () 
      3 "function main"
    - prose_reference: the fact of flow link 2: withheld
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? flow link 2 [c1]: its fact names `app.ts:6`, which the report does not hold; say it without
    "#);
    assert_snapshot!(verdict_with(r#","missingCoverage":["the caller in ghost/a/b.rs"]"#), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    missing (withheld: it named a place that this report does not hold)
    - prose_reference: named gap 1: withheld
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? you named as missing: (withheld: it named a place that this report does not hold)
    "#);
    let search = r#","recommendedPrimaryAction":"targeted_gap_search","searchTargets":["run in src/store.ts","run in src/ghost.ts"]"#;
    assert_snapshot!(verdict_with(search), @r#"
    targeted_gap_search medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    search run in src/store.ts
    - prose_reference: search target 2: withheld
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    "#);
}

#[test]
fn text_cut() {
    let fact = format!("{}src/app.ts:4 and more", "word ".repeat(57));
    assert_snapshot!(verdict_with_link("c1", &fact, "function main"), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/app.ts:1-5 () word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word src/app.ts:4…
      3 "function main"
    - text_cut: the fact of flow link 2: 306 characters
    "#);
    assert_snapshot!(verdict_with(&format!(r#","missingCoverage":["{}"]"#, "y".repeat(400))), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    missing yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
    - text_cut: named gap 1: 400 characters
    - confidence_lowered: high to medium: beside what it names as missing
    ? you named as missing: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
    "#);
    // Three hundred characters are not too many.
    let most = verdict_with_link("c1", &format!("{}done.", "word ".repeat(59)), "function main");
    assert!(most.contains("word done.") && !most.contains("text_cut"), "{most}");
    // A cut number is another number, so prose is checked after it is cut.
    let half = format!("{}long.ts:300.", ",".repeat(289));
    assert_snapshot!(verdict_with_link("c7", &half, "let value390 = 390;"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/long.ts:290-400 () 
      390 "let value390 = 390;"
    - text_cut: the fact of flow link 2: 301 characters
    - prose_reference: the fact of flow link 2: withheld
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    ? flow link 2 [c7]: its fact names `long.ts:30`, which the report does not hold; say it without
    "#);
}

#[test]
fn claim_unsupported() {
    assert_snapshot!(verdict_with_link("c1", "Calls `run` with a and b.", "function main"), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/app.ts:1-5 () Calls `run` with a and b.
      3 "function main"
    "#);
    assert_snapshot!(verdict_with_link("c1", "Calls `stop` at last.", "function main"), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    flow src/app.ts:1-5 () Calls `stop` at last.
      3 "function main"
    - claim_unsupported: flow link 2: its fact says `stop`, which no cited place shows, and the question does not say
    - confidence_lowered: high to medium: beside something that was dropped, or that its evidence does not show
    "#);
}

#[test]
fn action_lowered() {
    let lowered = |intent, action: &str, reads: &str| {
        let text = format!(
            r#"{{"primaryCandidateIds":["c1"],"flow":[{LINK}],"recommendedPrimaryAction":"{action}",
               "readTargets":[{reads}],"searchTargets":["run"]}}"#
        );
        show(verdict_on(intent, &text, |_| {}))
    };
    let read = r#"{"candidateId":"c2"}"#;
    assert_snapshot!(lowered(Intent::Edit, "answer_from_report", read), @r#"
    read_targets medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    read src/store.ts:1-6 
    - action_lowered: answer_from_report to read_targets: is no action for this intent
    - over_limit: search targets: 1 left out of 1
    - confidence_lowered: high to medium: beside a fact or a purpose that was left blank
    "#);
    assert_snapshot!(lowered(Intent::Debug, "answer_from_report", ""), @r#"
    read_targets medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    read src/app.ts:1-5 
    - action_lowered: answer_from_report to read_targets: is no action for this intent
    - over_limit: search targets: 1 left out of 1
    - confidence_lowered: high to medium: without a named read target
    "#);
    assert_snapshot!(lowered(Intent::Locate, "read_targets", ""), @r#"
    read_targets medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    read src/app.ts:1-5 
    - over_limit: search targets: 1 left out of 1
    - confidence_lowered: high to medium: without a named read target
    "#);
    assert_snapshot!(lowered(Intent::Edit, "targeted_gap_search", read), @r#"
    targeted_gap_search medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    read src/store.ts:1-6 
    search run
    - confidence_lowered: high to medium: beside a fact or a purpose that was left blank
    "#);
    // The places of links are the primary ones where none is named.
    assert_snapshot!(check(&format!(r#"{{"flow":[{LINK}]}}"#)), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    "#);
}

#[test]
fn confidence_lowered() {
    assert_snapshot!(verdict_with(r#","missingCoverage":["the caller"]"#), @r#"
    answer_from_report medium
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    missing the caller
    - confidence_lowered: high to medium: beside what it names as missing
    ? you named as missing: the caller
    "#);
    assert_snapshot!(check(r#"{"primaryCandidateIds":["c1"],"confidence":"medium"}"#), @r"
    read_targets low
    primary src/app.ts:1-5
    read src/app.ts:1-5 
    - action_lowered: answer_from_report to read_targets: without a fact
    - confidence_lowered: medium to low: without a quoted fact
    ");
}

/// The gap has the link's position in the selection, and the first name of an unreported place in the fact.
#[test]
fn a_withheld_fact_is_a_gap_of_its_own() {
    let gaps = |fact: &str| {
        let lost = r#"{"candidateId":"c2","quote":"nowhere at all"}"#;
        let link = serde_json::json!({
            "candidateId": "c1", "role": "ghost/a/b.rs", "fact": fact, "quote": "run(a, b)"
        });
        let text = format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{lost},{link}]}}"#);
        let verdict = verdict_on(Intent::Explain, &text, |_| {});
        let gaps = verdict.gaps().iter().skip(1);
        let gaps: Vec<String> = gaps.map(ToString::to_string).collect();
        gaps.join("; ")
    };
    assert_eq!(gaps("Runs, see app.ts:4."), "");
    assert_snapshot!(gaps("Runs what src/Ghost.java:3 and x.ts:9 say."),
        @"flow link 2 [c1]: its fact names `src/Ghost.java:3`, which the report does not hold; say it without");
    assert_snapshot!(gaps("Runs what store.ts:3 says."),
        @"flow link 2 [c1]: its fact names `store.ts:3`, which the report does not hold since flow link 1 was dropped; say it without");
    assert_snapshot!(gaps("Runs src/ghost\u{200b}.ts\u{ff1a}12"),
        @"flow link 2 [c1]: its fact names `src/ghost.ts:12`, which the report does not hold; say it without");
    assert_snapshot!(gaps(&format!("Runs {}.ts", "ghost/".repeat(40))),
        @"flow link 2 [c1]: its fact names `ghost/ghost/ghost/ghost/ghost/ghost/ghost/ghost/ghost/ghost/ghost/ghost/ghost/g…`, which the report does not hold; say it without (with `/` it reads as a path)");
}

/// Only with intent locate is a place without a fact an answer.
#[test]
fn an_answer_has_a_fact() {
    let action = |intent, fact: &str| {
        let link = serde_json::json!({"candidateId": "c1", "fact": fact, "quote": "run(a, b)"});
        let text = format!(
            r#"{{"primaryCandidateIds":["c1"],"flow":[{link}],"readTargets":[{{"candidateId":"c1"}}]}}"#
        );
        verdict_on(intent, &text, |_| {}).body().action.name()
    };
    assert_eq!(action(Intent::Explain, "Runs."), "answer_from_report");
    assert_eq!(action(Intent::Explain, "See src/ghost.ts:3"), "read_targets");
    assert_eq!(action(Intent::Explain, " "), "read_targets");
    assert_eq!(action(Intent::Locate, ""), "answer_from_report");
    let without_reads = r#"{"primaryCandidateIds":["c1"],"flow":[{"candidateId":"c1","fact":"src/ghost.ts:3","quote":"run(a, b)"}]}"#;
    let action = verdict_on(Intent::Explain, without_reads, |_| {}).body().action;
    assert_eq!(action.name(), "read_targets");
}
