//! Measures the parts of a search: tokenising and scanning, and parsing, the latter against a bare tree-sitter.
#![allow(missing_docs)] // The macros of criterion make undocumented items.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // A benchmark makes its own small tree.

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use firsthand_codegraph::{Cancel, Graph, Options, Query};

/// A module of plain TypeScript with `count` functions.
fn module(count: usize) -> String {
    let mut text = String::from("import { helper } from './helper'\n");
    for n in 0..count {
        let _ = write!(
            text,
            "\n/** Computes the {n}th value. */\nexport function compute{n}(input: string, limit = {n}): number {{\n  const parts = input.split(',').map((part) => helper(part, limit))\n  if (parts.length > limit) {{\n    return parts.reduce((sum, part) => sum + part.size, 0)\n  }}\n  return {{ parts, limit }}.parts.length\n}}\n"
        );
    }
    text
}

fn scan(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let text = module(200);
    for n in 0..50 {
        std::fs::write(folder.path().join(format!("m{n}.ts")), &text).unwrap();
    }
    let graph = Graph::open(folder.path(), Options::default()).unwrap();
    let mut group = c.benchmark_group("scan");
    group.throughput(Throughput::Bytes(50 * text.len() as u64));
    let absent = Query::new("nothing of this stands there");
    group.bench_function("absent words", |b| {
        b.iter(|| graph.search(black_box(&absent), &Cancel::default()));
    });
    let words: String = (0..2_000).map(|n| format!("word{n} ")).collect();
    let issue = Query::new(words);
    group.bench_function("2,000 absent words", |b| {
        b.iter(|| graph.search(black_box(&issue), &Cancel::default()));
    });
    group.finish();
}

fn parse(c: &mut Criterion) {
    let text = module(200);
    let mut group = c.benchmark_group("parse");
    group.throughput(Throughput::Bytes(text.len() as u64));
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()).unwrap();
    group.bench_function("tree-sitter alone", |b| {
        b.iter(|| parser.parse(black_box(&text), None));
    });
    let folder = tempfile::tempdir().unwrap();
    let mut turn = 0_u64;
    group.bench_function("facts", |b| {
        b.iter(|| {
            // New content every time, since facts are cached by content.
            turn += 1;
            let graph = Graph::open(folder.path(), Options::default()).unwrap();
            let source = format!("{text}// {turn}\n");
            graph.declarations("m.ts", black_box(source.as_bytes()), &Cancel::default())
        });
    });
    group.finish();
}

/// The time of a search should grow with the length of a text without declarations as the text does: at the same
/// throughput.
fn long_text(c: &mut Criterion) {
    let query = Query::new("where is the message for a page that somebody else edits decided");
    let mut group = c.benchmark_group("long text");
    group.sample_size(10);
    for entries in [1_000, 4_000, 16_000] {
        let text: String = (0..entries)
            .map(|n| {
                format!(
                    "#: src/page{n}.c:{n}\nmsgid \"the page that somebody edits {n}\"\nmsgstr \"message {n}\"\n\n"
                )
            })
            .collect();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("messages.po"), &text).unwrap();
        let graph = Graph::open(folder.path(), Options::default()).unwrap();
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(format!("{} KiB", text.len() >> 10), |b| {
            b.iter(|| graph.search(black_box(&query), &Cancel::default()));
        });
    }
    group.finish();
}

criterion_group!(benches, scan, parse, long_text);
criterion_main!(benches);
