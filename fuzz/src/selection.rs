//! The target `selection`: reports as a model submits them.

use std::collections::BTreeMap;

use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
use firsthand_render::{Format, Options, TextOptions, render};
use firsthand_validator::{
    Action, Confidence, Context, Intent, Present, RunFacts, Selection, cited, validate,
};

/// The observed files.
const FILES: &[(&str, &str)] = &[
    ("src/a.rs", "fn alpha() {\n    beta(1);\n}\n\nfn gamma() {}\n"),
    ("src/b.rs", "/// Does `beta`.\nfn beta(n: u32) -> u32 {\n    n + 1\n}\n"),
    ("docs/[c1] `x`.md", "# Title\n\n````\nnot a fence\n````\n"),
];
const MAX_CHARS: usize = 700;

/// The data is the arguments of `submit_report`, as JSON. For every intent, the verdict's action and confidence are not
/// above the proposed ones, it has no more links than were proposed, its quotes are in their files, and the report
/// keeps its budget in the formats that have one.
pub fn selection(data: &[u8]) {
    let Ok(selection) = serde_json::from_slice::<Selection>(data) else {
        return;
    };
    let registry = observed_files();
    let bytes: BTreeMap<&str, &str> = FILES.iter().copied().collect();
    let present = Present::gather(&cited(&registry, &selection, Intent::Edit), |path| {
        Some(bytes.get(path.as_str())?.as_bytes().to_vec())
    });
    for intent in Intent::ALL {
        let verdict = validate(&selection, &Context::new(&registry, &present, intent));
        let (action, confidence) = (selection.recommended_primary_action, selection.confidence);
        assert!(verdict.body().action <= action.max(Action::TargetedGapSearch), "downgrade_only");
        assert!(verdict.body().confidence <= confidence.max(Confidence::Low), "downgrade_only");
        assert!(verdict.body().flow.len() <= selection.flow.len(), "no_padding");
        for link in &verdict.body().flow {
            let (path, quote) = (link.place.path().as_str(), &link.quote);
            let file = bytes.get(path).copied().unwrap_or_default();
            let mut lines = file.lines().skip(quote.line as usize - 1);
            let first = quote.text.split('\n').next().unwrap_or_default();
            assert!(lines.next().is_some_and(|line| line.contains(first)), "verbatim: {link:?}");
        }
        let report = verdict.into_report(RunFacts::new("root", "how?"));
        let options = Options { max_chars: MAX_CHARS, ..Options::default() };
        for format in Format::ALL {
            let text = TextOptions { max_chars: MAX_CHARS, ..TextOptions::default() };
            let page = render(&report, format, &options, &text);
            if matches!(format, Format::Md | Format::Text) {
                assert!(page.chars().count() <= MAX_CHARS, "budget: {format}");
            }
        }
    }
}

/// `c1` to `c3` are the files, whole; `c4` is a part of the first, `c5` a path only.
fn observed_files() -> Registry {
    let mut registry = Registry::new();
    let path = |path: &str| RepoPath::new(path).expect("a sound path");
    let mut observe_lines = |name: &str, text: &str, from: u32, to: u32| {
        let range = LineRange::new(from, to).expect("a sound range");
        let span = Span::of_file(path(name), text.as_bytes(), range).expect("lines");
        registry.observe(Observation::read(Source::READ, Window::new(span)));
    };
    for (name, text) in FILES {
        observe_lines(name, text, 1, 100);
    }
    if let Some((name, text)) = FILES.first() {
        observe_lines(name, text, 1, 2);
    }
    registry.observe(Observation::listed(Source::LIST, vec![path("Cargo.toml")]));
    registry
}
