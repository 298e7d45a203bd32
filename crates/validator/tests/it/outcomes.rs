//! Skips, gaps, which verdict is reported, the files that must be read again, coverage, and the schema.

use firsthand_registry::LineRange;
use firsthand_validator::{
    Coverage, Finding, Intent, Outcome, Rule, RunFacts, Stats, best_verdict, fallback_ranges,
};
use insta::assert_snapshot;

use crate::repo::{check, repo, selection, verdict_cut, verdict_on};

const SKIP: &str = r#"{"recommendedPrimaryAction":"skip_explore_result","confidence":"low"}"#;

#[test]
fn a_skip_has_no_place() {
    assert_snapshot!(check(SKIP), @"skip_explore_result low");
    let padded = r#"{"primaryCandidateIds":["c1"],"recommendedPrimaryAction":"skip_explore_result",
        "readTargets":[{"candidateId":"c1"}],"searchTargets":["run"],"missingCoverage":["all"]}"#;
    assert_snapshot!(check(padded), @r"
    skip_explore_result low
    missing all
    - over_limit: primary places: 1 left out of 1
    - over_limit: read targets: 1 left out of 1
    - over_limit: search targets: 1 left out of 1
    - confidence_lowered: high to low: without a quoted fact
    ? you named as missing: all
    ");
}

