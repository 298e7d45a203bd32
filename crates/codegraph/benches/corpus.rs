//! Measures how fast this crate masks secrets in the files of a folder, extracts their facts and caches these, against
//! a bare tree-sitter that parses the same files and walks the syntax trees:
//! `cargo bench -p firsthand-codegraph --bench corpus -- [DIR]`, this workspace by default.
//!
//! All files are read first. Then each file is parsed by tree-sitter alone and right after that by this crate, on one
//! core. The figures are the medians of five rounds; those of all languages are the sums of these.
#![allow(clippy::disallowed_methods)] // It reads the folder that it is given.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use firsthand_codegraph::{Cancel, Graph, Options, bare_parse, language_of};

const ROUNDS: usize = 5;
/// The bytes of one language after which no further file is measured; files are taken in the order of their paths.
const MAX_BYTES: usize = 24 << 20;

/// The files of one language, and the times that they took.
#[derive(Default)]
struct Language {
    /// Path and content.
    files: Vec<(String, Vec<u8>)>,
    bytes: usize,
    /// The time of tree-sitter alone in each round.
    bare: Vec<Duration>,
    /// The time of this crate in each round: it masks secrets, extracts the facts and caches them.
    facts: Vec<Duration>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let argument = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let root = argument
        .map_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../..").into(), PathBuf::from);
    // `cargo test` runs benchmarks too, to see that they run.
    let is_measured = std::env::args().any(|word| word == "--bench");
    let (rounds, max_bytes) = if is_measured { (ROUNDS, MAX_BYTES) } else { (1, 10_000) };
    let open = || Graph::open(&root, Options::default());
    let mut languages: BTreeMap<&str, Language> = BTreeMap::new();
    for file in &open()?.files().files {
        let Some(name) = language_of(file.path.as_str()) else {
            continue;
        };
        let language = languages.entry(name).or_default();
        if file.size <= Options::default().max_file_bytes && language.bytes < max_bytes {
            let text = std::fs::read(root.join(&file.path))?;
            language.bytes += text.len();
            language.files.push((file.path.as_str().to_owned(), text));
        }
    }
    for _ in 0..rounds {
        for language in languages.values_mut() {
            // A graph caches facts by content, so each language of a round has a new one.
            measure_round(language, &open()?);
        }
    }
    println!(
        "{:>12} {:>6} {:>7} {:>10} {:>10} {:>6}",
        "language", "files", "MB", "bare MB/s", "facts MB/s", "ratio"
    );
    // Its times are the medians of the languages, instead of those of the rounds.
    let mut all = Language::default();
    for (name, language) in &mut languages {
        let (bare, facts) = (median(&mut language.bare), median(&mut language.facts));
        print_row(name, language, bare, facts);
        all.files.append(&mut language.files);
        all.bytes += language.bytes;
        all.bare.push(bare);
        all.facts.push(facts);
    }
    let (bare, facts) = (all.bare.iter().sum(), all.facts.iter().sum());
    print_row("all", &all, bare, facts);
    Ok(())
}

fn measure_round(language: &mut Language, graph: &Graph) {
    let (mut bare, mut facts) = (Duration::ZERO, Duration::ZERO);
    for (path, text) in &language.files {
        let begun = Instant::now();
        std::hint::black_box(bare_parse(path, text));
        let parsed = Instant::now();
        std::hint::black_box(graph.declarations(path, text, &Cancel::default()));
        bare += parsed - begun;
        facts += parsed.elapsed();
    }
    language.bare.push(bare);
    language.facts.push(facts);
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn print_row(name: &str, language: &Language, bare: Duration, facts: Duration) {
    let megabytes = language.bytes as f64 / 1e6;
    let (bare, facts) = (megabytes / bare.as_secs_f64(), megabytes / facts.as_secs_f64());
    let (files, ratio) = (language.files.len(), facts / bare);
    println!("{name:>12} {files:>6} {megabytes:>7.1} {bare:>10.2} {facts:>10.2} {ratio:>6.2}");
}
