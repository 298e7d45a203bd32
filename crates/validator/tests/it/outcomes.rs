//! Skips, the fallback, gaps, merit, what must be looked at again, and saved reports.

use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, TokenCount};
use firsthand_validator::{
    Context, Coverage, FileNow, FileProof, Intent, Outcome, PlaceState, Present, RunFacts,
    SavedPlace, SavedReport, Stats, StopReason, asked_about, fallback, fallback_ranges, host_terms,
    stands,
};
use insta::assert_snapshot;

use crate::repo::{Files, check, hide, judge, repo, selection, show, show_report};

const SKIP: &str = r#"{"recommendedPrimaryAction":"skip_explore_result","confidence":"low"}"#;

#[test]
fn a_skip_holds_no_place() {
    assert_snapshot!(check(SKIP), @"skip_explore_result low");
    let padded = r#"{"primaryCandidateIds":["c1"],"recommendedPrimaryAction":"skip_explore_result",
        "readTargets":[{"candidateId":"c1"}],"searchTargets":["run"],"missingCoverage":["all"]}"#;
    assert_snapshot!(check(padded), @r"
    skip_explore_result low
    missing all
    - over_limit: primary places: 1 left out of 1
    - over_limit: read targets: 1 left out of 1
    - over_limit: search targets: 1 left out of 1
    - confidence_lowered: high to low
    ? you named as missing: all
    ");
}

fn fall_back(registry: &Registry, files: &Files, query: &str) -> String {
    let present = Present::gather(&fallback_ranges(registry, query), |path| {
        files.get(path.as_str()).cloned()
    });
    fall_back_to(&present, registry, query)
}

fn fall_back_to(present: &Present, registry: &Registry, query: &str) -> String {
    let context = Context::new(registry, present, Intent::Edit);
    let report = fallback(&context, RunFacts::new("/repo", query));
    assert_eq!(report.intent(), Intent::Edit);
    format!("{:?} {}", report.outcome(), show_report(&report))
}

/// Words that hold a question together are in too many files to search for, whatever they are.
#[test]
fn search_targets_are_telling() {
    let targets = |query: &str, counts: &[(&str, u32)]| {
        let (mut registry, files) = repo();
        let path = RepoPath::new("src/app.ts").unwrap();
        let mut counted = Observation::listed(Source::LIST, vec![path]);
        counted.counts = counts
            .iter()
            .map(|(token, files)| TokenCount {
                token: (*token).to_owned(),
                files: *files,
                of_files: 217,
                // `loose` is only said in sentences.
                occurrences: 100,
                in_code: if *token == "loose" { 0 } else { 100 },
            })
            .collect();
        registry.observe(counted);
        let report = fall_back(&registry, &files, query);
        let targets = report
            .lines()
            .filter_map(|line| line.strip_prefix("search "));
        let targets: Vec<_> = targets.collect();
        let terms = asked_about(host_terms(&registry, query), query);
        assert_eq!(terms, targets, "{query}");
        targets.join(", ")
    };
    let query = "where is the payment webhook signature verified";
    let all: &[(&str, u32)] = &[
        ("where", 60),
        ("is", 150),
        ("the", 200),
        ("payment", 40),
        ("webhook", 12),
        ("signature", 5),
        ("verified", 8),
    ];
    assert_eq!(targets(query, all), "signature, verified, webhook");
    // Where the rarest is not rare: nothing that half of the files hold.
    assert_eq!(
        targets(
            "how is payment done",
            &[("payment", 60), ("is", 110), ("how", 130)]
        ),
        "payment"
    );
    assert_eq!(
        targets("how is payment done", &[("payment", 30), ("is", 100)]),
        "payment"
    );
    // Words that no tool counted, and that most of what was seen holds.
    assert_eq!(targets("a payment", &[("payment", 40)]), "payment");
    // As rare as the other, but no code has it.
    let said = &[("loose", 12), ("webhook", 12)];
    assert_eq!(targets("a loose webhook", said), "webhook");
    assert_eq!(targets("loose", &[("loose", 12)]), "");
    // Nobody counted these: the one is the name of a file, the other only stands in one.
    assert_eq!(targets("app", &[]), "app in src");
    assert_eq!(targets("import", &[]), "");
    // What only opens the question asks, however rare it is here.
    let rare = &[("how", 2), ("webhook", 12), ("is", 150)];
    assert_eq!(targets("How is a webhook verified?", rare), "webhook");
    assert_eq!(
        targets("show how a webhook is verified", rare),
        "how, webhook"
    );
    // What is everywhere finds everything: there are none.
    assert_eq!(targets("is the", &[("is", 217), ("the", 217)]), "");
    assert_eq!(targets("nothing zebra", &[("nothing", 0)]), "");
}

