//! Extracts the scripts of a file, and the names that its markup uses.

use super::markup::{Tag, closing, find, tag};
use super::uses;
use crate::facts::languages::EmbeddedCode;

/// The embedded code of a file whose scripts are its `<script>` elements.
pub(super) fn elements(text: &[u8]) -> EmbeddedCode {
    let mut embedded = EmbeddedCode::default();
    walk(text, 0, &mut embedded);
    embedded
}

/// The same of a file whose markup uses members of what a script exports, unless a script has the attribute `setup`.
pub(super) fn members(text: &[u8]) -> EmbeddedCode {
    let embedded = elements(text);
    let mut starts = embedded.code.iter().map(|code| &text[..code.start]);
    let has_setup = starts.any(|before| {
        let open = memchr::memrchr(b'<', before).unwrap_or_default();
        let tag = tag(before, (open + 1).min(before.len()));
        tag.attributes.iter().any(|attribute| &before[attribute.name.clone()] == b"setup")
    });
    EmbeddedCode { of_members: !has_setup, ..embedded }
}

/// The embedded code of a file that may begin with a script between two lines `---`.
pub(super) fn fenced(text: &[u8]) -> EmbeddedCode {
    let mut embedded = EmbeddedCode::default();
    let start = text.len() - text.trim_ascii_start().len();
    let mut from = 0;
    if text[start..].starts_with(b"---") {
        let code = start + 3..find(text, start + 3, b"\n---");
        from = (code.end + 4).min(text.len());
        embedded.code.push(code);
    }
    walk(text, from, &mut embedded);
    embedded
}

/// Scans markup from `at` on.
fn walk(text: &[u8], mut at: usize, embedded: &mut EmbeddedCode) {
    while let Some(found) = memchr::memchr2(b'<', b'{', text.get(at..).unwrap_or_default()) {
        at += found;
        let rest = &text[at..];
        at = if rest.starts_with(b"<!--") {
            find(text, at + 4, b"-->")
        } else if rest.starts_with(b"{") {
            uses::braces(text, at, embedded)
        } else if rest.get(1).is_some_and(u8::is_ascii_alphabetic) {
            element(text, &tag(text, at + 1), embedded)
        } else {
            at + 1
        };
    }
}

/// Adds the names that a tag uses, or the code of a `<script>` element. Returns the position after the tag, or after
/// the content of an element that contains no markup.
fn element(text: &[u8], tag: &Tag, embedded: &mut EmbeddedCode) -> usize {
    let name = &text[tag.name.clone()];
    let raw_name: Option<&[u8]> =
        [b"script".as_slice(), b"style"].into_iter().find(|raw| name.eq_ignore_ascii_case(raw));
    let Some(raw_name) = raw_name else {
        uses::tag(text, tag, embedded);
        return tag.end;
    };
    if tag.self_closing {
        return tag.end;
    }
    let end = closing(text, tag.end, raw_name);
    if raw_name == b"script" && is_code(text, tag) {
        embedded.code.push(tag.end..end);
    }
    end
}

/// Whether a script is a program, not data: it has no `type`, or a type that contains `module` or `script`.
fn is_code(text: &[u8], tag: &Tag) -> bool {
    let named = |name: &[u8]| name.eq_ignore_ascii_case(b"type");
    let found = tag.attributes.iter().find(|a| named(&text[a.name.clone()]));
    found.is_none_or(|attribute| {
        let value = text[attribute.value.clone()].to_ascii_lowercase();
        let contains = |word: &str| memchr::memmem::find(&value, word.as_bytes()).is_some();
        contains("module") || contains("script")
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(find_code: fn(&[u8]) -> EmbeddedCode, text: &str, expect: &[&str]) {
        let code = find_code(text.as_bytes()).code;
        let seen: Vec<&str> = code.into_iter().map(|range| &text[range]).collect();
        assert_eq!(seen, expect, "{text}");
    }

    #[test]
    fn scripts_are_found() {
        check(elements, "", &[]);
        check(elements, "<p>a < b</p>", &[]);
        check(elements, "<script>a</script><p/><SCRIPT setup lang='ts'>b</Script >", &["a", "b"]);
        check(elements, "<script generic=\"T extends '>'\">a</script>", &["a"]);
        check(elements, "<!-- <script>a</script> --><script>b</script>", &["b"]);
        check(elements, "<style>a:has(<script>)</style><script>b</script>", &["b"]);
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
    fn the_scripts_of_vue_export_members_or_set_up_names() {
        let check = |text: &str, expect: bool| {
            assert_eq!(members(text.as_bytes()).of_members, expect, "{text}");
        };
        check("<script>a</script>", true);
        check("<script lang=\"ts\">a</script><p setup/>", true);
        check("<script lang=ts setup>a</script>", false);
        check("<script>a</script><script\n  setup='a'>b</script>", false);
        check("<script src='setup'>a</script>", true);
    }

    #[test]
    fn fences_are_scripts() {
        check(fenced, "---\na\n---\n<script>b</script>", &["\na", "b"]);
        check(fenced, "\n---\na\n", &["\na\n"]);
        check(fenced, "---\n---", &[""]);
        check(fenced, "<p>---</p>\n---\n", &[]);
    }

    proptest! {
        /// In any text, the ranges of code ascend, and all ranges are in the text.
        #[test]
        fn any_text_has_valid_ranges(text in "([<>{}/'\"`\\n =a-]|<script|</script>|<!--|---|<Aé|\\\\){0,40}") {
            for embedded in [elements(text.as_bytes()), fenced(text.as_bytes())] {
                let mut at = 0;
                for code in embedded.code {
                    prop_assert!(at <= code.start && code.start <= code.end);
                    at = code.end;
                }
                prop_assert!(at <= text.len());
                for used in embedded.uses {
                    prop_assert!(text.get(used.span.start as usize..used.span.end as usize).is_some());
                }
            }
        }
    }
}
