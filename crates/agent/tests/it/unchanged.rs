//! The law `unchanged`: a report's places and quotes are on disk when it is built.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::registry::RepoPath;
use firsthand_agent::{CheckFor, Event, Explored, FileSource, ModelError};
use firsthand_testkit::{
    FakeRepo, Fault, FaultyFileSource, FaultyTool, FileSourceFault, Script, Setup, json,
};
use firsthand_validator::{Confidence, Outcome, StopReason};

use crate::{check_laws, find, greeter, report, with_missing};

async fn run(setup: &Setup) -> Explored {
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
    result.expect("a report")
}

fn rules(explored: &Explored) -> Vec<&'static str> {
    explored.report.body().findings.iter().map(|finding| finding.rule.name()).collect()
}

/// The file is changed or deleted while the model writes its report.
#[tokio::test(start_paused = true)]
async fn cited_lines_that_change_before_the_report_are_stale() {
    type Change = fn(&FakeRepo);
    let changes: [Change; 3] = [
        |repo| repo.remove("src/greet.rs"),
        |repo| {
            repo.write("src/greet.rs", "\n/// Says hello.\npub fn greet(name: &str) {}\n");
        },
        |repo| repo.write("src/greet.rs", ""),
    ];
    for change in changes {
        let repo = greeter();
        let changing = repo.clone();
        let links = &[("c1", "pub fn greet"), ("c2", "greet(\"you\")")];
        let script = Script::new()
            .calls("find", find("greet"))
            .with_side_effect(move || change(&changing))
            .submits(report(links, "high"))
            .submits(report(links, "high"));
        let explored = run(&Setup::new(&repo, &script)).await;
        script.finished();
        assert!(rules(&explored).contains(&"stale"), "{:?}", rules(&explored));
        assert_eq!(explored.report.body().flow.len(), 1);
        assert_eq!(explored.report.body().flow[0].place.path().as_str(), "src/main.rs");
        assert!(explored.report.body().confidence < Confidence::High);
    }
}

#[tokio::test(start_paused = true)]
async fn lines_are_not_stale_after_a_change_elsewhere_in_their_file() {
    let repo = greeter();
    let changing = repo.clone();
    let script = Script::new()
        .calls("read", json!({"path": "src/greet.rs", "start": 1, "end": 2}))
        .with_side_effect(move || {
            changing.write("src/greet.rs", "/// Says hello.\npub fn greet(name: &str) {\n}\n");
        })
        .submits(report(&[("c1", "pub fn greet")], "high"));
    let explored = run(&Setup::new(&repo, &script)).await;
    assert_eq!(rules(&explored), [""; 0]);
}

/// A report with a gap was checked; then the file changes while the model continues, and fails. The result
/// is the earlier report, compared with the present file.
#[tokio::test(start_paused = true)]
async fn the_best_earlier_report_is_checked_again() {
    let continuations: [fn(Script) -> Script; 4] = [
        |script| script.fails(ModelError::Unreachable("no route".to_owned())),
        |script| script.hangs(),
        |script| script.replies_text("I am done."),
        |script| {
            let worse = script.submits(report(&[("c9", "nothing")], "low"));
            worse.submits(report(&[], "low")).replies_text("It stays.")
        },
    ];
    for continue_script in continuations {
        let repo = greeter();
        let changing = repo.clone();
        let script = Script::new()
            .calls("find", find("greet"))
            .submits(with_missing(&[("c1", "pub fn greet"), ("c2", "greet(")], "the tests"))
            .with_side_effect(move || changing.remove("src/greet.rs"));
        let script = continue_script(script);
        let explored = run(&Setup::new(&repo, &script)).await;
        script.finished();
        assert_eq!(explored.report.facts().stats.stop_reason, StopReason::BestOfContinuations);
        assert!(rules(&explored).contains(&"stale"));
        assert_eq!(explored.report.body().flow.len(), 1);
        assert_eq!(explored.report.body().files.len(), 1);
    }
}

/// Where nothing of the best report survives the last check, the fallback has the stop reason `NothingVerified`.
#[tokio::test(start_paused = true)]
async fn a_report_that_is_stale_at_the_last_check_has_nothing_verified() {
    let repo = greeter();
    let changing = repo.clone();
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(with_missing(&[("c1", "pub fn greet")], "the tests"))
        .with_side_effect(move || changing.remove("src/greet.rs"))
        .hangs();
    let explored = run(&Setup::new(&repo, &script)).await;
    assert_eq!(explored.report.facts().stats.stop_reason, StopReason::NothingVerified);
    assert_eq!(explored.report.body().outcome, Outcome::Fallback);
    assert_eq!(explored.report.body().primary[0].path().as_str(), "src/main.rs");
}

