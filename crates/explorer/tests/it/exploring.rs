//! An exploration, from the question to the report.

use std::sync::{Arc, Mutex};

use firsthand::registry::RepoPath;
use firsthand::{
    AbsenceRequest, Cancel, Event, ExploreError, Explorer, Intent, Observer, Question,
    SearchedPattern, State, replay,
};

use futures::StreamExt as _;

use crate::repo;

#[derive(Default)]
struct Recorder(Mutex<Vec<Event>>);

impl Observer for Recorder {
    fn event(&self, event: &Event, state: &State) {
        let mut seen = self.0.lock().unwrap();
        seen.push(event.clone());
        assert_eq!(State::of(seen.iter()), *state, "a state is a function of the events");
    }
}

#[tokio::test]
async fn replayable_runs_report_every_event_to_the_observer() {
    let repo = repo();
    for intent in Intent::ALL {
        let recorder = Arc::new(Recorder::default());
        let explorer = Explorer::builder(repo.path()).observer(recorder.clone()).build().unwrap();
        let explored = explorer.explore("what rings the bell?", intent).await.unwrap();
        assert_eq!(*recorder.0.lock().unwrap(), explored.transcript);
        assert_eq!(replay(&explored.transcript).unwrap(), explored.report);
        assert_eq!(explored.report.facts().root, repo.path().to_str().unwrap());
        let unobserved = Explorer::builder(repo.path()).build().unwrap();
        let again = unobserved.explore("what rings the bell?", intent).await.unwrap();
        assert_eq!(again.report.body().flow, explored.report.body().flow, "it is deterministic");
    }
}

#[tokio::test]
async fn the_stream_of_events_is_the_transcript_and_ends_with_the_run() {
    let repo = repo();
    let explorer = Explorer::builder(repo.path()).build().unwrap();
    let question = Question::new("what rings the bell?", Intent::Explain);
    let (events, run) = explorer.explore_events(question, Cancel::new());
    let (events, explored) = tokio::join!(events.collect::<Vec<_>>(), run);
    assert_eq!(events, explored.unwrap().transcript);
}

/// A walk of a large tree takes as long as the search itself.
#[tokio::test]
async fn a_run_with_the_embedded_model_and_the_notes_below_its_report_list_the_tree_once() {
    let repo = repo();
    for question in [
        "what rings the bell?",
        "why does door.ts:4 fail?",
        "why does knock in door.ts line 4 ring the zebra?",
        "ringBell, Zebra and quuxHandler at door.ts:3:7",
    ] {
        let explorer = Explorer::builder(repo.path()).build().unwrap();
        let explored = explorer.explore(question, Intent::Explain).await.unwrap();
        assert!(!explored.report.body().primary.is_empty());
        let toolbox = explorer.toolbox();
        assert_eq!(toolbox.lines_past_end("why does door.ts:40 fail?"), ["`door.ts` has 5 lines"]);
        assert_eq!(toolbox.mostly_text_only(), None);
        assert_eq!(toolbox.graph().listings(), 1, "{question}");
    }
}

/// The tools read files on the threads of a tokio runtime. A run elsewhere finds nothing, and must not say so.
#[test]
fn accounted_a_run_outside_of_a_tokio_runtime_is_an_error() {
    let repo = repo();
    let explorer = Explorer::builder(repo.path()).build().unwrap();
    let asked = explorer.explore("ringBell", Intent::Explain);
    let error = futures::executor::block_on(asked).unwrap_err();
    assert!(error.to_string().contains("tokio runtime"), "{error}");
    let request = AbsenceRequest::new(SearchedPattern::plain("zebra"));
    let searched = explorer.toolbox().search_absent(request);
    let error = futures::executor::block_on(searched).unwrap_err();
    assert!(error.contains("tokio runtime"), "{error}");
    let cited = RepoPath::new("bell.ts").unwrap();
    let files = explorer.toolbox().files();
    assert!(futures::executor::block_on(files.bytes(&cited)).is_err());
}

#[tokio::test]
async fn an_empty_question_and_a_cancelled_run_are_errors() {
    let repo = repo();
    let explorer = Explorer::builder(repo.path()).build().unwrap();
    let error = explorer.explore(" \n", Intent::Explain).await.unwrap_err();
    assert_eq!(error, ExploreError::EmptyQuery);
    let cancel = Cancel::new();
    cancel.cancel();
    let error =
        explorer.explore_until(Question::new("bell", Intent::Explain), cancel).await.unwrap_err();
    assert!(matches!(error, ExploreError::Cancelled { .. }));
}