#[test]
fn the_fallback_shows_what_ranks_highest() {
    let (registry, mut files) = repo();
    assert_snapshot!(fall_back(&registry, &files, "how does the Store add?"), @r#"
    Fallback targeted_gap_search low
    primary src/store.ts:1-6
    primary src/app.ts:1-5
    primary src/key.ts:1-2
    primary src/long.ts:600-610
    primary src/long.ts:290-400
    search store in src
    "#);
    assert_snapshot!(fall_back(&registry, &files, "zebra?"), @r"
    Fallback targeted_gap_search low
    primary src/key.ts:1-2
    primary src/app.ts:1-5
    primary src/store.ts:4-9
    primary src/long.ts:600-610
    primary src/long.ts:290-400
    ");
    assert_snapshot!(fall_back(&registry, &files, &"x".repeat(100)), @r"
    Fallback targeted_gap_search low
    primary src/key.ts:1-2
    primary src/app.ts:1-5
    primary src/store.ts:4-9
    primary src/long.ts:600-610
    primary src/long.ts:290-400
    ");
    files.remove("src/store.ts");
    files.insert("src/long.ts".to_owned(), b"gone\n".to_vec());
    assert_snapshot!(fall_back(&registry, &files, "store"), @r"
    Fallback targeted_gap_search low
    primary src/app.ts:1-5
    primary src/key.ts:1-2
    search store in src
    - stale: c2: no longer reads as it was seen
    - stale: c8: no longer reads as it was seen
    - stale: c7: no longer reads as it was seen
    - stale: c3: no longer reads as it was seen
    - stale: c5: no longer reads as it was seen
    ");
    assert_snapshot!(fall_back(&Registry::new(), &files, "store"), @"Fallback targeted_gap_search low");
}

#[test]
fn the_fallback_shows_no_place_that_holds_a_secret() {
    let (registry, files) = repo();
    let present = Present::gather(&fallback_ranges(&registry, "store"), |path| {
        files.get(path.as_str()).cloned()
    });
    let present = hide(present, "items = []");
    assert_snapshot!(fall_back_to(&present, &registry, "store"), @r#"
    Fallback targeted_gap_search low
    primary src/app.ts:1-5
    primary src/key.ts:1-2
    primary src/long.ts:600-610
    primary src/long.ts:290-400
    primary src/store.ts:4-9
    search store in src
    - redacted: c2: holds a secret, as the whole file shows
    "#);
}

#[test]
fn gaps_are_named() {
    let edit = |text: &str| {
        let verdict = judge(Intent::Edit, text, |_| {});
        let gutted = verdict.has_nothing_verified();
        let gaps: Vec<String> = verdict
            .gaps()
            .iter()
            .map(|gap| format!("\n? {gap}"))
            .collect();
        format!("gutted: {gutted}{}", gaps.concat())
    };
    assert_snapshot!(edit(r#"{"primaryCandidateIds":["c99"],"missingCoverage":["the caller"],
        "flow":[{"candidateId":"c1","quote":"nowhere at all"},{"candidateId":"c77","quote":"main"}]}"#), @r#"
    gutted: true
    ? flow link 1 [c1]: the quote `nowhere at all` does not stand in the lines shown for that id
    ? flow link 2 [c77]: the quote `main` has no place: that id was never shown to you; it stands in [c1], line 3
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

/// Other words, or other places that were shown, mend every gap but what the model itself misses.
#[test]
fn what_the_model_misses_needs_looking() {
    let text = r#"{"primaryCandidateIds":["c99"],"missingCoverage":["the caller"],"flow":[
        {"candidateId":"c1","quote":"nowhere at all"},
        {"candidateId":"c1","quote":"run(a, b)","fact":"See src/ghost.ts:3"}]}"#;
    let verdict = judge(Intent::Edit, text, |_| {});
    assert_eq!(verdict.gaps().len(), 5);
    let looking = verdict.gaps().iter().filter(|gap| gap.needs_looking());
    let looking: Vec<String> = looking.map(ToString::to_string).collect();
    assert_eq!(looking, ["you named as missing: the caller"]);
}

#[test]
fn merit_orders_verdicts() {
    let link = r#"{"candidateId":"c1","quote":"run(a, b)"}"#;
    let better = [
        r#"{"primaryCandidateIds":["c99"]}"#.to_owned(), // gutted
        SKIP.to_owned(),
        r#"{"primaryCandidateIds":["c1","c98","c99"]}"#.to_owned(),
        r#"{"primaryCandidateIds":["c1"]}"#.to_owned(),
        r#"{"primaryCandidateIds":["c1","c2"]}"#.to_owned(),
        format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{link}],"missingCoverage":["x"]}}"#),
        format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{link}]}}"#),
        format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{link},{link}]}}"#),
    ];
    let merits: Vec<_> = better
        .iter()
        .map(|text| judge(Intent::Explain, text, |_| {}).merit())
        .collect();
    for (at, pair) in merits.windows(2).enumerate() {
        assert!(
            pair[0] < pair[1],
            "{} is not below {}",
            better[at],
            better[at + 1]
        );
    }
}

