//! Logs: their triples, and resuming and replaying a run from its log.

use std::sync::{Arc, Mutex};

use firsthand_agent::{TranscriptError, read_complete_lines, write_transcript};
use firsthand_research::payload::Intent;
use firsthand_research::{
    Object, Record, Request, ResearchError, ResearchEvent, Triple, replay, resume, run,
};

use crate::fixtures::{dependencies, intent, research, shop};

fn json(result: &firsthand_research::payload::SearchResult) -> serde_json::Value {
    serde_json::to_value(result).unwrap()
}

/// A run that is killed after any stage resumes to the same result.
#[tokio::test]
async fn a_run_resumes_after_its_last_stage() {
    let root = shop();
    for topic in
        ["who is affected by a change of pay_refund", "how does an order get its refund", "zebra"]
    {
        let uninterrupted = research(&root, Intent::new(topic)).await;
        for record_count in 1..uninterrupted.transcript.len() {
            let researched = resume(
                uninterrupted.transcript[..record_count].to_vec(),
                &dependencies(&root, None),
            )
            .await
            .unwrap();
            assert_eq!(
                json(&researched.result),
                json(&uninterrupted.result),
                "{topic}: {record_count}"
            );
            assert_eq!(researched.transcript.len(), uninterrupted.transcript.len());
            assert_eq!(
                json(&replay(&researched.transcript).unwrap().result),
                json(&uninterrupted.result)
            );
        }
    }
}

#[tokio::test]
async fn a_log_that_cannot_be_resumed_or_replayed_is_refused() {
    let root = shop();
    let finished = research(&root, Intent::new("pay_refund")).await;
    let again = resume(finished.transcript.clone(), &dependencies(&root, None)).await.unwrap_err();
    assert_eq!(again, ResearchError::Transcript(TranscriptError::Finished));
    let none = resume(Vec::new(), &dependencies(&root, None)).await.unwrap_err();
    assert_eq!(none, ResearchError::Transcript(TranscriptError::NoStart));
    let cut = &finished.transcript[..finished.transcript.len() - 1];
    assert_eq!(replay(cut).unwrap_err(), TranscriptError::Unfinished);
    let mut other = finished.transcript.clone();
    if let Some(ResearchEvent::Finished { result, .. }) = other.last_mut().map(|r| &mut r.event) {
        result.claims[0].references[0].quote = "another".to_owned();
    }
    assert_eq!(replay(&other).unwrap_err(), TranscriptError::Differs);
}

/// An incomplete last line is left out.
#[tokio::test]
async fn a_log_round_trips_as_lines() {
    let root = shop();
    let written = Arc::new(Mutex::new(String::new()));
    let observed_text = Arc::clone(&written);
    let observed = firsthand_research::RunDependencies {
        observer: Some(Arc::new(move |record: &Record| {
            let line = write_transcript(std::slice::from_ref(record));
            observed_text.lock().unwrap().push_str(&line);
        })),
        ..dependencies(&root, None)
    };
    let researched = run(Request::new("r1", intent("pay_refund", &[])), &observed).await.unwrap();
    let text = written.lock().unwrap().clone();
    let read_log = |text: &str| -> Result<(Vec<Record>, usize), TranscriptError> {
        let (records, complete_bytes) = read_complete_lines(text)?;
        firsthand_agent::check_start::<Record>(&records)?;
        Ok((records, complete_bytes))
    };
    let (records, complete_bytes) = read_log(&text).unwrap();
    assert_eq!((records.len(), complete_bytes), (researched.transcript.len(), text.len()));
    assert_eq!(json(&replay(&records).unwrap().result), json(&researched.result));
    let cut = &text[..text.len() - 20];
    let (records, complete_bytes) = read_log(cut).unwrap();
    assert_eq!(records.len(), researched.transcript.len() - 1);
    assert!(cut[..complete_bytes].ends_with('\n'));
    let check =
        |text: &str, expect: &str| assert_eq!(read_log(text).unwrap_err().to_string(), expect);
    check("", "the transcript does not begin with the start of a run");
    let second = text.lines().nth(1).unwrap();
    check(&format!("{second}\n"), "the transcript does not begin with the start of a run");
    check(
        &text.replacen("\"version\":1", "\"version\":7", 1),
        "the transcript has version 7, not 1",
    );
    assert!(read_log(&format!("{text}nonsense\n")).is_err());
}

/// The log has the predicates that observers depend on; prose is opaque.
#[tokio::test]
async fn a_log_has_the_documented_triples() {
    let root = shop();
    let request = Request {
        parent: "loop-7".to_owned(),
        ..Request::new("r1", intent("pay_refund", &[("path", "src"), ("whatever", "x")]))
    };
    let researched = run(request, &dependencies(&root, None)).await.unwrap();
    let describe = |triple: &Triple| {
        assert_eq!(
            (triple.subject.as_str(), triple.source.as_str()),
            ("r1", "agent-research-graph")
        );
        let has_varying_value =
            triple.predicate.ends_with(".complete") || triple.predicate.ends_with(".ref");
        match &triple.object {
            _ if has_varying_value => triple.predicate.clone(),
            Object::Typed(value) => format!("{} = {value}", triple.predicate),
            Object::Opaque { .. } => format!("{} is opaque", triple.predicate),
        }
    };
    let all: Vec<String> =
        researched.transcript.iter().flat_map(|record| &record.triples).map(describe).collect();
    insta::assert_snapshot!(all.join("\n"), @r"
    research.requested = pay_refund
    research.topic = pay_refund
    research.hint = path=src
    research.hint = whatever=x
    research.budget_tokens = 4000
    research.max_iterations = 5
    research.parent_loop = loop-7
    loop.role = research_pipeline
    research.classify.complete
    research.classify.candidate_count = 3
    research.route.complete
    research.route.action = walk_seeds
    research.route.rationale is opaque
    research.execute.complete
    research.execute.evidence_count = 4
    research.assess.complete
    research.assess.sufficient = true
    research.synthesize.complete
    research.search_result.ref
    research.synthesis is opaque
    ");
}