#[tokio::test]
async fn one_explorer_answers_questions_in_parallel() {
    let repo = repo();
    let explorer = Explorer::builder(repo.path()).build().unwrap();
    let (first, second) = (explorer.clone(), explorer);
    let (first, second) = tokio::join!(
        first.explore("ringBell", Intent::Locate),
        second.explore("knock", Intent::Locate),
    );
    assert_eq!(first.unwrap().report.body().primary[0].path().as_str(), "bell.ts");
    assert_eq!(second.unwrap().report.body().primary[0].path().as_str(), "door.ts");
}

/// If no tool counted the words of the question, the host does, and proposes none of the absent words as a search
/// target; they are stated as absent only where something was searched.
#[tokio::test]
async fn accounted_words_that_no_file_contains_are_reported_as_absent() {
    use firsthand::agent::{ModelError, ModelRequest, ModelTurn};

    /// A model that never calls a tool.
    struct NeverCalls;
    #[async_trait::async_trait]
    impl firsthand::Model for NeverCalls {
        fn name(&self) -> &str {
            "talks"
        }
        async fn turn(&self, _: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
            Ok(ModelTurn::default())
        }
    }
    let repo = crate::repo();
    let query = "where does ringBell call `frobnicate` at the knock?";
    for never_calls in [true, false] {
        let mut builder = Explorer::builder(repo.path());
        if never_calls {
            builder = builder.model(std::sync::Arc::new(NeverCalls));
        }
        let explored = builder.build().unwrap().explore(query, Intent::Explain).await.unwrap();
        let report = &explored.report;
        let absent = &report.facts().coverage.absent;
        let is_stated = absent.contains(&"frobnicate".to_owned());
        assert_eq!(is_stated, !never_calls, "{absent:?}");
        assert!(!absent.contains(&"knock".to_owned()), "{absent:?}");
        if never_calls {
            let targets = &report.body().search_targets;
            assert!(
                targets
                    .iter()
                    .all(|t| !t.term.starts_with("frobnicate") && !t.term.starts_with("the")),
                "{targets:?}"
            );
            assert!(
                targets.iter().any(|t| t.term.contains("knock") || t.term.contains("ring")),
                "{targets:?}"
            );
        }
        assert_eq!(firsthand::replay(&explored.transcript).as_ref(), Ok(report));
    }
}

/// A text that cannot be searched is named where the report states what was searched.
#[tokio::test]
async fn accounted_a_text_in_utf16_without_a_mark_is_named() {
    let repo = repo();
    let text = "public class Form1 { }\r\n".encode_utf16();
    let bytes: Vec<u8> = text.flat_map(u16::to_le_bytes).collect();
    std::fs::write(repo.path().join("Form.cs"), bytes).unwrap();
    let explorer = Explorer::builder(repo.path()).build().unwrap();
    let asked = explorer.explore("what rings the bell?", Intent::Explain);
    let report = asked.await.unwrap().report;
    let findings = report.body().findings.iter();
    let not_read: Vec<&str> = findings
        .filter(|finding| finding.rule.name() == "not_read")
        .map(|finding| finding.detail.as_str())
        .collect();
    assert_eq!(not_read, ["UTF-16: Form.cs"]);
    assert_eq!(report.facts().coverage.losses.unreadable, 1);
}

/// A word is absent of files that were searched, and stands in none that was not.
#[tokio::test]
async fn accounted_nothing_is_absent_where_nothing_was_searched() {
    let root = tempfile::tempdir().unwrap();
    let text = "public class Form1 { }\r\n".encode_utf16();
    let bytes: Vec<u8> = text.flat_map(u16::to_le_bytes).collect();
    std::fs::write(root.path().join("Form.cs"), bytes).unwrap();
    let absent_words = async || {
        let explorer = Explorer::builder(root.path()).build().unwrap();
        let asked = explorer.explore("where is Form1 or Form2", Intent::Explain).await;
        let report = asked.unwrap().report;
        assert_ne!(report.body().outcome, firsthand::validator::Outcome::Skip);
        report.facts().coverage.absent.clone()
    };
    assert_eq!(absent_words().await, [""; 0]);
    std::fs::write(root.path().join("a.cs"), "class A { }\n").unwrap();
    assert_eq!(absent_words().await, ["Form2"]);
}
