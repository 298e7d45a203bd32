//! Measures questions of growing length, such as pasted logs: the time must grow no faster than the text.
#![allow(missing_docs)] // The macros of criterion make undocumented items.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // A benchmark makes its own small tree.

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use firsthand::{Explorer, Intent};

/// A log of about this many bytes, with two names of the tree in its first line.
fn log(bytes: usize) -> String {
    let mut text = String::from("ERROR Engine.boost failed\n");
    let mut id = 1_u64;
    while text.len() < bytes {
        id = id.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let _ = writeln!(
            text,
            "2026-11-25T10:00:00Z req={id:016x} worker_{} took {}ms",
            id >> 48,
            id >> 54
        );
    }
    text
}

fn explore(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("m.py", "class Engine:\n    def boost(self):\n        return 1\n");
    write("n.py", "from m import Engine\n\ndef run():\n    return Engine().boost()\n");
    let explorer = Explorer::builder(folder.path()).build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut group = c.benchmark_group("explore a log");
    group.sample_size(10);
    for kib in [4, 16, 64, 256] {
        let query = log(kib << 10);
        group.throughput(Throughput::Bytes(query.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(kib), &query, |b, query| {
            b.iter(|| runtime.block_on(explorer.explore(black_box(query), Intent::Debug)).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, explore);
criterion_main!(benches);
