//! Whether a name can be what its line declares, by what stands before it: in most languages words alone do.
//!
//! It decides only which files are parsed first, and which need not be parsed once a declaration was found.

use memchr::memrchr;
use serde::{Deserialize, Serialize};

/// How likely a name is what its line declares; the likelier order later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Likelihood {
    /// It is used: after a `(`, a `=` or a `.`, or first on a line that is indented.
    Used,
    /// After words alone, on a line that is indented: `    def name`, but `    return name` too. Or as the first word of
    /// a macro's body: `#define to_other(x) name`.
    Indented,
    /// After words alone, or after nothing, on a line that is not indented.
    Outer,
}

/// How the name at byte `at` of a text stands in its line.
pub(super) fn likelihood(text: &[u8], at: usize) -> Likelihood {
    let start = memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
    let before = &text[start..at];
    let before = &before[..before.len() - qualifier(before)];
    let indented = before.first().is_some_and(u8::is_ascii_whitespace);
    let alone = before.iter().all(u8::is_ascii_whitespace);
    match (alone, indented) {
        (true, true) => Likelihood::Used,
        (true, false) => Likelihood::Outer,
        _ if !only_words(before) => Likelihood::Used,
        (false, true) => Likelihood::Indented,
        _ if follows_parameters(before) => Likelihood::Indented,
        (false, false) => Likelihood::Outer,
    }
}

/// The bytes of what a name is qualified with directly: `Type::`, `module.`.
fn qualifier(before: &[u8]) -> usize {
    let joined = |b: &&u8| is_word(**b) || matches!(**b, b':' | b'.');
    match before.last() {
        Some(b':' | b'.') => before.iter().rev().take_while(joined).count(),
        _ => 0,
    }
}

/// Whether there is nothing but words, the marks of types, and what stands in brackets: `func (r *T) `, `List<A, B> `.
fn only_words(before: &[u8]) -> bool {
    let mut open = 0_usize;
    for &byte in before.iter().rev() {
        match byte {
            b')' | b']' | b'>' => open += 1,
            b'(' | b'[' | b'<' if open == 0 => return false,
            b'(' | b'[' | b'<' => open -= 1,
            _ if open > 0 => {}
            b'*' | b'&' | b'#' | b'@' | b'?' | b'!' | b':' | b'\'' => {}
            byte if is_word(byte) || byte.is_ascii_whitespace() => {}
            _ => return false,
        }
    }
    open == 0
}

/// Whether the text ends with parentheses directly behind a word, as the head of a macro does: `#define to_other(x) `.
fn follows_parameters(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let mut open = 0_usize;
    let opening = before.iter().rposition(|byte| {
        match byte {
            b')' => open += 1,
            b'(' => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0
    });
    let Some(opening) = opening.filter(|_| before.ends_with(b")")) else {
        return false;
    };
    before[..opening].last().is_some_and(|byte| is_word(*byte))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::Likelihood::{Indented, Outer, Used};
    use super::{Likelihood, likelihood};

    #[test]
    fn what_stands_before_a_name_tells_declarations_from_uses() {
        let check = |line: &str, expect: Likelihood| {
            for text in [line.to_owned(), format!("name(\n\n{line}")] {
                let at = text.rfind("name").unwrap();
                assert_eq!(likelihood(text.as_bytes(), at), expect, "{line}");
            }
        };
        check("fn name() {", Outer);
        check("pub(crate) async fn name() {", Outer);
        check("static inline unsigned long *name(void)", Outer);
        check("name(int a)", Outer);
        check("#define name(x) y", Outer);
        check("#define to_other(x) name(x, other)", Indented);
        check("#define to_other(x, y(z)) name(x, other)", Indented);
        check("func (r *Repo) name() {", Outer);
        check("func name(r *Repo) (name string) {", Used);
        check("void Type::name() {", Outer);
        check("function M.name()", Outer);
        check("M.name = function()", Outer);
        check("Map<String, List<A>> name = x;", Outer);
        check("let größe: u8 = name", Used);
        check("    def name(self):", Indented);
        check("\tpublic static int[] name() {", Indented);
        check("    return name(1);", Indented);
        check("    name(1);", Used);
        check("    self.name(1);", Used);
        check("    if (name(1))", Used);
        check("x = name(1)", Used);
        check("go(&name)", Used);
        check("a->name", Used);
        check("a, name", Used);
        check("// \"name\"", Used);
    }
}