#[tokio::test(start_paused = true)]
async fn text_that_is_not_in_the_file_is_stale() {
    for fault in [Fault::Lies, Fault::Shifts, Fault::Invents] {
        let repo = greeter();
        let quote = if fault == Fault::Invents { "fn ghost()" } else { "pub fn greet" };
        let links = &[("c1", quote)];
        let script = Script::new()
            .calls("odd", json!({}))
            .submits(report(links, "high"))
            .submits(report(links, "high"));
        let odd = FaultyTool { name: "odd", fault, repo: repo.clone() };
        let explored = run(&Setup::new(&repo, &script).tool(odd)).await;
        script.finished();
        assert_eq!(
            explored.report.facts().stats.stop_reason,
            StopReason::NothingVerified,
            "{fault:?}"
        );
        assert_ne!(explored.report.body().outcome, Outcome::Verdict);
        assert_eq!(explored.report.body().primary, []);
    }
}

/// A cited file that is gone is stale; one that could not be read is reported as unreadable, not as changed.
#[tokio::test(start_paused = true)]
async fn unchanged_a_file_that_is_gone_is_told_from_one_that_cannot_be_read() {
    for (fault, rule) in [
        (FileSourceFault::Blind, "stale"),
        (FileSourceFault::Fails, "unreadable"),
        (FileSourceFault::Hangs, "unreadable"),
        (FileSourceFault::Panics, "unreadable"),
    ] {
        let repo = greeter();
        let links = &[("c1", "pub fn greet")];
        let script = Script::repeating([]);
        let script = script.calls("find", find("greet")).submits(report(links, "high"));
        let setup = Setup::new(&repo, &script).files(FaultyFileSource::new(fault, &repo));
        let explored = run(&setup).await;
        assert_eq!(
            explored.report.facts().stats.stop_reason,
            StopReason::NothingVerified,
            "{fault:?}"
        );
        assert_eq!(explored.report.body().primary, []);
        let lost = |name: &&str| ["stale", "unreadable"].contains(name);
        let lost: Vec<&str> = rules(&explored).into_iter().filter(lost).collect();
        assert!(!lost.is_empty(), "{fault:?}");
        assert!(lost.iter().all(|name| *name == rule), "{fault:?}: {lost:?}");
    }
}

/// A file source that alternates between two texts of the file.
struct AlternatingFiles(FakeRepo, Arc<AtomicUsize>);

#[async_trait]
impl FileSource for AlternatingFiles {
    async fn bytes(&self, path: &RepoPath) -> std::io::Result<Option<Vec<u8>>> {
        let reads = self.1.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(10)).await;
        match reads % 2 {
            0 => self.0.bytes(path).await,
            _ => Ok(Some(b"other".to_vec())),
        }
    }
}

/// The checks end even if every one of them changes which report is the best.
#[tokio::test(start_paused = true)]
async fn the_number_of_checks_after_the_end_is_limited() {
    let repo = greeter();
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(with_missing(&[("c1", "pub fn greet")], "x"))
        .submits(with_missing(&[("c2", "greet(")], "y"))
        .submits(with_missing(&[("c2", "greet("), ("c1", "pub fn greet")], "the tests"));
    let reads = Arc::new(AtomicUsize::new(0));
    let setup =
        Setup::new(&repo, &script).files(AlternatingFiles(repo.clone(), Arc::clone(&reads)));
    let explored = run(&setup).await;
    let checks: Vec<CheckFor> = explored
        .transcript
        .iter()
        .filter_map(|event| match event {
            Event::FilesChecked { report, .. } => Some(*report),
            _ => None,
        })
        .collect();
    assert!(checks.len() <= 3 + 3 + 1, "{checks:?}");
}

/// A check has one timeout for all files; the files that were read in time count.
#[tokio::test(start_paused = true)]
async fn one_hanging_file_does_not_affect_the_others() {
    struct HangingFile(FakeRepo);
    #[async_trait]
    impl FileSource for HangingFile {
        async fn bytes(&self, path: &RepoPath) -> std::io::Result<Option<Vec<u8>>> {
            if path.as_str() == "src/greet.rs" {
                std::future::pending::<()>().await;
            }
            self.0.bytes(path).await
        }
    }
    let repo = greeter();
    let links = &[("c1", "pub fn greet"), ("c2", "greet(\"you\")")];
    let script = Script::new()
        .calls("find", find("greet"))
        .submits(report(links, "high"))
        .submits(report(links, "high"));
    let explored = run(&Setup::new(&repo, &script).files(HangingFile(repo.clone()))).await;
    assert_eq!(explored.report.body().flow.len(), 1);
    assert!(explored.report.facts().stats.elapsed_ms <= 3 * 5_000);
}
