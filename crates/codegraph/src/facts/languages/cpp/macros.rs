//! Finds macros that the grammar parses as names of types.

use std::ops::Range;

use memchr::memmem;

use crate::facts::languages::c::attributes;

/// The macros in declarations that would lose them, ascending.
pub(super) fn in_declarations(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = attributes::before_types(text);
    found.extend(before_names(text));
    found.sort_unstable_by_key(|range| range.start);
    found
}

/// The macros before the name of a class or struct, as in `class EXPORT Name {`: words in capitals between the keyword
/// and a name that is followed by a body or by base classes.
fn before_names(text: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for keyword in [b"class ".as_slice(), b"struct "] {
        let starts = memmem::find_iter(text, keyword);
        let is_keyword = |at: &usize| *at == 0 || !is_word(text[*at - 1]);
        found.extend(
            starts
                .filter(is_keyword)
                .filter_map(|at| macro_at(text, at + keyword.len())),
        );
    }
    found.sort_unstable_by_key(|range| range.start);
    found
}

/// The macro at `at`, after a keyword, if there is one.
fn macro_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    let start = after_blanks(text, at);
    let end = after_word(text, start);
    let capitals = |byte: &u8| !byte.is_ascii_lowercase();
    let name = after_blanks(text, end);
    let name_end = after_word(text, name);
    let mut next = after_blanks(text, name_end);
    if text[next..].starts_with(b"final") {
        next = after_blanks(text, next + b"final".len());
    }
    let rest = &text[next..];
    let opens = rest.starts_with(b"{") || (rest.starts_with(b":") && !rest.starts_with(b"::"));
    let is_macro =
        end > start && name > end && name_end > name && text[start..end].iter().all(capitals);
    (is_macro && opens).then_some(start..end)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn after_word(text: &[u8], at: usize) -> usize {
    let rest = text[at..].iter();
    at + rest.take_while(|byte| is_word(**byte)).count()
}

fn after_blanks(text: &[u8], at: usize) -> usize {
    let rest = text[at..].iter();
    at + rest.take_while(|byte| byte.is_ascii_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_before_the_names_of_types_are_found() {
        let check = |text: &str, expect: &[&str]| {
            let found = before_names(text.as_bytes());
            let seen: Vec<&str> = found.into_iter().map(|range| &text[range]).collect();
            assert_eq!(seen, expect, "{text:?}");
        };
        check("class EXPORT DB {};", &["EXPORT"]);
        check("struct LIB_API A final : public B {", &["LIB_API"]);
        check("class DB : public Base {", &[]);
        check("enum class EXPORT Color : int {", &["EXPORT"]);
        check("struct FOO bar;", &[]);
        check("struct FOO bar = { 1 };", &[]);
        check("subclass EXPORT DB {", &[]);
        check("class EXPORT", &[]);
        check("class \u{e9} {", &[]);
        check("class Name Other {", &[]);
    }
}
