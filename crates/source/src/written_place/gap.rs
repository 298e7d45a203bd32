//! The text between a path and its number without markup: tags, entities and emphasis say nothing about the line.

use super::numbers::MAX_GAP;

/// The most bytes of one tag, and of one entity.
const MAX_TAG: usize = 120;
const MAX_ENTITY: usize = 10;

/// The text up to its first digit outside of markup, on one line and short, and the offset of the digit.
pub(super) fn up_to_digit(text: &str) -> Option<(String, usize)> {
    let mut plain = String::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next().filter(|_| plain.len() <= MAX_GAP) {
        let rest = &text[at..];
        if let Some(length) = tag(rest) {
            at += length;
        } else if let Some(length) = entity(rest) {
            plain.push('"');
            at += length;
        } else if rest.starts_with("**") {
            at += 2;
        } else if rest.starts_with("\\\"") {
            // In a string of JSON, as logs have it.
            at += 1;
        } else if c.is_ascii_digit() {
            return Some((plain, at)).filter(|(plain, _)| plain.len() <= MAX_GAP);
        } else if c == '\n' {
            return None;
        } else {
            plain.push(if is_quote(c) { '"' } else { c });
            at += c.len_utf8();
        }
    }
    None
}

/// The length of a tag with which a text begins: `<b>`, `</span>`.
fn tag(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('<')?;
    let name = inner.strip_prefix('/').unwrap_or(inner);
    let end = inner.find(['>', '<', '\n']).filter(|end| *end <= MAX_TAG)?;
    let is_tag = name.starts_with(|c: char| c.is_ascii_alphabetic());
    (is_tag && inner[end..].starts_with('>')).then_some(end + 2)
}

/// The length of an entity with which a text begins: `&quot;`, `&#39;`.
fn entity(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('&')?;
    let end = inner.find(';').filter(|end| (2..=MAX_ENTITY).contains(end))?;
    let name = inner[..end].trim_start_matches('#');
    name.chars().all(|c| c.is_ascii_alphanumeric()).then_some(end + 2)
}

fn is_quote(c: char) -> bool {
    matches!(c, '\u{ab}' | '\u{bb}' | '\u{2018}'..='\u{201f}' | '\u{2039}' | '\u{203a}')
}
