//! Finds macros that the grammars misread: those that they parse as names of types in C++, and those with arguments
//! between the specifiers and the type of a declaration, such as the `ALLOC(1)` of `static
//! ALLOC(1) void *get(int n)`: the grammar loses such a declaration.

use std::ops::Range;

use crate::facts::languages::{closing, with_blanks};
use crate::text::words::is_name_byte;
#[cfg(feature = "cpp")]
use memchr::memmem;

/// The most bytes of the arguments of such a macro.
const MAX_ARGUMENTS: usize = 200;

/// The text with blanks for these ranges; `None` without a range. Line ends stay.
pub(in crate::facts::languages) fn blanked(
    text: &[u8],
    ranges: Vec<Range<usize>>,
) -> Option<Vec<u8>> {
    with_blanks(text, ranges.into_iter().map(|range| (range, b' ')).collect())
}

/// The text without calls of macros before the types of outermost declarations.
#[cfg(feature = "c")]
pub(in crate::facts::languages) fn without_macros_before_types(text: &[u8]) -> Option<Vec<u8>> {
    blanked(text, before_types(text))
}

/// The text without macros in declarations that would lose them.
#[cfg(feature = "cpp")]
pub(in crate::facts::languages) fn without_macros(text: &[u8]) -> Option<Vec<u8>> {
    blanked(text, [before_types(text), before_names(text)].concat())
}

/// The calls of macros before the types of outermost declarations, ascending. They are no parameters: no two words are
/// side by side in them.
fn before_types(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < text.len() {
        if text[start].is_ascii_alphabetic() || text[start] == b'_' {
            found.append(&mut of_head(text, start));
        }
        start = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |end| start + end + 1);
    }
    found
}

/// The calls of macros in the declaration whose first line begins at `start`.
fn of_head(text: &[u8], start: usize) -> Vec<Range<usize>> {
    let mut calls = Vec::new();
    let (mut at, mut words) = (start, 0);
    loop {
        let word = at..at + length(&text[at..], is_name_byte);
        words += usize::from(!word.is_empty());
        at = word.end;
        at += length(&text[at..], |byte| byte.is_ascii_whitespace() || byte == b'*');
        if text.get(at) != Some(&b'(') {
            if word.is_empty() || !text.get(at).copied().is_some_and(is_name_byte) {
                return Vec::new();
            }
            continue;
        }
        // A name in parentheses is declared, as that of a pointer to a function, and has its parameters behind it.
        if word.is_empty() {
            return Vec::new();
        }
        let near = &text[at..text.len().min(at + MAX_ARGUMENTS)];
        let length_of_call = closing(near, 0, *b"()");
        if are_parameters(&near[1..length_of_call.unwrap_or(near.len())]) {
            return calls;
        }
        // The first word of a line can be a macro that is a declaration.
        let Some(end) = length_of_call.filter(|_| words > 1) else {
            return Vec::new();
        };
        let end = at + end;
        calls.push(word.start..end + 1);
        at = end + 1;
        at += length(&text[at..], |byte| byte.is_ascii_whitespace() || byte == b'*');
    }
}

/// Whether a text between parentheses declares parameters: it is empty or `void`, or a word or a star follows a word.
fn are_parameters(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let is_blank = |byte: u8| byte.is_ascii_whitespace();
    let follows_word = |at: usize| {
        let before = text[..at].trim_ascii_end();
        let is_next = match text[at] {
            b'*' => true,
            byte => is_name_byte(byte) && is_blank(text[at - 1]),
        };
        is_next && before.last().copied().is_some_and(is_name_byte)
    };
    text.is_empty() || text == b"void" || (1..text.len()).any(follows_word)
}

/// The macros before the name of a class or struct, as in `class EXPORT Name {`: words in capitals between the keyword
/// and a name that is followed by a body or by base classes.
#[cfg(feature = "cpp")]
fn before_names(text: &[u8]) -> Vec<Range<usize>> {
    let is_keyword = |at: &usize| *at == 0 || !is_name_byte(text[*at - 1]);
    let behind = |keyword: &'static [u8]| {
        let starts = memmem::find_iter(text, keyword).filter(is_keyword);
        starts.filter_map(|at| macro_at(text, at + keyword.len()))
    };
    behind(b"class ").chain(behind(b"struct ")).collect()
}

/// The macro at `at`, after a keyword, if there is one.
#[cfg(feature = "cpp")]
fn macro_at(text: &[u8], at: usize) -> Option<Range<usize>> {
    let after_blanks = |at: usize| at + length(&text[at..], |byte| byte.is_ascii_whitespace());
    let after_word = |at: usize| at + length(&text[at..], is_name_byte);
    let start = after_blanks(at);
    let end = after_word(start);
    let capitals = |byte: &u8| !byte.is_ascii_lowercase();
    let name = after_blanks(end);
    let name_end = after_word(name);
    let mut next = after_blanks(name_end);
    if text[next..].starts_with(b"final") {
        next = after_blanks(next + b"final".len());
    }
    let rest = &text[next..];
    let opens = rest.starts_with(b"{") || (rest.starts_with(b":") && !rest.starts_with(b"::"));
    // `class DB final {` has no macro.
    let is_named = name > end && name_end > name && &text[name..name_end] != b"final";
    let is_macro = end > start && is_named && text[start..end].iter().all(capitals);
    (is_macro && opens).then_some(start..end)
}

fn length(text: &[u8], admits: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|byte| admits(**byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_between_specifiers_and_types_are_found() {
        let check = |text: &str, expect: &[&str]| {
            let found = before_types(text.as_bytes());
            let seen: Vec<&str> = found.into_iter().map(|range| &text[range]).collect();
            assert_eq!(seen, expect, "{text:?}");
        };
        check("static inline ALLOC(1) void *get(size_t n)\n{", &["ALLOC(1)"]);
        check("static PRINTF(1, 2) USED(3) int\nput(struct a *b);", &["PRINTF(1, 2)", "USED(3)"]);
        check("extern SECTION(\".a\") int get(void);", &["SECTION(\".a\")"]);
        check("static ALIGNED(sizeof(long)) int get();", &["ALIGNED(sizeof(long))"]);
        check("void *get(size_t n) ALLOC(1);", &[]);
        check("static int get(char *a) CALLS(b, c)\n{", &[]);
        check("DECLARE(int) get(int a)\n{", &[]);
        check("DEFINE(a)\nstatic int get(int a)\n{", &[]);
        check("static int a = B(1), get(int c);", &[]);
        check("static int get(a, b) int a; char *b; {", &[]);
        check("\tstatic ALLOC(1) int get(int a);", &[]);
        check("typedef int (*cmp)(const void *, const void *);", &[]);
        check("typedef struct a *(*get)(struct b *c, int d);", &[]);
        check("typedef void *(alloc)(size_t n);", &[]);
        check("static int (*handler)(void);", &[]);
        check("static ALLOC(1", &[]);
        check("static ALLOC(1)", &[]);
    }

    #[cfg(feature = "cpp")]
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
        check("class DB final : public Base {", &[]);
        check("enum class EXPORT Color : int {", &["EXPORT"]);
        check("struct FOO bar;", &[]);
        check("struct FOO bar = { 1 };", &[]);
        check("subclass EXPORT DB {", &[]);
        check("class EXPORT", &[]);
        check("class \u{e9} {", &[]);
        check("class Name Other {", &[]);
    }
}
