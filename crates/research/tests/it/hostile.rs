//! Whatever the stages do, a run ends within its caps and deadline, and the counters of its result are correct.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::FileSource;
use firsthand_registry::RepoPath;
use firsthand_research::payload::{Intent, Payload};
use firsthand_research::{
    Cancel, Hit, LocalBus, Record, Request, ResearchEvent, Researched, RunDependencies, Stage,
    StageError, StageInput, StageOutput, Stages, replay, run,
};
use proptest::prelude::*;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

const DEADLINE: Duration = Duration::from_secs(60);
/// The content of `real.rs`, the only file of the tree.
const REAL: &str = "fn real() {\n    work();\n}\n";

/// The behaviour of a stage.
#[derive(Clone, Debug)]
enum Behaviour {
    Fails,
    Hangs,
    Panics,
    /// Answers after this number of seconds, without tokens.
    Late(u64, Value),
    /// Answers at once, with this number of tokens spent, and these hits.
    Gives(Value, u64, Vec<Hit>),
}

/// Stages that behave in each of these ways in turn, repeatedly.
struct FaultyStages {
    behaviours: Vec<Behaviour>,
    next: AtomicUsize,
    tokens: AtomicU64,
}

#[async_trait]
impl Stages for FaultyStages {
    async fn run(&self, _: &StageInput, _: &Cancel) -> Result<StageOutput, StageError> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        match self.behaviours[index % self.behaviours.len()].clone() {
            Behaviour::Fails => Err(StageError("it does not work".to_owned())),
            Behaviour::Hangs => std::future::pending().await,
            Behaviour::Panics => panic!("a stage broke off"),
            Behaviour::Late(seconds, payload) => {
                sleep(Duration::from_secs(seconds)).await;
                Ok(StageOutput { payload, ..StageOutput::default() })
            }
            Behaviour::Gives(payload, tokens, hits) => {
                self.tokens.fetch_add(tokens, Ordering::Relaxed);
                Ok(StageOutput { payload, tokens, hits, ..StageOutput::default() })
            }
        }
    }
}

/// A source of one file.
struct OneFile;

#[async_trait]
impl FileSource for OneFile {
    async fn bytes(&self, path: &RepoPath) -> std::io::Result<Option<Vec<u8>>> {
        Ok((path.as_str() == "real.rs").then(|| REAL.as_bytes().to_vec()))
    }
}

/// A hit on lines that a stage claims to have observed.
fn hit(path: &str, text: &str) -> Hit {
    let lines: Vec<&str> = text.lines().collect();
    serde_json::from_value(json!({
        "entity": format!("{path}#real(function)"), "tier": "0", "sources": ["symbol"], "score": 1.0,
        "window": {"span": {"path": path, "start": 1, "file_lines": 3, "lines": lines}},
        "content": "ab",
    }))
    .unwrap()
}

/// Valid and invalid payloads of every stage.
fn payload() -> impl Strategy<Value = Value> {
    let good = prop_oneof![
        Just(json!({"topic": "t"})),
        Just(json!({"action": "synthesize_directly"})),
        Just(json!({"action": "retighten", "args": {"topic": "another"}})),
        Just(
            json!({"action": "walk_seeds", "args": {"seeds": [{"ref": "0", "ref_type": "candidate_index"}]}})
        ),
        Just(json!({"action": "decompose", "args": {"axes": ["module"], "focus": "f"}})),
        Just(json!({"topic": "t", "action": "decompose"})),
        Just(json!({"topic": "t", "sufficient": true})),
        Just(json!({"topic": "t", "sufficient": false, "refined_queries": ["q"]})),
        "[a-z]{1,3}".prop_map(
            |query| json!({"topic": "t", "sufficient": false, "refined_queries": [query]})
        ),
        Just(
            json!({"claims": [{"text": "It works.", "references": [{"evidence": 0, "quote": "work();"}]}]})
        ),
        Just(
            json!({"claims": [{"text": "It lies.", "references": [{"evidence": 9, "quote": "no"}, {"evidence": -1}]}]})
        ),
    ];
    let bad = prop_oneof![
        Just(Value::Null),
        Just(json!([])),
        Just(json!({"action": "burn"})),
        Just(json!({"action": "walk_seeds", "args": {"seeds": []}})),
        Just(json!({"topic": 7})),
        Just(json!({"topic": "t", "confidence": -3})),
        Just(
            json!({"topic": "t", "evidence_count": 99, "subquery_count": 99, "budget_tokens_used": 1_000_000, "sufficient": true})
        ),
        Just(json!({"claims": 3})),
    ];
    prop_oneof![3 => good, 1 => bad]
}

fn behaviour() -> impl Strategy<Value = Behaviour> {
    let hits = prop_oneof![
        Just(Vec::new()),
        Just(vec![hit("real.rs", REAL)]),
        Just(vec![hit("ghost.rs", REAL), hit("real.rs", "fn other() {\n}\n")]),
    ];
    prop_oneof![
        1 => Just(Behaviour::Fails),
        1 => Just(Behaviour::Hangs),
        1 => Just(Behaviour::Panics),
        2 => (0_u64..90, payload()).prop_map(|(seconds, payload)| Behaviour::Late(seconds, payload)),
        8 => (payload(), 0_u64..1_000, hits).prop_map(|(payload, tokens, hits)| Behaviour::Gives(payload, tokens, hits)),
    ]
}

