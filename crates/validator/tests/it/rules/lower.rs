//! What lowers a report, what it is to read then, and what the model can mend of it.

use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
use firsthand_validator::{Action, Confidence, Context, Gap, Intent, Rule, validate};
use insta::assert_snapshot;

use crate::repo::{Files, present, selection, show, verdict_cut, verdict_on};

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

/// What is left of a report is no answer where more of its links failed than stand.
#[test]
fn downgrade_only_the_rest_of_a_report() {
    let action = |failing: usize| {
        let failed =
            r#",{"candidateId":"c2","quote":"stands_nowhere()","role":"","fact":"Fails."}"#;
        let flow = format!("{LINKS}{}", failed.repeat(failing));
        let text = format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{flow}]}}"#);
        let shown = show(verdict_on(Intent::Explain, &text, |_| {}));
        let lines = shown.lines().filter(|line| line.contains("action_lowered"));
        lines.collect::<Vec<_>>().join("")
    };
    assert_eq!(action(0), "");
    assert_eq!(action(2), "");
    assert_snapshot!(action(3), @"- action_lowered: answer_from_report to read_targets: beside more failed flow links than stand");
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
    let no_answer = "the action is read_targets: answer_from_report is no action for this intent";
    check(Intent::Edit, &answer, &[no_answer, unnamed]);
    check(
        Intent::Edit,
        &format!(r#"{answer},"recommendedPrimaryAction":"read_targets""#),
        &[unnamed],
    );
    let required = r#""readTargets":[{"candidateId":"c2","purpose":"Why.","required":true}]"#;
    check(
        Intent::Explain,
        &format!("{answer},{required}"),
        &["the action is read_targets: answer_from_report beside a required read target"],
    );
    check(
        Intent::Explain,
        r#""primaryCandidateIds":["c1"]"#,
        &[
            "the action is read_targets: answer_from_report without a fact",
            "no flow link with a quote stands, so the confidence is low",
        ],
    );
    check(
        Intent::Locate,
        r#""primaryCandidateIds":["c99"]"#,
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
    let added = format!("{doubt}; a name that is to be added belongs in a purpose");
    check(Intent::Edit, proposed, &[no_answer, &added]);
    check(Intent::Locate, proposed, &[doubt]);
    // Nothing was lowered for it.
    check(Intent::Locate, &format!(r#"{blank},"confidence":"medium""#), &[]);
    check(Intent::Explain, &format!(r#"{answer},"missingCoverage":["the caller"]"#), &[]);
}

/// The model learns which place it could cite; a report names no id.
#[test]
fn a_doubt_names_a_place_that_shows_it() {
    let check = |fact: &str, expect: &str| {
        let link = serde_json::json!({"candidateId": "c1", "quote": "run(a, b)", "fact": fact});
        let text = format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{link}]}}"#);
        let verdict = verdict_on(Intent::Explain, &text, |_| {});
        assert_eq!(verdict.mendable().last().map_or("", |it| it), expect, "{fact}");
        let details = verdict.body().findings.iter().map(|finding| &finding.detail);
        assert!(details.clone().all(|detail| !detail.contains("[c")), "{fact}");
    };
    let nowhere = "which no cited place shows, and the question does not say";
    check("Calls `push`.", &format!("flow link 1: its fact says `push`, {nowhere}; [c2] shows it"));
    check("Calls `pop`.", &format!("flow link 1: its fact says `pop`, {nowhere}"));
    // No one place shows both.
    let both = format!("flow link 1: its fact says `push`, `pop`, {nowhere}");
    check("Calls `push` and `pop`.", &both);
}

/// The quote of a dropped link is why no cited place shows what its place does.
#[test]
fn a_dropped_link_is_the_cause_of_a_doubt() {
    let check = |fact: &str, dropped: &str, expect: &[&str]| {
        let link = serde_json::json!({"candidateId": "c1", "quote": "run(a, b)", "fact": fact});
        let text = format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{link},{dropped}]}}"#);
        let verdict = verdict_on(Intent::Explain, &text, |_| {});
        assert_eq!(verdict.mendable(), expect, "{fact} {dropped}");
        let findings = verdict.body().findings.iter();
        let doubts = findings.filter(|finding| finding.rule == Rule::ClaimUnsupported);
        assert_eq!(doubts.map(|it| &*it.detail).collect::<Vec<_>>(), expect, "{fact}");
    };
    let says = "flow link 1: its fact says";
    let nowhere = "which no cited place shows, and the question does not say";
    let by_other = "which only flow link 2 would show, and that was dropped:";
    let paraphrased = r#"{"candidateId":"c2","quote":"pushes the item"}"#;
    let unquoted = "its quote does not stand in the evidence";
    check("Calls `push`.", paraphrased, &[&format!("{says} `push`, {by_other} {unquoted}")]);
    check(
        "Calls `push` and `pop`.",
        paraphrased,
        &[&format!("{says} `push`, {by_other} {unquoted}"), &format!("{says} `pop`, {nowhere}")],
    );
    check("Calls `main`.", paraphrased, &[]);
    // The id is wrong, and the quote stands in one other place.
    let misplaced = r#"{"candidateId":"c6","quote":"size()"}"#;
    check("Calls `push`.", misplaced, &[&format!("{says} `push`, {by_other} {unquoted}")]);
    check("Calls `pop`.", misplaced, &[&format!("{says} `pop`, {nowhere}")]);
    let slight = r#"{"candidateId":"c2","quote":"}"}"#;
    let why = "its quote has no word of three or more characters";
    check("Calls `push`.", slight, &[&format!("{says} `push`, {by_other} {why}")]);
}

