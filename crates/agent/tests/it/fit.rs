//! What the printed report has no room for: the model is asked, and a report that loses links is lowered.

use std::sync::Arc;

use firsthand_agent::validator::{Fit, Rule, StopReason, VerifiedReport};
use firsthand_agent::{Event, Explored, HostMessageKind, ReportFit, resume};
use firsthand_testkit::{Script, Setup, json};
use firsthand_validator::{Action, Confidence};

use crate::{check_laws, find, greeter, report};

/// A printed form that has room for this many links.
pub(crate) struct Room(pub(crate) usize);

impl ReportFit for Room {
    fn fit(&self, report: &VerifiedReport) -> Fit {
        let mut fit = Fit::default();
        fit.links = (self.0..report.body().flow.len()).collect();
        fit.over = 100 * fit.links.len();
        fit
    }
}

/// A printed form that has room for this many quotes.
struct QuoteRoom(usize);

impl ReportFit for QuoteRoom {
    fn fit(&self, report: &VerifiedReport) -> Fit {
        let mut fit = Fit::default();
        let links = report.body().flow.len();
        fit.quotes = (self.0..links).collect();
        fit.over = 100 * fit.quotes.len();
        (fit.link_chars, fit.read_chars) = (vec![150; links], vec![80]);
        fit
    }
}

/// A printed form without room for the names for which a report asks.
struct NoRoomForNames;

impl ReportFit for NoRoomForNames {
    fn fit(&self, _: &VerifiedReport) -> Fit {
        let mut fit = Fit::default();
        (fit.names, fit.over) = (vec!["greet".to_owned()], 30);
        fit
    }
}

/// A port that panics.
struct Broken;

impl ReportFit for Broken {
    #[expect(clippy::panic, reason = "the fault that is injected")]
    fn fit(&self, _: &VerifiedReport) -> Fit {
        panic!("no printer")
    }
}

const BOTH: [(&str, &str); 2] = [("c1", "pub fn greet"), ("c2", "greet(\"you\");")];

fn found() -> Script {
    Script::new().calls("find", find("greet"))
}

fn setup(script: &Script, fit: impl ReportFit + 'static) -> Setup {
    let mut setup = Setup::new(&greeter(), script);
    setup.parts.fit = Some(Arc::new(fit));
    setup
}

async fn run(setup: &Setup) -> Explored {
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
    result.expect("a report")
}

