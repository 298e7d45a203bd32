//! Every arm with a scripted main agent and explorer, over the repositories in `fixtures`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use firsthand_eval::{
    ARMS, Budget, Journal, Measured, ModelSource, Plan, Record, Script, Task, TaskSet, Trees,
    read_tasks,
};

use crate::run::measure;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn tasks() -> Vec<Task> {
    read_tasks(&std::fs::read_to_string(fixtures().join("tasks.jsonl")).unwrap()).unwrap()
}

fn scripted() -> ModelSource {
    let script = std::fs::read_to_string(fixtures().join("script.jsonl")).unwrap();
    ModelSource::script("fixtures", Script::read(&script).unwrap())
}

/// A plan of these arms over the fixtures' tasks, with or without a main agent.
pub(crate) fn plan(arms: &[&str], main: Option<ModelSource>) -> Plan {
    Plan {
        sets: vec![TaskSet {
            name: "fixtures".to_owned(),
            tasks: tasks(),
        }],
        split: None,
        arms: arms.iter().map(|arm| arm.parse().unwrap()).collect(),
        trees: Trees::open(fixtures().join("trees")).unwrap(),
        budget: Budget::default(),
        repeat: 1,
        jobs: 1,
        program: None,
        timeout: Duration::from_secs(120),
        version: "0+test".to_owned(),
        main,
        explorer: Some(scripted()),
        shard: None,
    }
}

/// All built-in arms except `rg`, whose program may not be installed.
fn arm_names() -> Vec<&'static str> {
    let names = ARMS.iter().map(|row| row.name);
    names.filter(|name| *name != "rg").collect()
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
        assert_eq!(record.error, None, "{record:?}");
        let agent_effort = record.agent_effort.as_ref().unwrap();
        assert!(
            agent_effort.answered && agent_effort.errors == 0,
            "{record:?}"
        );
        let explored = record
            .exploration_effort
            .as_ref()
            .map_or(0, |it| it.explorations);
        let has_no_explorer = matches!(record.key.arm.as_str(), "baseline" | "none");
        assert_eq!(explored, u32::from(!has_no_explorer), "{record:?}");
    }
    let tools = |arm| {
        record_of(&measured, arm, "beacon-answer")
            .agent_effort
            .clone()
            .unwrap()
            .tools
            .join(" ")
    };
    assert_eq!(tools("none"), "");
    assert_eq!(tools("baseline"), "grep read_file list_files");
    assert_eq!(
        tools("explore-v2"),
        "grep read_file list_files explore_code"
    );
    // The fixtures' secrets are in no event, no report and no answer.
    let journal = std::fs::read_to_string(&path).unwrap();
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
        let after = record
            .agent_effort
            .as_ref()
            .unwrap()
            .after
            .as_ref()
            .unwrap();
        // The script reads the read targets, and then searches for all declarations.
        let counts = (after.inside, after.outside, after.broad, after.targeted);
        assert_eq!(
            (counts, after.followed()),
            ((1, 0, 1, 0), Some(false)),
            "{record:?}"
        );
        assert_eq!(record.line_metrics.unwrap().touched, 1.0, "{record:?}");
    }
    let baseline = record_of(&measured, "baseline", "beacon-answer")
        .agent_effort
        .as_ref()
        .unwrap();
    assert_eq!((baseline.calls, baseline.after.as_ref()), (3, None));
}

#[test]
fn v1_packs_selects_and_searches_for_gaps() {
    let plan = plan(&["explore-v1"], None);
    let measured = measure(&plan, None);
    let effort = record_of(&measured, "explore-v1", "beacon-answer")
        .exploration_effort
        .clone()
        .unwrap();
    assert_eq!(
        (
            effort.conversations,
            effort.model_calls,
            effort.submissions,
            effort.continuations
        ),
        (4, 6, 2, 1)
    );
    assert_eq!((effort.fallbacks, effort.links), (0, 2));
    // Only the second selection counts; the unknown id was in the first one.
    assert!(effort.findings.is_empty(), "{effort:?}");
    assert!(effort.new_places[0] > 0, "{effort:?}");
    let report = &record_of(&measured, "explore-v1", "beacon-answer").report;
    assert!(
        report.contains("Confidence: medium | Action: read_targets"),
        "{report}"
    );
}

#[test]
fn instructions_in_a_repository_are_ignored_and_absent_code_has_low_confidence() {
    let measured = measure(&plan(&["builtin"], None), None);
    for record in &measured.records {
        let absent = record.absence.is_some();
        let assessment = record.self_assessment.as_ref().unwrap();
        if absent {
            assert_eq!(
                assessment.confidence,
                firsthand::Confidence::Low,
                "{record:?}"
            );
        } else {
            assert_eq!(record.file_metrics.unwrap().recall_at_5, 1.0, "{record:?}");
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
        // The scripted models begin with their first turns again, and skip the turns that the journal contains.
        plan.explorer = Some(scripted());
        let resumed = measure(&plan, Some(&Journal::open(&path, true).unwrap()));
        let comparable = |measured: &Measured| {
            let mut records = measured.records.clone();
            for record in &mut records {
                record.ms = 0.0;
                record
                    .exploration_effort
                    .iter_mut()
                    .for_each(|it| it.elapsed_ms = 0);
            }
            records
        };
        assert_eq!(
            comparable(&resumed),
            comparable(&uninterrupted),
            "{kept_lines} lines kept"
        );
        let finished = lines[..kept_lines]
            .iter()
            .filter(|line| line.contains("eval.task/1"))
            .count();
        assert_eq!(resumed.resumed, finished);
        // Each turn that was taken from the journal is recorded in it a second time.
        let after = std::fs::read_to_string(&path).unwrap();
        let repeated = turns(&after) - turns(&text);
        resumed_within_a_task += usize::from(repeated > 0);
    }
    assert!(resumed_within_a_task > 3);
}
