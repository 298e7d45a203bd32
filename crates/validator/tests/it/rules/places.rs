//! Places and lists.

use insta::assert_snapshot;

use super::{LINK, with};
use crate::repo::check;

#[test]
fn merged() {
    assert_snapshot!(check(r#"{"primaryCandidateIds":["c2","c1","c3","c2"]}"#), @r#"
    targeted_gap_search low
    primary src/store.ts:1-9
    primary src/app.ts:1-5
    - merged: primary place c3 is one with another
    - merged: primary place c2 is one with another
    - action_lowered: answer_from_report to targeted_gap_search
    - confidence_lowered: high to low
    "#);
    let reads = r#"{"primaryCandidateIds":["c1"],"recommendedPrimaryAction":"read_targets","readTargets":
        [{"candidateId":"c3","purpose":"one"},{"candidateId":"c2","purpose":"two","required":true}]}"#;
    assert_snapshot!(check(reads), @r"
    read_targets low
    primary src/app.ts:1-5
    read! src/store.ts:1-9 one
    - merged: read target c2 is one with another
    - confidence_lowered: high to low
    ");
}

#[test]
fn clamped() {
    assert_snapshot!(check(r#"{"primaryCandidateIds":["c5","c7","c8"]}"#), @r#"
    targeted_gap_search low
    primary src/long.ts:141-160
    primary src/long.ts:290-400
    primary src/long.ts:600-610
    - clamped: c5: 1-300 to 141-160
    - action_lowered: answer_from_report to targeted_gap_search
    - confidence_lowered: high to low
    "#);
    // Each quote is covered, and no line is shown twice.
    let quotes = r#"{"primaryCandidateIds":["c5","c7"],"flow":[
        {"candidateId":"c5","quote":"let value10 = 10;"},{"candidateId":"c5","quote":"let value295 = 295;"},
        {"candidateId":"c7","quote":"let value390 = 390;"}]}"#;
    assert_snapshot!(check(quotes), @r#"
    targeted_gap_search high
    primary src/long.ts:141-160
    primary src/long.ts:281-400
    flow src/long.ts:1-120 () 
      10 "let value10 = 10;"
    flow src/long.ts:281-400 () 
      295 "let value295 = 295;"
    flow src/long.ts:281-400 () 
      390 "let value390 = 390;"
    - clamped: c5: 1-300 to 1-120
    - clamped: c5: 1-300 to 281-400
    - clamped: c5: 1-300 to 141-160
    - action_lowered: answer_from_report to targeted_gap_search
    "#);
    // A place whose hit no window shows has its own, beside the ones there are.
    let own = r#"{"primaryCandidateIds":["c7"],"flow":[{"candidateId":"c5","quote":"let value280 = 280;"}]}"#;
    assert_snapshot!(check(own), @r#"
    targeted_gap_search high
    primary src/long.ts:341-400
    flow src/long.ts:221-340 () 
      280 "let value280 = 280;"
    - clamped: c5: 1-300 to 221-340
    - clamped: c7: 290-400 to 341-400
    - action_lowered: answer_from_report to targeted_gap_search
    "#);
}

#[test]
fn over_limit() {
    let links = vec![LINK; 13].join(",");
    let many = format!(
        r#"{{"primaryCandidateIds":["c1"],"flow":[{links}],"missingCoverage":["a"," ","b","c","d"]}}"#
    );
    let shown = check(&many);
    let rules: Vec<&str> = shown
        .lines()
        .filter(|line| !line.starts_with(['f', ' ']))
        .collect();
    assert_snapshot!(rules.join("\n"), @r"
    answer_from_report medium
    primary src/app.ts:1-5
    missing a
    missing b
    missing c
    - over_limit: missing, blank: 1 left out of 5
    - over_limit: flow links: 1 left out of 13
    - over_limit: missing: 1 left out of 4
    - confidence_lowered: high to medium
    ? you named as missing: a
    ? you named as missing: b
    ? you named as missing: c
    ");
    let targets = r#","recommendedPrimaryAction":"targeted_gap_search","searchTargets":["a","b","","c","d","e","f"]"#;
    assert_snapshot!(with(targets), @r#"
    targeted_gap_search high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    search a
    search b
    search c
    search d
    search e
    - over_limit: search targets, blank: 1 left out of 7
    - over_limit: search targets: 1 left out of 6
    "#);
    let long = format!(
        r#","recommendedPrimaryAction":"targeted_gap_search","searchTargets":["{}"]"#,
        "x".repeat(61)
    );
    assert_snapshot!(with(&long), @r#"
    targeted_gap_search high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - over_limit: search targets, too long: 1 left out of 1
    "#);
    assert_snapshot!(with(r#","searchTargets":["only with a gap search"]"#), @r#"
    answer_from_report high
    primary src/app.ts:1-5
    flow src/app.ts:1-5 (entry) Runs.
      4 "run(a,  b)"
    - over_limit: search targets: 1 left out of 1
    "#);
}
