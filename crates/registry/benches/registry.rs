//! Measures observing, ranking and packing the places of a very long conversation.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "a bench that cannot build its input must fail"
)]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use firsthand_registry::{
    Observation, QueryTokens, Registry, RepoPath, Source, SourceLine, Span, Symbol, TokenCount,
    Window, fit, pack, rank, show,
};

const PLACES: u32 = 10_000;
const LINES: u32 = 40;

/// Four places in each of 2,500 files, 40 lines of about 50 characters each.
fn windows() -> Vec<Window> {
    (0..PLACES)
        .map(|index| {
            let file = index / 4;
            let path =
                RepoPath::new(&format!("src/part{}/channelStore{file}.ts", file % 50)).unwrap();
            let line = |n: u32| {
                let text = format!("    const value{n} = await this.loadChannel_{file}(id, {n});");
                SourceLine::Plain(text)
            };
            let start = index % 4 * 100 + 1;
            let span = Span::new(path, start, (0..LINES).map(line).collect(), Some(500)).unwrap();
            let name = format!("loadChannel{index}");
            let symbol = Symbol { qualified: name.clone(), name, kind: "function".into() };
            Window { symbol: Some(symbol), ..Window::new(span).with_hits([start + 7]) }
        })
        .collect()
}

fn observation() -> Observation {
    let mut seen = Observation::matches(Source::GRAPH, windows());
    let count = |token: &str, files| TokenCount {
        token: token.into(),
        files,
        of_files: 2500,
        occurrences: 0,
        in_code: 0,
    };
    seen.counts = vec![count("channel", 2500), count("load", 1200), count("value7", 3)];
    seen
}

fn benches(c: &mut Criterion) {
    let seen = observation();
    let mut registry = Registry::new();
    let ids = registry.observe(seen.clone());
    let query =
        QueryTokens::of("where does loadChannel resolve the id of value7 and when is it awaited");
    let ranked = rank(&registry, &query);
    let mut group = c.benchmark_group("10,000 places of 40 lines");
    group.sample_size(10);
    group.bench_function("observe", |b| {
        b.iter_batched(
            || seen.clone(),
            |seen| Registry::new().observe(seen),
            BatchSize::PerIteration,
        );
    });
    group.bench_function("observe again", |b| {
        let mut registry = registry.clone();
        b.iter_batched(|| seen.clone(), |seen| registry.observe(seen), BatchSize::PerIteration);
    });
    group.bench_function("rank", |b| b.iter(|| rank(black_box(&registry), &query)));
    group.bench_function("pack", |b| {
        b.iter(|| pack(&registry, black_box(&ranked)));
    });
    group.bench_function("fit and show 12,000 characters", |b| {
        b.iter_batched(
            || seen.clone(),
            |mut seen| {
                let fitted = fit(&mut seen, 12_000);
                (fitted, show(&seen, &ids[..seen.windows.len()]).unwrap())
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(registry, benches);
criterion_main!(registry);
