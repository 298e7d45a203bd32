//! The target `hostile`: files that repeat and nest what a grammar knows, which nobody would write.

use std::fmt::Write as _;
use std::sync::OnceLock;

use firsthand_codegraph::grammar_tokens;

use crate::facts::{facts_hold, graph};

/// The most bytes of a generated file.
const MAX_FILE: usize = 256 << 10;

/// What opens the place where a unit is repeated: the start of a file, a function, a type, a value.
#[rustfmt::skip]
const PREFIXES: &[&str] = &[
    "", "a = ", "a: ", "- ", "{ ", "int f(){ ", "class A { void f() { ", "class A { ", "<?php ",
    "<?php function f() { ", "function f() { ", "fn f() { ", "func f() { ", "package a\nfunc f() { ", "def f():\n ",
    "def f; ", "fun f() { ", "object A { ", "f = do ", "select ", "RUN ", "a:\n\t", "<script>\n", "type A { ",
    "message A { ", "let a: ",
];

/// Tokens that no grammar lists by their texts: names, values, blanks, indicators, and what begins the states of
/// scanners: heredocs, raw and interpolated strings, quoted blocks.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "a", "A", "1", "\"s\"", "'c'", "\n", " ", "\t", "- ", "? ", ": ", "> ", "#", "\\", "<<A\n", "<<~A\n",
    "<<-\"A\"\n", "<<<A\n", "\"#{", "\"${", "$\"{", "f\"{", "'''", "\"\"\"", "`", "r#\"", "R\"a(", "[[", "[=[",
    "$$", "$a$", "/*", "<!--", "{{", "```\n", "{-", "#|", "%w(", "case 1:", "x=>",
];

/// How the units of a file are put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One after the other.
    Repeated,
    /// The same, and a second unit as often: brackets that are closed again.
    Closed,
    /// Each on a line of its own, indented one blank more than the one before.
    Indented,
    /// Each followed by another number, so that no two are alike.
    Numbered,
}

/// The shapes, one row each.
pub const SHAPES: [Shape; 4] = [Shape::Repeated, Shape::Closed, Shape::Indented, Shape::Numbered];

/// The languages: the name of a file, and the tokens of the grammar.
pub fn sources() -> &'static [(String, Vec<String>)] {
    static SOURCES: OnceLock<Vec<(String, Vec<String>)>> = OnceLock::new();
    SOURCES.get_or_init(|| {
        let mut sources = grammar_tokens();
        for (_, tokens) in &mut sources {
            tokens.extend(OTHERS.iter().map(|token| (*token).to_owned()));
        }
        sources
    })
}

/// A file of at most about `length` bytes: a prefix, and a unit put together in a shape.
pub fn hostile_file(prefix: &str, unit: &str, close: &str, shape: Shape, length: usize) -> String {
    let mut text = prefix.to_owned();
    let mut count = 0_usize;
    let begin = text.len();
    while text.len() < begin + length && !unit.is_empty() {
        // What writes to a string does not fail.
        let _ = match shape {
            Shape::Repeated | Shape::Closed => write!(text, "{unit}"),
            Shape::Indented => write!(text, "\n{:1$}{unit}", "", count % 2_000),
            Shape::Numbered => write!(text, "{unit}{count}"),
        };
        count += 1;
        if shape == Shape::Closed && text.len() - begin > length / 2 {
            break;
        }
    }
    if shape == Shape::Closed {
        text.push_str(&close.repeat(count));
    }
    text
}

/// The file that the bytes of `data` select: language, prefix, shape, length, and one to three tokens of the unit.
pub fn selected_file(data: &[u8]) -> (&'static str, String) {
    let mut bytes = data.iter().map(|byte| usize::from(*byte));
    let mut next = || bytes.next().unwrap_or_default();
    let (name, tokens) = &sources()[next() % sources().len()];
    let prefix = PREFIXES[next() % PREFIXES.len()];
    let shape = SHAPES[next() % SHAPES.len()];
    let length = MAX_FILE >> (next() % 9);
    let blank = ["", " ", "\n"][next() % 3];
    let mut token = || tokens[(next() * 256 + next()) % tokens.len()].clone() + blank;
    let (unit, close) = (token(), token());
    let unit = match data.len() % 3 {
        0 => unit,
        1 => unit + &token(),
        _ => unit + &token() + &token(),
    };
    (name.as_str(), hostile_file(prefix, &unit, &close, shape, length))
}

/// The facts of a hostile file are extracted in this process, or given up; the process lives.
pub fn hostile(data: &[u8]) {
    let (name, text) = selected_file(data);
    facts_hold(graph(), name, text);
}
