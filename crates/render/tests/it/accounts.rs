//! The law `accounted`: the printed report states what was dropped, cut or not searched, and
//! "nothing is missing" only where nothing is known to be.

use firsthand_render::{Format, LEAST_CHARS, Options, TextOptions, html, markdown, render, text};
use firsthand_validator::{
    Confidence, Intent, QueryWords, Receipt, RunFacts, Selection, StopReason, VerifiedReport,
};
use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::fixture::{Tree, channel_flow, channels, facts, selection};
use crate::strategies::report;

/// The lines of a report that state what is not in it.
fn accounts(report: &VerifiedReport) -> String {
    let text = markdown(report, &Options::default()).text;
    let labels = [
        "Fallback:",
        "Skip:",
        "Absent:",
        "Dropped:",
        "Narrowed:",
        "In no",
        "Missing:",
        "Coverage:",
        "Search",
    ];
    let reported = text.lines().filter(|line| labels.iter().any(|label| line.starts_with(label)));
    reported.collect::<Vec<_>>().join("\n")
}

fn report_of_flow(flow: &Value, facts: RunFacts) -> VerifiedReport {
    report_with(flow, "high", facts)
}

fn report_with(flow: &Value, confidence: &str, facts: RunFacts) -> VerifiedReport {
    let selection: Selection = selection(json!({
        "primaryCandidateIds": ["c3"], "flow": flow,
        "recommendedPrimaryAction": "answer_from_report", "confidence": confidence
    }));
    channels().report(&selection, Intent::Explain, facts)
}

#[test]
fn accounted_dropped_claims_are_counted() {
    let mut flow = channel_flow();
    for (at, quote) in [(0, "never written"), (1, "not there either"), (3, "}")] {
        flow[at]["quote"] = quote.into();
    }
    flow[2]["fact"] = "See ghost.ts:4.".into();
    let report = report_of_flow(&flow, facts("how?"));
    assert_snapshot!(accounts(&report), @r#"
    Dropped: claims "entry", "action" (quote not found: src/routes/app.tsx, channels.ts), claim "view" (quote too slight: app.tsx), 1 text (names a place or id that is not printed)
    Missing: not assessed (searched 812 files)
    "#);
}

/// A run that could not search proposes nothing, and does not say that its words stand nowhere.
#[test]
fn accounted_a_run_out_of_time_states_no_other_reason() {
    let facts = |patterns: u32, time: u64| {
        let mut facts = facts("how?");
        (facts.coverage.patterns, facts.coverage.losses.time) = (patterns, time);
        facts.stats.stop_reason = StopReason::TimeBudget;
        facts
    };
    let check = |patterns, time, expect: bool| {
        let report = Tree::default().fallback(facts(patterns, time));
        let printed = accounts(&report);
        assert_eq!(printed.contains("no word of the query"), expect, "{printed}");
        assert!(printed.contains("the time was up") || expect, "{printed}");
        let text = text(&report, &TextOptions::default()).text;
        let page = html(&report, &Options::default());
        assert!(!text.contains("leads only") && !page.contains("leads only"), "{text}");
    };
    check(0, 0, false);
    check(0, 1, false);
    check(1, 1, false);
    check(1, 0, true);
}

/// A dropped link is named by its role, unless that names a place; an id that a link cites, too, is lost once.
#[test]
fn accounted_dropped_claims_are_named_by_their_roles() {
    let check = |roles: [&str; 2], ids: [&str; 2], expect: &str| {
        let mut flow = channel_flow();
        for (at, (role, id)) in roles.into_iter().zip(ids).enumerate() {
            flow[at]["quote"] = "never written".into();
            flow[at]["role"] = role.into();
            flow[at]["candidateId"] = id.into();
        }
        let selection: Selection = selection(json!({
            "primaryCandidateIds": ["c3", "c99"], "flow": flow, "missingCoverage": ["a gap", "a gap"],
            "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
        }));
        let report = channels().report(&selection, Intent::Explain, facts("how?"));
        let printed = accounts(&report);
        let dropped = printed.lines().find_map(|line| line.strip_prefix("Dropped: "));
        assert_eq!(dropped, Some(expect), "{roles:?}");
        assert_eq!(printed.matches("a gap").count(), 1, "{printed}");
        for form in
            [html(&report, &Options::default()), text(&report, &TextOptions::default()).text]
        {
            assert!(
                roles[0].is_empty() || form.contains(roles[0]) || roles[0].contains('.'),
                "{form}"
            );
        }
    };
    check(
        ["migration", "insert"],
        ["c3", "c3"],
        "1 place (no such place was shown), claims \"migration\", \"insert\" (quote not found: channels.ts)",
    );
    check(
        ["migration", "see ghost.ts:4"],
        ["c99", "c99"],
        "2 claims \"migration\" (no such place was shown)",
    );
    check(
        ["see ghost.ts:4", ""],
        ["c99", "c3"],
        "1 claim (no such place was shown), 1 claim (quote not found: channels.ts)",
    );
}

#[test]
fn accounted_a_skip_with_places_names_its_own_reason() {
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"], "recommendedPrimaryAction": "skip_explore_result", "confidence": "high"
    }));
    let report = channels().report(&selection, Intent::Locate, facts("how?"));
    assert_snapshot!(accounts(&report), @r"
    Skip: nothing relevant was found (searched 4 patterns in 812 files; 3 more files not searched)
    Dropped: 1 place (a skip has no places)
    ");
}