#[test]
fn a_verdict_lists_its_gaps() {
    let edit = |text: &str| {
        let verdict = verdict_on(Intent::Edit, text, |_| {});
        let gutted = verdict.has_nothing_verified();
        let gaps: Vec<String> = verdict.gaps().iter().map(|gap| format!("\n? {gap}")).collect();
        format!("gutted: {gutted}{}", gaps.concat())
    };
    assert_snapshot!(edit(r#"{"primaryCandidateIds":["c99"],"missingCoverage":["the caller"],
        "flow":[{"candidateId":"c1","quote":"nowhere at all"},{"candidateId":"c77","quote":"main"}]}"#), @r#"
    gutted: true
    ? flow link 1 [c1]: the quote `nowhere at all` does not stand in the lines shown for that id
    ? flow link 2 [c77]: the quote `main` has no place: that id had not been shown to you; it stands in [c1], line 3
    ? you named as missing: the caller
    ? no primary place
    ? no place with lines, which an edit needs
    "#);
    assert_snapshot!(edit(r#"{"primaryCandidateIds":["c4"]}"#), @r"
    gutted: false
    ? no place with lines, which an edit needs
    ");
    assert_snapshot!(edit(r#"{"primaryCandidateIds":["c1"]}"#), @"gutted: false");
    assert_snapshot!(edit(SKIP), @"gutted: false");
}

/// Only gaps that the model itself names need more exploration.
#[test]
fn only_named_gaps_need_exploration() {
    let text = r#"{"primaryCandidateIds":["c99"],"missingCoverage":["the caller"],"flow":[
        {"candidateId":"c1","quote":"nowhere at all"},
        {"candidateId":"c1","quote":"run(a, b)","fact":"See src/ghost.ts:3"}]}"#;
    let verdict = verdict_on(Intent::Edit, text, |_| {});
    assert_eq!(verdict.gaps().len(), 3);
    let exploring = verdict.gaps().iter().filter(|gap| gap.needs_exploration());
    let exploring: Vec<String> = exploring.map(ToString::to_string).collect();
    assert_eq!(exploring, ["you named as missing: the caller"]);
}

/// An earlier verdict stands in for a later one that says nothing, or holds fewer links and not by choice.
#[test]
fn the_last_verdict_stands_unless_it_falls_behind() {
    let link = r#"{"candidateId":"c1","quote":"run(a, b)","fact":"Runs."}"#;
    let again = r#"{"candidateId":"c1","quote":"run(a, b)","fact":"Again."}"#;
    let lost = r#"{"candidateId":"c1","quote":"nowhere at all"}"#;
    let text = |links: &[&str], more: &str| {
        let links = links.join(",");
        format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{links}]{more}}}"#)
    };
    let (one, two) = (text(&[link], ""), text(&[link, again], ""));
    let sure = text(&[link, again], r#","confidence":"high""#);
    let unsure = text(&[link, again], r#","confidence":"low""#);
    let doubtful = text(
        &[r#"{"candidateId":"c1","quote":"run","fact":"Runs `x_y`."}"#, again],
        r#","confidence":"high""#,
    );
    let wide = text(&[link], r#","readTargets":[{"candidateId":"c2"}]"#);
    let gutted = r#"{"primaryCandidateIds":["c99"]}"#;
    let mut out = Vec::new();
    for (what, earlier, later) in [
        ("more links", one.as_str(), two.as_str()),
        ("fewer links", &two, &one),
        ("a lost link", &two, &text(&[link, lost], "")),
        ("as many, and a lost one", &two, &text(&[link, again, lost], "")),
        ("less sure", &sure, &unsure),
        ("lowered", &sure, &doubtful),
        ("fewer targets", &wide, &one),
        ("gutted", &one, gutted),
        ("a skip", &one, SKIP),
        ("a skip again", SKIP, SKIP),
        ("after a skip", SKIP, &one),
    ] {
        let verdict_on = |text| verdict_on(Intent::Explain, text, |_| {});
        let why = verdict_on(later).why_behind(&verdict_on(earlier));
        out.push(format!("{what}: {}", why.as_deref().unwrap_or("-")));
    }
    assert_snapshot!(out.join("\n"), @r"
    more links: -
    fewer links: flow links that stand: 1 of the last one, 2 of the earlier one
    a lost link: flow links that stand: 1 of the last one, 2 of the earlier one
    as many, and a lost one: the confidence of the last one was lowered to medium
    less sure: -
    lowered: the confidence of the last one was lowered to medium
    fewer targets: -
    gutted: nothing of the last one stands
    a skip: the last one is a skip
    a skip again: -
    after a skip: -
    ");
}

/// A later report that fits is better than an earlier one that does not, unless it lost a link; an earlier one is not better
/// because it fits.
#[test]
fn a_report_that_fits_is_the_models_own_choice() {
    let link = r#"{"candidateId":"c1","quote":"run(a, b)","fact":"Runs."}"#;
    let lost = r#"{"candidateId":"c1","quote":"nowhere at all"}"#;
    let text = |links: &[&str], more: &str| {
        let links = links.join(",");
        format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{links}]{more}}}"#)
    };
    let again = r#"{"candidateId":"c1","quote":"run(a, b)","fact":"Again."}"#;
    let (two, one) = (text(&[link, again], ""), text(&[link], ""));
    let (unsure, failed) = (text(&[link], r#","confidence":"low""#), text(&[link, lost], ""));
    for (first, first_cut, second, second_cut, expect) in [
        (&two, &[2][..], &one, &[][..], 1),
        (&two, &[], &one, &[], 0),
        (&two, &[2], &unsure, &[], 1),
        (&two, &[2], &failed, &[], 0),
        (&one, &[], &two, &[2], 1),
        (&two, &[2], &two, &[2], 1),
    ] {
        let first_verdict = verdict_cut(Intent::Explain, first, first_cut);
        let second_verdict = verdict_cut(Intent::Explain, second, second_cut);
        let (registry, _) = repo();
        let verdicts = [&first_verdict, &second_verdict];
        let best = best_verdict(&registry, &Coverage::default(), verdicts);
        assert_eq!(best, Some(expect), "{first} {second}");
    }
}

#[test]
fn cited_and_fallback_ranges_list_the_files_to_read() {
    let (registry, _) = repo();
    let cited = firsthand_validator::cited(
        &registry,
        &selection(
            r#"{"primaryCandidateIds":["c2","c2","c99","c4"],"readTargets":[{"candidateId":"c3"}],
                "flow":[{"candidateId":"c1","quote":""}]}"#,
        ),
        Intent::Explain,
    );
    let text = |(path, ranges): (&_, &Vec<LineRange>)| format!("{path} {ranges:?}");
    assert_snapshot!(cited.iter().map(text).collect::<Vec<_>>().join("\n"), @r"
    docs/notes.md []
    src/app.ts [LineRange { start: 1, end: 5 }]
    src/store.ts [LineRange { start: 1, end: 6 }, LineRange { start: 4, end: 9 }]
    ");
    let fallback_ranges: Vec<String> = fallback_ranges(&registry, &RunFacts::new("/repo", "store"))
        .keys()
        .map(ToString::to_string)
        .collect();
    assert_snapshot!(fallback_ranges.join(" "), @"src/app.ts src/key.ts src/long.ts src/store.ts");
}

#[test]
fn a_report_has_the_intent_and_files_of_its_validation() {
    let text = r#"{"primaryCandidateIds":["c1","c99"],"readTargets":[{"candidateId":"c2"}],
        "flow":[{"candidateId":"c1","quote":"run(a, b)"}]}"#;
    let coverage = Coverage { patterns: 3, ..Coverage::default() };
    let stats = Stats { steps: 4, ..Stats::default() };
    let facts = RunFacts::new("/repo", "query")
        .with_coverage(coverage)
        .with_stats(stats)
        .with_findings(vec![Finding::new(Rule::Redacted, "a secret")]);
    let verdict = verdict_on(Intent::Edit, text, |_| {});
    let report = verdict.clone().into_report(facts.clone());
    let (left, body) = (verdict.body(), report.body());
    assert_eq!((&left.primary, left.primary.len()), (&body.primary, 1));
    assert_eq!((&left.flow, left.flow.len()), (&body.flow, 1));
    let reads = &left.read_targets;
    assert_eq!((reads, reads.len()), (&body.read_targets, 1));
    // The host's findings are behind those of the validator.
    assert_eq!((left.findings.len(), body.findings.len()), (3, 4));
    assert!(body.findings.starts_with(&left.findings));
    assert_eq!((report.facts().root.as_str(), report.facts().query.as_str()), ("/repo", "query"));
    assert_eq!((&report.facts().coverage, &report.facts().stats), (&facts.coverage, &facts.stats));
    assert_eq!((body.intent, body.outcome), (Intent::Edit, Outcome::Verdict));
    let files: Vec<String> =
        report.body().files.iter().map(|f| format!("{} {} {}", f.path, f.size, f.blake3)).collect();
    assert_snapshot!(files.join("\n"), @r"
    src/app.ts 67 733dce8d56c083756c8054e87f4233f8bdb19c353998953763cc1baa1770760c
    src/store.ts 106 7947f397f93f664ec20e8b4021ac196b98444e8881c4465201fb621d49d1515f
    ");
}

#[test]
fn coverages_are_combined() {
    let coverage = |patterns, files_seen, files_skipped, truncated| Coverage {
        patterns,
        files_seen,
        files_skipped,
        truncated,
        ..Coverage::default()
    };
    let (first, second) = (coverage(3, 10, 2, false), coverage(4, 20, 1, true));
    assert_eq!(first.clone().and(second), coverage(7, 19, 2, true));
    assert_eq!(first.clone().and(first), coverage(6, 10, 2, false));
    let absent = |words: &[&str]| Coverage {
        absent: words.iter().map(ToString::to_string).collect(),
        ..Coverage::default()
    };
    let both = absent(&["a", "b"]).and(absent(&["b", "c"]));
    assert_eq!(both, absent(&["a", "b", "c"]));
    let many: Vec<String> = (0..20).map(|n| n.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(absent(&many).and(absent(&["z"])).absent.len(), 8);
}

/// What was searched in a part of the files alone shows nothing of all of them.
#[test]
fn accounted_searches_of_parts_are_told_apart() {
    let whole = Coverage { patterns: 1, files_seen: 20, ..Coverage::default() };
    let part = |scope: &str, files_seen| {
        Coverage { patterns: 1, files_seen, ..Coverage::default() }.confined_to(scope)
    };
    let listing = Coverage { files_seen: 20, files_skipped: 2, ..Coverage::default() };
    let check = |all: &[&Coverage], expect: &str| {
        let sum = all.iter().fold(Coverage::default(), |sum, one| sum.and((*one).clone()));
        let Coverage { patterns, confined, files_seen, ref within, .. } = sum;
        let proves = if sum.shows_absence() { ", all" } else { "" };
        let within = within.join(" ");
        assert_eq!(format!("{confined}/{patterns} {files_seen} {within}{proves}"), expect);
    };
    check(&[&whole], "0/1 20 , all");
    check(&[&part("a", 3)], "1/1 3 a");
    check(&[&part("a", 3), &part("a", 3)], "2/2 3 a");
    check(&[&part("a/x", 3), &part("b", 4)], "2/2 4 a/x b");
    check(&[&part("a", 3), &whole], "1/2 20 a, all");
    check(&[&listing, &part("a", 3), &listing], "1/1 3 a");
    check(&[&listing], "0/0 20 ");
    let many = ["a/b/c", "a/b/d", "a/b", "a/bb/e"].map(|scope| part(scope, 2));
    check(&many.iter().collect::<Vec<_>>(), "4/4 2 a");
    let many = ["a/b/c", "a/b/d", "a/b", "b"].map(|scope| part(scope, 2));
    check(&many.iter().collect::<Vec<_>>(), "4/4 2 ");
}

/// Small models and strict servers handle plain enums better than `oneOf`, and reject empty defaults.
#[test]
fn the_schema_of_a_selection_has_plain_enums_and_no_empty_defaults() {
    let schema = firsthand_validator::Selection::schema();
    let confidence = &schema["properties"]["confidence"];
    let levels = serde_json::json!(["low", "medium", "high"]);
    assert_eq!((&confidence["type"], &confidence["enum"]), (&"string".into(), &levels));
    let text = schema.to_string();
    for left_out in ["oneOf", "\"default\":[]", "\"default\":null", "\"default\":\"\""] {
        assert!(!text.contains(left_out), "{left_out} in {text}");
    }
}
