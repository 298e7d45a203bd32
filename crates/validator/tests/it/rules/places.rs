//! Places and lists.

use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
use firsthand_validator::{Context, Intent, validate};
use insta::assert_snapshot;

use super::{LINK, with};
use crate::repo::{Files, check, present, selection, show};

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

/// A window that ends, or begins, in the middle of a quote does not cover it.
#[test]
fn a_quote_is_never_shown_in_half() {
    let flow = |first: u32| {
        let quotes = [
            format!("let value{first} = {first};"),
            "let value120 = 120;\nlet value121 = 121;".to_owned(),
        ];
        let links = quotes.map(|quote| serde_json::json!({"candidateId": "c5", "quote": quote}));
        let selection = serde_json::json!({"primaryCandidateIds": ["c5"], "flow": links});
        let shown = check(&selection.to_string());
        let places = shown.lines().filter_map(|line| line.strip_prefix("flow "));
        places.collect::<Vec<_>>().join(", ")
    };
    assert_snapshot!(flow(1), @"src/long.ts:1-120 () , src/long.ts:61-180 ()");
    assert_snapshot!(flow(240), @"src/long.ts:121-240 () , src/long.ts:61-180 ()");
}

/// A window takes no line from one that begins behind it.
#[test]
fn windows_share_no_line() {
    let link = |line: u32| format!(r#"{{"candidateId":"c5","quote":"let value{line} = {line};"}}"#);
    let links = [240, 121, 118].map(link).join(",");
    let shown = check(&format!(
        r#"{{"primaryCandidateIds":["c5"],"flow":[{links}]}}"#
    ));
    let places = shown.lines().filter(|line| line.starts_with("flow "));
    assert_snapshot!(places.collect::<Vec<_>>().join("\n"), @"
    flow src/long.ts:121-240 () 
    flow src/long.ts:121-240 () 
    flow src/long.ts:1-120 () 
    ");
}

/// Without a hit, a long place shows the first of its lines that no quote's window shows.
#[test]
fn a_place_without_a_hit_shows_what_is_left() {
    let text: String = (1..=300)
        .map(|n| format!("let value{n} = {n};\n"))
        .collect();
    let files = Files::from([("plain.ts".to_owned(), text.into_bytes())]);
    let (path, all) = (RepoPath::new("plain.ts").unwrap(), LineRange::new(1, 300));
    let span = Span::of_file(path, &files["plain.ts"], all.unwrap()).unwrap();
    let mut registry = Registry::new();
    registry.observe(Observation::read(Source::READ, Window::new(span)));
    let selection = selection(
        r#"{"primaryCandidateIds":["c1"],"flow":[{"candidateId":"c1","fact":"Ten.","quote":"let value10 = 10;"}]}"#,
    );
    let present = present(&registry, &selection, &files);
    let context = Context::new(&registry, &present, Intent::Explain);
    assert_snapshot!(show(validate(&selection, &context)), @r#"
    answer_from_report high
    primary plain.ts:121-240
    flow plain.ts:1-120 () Ten.
      10 "let value10 = 10;"
    - clamped: c1: 1-300 to 1-120
    - clamped: c1: 1-300 to 121-240
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
