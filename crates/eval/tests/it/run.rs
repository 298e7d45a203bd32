//! Runs: arms on the same tasks, resumed, repeated, and in parallel.

use std::path::PathBuf;
use std::sync::{Barrier, Mutex};
use std::time::Duration;

use firsthand::Cancel;
use firsthand_eval::{
    Budget, Document, GroupBy, Journal, Measured, Plan, Prices, Record, RunError, TaskSet,
    TreeCounts, read_tasks, run,
};

use crate::repositories::TestRepositories;

/// Two tasks of the shop, and one of a missing repository.
pub(crate) fn plan(repositories: &TestRepositories, arms: &[&str]) -> Plan {
    let commit = repositories.shop();
    let task = |id: &str, repo: &str, query: &str, gold: &str| {
        format!(
            r#"{{"id":"{id}","repo":"{repo}","base":"{commit}","query":"{query}","gold":[{gold}]}}"#
        )
    };
    let basket = r#"{"path":"src/basket.ts","ranges":[[60,63]]}"#;
    let store = r#"{"path":"src/store.ts","ranges":[[3,5]]}"#;
    let tasks = [
        task("t1", "owner/shop", "addArticle pushes an article", basket),
        task(
            "t2",
            "owner/shop",
            "persist keeps the basket on the shelf",
            store,
        ),
        task("t3", "owner/gone", "addArticle", basket),
    ];
    Plan {
        sets: vec![TaskSet {
            name: "made up".to_owned(),
            tasks: read_tasks(&tasks.join("\n")).unwrap(),
        }],
        split: None,
        arms: arms.iter().map(|arm| arm.parse().unwrap()).collect(),
        trees: repositories.trees(),
        budget: Budget::default(),
        repeat: 1,
        jobs: 1,
        program: None,
        timeout: Duration::from_secs(60),
        version: "0+test".to_owned(),
        main: None,
        explorer: None,
        shard: None,
    }
}

pub(crate) fn measure(plan: &Plan, journal: Option<&Journal>) -> Measured {
    run(plan, journal, &Cancel::default(), &|_| {}).unwrap()
}

/// The records with their times set to 0.
pub(crate) fn answers(measured: &Measured) -> Vec<Record> {
    let mut records = measured.records.clone();
    records.iter_mut().for_each(|record| record.ms = 0.0);
    records
}

#[test]
fn search_builtin_and_bm25_answer_an_easy_question() {
    let repositories = TestRepositories::new();
    let plan = plan(&repositories, &["search", "builtin", "bm25"]);
    let measured = measure(&plan, None);
    assert_eq!(measured.records.len(), 6);
    for record in &measured.records {
        let files = record.file_metrics.unwrap();
        let lines = record.line_metrics.unwrap();
        assert_eq!(
            (record.error.as_deref(), files.hit_at_1, lines.recall),
            (None, 1.0, 1.0),
            "{record:?}"
        );
        // An exploration reports tests too, where they answer; the other arms leave them out.
        let tests = record.files.iter().filter(|file| file.contains(".test."));
        assert!(
            record.key.arm == "builtin" || tests.count() == 0,
            "{record:?}"
        );
    }
    assert_eq!(measured.skipped.len(), 1);
    assert_eq!(
        measured.skipped[0].why,
        "no git directory of the repository"
    );
    let bm25 = &measured.records[4];
    assert_eq!(
        (bm25.regions[0].start, bm25.regions[0].end),
        (51, 63),
        "{bm25:?}"
    );
}

#[test]
fn jobs_and_repetitions_change_neither_order_nor_answers() {
    let repositories = TestRepositories::new();
    let mut plan = plan(&repositories, &["search", "bm25"]);
    plan.repeat = 2;
    let sequential = answers(&measure(&plan, None));
    plan.jobs = 3;
    let parallel = measure(&plan, None);
    assert_eq!(answers(&parallel), sequential);
    let order: Vec<String> = sequential
        .iter()
        .map(|r| format!("{} {} {}", r.key.arm, r.key.repeat, r.key.id))
        .collect();
    assert_eq!(
        order[..5],
        [
            "search 1 t1",
            "search 1 t2",
            "search 2 t1",
            "search 2 t2",
            "bm25 1 t1"
        ]
    );
    let document = Document::new(
        &plan.recorded(),
        parallel,
        TreeCounts::default(),
        GroupBy::Set,
        &Prices::default(),
    );
    let over = &document.arms[0].over_tasks;
    assert_eq!(
        (over.tasks, over.answers, document.skipped.len()),
        (2, 4, 1)
    );
}

/// With three jobs, the three questions begin before one of them is finished.
#[test]
fn progress_counts_finished_questions() {
    let repositories = TestRepositories::new();
    for (jobs, expect) in [(1, [0, 1, 2]), (3, [0, 0, 0])] {
        let mut plan = plan(&repositories, &["bm25"]);
        plan.jobs = jobs;
        let (all_begun, finished) = (Barrier::new(jobs), Mutex::new(Vec::new()));
        run(&plan, None, &Cancel::default(), &|progress| {
            finished.lock().unwrap().push(progress.finished);
            all_begun.wait();
        })
        .unwrap();
        assert_eq!(finished.into_inner().unwrap(), expect, "{jobs}");
    }
}

