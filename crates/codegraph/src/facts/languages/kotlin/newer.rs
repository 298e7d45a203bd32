//! Syntax that the grammar does not know, as older syntax of the same length.

mod guards;

use crate::facts::languages::{closing, with_blanks};
use crate::text::words::{is_name_byte, wholes};
use guards::add_guards;
use std::ops::Range;

use memchr::memmem;

/// The words that can follow the context of a declaration.
const DECLARING: &[&str] = &[
    "abstract",
    "actual",
    "class",
    "expect",
    "fun",
    "infix",
    "inline",
    "internal",
    "interface",
    "open",
    "operator",
    "override",
    "private",
    "protected",
    "public",
    "suspend",
    "val",
    "var",
];

/// The words before a declaration that are names elsewhere, which the grammar does not tell apart.
const MODIFIERS: &[&str] =
    &["external", "final", "infix", "inline", "internal", "open", "override", "public", "sealed"];

/// Rewrites guards of `when` (`is A if b ->` as `is A , b ->`), ends its entries before those that begin with a literal,
/// leaves contexts of declarations (`context(a: A)`) and the signs before a string (`$$"a"`) blank, ends the last member of a
/// type's body that is closed on the same line, and writes names that are words for modifiers as other names (`open()` as
/// `_pen()`).
pub(super) fn as_older_syntax(text: &[u8]) -> Option<Vec<u8>> {
    let mut edits: Vec<(Range<usize>, u8)> = Vec::new();
    add_contexts(text, &mut edits);
    add_guards(text, &mut edits);
    add_ends_of_entries(text, &mut edits);
    add_ends_of_members(text, &mut edits);
    add_interpolations(text, &mut edits);
    add_names(text, &mut edits);
    with_blanks(text, edits)
}

/// Blanks `context(…)` before declarations.
fn add_contexts(text: &[u8], edits: &mut Vec<(Range<usize>, u8)>) {
    for at in memmem::find_iter(text, b"context(") {
        let before = text[..at].iter().rev();
        let mut blanks = before.skip_while(|byte| matches!(byte, b' ' | b'\t'));
        let starts = blanks.next().is_none_or(|byte| b"\n{;".contains(byte));
        let Some(close) = closing(text, at + b"context".len(), *b"()").filter(|_| starts) else {
            continue;
        };
        let next = text[close + 1..].trim_ascii_start();
        let word = next.iter().take_while(|byte| byte.is_ascii_lowercase());
        let word = next.get(..word.count()).unwrap_or_default();
        if DECLARING.iter().any(|declaring| declaring.as_bytes() == word) {
            edits.push((at..close + 1, b' '));
        }
    }
}

/// Ends an entry of a `when` with a `;` before one that begins with a literal: the parser takes a time that grows with the
/// square of their number to find out that the literal does not continue the expression.
fn add_ends_of_entries(text: &[u8], edits: &mut Vec<(Range<usize>, u8)>) {
    let (mut at, mut end) = (0, None);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let code = line.trim_ascii();
        let is_literal = code.first().is_some_and(|first| b"\"'-0123456789".contains(first));
        if let Some(end) = end.filter(|_| is_literal && memmem::find(code, b"->").is_some()) {
            edits.push((end..end + 1, b';'));
        }
        let is_value = |last: &u8| is_name_byte(*last) || b")]\"'!".contains(last);
        if !code.is_empty() {
            let is_ended = code.last().is_some_and(is_value) && memmem::find(code, b"//").is_none();
            end = is_ended.then_some(at + line.trim_ascii_end().len());
        }
        at += line.len();
    }
}

/// Gives the names that are words for modifiers another first letter. A declaration, and no sign, follows a modifier.
fn add_names(text: &[u8], edits: &mut Vec<(Range<usize>, u8)>) {
    for word in MODIFIERS {
        edits.extend(wholes(text, word, is_name_byte).filter_map(|at| {
            let rest = &text[at + word.len()..];
            let mut behind = rest.iter().filter(|byte| !matches!(byte, b' ' | b'\t'));
            let is_name = behind.next().is_some_and(|next| b"([.?=+-*%<>!:,)&|".contains(next));
            is_name.then_some((at..at + 1, b'_'))
        }));
    }
}

/// Blanks the signs before strings: `$$"a"`.
fn add_interpolations(text: &[u8], edits: &mut Vec<(Range<usize>, u8)>) {
    if memmem::find(text, b"$$\"").is_none() {
        return;
    }
    let mut at = 0;
    while at < text.len() {
        let signs = text[at..].iter().take_while(|byte| **byte == b'$').count();
        let quote = at + signs;
        if signs > 1 && text.get(quote) == Some(&b'"') {
            edits.push((at..quote, b' '));
        }
        at = after_text(text, quote).max(at + 1);
    }
}