/// A name for which the model asks and that stands nowhere is said in every form.
#[test]
fn accounted_asked_names_without_a_line_are_said() {
    let mut tree = channels();
    tree.names.insert("nowhereAtAll".to_owned(), Vec::new());
    let selection = selection(json!({
        "primaryCandidateIds": ["c3"], "flow": channel_flow(), "names": ["nowhereAtAll"],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "medium"
    }));
    let report = tree.report(&selection, Intent::Explain, facts("how?"));
    assert!(
        accounts(&report).contains("In no searched file: nowhereAtAll"),
        "{}",
        accounts(&report)
    );
    let text = text(&report, &TextOptions::default()).text;
    let page = html(&report, &Options::default());
    for form in [&text, &page] {
        assert!(form.contains("In no searched file: nowhereAtAll"), "{form}");
    }
}

#[test]
fn accounted_dropped_places_are_counted() {
    let many: Vec<String> = (0..20).map(|n| format!("c{}", 1 + n % 9)).collect();
    let selection = selection(json!({
        "primaryCandidateIds": many,
        "readTargets": [{"candidateId": "c6"}, {"candidateId": "c99"}],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    }));
    let report = channels().report(&selection, Intent::Locate, facts("how?"));
    assert_snapshot!(accounts(&report), @r#"
    Dropped: 4 places (no such place was shown), 1 read target (no lines were shown: `"docs/my notes.md"`), 1 read target (no such place was shown), 2 places (over the limit)
    Missing: not assessed (searched 4 patterns in 812 files; 3 more files not searched)
    "#);
}

/// A place of which a part is shown is not dropped: nothing is missing.
#[test]
fn accounted_narrowed_places_are_not_dropped() {
    let mut tree = Tree::default();
    let path = tree.file("src/long.rs", &"let total = 1;\n".repeat(300));
    tree.see(&path.unwrap(), 1, 300).unwrap();
    let selection = selection(json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{"candidateId": "c1", "fact": "Adds.", "quote": "let total = 1;"}],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    }));
    let report = |lines: Option<&str>| {
        let mut selection = selection.clone();
        selection.flow[0].lines = lines.map(str::to_owned);
        accounts(&tree.report(&selection, Intent::Locate, facts("how?")))
    };
    assert_snapshot!(report(Some("2-290")), @r"
    Narrowed: 1 place in long.rs
    Missing: none (searched 812 files)
    ");
    // Nobody asked for all of its lines.
    assert_snapshot!(report(None), @"Missing: none (searched 812 files)");
}