#[cfg(unix)]
#[test]
fn an_external_program_is_an_arm() {
    let repositories = TestRepositories::new();
    let output = repositories.path("output");
    std::fs::write(&output, "src/basket.ts:60-60\nsrc/store.ts\n").unwrap();
    let good = format!("command:cat '{}'", output.display());
    let plan = plan(
        &repositories,
        &[
            &good,
            "command:cat {root}/missing",
            "command:cat {query_file}",
        ],
    );
    let measured = measure(&plan, None);
    let [first, second] = [0, 1].map(|at| &measured.records[at]);
    assert_eq!(first.files, ["src/basket.ts", "src/store.ts"]);
    let lines = first.line_metrics.unwrap();
    assert_eq!((lines.recall, lines.precision), (0.25, 1.0));
    assert_eq!(second.file_metrics.unwrap().mrr, 0.5);
    // A failure is an answer that found nothing.
    let failed = &measured.records[2];
    assert!(
        failed
            .error
            .as_ref()
            .unwrap()
            .starts_with("it ended with exit status: 1: "),
        "{failed:?}"
    );
    assert_eq!(failed.file_metrics.unwrap().recall_at_10, 0.0);
    assert_eq!(measured.records[4].files, ["addArticle pushes an article"]);
    assert!(measured.records.iter().all(|record| !record.key.in_process));
}

#[test]
fn a_run_resumes_from_its_journal() {
    let repositories = TestRepositories::new();
    let path: PathBuf = repositories.path("run.jsonl");
    let mut plan = plan(&repositories, &["bm25"]);
    let first = measure(&plan, Some(&Journal::open(&path, false).unwrap()));
    assert_eq!((first.resumed, first.records.len()), (0, 2));
    // The run was interrupted while it wrote the second answer.
    let text = std::fs::read_to_string(&path).unwrap();
    let records = text
        .lines()
        .filter(|line| line.contains("firsthand.eval.task/1"));
    assert_eq!(records.count(), 2);
    // The last lines are the second answer and the task that was skipped.
    let cut = text.find(r#"{"schema":"firsthand.eval.skip/1""#).unwrap();
    std::fs::write(&path, &text[..cut - 20]).unwrap();
    let journal = Journal::open(&path, true).unwrap();
    assert_eq!(journal.unreadable_lines, 1);
    let second = measure(&plan, Some(&journal));
    assert_eq!((second.resumed, answers(&second)), (1, answers(&first)));
    assert_eq!(second.records[0], first.records[0]);
    // Another build, and another commit, are asked anew.
    plan.version = "0+other".to_owned();
    assert_eq!(
        measure(&plan, Some(&Journal::open(&path, true).unwrap())).resumed,
        0
    );
    plan.version = "0+test".to_owned();
    let again = measure(&plan, Some(&Journal::open(&path, true).unwrap()));
    assert_eq!((again.resumed, again.records), (2, second.records));
}

#[test]
fn a_file_that_is_not_a_journal_is_refused() {
    let repositories = TestRepositories::new();
    let path = repositories.path("notes.txt");
    std::fs::write(&path, "a note\n").unwrap();
    let check = |resume: bool, expect: &str| {
        let error = Journal::open(&path, resume).unwrap_err().to_string();
        assert_eq!(error, format!("{} {expect}", path.display()));
    };
    check(false, "exists already");
    check(true, "exists and is no journal of a measurement");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "a note\n");
    std::fs::write(&path, "").unwrap();
    assert!(Journal::open(&path, false).is_ok());
}

#[test]
fn a_run_can_be_cancelled() {
    let repositories = TestRepositories::new();
    let plan = plan(&repositories, &["bm25"]);
    let cancel = Cancel::default();
    cancel.cancel();
    let result = run(&plan, None, &cancel, &|_| {});
    assert!(matches!(result, Err(RunError::Cancelled)));
}

/// A pipe and an endless device, under the names of ignore files and of a source file, do not block a run.
#[cfg(unix)]
#[test]
fn special_files_of_a_tree_do_not_block_a_run() {
    let repositories = TestRepositories::new();
    let plan = plan(&repositories, &["search", "bm25"]);
    let (repo, commit) = ("owner/shop", &plan.sets[0].tasks[0].base);
    let tree = plan.trees.tree(repo, commit, &Cancel::default()).unwrap();
    let pipe = tree.join(".gitignore");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", tree.join("src/.ignore")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", tree.join("src/zero.ts")).unwrap();
    let measured = measure(&plan, None);
    for record in &measured.records {
        assert_eq!(record.file_metrics.unwrap().hit_at_1, 1.0, "{record:?}");
    }
}