/// Ends the last member of a type's body with a `;` where the closing brace follows it on the same line after a blank.
fn add_ends_of_members(text: &[u8], edits: &mut Vec<(Range<usize>, u8)>) {
    let mut open: Vec<Braces> = Vec::new();
    let (mut at, mut statement, mut parentheses) = (0, 0, 0_usize);
    while let Some(&byte) = text.get(at) {
        let next = after_text(text, at);
        match byte {
            _ if next > at => {
                at = next;
                continue;
            }
            b'(' => parentheses += 1,
            b')' => parentheses = parentheses.saturating_sub(1),
            b'{' => {
                let around = open.last().copied();
                open.push(braces_after(&text[statement..at], around));
            }
            b';' if open.last() == Some(&Braces::Entries) => {
                open.pop();
                open.push(Braces::Members);
            }
            b'}' if open.pop() == Some(Braces::Members) => {
                let before = text[..at].trim_ascii_end();
                let gap = &text[before.len()..at];
                let ends = before.last().is_some_and(|last| !b"{;,".contains(last));
                if ends && !gap.is_empty() && !gap.contains(&b'\n') {
                    edits.push((at - 1..at, b';'));
                }
            }
            _ => {}
        }
        let ends_line = byte == b'\n' && parentheses == 0;
        if ends_line || matches!(byte, b'{' | b'}' | b';') {
            (statement, parentheses) = (at + 1, 0);
        }
        at += 1;
    }
}

/// The end of the comment, string or character that begins at `at`; `at` itself if none does.
fn after_text(text: &[u8], at: usize) -> usize {
    let rest = &text[at..];
    let until = |mark: &[u8], from: usize| {
        let end = rest.get(from..).and_then(|rest| memmem::find(rest, mark));
        at + end.map_or(rest.len(), |end| from + end + mark.len())
    };
    match rest {
        [b'/', b'/', ..] => until(b"\n", 2) - usize::from(rest.contains(&b'\n')),
        [b'/', b'*', ..] => until(b"*/", 2),
        [b'"', b'"', b'"', ..] => until(b"\"\"\"", 3),
        [b'\'', b'\\', _, b'\'', ..] => at + 4,
        [b'\'', _, b'\'', ..] => at + 3,
        [b'"', ..] => {
            let mut escaped = false;
            let ends = |byte: &u8| {
                let ends = !escaped && matches!(byte, b'"' | b'\n');
                escaped = !escaped && *byte == b'\\';
                ends
            };
            let end = rest[1..].iter().position(ends);
            at + end.map_or(rest.len(), |end| end + 2)
        }
        _ => at,
    }
}

/// What is between a pair of braces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Braces {
    /// The members of a type, which the grammar tells from the entries of an enum only by their ends.
    Members,
    /// The entries of an enum; members follow after a `;`.
    Entries,
    Other,
}

/// What a brace opens that follows a text, within other braces.
fn braces_after(head: &[u8], around: Option<Braces>) -> Braces {
    let mut words = head.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
    let is_type = |word: &[u8]| matches!(word, b"class" | b"interface" | b"object");
    match (words.clone().any(is_type), words.any(|word| word == b"enum")) {
        (true, true) => Braces::Entries,
        (true, false) => Braces::Members,
        // An entry of an enum may have members of its own.
        (false, _) if around == Some(Braces::Entries) => Braces::Members,
        (false, _) => Braces::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_syntax_is_written_as_older() {
        let check = |text: &str, expect: &str| {
            let rewritten = as_older_syntax(text.as_bytes());
            let seen = rewritten.map_or(text.to_owned(), |text| String::from_utf8(text).unwrap());
            assert_eq!(seen, expect);
            assert_eq!(seen.len(), text.len());
        };
        check("  \"a\" -> b.c\n  \"d\" -> e\n", "  \"a\" -> b.c;  \"d\" -> e\n");
        check("  1 -> b\n    .c() \n\n  2, 3 -> e\n", "  1 -> b\n    .c();\n\n  2, 3 -> e\n");
        check("  1 -> b // c\n  2,\n  3 -> e\n", "  1 -> b // c\n  2,\n  3 -> e\n");
        check("  val f = { a -> if (a) b else c }", "  val f = { a -> if (a) b else c }");
        check("if (a) b else c", "if (a) b else c");
        check("context(a: A)\nfun f() {}", "             \nfun f() {}");
        check(
            "class C { context(a: A, b: (B) -> C) fun f() {} }",
            "class C {                            fun f() {};}",
        );
        check("  context(a)\n  g()", "  context(a)\n  g()");
        check("val a = $$\"x $y\"", "val a =   \"x $y\"");
        check("f($$$\"\"\"a\"\"\")", "f(   \"\"\"a\"\"\")");
        check("val a = \"b $$\" // $$\"c\"", "val a = \"b $$\" // $$\"c\"");
        check("class A { fun b() {} }", "class A { fun b() {};}");
        check(
            "class A { companion object { val x = 1 } }",
            "class A { companion object { val x = 1;};}",
        );
        check(
            "val a = object : B(\"}\") { fun c() {} }",
            "val a = object : B(\"}\") { fun c() {};}",
        );
        check("class A { }\nclass B {\n  val x = 1\n}", "class A { }\nclass B {\n  val x = 1\n}");
        check("enum class E { A, B }", "enum class E { A, B }");
        check(
            "enum class E { A, B { fun f() {} }; fun g() {} }",
            "enum class E { A, B { fun f() {};}; fun g() {};}",
        );
        check("fun f() { g { it } }", "fun f() { g { it } }");
        check("fun f() {\n  open(1)\n}", "fun f() {\n  _pen(1)\n}");
        check("  inline.a = final + 1\n", "  _nline.a = _inal + 1\n");
        check("open class A\ninternal val opened = 1", "open class A\ninternal val opened = 1");
        check("class A { val x = '}' /* } */ } // }", "class A { val x = '}' /* } */;} // }");
    }
}
