//! Values that are not assigned to the name of a secret but belong to it: those behind a key of their own
//! (`name: DB_PASSWORD` and `value: …`, the default of a variable of Terraform or of an option), and before a comment
//! with the name.

use std::ops::Range;

use memchr::memmem;

use super::blocks::text_of;
use super::chosen::{is_password, is_placeholder};
use super::lines::{above, below, line_at};
use super::literals::is_quote;
use super::names::{Name, Strength};
use super::values::{is_random, is_random_in_quotes};
use super::{Secret, prefix_len, run, suffix_len};
use crate::pattern::Pattern;

const KIND: &str = "assigned_secret";
/// The most lines between a name and its value, and of the block of a variable.
const MAX_LINES: usize = 4;
const MAX_BLOCK_LINES: usize = 10;
/// The keys of a name, and of a value, in lower case.
const NAME_KEYS: &[&str] = &["name", "key", "variable"];
pub(super) const VALUE_KEYS: &[&str] = &["value", "val", "stringvalue", "defaultvalue", "default"];
/// The keys of the default of a variable or an option.
const DEFAULT: &[&str] = &["default", "defaultvalue"];
/// The key of a generated password.
pub(super) const RESULT: &[&str] = &["result"];
/// The elements that are a value in a property list.
pub(super) const ELEMENTS: &[&str] = &["string", "data"];
/// What begins a comment behind a value.
const COMMENTS: &[&[u8]] = &[b"#", b"//", b"--", b";", b"/*", b"<!--"];
/// The most bytes of a comment before the name in it.
const MAX_COMMENT: usize = 48;

/// The secret that belongs to a name but is not assigned to it in its line.
pub(super) fn of_name(bytes: &[u8], name: &Name) -> Option<Secret> {
    let line = line_at(bytes, name.range.start)?;
    let before = bytes[line.start..name.range.start].trim_ascii_end();
    let after = &bytes[name.range.end..line.end];
    let rest = after.trim_ascii_start();
    let value = if is_behind_key(before, NAME_KEYS) {
        pair(bytes, &line, &name.range)
    } else if is_object(rest) {
        let end = memchr::memchr(b'}', after).map_or(line.end, |end| name.range.end + end);
        value_of_key(bytes, name.range.end..end, b"alue", VALUE_KEYS)
    } else if memmem::find(before, b"variable").is_some() && rest.trim_ascii_end().ends_with(b"{") {
        below(bytes, &line, MAX_BLOCK_LINES).find_map(|line| keyed_value(bytes, line, DEFAULT))
    } else if rest.first().is_some_and(|b| is_quote(*b)) {
        value_of_key(bytes, name.range.end..line.end, b"efault", DEFAULT)
    } else if name.is_one_in_prose(bytes) {
        commented(bytes, line.start..name.range.start)
    } else {
        None
    };
    let range = value?;
    is_secret(name, bytes, &bytes[range.clone()]).then(|| Secret::new(range, KIND))
}

/// The value before the comment in which a name stands: `"…", // the password`. One without quotes must be assigned, and
/// look like nothing else.
fn commented(bytes: &[u8], before: Range<usize>) -> Option<Range<usize>> {
    let text = &bytes[before.clone()];
    let near = text.len().saturating_sub(MAX_COMMENT);
    let starts = COMMENTS.iter().filter_map(|mark| {
        let at = near + memmem::find(&text[near..], mark)?;
        text[..at].last().is_some_and(u8::is_ascii_whitespace).then_some(at)
    });
    let code = text[..starts.min()?].trim_ascii_end();
    let code = &code[..code.len() - suffix_len(code, usize::MAX, |b| b",;)]}/> \t".contains(&b))];
    let (quote, inner) = code.split_last()?;
    let range = if is_quote(*quote) {
        memchr::memrchr(*quote, inner)? + 1..inner.len()
    } else {
        let word = code.len()
            - suffix_len(code, usize::MAX, |b| b.is_ascii_graphic() && !b"=:,".contains(&b));
        let assigns = matches!(code[..word].trim_ascii_end(), [.., b'=' | b':']);
        let value = &code[word..];
        (assigns && is_random(value) && !value.contains(&b'(')).then_some(word..code.len())?
    };
    Some(before.start + range.start..before.start + range.end)
}

/// The value of one of the keys in a part of a line; `in_keys` is in all of them.
fn value_of_key(
    bytes: &[u8],
    part: Range<usize>,
    in_keys: &[u8],
    keys: &[&str],
) -> Option<Range<usize>> {
    let text = &bytes[part.clone()];
    memmem::find_iter(text, in_keys).find_map(|at| {
        let start = at - suffix_len(&text[..at], usize::MAX, |b| b.is_ascii_alphabetic());
        keyed_value(bytes, part.start + start..part.end, keys)
    })
}

/// Whether a value that is certainly a text, and that of a secret name, is a secret.
pub(super) fn is_secret(name: &Name, bytes: &[u8], value: &[u8]) -> bool {
    if name.strength == Strength::Weak {
        return name.fits_weakly(bytes, value);
    }
    let is_secret = match name.strength {
        Strength::Password => is_password(value),
        _ => is_random_in_quotes(value),
    };
    !is_placeholder(value) && is_secret
}

/// Adds the default of a variable of Terraform that is `sensitive = true`, and the value of such an output in a state.
pub(super) fn sensitive(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let blanks = run(bytes, at + b"sensitive".len(), 16, |b| b == b' ');
    let is_set = bytes[blanks.end..].starts_with(b"= true");
    if is_set {
        near(bytes, at, DEFAULT, found);
    } else if bytes[blanks.end..].starts_with(b"\": true") {
        near(bytes, at, VALUE_KEYS, found);
    }
}

