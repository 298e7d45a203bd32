//! Searches a tree from the command line.
//!
//! `search ROOT QUERY [--symbol NAME --relation RELATION] [--limit N] [--no-tests] [--lines N] [--quiet] [--cache DIR]`
//! `search --batch` reads lines `ROOT\tQUERY FILE` and prints one JSON-like line for each answer.
#![allow(clippy::disallowed_methods)] // An example reads its own query files.

use std::io::BufRead;
use std::path::Path;

use firsthand_codegraph::{Cancel, Graph, Options, Query, Relation, SearchResult};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = Vec::new();
    let mut query = Query::default();
    let mut cache = None;
    let (mut symbol, mut relation, mut quiet) = (None, Relation::Definition, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(word) = arguments.next() {
        match word.as_str() {
            "--symbol" => symbol = arguments.next(),
            "--relation" => relation = arguments.next().unwrap_or_default().parse()?,
            "--limit" => query.limit = arguments.next().unwrap_or_default().parse()?,
            "--lines" => query.window_lines = arguments.next().unwrap_or_default().parse()?,
            "--no-tests" => query.no_tests = true,
            "--quiet" => quiet = true,
            "--cache" => cache = arguments.next().map(Into::into),
            "--batch" => return batch(),
            _ => words.push(word),
        }
    }
    let root = words.first().ok_or("usage: search ROOT QUERY")?.clone();
    query.text = words.get(1..).unwrap_or_default().join(" ");
    let graph = Graph::open(Path::new(&root), Options { cache, ..Options::default() })?;
    let result = match symbol {
        Some(symbol) => graph.relate(&symbol, relation, &query, &Cancel::default()),
        None => graph.search(&query, &Cancel::default()),
    };
    show(&result, quiet);
    Ok(())
}

fn show(result: &SearchResult, quiet: bool) {
    for region in &result.regions {
        let parts: Vec<String> =
            region.components.iter().map(|(name, value)| format!("{name} {value:.2}")).collect();
        println!(
            "\n{}:{}-{} of {}  {:.2} = {}",
            region.path,
            region.range.start(),
            region.range.end(),
            region.file_lines,
            region.score,
            parts.join(" + ")
        );
        if let Some(symbol) = &region.symbol {
            println!(
                "  {} {} {}-{}: {}",
                symbol.kind,
                symbol.qualified,
                symbol.range.start(),
                symbol.range.end(),
                symbol.signature
            );
        }
        let why: Vec<String> = [
            region.resolution.map(|resolution| resolution.to_string()),
            region.distance.map(|distance| format!("distance {distance}")),
            region.relation_of.clone(),
        ]
        .into_iter()
        .flatten()
        .collect();
        println!("  hits {:?} tokens {:?} {}", region.hits, region.tokens, why.join(", "));
        if !quiet {
            for (line, text) in
                (region.range.start()..).zip(String::from_utf8_lossy(&region.bytes).lines())
            {
                println!("{line:>6} | {text}");
            }
        }
    }
    println!("\nfiles:");
    for file in &result.files {
        println!("  {:>8.2} {}", file.score, file.path);
    }
    let tokens: Vec<String> =
        result.tokens.iter().map(|t| format!("{} {}/{}", t.text, t.files, t.occurrences)).collect();
    println!("tokens: {}\nnotes: {:?}\n{:?}", tokens.join(", "), result.notes, result.stats);
}

/// For measuring: many queries in one process, each with a fresh graph.
fn batch() -> Result<(), Box<dyn std::error::Error>> {
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let Some((root, file)) = line.split_once('\t') else {
            continue;
        };
        let graph = Graph::open(Path::new(root), Options::default())?;
        let query =
            Query { text: std::fs::read_to_string(file)?, no_tests: true, ..Query::default() };
        let result = graph.search(&query, &Cancel::default());
        let files: Vec<&str> = result.files.iter().map(|file| file.path.as_str()).collect();
        let regions: Vec<(&str, u32, u32)> = result
            .regions
            .iter()
            .map(|r| (r.path.as_str(), r.range.start(), r.range.end()))
            .collect();
        let regions: Vec<String> =
            regions.iter().map(|(path, start, end)| format!("[{path:?},{start},{end}]")).collect();
        println!(
            "{{\"files\":{files:?},\"regions\":[{}],\"ms\":{},\"parsed\":{},\"read\":{}}}",
            regions.join(","),
            result.stats.elapsed_ms,
            result.stats.files_parsed,
            result.stats.files_read
        );
    }
    Ok(())
}