#[test]
fn accounted_absent_words_are_named() {
    let mut absent = facts("how does the frobnicator ![x](y) start?");
    absent.coverage.absent = vec!["frobnicator".to_owned(), "![x](y)".to_owned()];
    assert_snapshot!(accounts(&report_with(&channel_flow(), "low", absent)), @r"
    In no searched file: frobnicator; ![x]\(y)
    Missing: not assessed (searched 4 patterns in 812 files; 3 more files not searched)
    ");
}

/// A report that cites receipts of searches for these patterns, beside a named gap.
fn report_with_receipts(patterns: &[&str], gap: &str) -> VerifiedReport {
    report_searched(patterns, gap, facts("how?"))
}

fn report_searched(patterns: &[&str], gap: &str, facts: RunFacts) -> VerifiedReport {
    let mut tree = channels();
    let receipt = |pattern: &&str| -> Receipt {
        let pattern =
            json!({"text": pattern, "regex": false, "word": false, "case_sensitive": false});
        let not_searched = json!([{"why": "binary", "count": 71, "examples": ["a.png"]}]);
        let control = json!({"text": "channel", "path": "a.ts", "line": 1, "files": 9});
        let receipt = json!({"pattern": pattern, "tree": {"blake3": "00"}, "files": 1_874,
                             "not_searched": not_searched, "control": control});
        serde_json::from_value(receipt).unwrap()
    };
    let receipts = patterns.iter().map(receipt);
    let receipts =
        receipts.map(|receipt| (tree.registry.observe_receipt(receipt.clone()), receipt));
    tree.receipts = receipts.collect();
    let ids: String = tree.receipts.keys().map(|id| format!("[{id}]")).collect();
    let selection: Selection = selection(json!({
        "primaryCandidateIds": ["c3"], "flow": channel_flow(), "missingCoverage": [format!("{gap} {ids}")],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    }));
    tree.report(&selection, Intent::Explain, facts)
}

/// What is proved to be absent is printed in one line, in each form; what is only named stays as it is.
#[test]
fn accounted_receipts_are_printed() {
    let report = report_with_receipts(&["bluetooth"], "no pairing");
    assert_snapshot!(accounts(&report), @r#"
    Absent: "no pairing"; no match of `bluetooth` in 1,874 files, 71 not searched
    Missing: none (searched 812 files)
    "#);
    let alone = report_with_receipts(&["bluetooth", "a `tick` here"], "");
    assert_snapshot!(accounts(&alone), @r"
    Absent: no match of `bluetooth` in 1,874 files, 71 not searched; no match of `a `tick` here` in 1,874 files, 71 not searched
    Missing: none (searched 812 files)
    ");
    // Where the search has a doubt, it does not say beside an absence that no gap is named.
    let mut doubtful = facts("how?");
    doubtful.coverage.absent = vec!["somebody".to_owned()];
    assert_snapshot!(accounts(&report_searched(&["bluetooth"], "no pairing", doubtful)), @r#"
    Absent: "no pairing"; no match of `bluetooth` in 1,874 files, 71 not searched
    Coverage: searched 812 files
    "#);
    let named = report_with_receipts(&[], "no pairing");
    assert_snapshot!(accounts(&named), @r"
    Missing: no pairing
    Coverage: searched 812 files
    ");
    // A proved absence is a part of the answer, an unproved gap lowers it.
    let levels = [&report, &alone, &named].map(|report| report.body().confidence);
    assert_eq!(levels, [Confidence::High, Confidence::High, Confidence::Medium]);
    let line = "`bluetooth` in 1,874 files, 71 not searched";
    for format in Format::ALL {
        let text = render(&report, format, &Options::default(), &TextOptions::default());
        let text = text.replace("<code>", "`").replace("</code>", "`");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_printed = match format {
            Format::Text => text.contains(&line.replace('`', "")),
            _ => text.contains(line),
        };
        assert!(is_printed, "{text}");
    }
    let document: Value =
        serde_json::from_str(&firsthand_render::json(&report, &Options::default())).unwrap();
    assert_eq!(document["absent"][0]["pattern"]["text"], "bluetooth");
    assert_eq!(document["missing"], json!([]));
    assert_eq!(document["absence_facts"], json!(["no pairing"]));
}

/// A report that is not weak names an absent word only if it has the form of a name in code, and says that nothing is missing
/// only if it is sure.
#[test]
fn accounted_absent_names_are_named_where_the_report_is_sure() {
    let check = |confidence: &str, absent: &[&str]| {
        let mut facts = facts(
            "do feeds of somebody survive the normalisation of `depth`, a maxDepth, max_depth, utf8?",
        );
        facts.coverage.absent = absent.iter().map(ToString::to_string).collect();
        let report = report_with(&channel_flow(), confidence, facts);
        let page = html(&report, &Options::default());
        let text = accounts(&report);
        assert_eq!(text.contains("In no searched file"), page.contains("In no searched file"));
        text
    };
    let words = ["somebody", "normalisation", "feeds"];
    assert_snapshot!(check("high", &words), @"Missing: no gap named (searched 812 files)");
    assert_snapshot!(check("medium", &words), @"Missing: not assessed (searched 812 files)");
    assert_snapshot!(check("low", &words), @r"
    In no searched file: somebody; normalisation; feeds
    Missing: not assessed (searched 4 patterns in 812 files; 3 more files not searched)
    ");
    let names = ["somebody", "maxDepth", "max_depth", "utf8"];
    assert_snapshot!(check("high", &names), @"Missing: no gap named (searched 812 files)");
    assert_snapshot!(check("medium", &names), @"Missing: not assessed (searched 812 files)");
    assert_snapshot!(check("medium", &["somebody", "depth"]), @"Missing: not assessed (searched 812 files)");
}

/// A long question was used in part.
#[test]
fn accounted_words_of_a_long_question_are_counted() {
    let mut long = facts("how?");
    long.coverage.query_words = Some(QueryWords { used: 12, of: 6_207 });
    assert_snapshot!(accounts(&report_of_flow(&channel_flow(), long)), @"Missing: no gap named (searched 812 files)");
}

/// Where most words of the question are absent, the report states that words are matched as written.
#[test]
fn accounted_matching_as_written_is_stated() {
    let check = |query: &str, absent: &[&str]| {
        let mut facts = facts(query);
        facts.coverage.absent = absent.iter().map(ToString::to_string).collect();
        let report = report_with(&channel_flow(), "low", facts);
        let reported = accounts(&report);
        let page = html(&report, &Options::default());
        assert_eq!(
            reported.contains("as they are written"),
            page.contains("as they are written"),
            "{reported}"
        );
        reported.lines().next().unwrap_or_default().to_owned()
    };
    let russian = ["где", "проверяется", "подпись", "токена"];
    assert_snapshot!(check("где проверяется подпись токена", &russian), @"In no searched file: где; проверяется; подпись (words are matched as they are written: 3 of 3 longer words not found)");
    assert_snapshot!(check("wird die Signatur des Tokens geprüft", &["wird", "die", "signatur"]), @"In no searched file: wird; die; signatur (words are matched as they are written: at least 2 of 4 longer words not found)");
    // No word has four letters: all of them count.
    assert_snapshot!(check("认证 在 哪里", &["认证", "在", "哪里"]), @"In no searched file: 认证; 在; 哪里 (words are matched as they are written: 3 of 3 words not found)");
    assert_snapshot!(check("frobnicate", &["frobnicate"]), @"In no searched file: frobnicate (words are matched as they are written: 1 of 1 longer word not found)");
    // Less than half of the words, and absent words that are not in the question.
    assert_snapshot!(check("does the frobnicator start?", &["frobnicator"]), @"In no searched file: frobnicator");
    assert_snapshot!(check("where is it?", &["is", "it", "elsewhere"]), @"In no searched file: is; it; elsewhere");
    // No more than eight are recorded, and three printed.
    let many = ["aaaa", "bbbb", "cccc", "dddd", "eeee", "ffff", "gggg", "hhhh"];
    assert_snapshot!(check("aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj", &many), @"In no searched file: aaaa; bbbb; cccc (words are matched as they are written: at least 8 of 10 longer words not found)");
}

#[test]
fn accounted_nothing_is_missing_only_after_a_search() {
    // Nothing was searched, so it is not known what is missing.
    let no_search = RunFacts::new("/repo", "how?");
    assert_snapshot!(accounts(&report_of_flow(&channel_flow(), no_search)), @"Missing: no gap named (no search was made)");
    // Reading a file is no search.
    let mut only_reads = RunFacts::new("/repo", "how?");
    (only_reads.coverage.files_seen, only_reads.coverage.truncated) = (1, true);
    assert_snapshot!(accounts(&report_of_flow(&channel_flow(), only_reads)), @"Missing: no gap named (no search was made; some results cut)");
    // A time limit ended a search, so something may be where nothing was searched.
    let mut in_part = facts("how?");
    in_part.coverage.losses.time = 1;
    assert_snapshot!(accounts(&report_of_flow(&channel_flow(), in_part)), @"Missing: no gap named (searched 812 files; 1 search not finished)");
    // The part that was searched is named.
    let mut part = facts("how?");
    part.coverage.patterns = 1;
    part.coverage = part.coverage.confined_to("app/jobs");
    assert_snapshot!(accounts(&report_of_flow(&channel_flow(), part.clone())), @"Missing: none (searched 812 files of app/jobs)");
    part.coverage.patterns = 3;
    assert_snapshot!(accounts(&report_of_flow(&channel_flow(), part.clone())), @"Missing: none (searched 812 files)");
    part.coverage.confined = 3;
    part.coverage.within.push("lib".to_owned());
    assert_snapshot!(accounts(&report_of_flow(&channel_flow(), part.clone())), @"Missing: none (searched up to 812 files of app/jobs, lib)");
    for unknown in ["", "a.ts:1-2", "[x](y)"] {
        part.coverage.within = vec!["lib".to_owned(), unknown.to_owned()];
        let text = accounts(&report_of_flow(&channel_flow(), part.clone()));
        assert_eq!(text, "Missing: none (searched up to 812 files, a part of all)");
    }
    // Nothing is known to be missing.
    let complete = report_of_flow(&channel_flow(), facts("how?"));
    assert_snapshot!(accounts(&complete), @"Missing: none (searched 812 files)");
}

/// Every stop reason of a run without a selection: the report states neither that a selection was
/// accepted nor that nothing was found.
#[test]
fn accounted_every_stop_reason_is_stated() {
    let reasons = [
        StopReason::Accepted,
        StopReason::BestOfContinuations,
        StopReason::NoSubmit,
        StopReason::NothingVerified,
        StopReason::StepBudget,
        StopReason::ObservationBudget,
        StopReason::TimeBudget,
        StopReason::ModelError,
        StopReason::Idle,
        StopReason::Cancelled,
    ];
    let mut first_lines = Vec::new();
    for reason in reasons {
        for query in ["where does switchChannel dispatch?", "und der das"] {
            let mut facts = facts(query);
            facts.stats.stop_reason = reason;
            let report = channels().fallback(facts);
            for format in Format::ALL {
                let text = render(&report, format, &Options::default(), &TextOptions::default());
                for phrase in ["othing relevant", "Skip:", "skip_explore_result"] {
                    assert!(!text.contains(phrase), "{reason:?}: {text}");
                }
            }
            first_lines.push(accounts(&report).lines().next().unwrap().to_owned());
        }
    }
    first_lines.dedup();
    assert_snapshot!(first_lines.join("\n"), @r"
    Fallback: no verified selection: the model submitted nothing; places ranked by the host
    Fallback: no verified selection: nothing that the model submitted could be verified; places ranked by the host
    Fallback: no verified selection: the steps were used up; places ranked by the host
    Fallback: no verified selection: no more text could be shown to the model; places ranked by the host
    Fallback: no verified selection: the time was up; places ranked by the host
    Fallback: no verified selection: the model failed; places ranked by the host
    Fallback: no verified selection: the agent made no call for too long; places ranked by the host
    Fallback: no verified selection: it was cancelled; places ranked by the host
    ");
    let empty = crate::fixture::Tree::default().fallback(facts("where?"));
    assert_snapshot!(accounts(&empty), @r"
    Fallback: no verified selection: the model submitted nothing; no place to show
    Missing: not assessed (searched 4 patterns in 812 files; 3 more files not searched)
    Search: no word of the query is known to stand here and to tell places apart
    ");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every loss is stated, within any budget.
    #[test]
    fn accounted(report in report(), max_chars in prop_oneof![Just(2500_usize), LEAST_CHARS..4000]) {
        let text = markdown(&report, &Options { max_chars, ..Options::default() }).text;
        let line = |label: &str| text.lines().find(|line| line.starts_with(label));
        let count = |is_narrowed: bool| {
            let losses = report.body().losses.iter();
            losses.filter(|loss| (loss.rule.name() == "clamped") == is_narrowed).count()
        };
        let (narrowed, dropped) = (count(true), count(false));
        prop_assert_eq!(line("Dropped: ").is_some(), dropped > 0);
        prop_assert_eq!(line("Narrowed: ").is_some(), narrowed > 0);
        let lossless = dropped == 0;
        if line("Missing: none (").is_some() {
            let is_plain = |word: &String| word.chars().all(char::is_alphabetic);
            let is_sure = report.body().confidence == Confidence::High;
            let absent = &report.facts().coverage.absent;
            let says_nothing = absent.is_empty() || (is_sure && absent.iter().all(is_plain));
            prop_assert!(lossless && says_nothing, "{}", text);
            prop_assert!(report.body().missing.is_empty() && report.facts().coverage.files_seen + u64::from(report.facts().coverage.patterns) > 0);
        }
        if text.contains("nothing relevant was found") {
            prop_assert_eq!(report.body().action.name(), "skip_explore_result");
            prop_assert!(report.facts().coverage.losses.is_empty(), "{}", text);
        }
    }
}

/// Where other items have to be cut, all read targets are still printed.
#[test]
fn accounted_read_targets_are_cut_last() {
    let selection = selection(json!({
        "primaryCandidateIds": ["c1", "c2", "c3", "c4", "c5"],
        "flow": channel_flow(),
        "readTargets": [
            {"candidateId": "c3", "purpose": "edit the dispatch payload", "required": true},
            {"candidateId": "c5", "purpose": "the types", "required": false}
        ],
        "missingCoverage": ["x".repeat(300), "y".repeat(300), "z".repeat(300)],
        "recommendedPrimaryAction": "read_targets", "confidence": "high"
    }));
    let report = channels().report(&selection, Intent::Edit, facts("edit it"));
    for max_chars in [650, 800, 1000, 2500] {
        let options = Options { max_chars, ..Options::default() };
        let text = markdown(&report, &options).text;
        assert_eq!(text.matches("Read: ").count(), 2, "{max_chars}: {text}");
        assert!(!text.contains(r#""read":[]"#), "{max_chars}: {text}");
    }
}

/// A search after a lowered action has no terms of the model; those of the host are labelled.
#[test]
fn accounted_terms_of_the_host_are_labelled() {
    let search_line = |action: &str, own: &[&str]| {
        let selection = selection(json!({
            "primaryCandidateIds": ["c6"], "searchTargets": own,
            "recommendedPrimaryAction": action, "confidence": "high"
        }));
        let report = channels().concluded(&selection, facts("which Store has the channels?"));
        accounts(&report).lines().last().unwrap_or_default().to_owned()
    };
    assert_snapshot!(search_line("answer_from_report", &[]), @"Search (the host's terms): Store in src/store; channels in src/routes");
    assert_snapshot!(search_line("targeted_gap_search", &[]), @"Search (the host's terms): Store in src/store; channels in src/routes");
    assert_snapshot!(search_line("targeted_gap_search", &["reducer"]), @"Search: reducer");
}
