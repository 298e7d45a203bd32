//! A small observed repository, and a verdict as a few lines of text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use firsthand_registry::{
    Declaration, LineRange, Observation, Registry, RepoPath, Source, SourceLine, Span, TokenCount,
    Window,
};
use firsthand_validator::{
    Context, Intent, Present, Selection, Verdict, VerifiedReport, cited, validate,
};
use serde_json::{Value, json};

pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// | id | place | |
/// |---|---|---|
/// | c1 | src/app.ts:1-5 | read |
/// | c2, c3 | src/store.ts:1-6, 4-9 | overlap; hit 8 in c3 |
/// | c4 | docs/notes.md | listed only |
/// | c5 | src/long.ts:1-300 | hit 150, in a function of lines 141-160 |
/// | c6 | src/key.ts:1-2 | line 2 is redacted |
/// | c7, c8 | src/long.ts:290-400, 600-610 | c7 overlaps c5; hit 395 in c7 |
///
/// Of 100 files, 2 contain `store`, 90 `how` and all `the`.
pub(crate) fn repo() -> (Registry, Files) {
    let long: String = (1..=700).map(|n| format!("let value{n} = {n};\n")).collect();
    let store = "export class Store {\r\n  items = [];\r\n\r\n  add(item) {\r\n    \
                 this.items.push(item);\r\n  }\r\n\r\n  size() {\r\n  }\r\n";
    let files: Files = [
        ("src/app.ts", "import { Store } from './store';\n\nfunction main() {\n\trun(a,  b);\n}\n"),
        ("src/store.ts", store),
        ("src/long.ts", &long),
        ("src/key.ts", "const user = 'me';\nconst key = 'SECRET';\n"),
        ("docs/notes.md", "# Notes\n"),
    ]
    .into_iter()
    .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
    .collect();
    let mut registry = Registry::new();
    let function = Declaration {
        name: "f".into(),
        kind: "function".into(),
        range: LineRange::new(141, 160).unwrap(),
        head: None,
        is_test: false,
    };
    registry.observe(read(&files, "src/app.ts", 1, 99, &[]));
    registry.observe(read(&files, "src/store.ts", 1, 6, &[]));
    registry.observe(read(&files, "src/store.ts", 4, 9, &[8]));
    let notes = vec![RepoPath::new("docs/notes.md").unwrap()];
    registry.observe(Observation::listed(Source::LIST, notes));
    let window = window(&files, "src/long.ts", 1, 300, &[150]).with_declarations(vec![function]);
    registry.observe(Observation::read(Source::READ, window));
    registry.observe(read(&files, "src/key.ts", 1, 2, &[]));
    registry.observe(read(&files, "src/long.ts", 290, 400, &[395]));
    let mut last = read(&files, "src/long.ts", 600, 610, &[]);
    let count = |token: &str, files| TokenCount {
        token: token.into(),
        files,
        of_files: 100,
        occurrences: 0,
        in_code: 0,
    };
    last.counts = vec![count("store", 2), count("the", 100), count("how", 90)];
    registry.observe(last);
    (registry, files)
}

fn window(files: &Files, path: &str, start: u32, end: u32, hits: &[u32]) -> Window {
    let range = LineRange::new(start, end).unwrap();
    let span = Span::of_file(RepoPath::new(path).unwrap(), &files[path], range).unwrap();
    Window::new(span.map_lines(mask)).with_hits(hits.iter().copied())
}

/// Masks a line that contains `SECRET`, as the tools' redaction masks one with a secret.
pub(crate) fn mask(_: u32, line: SourceLine) -> SourceLine {
    if line.text().contains("SECRET") { line.mask("[redacted]") } else { line }
}

fn read(files: &Files, path: &str, start: u32, end: u32, hits: &[u32]) -> Observation {
    Observation::read(Source::READ, window(files, path, start, end, hits))
}

/// A selection from JSON in which the action and the confidence may be left out.
pub(crate) fn selection(text: &str) -> Selection {
    let mut value: Value = serde_json::from_str(text).unwrap();
    let fields = value.as_object_mut().unwrap();
    fields.entry("recommendedPrimaryAction").or_insert(json!("answer_from_report"));
    fields.entry("confidence").or_insert(json!("high"));
    serde_json::from_value(value).unwrap()
}

/// The present state of the cited files.
pub(crate) fn present(registry: &Registry, selection: &Selection, files: &Files) -> Present {
    Present::gather(&cited(registry, selection, Intent::Edit), |path| {
        files.get(path.as_str()).cloned()
    })
}

/// Masks the lines that contain `secret`.
pub(crate) fn hide(mut present: Present, secret: &str) -> Present {
    for file in present.files.values_mut() {
        let mask = |_, line: SourceLine| {
            if line.text().contains(secret) { line.mask("[redacted]") } else { line }
        };
        *file = file.clone().map_lines(mask);
    }
    present
}

/// The verdict on a selection, after `change` is applied to the files.
pub(crate) fn verdict_on(intent: Intent, text: &str, change: impl FnOnce(&mut Files)) -> Verdict {
    let (registry, mut files) = repo();
    change(&mut files);
    let selection = selection(text);
    let present = present(&registry, &selection, &files);
    validate(&selection, &Context::new(&registry, &present, intent))
}

/// The verdict on a selection for some of whose links the printed report has no room.
pub(crate) fn verdict_cut(intent: Intent, text: &str, cut_links: &[usize]) -> Verdict {
    let (registry, files) = repo();
    let selection = selection(text);
    let present = present(&registry, &selection, &files);
    let context = Context::new(&registry, &present, intent).cut_links(cut_links);
    validate(&selection, &context)
}

/// The verdict on a selection, as text.
pub(crate) fn check(text: &str) -> String {
    show(verdict_on(Intent::Explain, text, |_| {}))
}

/// A verdict as text: its report, and its gaps as lines that start with `?`.
pub(crate) fn show(verdict: Verdict) -> String {
    let gaps: Vec<String> = verdict.gaps().iter().map(|gap| format!("? {gap}")).collect();
    let report = verdict.into_report(firsthand_validator::RunFacts::new("/repo", "query"));
    [show_report(&report), gaps.join("\n")].join("\n").trim_end().to_owned()
}

pub(crate) fn show_report(report: &VerifiedReport) -> String {
    let location = |place: &firsthand_validator::Place| match place.range() {
        Some(range) => format!("{}:{range}", place.path()),
        None => place.path().to_string(),
    };
    let mut out = format!("{} {}\n", report.body().action, report.body().confidence);
    for place in &report.body().primary {
        let _ = writeln!(out, "primary {}", location(place));
    }
    for link in &report.body().flow {
        let (quote, place) = (&link.quote, location(&link.place));
        let _ = writeln!(out, "flow {place} ({}) {}", link.role, link.fact);
        let _ = writeln!(out, "  {} {:?}", quote.line, quote.text);
    }
    for read in &report.body().read_targets {
        let required = if read.required { "!" } else { "" };
        let _ = writeln!(out, "read{required} {} {}", location(&read.place), read.purpose);
    }
    for target in &report.body().search_targets {
        let _ = writeln!(out, "search {target}");
    }
    for gap in &report.body().missing {
        let _ = writeln!(out, "missing {gap}");
    }
    for finding in &report.body().findings {
        let _ = writeln!(out, "- {}: {}", finding.rule, finding.detail);
    }
    out.trim_end().to_owned()
}
