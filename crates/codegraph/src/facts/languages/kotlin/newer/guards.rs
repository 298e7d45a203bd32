//! The guards of `when`, as further conditions: `is A if b ->` as `is A , b ->`.

use super::after_text;
use crate::facts::languages::closing;
use crate::text::words::is_name_byte;
use std::ops::Range;

/// A pair of brackets that is open.
struct Brackets {
    /// The entry that is read, if they are the braces of a `when`.
    entry: Option<Entry>,
    /// Whether they are all of what an entry around them gives.
    is_value: bool,
}

/// An entry of a `when`.
enum Entry {
    /// Its conditions: where they begin, and their guard.
    Conditions(usize, Option<usize>),
    /// What it gives, from here.
    Value(usize),
}

/// Rewrites the guards: the first `if` between a condition and its arrow.
pub(super) fn add_guards(text: &[u8], edits: &mut Vec<(Range<usize>, u8)>) {
    let mut open: Vec<Brackets> = Vec::new();
    let (mut at, mut body) = (0, None);
    while let Some(&byte) = text.get(at) {
        let next = after_text(text, at);
        if next > at {
            at = next;
            continue;
        }
        let entry = open.last_mut().and_then(|brackets| brackets.entry.as_mut());
        match (byte, entry) {
            (b'(' | b'[' | b'{', entry) => {
                let is_value =
                    matches!(entry, Some(Entry::Value(from)) if is_blank(&text[*from..at]));
                let is_value = is_value && byte == b'{';
                let entry = (body == Some(at)).then_some(Entry::Conditions(at + 1, None));
                open.push(Brackets { entry, is_value });
            }
            (b')' | b']' | b'}', _) => {
                let is_value = open.pop().is_some_and(|closed| closed.is_value);
                if let Some(brackets) = open.last_mut().filter(|_| is_value) {
                    brackets.entry = Some(Entry::Conditions(at + 1, None));
                }
            }
            (b'-', Some(entry)) if text.get(at + 1) == Some(&b'>') => {
                if let Entry::Conditions(from, guard) = *entry {
                    edits.extend(guard.map(|guard| rewritten(text, from, guard)));
                    *entry = Entry::Value(at + 2);
                }
                at += 1;
            }
            (b'\n', Some(entry)) if is_ended(text, entry, at) => {
                *entry = Entry::Conditions(at + 1, None);
            }
            (b';', Some(entry)) => *entry = Entry::Conditions(at + 1, None),
            (byte, entry) if is_name_byte(byte) => {
                let length = text[at..].iter().take_while(|byte| is_name_byte(**byte)).count();
                match (&text[at..at + length], entry) {
                    (b"if", Some(Entry::Conditions(from, guard @ None)))
                        if !is_blank(&text[*from..at]) =>
                    {
                        *guard = Some(at);
                    }
                    (b"when", _) => body = body_of(text, at + length),
                    _ => {}
                }
                at += length - 1;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Where the braces open that follow the word `when` and its subject.
fn body_of(text: &[u8], from: usize) -> Option<usize> {
    let after_blanks = |at: usize| {
        let blanks = text[at..].iter().take_while(|byte| byte.is_ascii_whitespace());
        at + blanks.count()
    };
    let open = after_blanks(from);
    let close = closing(text, open, *b"()")?;
    let body = after_blanks(close + 1);
    (text.get(body) == Some(&b'{')).then_some(body)
}

/// The edit for a guard of the conditions that begin at `from`.
fn rewritten(text: &[u8], from: usize, guard: usize) -> (Range<usize>, u8) {
    let before = &text[from..guard];
    let keyword = guard..guard + 2;
    match before.trim_ascii() {
        b"else" => (guard - before.trim_ascii_start().len()..keyword.end, b' '),
        _ => (keyword, b','),
    }
}

/// Whether what an entry gives, or what seems to be its conditions, ends with the line that ends at `at`.
fn is_ended(text: &[u8], entry: &Entry, at: usize) -> bool {
    let (Entry::Conditions(from, _) | Entry::Value(from)) = *entry;
    let is_last = |last: &u8| is_name_byte(*last) || b")]}\"'!".contains(last);
    let next = text[at..].trim_ascii_start();
    let goes_on = [&b"->"[..], b"&&", b"||", b".", b"?"];
    let ends = text[from..at].trim_ascii().last().is_some_and(is_last);
    ends && !goes_on.iter().any(|sign| next.starts_with(sign))
}

fn is_blank(text: &[u8]) -> bool {
    text.trim_ascii().is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::as_older_syntax;

    #[test]
    fn guards_are_written_as_conditions() {
        let check = |text: &str, expect: &str| {
            let rewritten = as_older_syntax(text.as_bytes());
            let seen = rewritten.map_or(text.to_owned(), |text| String::from_utf8(text).unwrap());
            assert_eq!(seen, expect);
        };
        let same = |text: &str| check(text, text);
        check("when (a) {\n    is A if a.b > 1 -> 1\n}", "when (a) {\n    is A ,  a.b > 1 -> 1\n}");
        check("when (a) { in 1..3 if f(x) -> { 1 } }", "when (a) { in 1..3 ,  f(x) -> { 1 } }");
        check("when (a) {\n  else if x -> 1\n}", "when (a) {\n          x -> 1\n}");
        check(
            "= when (a) { is A if b -> c(); else -> 0 }",
            "= when (a) { is A ,  b -> c(); else -> 0 }",
        );
        check(
            "when (a) { is A -> { b } is B if c -> d }",
            "when (a) { is A -> { b } is B ,  c -> d }",
        );
        check(
            "when (val q = a) {\n is L if q.any { it == 1 } -> b\n}",
            "when (val q = a) {\n is L ,  q.any { it == 1 } -> b\n}",
        );
        check("when (a) {\n A if b &&\n c -> d\n}", "when (a) {\n A ,  b &&\n c -> d\n}");
        check("when (a) {\n A if b\n && c -> d\n}", "when (a) {\n A ,  b\n && c -> d\n}");
        check("when (a) {\n A,\n B if b -> d\n}", "when (a) {\n A,\n B ,  b -> d\n}");
        check(
            "when (a) { A -> when (b) { B if c -> d }\n E if f -> g }",
            "when (a) { A -> when (b) { B ,  c -> d }\n E ,  f -> g }",
        );
        same("when (a) {\n A -> if (b) c else d\n B ->\n if (c) d else if (e) f else g\n}");
        same(
            "when (a) {\n A ->\n if (b) c\n else if (d) e\n else f\n B -> g { x -> if (x) y else z }\n}",
        );
        same("when {\n a -> if (b) c else d\n}");
        same("val f = { a -> if (a) b else c }");
        same("if (a) b else c");
        same("// when (a) { A if b -> c }");
    }
}
