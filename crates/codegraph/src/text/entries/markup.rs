//! Values in elements, by the attributes that name these: Android's and .NET's resources, XLIFF, Qt's translations.

use std::ops::Range;

use super::{Entry, unescaped};

/// An open element.
#[derive(Default)]
struct Element {
    /// The value of its first attribute.
    name: Option<Range<usize>>,
    /// The text of the first element inside, which names the others if no element has a name: a source text before its
    /// translation.
    first_text: Option<Range<usize>>,
    /// The end of its opening tag.
    content: usize,
}

/// The text of an element, or the attribute, that contains the first byte of `at`.
pub(super) fn entry_at(text: &[u8], at: &Range<usize>) -> Option<Entry> {
    let mut open: Vec<Element> = Vec::new();
    let mut next = 0;
    while let Some(found) = memchr::memchr(b'<', &text[next..]) {
        let tag = next + found;
        if tag > at.start {
            return in_content(text, &open, tag);
        }
        let end = end_of(text, tag);
        if text[tag..].starts_with(b"<![CDATA[") {
            if end > at.start {
                return in_content(text, &open, end);
            }
        } else if text[tag..].starts_with(b"</") {
            let closed = open.pop().unwrap_or_default();
            if let Some(parent) = open.last_mut() {
                let content = closed.content.min(tag)..tag;
                parent.first_text.get_or_insert(content);
            }
        } else if !text[tag..].starts_with(b"<!") && !text[tag..].starts_with(b"<?") {
            let attributes = attributes(text, tag..end);
            let name = attributes.first().cloned();
            if end > at.start {
                let value = attributes
                    .into_iter()
                    .find(|value| value.contains(&at.start));
                let own = Element {
                    name,
                    ..Element::default()
                };
                return entry(text, &open, Some(&own), value?);
            }
            if !text[tag..end].ends_with(b"/>") {
                open.push(Element {
                    name,
                    first_text: None,
                    content: end,
                });
            }
        }
        next = end;
    }
    None
}

/// The entry of the text of the innermost element.
fn in_content(text: &[u8], open: &[Element], end: usize) -> Option<Entry> {
    let content = open.last()?.content..end;
    let part = &text[content.clone()];
    let start = content.start + part.len() - part.trim_ascii_start().len();
    let end = content.start + part.trim_ascii_end().len();
    entry(text, open, None, start..end.max(start))
}

/// The entry of a value by the names of the elements around it, or else by the text before it.
fn entry(
    text: &[u8],
    open: &[Element],
    own: Option<&Element>,
    value: Range<usize>,
) -> Option<Entry> {
    let names = open
        .iter()
        .chain(own)
        .filter_map(|element| element.name.clone());
    let mut names: Vec<Range<usize>> = names.filter(|name| *name != value).collect();
    if names.is_empty() {
        let before = open
            .iter()
            .rev()
            .find_map(|element| element.first_text.clone());
        names.extend(before);
    }
    let keys = names.iter().map(|name| unescaped(&text[name.clone()]));
    let keys: Vec<String> = keys.filter(|key| !key.trim().is_empty()).collect();
    let start = names.last()?.start.min(value.start);
    (!keys.is_empty()).then_some(Entry {
        keys,
        span: start..value.end,
        value,
    })
}

/// The end of what begins with `<` at an offset.
fn end_of(text: &[u8], tag: usize) -> usize {
    let rest = &text[tag..];
    let closing: &[u8] = match rest {
        _ if rest.starts_with(b"<!--") => b"-->",
        _ if rest.starts_with(b"<![CDATA[") => b"]]>",
        _ => b">",
    };
    let found = memchr::memmem::find(rest, closing);
    found.map_or(text.len(), |at| tag + at + closing.len())
}

/// The values of the attributes of a tag, without those of a namespace.
fn attributes(text: &[u8], tag: Range<usize>) -> Vec<Range<usize>> {
    let mut values = Vec::new();
    let mut next = tag.start;
    while let Some(found) = memchr::memchr2(b'"', b'\'', &text[next..tag.end]) {
        let open = next + found;
        let Some(length) = memchr::memchr(text[open], &text[open + 1..tag.end]) else {
            break;
        };
        let name = text[next..open]
            .trim_ascii()
            .strip_suffix(b"=")
            .unwrap_or_default();
        let in_namespace =
            name.contains(&b':') || name.starts_with(b"xmlns") || name.ends_with(b" xmlns");
        if !name.is_empty() && !in_namespace {
            values.push(open + 1..open + 1 + length);
        }
        next = open + length + 2;
    }
    values
}
