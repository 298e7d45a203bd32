//! A scanner of markup: tags, attributes, quotes, comments. It does not interpret HTML.

use crate::text::entries::bracketed::quoted;
use std::ops::Range;

/// A tag with its attributes, as written.
#[derive(Debug)]
pub(super) struct Tag {
    pub(super) name: Range<usize>,
    pub(super) attributes: Vec<Attribute>,
    /// The position after its `>`.
    pub(super) end: usize,
    /// Whether it is self-closing: `/>`.
    pub(super) self_closing: bool,
}

#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) name: Range<usize>,
    /// The value after `=` without quotes, but with braces; for `{name}` and `{...name}`, which have no `=` and an
    /// empty `name`, the braces.
    pub(super) value: Range<usize>,
}

/// Reads the tag whose name begins at `start`. A truncated tag ends with the text.
pub(super) fn tag(text: &[u8], start: usize) -> Tag {
    let mut at = word_end(text, start);
    let mut tag =
        Tag { name: start..at, attributes: Vec::new(), end: text.len(), self_closing: false };
    while let Some(&byte) = text.get(at) {
        match byte {
            b'>' => {
                tag.self_closing = text.get(at - 1) == Some(&b'/');
                tag.end = at + 1;
                break;
            }
            b'/' => at += 1,
            b'{' => {
                let end = braces_end(text, at);
                tag.attributes.push(Attribute { name: at..at, value: at..end });
                at = end;
            }
            _ if byte.is_ascii_whitespace() => at += 1,
            _ => at = attribute(text, at, &mut tag.attributes),
        }
    }
    tag
}

/// Reads the attribute at `start`; returns its end.
fn attribute(text: &[u8], start: usize, into: &mut Vec<Attribute>) -> usize {
    let name = start..word_end(text, start).max(start + 1);
    let equals = skip_space(text, name.end);
    if text.get(equals) != Some(&b'=') {
        let end = name.end;
        into.push(Attribute { name, value: end..end });
        return end;
    }
    let from = skip_space(text, equals + 1);
    let (value, end) = match text.get(from) {
        Some(&quote @ (b'"' | b'\'')) => {
            let close = find(text, from + 1, &[quote]);
            (from + 1..close, (close + 1).min(text.len()))
        }
        Some(b'{') => {
            let end = braces_end(text, from);
            (from..end, end)
        }
        _ => {
            let bare = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
            let rest = text.get(from..).unwrap_or_default();
            let end = from + rest.iter().position(bare).unwrap_or(rest.len());
            (from..end, end)
        }
    };
    into.push(Attribute { name, value });
    end
}

/// The end of a tag's or an attribute's name.
fn word_end(text: &[u8], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/' | b'=' | b'{');
    start + rest.iter().position(ends).unwrap_or(rest.len())
}

fn skip_space(text: &[u8], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let other = |byte: &u8| !byte.is_ascii_whitespace();
    start + rest.iter().position(other).unwrap_or(rest.len())
}

/// The position of `needle` at or after `start`, or the end of the text.
pub(super) fn find(text: &[u8], start: usize, needle: &[u8]) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    memchr::memmem::find(rest, needle).map_or(text.len(), |at| start + at)
}

/// The position of `</name` at or after `start`, in any case, or the end of the text.
pub(super) fn closing(text: &[u8], start: usize, name: &[u8]) -> usize {
    let mut at = start;
    loop {
        at = find(text, at, b"</");
        let from = at + 2;
        let Some(found) = text.get(from..from + name.len()) else {
            return text.len();
        };
        let after = text.get(from + name.len());
        let is_complete =
            after.is_none_or(|byte| byte.is_ascii_whitespace() || b">/".contains(byte));
        if is_complete && found.eq_ignore_ascii_case(name) {
            return at;
        }
        at = from;
    }
}

/// The end of `{ … }` after its closing brace; strings and comments may contain braces.
pub(super) fn braces_end(text: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0_usize);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth <= 1 => return at + 1,
            b'}' => depth -= 1,
            b'"' | b'\'' | b'`' => at = string_end(text, at) - 1,
            // Without this arm, a long sequence of escaped quotes would be scanned to its end from each quote.
            b'\\' => at += 1,
            b'/' if text.get(at + 1) == Some(&b'*') => at = find(text, at + 2, b"*/") + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// The end of a string in code, after its closing quote. A quote that is not closed on its line is an apostrophe in
/// text, not a string: then this is the position after the quote.
pub(super) fn string_end(text: &[u8], start: usize) -> usize {
    quoted(text, start).map_or(start, |content| content.end) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expect: &str) {
        let text = source.as_bytes();
        let tag = tag(text, 1);
        let mut seen = vec![source[tag.name].to_owned()];
        for attribute in &tag.attributes {
            let (name, value) = (attribute.name.clone(), attribute.value.clone());
            seen.push(format!("{}={}", &source[name], &source[value]));
        }
        let rest = &source[tag.end..];
        assert_eq!(format!("{} | {rest}", seen.join(" ")), expect, "{source}");
    }

    #[test]
    fn tags_have_attributes() {
        check("<a>b", "a | b");
        check("<a b c='>' d = \"e'\">f", "a b= c=> d=e' | f");
        check("<A.B x={ {y: '}'} } {z}/>w", "A.B x={ {y: '}'} } ={z} | w");
        check("<a b=c/d>e", "a b=c/d | e");
        check("<a b=\"c", "a b=c | ");
        check("<a {b", "a ={b | ");
        check("<a b=", "a b= | ");
        check("<a =>", "a == | ");
    }

    #[test]
    fn closing_tags_are_found_in_any_case() {
        let at = |text: &str| closing(text.as_bytes(), 0, b"script");
        assert_eq!(at("a</SCRIPT>"), 1);
        assert_eq!(at("a</scripts></script >"), 11);
        assert_eq!(at("a</scr"), 6);
    }

    #[test]
    fn braces_in_strings_and_comments_are_skipped() {
        let end = |text: &str| braces_end(text.as_bytes(), 0);
        assert_eq!(end("{a}b"), 3);
        assert_eq!(end("{'}' + `}` /* } */}b"), 19);
        assert_eq!(end("{it's}b"), 6);
        assert_eq!(end("{{a}"), 4);
        assert_eq!(end("{'\\' }' }b"), 9);
        assert_eq!(end("{\\' }b"), 5);
    }
}