/// Adds the result of a resource `random_password` in a state of Terraform.
pub(super) fn generated(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    near(bytes, at, RESULT, found);
}

/// Adds the values of the keys in the lines near a position, each the first on its side.
fn near(bytes: &[u8], at: usize, keys: &[&str], found: &mut Vec<Secret>) {
    let Some(line) = line_at(bytes, at) else {
        return;
    };
    let mut up = above(bytes, &line, MAX_BLOCK_LINES);
    let mut down = below(bytes, &line, MAX_BLOCK_LINES);
    let up = up.find_map(|line| keyed_value(bytes, line, keys));
    let down = down.find_map(|line| keyed_value(bytes, line, keys));
    let values = up.into_iter().chain(down);
    let secrets = values.filter(|range| is_password(&bytes[range.clone()]));
    found.extend(secrets.map(|range| Secret::new(range, KIND)));
}

/// The value that belongs to a name of a line: in this line, below it or above it.
fn pair(bytes: &[u8], line: &Range<usize>, name: &Range<usize>) -> Option<Range<usize>> {
    let same_line = value_of_key(bytes, name.end..line.end, b"alue", VALUE_KEYS);
    let same_object = || {
        let opens = bytes[line.start..name.start].iter().rposition(|b| b"<{".contains(b))?;
        value_of_key(bytes, line.start + opens..name.start, b"alue", VALUE_KEYS)
    };
    // A property list has the value of a key in the element after it.
    let element = || {
        let after = &bytes[name.end..line.end];
        let end = after.strip_prefix(b"</key>")?.trim_ascii();
        let next = match end {
            [] => below(bytes, line, 1).next()?,
            _ => line.end - end.len()..line.end,
        };
        keyed_value(bytes, next, ELEMENTS)
    };
    let down = || {
        let lines = below(bytes, line, MAX_LINES);
        let mut own = lines.take_while(|line| !begins_item(&bytes[line.clone()]));
        let (value_line, value) = own.find_map(|line| {
            let value = keyed_value(bytes, line.clone(), VALUE_KEYS)?;
            Some((line, value))
        })?;
        match &bytes[value.clone()] {
            // The value is the block of YAML below.
            [b'|' | b'>'] | [b'|' | b'>', b'-' | b'+'] => {
                let block = below(bytes, &value_line, 1).next()?;
                text_of(bytes, &block)
            }
            _ => Some(value),
        }
    };
    let up = || {
        let is_first = begins_item(&bytes[line.clone()]);
        let mut lines = above(bytes, line, if is_first { 0 } else { MAX_LINES });
        lines.find_map(|line| keyed_value(bytes, line, VALUE_KEYS))
    };
    same_line.or_else(same_object).or_else(element).or_else(down).or_else(up)
}

/// Whether a quote, a colon and an object follow a name: `password": {`.
fn is_object(after: &[u8]) -> bool {
    static OBJECT: Pattern = Pattern::of(r#"["'`]?\s*(?::|=>)\s*\{"#);
    OBJECT.at_start(after).is_some()
}

/// Whether a line begins an item of a list, or ends or begins an object.
fn begins_item(line: &[u8]) -> bool {
    matches!(line.trim_ascii(), [b'-', b' ', ..] | [b'{' | b'}', ..] | [b'<', b'/', ..])
}

/// Whether a text ends with a key whose value is the name of what follows: `name="`.
pub(super) fn is_name_of_pair(before: &[u8]) -> bool {
    is_behind_key(before.trim_ascii_end(), NAME_KEYS)
}

/// Whether a text ends with one of the keys, the sign after it, and perhaps a quote.
fn is_behind_key(before: &[u8], keys: &[&str]) -> bool {
    let unquoted_len = |text: &[u8]| text.len() - suffix_len(text, usize::MAX, is_quote);
    let [before @ .., b':' | b'=' | b'>'] = before[..unquoted_len(before)].trim_ascii_end() else {
        return false;
    };
    let before = before.trim_ascii_end();
    let before = &before[..unquoted_len(before)];
    let word = suffix_len(before, usize::MAX, |b| b.is_ascii_alphabetic());
    is_one_of(&before[before.len() - word..], keys)
}

fn is_one_of(word: &[u8], keys: &[&str]) -> bool {
    let mut keys = keys.iter();
    keys.any(|key| word.eq_ignore_ascii_case(key.as_bytes()))
}

/// The value in a line that begins with one of the keys: the text in quotes, or without quotes the word.
pub(super) fn keyed_value(bytes: &[u8], line: Range<usize>, keys: &[&str]) -> Option<Range<usize>> {
    static VALUE: Pattern = Pattern::of(concat!(
        r#"["'`\\]{0,2} *[:=>] *\\?(?:"([^"\\]+)["\\]|'([^'\\]+)['\\]|`([^`\\]+)[`\\]|"#,
        r#"([!-~&&[^"'`<,}]][!-~&&[^<,}]]*))"#
    ));
    let text = &bytes[line.clone()];
    let opens = |b: u8| b.is_ascii_whitespace() || b"-\"'<{,".contains(&b);
    let key = run(text, prefix_len(text, usize::MAX, opens), 16, |b| b.is_ascii_alphabetic());
    let rest = is_one_of(&text[key.clone()], keys).then_some(&text[key.end..])?;
    let (_, value) = VALUE.at_start(rest)?;
    let start = line.start + key.end;
    Some(start + value.start..start + value.end)
}
