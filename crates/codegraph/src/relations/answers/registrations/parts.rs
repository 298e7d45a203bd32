//! What stands between two commas of a bracket: perhaps a key, then a string or a name, perhaps with something after it.

use crate::text::words::{is_name_char, is_word_byte};

/// What is handed over together with a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Partner {
    Text(String),
    Name(String),
}

impl Partner {
    pub(super) fn is_text(&self) -> bool {
        matches!(self, Partner::Text(_))
    }
}

/// A text without the qualifiers at its end: `a.b.`, `a::b::`, `A\B\`.
pub(super) fn without_qualifiers(text: &str) -> &str {
    let mut rest = text;
    while let Some(before) = ["::", ".", "\\"].iter().find_map(|joint| rest.strip_suffix(joint)) {
        rest = before.trim_end_matches(is_name_char);
    }
    rest
}

/// Whether a bracket between these texts holds the types of a value or of what is made: `-> [T]`, `[K: V]()`, `Set<T>()`. A
/// call of a member, as in `all.add<T>()`, may register them.
pub(super) fn is_of_types(open: u8, before: &str, behind: &str) -> bool {
    if open == b'<' {
        let callee = before.rsplit(|c: char| !is_name_char(c)).next().unwrap_or_default();
        let is_member = before[..before.len() - callee.len()].ends_with(['.', ':']);
        return callee.starts_with(char::is_uppercase) && !is_member;
    }
    let is_indexed = before.ends_with(|c: char| is_name_char(c) || matches!(c, ')' | ']'));
    let returned = before.trim_end().strip_suffix("->");
    let is_returned = returned.is_some_and(|head| head.trim_end().ends_with(')'));
    open == b'[' && (is_returned || behind.starts_with('(') && !is_indexed)
}

/// The key before a value: one word or string, with a separator after it.
pub(super) fn key_before(head: &str, is_object: bool) -> Option<&str> {
    let key = head.strip_suffix("=>").or_else(|| head.strip_suffix(':'));
    let key = key.or_else(|| head.strip_suffix('=').filter(|_| !is_object))?.trim();
    let is_word = key.bytes().all(|byte| is_word_byte(byte) || byte == b'.');
    (is_word || string(key).is_some()).then_some(key)
}

/// Whether what is after a name leaves it as it is, as `.class` does; otherwise a value is made with it. `None` if it is
/// something else.
pub(super) fn is_left(rest: &str) -> Option<bool> {
    let rest = rest.trim();
    let reflected = rest.trim_start_matches([':', '.']);
    let is_reflected = ["class", "self"].iter().any(|word| {
        let after = reflected.strip_prefix(word);
        after.is_some_and(|after| after.is_empty() || after.starts_with('.'))
    });
    if rest.is_empty() || is_reflected && reflected.len() < rest.len() {
        return Some(true);
    }
    (rest.starts_with(['(', '{', '.', '<']) && rest.ends_with([')', '}'])).then_some(false)
}

/// A text that is one string, without its quotes, if it can be a name.
pub(super) fn string(text: &str) -> Option<&str> {
    let text = text.trim();
    let quote = text.chars().next().filter(|c| "\"'`".contains(*c))?;
    let content = text[1..].strip_suffix(quote)?;
    is_name(content).then_some(content)
}

pub(super) fn text_partner(text: &str) -> Partner {
    Partner::Text(text.to_owned())
}

/// What a part of a bracket hands over, if it is a string or a name.
pub(super) fn partner(part: &str) -> Option<Partner> {
    let part = part.trim();
    let value = match part.split_once([':', '=']) {
        Some((key, value))
            if !value.starts_with(':') && key_before(&format!("{key}:"), false).is_some() =>
        {
            value.trim_start_matches('>').trim()
        }
        _ => part,
    };
    if let Some(text) = string(value) {
        return Some(text_partner(text));
    }
    let path = value.trim_start_matches(['&', '*', '@']);
    let path = ["::class", ".class"].iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path);
    let name = path.rsplit(['.', '\\', ':']).next()?;
    let is_path = path.chars().all(|c| c.is_alphanumeric() || "_.\\:".contains(c));
    let is_name = is_path && name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_name.then(|| Partner::Name(name.to_owned()))
}

/// Whether a string can be a name that is looked up: letters, and no blanks.
pub(super) fn is_name(text: &str) -> bool {
    let is_mark = |c: char| c.is_alphanumeric() || "_-./\\:@#$".contains(c);
    text.len() > 1 && text.chars().all(is_mark) && text.contains(char::is_alphabetic)
}
