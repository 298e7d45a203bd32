//! Files that nobody would write, in all languages: each costs only its facts. Where a parser could end this process,
//! another one parses, as for the command line.

use firsthand_codegraph::{Isolation, Options};
use firsthand_fuzz::{SHAPES, Shape, facts_hold, graph_with, hostile_file, selected_file, sources};

use crate::ONE_AT_A_TIME;

/// The files that are selected at random.
const SELECTED: u32 = 60;

fn options() -> Options {
    let program = env!("CARGO_BIN_EXE_isolated");
    Options { isolation: Some(Isolation::new(program, [""; 0])), ..Options::default() }
}

#[test]
fn always_ends_whatever_a_file_repeats() {
    let _alone = ONE_AT_A_TIME.lock();
    let graph = graph_with(options());
    let known: &[(&str, &str, &str, &str, usize)] = &[
        ("a.yaml", "", "- ", "alpha", 508),
        ("a.yaml", "", "? ", "alpha", 3_000),
        ("a.c", "int alpha(){", "x=>", "alpha()}", 130_000),
        ("a.java", "class A{void alpha(){", "A<", "}}", 40_000),
        ("a.cs", "class A{void alpha(){", "a<b,", "}}", 40_000),
        ("a.ts", "class A { f() { ", "a<b,", "}}", 40_000),
        ("a.sh", "f() { ", "a|", "}", 40_000),
        ("a.ex", "def f do ", "a-", "end", 40_000),
        ("a.php", "<?php ", "x=>", "", 150_000),
        ("a.cpp", "", "<!-- needle ", "", 256_000),
        ("a.rb", "f(", "<<~A, ", ")\n", 3_000),
    ];
    for &(name, prefix, unit, end, length) in known {
        let text = hostile_file(prefix, unit, "", Shape::Repeated, length) + end;
        facts_hold(&graph, name, &text);
    }
    let word = "A".repeat(300);
    facts_hold(&graph, "a.rb", format!("a = <<~{word}\n  b\n{word}\n"));
    for (at, (name, tokens)) in sources().iter().enumerate() {
        let (unit, shape) =
            (tokens[(at * 7 + 3) % tokens.len()].as_str(), SHAPES[at % SHAPES.len()]);
        facts_hold(&graph, name, hostile_file("", unit, unit, shape, 16 << 10));
    }
    let mut state = 0x5eed_u64;
    for _ in 0..SELECTED {
        let mut byte = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            u8::try_from(state >> 56).unwrap()
        };
        let data: Vec<u8> = (0..10 + byte() % 3).map(|_| byte()).collect();
        let (name, text) = selected_file(&data);
        facts_hold(&graph, name, &text);
    }
    if let Some(peak) = peak_bytes() {
        assert!(peak < 256 << 20, "{peak} bytes");
    }
}

/// The most memory that this process had, if the system says so.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes << 10)
}
