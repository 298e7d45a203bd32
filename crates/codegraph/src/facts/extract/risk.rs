//! Whether a text may be parsed in this process. The parsers are C code: on some texts they use gigabytes, or end the
//! process, within one step, in which they cannot be stopped. This check is one pass over the text. It is meant to
//! separate such texts from those that people and their tools write, and rather refuses too many.

use crate::facts::Language;
use crate::text::words::is_name_byte;

/// The tokens of a window. What a parser allocates in one step grows with the square of the number of operators that
/// it has not reduced; twice this many tokens of the worst kind need about 40 MB.
const WINDOW: u32 = 1_536;
/// A window is monotonous if it has at most this many different sequences of four tokens: it repeats a unit of at most
/// as many tokens, or a mixture of a few short units. Code has hundreds.
const MAX_SEQUENCES: u32 = 24;
/// A monotonous window is risky with one operator in this many tokens: a unit has at least one. Without operators, it
/// is a list of names, numbers and strings.
const TOKENS_PER_OPERATOR: u32 = 24;
/// The number of bits of the set of sequences.
const SET_BITS: usize = 4_096;

/// Whether a parser could end the process, or use too much memory in one step, on this text.
pub(crate) fn is_risky(language: &Language, text: &[u8]) -> bool {
    is_monotonous(text) || (language.strains_scanner)(text)
}

/// Whether a part of the text repeats a few operators and little else. All words and numbers count as one token each,
/// whatever their length, and blanks do not count, so that variation in these hides nothing.
fn is_monotonous(text: &[u8]) -> bool {
    let mut window = Window::default();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let start = at;
        at += 1;
        let kind = match byte {
            byte if is_name_byte(byte) => {
                while text.get(at).copied().is_some_and(is_name_byte) {
                    at += 1;
                }
                if text[start].is_ascii_digit() { b'0' } else { b'a' }
            }
            byte if byte.is_ascii_whitespace() || byte == 0 => continue,
            byte => byte,
        };
        let signs = matches!(byte, b'-' | b'+') && text.get(at).is_some_and(u8::is_ascii_digit);
        let comments = begins_comment(text, start);
        if window.add(kind, !signs && !comments && is_operator(byte)) {
            return true;
        }
    }
    false
}

/// Whether a byte is a part of the operators that parsers of some language leave unreduced.
fn is_operator(byte: u8) -> bool {
    b"<>|+-*/&!?~^%".contains(&byte)
}

/// Whether the byte at `at` is a part of the sign of a comment, `//`, `/*` or `*/`, which every line of it may have.
fn begins_comment(text: &[u8], at: usize) -> bool {
    let is_sign = |from: usize| {
        let pair = text.get(from..from + 2);
        pair.is_some_and(|pair| [b"//", b"/*", b"*/"].iter().any(|sign| pair == *sign))
    };
    is_sign(at) || at.checked_sub(1).is_some_and(is_sign)
}

/// The tokens since the last window ended.
struct Window {
    tokens: u32,
    operators: u32,
    /// The last four tokens.
    sequence: u32,
    /// The number of different sequences, by their hashes.
    sequences: u32,
    seen: [u64; SET_BITS / 64],
}

impl Default for Window {
    fn default() -> Self {
        Window { tokens: 0, operators: 0, sequence: 0, sequences: 0, seen: [0; SET_BITS / 64] }
    }
}

impl Window {
    /// Adds a token; returns whether it completes a window that is risky.
    fn add(&mut self, kind: u8, operator: bool) -> bool {
        self.tokens += 1;
        self.operators += u32::from(operator);
        self.sequence = (self.sequence << 8) | u32::from(kind);
        // The multiplier of Fibonacci hashing.
        let bit = (self.sequence.wrapping_mul(0x9e37_79b1) >> 20) as usize;
        let (word, mask) = (&mut self.seen[bit / 64], 1 << (bit % 64));
        self.sequences += u32::from(*word & mask == 0);
        *word |= mask;
        if self.tokens < WINDOW {
            return false;
        }
        let risky =
            self.sequences <= MAX_SEQUENCES && self.operators >= self.tokens / TOKENS_PER_OPERATOR;
        *self = Window { sequence: self.sequence, ..Window::default() };
        risky
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: bool) {
        let shown = &text[..text.len().min(30)];
        assert_eq!(is_monotonous(text.as_bytes()), expect, "{shown}");
    }

    #[test]
    fn a_few_operators_repeated_are_risky() {
        for unit in [
            "A<",
            "x=>",
            "a|",
            "a+",
            "a ? b : ",
            "- ",
            "<!-- needle ",
            "a<b, ",
            "A<B.C<D[]<",
            "!\n",
            "if a <\n",
            "a&&b||",
        ] {
            check(&unit.repeat(4_000), true);
            check(&unit.repeat(40), false);
        }
        let varied: String = (0..3_000).map(|n| format!("Name{n}<")).collect();
        check(&varied, true);
        let mixed: String =
            (0..3_000_u32).map(|n| if n.wrapping_mul(n) % 7 < 3 { "A<" } else { "a.B<" }).collect();
        check(&mixed, true);
    }

    #[test]
    fn lists_and_code_are_not() {
        for row in [
            "1, ",
            "-1, ",
            "\"key\": \"value\",\n",
            "{ 0x12, 'a' },\n",
            "#define A_1 0x12\n",
            "word ",
            "// a few words\n",
            "/* a */ b;\n",
        ] {
            check(&row.repeat(4_000), false);
        }
        let own = include_str!("risk.rs");
        check(&own.repeat(4), false);
    }
}
