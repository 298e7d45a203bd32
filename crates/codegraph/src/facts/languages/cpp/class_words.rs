//! Words that preprocessors take away from a C++ file before it is compiled, and that its text does not define: those of a
//! class body that stand on a line of their own, and those that mark a call as the emission of a signal.

use crate::facts::languages::c::macros::blanked;
use crate::text::words::is_name_byte;
use memchr::memmem;
use std::ops::Range;

/// The words before the emission of a signal, which is a call.
const EMITTING: [&[u8]; 2] = [b"emit", b"Q_EMIT"];
const ACCESS: [&[u8]; 3] = [b"public", b"protected", b"private"];

/// The text without such words; access labels of other names are public ones.
pub(super) fn without_class_words(text: &[u8]) -> Option<Vec<u8>> {
    let mut found = emitting(text);
    let mut labels = Vec::new();
    // The last byte of the code before a line.
    let (mut at, mut last) = (0, b';');
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let from = at + (line.len() - line.trim_ascii_start().len());
        at += line.len();
        let code = without_comment(line).trim_ascii();
        if code.is_empty() || code.starts_with(b"#") || code.starts_with(b"*") {
            continue;
        }
        match word_of(code, last, &text[at..], from > at - line.len()) {
            Word::Macro => found.push(from..from + code.len()),
            Word::Behind(range) => found.push(from + range.start..from + range.end),
            Word::Label if has_goto(text, code) => last = b':',
            Word::Label => {
                labels.push(from..from + code.len());
                last = b':';
            }
            Word::None => last = code[code.len() - 1],
        }
    }
    let blanked = blanked(text, found);
    if labels.is_empty() {
        return blanked;
    }
    let mut known = blanked.unwrap_or_else(|| text.to_vec());
    for label in labels {
        let name = label.start..label.end - 1;
        known[name.clone()].fill(b' ');
        known[name.start..name.start + ACCESS[0].len()].copy_from_slice(ACCESS[0]);
    }
    Some(known)
}

/// What a line of code is.
enum Word {
    /// A macro that ends no statement.
    Macro,
    /// An access label with a further word at these bytes: `public slots:`.
    Behind(Range<usize>),
    /// A label: `signals:`.
    Label,
    None,
}

/// What a line of code is, after the byte `last` and before the text `next`.
fn word_of(code: &[u8], last: u8, next: &[u8], is_indented: bool) -> Word {
    let is_first = matches!(last, b';' | b'{' | b'}' | b':');
    let name = code.iter().take_while(|byte| is_name_byte(**byte)).count();
    let (word, rest) = code.split_at(name);
    if !is_first || word.is_empty() {
        return Word::None;
    }
    let rest_starts = rest.len() - rest.trim_ascii_start().len();
    let rest = rest.trim_ascii_start();
    if ACCESS.contains(&word) {
        let further = rest.iter().take_while(|byte| is_name_byte(**byte)).count();
        let is_label = rest[further..].trim_ascii().starts_with(b":");
        let is_behind = further > 0 && is_label && !rest[further..].trim_ascii().starts_with(b"::");
        let from = name + rest_starts;
        return if is_behind { Word::Behind(from..from + further) } else { Word::None };
    }
    if rest == b":" && word.len() >= ACCESS[0].len() && word != b"default" {
        return Word::Label;
    }
    let is_macro = word.len() > 1 && word.iter().all(|byte| !byte.is_ascii_lowercase());
    let first = next.trim_ascii_start();
    let continues = first.first().is_some_and(|byte| is_name_byte(*byte) || b"~#[/".contains(byte));
    if rest.is_empty() && is_macro && continues && (is_indented || begins_label(first)) {
        Word::Macro
    } else {
        Word::None
    }
}

/// Whether a text begins with an access label.
fn begins_label(text: &[u8]) -> bool {
    ACCESS.iter().any(|access| {
        let rest = text.strip_prefix(*access).map(<[u8]>::trim_ascii_start);
        rest.is_some_and(|rest| rest.starts_with(b":"))
    })
}

/// Whether a text jumps to a label.
fn has_goto(text: &[u8], label: &[u8]) -> bool {
    let name = label[..label.len() - 1].trim_ascii_end();
    memmem::find(text, &[b"goto ", name].concat()).is_some()
}

fn without_comment(line: &[u8]) -> &[u8] {
    let comment = memmem::find(line, b"//").or_else(|| memmem::find(line, b"/*"));
    &line[..comment.unwrap_or(line.len())]
}

/// The words before the emission of a signal.
fn emitting(text: &[u8]) -> Vec<Range<usize>> {
    let is_alone = |at: &usize| {
        let before = text[..*at].last();
        before.is_none_or(|byte| !is_name_byte(*byte) && !b".>:#".contains(byte))
    };
    let before_name = |end: usize| {
        let rest = &text[end..];
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let next = rest.get(blanks);
        blanks > 0 && next.is_some_and(|byte| is_name_byte(*byte) || b":*".contains(byte))
    };
    let of_word = |word: &'static [u8]| {
        let starts = memmem::find_iter(text, word).filter(is_alone);
        starts.map(|at| at..at + word.len()).filter(|range| before_name(range.end))
    };
    EMITTING.into_iter().flat_map(of_word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_no_compiler_sees_are_taken_away() {
        let check = |text: &str, expect: &str| {
            let known = without_class_words(text.as_bytes());
            let seen = known.map_or(text.to_owned(), |text| String::from_utf8(text).unwrap());
            assert_eq!(seen.len(), text.len(), "{text:?}");
            let lines: Vec<&str> = seen.lines().map(str::trim_end).collect();
            assert_eq!(lines.join("|"), expect, "{text:?}");
        };
        check("{\n  Q_OBJECT\npublic:\n  A();", "{||public:|  A();");
        check("{\nQ_OBJECT\npublic:\n  A();", "{||public:|  A();");
        check("{\n  GENERATED_BODY // x\n  int a;", "{|                 // x|  int a;");
        check("public slots:\n  void a();", "public      :|  void a();");
        check("private Q_SLOTS : // b\n", "private         : // b");
        check("  int a;\nsignals:\n  void a();", "  int a;|public :|  void a();");
        check("  int a;\n Q_SIGNALS: // b\n  void a();", "  int a;| public   : // b|  void a();");
        check("{ emit a(1); }", "{      a(1); }");
        check("if (a) Q_EMIT b->c(emit_it);", "if (a)        b->c(emit_it);");
        check("else emit ::a();", "else      ::a();");
        check(
            "a.emit (b); void emit(int a); emit(1); emit = 2;",
            "a.emit (b); void emit(int a); emit(1); emit = 2;",
        );
        check(
            "int a() {\n  goto cleanup;\ncleanup:\n  b();",
            "int a() {|  goto cleanup;|cleanup:|  b();",
        );
        check("switch (a) {\ndefault:\n  b();", "switch (a) {|default:|  b();");
        check("DWORD\nmain(int a)", "DWORD|main(int a)");
        check("a = b ? c :\n  DEFAULT_NAME\n  ;", "a = b ? c :|  DEFAULT_NAME|  ;");
        check("enum A {\n  FIRST\n};", "enum A {|  FIRST|};");
        check("return a |\n  FLAG\n  b;", "return a ||  FLAG|  b;");
        check("class A : public B::C {", "class A : public B::C {");
    }
}
