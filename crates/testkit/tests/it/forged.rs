//! A true report with the folder of its repository, and methods with which tests forge it.

use std::collections::BTreeMap;
use std::path::Path;

use firsthand_registry::{LineRange, Observation, Registry, RepoPath, Source, Span, Window};
use firsthand_render::{Options, TextOptions, html, json, markdown, text};
use firsthand_testkit::oracle::{
    GroundTruth, Location, Printed, ShownLines, Violation, violations,
};
use firsthand_validator::{Context, Intent, Present, RunFacts, Selection, cited, validate};
use serde_json::{Value, json};
use tempfile::TempDir;

const APP: &str = "import { Store } from './store';\nfunction main() {\n\trun(a,  b);\n}\n";
const STORE: &str = "export class Store {\n  add(item) {\n    push(item);\n  }\n}\nconst key = 'SECRET';\nlet plain = 1;\n";

/// A report, its inputs, and the folder of its repository.
pub(crate) struct ForgedReport {
    pub(crate) printed: Printed,
    pub(crate) proposal: Value,
    pub(crate) folder: TempDir,
    pub(crate) is_fallback: bool,
    ids: Vec<Location>,
    seen: BTreeMap<String, ShownLines>,
    before: BTreeMap<String, Vec<u8>>,
}

impl ForgedReport {
    /// The true report: two links, a listed file, two read targets, a gap.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            ("src/app.ts", APP),
            ("src/store.ts", STORE),
            ("docs/a b.md", "# Notes\n"),
            ("src/other.ts", APP),
        ];
        for (path, text) in files {
            let at = folder.path().join(path);
            std::fs::create_dir_all(at.parent().unwrap()).unwrap();
            std::fs::write(at, text).unwrap();
        }
        let before: BTreeMap<String, Vec<u8>> =
            files.map(|(path, text)| (path.to_owned(), text.into())).into();
        let mut forged = Self {
            printed: Printed::default(),
            proposal: json!({
                "primaryCandidateIds": ["c1", "c3"],
                "flow": [
                    {"candidateId": "c1", "role": "entry", "fact": "It runs.", "quote": "run(a, b);"},
                    {"candidateId": "c2", "role": "state", "fact": "It adds.", "quote": "add(item) {\npush(item);"},
                    {"candidateId": "c9", "role": "ghost", "fact": "No.", "quote": "nothing at all"}],
                "readTargets": [
                    {"candidateId": "c2", "purpose": "to change it", "required": false},
                    {"candidateId": "c4", "purpose": "to compare", "required": false}],
                "missingCoverage": ["the caller"],
                "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
            }),
            folder,
            is_fallback: false,
            ids: Vec::new(),
            seen: BTreeMap::new(),
            before,
        };
        forged.print();
        forged
    }

    fn print(&mut self) {
        let mut registry = Registry::new();
        self.show(&mut registry, "src/app.ts", 1, 4);
        self.show(&mut registry, "src/store.ts", 1, 6);
        registry.observe(Observation::listed(
            Source::LIST,
            vec![RepoPath::new("docs/a b.md").unwrap()],
        ));
        self.ids.push(("docs/a b.md".to_owned(), None));
        self.seen.entry("docs/a b.md".to_owned()).or_default();
        self.show(&mut registry, "src/store.ts", 7, 7);
        let selection: Selection = serde_json::from_value(self.proposal.clone()).unwrap();
        let present = Present::gather(&cited(&registry, &selection, Intent::Edit), |path| {
            Some(self.before[path.as_str()].clone())
        });
        let verdict = validate(&selection, &Context::new(&registry, &present, Intent::Explain));
        let report = verdict.into_report(RunFacts::new("/repo", "what runs?"));
        let options = Options::default();
        let terminal_options =
            TextOptions { width: 1_000_000, explain: true, ..TextOptions::default() };
        self.printed = Printed {
            markdown: markdown(&report, &options).text,
            text: text(&report, &terminal_options).text,
            json: json(&report, &options),
            html: html(&report, &options),
        };
    }

    fn show(&mut self, registry: &mut Registry, path: &str, start: u32, end: u32) {
        let range = LineRange::new(start, end).unwrap();
        let span = Span::of_file(RepoPath::new(path).unwrap(), &self.before[path], range).unwrap();
        let span = span.map_lines(|_, line| {
            if line.text().contains("SECRET") { line.mask("[redacted]") } else { line }
        });
        let seen = self.seen.entry(path.to_owned()).or_default();
        for (number, line) in span.lines() {
            let text = (!line.is_masked()).then(|| line.text().to_owned());
            seen.entry(number).or_default().push(text);
        }
        self.ids.push((path.to_owned(), Some((start, end))));
        registry.observe(Observation::read(Source::READ, Window::new(span)));
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Replaces a text in both text forms, and in the JSON form's copy.
    pub(crate) fn replace_in_terminal(&mut self, from: &str, to: &str) {
        assert!(self.printed.text.contains(from), "{}", self.printed.text);
        self.printed.text = self.printed.text.replace(from, to);
    }

    pub(crate) fn replace_text(&mut self, from: &str, to: &str) {
        assert!(
            self.printed.markdown.contains(from),
            "{from:?} is not in\n{}",
            self.printed.markdown
        );
        self.printed.text = self.printed.text.replace(from, to);
        self.printed.markdown = self.printed.markdown.replace(from, to);
        let copy = self.printed.markdown.clone();
        self.change_json(|report| {
            report["stats"]["report_chars"] = json!(copy.chars().count());
            report["markdown"] = json!(copy);
        });
    }

    /// Changes the JSON form.
    pub(crate) fn change_json(&mut self, change: impl FnOnce(&mut Value)) {
        let mut report: Value = serde_json::from_str(&self.printed.json).unwrap();
        change(&mut report);
        self.printed.json = report.to_string() + "\n";
    }

    /// Writes a file.
    pub(crate) fn write_file(&mut self, path: &str, text: &str) {
        std::fs::write(self.root().join(path), text).unwrap();
    }

    /// The oracle's violations.
    pub(crate) fn violations(&self) -> Vec<Violation> {
        let ground = GroundTruth {
            root: self.root(),
            proposal: (!self.is_fallback).then_some(&self.proposal),
            ids: &self.ids,
            seen: &self.seen,
            before: &self.before,
            redacted: &BTreeMap::from([("src/store.ts".to_owned(), [6].into())]),
            quote_only: &["PLANTED"],
            max_chars: 2500,
        };
        violations(&self.printed, &ground)
    }
}
