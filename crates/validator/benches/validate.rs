//! The largest legal selection, and quotes in a megabyte of evidence.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may fail, and has no users")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use firsthand_registry::{
    Evidence, LineRange, Observation, Registry, RepoPath, Source, Span, Window,
};
use firsthand_validator::{
    Action, Confidence, Context, FlowLink, Intent, Present, ReadRequest, Selection, cited,
    find_quote, validate,
};

const PLACES: usize = 1_000;

fn path(number: usize) -> String {
    format!("src/module{}/part{number}.ts", number % 50)
}

fn file(number: usize) -> String {
    let line = |n| format!("  const value{n} = computeValue{number}(input, {n});\n");
    (1..=150).map(line).collect()
}

fn registry() -> Registry {
    let mut registry = Registry::new();
    for number in 0..PLACES {
        let path = RepoPath::new(&path(number)).unwrap();
        let range = LineRange::new(1, 150).unwrap();
        let span = Span::of_file(path, file(number).as_bytes(), range).unwrap();
        let window = Window::new(span).with_hits([75]);
        registry.observe(Observation::matches(Source::GREP, vec![window]));
    }
    registry
}

/// 5 primary places, 12 links and 8 read targets, with all the prose that a report takes.
fn selection() -> Selection {
    let id = |number: usize| format!("c{}", number + 1);
    let link = |at: usize| FlowLink {
        lines: None,
        candidate_id: id(at * 80),
        role: "computes the value".repeat(3),
        fact: format!("Calls computeValue{} in {} and/or e.g. x.y. ", at * 80, path(at * 80))
            .repeat(4),
        quote: format!("90|   const value90 = computeValue{}(input,  90);", at * 80),
    };
    let read = |at: usize| ReadRequest {
        lines: None,
        candidate_id: id(at * 100 + 7),
        purpose: "the input, read/write, std::fs ".repeat(5),
        required: true,
    };
    Selection {
        primary_candidate_ids: (0..5).map(|at| id(at * 80)).collect(),
        read_targets: (0..8).map(read).collect(),
        flow: (0..12).map(link).collect(),
        missing_coverage: vec!["the caller of computeValue in other packages".into(); 3],
        recommended_primary_action: Action::TargetedGapSearch,
        search_targets: vec!["computeValue in src/module3".to_owned(); 5],
        names: vec!["computeValue".to_owned()],
        confidence: Confidence::High,
    }
}

fn largest_selection(criterion: &mut Criterion) {
    let (registry, selection) = (registry(), selection());
    let present = Present::gather(&cited(&registry, &selection, Intent::Edit), |path| {
        let (stem, _) = path.file_name().split_once('.')?;
        let number = stem.trim_start_matches("part").parse().ok()?;
        Some(file(number).into_bytes())
    });
    let context = Context::new(&registry, &present, Intent::Explain);
    let verdict = validate(&selection, &context);
    assert_eq!((verdict.body().flow.len(), verdict.body().read_targets.len()), (12, 8));
    criterion.bench_function("validate/largest", |bencher| {
        bencher.iter(|| validate(black_box(&selection), &context));
    });
}

fn quotes(criterion: &mut Criterion) {
    let line = |n: usize| format!("  const value{n} = compute(input, {n}); // step {n} of many\n");
    let mut text: String = (0..).map(line).take(18_500).collect();
    text.push_str("\tlet  last_line = finish(everything,  at_once);\n");
    let range = LineRange::new(1, u32::MAX).unwrap();
    let span = Span::of_file(RepoPath::new("big.ts").unwrap(), text.as_bytes(), range).unwrap();
    let evidence = Evidence::of(&span);
    let mut group = criterion.benchmark_group("quote");
    group.throughput(Throughput::Bytes(text.len() as u64));
    for (name, quote, found) in [
        ("exact_at_the_end", "let  last_line = finish(everything,  at_once);", true),
        ("folded_at_the_end", "let last_line = finish(everything, at_once);", true),
        ("gutter_at_the_end", "18501| \tlet last_line = finish(everything, at_once);", true),
        ("not_found", "let last_line = finish(nothing, at_once);", false),
        ("not_found_common_words", "const value = compute(input, 7); // step of many", false),
    ] {
        assert_eq!(find_quote(&evidence, quote, &[]).is_ok(), found, "{name}");
        group.bench_function(name, |bencher| {
            bencher.iter(|| find_quote(&evidence, black_box(quote), &[]));
        });
    }
    group.finish();
}

criterion_group!(benches, largest_selection, quotes);
criterion_main!(benches);