/// The host's messages about what the report would lose.
fn messages(explored: &Explored) -> Vec<&str> {
    let events = explored.transcript.iter();
    let texts = events.filter_map(|event| match event {
        Event::HostMessage { kind, text } if *kind == HostMessageKind::Fit => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// The action, the confidence, the links, and why the run ended.
fn outcome(explored: &Explored) -> (Action, Confidence, usize, StopReason) {
    let (body, stats) = (explored.report.body(), &explored.report.facts().stats);
    (body.action, body.confidence, body.flow.len(), stats.stop_reason)
}

const LOWERED: (Action, Confidence, usize, StopReason) =
    (Action::ReadTargets, Confidence::Medium, 2, StopReason::Accepted);

#[tokio::test(start_paused = true)]
async fn a_report_that_has_room_is_accepted_at_once() {
    let script = found().submits(report(&BOTH, "high"));
    let explored = run(&setup(&script, Room(2))).await;
    script.finished();
    assert_eq!(messages(&explored), Vec::<&str>::new());
    let expect = (Action::AnswerFromReport, Confidence::High, 2, StopReason::Accepted);
    assert_eq!(outcome(&explored), expect);
}

#[tokio::test(start_paused = true)]
async fn the_model_chooses_what_is_left_out() {
    let script = found().submits(report(&BOTH, "high")).submits(report(&BOTH[1..], "high"));
    let explored = run(&setup(&script, Room(1))).await;
    script.finished();
    insta::assert_snapshot!(messages(&explored).join("\n-----\n"), @r"
    Your report is in, but all of it is 100 characters too long to print. As it is:
    - left out: flow link 2 (step) [c2]
    - a report that loses links is no answer, and at most of medium confidence
    Call submit_report once more with the whole report as you want it printed (that ends the exploration unless something new is to be mended); if it is to stay as it was, say so without a call.
    ");
    let expect = (Action::AnswerFromReport, Confidence::High, 1, StopReason::Accepted);
    assert_eq!(outcome(&explored), expect);
    assert_eq!(explored.report.facts().stats.continuations, 0);
}

#[tokio::test(start_paused = true)]
async fn the_names_for_which_a_model_asks_are_part_of_its_report() {
    let script = found().submits(report(&BOTH, "high")).replies_text("It stays.");
    let explored = run(&setup(&script, NoRoomForNames)).await;
    script.finished();
    insta::assert_snapshot!(messages(&explored).join("\n-----\n"), @r"
    Your report is in, but all of it is 30 characters too long to print. As it is:
    - left out: the lines of the name greet
    Call submit_report once more with the whole report as you want it printed (that ends the exploration unless something new is to be mended); if it is to stay as it was, say so without a call.
    ");
    assert_eq!(outcome(&explored).3, StopReason::Accepted);
}

/// What a model leaves out to keep the quotes of the rest is its choice; a report with less than half is none.
#[tokio::test(start_paused = true)]
async fn a_shorter_report_that_is_printed_whole_is_taken() {
    let three = [BOTH[0], BOTH[1], ("c1", "greet")];
    let check = async |shorter: &[(&str, &str)], confidence: &str, expect: (usize, StopReason)| {
        let script = found().submits(report(&three, "high")).submits(report(shorter, confidence));
        let script = if expect.0 == 3 { script.replies_text("It stays.") } else { script };
        let explored = run(&setup(&script, QuoteRoom(2))).await;
        script.finished();
        let (_, _, links, reason) = outcome(&explored);
        assert_eq!((links, reason), expect, "{shorter:?} {confidence}");
    };
    check(&BOTH, "high", (2, StopReason::Accepted)).await;
    check(&BOTH, "low", (2, StopReason::Accepted)).await;
    check(&BOTH[..1], "high", (3, StopReason::BestOfContinuations)).await;
}

/// A shorter report that is still too long is answered once more; a third message is never sent.
#[tokio::test(start_paused = true)]
async fn a_model_that_shortens_too_little_is_asked_again() {
    let shorter = |fact: &str| {
        let mut shorter = report(&BOTH, "high");
        shorter["flow"][1]["fact"] = fact.into();
        shorter
    };
    let script = found()
        .submits(report(&BOTH, "high"))
        .submits(shorter("It calls `greet`."))
        .submits(shorter("Calls `greet`."));
    let explored = run(&setup(&script, Room(1))).await;
    script.finished();
    assert_eq!(messages(&explored).len(), 2);
    assert_eq!(outcome(&explored), LOWERED);
}

/// A report with a gap that is too long as well is told both at once.
#[tokio::test(start_paused = true)]
async fn a_gap_and_the_length_are_one_message() {
    let with_gap = [BOTH[0], BOTH[1], ("c1", "nowhere at all")];
    let script = found().submits(report(&with_gap, "high")).submits(report(&BOTH[..1], "high"));
    let explored = run(&setup(&script, Room(1))).await;
    script.finished();
    let events = explored.transcript.iter();
    let gaps = events.filter_map(|event| match event {
        Event::HostMessage { kind, text } if *kind == HostMessageKind::Gap => Some(text.as_str()),
        _ => None,
    });
    insta::assert_snapshot!(gaps.collect::<Vec<_>>().join("\n-----\n"), @r"
    Your report has a gap:
    - flow link 3 [c1]: the quote `nowhere at all` does not stand in the lines shown for that id
    There is room for about 59,000 characters of places, in 10 turns. Quote what stands there and call submit_report again with the whole report; if that cannot be, say so without a call, and it stays as it was.

    Also, all of it is 100 characters too long to print. As it is:
    - left out: flow link 2 (step) [c2]
    - a report that loses links is no answer, and at most of medium confidence
    ");
    assert_eq!(messages(&explored), Vec::<&str>::new());
}

/// What a message about a gap has said as well is not said again to a model that keeps its report.
#[tokio::test(start_paused = true)]
async fn a_kept_report_ends_the_run_once_its_length_was_named() {
    let with_gap = [BOTH[0], BOTH[1], ("c1", "nowhere at all")];
    let script = found().submits(report(&with_gap, "high")).replies_text("It stays.");
    let explored = run(&setup(&script, Room(1))).await;
    script.finished();
    assert_eq!(messages(&explored), Vec::<&str>::new());
    assert_eq!(outcome(&explored).3, StopReason::BestOfContinuations);
}

/// A model that keeps a report of which nothing stands is told that.
#[tokio::test(start_paused = true)]
async fn nothing_is_kept_where_nothing_stands() {
    let mut nothing = report(&[("c1", "nowhere at all")], "high");
    nothing["primaryCandidateIds"] = json!([]);
    let script = found().submits(nothing).replies_text("It stays.").submits(report(&BOTH, "high"));
    let explored = run(&setup(&script, Room(2))).await;
    script.finished();
    let nudges = explored.transcript.iter().filter_map(|event| match event {
        Event::HostMessage { kind: HostMessageKind::Nudge, text } => Some(text.as_str()),
        _ => None,
    });
    insta::assert_snapshot!(nudges.collect::<Vec<_>>().join("\n-----\n"), @r"
    There is no report to keep: nothing that you submitted stands. It has a gap:
    - flow link 1 [c1]: its quote does not stand in the lines shown for that id
    - no primary place
    The exploration ends with a call of submit_report. Call it now with what you have seen, or call a tool if something is missing.
    ");
}

/// A report may stay as it was, by the same call or by none. It is lowered then, and what was cut is to be read.
#[tokio::test(start_paused = true)]
async fn a_report_that_stays_as_it_was_is_lowered() {
    let again = found().submits(report(&BOTH, "high")).submits(report(&BOTH, "high"));
    let kept = found().submits(report(&BOTH, "high")).replies_text("As it was.");
    for script in [again, kept] {
        let explored = run(&setup(&script, Room(1))).await;
        script.finished();
        assert_eq!(messages(&explored).len(), 1);
        assert_eq!(outcome(&explored), LOWERED);
        let body = explored.report.body();
        let reads: Vec<_> = body.read_targets.iter().map(|read| &read.place).collect();
        assert_eq!(reads, [&body.flow[1].place]);
        let lowered = [Rule::ActionLowered, Rule::ConfidenceLowered];
        let findings = body.findings.iter();
        let findings = findings.filter(|finding| lowered.contains(&finding.rule));
        assert!(
            findings
                .map(|finding| &finding.detail)
                .all(|detail| detail.ends_with("the printed report has no room")),
            "{:?}",
            body.findings
        );
    }
}

/// A model that revises nothing is not asked; its report is lowered all the same. So is one that was cut by a budget.
#[tokio::test(start_paused = true)]
async fn without_a_turn_a_report_is_lowered_unasked() {
    let script = || found().submits(report(&BOTH, "high"));
    for setup in [
        setup(&script(), Room(1)).budgets(|budgets| budgets.continuations = 0),
        setup(&script(), Room(1)).budgets(|budgets| budgets.steps = 2),
    ] {
        let explored = run(&setup).await;
        assert_eq!(messages(&explored), Vec::<&str>::new());
        assert_eq!(outcome(&explored), LOWERED);
    }
}

/// A shorter report that still loses quotes alone is accepted: which of them it loses is the program's choice.
#[tokio::test(start_paused = true)]
async fn the_model_is_asked_once_about_quotes() {
    let again = report(&[BOTH[1], BOTH[0]], "high");
    let script = found().submits(report(&BOTH, "high")).submits(again);
    let explored = run(&setup(&script, QuoteRoom(1))).await;
    script.finished();
    insta::assert_snapshot!(messages(&explored).join("\n-----\n"), @r"
    Your report is in, but all of it is 100 characters too long to print. As it is:
    - printed without their quotes: flow link 2 (step) [c2]
    - characters that each takes: flow links 1: 150, 2: 150; read targets 1: 80
    Call submit_report once more with the whole report as you want it printed (that ends the exploration unless something new is to be mended); if it is to stay as it was, say so without a call.
    ");
    let expect = (Action::AnswerFromReport, Confidence::High, 2, StopReason::Accepted);
    assert_eq!(outcome(&explored), expect);
}

/// What lowers a report, and other wording could mend, is named to the model although the report has room.
#[tokio::test(start_paused = true)]
async fn what_lowers_a_report_is_named() {
    let mut doubtful = report(&BOTH, "high");
    doubtful["flow"][1]["fact"] = "Calls `farewell` for `greet`.".into();
    doubtful["readTargets"] = json!([{"candidateId": "c1", "purpose": "", "required": false}]);
    let script = found().submits(doubtful).submits(report(&BOTH, "high"));
    let explored = run(&setup(&script, Room(2))).await;
    script.finished();
    insta::assert_snapshot!(messages(&explored).join("\n-----\n"), @r"
    Your report is in. As it is, its confidence is lowered to `medium`:
    - flow link 2: its fact says `farewell`, which no cited place shows, and the question does not say
    - read target 1: its purpose is blank
    Call submit_report once more with the whole report as you want it printed (that ends the exploration unless something new is to be mended); if it is to stay as it was, say so without a call.
    ");
    assert_eq!(outcome(&explored).1, Confidence::High);
}

/// Each message that asks for the report again names what is still wrong: what is not named would be taken for mended.
#[tokio::test(start_paused = true)]
async fn accounted_what_is_still_wrong_is_in_every_message() {
    let links = |third: &'static str| {
        let mut links =
            report(&[BOTH[0], ("c2", "nowhere at all"), ("c1", third), BOTH[1]], "high");
        links["flow"][2]["fact"] = "It greets, too.".into();
        links
    };
    let script = found()
        .submits(links("not there"))
        .submits(links("not here"))
        .submits(links("pub fn greet"))
        .replies_text("It stays.");
    let setup = setup(&script, Room(1)).budgets(|budgets| budgets.continuations = 9);
    let explored = run(&setup).await;
    script.finished();
    let events = explored.transcript.iter();
    let texts = events.filter_map(|event| match event {
        Event::HostMessage { text, .. } => Some(text.as_str()),
        _ => None,
    });
    insta::assert_snapshot!(texts.collect::<Vec<_>>().join("\n-----\n"), @r"
    Your report has a gap:
    - flow link 2 [c2]: the quote `nowhere at all` does not stand in the lines shown for that id
    - flow link 3 [c1]: the quote `not there` does not stand in the lines shown for that id
    There is room for about 59,000 characters of places, in 10 turns. Quote what stands there and call submit_report again with the whole report; if that cannot be, say so without a call, and it stays as it was.

    Also, all of it is 100 characters too long to print. As it is:
    - left out: flow link 4 (step) [c2]
    - a report that loses links is no answer, and at most of medium confidence
    -----
    Your report has a gap:
    - flow link 3 [c1]: the quote `not here` does not stand in the lines shown for that id
    - still: flow link 2 [c2]: its quote does not stand in the lines shown for that id
    There is room for about 59,000 characters of places, in 9 turns. Quote what stands there and call submit_report again with the whole report; if that cannot be, say so without a call, and it stays as it was.

    Also, all of it is 100 characters too long to print. As it is:
    - left out: flow link 4 (step) [c2]
    - a report that loses links is no answer, and at most of medium confidence
    -----
    Your report is in, but all of it is 200 characters too long to print. As it is:
    - left out: flow link 3 (step) [c1]; flow link 4 (step) [c2]
    - a report that loses links is no answer, and at most of medium confidence
    - a gap: flow link 2 [c2]: its quote does not stand in the lines shown for that id
    Call submit_report once more with the whole report as you want it printed (that ends the exploration unless something new is to be mended); if it is to stay as it was, say so without a call.
    ");
}

/// A worse report after the message does not replace the first one.
#[tokio::test(start_paused = true)]
async fn a_worse_report_is_not_chosen() {
    let lost: [(&str, &str); 2] = [("c1", "nowhere at all"), ("c2", "greet(\"you\");")];
    let script =
        found().submits(report(&BOTH, "high")).submits(report(&lost, "high")).replies_text("No.");
    let explored = run(&setup(&script, Room(1))).await;
    assert_eq!(outcome(&explored).2, 2);
}

/// The last report is what the model means, whatever it changed. An earlier one stands in only where links of the last one
/// were lost, and the model and the report's findings say so.
#[tokio::test(start_paused = true)]
async fn accounted_the_last_report_is_printed_or_it_is_said_why_not() {
    type Change = fn(&mut serde_json::Value);
    let changed = |change: Change| {
        let mut report = report(&BOTH, "medium");
        report["readTargets"] =
            json!([{"candidateId": "c1", "purpose": "Greets.", "required": false}]);
        change(&mut report);
        report
    };
    let check = async |first: Change, second: Change, room: usize| {
        let mut last = changed(second);
        if let Some(fact) = last.pointer_mut("/flow/0/fact") {
            *fact = "The last one.".into();
        }
        let script = found().submits(changed(first)).submits(last);
        let explored = run(&setup(&script.replies_text("It stays."), QuoteRoom(room))).await;
        let events = explored.transcript.iter();
        let kinds = events.filter_map(|event| match event {
            Event::HostMessage { kind, text } => Some(match text.find("an earlier report") {
                Some(at) => format!("{kind:?}: {}", text[at..].lines().next().unwrap_or_default()),
                None => format!("{kind:?}"),
            }),
            _ => None,
        });
        let body = explored.report.body();
        let mut findings = body.findings.iter();
        let finding = findings.find(|finding| finding.rule == Rule::EarlierReport);
        let finding = finding.map_or("", |finding| &finding.detail);
        let kinds = kinds.collect::<Vec<_>>().join("; ");
        format!("{kinds} | {} {finding}", body.flow[0].fact).trim_end().to_owned()
    };
    let gap: Change = |report| report["missingCoverage"] = json!(["the tests"]);
    let narrower: Change = |report| report["readTargets"][0]["lines"] = "2-2".into();
    let mut out = Vec::new();
    for (what, first, second) in [
        ("gap, too long", gap, (|_| {}) as Change),
        ("too long, gap", |_| {}, gap),
        ("narrower", gap, narrower),
        ("other level", gap, |report| {
            report["recommendedPrimaryAction"] = "read_targets".into();
        }),
        ("other names", gap, |report| report["names"] = json!(["greet"])),
        ("shorter", gap, |report| {
            report["flow"].as_array_mut().expect("links").truncate(1);
        }),
        ("quote lost", gap, |report| report["flow"][1]["quote"] = "nowhere at all".into()),
        ("nothing", gap, |report| {
            (report["flow"], report["primaryCandidateIds"]) = (
                json!([{"candidateId": "c1", "role": "", "fact": "", "quote": "nowhere at all"}]),
                json!([]),
            );
        }),
        ("skip", gap, |report| {
            *report =
                json!({"recommendedPrimaryAction": "skip_explore_result", "confidence": "low"});
        }),
    ] {
        out.push(format!("{what}: {}", check(first, second, 1).await));
        out.push(format!("{what} (room): {}", check(first, second, 2).await));
    }
    insta::assert_snapshot!(out.join("\n"), @r"
    gap, too long: Gap | The last one.
    gap, too long (room): Gap | The last one.
    too long, gap: Fit; Gap | The last one.
    too long, gap (room):  | It happens.
    narrower: Gap | The last one.
    narrower (room): Gap | The last one.
    other level: Gap | The last one.
    other level (room): Gap | The last one.
    other names: Gap | The last one.
    other names (room): Gap | The last one.
    shorter: Gap | The last one.
    shorter (room): Gap; Gap: an earlier report is printed, not the last one: flow links that stand: 1 of the last one, 2 of the earlier one | It happens. an earlier report is printed, not the last one: flow links that stand: 1 of the last one, 2 of the earlier one
    quote lost: Gap; Gap: an earlier report is printed, not the last one: flow links that stand: 1 of the last one, 2 of the earlier one | It happens. an earlier report is printed, not the last one: flow links that stand: 1 of the last one, 2 of the earlier one
    quote lost (room): Gap; Gap: an earlier report is printed, not the last one: flow links that stand: 1 of the last one, 2 of the earlier one | It happens. an earlier report is printed, not the last one: flow links that stand: 1 of the last one, 2 of the earlier one
    nothing: Gap; Gap: an earlier report is printed, not the last one: flow links that stand: 0 of the last one, 2 of the earlier one | It happens. an earlier report is printed, not the last one: flow links that stand: 0 of the last one, 2 of the earlier one
    nothing (room): Gap; Gap: an earlier report is printed, not the last one: flow links that stand: 0 of the last one, 2 of the earlier one | It happens. an earlier report is printed, not the last one: flow links that stand: 0 of the last one, 2 of the earlier one
    skip: Gap; Gap | It happens. an earlier report is printed, not the last one: the last one is a skip
    skip (room): Gap; Gap | It happens. an earlier report is printed, not the last one: the last one is a skip
    ");
}

#[tokio::test(start_paused = true)]
async fn always_ends_with_a_port_that_panics() {
    let script = found().submits(report(&BOTH, "high"));
    let explored = run(&setup(&script, Broken)).await;
    assert_eq!(outcome(&explored).0, Action::AnswerFromReport);
}

/// A run that is resumed after any of its events ends with the same report, and asks once.
#[tokio::test(start_paused = true)]
async fn replayable_after_any_interruption() {
    let script_from = |turn: usize| {
        let script = match turn {
            0 => found(),
            _ => Script::new(),
        };
        let script = match turn {
            0 | 1 => script.submits(report(&BOTH, "high")),
            _ => script,
        };
        script.submits(report(&BOTH[..1], "medium"))
    };
    let uninterrupted = run(&setup(&script_from(0), Room(1))).await;
    for end in 1..uninterrupted.transcript.len() {
        let before: Vec<Event> = uninterrupted.transcript[..end].to_vec();
        let is_turn = |event: &&Event| matches!(event, Event::ModelAnswered { .. });
        let turns = before.iter().filter(is_turn).count();
        let rest = setup(&script_from(turns), Room(1));
        let resumed = resume(before, &rest.parts).await;
        let resumed = resumed.expect("a report");
        let body = |explored: &Explored| explored.report.body().clone();
        assert_eq!(body(&resumed), body(&uninterrupted), "cut after {end}");
        assert_eq!(messages(&resumed).len(), 1, "cut after {end}");
    }
}

/// The transcript of a run without the port has no field for it.
#[tokio::test(start_paused = true)]
async fn a_run_without_a_printer_checks_nothing() {
    let script = found().submits(report(&BOTH, "high"));
    let explored = run(&Setup::new(&greeter(), &script)).await;
    let text = firsthand_agent::write_transcript(&explored.transcript);
    assert!(!text.contains("\"fit"), "{text}");
}
