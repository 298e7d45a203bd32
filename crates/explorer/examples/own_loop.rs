//! A host with a loop of its own takes the contract alone: registry, validator, renderer. No agent,
//! no async, and here not even a disk: the "repository" is two texts in memory, and the host's tool
//! looks for a word in them.
//!
//! `cargo run -p firsthand --example own_loop`

use std::error::Error;

use firsthand_registry::{
    LineRange, Observation, Registry, RepoPath, Source, Span, Window, lines_of,
};
use firsthand_render::{Options, markdown};
use firsthand_validator::{
    Context, Coverage, Intent, Present, RunFacts, Selection, cited, validate,
};

const FILES: [(&str, &str); 2] = [
    (
        "src/queue.py",
        "def push(job):\n    if full():\n        raise Backpressure(job)\n    jobs.append(job)\n",
    ),
    (
        "src/worker.py",
        "def work():\n    while True:\n        run(jobs.pop())\n",
    ),
];

/// The host's own tool: every file that holds the word, with the lines that do.
fn look_for(word: &str) -> Result<Observation, Box<dyn Error>> {
    let mut windows = Vec::new();
    for (path, text) in FILES {
        let hits = (1..).zip(lines_of(text.as_bytes()));
        let hits: Vec<u32> = hits
            .filter(|(_, line)| String::from_utf8_lossy(line).contains(word))
            .map(|(number, _)| number)
            .collect();
        let all = LineRange::new(1, u32::MAX).ok_or("no lines")?;
        if !hits.is_empty() {
            let span = Span::of_file(RepoPath::new(path)?, text.as_bytes(), all)?;
            windows.push(Window::new(span).with_hits(hits));
        }
    }
    Ok(Observation::matches(Source::GREP, windows))
}

/// What stands in the cited files now; a host asks its disk here.
fn present(registry: &Registry, selection: &Selection) -> Present {
    Present::gather(&cited(registry, selection), |path| {
        let (_, text) = FILES.iter().find(|(known, _)| *known == path.as_str())?;
        Some(text.as_bytes().to_vec())
    })
}

/// The host's model, which sees text with ids and answers with ids and quotes. This one is sloppy at
/// first: it makes up an id, and quotes from memory.
fn model(seen: &str, told: &[String]) -> Result<Selection, serde_json::Error> {
    assert!(seen.contains("#### src/queue.py [c1] 1-4"), "{seen}");
    let (ids, quote) = match told.is_empty() {
        true => (r#"["c1", "c7"]"#, "raise QueueFull(job)"),
        false => (r#"["c1"]"#, "raise Backpressure(job)"),
    };
    serde_json::from_str(&format!(
        r#"{{"primaryCandidateIds": {ids},
            "flow": [{{"candidateId": "c1", "role": "guard", "quote": "{quote}",
                       "fact": "A full queue raises `Backpressure`."}}],
            "recommendedPrimaryAction": "answer_from_report", "confidence": "high"}}"#
    ))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut registry = Registry::new();
    let observation = look_for("job")?;
    let (_, seen) = registry.see(&observation);

    let mut told: Vec<String> = Vec::new();
    let verdict = loop {
        let selection = model(&seen, &told)?;
        let present = present(&registry, &selection);
        let verdict = validate(
            &selection,
            &Context::new(&registry, &present, Intent::Explain),
        );
        if verdict.gaps().is_empty() || told.len() > 2 {
            break verdict;
        }
        told.extend(verdict.gaps().iter().map(ToString::to_string));
    };
    assert_eq!(
        told,
        [
            "flow link 1 [c1]: the quote `raise QueueFull(job)` does not stand in the lines shown for that id"
        ]
    );

    let mut facts = RunFacts::new("memory", "what happens when the queue is full?");
    facts.coverage = Coverage {
        patterns: 1,
        files_seen: FILES.len() as u64,
        ..Coverage::default()
    };
    let text = markdown(&verdict.into_report(facts), &Options::default()).text;
    print!("{text}");
    assert!(
        text.contains("   >     raise Backpressure(job)\n") && text.contains("Confidence: high")
    );
    Ok(())
}