/// What was submitted as a place stands as one, without the quote and the fact; it is not what the host names to be read,
/// unless nothing else is. What only a dropped link cites is named by its path alone.
#[test]
fn a_place_of_dropped_links_alone_is_not_read() {
    let check = |ids: &str, flow: &str, expect: (&[&str], &[&str], &[&str])| {
        let text = format!(r#"{{"primaryCandidateIds":[{ids}],"flow":[{flow}]}}"#);
        let verdict = verdict_on(Intent::Edit, &text, |_| {});
        let body = verdict.body();
        let primary = body.primary.iter().map(|place| place.path().as_str());
        let reads = body.read_targets.iter().map(|read| read.place.path().as_str());
        let lost = body.losses.iter().flat_map(|loss| &loss.paths).map(|path| path.as_str());
        let got: [Vec<&str>; 3] = [primary.collect(), reads.collect(), lost.collect()];
        assert_eq!(
            got.each_ref().map(Vec::as_slice),
            [expect.0, expect.1, expect.2],
            "{ids} {flow}"
        );
    };
    let stands = r#"{"candidateId":"c1","quote":"run(a, b)","fact":"Runs."}"#;
    let fails = |id: &str| format!(r#"{{"candidateId":"{id}","quote":"nowhere at all"}}"#);
    let (app, store, key) = ("src/app.ts", "src/store.ts", "src/key.ts");
    check(r#""c1","c2""#, stands, (&[app, store], &[app, store], &[]));
    let both = format!("{stands},{}", fails("c2"));
    check(r#""c1","c2""#, &both, (&[app, store], &[app], &[store]));
    check(r#""c1""#, &both, (&[app], &[app], &[store]));
    check(r#""c2""#, &both, (&[store], &[app], &[store]));
    check(r#""c2""#, &fails("c2"), (&[store], &[store], &[store]));
    check(
        r#""c2""#,
        &format!("{},{}", fails("c2"), fails("c6")),
        (&[store], &[store], &[store, key]),
    );
    // Another link of the place stands.
    let again = format!("{both},{}", r#"{"candidateId":"c2","quote":"export class Store"}"#);
    check(r#""c1","c2""#, &again, (&[app, store], &[app, store], &[store]));
    check(
        r#""c1""#,
        &format!("{stands},{},{}", fails("c2"), fails("c3")),
        (&[app], &[app], &[store]),
    );
    check(r#""c1""#, &format!("{stands},{}", fails("c99")), (&[app], &[app], &[]));
    check(r#""c1""#, &format!("{stands},{}", fails("c4")), (&[app], &[app], &["docs/notes.md"]));
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
    for gap in ["none of the callers", "tests", "nonexistent", "x", "x y", "CI", "无", "C++ in n/a"]
    {
        check(gap, 1);
    }
}

/// One word that many lines hold shows nothing of a fact; a line does, and so does a name that stands on one line.
#[test]
fn downgrade_only_where_a_quote_identifies_no_line() {
    let text = "def score\n  self.score = score + 1\n  if score > limit\n    calculated_total\n  end\nend\n\
                def other\n  call_it(a, with, many, arguments_that_take_room)\nend\n\
                def third\n  return compute(self.total)\nend\ndef fourth\nend\n";
    let file = text.as_bytes();
    let all = LineRange::new(1, 14).unwrap();
    let span = Span::of_file(RepoPath::new("a.rb").unwrap(), file, all).unwrap();
    let mut registry = Registry::new();
    registry.observe(Observation::read(Source::READ, Window::new(span)));
    let verdict = |quotes: &[&str]| {
        let links = quotes.iter().zip(1..).map(|(quote, at)| {
            serde_json::json!({"candidateId": "c1", "fact": format!("Fact {at}."), "quote": quote})
        });
        let flow = serde_json::Value::from_iter(links);
        let selection = selection(&format!(r#"{{"primaryCandidateIds":["c1"],"flow":{flow}}}"#));
        let files = Files::from([("a.rb".to_owned(), file.to_vec())]);
        let present = present(&registry, &selection, &files);
        validate(&selection, &Context::new(&registry, &present, Intent::Explain))
    };
    let check = |quotes: &[&str], expect: &str| {
        let verdict = verdict(quotes);
        let body = verdict.body();
        let told = verdict.mendable().iter().filter(|why| why.contains("one word")).count();
        let got = format!("{} {} {} told", body.action, body.confidence, told);
        assert_eq!(got, expect, "{quotes:?}");
        assert_eq!(body.flow.len(), quotes.len(), "no link is lost");
    };
    let (stands, is_lead) = ("answer_from_report high 0 told", "read_targets low 1 told");
    for quote in ["end", "def", "score", "> end", "self"] {
        check(&[quote.trim_start_matches("> ")], is_lead);
    }
    for quote in [
        "calculated_total",
        "call_it",
        "arguments_that_take_room",
        "self.score = score",
        "  if score > limit",
        "def score",
        "end\nend",
    ] {
        check(&[quote], stands);
    }
    check(&["def score", "end"], "answer_from_report medium 1 told");
    check(&["end", "def"], "read_targets low 2 told");
}

/// Links that say the same of the same lines are one.
#[test]
fn equal_links_count_once() {
    let check = |links: &[&str], expect: &str| {
        let text = format!(r#"{{"primaryCandidateIds":["c1"],"flow":[{}]}}"#, links.join(","));
        let verdict = verdict_on(Intent::Explain, &text, |_| {});
        let body = verdict.body();
        let numbers: Vec<String> = body.flow.iter().map(|link| link.number().to_string()).collect();
        let merged = body.findings.iter().filter(|finding| finding.rule == Rule::Merged).count();
        let got = format!("{} merged {merged} {}", numbers.join(" "), body.confidence);
        assert_eq!(got, expect, "{links:?}");
    };
    let link = r#"{"candidateId":"c1","quote":"run(a, b)","role":"entry","fact":"Runs."}"#;
    let other_fact = r#"{"candidateId":"c1","quote":"run(a, b)","fact":"Runs again."}"#;
    let other_role = r#"{"candidateId":"c1","quote":"run(a, b)","role":"x","fact":"Runs."}"#;
    let failed = r#"{"candidateId":"c1","quote":"nowhere at all","fact":"Runs."}"#;
    check(&[link; 12], "1 merged 11 high");
    check(&[link, other_fact, link, other_role], "1 2 merged 2 high");
    // What fails is not one with another.
    check(&[failed, failed, link], "3 merged 0 medium");
}

/// The places of verified links are the primary ones if none that was named so stands; else those of read targets.
#[test]
fn no_padding_where_no_primary_place_is_named() {
    let check = |fields: &str, expect: &str| {
        let verdict = verdict_on(Intent::Explain, &format!("{{{fields}}}"), |_| {});
        let primary = verdict.body().primary.iter().map(|place| place.id().to_string());
        let primary = primary.collect::<Vec<_>>().join(" ");
        let has_gap = verdict.gaps().iter().any(|gap| matches!(gap, Gap::NoPlace));
        assert_eq!(format!("{primary}{}", if has_gap { "none" } else { "" }), expect, "{fields}");
    };
    let flow = format!(r#""flow":[{LINKS}]"#);
    check(&flow, "c1 c2");
    check(&format!(r#"{flow},"primaryCandidateIds":["story.rb"]"#), "c1 c2");
    check(&format!(r#"{flow},"primaryCandidateIds":["c3"]"#), "c3");
    let failed = r#"{"candidateId":"c2","quote":"nowhere at all"}"#;
    let link = r#"{"candidateId":"c1","quote":"run(a, b)"}"#;
    check(&format!(r#""flow":[{failed},{link}]"#), "c1");
    check(&format!(r#""flow":[{failed}]"#), "none");
    let read = r#""readTargets":[{"candidateId":"c2","purpose":"Why."}]"#;
    check(read, "c2");
    check(&format!(r#"{read},"flow":[{link}]"#), "c1");
    check(r#""primaryCandidateIds":["c99"]"#, "none");
}
