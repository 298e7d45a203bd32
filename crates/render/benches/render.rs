//! The largest report that the limits allow, in each form.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
use firsthand_render::{Options, TextOptions, html, json, markdown, text};
use firsthand_validator::{
    Context, Intent, Present, RunFacts, Selection, VerifiedReport, cited, validate,
};
use serde_json::json as value;

/// 5 primary places, 12 links, 8 read targets and 3 gaps, every text at its limit, every place in a file of its own.
fn largest_report() -> Option<VerifiedReport> {
    let (mut registry, mut ids) = (Registry::new(), Vec::new());
    let line = format!("let total = {};\n", "measure(depth, width) + ".repeat(8));
    let bytes = line.repeat(120);
    for at in 0..25 {
        let path = format!("packages/module-{at}/src/features/measuring/measurements.ts");
        let range = LineRange::new(1, 120)?;
        let span = Span::of_file(RepoPath::new(&path).ok()?, bytes.as_bytes(), range).ok()?;
        ids.extend(registry.observe(Observation::read(Source::READ, Window::new(span))));
    }
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let text = |most: usize| "what is measured: on the way ".repeat(20)[..most].to_owned();
    let link = |id: &String| value!({"candidateId": id, "role": text(60), "fact": text(300), "quote": &line[..200]});
    let read = |(at, id): (usize, &String)| value!({"candidateId": id, "purpose": text(160), "required": at % 2 == 0});
    let selection: Selection = serde_json::from_value(value!({
        "primaryCandidateIds": &ids[12..17],
        "flow": ids[..12].iter().map(link).collect::<Vec<_>>(),
        "readTargets": ids[17..].iter().enumerate().map(read).collect::<Vec<_>>(),
        "missingCoverage": [text(300), text(300), text(300)],
        "recommendedPrimaryAction": "read_targets", "confidence": "medium"
    }))
    .ok()?;
    let present = Present::gather(&cited(&registry, &selection, Intent::Edit), |_| {
        Some(bytes.clone().into_bytes())
    });
    let facts = RunFacts::new("/repo", text(400));
    let verdict = validate(&selection, &Context::new(&registry, &present, Intent::Edit));
    let report = verdict.into_report(facts);
    (report.body().flow.len() == 12 && report.body().read_targets.len() == 8).then_some(report)
}

fn forms(criterion: &mut Criterion) {
    let Some(report) = largest_report() else {
        return;
    };
    let options = Options::default();
    let painted = TextOptions { color: true, hyperlinks: true, ..TextOptions::default() };
    criterion.bench_function("markdown", |b| {
        b.iter(|| markdown(black_box(&report), &options));
    });
    criterion.bench_function("text", |b| b.iter(|| text(black_box(&report), &painted)));
    criterion.bench_function("json", |b| b.iter(|| json(black_box(&report), &options)));
    criterion.bench_function("html", |b| b.iter(|| html(black_box(&report), &options)));
}

criterion_group!(benches, forms);
criterion_main!(benches);
