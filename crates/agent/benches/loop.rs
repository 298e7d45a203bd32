//! Measures the loop's own work (cutting, observing, recording, validating) with an instant model and an instant
//! tool. The goal is less than 2 ms a step of a run of 12 steps with 8 parallel calls of 12,000 characters each.

#![expect(clippy::expect_used, reason = "a bench that cannot be set up fails")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use firsthand_agent::{replay, write_transcript};
use firsthand_testkit::{FakeRepo, Script, Setup, json};
use serde_json::Value;

/// The lines of a file, as many as fill an answer of 12,000 characters.
const LINES: usize = 240;

/// Files that each fill an answer.
fn repo(files: usize) -> FakeRepo {
    (0..files).fold(FakeRepo::new(), |repo, n| {
        let line = |at| format!("    let value_{at} = compute_{n}(something, {at});\n");
        let text: String = (0..LINES).map(line).collect();
        repo.with(&format!("src/file_{n:03}.rs"), text)
    })
}

fn report() -> Value {
    json!({
        "primaryCandidateIds": ["c1"],
        "flow": [{"candidateId": "c1", "role": "step", "fact": "Computes.", "quote": "compute_0(something, 3)"}],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    })
}

/// Steps of `calls` reads each, then a report.
fn script(steps: usize, calls: usize) -> Script {
    let read = |n: usize| ("read", json!({"path": format!("src/file_{n:03}.rs")}));
    let turns = (0..steps).fold(Script::new(), |script, step| {
        script.calls_all((0..calls).map(|n| read(step * calls + n)))
    });
    turns.submits(report())
}

/// A run whose budgets limit neither its calls nor its observations.
fn unlimited(repo: &FakeRepo, script: &Script) -> Setup {
    Setup::new(repo, script).budgets(|b| {
        b.steps = 100;
        b.tool_calls = 1_000;
        b.observation_chars = usize::MAX;
    })
}

fn steps(c: &mut Criterion) {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    // Every answer is full, and the report is accepted.
    let explored = runtime
        .block_on(unlimited(&repo(88), &script(11, 8)).explore("what is computed?"))
        .expect("a report");
    let stats = &explored.report.facts().stats;
    assert_eq!((stats.steps, stats.tool_calls), (12, 89));
    assert!(stats.observation_chars > 88 * 11_000, "{stats:?}");
    let mut group = c.benchmark_group("step");
    for (steps, calls) in [(11, 1), (11, 8), (48, 8)] {
        let repo = repo(steps * calls);
        // Criterion divides the time by this number, so the time of one element is that of one step.
        group.throughput(Throughput::Elements(steps as u64 + 1));
        let name = BenchmarkId::from_parameter(format!("{steps} steps of {calls} calls"));
        group.bench_function(name, |b| {
            b.iter_batched(
                || unlimited(&repo, &script(steps, calls)),
                |setup| runtime.block_on(setup.explore("what is computed?")),
                criterion::BatchSize::SmallInput,
            );
        });
    }
    group.finish();
    let repo = repo(88);
    let setup = unlimited(&repo, &script(11, 8));
    let explored = runtime.block_on(setup.explore("what is computed?")).expect("a report");
    c.bench_function("replay", |b| {
        b.iter(|| replay(black_box(&explored.transcript)));
    });
    c.bench_function("write transcript", |b| {
        b.iter(|| write_transcript(black_box(&explored.transcript)));
    });
}

criterion_group!(benches, steps);
criterion_main!(benches);
