//! Runs: arms on the same tasks, resumed, repeated, and in parallel.

use std::path::{Path, PathBuf};
use std::sync::{Barrier, Mutex};
use std::time::Duration;

use firsthand::Cancel;
use firsthand_eval::{Journal, Measured, Plan, Record, RunError, TaskSet, read_tasks, run};
use tempfile::TempDir;

/// The program that `run` starts for arms without a model.
pub(crate) fn program() -> PathBuf {
    env!("CARGO_BIN_EXE_firsthand-eval").into()
}

/// A folder with the tree of a small shop; line 60 of `src/basket.ts` declares `addArticle`.
fn shop() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("trees/owner+shop-0123abcd/src");
    std::fs::create_dir_all(&tree).unwrap();
    let mut basket = "// nothing here\n".repeat(59);
    basket += "export function addArticle(basket, article) {\n  basket.push(article)\n  persist(basket)\n}\n";
    let store = "const shelf = new Map()\n\nexport function persist(basket) {\n  shelf.set(basket.id, basket)\n}\n";
    for (name, text) in [
        ("basket.ts", basket.as_str()),
        ("store.ts", store),
        ("basket.test.ts", "test('addArticle', () => addArticle())\n"),
    ] {
        std::fs::write(tree.join(name), text).unwrap();
    }
    folder
}