/// Runs these stages on a paused clock; returns the outcome and the elapsed time.
fn run_to_end(stages: &Arc<FaultyStages>, intent: Intent) -> (Researched, Duration) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(async {
        let cancel = Cancel::new();
        let dependencies = RunDependencies {
            bus: Arc::new(LocalBus::new(stages.clone(), cancel.clone())),
            files: Arc::new(OneFile),
            deadline: DEADLINE,
            cancel,
            observer: None,
        };
        let started = Instant::now();
        let researched = run(Request::new("r1", intent), &dependencies).await.unwrap();
        (researched, started.elapsed())
    })
}

fn completed(log: &[Record], wanted_stage: Stage) -> Vec<&StageOutput> {
    let is_of_stage = |record: &'_ Record| matches!(&record.event, ResearchEvent::Completed { stage, .. } if *stage == wanted_stage);
    let records = log.iter().filter(|record| is_of_stage(record));
    records
        .filter_map(|record| match &record.event {
            ResearchEvent::Completed { output, .. } => Some(output),
            _ => None,
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn always_ends_with_true_counters(behaviours in proptest::collection::vec(behaviour(), 1..8), iterations in 1_i64..4, budget in 1_i64..200) {
        std::panic::set_hook(Box::new(|_| {}));
        let stages = Arc::new(FaultyStages { behaviours, next: AtomicUsize::new(0), tokens: AtomicU64::new(0) });
        let intent = Intent { max_iterations: iterations, budget_tokens: budget, hints: BTreeMap::new(), ..Intent::new("t") };
        let (Researched { result, transcript: log, .. }, elapsed) = run_to_end(&stages, intent);

        prop_assert!(elapsed <= DEADLINE, "{elapsed:?}");
        prop_assert_eq!(result.validate(), Ok(()));
        prop_assert_eq!(u64::try_from(result.tokens_used).unwrap(), stages.tokens.load(Ordering::Relaxed));
        let executed = completed(&log, Stage::Execute);
        let refinement_count = i64::try_from(executed.len().saturating_sub(1)).unwrap();
        prop_assert!(result.iterations <= iterations);
        prop_assert_eq!(result.iterations, refinement_count);
        let classification_count = i64::try_from(completed(&log, Stage::Classify).len()).unwrap();
        let rounds = result.decomp_trace.as_ref().map_or(0, |trace| trace.retighten_rounds);
        prop_assert!(rounds <= 2 && (result.decomp_trace.is_none() || rounds == (classification_count - 1).max(0)));
        for output in &executed {
            let evidence = output.payload["evidence"].as_array().map_or(0, Vec::len);
            prop_assert_eq!(evidence, output.hits.len());
            prop_assert!(output.payload["budget_tokens_used"].as_i64().unwrap_or(0) <= budget);
            prop_assert_eq!(output.payload["subquery_count"].as_i64().unwrap_or(0), 0);
        }
        for output in completed(&log, Stage::Assess) {
            let seen = executed.iter().map(|output| i64::try_from(output.hits.len()).unwrap());
            let count = output.payload["evidence_count"].as_i64().unwrap_or(0);
            prop_assert!(seen.into_iter().any(|seen| seen == count));
        }
        for place in &result.places {
            prop_assert_eq!(place.path.as_str(), "real.rs");
        }
        for reference in result.claims.iter().flat_map(|claim| &claim.references) {
            prop_assert!(REAL.lines().nth(reference.line as usize - 1).unwrap().contains(&reference.quote));
        }
        let replayed = replay(&log).unwrap();
        prop_assert_eq!(serde_json::to_value(&replayed.result).unwrap(), serde_json::to_value(&result).unwrap());
        prop_assert_eq!(replayed.report, replay(&replayed.transcript).unwrap().report);
    }
}

/// A run whose stages never answer ends at its deadline, and reports each stage as late.
#[test]
fn hanging_stages_are_reported() {
    let stages = FaultyStages {
        behaviours: vec![Behaviour::Hangs],
        next: AtomicUsize::new(0),
        tokens: AtomicU64::new(0),
    };
    let (researched, elapsed) = run_to_end(&Arc::new(stages), Intent::new("t"));
    assert!(elapsed <= DEADLINE, "{elapsed:?}");
    let stages: Vec<&str> =
        researched.result.degraded.iter().map(|degradation| degradation.stage.as_str()).collect();
    for stage in ["classify", "route", "execute", "assess", "synthesize"] {
        assert!(stages.contains(&stage), "{stage}: {:?}", researched.result.degraded);
    }
    assert!(researched.result.claims.is_empty());
    assert!(researched.result.synthesis.to_string().starts_with("Nothing can be cited"));
}
