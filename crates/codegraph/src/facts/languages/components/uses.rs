//! Extracts the names that markup uses: components by their tags, and names in expressions.

use std::ops::Range;

use super::markup::{Tag, braces_end, string_end};
use crate::facts::Reference;
use crate::facts::languages::EmbeddedCode;
use crate::text::words::is_word_byte;

/// Adds the component that a tag names, as a call, and the names in the expressions of the tag's attributes.
pub(super) fn tag(text: &[u8], tag: &Tag, embedded: &mut EmbeddedCode) {
    // A component may be written with dashes: `my-part`, `My-Part`.
    let name = &text[tag.name.clone()];
    if name.contains(&b'-') && name[0].is_ascii_alphabetic() {
        embedded.uses.push(Reference {
            span: tag.name.start as u32..tag.name.end as u32,
            call: true,
            ..Reference::default()
        });
    } else if text[tag.name.start].is_ascii_uppercase() {
        add_names(text, tag.name.clone(), embedded);
        if let Some(last) = embedded.uses.last_mut() {
            last.call = true;
        }
    }
    for attribute in &tag.attributes {
        let name = &text[attribute.name.clone()];
        let value = attribute.value.clone();
        // An expression that is not closed within the value ends with it.
        let text = &text[..value.end];
        // The values of Vue's bindings, listeners, slots and directives are code: `:a`, `@a`, `#a`, `v-a`.
        let is_code = name.first().is_some_and(|c| b":@#".contains(c)) || name.starts_with(b"v-");
        if is_code {
            add_names(text, value, embedded);
            continue;
        }
        let mut at = value.start;
        while let Some(found) = memchr::memchr(b'{', &text[at..]) {
            at = braces(text, at + found, embedded);
        }
    }
}

/// Adds the names in an expression in braces; returns its end.
pub(super) fn braces(text: &[u8], start: usize, embedded: &mut EmbeddedCode) -> usize {
    let end = braces_end(text, start);
    add_names(text, start..end, embedded);
    end
}

/// Adds the names in an expression, except those in strings in quotes. The words of template literals and comments are
/// added, too.
fn add_names(text: &[u8], within: Range<usize>, embedded: &mut EmbeddedCode) {
    let mut at = within.start;
    let mut before: Option<Range<usize>> = None;
    while at < within.end {
        let byte = text[at];
        if matches!(byte, b'"' | b'\'') {
            at = string_end(text, at);
        } else if !is_word_byte(byte) {
            // An escaped quotation mark opens no string.
            at += 1 + usize::from(byte == b'\\');
        } else {
            let rest = &text[at..within.end];
            let len = rest.iter().position(|b| !is_word_byte(*b)).unwrap_or(rest.len());
            if !byte.is_ascii_digit() {
                embedded.uses.push(reference(text, at..at + len, before.take()));
            }
            before = Some(at..at + len);
            at += len;
        }
    }
}

/// A reference to a name; `before` is the name before it, which may be its qualifier.
fn reference(text: &[u8], name: Range<usize>, before: Option<Range<usize>>) -> Reference {
    let span = |range: Range<usize>| range.start as u32..range.end as u32;
    let qualifies = |before: &Range<usize>| matches!(&text[before.end..name.start], b"." | b"?.");
    Reference {
        qualifier: before.filter(qualifies).map(span),
        call: text.get(name.end) == Some(&b'(') || is_tag(text, &name),
        span: span(name),
        ..Reference::default()
    }
}

/// Whether a name is the whole name of a component's tag, in markup or within an expression: `Foo` in `<Foo`, but not
/// in `<Foo.Bar`.
fn is_tag(text: &[u8], name: &Range<usize>) -> bool {
    let opens = name.start > 0 && text[name.start - 1] == b'<';
    opens && text[name.start].is_ascii_uppercase() && text.get(name.end) != Some(&b'.')
}

#[cfg(test)]
mod tests {
    use crate::facts::languages::components::scripts::elements;

    fn check(text: &str, expect: &str) {
        let uses = elements(text.as_bytes()).uses;
        let slice = |span: &std::ops::Range<u32>| &text[span.start as usize..span.end as usize];
        let seen: Vec<String> = uses
            .iter()
            .map(|used| {
                let qualifier = used.qualifier.as_ref().map(|q| format!("{}.", slice(q)));
                let call = if used.call { "()" } else { "" };
                format!("{}{}{call}", qualifier.unwrap_or_default(), slice(&used.span))
            })
            .collect();
        assert_eq!(seen.join(" "), expect, "{text}");
    }

    #[test]
    fn markup_uses_names() {
        check("<Foo /><foo>bar</foo>", "Foo()");
        check("<Foo.Bar x={a.b}>", "Foo Foo.Bar() a a.b");
        check(
            "<p @click=\"go(1, 'not')\" :a=\"b\" c=\"d\" v-if=\"e\">{{ f?.g() }}</p>",
            "go() b e f f.g()",
        );
        check(
            "{#each xs as x}<li class=\"a {b}\" {c} {...d}>{x}</li>{/each}",
            "each xs as x b c d x each",
        );
        check("{list.map(i => <Row {i} />)}", "list list.map() i Row() i");
        check("<!-- {a} --><style>b{c}</style>", "");
        check("<p a=\"{\">b</p><p c=\"{d\"/>{e}", "d e");
        check("<p :a=\"it's b\">c's</p>", "it s b");
        check("{a + \\'b + c}", "a b c");
    }

    /// Each of these texts would take minutes if a part of it were scanned again from each of its bytes.
    #[test]
    fn markup_is_scanned_once() {
        let cases = [("{'", "\\'"), ("{`", "\\`"), ("", "<p a=\"{\">b"), ("", "<p a='{b\">")];
        for (prefix, repeated) in cases {
            let text = format!("{prefix}{}", repeated.repeat(100_000));
            let uses = elements(text.as_bytes()).uses;
            // At most four for each repetition.
            assert!(uses.len() <= 400_000, "{prefix}{repeated}: {}", uses.len());
        }
    }
}
