//! A host with its own loop and tool uses only the registry, the validator and the renderer.
//!
//! `cargo run -p firsthand --example own_loop`

use firsthand_registry::{LineRange, Observation, Registry, Source, Span, Window, lines_of};
use firsthand_render::{Options, markdown};
use firsthand_source::fs::{Globs, Walk};
use firsthand_testkit::PlantedTree;
use firsthand_validator::{Intent, RunFacts, Selection, verify};

/// What the host's model submits: among others an id that was never assigned, and a quote of a masked line.
const SUBMITTED: &str = r#"{
    "primaryCandidateIds": ["c1", "c2", "c7"], "recommendedPrimaryAction": "answer_from_report", "confidence": "high",
    "flow": [
        {"candidateId": "c1", "role": "ledger", "fact": "Books it.", "quote": "entries.push(order);"},
        {"candidateId": "c2", "role": "key", "fact": "Holds the key.", "quote": "let key = \"[redacted: "},
        {"candidateId": "c2", "role": "entry", "fact": "Pays it.", "quote": "book_refund(order, key);"}
    ]}"#;

/// The host's model: it reads text with ids, and answers with ids and quotes.
fn model(seen: &str) -> Result<Selection, serde_json::Error> {
    assert!(seen.contains("[c1] 1-4") && seen.contains("[c2] 1-5"), "{seen}");
    serde_json::from_str(SUBMITTED)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tree = PlantedTree::new()?;
    let excludes = Globs::excluding(tree.root(), [PlantedTree::EXCLUDED])?;
    let walk = Walk::new(tree.root(), &excludes);
    let (mut registry, mut seen) = (Registry::new(), String::new());

    // The host's tool searches for a word. Its observations are typed, with secrets masked.
    let files = walk.inventory(&|| false).files;
    for file in &files {
        let bytes = walk.read(&file.path, file.size)?;
        let lines = (1_u32..).zip(lines_of(&bytes));
        let hits = lines.filter(|(_, line)| line.windows(6).any(|word| word == b"refund"));
        let whole = Span::redacted(file.path.clone(), &bytes, LineRange::whole())?;
        let window = Window::new(whole);
        let window = window.with_hits(hits.map(|(number, _)| number));
        let (_, text) = registry.see(&Observation::matches(Source::GREP, vec![window]));
        seen += &text;
    }
    let selection = model(&seen)?;
    tree.rewrite(); // Somebody edits a file before the report is made.

    let mut facts = RunFacts::new("shop", PlantedTree::QUESTION);
    (facts.coverage.patterns, facts.coverage.files_seen) = (1, files.len() as u64);
    let read = |path: &_| walk.read(path, 1 << 20).ok();
    let report = verify(&registry, Some(&selection), Intent::Explain, facts, read);
    print!("{}", markdown(&report, &Options::default()).text);
    tree.check(&seen, &report);
    Ok(())
}
