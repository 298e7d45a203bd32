//! Strategies for observations and files: well-formed and hostile.

use firsthand_agent::ToolOutput;
use firsthand_registry::{
    Declaration, LineRange, Observation, ObservationKind, Receipt, RepoPath, Source, SourceLine,
    Span, Symbol, TokenCount, Window,
};
use firsthand_validator::{Coverage, Finding, Rule};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::FakeRepo;

/// A path inside a repository, out of few, so that they repeat.
pub fn path() -> impl Strategy<Value = RepoPath> {
    let names = &["src/main.rs", "src/lib.rs", "#### x.rs", "tests/é ñ.ts", "a/b\nc.txt"];
    select(names).prop_filter_map("a path", |name| RepoPath::new(name).ok())
}

/// A line of a file: code, text that looks like a header or a gutter, odd characters, a long one.
pub fn line() -> impl Strategy<Value = String> {
    let known = &[
        "",
        "fn main() {",
        "    greet(name);",
        "}",
        "#### src/main.rs [c1] 1-9",
        "7| let x = 1;",
        "\tlet naïve = \"\u{202e}txt\";\u{1b}[31m",
    ];
    prop_oneof![
        8 => select(known).prop_map(str::to_owned),
        3 => "[a-z_]{1,12}\\([a-z, ]{0,9}\\);",
        1 => "\\PC{0,40}",
        1 => (200_usize..2_000).prop_map(|n| "long ".repeat(n)),
    ]
}

/// A file's bytes; sometimes not UTF-8, empty, or with other line ends.
pub fn file() -> impl Strategy<Value = Vec<u8>> {
    let lines = vec(line(), 0..30);
    (lines, select(&["\n", "\r\n"]), prop::bool::weighted(0.1)).prop_map(|(lines, end, odd)| {
        let mut bytes: Vec<u8> =
            lines.iter().flat_map(|line| [line, end]).flat_map(str::bytes).collect();
        if odd {
            bytes.extend(b"\xff\xfe not text");
        }
        bytes
    })
}

/// A repository of one to four files.
pub fn repo() -> impl Strategy<Value = FakeRepo> {
    vec((path(), file()), 1..5).prop_map(|files| {
        files.into_iter().fold(FakeRepo::new(), |repo, (path, file)| repo.with(path.as_str(), file))
    })
}

fn range() -> impl Strategy<Value = LineRange> {
    (1_u32..60, 0_u32..60)
        .prop_filter_map("a range", |(from, more)| LineRange::new(from, from + more))
}

/// A span of arbitrary lines, as a faulty tool may return.
pub fn span() -> impl Strategy<Value = Span> {
    let line = (line(), prop::bool::weighted(0.1)).prop_map(|(text, masked)| {
        if masked { SourceLine::masked(text) } else { SourceLine::Plain(text) }
    });
    (path(), 1_u32..50, vec(line, 1..20), 0_u32..40).prop_filter_map(
        "a span",
        |(path, start, lines, more)| {
            let count = u32::try_from(lines.len()).ok()?;
            Span::new(path, start, lines, Some(start + count + more)).ok()
        },
    )
}

/// A window with arbitrary metadata.
pub fn window() -> impl Strategy<Value = Window> {
    let symbol = line().prop_map(|name| Symbol {
        qualified: format!("m::{name}"),
        name,
        kind: "function".to_owned(),
    });
    let declaration = (line(), range()).prop_map(|(name, range)| Declaration {
        name,
        kind: "struct".to_owned(),
        range,
        head: None,
        is_test: false,
    });
    let distance = prop::option::of(any::<u32>());
    (span(), vec(0_u32..80, 0..4), prop::option::of(symbol), vec(declaration, 0..3), distance)
        .prop_map(|(span, hits, symbol, declarations, distance)| Window {
            symbol,
            distance,
            hits,
            declarations,
            ..Window::new(span)
        })
}

/// An observation, true or not.
pub fn observation() -> impl Strategy<Value = Observation> {
    let kind = select(vec![
        ObservationKind::Matches,
        ObservationKind::Read,
        ObservationKind::Symbols,
        ObservationKind::Relations,
    ]);
    let shown = (kind, vec(window(), 0..6))
        .prop_map(|(kind, windows)| Observation::new(Source::READ, kind, windows));
    let listed = vec(path(), 0..6).prop_map(|paths| Observation::listed(Source::READ, paths));
    let observation = prop_oneof![4 => shown, 1 => listed];
    let count =
        ("[a-zA-Z]{1,6}", any::<u32>(), any::<u32>()).prop_map(|(token, files, of_files)| {
            TokenCount { token, files, of_files, occurrences: 0, in_code: 0 }
        });
    let weight = prop_oneof![0.0..1.0_f64, any::<f64>()];
    (observation, vec(count, 0..3), weight).prop_map(|(mut observation, counts, weight)| {
        observation.source.weight = weight;
        observation.with_counts(counts)
    })
}

/// A receipt of something that is absent from [`crate::FakeRepo`]s, out of few, so that they repeat.
fn receipt() -> impl Strategy<Value = Receipt> {
    let repo = FakeRepo::new().with("a.txt", "known words\n");
    let text = prop_oneof![Just("bluetooth".to_owned()), line()];
    text.prop_filter_map("an absent text", move |text| repo.absent(&text).ok())
}

/// An output of a tool.
pub fn output() -> impl Strategy<Value = ToolOutput> {
    let finding = line().prop_map(|detail| Finding::new(Rule::Redacted, detail));
    let coverage = (any::<u32>(), any::<u64>(), any::<u64>(), any::<bool>());
    let coverage = coverage.prop_map(|(patterns, files_seen, files_skipped, truncated)| Coverage {
        patterns,
        files_seen,
        files_skipped,
        truncated,
        ..Coverage::default()
    });
    (
        vec(observation(), 0..5),
        line(),
        vec(line(), 0..4),
        coverage,
        vec(finding, 0..3),
        vec(receipt(), 0..2),
    )
        .prop_map(|(observations, summary, diagnostics, coverage, findings, receipts)| {
            ToolOutput {
                observations,
                summary,
                diagnostics,
                coverage,
                findings,
                left_out: Vec::new(),
                receipts,
            }
        })
}
