//! Values in elements, by the attributes that name these: Android's and .NET's resources, XLIFF, Qt's translations.

use std::ops::Range;

use super::{Entry, unescaped};

/// An element around a value.
struct Element<'a> {
    tag: &'a [u8],
    /// The value of its first attribute. The document's own element has none: its attributes are of the format.
    name: Option<Range<usize>>,
    /// The text inside that names what follows.
    title: Option<Title<'a>>,
    /// The end of its opening tag.
    content: usize,
}

/// The text of an element without attributes, which names elements with other tags after it: a source text before its
/// translation, a key before its value.
struct Title<'a> {
    tag: &'a [u8],
    text: Range<usize>,
}

impl<'a> Element<'a> {
    /// Notes that an element inside ends at `end`: its text is a title if it has neither attributes nor elements, and no
    /// element with another tag gave one before.
    fn close(&mut self, text: &[u8], inside: &Element<'a>, end: usize) {
        let content = inside.content.min(end)..end;
        let plain = inside.name.is_none() && !text[content.clone()].contains(&b'<');
        let first = self.title.as_ref().is_none_or(|title| title.tag == inside.tag);
        if plain && first {
            self.title = Some(Title { tag: inside.tag, text: content });
        }
    }

    /// The text that names an element inside.
    fn title_of(&self, inside: &Element<'_>) -> Option<Range<usize>> {
        let title = self.title.as_ref()?;
        (title.tag != inside.tag).then(|| title.text.clone())
    }
}

/// The text of an element, or the attribute, that contains the first byte of `at`.
pub(super) fn entry_at(text: &[u8], at: &Range<usize>) -> Option<Entry> {
    let mut open: Vec<Element<'_>> = Vec::new();
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
            let closed = open.pop();
            if let (Some(closed), Some(parent)) = (closed, open.last_mut()) {
                parent.close(text, &closed, tag);
            }
        } else if !text[tag..].starts_with(b"<!") && !text[tag..].starts_with(b"<?") {
            let attributes = attributes(text, tag..end);
            let element = Element {
                tag: tag_name(&text[tag + 1..end]),
                name: name_of(text, &attributes).filter(|_| !open.is_empty()),
                title: None,
                content: end,
            };
            let empty = text[tag..end].ends_with(b"/>");
            if end > at.start {
                let value = attributes.into_iter().find(|value| value.contains(&at.start))?;
                open.push(element);
                return entry(text, &open, value);
            }
            if !empty {
                open.push(element);
            }
        }
        next = end;
    }
    None
}

/// The entry of the text of the innermost element.
fn in_content(text: &[u8], open: &[Element<'_>], end: usize) -> Option<Entry> {
    let content = open.last()?.content..end;
    let part = &text[content.clone()];
    let start = content.start + part.len() - part.trim_ascii_start().len();
    let end = content.start + part.trim_ascii_end().len();
    entry(text, open, start..end.max(start))
}

/// The entry of a value by the names of the elements around it, or else by the title before it.
fn entry(text: &[u8], open: &[Element<'_>], value: Range<usize>) -> Option<Entry> {
    let title = |around: &[Element<'_>]| around[0].title_of(&around[1]);
    // The attribute of an element behind its title says something else, such as the state of a translation.
    let is_titled = open.len() > 1 && title(&open[open.len() - 2..]).is_some();
    let named = &open[..open.len() - usize::from(is_titled)];
    let names = named.iter().filter_map(|element| element.name.clone());
    let mut names: Vec<Range<usize>> = names.filter(|name| *name != value).collect();
    if names.is_empty() {
        let innermost = open.windows(2).rev().find_map(title);
        let tag = open.windows(2).rev().find_map(|around| Some(around[0].title.as_ref()?.tag));
        // Dictionaries in a dictionary have keys alike.
        let alike = open.windows(2).filter(|around| {
            around[0].title.as_ref().is_some_and(|title| Some(title.tag) == tag)
                && around[0].tag == open[open.len().saturating_sub(2)].tag
        });
        names.extend(alike.filter_map(title));
        if names.is_empty() {
            names.extend(innermost);
        }
    }
    let keys = names.iter().map(|name| unescaped(&text[name.clone()]));
    let keys: Vec<String> = keys.filter(|key| !key.trim().is_empty()).collect();
    let start = names.last()?.start.min(value.start);
    (!keys.is_empty()).then_some(Entry { keys, span: start..value.end, value })
}

/// The value of the attribute that says that it is the name, or else of the first one.
fn name_of(text: &[u8], attributes: &[Range<usize>]) -> Option<Range<usize>> {
    let mut named = attributes.iter();
    let named = named.find(|value| text[..value.start - 1].ends_with(b" name="));
    named.or(attributes.first()).cloned()
}

/// The name of a tag, from behind its `<`.
fn tag_name(tag: &[u8]) -> &[u8] {
    let end = tag.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'));
    &tag[..end.unwrap_or(tag.len())]
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
        let name = text[next..open].trim_ascii().strip_suffix(b"=").unwrap_or_default();
        let in_namespace =
            name.contains(&b':') || name.starts_with(b"xmlns") || name.ends_with(b" xmlns");
        if !name.is_empty() && !in_namespace {
            values.push(open + 1..open + 1 + length);
        }
        next = open + length + 2;
    }
    values
}