/// A report that holds each line of another one's places, as many links, and more.
#[test]
fn a_verdict_extends_what_it_holds() {
    let link = r#"{"candidateId":"c1","quote":"run(a, b)"}"#;
    let one = format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{link}]}}"#);
    let two = format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{link},{link}]}}"#);
    let more = format!(r#"{{"primaryCandidateIds":["c2"],"flow":[{link}],"confidence":"low"}}"#);
    let wide = format!(
        r#"{{"primaryCandidateIds":["c3"],"flow":[{link}],"readTargets":[{{"candidateId":"c2"}}]}}"#
    );
    let listed = format!(r#"{{"primaryCandidateIds":["c4"],"flow":[{link}]}}"#);
    let fewer = r#"{"primaryCandidateIds":["c1","c2"]}"#;
    let gutted = r#"{"primaryCandidateIds":["c99"]}"#;
    for (a, b, expect) in [
        (two.as_str(), one.as_str(), true),
        (&one, &two, false),
        (&one, &one, false),
        (&more, &one, true),
        (&one, &more, false),
        // The lines of one place may be parts of several.
        (&wide, &more, true),
        (&more, &wide, false),
        (&listed, &one, true),
        (&one, &listed, false),
        (&more, &listed, false),
        // More places and fewer links, or the other way round.
        (fewer, &one, false),
        (&one, fewer, false),
        (&one, gutted, false),
        (&one, SKIP, false),
        (gutted, SKIP, false),
    ] {
        let judge = |text| judge(Intent::Explain, text, |_| {});
        assert_eq!(judge(a).extends(&judge(b)), expect, "{a} {b}");
    }
}

#[test]
fn cited_and_leads_say_what_to_look_at() {
    let (registry, _) = repo();
    let cited = firsthand_validator::cited(
        &registry,
        &selection(
            r#"{"primaryCandidateIds":["c2","c2","c99","c4"],"readTargets":[{"candidateId":"c3"}],
                "flow":[{"candidateId":"c1","quote":""}]}"#,
        ),
    );
    let text = |(path, ranges): (&_, &Vec<LineRange>)| format!("{path} {ranges:?}");
    assert_snapshot!(cited.iter().map(text).collect::<Vec<_>>().join("\n"), @r"
    docs/notes.md []
    src/app.ts [LineRange { start: 1, end: 5 }]
    src/store.ts [LineRange { start: 1, end: 6 }, LineRange { start: 4, end: 9 }]
    ");
    let fallback_ranges: Vec<String> = fallback_ranges(&registry, "store")
        .keys()
        .map(ToString::to_string)
        .collect();
    assert_snapshot!(fallback_ranges.join(" "), @"src/app.ts src/key.ts src/long.ts src/store.ts");
}

#[test]
fn the_report_is_of_what_was_checked() {
    let text = r#"{"primaryCandidateIds":["c1","c99"],"readTargets":[{"candidateId":"c2"}],
        "flow":[{"candidateId":"c1","quote":"run(a, b)"}]}"#;
    let facts = RunFacts {
        coverage: Coverage {
            patterns: 3,
            ..Coverage::default()
        },
        stats: Stats {
            steps: 4,
            ..Stats::default()
        },
        ..RunFacts::new("/repo", "query")
    };
    let verdict = judge(Intent::Edit, text, |_| {});
    let report = verdict.clone().into_report(facts.clone());
    assert_eq!(
        (verdict.primary(), verdict.primary().len()),
        (report.primary(), 1)
    );
    assert_eq!((verdict.flow(), verdict.flow().len()), (report.flow(), 1));
    assert_eq!(
        (verdict.read_targets(), verdict.read_targets().len()),
        (report.read_targets(), 1)
    );
    assert_eq!(
        (verdict.findings(), verdict.findings().len()),
        (report.findings(), 3)
    );
    assert_eq!((report.root(), report.query()), ("/repo", "query"));
    assert_eq!(
        (report.coverage(), report.stats()),
        (&facts.coverage, &facts.stats)
    );
    assert_eq!(
        (report.intent(), report.outcome()),
        (Intent::Edit, Outcome::Verdict)
    );
    let files: Vec<String> = report
        .files()
        .iter()
        .map(|f| format!("{} {} {}", f.path, f.size, f.blake3))
        .collect();
    assert_snapshot!(files.join("\n"), @r"
    src/app.ts 67 733dce8d56c083756c8054e87f4233f8bdb19c353998953763cc1baa1770760c
    src/store.ts 106 7947f397f93f664ec20e8b4021ac196b98444e8881c4465201fb621d49d1515f
    ");
}

#[test]
fn coverage_of_several_searches() {
    let one = |patterns, files_seen, files_skipped, truncated| Coverage {
        patterns,
        files_seen,
        files_skipped,
        truncated,
        ..Coverage::default()
    };
    let (first, second) = (one(3, 10, 2, false), one(4, 20, 1, true));
    assert_eq!(first.clone().and(second), one(7, 20, 2, true));
    assert_eq!(first.clone().and(first), one(6, 10, 2, false));
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

#[test]
fn a_saved_report_is_checked_again() {
    let text = r#"{"primaryCandidateIds":["c1","c4"],"flow":[{"candidateId":"c1","quote":"run(a, b);\n}"}]}"#;
    let report = judge(Intent::Explain, text, |_| {}).into_report(RunFacts::new("/repo", "q"));
    let json = serde_json::to_string(&report).unwrap();
    let saved: SavedReport = serde_json::from_str(&json).unwrap();
    assert_eq!(saved.schema, "firsthand.report/1");
    let (_, files) = repo();
    let text = String::from_utf8(files["src/app.ts"].clone()).unwrap();
    let (quoted, place) = (&saved.flow[0], &saved.primary[0]);
    let check = |place: &SavedPlace, now: Option<&str>, expect: PlaceState| {
        let now = now.map(|text| FileNow::new(text.as_bytes().to_vec()));
        let then = saved.files.iter().find(|file| file.path == place.path);
        assert_eq!(stands(place, now.as_ref(), then), expect, "{now:?}");
    };
    check(quoted, Some(&text), PlaceState::Unchanged);
    check(
        quoted,
        Some(&text.replace('\n', "\r\n")),
        PlaceState::Stands,
    );
    check(
        quoted,
        Some(&text.replace("b);", "c);")),
        PlaceState::Changed,
    );
    check(quoted, Some(&format!("\n{text}")), PlaceState::Changed);
    // Of a place that nothing was quoted of, no one knows what stood there.
    let longer = format!("{text}\n");
    check(quoted, Some(&longer), PlaceState::Stands);
    check(place, Some(&longer), PlaceState::Changed);
    check(place, Some("one\n"), PlaceState::Changed);
    check(place, None, PlaceState::Gone);
    check(&saved.primary[1], Some(""), PlaceState::Stands);
    assert_eq!(place.range(), LineRange::new(1, 5));
    assert_eq!(saved.primary[1].range(), None);
}

/// A whole file is shown beside a saved report only where it is what the report was made from.
#[test]
fn the_text_of_a_saved_reports_file_is_that_of_its_bytes() {
    let check = |now: &[u8], then: &[u8], expect: Option<&str>| {
        let then = FileProof {
            path: RepoPath::new("a").unwrap(),
            size: then.len() as u64,
            blake3: blake3::hash(then).to_hex().to_string(),
        };
        let now = FileNow::new(now.to_vec());
        assert_eq!(now.text_of(&then), expect, "{now:?}");
    };
    check(b"one\n", b"one\n", Some("one\n"));
    check(b"one\r\n", b"one\n", None);
    check(b"\xff", b"\xff", None);
}

#[test]
fn a_forged_saved_place_does_not_stand() {
    let check = |place: &str| {
        let place = serde_json::from_str(place).unwrap();
        let bytes = b"one\ntwo\nthree\n";
        let now = FileNow::new(bytes.to_vec());
        let then = FileProof {
            path: RepoPath::new("a").unwrap(),
            size: bytes.len() as u64,
            blake3: blake3::hash(bytes).to_hex().to_string(),
        };
        stands(&place, Some(&now), Some(&then))
    };
    let quote = |text: &str, line: u32| {
        let quote = serde_json::json!({"text": text, "line": line});
        check(&format!(
            r#"{{"path":"a","start":1,"end":2,"quote":{quote}}}"#
        ))
    };
    assert_eq!(quote("one\ntwo", 1), PlaceState::Unchanged);
    assert_eq!(quote("wo", 2), PlaceState::Unchanged);
    for (text, line) in [
        ("\n", 1),
        ("one\n", 1),
        ("\ntwo", 1),
        ("", 1),
        ("three", 3),
        ("two\nthree", 2),
        ("one", 0),
        ("one", 2),
        ("one\ntwo\n", 1),
    ] {
        assert_eq!(quote(text, line), PlaceState::Changed, "{text:?} at {line}");
    }
    for place in [
        r#"{"path":"a","start":1,"end":4}"#,
        r#"{"path":"a","start":0,"end":1}"#,
        r#"{"path":"a","start":2,"end":1}"#,
        r#"{"path":"a","start":1,"end":null}"#,
        r#"{"path":"a","start":null,"end":1}"#,
        r#"{"path":"a","quote":{"text":"one","line":1}}"#,
    ] {
        assert_eq!(check(place), PlaceState::Changed, "{place}");
    }
    assert!(
        serde_json::from_str::<SavedReport>(r#"{"schema":"x","primary":[{"path":"../a"}]}"#)
            .is_err()
    );
    assert_snapshot!(show(judge(Intent::Explain, r#"{"primaryCandidateIds":[]}"#, |_| {})), @r"
    targeted_gap_search low
    - action_lowered: answer_from_report to targeted_gap_search
    - confidence_lowered: high to low
    ? no primary place
    ");
}

/// Whatever the caller says of the run: a fallback has no selection that was accepted.
#[test]
fn a_fallback_is_of_no_accepted_run() {
    let registry = Registry::new();
    let present = Present::default();
    let context = Context::new(&registry, &present, Intent::Explain);
    for (said, expect) in [
        (StopReason::Accepted, StopReason::NothingVerified),
        (StopReason::BestOfContinuations, StopReason::NothingVerified),
        (StopReason::StepBudget, StopReason::StepBudget),
    ] {
        let mut facts = RunFacts::new("/repo", "how?");
        facts.stats.stop_reason = said;
        assert_eq!(fallback(&context, facts).stats().stop_reason, expect);
    }
}