/// Two tasks of the shop, and one of a missing repository.
fn plan(folder: &Path, arms: &[&str]) -> Plan {
    let task = |id: &str, repo: &str, query: &str, gold: &str| {
        format!(
            r#"{{"id":"{id}","repo":"{repo}","base":"0123abcd","query":"{query}","gold":[{gold}]}}"#
        )
    };
    let basket = r#"{"path":"src/basket.ts","ranges":[[60,63]]}"#;
    let store = r#"{"path":"src/store.ts","ranges":[[3,5]]}"#;
    let tasks = [
        task("t1", "owner/shop", "addArticle pushes an article", basket),
        task("t2", "owner/shop", "persist keeps the basket on the shelf", store),
        task("t3", "owner/gone", "addArticle", basket),
    ];
    Plan {
        sets: vec![TaskSet {
            name: "made up".to_owned(),
            tasks: read_tasks(&tasks.join("\n")).unwrap(),
        }],
        arms: arms.iter().map(|arm| arm.parse().unwrap()).collect(),
        trees: folder.join("trees"),
        repeat: 1,
        jobs: 1,
        program: program(),
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

/// The metrics of a record.
pub(crate) fn get<const N: usize>(record: &Record, names: [&str; N]) -> [Option<f64>; N] {
    names.map(|name| record.metrics.get(name))
}

/// The records as JSON, without what differs from run to run.
pub(crate) fn answers(measured: &Measured) -> Vec<serde_json::Value> {
    let without_times = |record: &Record| {
        let mut record = serde_json::to_value(record).unwrap();
        for name in ["ms", "mib", "explorer_ms"] {
            record["metrics"].as_object_mut().unwrap().remove(name);
        }
        record
    };
    measured.records.iter().map(without_times).collect()
}

#[test]
fn search_and_builtin_answer_an_easy_question() {
    let folder = shop();
    let plan = plan(folder.path(), &["search", "builtin"]);
    let measured = measure(&plan, None);
    assert_eq!(measured.records.len(), 4);
    for record in &measured.records {
        let figures = get(record, ["hit_1", "line_recall", "touched_200"]);
        assert_eq!((&record.error, figures), (&None, [Some(1.0); 3]), "{record:?}");
        assert!(!cfg!(target_os = "linux") || record.metrics.get("mib").unwrap() > 1.0);
        // An exploration reports tests too, where they answer; the search leaves them out.
        let tests = record.files.iter().filter(|file| file.contains(".test."));
        assert!(record.key.arm == "builtin" || tests.count() == 0, "{record:?}");
    }
    assert_eq!(measured.skipped.len(), 1);
    assert_eq!(measured.skipped[0].why, "there is no tree of the repository at the commit");
}

#[test]
fn jobs_and_repetitions_change_neither_order_nor_answers() {
    let folder = shop();
    let mut plan = plan(folder.path(), &["search", "search-all"]);
    plan.repeat = 2;
    let sequential = measure(&plan, None);
    plan.jobs = 3;
    assert_eq!(answers(&measure(&plan, None)), answers(&sequential));
    let order: Vec<String> = (sequential.records.iter())
        .map(|r| format!("{} {} {}", r.key.arm, r.key.repeat, r.key.id))
        .collect();
    assert_eq!(
        order[..5],
        ["search 1 t1", "search 1 t2", "search 2 t1", "search 2 t2", "search-all 1 t1"]
    );
}

/// With three jobs, the three questions begin before one of them is finished.
#[test]
fn progress_counts_finished_questions() {
    let folder = shop();
    for (jobs, expect) in [(1, [0, 1, 2]), (3, [0, 0, 0])] {
        let mut plan = plan(folder.path(), &["search"]);
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
    let folder = shop();
    let output = folder.path().join("output");
    std::fs::write(&output, "src/basket.ts:60-60\nsrc/store.ts\n").unwrap();
    let good = format!("command:cat '{}'", output.display());
    let arms = [&good, "command:cat {root}/missing", "command:cat {query_file}"];
    let measured = measure(&plan(folder.path(), &arms), None);
    let [first, second] = [0, 1].map(|at| &measured.records[at]);
    assert_eq!(first.files, ["src/basket.ts", "src/store.ts"]);
    let figures = get(first, ["line_recall", "line_precision"]);
    assert_eq!(figures, [Some(0.25), Some(1.0)]);
    assert_eq!(get(second, ["mrr"]), [Some(0.5)]);
    // A failure is an answer that found nothing.
    let failed = &measured.records[2];
    let error = failed.error.as_ref().unwrap();
    assert!(error.starts_with("it ended with exit status: 1: "), "{failed:?}");
    assert_eq!(get(failed, ["recall_10", "line_f1"]), [Some(0.0); 2]);
    assert_eq!(measured.records[4].files, ["addArticle pushes an article"]);
}

#[test]
fn a_run_resumes_from_its_journal() {
    let folder = shop();
    let path = folder.path().join("run.jsonl");
    let mut plan = plan(folder.path(), &["search"]);
    let first = measure(&plan, Some(&Journal::open(&path, false).unwrap()));
    assert_eq!((first.resumed, first.records.len()), (0, 2));
    // The run was interrupted while it wrote the second answer.
    let text = std::fs::read_to_string(&path).unwrap();
    let records = text.lines().filter(|line| line.contains("firsthand.eval.task/2"));
    assert_eq!(records.count(), 2);
    // The last lines are the second answer and the task that was skipped.
    let cut = text.find(r#"{"schema":"firsthand.eval.skip/1""#).unwrap();
    std::fs::write(&path, &text[..cut - 20]).unwrap();
    let journal = Journal::open(&path, true).unwrap();
    assert_eq!(journal.unreadable_lines(), 1);
    let second = measure(&plan, Some(&journal));
    assert_eq!((second.resumed, answers(&second)), (1, answers(&first)));
    assert_eq!(second.records[0], first.records[0]);
    // Another build is asked anew.
    plan.version = "0+other".to_owned();
    assert_eq!(measure(&plan, Some(&Journal::open(&path, true).unwrap())).resumed, 0);
    plan.version = "0+test".to_owned();
    let again = measure(&plan, Some(&Journal::open(&path, true).unwrap()));
    assert_eq!((again.resumed, again.records), (2, second.records));
}

#[test]
fn a_file_that_is_not_a_journal_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
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
    let folder = shop();
    let cancel = Cancel::default();
    cancel.cancel();
    let result = run(&plan(folder.path(), &["search"]), None, &cancel, &|_| {});
    assert!(matches!(result, Err(RunError::Cancelled)));
}

/// A pipe and an endless device, under the names of ignore files and of a source file, do not block a run.
#[cfg(unix)]
#[test]
fn special_files_of_a_tree_do_not_block_a_run() {
    let folder = shop();
    let tree = folder.path().join("trees/owner+shop-0123abcd");
    let made = std::process::Command::new("mkfifo").arg(tree.join(".gitignore")).status();
    assert!(made.unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", tree.join("src/.ignore")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", tree.join("src/zero.ts")).unwrap();
    let measured = measure(&plan(folder.path(), &["search", "search-all"]), None);
    for record in &measured.records {
        assert_eq!(get(record, ["hit_1"]), [Some(1.0)], "{record:?}");
    }
}
