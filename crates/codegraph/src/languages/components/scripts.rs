//! Extracts the scripts of a file, and the names that its markup uses.

use super::markup::{Tag, closing, find, tag};
use super::uses;
use crate::languages::EmbeddedCode;

/// A file whose scripts are its `<script>` elements.
pub(super) fn elements(text: &[u8]) -> EmbeddedCode {
    let mut pieces = EmbeddedCode::default();
    walk(text, 0, &mut pieces);
    pieces
}

/// A file that may begin with a script between two lines `---`.
pub(super) fn fenced(text: &[u8]) -> EmbeddedCode {
    let mut pieces = EmbeddedCode::default();
    let start = text.len() - text.trim_ascii_start().len();
    let mut from = 0;
    if text[start..].starts_with(b"---") {
        let code = start + 3..find(text, start + 3, b"\n---");
        from = (code.end + 4).min(text.len());
        pieces.code.push(code);
    }
    walk(text, from, &mut pieces);
    pieces
}

/// Scans markup from `at` on.
fn walk(text: &[u8], mut at: usize, pieces: &mut EmbeddedCode) {
    while let Some(found) = memchr::memchr2(b'<', b'{', text.get(at..).unwrap_or_default()) {
        at += found;
        let rest = &text[at..];
        at = if rest.starts_with(b"<!--") {
            find(text, at + 4, b"-->")
        } else if rest.starts_with(b"{") {
            uses::braces(text, at, pieces)
        } else if rest.get(1).is_some_and(u8::is_ascii_alphabetic) {
            element(text, &tag(text, at + 1), pieces)
        } else {
            at + 1
        };
    }
}

/// Adds an element's tag, and all of it if it contains no markup; returns the position after it.
fn element(text: &[u8], tag: &Tag, pieces: &mut EmbeddedCode) -> usize {
    let name = &text[tag.name.clone()];
    let raw: Option<&[u8]> = [b"script".as_slice(), b"style"]
        .into_iter()
        .find(|raw| name.eq_ignore_ascii_case(raw));
    let Some(raw) = raw else {
        uses::tag(text, tag, pieces);
        return tag.end;
    };
    if tag.closed {
        return tag.end;
    }
    let end = closing(text, tag.end, raw);
    if raw == b"script" && is_code(text, tag) {
        pieces.code.push(tag.end..end);
    }
    end
}

/// Whether a script is a program: it has no type, or that of a program.
fn is_code(text: &[u8], tag: &Tag) -> bool {
    let named = |name: &[u8]| name.eq_ignore_ascii_case(b"type");
    let found = tag.attributes.iter().find(|a| named(&text[a.name.clone()]));
    found.is_none_or(|attribute| {
        let value = text[attribute.value.clone()].to_ascii_lowercase();
        let says = |word: &str| memchr::memmem::find(&value, word.as_bytes()).is_some();
        says("module") || says("script")
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(pieces: fn(&[u8]) -> EmbeddedCode, text: &str, expect: &[&str]) {
        let code = pieces(text.as_bytes()).code;
        let seen: Vec<&str> = code.into_iter().map(|range| &text[range]).collect();
        assert_eq!(seen, expect, "{text}");
    }

    #[test]
    fn scripts_are_found() {
        check(elements, "", &[]);
        check(elements, "<p>a < b</p>", &[]);
        check(
            elements,
            "<script>a</script><p/><SCRIPT setup lang='ts'>b</Script >",
            &["a", "b"],
        );
        check(
            elements,
            "<script generic=\"T extends '>'\">a</script>",
            &["a"],
        );
        check(
            elements,
            "<!-- <script>a</script> --><script>b</script>",
            &["b"],
        );
        check(
            elements,
            "<style>a:has(<script>)</style><script>b</script>",
            &["b"],
        );
        check(elements, "<p>{'<script>'}</p><script>b", &["b"]);
        check(elements, "<script src='a.js' /><script>b</script>", &["b"]);
        check(
            elements,
            "<script type='application/json'>a</script><script type=module>b</script>",
            &["b"],
        );
        check(elements, "<scripts>a</scripts>", &[]);
    }

    #[test]
    fn fences_are_scripts() {
        check(fenced, "---\na\n---\n<script>b</script>", &["\na", "b"]);
        check(fenced, "\n---\na\n", &["\na\n"]);
        check(fenced, "---\n---", &[""]);
        check(fenced, "<p>---</p>\n---\n", &[]);
    }

    proptest! {
        /// The ranges of code ascend and are in the text, whatever it is.
        #[test]
        fn pieces_of_any_text(text in "([<>{}/'\"`\\n =a-]|<script|</script>|<!--|---|<Aé|\\\\){0,40}") {
            for pieces in [elements(text.as_bytes()), fenced(text.as_bytes())] {
                let mut at = 0;
                for code in pieces.code {
                    prop_assert!(at <= code.start && code.start <= code.end);
                    at = code.end;
                }
                prop_assert!(at <= text.len());
                for used in pieces.uses {
                    prop_assert!(text.get(used.span.start as usize..used.span.end as usize).is_some());
                }
            }
        }
    }
}
