//! The keywords of modules, which the grammar does not know.

use super::class_words::without_class_words;
use crate::facts::languages::c::macros::{blanked, without_macros};
use crate::facts::languages::closing;
use crate::facts::languages::conditional::first_branches;
use std::ops::Range;

use memchr::memmem;

/// The text without the keywords of modules and without macros that the grammar misreads, and with one branch of
/// conditional lines that cut something in two.
pub(super) fn as_known_syntax(text: &[u8]) -> Option<Vec<u8>> {
    [first_branches, without_module_keywords, without_class_words, without_macros]
        .iter()
        .fold(None, |known, rewrite| rewrite(known.as_deref().unwrap_or(text)).or(known))
}

/// The text without `export` before declarations, without the braces of `export { … }`, and without the declarations
/// and imports of modules.
fn without_module_keywords(text: &[u8]) -> Option<Vec<u8>> {
    let has = |word: &[u8]| memmem::find(text, word).is_some();
    if !has(b"export") && !has(b"module") && !has(b"import") {
        return None;
    }
    let (mut ranges, mut at) = (Vec::new(), 0);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        add_of_line(text, at, line, &mut ranges);
        at += line.len();
    }
    blanked(text, ranges)
}

/// Adds the ranges to blank in a line, which begins at `at`.
fn add_of_line(text: &[u8], at: usize, line: &[u8], blanked: &mut Vec<Range<usize>>) {
    let start = at + line.len() - line.trim_ascii_start().len();
    let mut rest = line.trim_ascii();
    let mut from = start;
    if let Some(exported) = after_word(rest, b"export") {
        from += rest.len() - exported.len();
        rest = exported;
        blanked.push(start..from);
        if let Some(close) = rest.starts_with(b"{").then(|| closing(text, from, *b"{}")).flatten() {
            blanked.extend([from..from + 1, close..close + 1]);
        }
    }
    if is_statement(rest, b"module") || is_statement(rest, b"import") {
        blanked.push(from..from + rest.len());
    }
}

/// Whether the line is a statement that begins with the word and is no expression: `module a.b;`, `import <a>;`.
fn is_statement(line: &[u8], word: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.:<>/\" ".contains(byte);
    let name = after_word(line, word).and_then(|rest| rest.strip_suffix(b";"));
    name.is_some_and(|name| name.iter().all(is_part))
}

/// The text after a word and the blanks behind it, if it begins with the word.
fn after_word<'t>(text: &'t [u8], word: &[u8]) -> Option<&'t [u8]> {
    let rest = text.strip_prefix(word)?;
    let ends =
        rest.first().is_some_and(|byte| !byte.is_ascii_alphanumeric() && !b"_.(=".contains(byte));
    ends.then(|| rest.trim_ascii_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_of_modules_are_blanked() {
        let check = |text: &str, expect: &str| {
            let rewritten = without_module_keywords(text.as_bytes());
            let seen = rewritten.map_or(text.to_owned(), |text| String::from_utf8(text).unwrap());
            assert_eq!(seen.len(), text.len());
            let lines: Vec<&str> = seen.lines().map(str::trim_end).collect();
            assert_eq!(lines.join("|"), expect, "{text:?}");
        };
        check("module;", "");
        check("export module a.b:c;\nint x;", "|int x;");
        check("import std;\nimport <vector>;\nimport \"a.h\";", "||");
        check("export import a;", "");
        check("export int f();", "       int f();");
        check("export template<class T>\nclass A {};", "       template<class T>|class A {};");
        check("export {\nint f() { return 1; }\n}", "|int f() { return 1; }|");
        check("export namespace n { }", "       namespace n { }");
        check("module = 1;\nimport(x);\nint exported;", "module = 1;|import(x);|int exported;");
        check("export_all();\nmodule_t module;", "export_all();|module_t module;");
    }
}
