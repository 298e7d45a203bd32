//! Receipts of absence: shown with ids, cited, and searched for again before a report is built.

use async_trait::async_trait;
use firsthand_agent::registry::RepoPath;
use firsthand_agent::{CheckFor, Event, Explored, FileSource, Message, replay};
use firsthand_testkit::{FakeRepo, Prove, Script, Setup, json};
use firsthand_validator::Rule;

use crate::{check_laws, find, found, greeter, run, with_missing};

const LINKS: &[(&str, &str)] = &[("c1", "pub fn greet")];

/// A model that finds the files, proves that something is absent, and cites the receipt, with what happens before its
/// report.
fn citing(before_report: impl Fn() + Send + Sync + 'static) -> Script {
    found()
        .calls("prove", find("bluetooth"))
        .with_side_effect(before_report)
        .submits(with_missing(LINKS, "no pairing [a1]"))
}

fn setup(repo: &FakeRepo, script: &Script) -> Setup {
    Setup::new(repo, script).tool(Prove(repo.clone()))
}

/// The absences that a report states.
fn absent(explored: &Explored) -> Vec<String> {
    let absent = explored.report.body().absent.iter();
    absent.map(ToString::to_string).collect()
}

const RECEIPT: &str = "absent: `bluetooth` (capitals count) in 2 files";

#[tokio::test(start_paused = true)]
async fn accounted_a_cited_receipt_is_in_the_report() {
    let (repo, script) = (greeter(), citing(|| {}));
    let setup = setup(&repo, &script);
    let explored = run(&setup, &script).await;
    assert_eq!(absent(&explored), [RECEIPT]);
    assert_eq!(explored.report.body().absence_facts, ["no pairing"]);
    // A proved absence is no gap.
    assert_eq!(explored.report.body().missing, [""; 0]);
    let rules = explored.report.body().findings.iter().map(|one| one.rule);
    assert!(!rules.collect::<Vec<_>>().contains(&Rule::ConfidenceLowered));
    assert_eq!(explored.report.facts().stats.continuations, 0);
    let state = setup.log.state();
    let shown = state.messages().iter().filter_map(|message| match message {
        Message::Answer(answer) => Some(answer.text()),
        _ => None,
    });
    let shown: Vec<String> = shown.collect();
    assert!(shown.iter().any(|text| text.contains(&format!("[a1] {RECEIPT}"))), "{shown:?}");
}

/// Without a receipt, the model is asked to look for what it names.
#[tokio::test(start_paused = true)]
async fn accounted_a_gap_without_a_receipt_proves_nothing() {
    let repo = greeter();
    let script = found()
        .submits(with_missing(LINKS, "no pairing"))
        .submits(with_missing(LINKS, "no pairing"));
    let explored = run(&setup(&repo, &script), &script).await;
    assert_eq!(absent(&explored), [""; 0]);
    assert_eq!(explored.report.body().missing, ["no pairing"]);
    assert_eq!(explored.report.facts().stats.continuations, 1);
}

/// What is absent is written while the model writes its report, in each of the ways in which a file can.
#[tokio::test(start_paused = true)]
async fn accounted_a_receipt_that_no_longer_holds_is_dropped() {
    type Change = fn(&FakeRepo);
    let changes: [Change; 3] = [
        |repo| repo.write("src/greet.rs", "pub fn greet(name: &str) { bluetooth() }\n"),
        |repo| repo.write("src/pair.rs", "/// bluetooth\n"),
        |repo| repo.write("notes.txt", "a\n\nbluetooth"),
    ];
    for change in changes {
        let repo = greeter();
        let changing = repo.clone();
        let script = citing(move || change(&changing))
            .submits(with_missing(&[("c2", "greet(\"you\")")], "no pairing [a1]"))
            .submits(with_missing(&[("c2", "greet(\"you\")")], "no pairing [a1]"));
        let setup = setup(&repo, &script);
        let result = setup.explore("who calls greet?").await;
        check_laws(&setup.log, &result);
        let explored = result.expect("a report");
        assert_eq!(absent(&explored), [""; 0]);
        assert_eq!(explored.report.body().missing, ["no pairing"]);
        let findings = &explored.report.body().findings;
        let dropped = findings.iter().find(|it| it.rule == Rule::AbsenceUnproved);
        assert_eq!(
            dropped.map(|finding| &*finding.detail),
            Some("receipt (a1): its search, made again: it stands in 1 line")
        );
    }
}

