//! Every arm with a scripted main agent and explorer, over the repositories in `fixtures`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use firsthand_eval::{
    ARMS, Journal, Measured, ModelSource, Plan, Record, Task, TaskSet, read_tasks,
};

use crate::run::{answers, get, measure, program};
use crate::script::Script;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn tasks() -> Vec<Task> {
    read_tasks(&std::fs::read_to_string(fixtures().join("tasks.jsonl")).unwrap()).unwrap()
}

fn scripted() -> ModelSource {
    let script = Script::read(&std::fs::read_to_string(fixtures().join("script.jsonl")).unwrap());
    ModelSource::custom("script", move |actor, arm, id| {
        Arc::new(script.conversation(actor, arm, id))
    })
}

/// A plan of these arms over the fixtures' tasks, with or without a main agent.
fn plan(arms: &[&str], main: Option<ModelSource>) -> Plan {
    Plan {
        sets: vec![TaskSet { name: "fixtures".to_owned(), tasks: tasks() }],
        arms: arms.iter().map(|arm| arm.parse().unwrap()).collect(),
        trees: fixtures().join("trees"),
        repeat: 1,
        jobs: 1,
        program: program(),
        timeout: Duration::from_secs(120),
        version: "0+test".to_owned(),
        main,
        explorer: Some(scripted()),
        shard: None,
    }
}

fn arm_names() -> Vec<&'static str> {
    ARMS.iter().map(|row| row.name).collect()
}

fn record_of<'m>(measured: &'m Measured, arm: &str, id: &str) -> &'m Record {
    let mut records = measured.records.iter();
    let record = records.find(|record| record.key.arm == arm && record.key.id == id);
    record.unwrap()
}

#[test]
fn every_arm_finishes_with_a_main_agent() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let plan = plan(&arm_names(), Some(scripted()));
    let measured = measure(&plan, Some(&Journal::open(&path, false).unwrap()));
    assert_eq!(measured.records.len(), arm_names().len() * tasks().len());
    for record in &measured.records {
        assert_eq!((&record.error, record.answer.is_empty()), (&None, false), "{record:?}");
        let has_no_explorer = matches!(record.key.arm.as_str(), "baseline" | "none");
        let explorations = (!has_no_explorer).then_some(1.0);
        let figures = get(record, ["main_errors", "explorations"]);
        assert_eq!(figures, [Some(0.0), explorations], "{record:?}");
    }
    let journal = std::fs::read_to_string(&path).unwrap();
    let tools = |arm: &str| {
        let start =
            format!(r#""arm":"{arm}","version":"0+test","set":"fixtures","id":"beacon-answer""#);
        let mut lines = journal.lines().filter(|line| line.contains(&start));
        let started: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
        started["tools"].to_string()
    };
    assert_eq!(tools("none"), "[]");
    assert_eq!(tools("baseline"), r#"["grep","read_file","list_files"]"#);
    let with_report = r#"["grep","read_file","list_files","explore_code"]"#;
    assert_eq!(tools("explore-v2"), with_report);
    // The fixtures' secrets are in no event, no report and no answer.
    for secret in ["AKIAIOSFODNN7", "ghp_0123456789", "correct-horse"] {
        assert!(!journal.contains(secret), "{secret}");
    }
}

#[test]
fn calls_after_a_report_are_classified() {
    let plan = plan(&["explore-v2", "explore-v1", "baseline"], Some(scripted()));
    let measured = measure(&plan, None);
    for arm in ["explore-v2", "explore-v1"] {
        let record = record_of(&measured, arm, "beacon-answer");
        // The script reads the read targets, and then searches for all declarations.
        let kinds =
            ["inside", "outside", "broad", "targeted"].map(|kind| format!("{kind}_after_report"));
        let counts = get(record, kinds.each_ref().map(String::as_str));
        assert_eq!(counts, [Some(1.0), Some(0.0), Some(1.0), Some(0.0)], "{record:?}");
        assert_eq!(get(record, ["followed", "touched"]), [Some(0.0), Some(1.0)], "{record:?}");
    }
    let baseline = record_of(&measured, "baseline", "beacon-answer");
    assert_eq!(get(baseline, ["main_calls", "broad_after_report"]), [Some(3.0), None]);
}

#[test]
fn v1_packs_selects_and_searches_for_gaps() {
    let measured = measure(&plan(&["explore-v1"], None), None);
    let record = record_of(&measured, "explore-v1", "beacon-answer");
    let figures = get(
        record,
        ["explorer_conversations", "explorer_model_calls", "links", "continuations", "fallback"],
    );
    assert_eq!(figures.map(Option::unwrap), [4.0, 6.0, 2.0, 1.0, 0.0]);
    // Only the second selection counts; the unknown id was in the first one.
    assert_eq!(get(record, ["fact_unverified"]), [Some(0.0)]);
    assert!(record.metrics.get("new_places").unwrap() > 0.0, "{record:?}");
    let report = &record.report;
    assert!(report.contains("Confidence: medium | Action: read_targets"), "{report}");
}

#[test]
fn instructions_in_a_repository_are_ignored_and_absent_code_has_low_confidence() {
    let measured = measure(&plan(&["builtin"], None), None);
    for record in &measured.records {
        if record.absent {
            assert_eq!(get(record, ["absent_above_low"]), [Some(0.0)], "{record:?}");
        } else {
            assert_eq!(get(record, ["recall_5"]), [Some(1.0)], "{record:?}");
        }
    }
}

/// A run that was killed in the middle of a task reuses its models' turns.
#[test]
fn a_resumed_run_repeats_no_model_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let mut plan = plan(&["explore-v1", "explore-v2", "baseline"], Some(scripted()));
    plan.sets[0].tasks.truncate(2);
    let uninterrupted = measure(&plan, Some(&Journal::open(&path, false).unwrap()));
    let text = std::fs::read_to_string(&path).unwrap();
    let turns = |text: &str| text.matches(r#""event":"turned""#).count();
    let lines: Vec<&str> = text.lines().collect();
    let mut resumed_within_a_task = 0;
    for kept_lines in (1..lines.len()).step_by(7) {
        let broken = lines[..kept_lines].join("\n") + "\n{\"schema\":\"firsthand.ev";
        std::fs::write(&path, &broken).unwrap();
        let resumed = measure(&plan, Some(&Journal::open(&path, true).unwrap()));
        assert_eq!(answers(&resumed), answers(&uninterrupted), "{kept_lines} lines kept");
        let kept = lines[..kept_lines].iter();
        let finished = kept.filter(|line| line.contains("eval.task/2")).count();
        assert_eq!(resumed.resumed, finished);
        // Each turn that was taken from the journal is recorded in it a second time.
        let after = std::fs::read_to_string(&path).unwrap();
        let repeated = turns(&after) - turns(&text);
        resumed_within_a_task += usize::from(repeated > 0);
    }
    assert!(resumed_within_a_task > 3);
}
