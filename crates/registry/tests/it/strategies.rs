//! Strategies and builders of the properties' inputs.

use firsthand_registry::{
    Declaration, LineRange, Observation, ObservationKind, Related, RepoPath, Source, SourceLine,
    Span, Symbol, TokenCount, Window,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

pub(crate) fn path(text: &str) -> RepoPath {
    RepoPath::new(text).unwrap()
}

pub(crate) fn range(start: u32, end: u32) -> LineRange {
    LineRange::new(start, end).unwrap()
}

pub(crate) fn file(lines: &[&str]) -> Vec<u8> {
    lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect()
}

/// A window on the lines of `text`, the first of which is line `start` of a file of `file_lines` lines.
pub(crate) fn window(path_text: &str, start: u32, text: &str, file_lines: u32) -> Window {
    let lines = text.lines().map(|line| SourceLine::Plain(line.to_owned())).collect();
    Window::new(Span::new(path(path_text), start, lines, Some(file_lines)).unwrap())
}

pub(crate) fn symbol(name: &str) -> Option<Symbol> {
    Some(Symbol { name: name.into(), qualified: name.into(), kind: "function".into() })
}

/// Hostile text: headers, escapes, line breaks, wide characters.
pub(crate) fn hostile_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("#### a.rs [c1] f (fn) 1-9".to_owned()),
        "[ \\t#|`\\\\\u{1b}\u{0}\u{85}\u{2028}\u{202e}\u{feff}\r\néß数]{0,8}",
        "[a-z_A-Z0-9]{0,12}",
    ];
    vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

fn hostile_line() -> impl Strategy<Value = String> {
    hostile_text().prop_map(|text| text.replace('\n', " "))
}

fn hostile_path() -> impl Strategy<Value = RepoPath> {
    hostile_text().prop_map(|text| RepoPath::new(&text).unwrap_or_else(|_| path("plain.rs")))
}

/// Lines: mostly short, some hostile, some far longer than their printed text.
fn source_line() -> impl Strategy<Value = SourceLine> {
    prop_oneof![
        4 => "[a-z(){} ]{0,30}".prop_map(SourceLine::Plain),
        3 => hostile_line().prop_map(SourceLine::Plain),
        1 => (350..900_usize).prop_map(|n| SourceLine::Plain("x".repeat(n))),
        1 => (80..200_usize).prop_map(|n| SourceLine::Plain("\u{1b}é".repeat(n))),
        1 => hostile_line().prop_map(SourceLine::masked),
        1 => hostile_line().prop_map(|line| SourceLine::Plain(line).mask("(hidden)")),
    ]
}

fn span() -> impl Strategy<Value = Span> {
    let start = prop_oneof![1..200_u32, Just(99_998), Just(4_294_900_000)];
    (hostile_path(), start, vec(source_line(), 1..25), 0..2_000_u32).prop_map(
        |(path, start, lines, more)| {
            let line_count = u32::try_from(lines.len()).unwrap();
            Span::new(path, start, lines, Some(start + line_count - 1 + more)).unwrap()
        },
    )
}

/// A window whose hits may lie outside of it, as a faulty adapter's could.
fn any_window() -> impl Strategy<Value = Window> {
    let name = || (hostile_text(), hostile_text(), hostile_text());
    let declared = |name: &str, range| Declaration {
        name: name.into(),
        kind: "fn".into(),
        range,
        head: None,
        is_test: false,
    };
    let declared_symbol = || Just(("d".to_owned(), "d".to_owned(), "fn".to_owned()));
    (
        span(),
        vec(0..40_u32, 0..3),
        option::of(prop_oneof![name(), declared_symbol()]),
        option::of(name()),
        option::of(0..9_u32),
        vec((1..40_u32, 0..900_usize), 0..3),
        any::<(bool, bool)>(),
    )
        .prop_map(move |(span, hits, symbol, related, distance, focus, (row, guessed))| {
            let start = span.range().start();
            Window {
                hits: hits.into_iter().map(|offset| (start - 1) + offset).collect(),
                declarations: vec![
                    declared("d", range(start, start + 3)),
                    declared("a_declaration_of_a_long_name", range(start + 4, start + 30)),
                ],
                symbol: symbol.map(|(name, qualified, kind)| Symbol { name, qualified, kind }),
                related: related.map(|(relation, of, resolution)| Related {
                    relation,
                    of,
                    resolution,
                }),
                distance,
                focus,
                row,
                guessed,
                span,
            }
        })
}

pub(crate) fn observation() -> impl Strategy<Value = Observation> {
    let kind = prop_oneof![
        Just(ObservationKind::Matches),
        Just(ObservationKind::Read),
        Just(ObservationKind::Symbols),
        Just(ObservationKind::Relations),
    ];
    let shown = (source(), kind, vec(any_window(), 0..5))
        .prop_map(|(source, kind, windows)| Observation::new(source, kind, windows));
    let listed = (source(), vec(hostile_path(), 0..12))
        .prop_map(|(source, paths)| Observation::listed(source, paths));
    let observation = prop_oneof![4 => shown, 1 => listed];
    let count = ("[a-zA-Z]{1,4}", 0..50_u32, 0..90_u32).prop_map(|(token, files, of_files)| {
        TokenCount { token, files, of_files, occurrences: 0, in_code: 0 }
    });
    (observation, vec(count, 0..3))
        .prop_map(|(observation, counts)| observation.with_counts(counts))
}

pub(crate) fn source() -> impl Strategy<Value = Source> {
    prop_oneof![
        Just(Source::GRAPH),
        Just(Source::READ),
        Just(Source::GREP),
        Just(Source::LIST),
        (0.0..=1.0_f64).prop_map(|weight| Source { name: "host".into(), weight }),
    ]
}