/// The policy holds for the search that is made again, too: its control may be another one.
#[tokio::test(start_paused = true)]
async fn contained_the_search_of_a_receipt_shows_no_secret() {
    let repo = greeter();
    let changing = repo.clone();
    let script = citing(move || changing.write("a.txt", "AKIAIOSFODNN7EXAMPLE is a key\n"))
        .submits(with_missing(LINKS, "no pairing [a1]"));
    let setup = setup(&repo, &script);
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
    assert_eq!(absent(&result.expect("a report")), [""; 0]);
    let events = serde_json::to_string(&setup.log.events()).expect("JSON");
    assert!(!events.contains("AKIAIOSFODNN7EXAMPLE"), "{events}");
}

/// The receipt of the report is that of the last search, and stands in the transcript.
#[tokio::test(start_paused = true)]
async fn replayable_the_search_of_a_receipt_is_an_event() {
    let repo = greeter();
    let changing = repo.clone();
    let script = citing(move || changing.write("src/more.rs", "fn more() {}\n"));
    let setup = setup(&repo, &script);
    let explored = run(&setup, &script).await;
    assert_eq!(absent(&explored), [RECEIPT.replace("2 files", "3 files")]);
    let events = setup.log.events();
    let checks = events.iter().filter_map(|event| match event {
        Event::FilesChecked { report: CheckFor::Submission(0), present, .. } => {
            Some(present.receipts.len())
        }
        _ => None,
    });
    assert_eq!(checks.collect::<Vec<_>>(), [1]);
    // The repository is not read again.
    repo.write("src/pair.rs", "fn bluetooth() {}\n");
    let again = replay(&events).expect("a report");
    assert_eq!(again, explored.report);
    // Without the record of the search, nothing is proved.
    let mut without = events;
    for event in &mut without {
        if let Event::FilesChecked { present, .. } = event {
            present.receipts.clear();
        }
    }
    let report = replay(&without).expect("a report");
    assert!(report.body().absent.is_empty());
}

/// A source that cannot search confirms nothing.
#[tokio::test(start_paused = true)]
async fn accounted_a_host_that_cannot_search_proves_nothing() {
    struct OnlyReads(FakeRepo);
    #[async_trait]
    impl FileSource for OnlyReads {
        async fn bytes(&self, path: &RepoPath) -> std::io::Result<Option<Vec<u8>>> {
            self.0.bytes(path).await
        }
    }
    let repo = greeter();
    let script = citing(|| {}).submits(with_missing(LINKS, "no pairing [a1]"));
    let setup = setup(&repo, &script).files(OnlyReads(repo.clone()));
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
    let explored = result.expect("a report");
    assert_eq!(absent(&explored), [""; 0]);
}

/// Ids that were not given are none: a place's id is not that of a receipt.
#[tokio::test(start_paused = true)]
async fn one_conversation_receipts_have_ids_of_their_own() {
    let repo = greeter();
    let script = found()
        .calls("prove", find("bluetooth"))
        .calls("prove", find("radio"))
        .calls("prove", find("bluetooth"))
        .submits(json!({
            "primaryCandidateIds": ["c1", "a1"],
            "flow": [{"candidateId": "a2", "role": "x", "fact": "It is absent.", "quote": "bluetooth"}],
            "missingCoverage": [{"text": "no radio", "receiptId": "a2"}, "[c1]"],
            "recommendedPrimaryAction": "answer_from_report", "confidence": "high",
        }))
        .replies_text("");
    let setup = setup(&repo, &script);
    let result = setup.explore("who calls greet?").await;
    check_laws(&setup.log, &result);
    let explored = result.expect("a report");
    let body = explored.report.body();
    assert_eq!((body.primary.len(), body.flow.len()), (1, 0));
    let radio = "absent: `radio` (capitals count) in 2 files";
    assert_eq!(absent(&explored), [radio]);
    let state = setup.log.state();
    assert!(state.registry().receipt("a2".parse().expect("an id")).is_some());
    assert!(state.registry().receipt("a3".parse().expect("an id")).is_none());
}
