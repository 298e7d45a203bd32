//! Estimates from the text before a name in its line whether the line declares the name. In most languages only words
//! precede a declared name.
//!
//! It decides only which files are parsed first, and which need not be parsed once a declaration was found.

use super::brackets::partner;
use super::words::is_name_byte;
use memchr::memrchr;
use serde::{Deserialize, Serialize};

/// How likely a line declares a name; ordered from the least likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Likelihood {
    /// It is used: after a `(`, a `=` or a `.`, or first on a line that is indented.
    Low,
    /// After words alone, on a line that is indented: `    def name`, but `    return name` too. Or as the first word
    /// of a macro's body: `#define to_other(x) name`.
    Medium,
    /// After words alone, or after nothing, on a line that is not indented.
    High,
}

/// The most bytes of a line before a name that it declares. A line of data can hold a name very often.
const MAX_HEAD_BYTES: usize = 2_000;

/// How likely the name at byte `at` of a text is declared there.
pub(crate) fn likelihood(text: &[u8], at: usize) -> Likelihood {
    let from = at.saturating_sub(MAX_HEAD_BYTES);
    let before = match memrchr(b'\n', &text[from..at]) {
        Some(end) => &text[from + end + 1..at],
        None if from > 0 => return Likelihood::Low,
        None => &text[..at],
    };
    let before = &before[..before.len() - qualifier_length(before)];
    let indented = before.first().is_some_and(u8::is_ascii_whitespace);
    let is_first = before.iter().all(u8::is_ascii_whitespace);
    match (is_first, indented) {
        (true, true) => Likelihood::Low,
        (true, false) => Likelihood::High,
        _ if !only_words(before) => Likelihood::Low,
        (false, true) => Likelihood::Medium,
        _ if follows_parameters(before) => Likelihood::Medium,
        (false, false) => Likelihood::High,
    }
}

/// The length in bytes of the qualifier directly before a name: `Type::`, `module.`.
fn qualifier_length(before: &[u8]) -> usize {
    let in_qualifier = |b: &&u8| is_name_byte(**b) || matches!(**b, b':' | b'.');
    match before.last() {
        Some(b':' | b'.') => before.iter().rev().take_while(in_qualifier).count(),
        _ => 0,
    }
}

/// Whether the text is only words, punctuation of types, and bracketed groups: `func (r *T) `, `List<A, B> `.
fn only_words(before: &[u8]) -> bool {
    let mut open = 0_usize;
    for &byte in before.iter().rev() {
        match byte {
            b')' | b']' | b'>' => open += 1,
            b'(' | b'[' | b'<' if open == 0 => return false,
            b'(' | b'[' | b'<' => open -= 1,
            _ if open > 0 => {}
            b'*' | b'&' | b'#' | b'@' | b'?' | b'!' | b':' | b'\'' => {}
            byte if is_name_byte(byte) || byte.is_ascii_whitespace() => {}
            _ => return false,
        }
    }
    open == 0
}

/// Whether the text ends with parentheses directly behind a word, as the head of a macro does: `#define to_other(x) `.
fn follows_parameters(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let opening = partner(before.iter().copied().enumerate().rev(), b")", b"(");
    let head = opening.filter(|_| before.ends_with(b")")).and_then(|at| before[..at].last());
    head.is_some_and(|byte| is_name_byte(*byte))
}

#[cfg(test)]
mod tests {
    use super::Likelihood::{High, Low, Medium};
    use super::{Likelihood, likelihood};

    #[test]
    fn the_text_before_a_name_distinguishes_declarations_from_uses() {
        let check = |line: &str, expect: Likelihood| {
            for text in [line.to_owned(), format!("name(\n\n{line}")] {
                let at = text.rfind("name").unwrap();
                assert_eq!(likelihood(text.as_bytes(), at), expect, "{line}");
            }
        };
        check("fn name() {", High);
        check("pub(crate) async fn name() {", High);
        check("static inline unsigned long *name(void)", High);
        check("name(int a)", High);
        check("#define name(x) y", High);
        check("#define to_other(x) name(x, other)", Medium);
        check("#define to_other(x, y(z)) name(x, other)", Medium);
        check("func (r *Repo) name() {", High);
        check("func name(r *Repo) (name string) {", Low);
        check("void Type::name() {", High);
        check("function M.name()", High);
        check("M.name = function()", High);
        check("Map<String, List<A>> name = x;", High);
        check("let größe: u8 = name", Low);
        check("    def name(self):", Medium);
        check("\tpublic static int[] name() {", Medium);
        check("    return name(1);", Medium);
        check("    name(1);", Low);
        check("    self.name(1);", Low);
        check("    if (name(1))", Low);
        check("x = name(1)", Low);
        check("go(&name)", Low);
        check("a->name", Low);
        check("a, name", Low);
        check("// \"name\"", Low);
        check(&format!("{} name", "fn ".repeat(600)), High);
        check(&format!("{} name", "fn ".repeat(700)), Low);
    }
}
