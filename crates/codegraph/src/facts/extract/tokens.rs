//! The expression before a name among plain tokens, as those that are given to a macro in Rust: the grammar leaves them
//! without a structure.

use crate::facts::Span;
use crate::text::brackets::partner;
use crate::text::words::is_word_byte;

/// The most bytes that are read before a name.
const MAX_BEFORE: usize = 400;

/// The expression from byte `from` on before the name that begins at a byte: `a.b(c)` before `d` in `a.b(c).d` and in `a.b(c)?.d`, `A` before
/// `b` in `A::b`; `None` if nothing qualifies the name.
pub(super) fn qualifier(text: &[u8], from: usize, name: usize) -> Option<Span> {
    let first = name.saturating_sub(MAX_BEFORE).max(from);
    let end = before_separator(text, first, name)?;
    let mut begin = operand(text, first, end)?;
    while let Some(outer) = before_separator(text, first, begin)
        && outer > first
    {
        begin = operand(text, first, outer)?;
    }
    Some(begin as u32..end as u32)
}

/// The end of what stands before the separator that ends at a byte.
fn before_separator(text: &[u8], first: usize, at: usize) -> Option<usize> {
    let before = text.get(first..at)?.trim_ascii_end();
    let rest = before.strip_suffix(b"::").or_else(|| before.strip_suffix(b"."))?;
    let rest = rest.trim_ascii_end();
    // A range is no separator.
    (!rest.ends_with(b".")).then_some(first + rest.len())
}

/// Where the name, call or group begins that ends at a byte.
fn operand(text: &[u8], first: usize, end: usize) -> Option<usize> {
    let mut at = end;
    loop {
        let before = text.get(first..at)?.trim_ascii_end();
        let last = *before.last()?;
        at = first + before.len();
        match last {
            b'?' => at -= 1,
            b')' | b']' => {
                at = group(text, first, at)?;
                let is_called = text
                    .get(first..at)?
                    .last()
                    .is_some_and(|byte| is_word_byte(*byte) || matches!(byte, b')' | b']'));
                if !is_called {
                    return Some(at);
                }
            }
            _ if is_word_byte(last) => {
                let word = before.iter().rev().take_while(|byte| is_word_byte(**byte));
                let begin = at - word.count();
                return Some(begin + usize::from(text[begin..at] == *b"$crate"));
            }
            _ => return None,
        }
    }
}

/// Where the brackets open that close before a byte.
fn group(text: &[u8], first: usize, end: usize) -> Option<usize> {
    let bytes = (first..end).rev().map(|at| (at, text[at]));
    partner(bytes, b")]}", b"([{")
}

#[cfg(test)]
mod tests {
    use super::qualifier;

    #[test]
    fn what_qualifies_a_name_among_tokens() {
        let check = |text: &str, expect: Option<&str>| {
            let name = text.find("name").unwrap();
            let found = qualifier(text.as_bytes(), 0, name);
            let found = found.map(|span| &text[span.start as usize..span.end as usize]);
            assert_eq!(found, expect, "{text}");
        };
        check("name(1)", None);
        check("16, name(1)", None);
        check("0..name(1)", None);
        check("16, c.name(1)", Some("c"));
        check("16, A::name(1)", Some("A"));
        check("x + a::B::name()", Some("a::B"));
        check("1, A::b(1, (2)).name()", Some("A::b(1, (2))"));
        check("a\n    .b()?\n    .c[0]\n    .name()", Some("a\n    .b()?\n    .c[0]"));
        check("f(x), (a + b).name()", Some("(a + b)"));
        check("$crate::name()", Some("crate"));
        check("\"text\".name()", None);
        check("Vec::<u8>::name()", None);
        check(")).name()", None);
    }
}
