//! Values that are assigned or passed to a name of a secret.
//!
//! A value in quotes may follow a sign, a type and a sign, the bracket of a call, or blanks (`#define`); it must look
//! random. A value without quotes is checked by [`unquoted`](super::unquoted).

use memchr::memmem;

use super::names::{Name, Strength, is_aws_secret};
use super::values::{is_mixed, is_random_in_quotes};
use super::{Secret, prefix_len, unquoted, variables};

pub(super) const KIND: &str = "assigned_secret";
/// The fewest bytes of a value that may be a secret.
pub(super) const MIN_VALUE_BYTES: usize = 10;
/// The most bytes of such a value.
pub(super) const MAX_VALUE_BYTES: usize = 512;
/// The largest distance in bytes from the name to its value.
const REACH: usize = 128;
/// Longer types and calls, in bytes, are not recognized.
const LONGEST_TYPE: usize = 64;

/// The kind of sign between a name and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AssignmentForm {
    /// `=`, `:=`, `?=`: the value may have no quotes.
    Equals,
    /// `:`.
    Colon,
    /// The `>` of an XML tag that ends with the name.
    Element,
    /// Only blanks, in a line of a container file or a shell, or after a flag.
    Blanks,
    /// Anything else: only a text in quotes is a value.
    Other,
}

/// Adds the secret that is assigned to the name: in the same line, else in the lines near it.
pub(super) fn after(bytes: &[u8], name: &Name, found: &mut Vec<Secret>) {
    let end = bytes.len().min(name.range.end + REACH + MAX_VALUE_BYTES);
    let line = &bytes[name.range.end..end];
    let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
    if let Some(range) = in_line(bytes, name, line) {
        let range = name.range.end + range.start..name.range.end + range.end;
        found.push(Secret::new(range, KIND));
    } else if let Some(secret) = variables::of_name(bytes, name) {
        found.push(secret);
    } else if let Some(form) = open_end(line) {
        found.extend(variables::continued(
            bytes,
            name,
            form == AssignmentForm::Colon,
        ));
    }
}

/// The secret in the rest of the name's line.
fn in_line(bytes: &[u8], name: &Name, line: &[u8]) -> Option<std::ops::Range<usize>> {
    let (closed, closers_end) = closers(line);
    let (form, value) = assignment_sign(bytes, name, line, closed, closers_end)?;
    let range = match opening(&line[value..]) {
        Some((skip, quote)) => quoted_secret(bytes, name, line, value + skip, quote, form),
        None => unquoted::value(bytes, name, line, value, form),
    };
    range.or_else(|| {
        let (skip, quote) = default_opening(&line[value..])?;
        quoted_secret(bytes, name, line, value + skip, quote, form)
    })
}

/// The form of an assignment whose line ends after the sign, and perhaps after a mark that the value follows below.
fn open_end(line: &[u8]) -> Option<AssignmentForm> {
    let (_, closers_end) = closers(line);
    let rest = line[closers_end..].trim_ascii();
    let (sign, mark) = rest.split_at(rest.iter().take_while(|b| b":=>".contains(b)).count());
    let form = match sign {
        b":" => AssignmentForm::Colon,
        b"=" | b":=" | b"=>" => AssignmentForm::Equals,
        _ => return None,
    };
    let opens = matches!(
        mark.trim_ascii(),
        [] | b"(" | b"\\" | b"|" | b"|-" | b">" | b">-" | b"["
    );
    opens.then_some(form)
}

/// The characters that may close a name or follow it: quotes, a bracket, the length of an array, a question mark.
/// Returns whether a quote closes the name, and how many bytes all these characters take.
fn closers(line: &[u8]) -> (bool, usize) {
    let mut at = 0;
    at += prefix_len(line, 2, |b| b == b'\\');
    let closed = line.get(at).is_some_and(|b| is_quote(*b));
    at += usize::from(closed);
    at = if closed { at } else { 0 };
    let rest = &line[at..];
    let array = rest.first() == Some(&b'[');
    let in_index = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let inside = prefix_len(rest.get(1..).unwrap_or_default(), usize::MAX, in_index);
    if array && rest.get(inside + 1) == Some(&b']') {
        at += inside + 2;
    }
    at += prefix_len(&line[at..], 2, |b| matches!(b, b']' | b'?'));
    (closed, at)
}

/// The sign between the name and its value, and the start of the value.
fn assignment_sign(
    bytes: &[u8],
    name: &Name,
    line: &[u8],
    closed: bool,
    closers_end: usize,
) -> Option<(AssignmentForm, usize)> {
    let blanks = blanks(&line[closers_end..]);
    let from = closers_end + blanks;
    let rest = &line[from..];
    let (form, sign) = match rest {
        [b':', b':' | b'>', ..] | [b'=', b'=' | b'~', ..] => return None,
        [b'=', b'>', ..] | [b'<', b'-', ..] => (AssignmentForm::Other, 2),
        [b':' | b'?', b'=', b'=', ..] => return None,
        [b':' | b'?', b'=', ..] => (AssignmentForm::Equals, 2),
        [b'=', ..] => (AssignmentForm::Equals, 1),
        [b':', ..] => match typed_sign_end(&rest[1..]) {
            Some(type_end) => (AssignmentForm::Other, 1 + type_end),
            None => (AssignmentForm::Colon, 1),
        },
        [b'>', ..] if blanks == 0 => (AssignmentForm::Element, 1),
        [b'(' | b'{', ..] if blanks == 0 && !closed => (AssignmentForm::Other, 1),
        [b',', ..] if closed => (AssignmentForm::Other, 1),
        [b'v', b'a', b'l', b'u', b'e', b'=', ..] if closed => (AssignmentForm::Other, 6),
        _ if blanks == 0 => return None,
        [quote, ..] if is_quote(*quote) => (AssignmentForm::Other, 0),
        _ => match typed_sign_end(rest) {
            Some(type_end) => (AssignmentForm::Other, type_end),
            None if !closed && unquoted::takes_blanks(bytes, name) => (AssignmentForm::Blanks, 0),
            None => return None,
        },
    };
    let value = from + sign;
    Some((form, value + self::blanks(&line[value..])))
}

/// The end of the sign after a type: `&'static str =`, `Option<String> :=`. `None` if `rest` does not begin so.
fn typed_sign_end(rest: &[u8]) -> Option<usize> {
    let in_type = |b: u8| b.is_ascii_alphanumeric() || b"_ &'<>[]?.*|!,".contains(&b);
    let length = prefix_len(rest, LONGEST_TYPE, in_type);
    let sign = match &rest[length..] {
        [b'=', b'=' | b'>' | b'~', ..] => return None,
        [b'=', ..] => length + 1,
        [b':', b'=', ..] => length + 2,
        _ => return None,
    };
    // A lifetime is one quote; two are a value.
    let quotes = rest[..length].iter().filter(|b| **b == b'\'').count();
    (quotes < 2 && length > 0).then_some(sign)
}

/// The distance to the quote of a literal, and which quote it is: brackets, calls (`String::from(`), casts (`<string>`)
/// and prefixes (`b"`, `@"`, `"""`) may precede it. The distance includes the quotes.
fn opening(value: &[u8]) -> Option<(usize, u8)> {
    let in_call = |b: u8| b.is_ascii_alphanumeric() || b"_.:(@$#&\\! <>[]".contains(&b);
    let length = prefix_len(value, LONGEST_TYPE, in_call);
    let quote = *value.get(length)?;
    let before = &value[..length];
    // A word that is not followed by a bracket is no call.
    let word = before
        .rsplit(|b| matches!(b, b'(' | b'\\' | b'>'))
        .next()
        .unwrap_or_default();
    let prefix = word.len() <= 3 && !word.contains(&b' ');
    let triple = prefix_len(&value[length..], 4, |b| b == quote) == 3;
    let quotes = if triple { 3 } else { 1 };
    (is_quote(quote) && prefix).then_some((length + quotes, quote))
}

/// As [`opening`], for the literal of a default value: `process.env.TOKEN || "…"`, `get() ?? "…"`, `x or "…"`.
fn default_opening(value: &[u8]) -> Option<(usize, u8)> {
    let near = &value[..value.len().min(LONGEST_TYPE)];
    let behind = |operator: &[u8]| Some(memmem::find(near, operator)? + operator.len());
    let at = [&b"||"[..], b"??", b" or "].into_iter().find_map(behind)?;
    let at = at + blanks(&value[at..]);
    let (skip, quote) = opening(&value[at..])?;
    Some((at + skip, quote))
}

/// The quoted literal that begins at `at`, if it is a secret.
fn quoted_secret(
    bytes: &[u8],
    name: &Name,
    line: &[u8],
    at: usize,
    quote: u8,
    form: AssignmentForm,
) -> Option<std::ops::Range<usize>> {
    let rest = &line[at..];
    let end = rest
        .iter()
        .take(MAX_VALUE_BYTES + 1)
        .position(|&b| b == quote || b == b'\\' || !b.is_ascii_graphic())?;
    let closes = rest[end] == quote || rest[end..].starts_with(&[b'\\', quote]);
    let text = &rest[..end];
    let last = &bytes[name.last.clone()];
    let is_secret = if name.strength == Strength::Weak {
        name.fits_weakly(bytes, text)
    } else {
        end >= MIN_VALUE_BYTES
            && !is_name_of_setting(text)
            && (is_random_in_quotes(text) || is_aws_secret(last, text))
    };
    // `define('DB_PASSWORD', '…')`
    let defined = form == AssignmentForm::Other
        && name.strength == Strength::Password
        && !last.iter().any(u8::is_ascii_lowercase)
        && is_defined(bytes, name)
        && is_mixed(text);
    (closes && (is_secret || defined)).then_some(at..at + end)
}

/// Whether a text is the name of a setting, such as `MYSQL_ROOT_PASSWORD`.
fn is_name_of_setting(text: &[u8]) -> bool {
    text.contains(&b'_') && text.iter().all(|b| b.is_ascii_uppercase() || *b == b'_')
}

/// Whether the name is the first argument of a call of `define`.
fn is_defined(bytes: &[u8], name: &Name) -> bool {
    let before = bytes[..name.range.start].trim_ascii_end();
    let before = before
        .strip_suffix(b"'")
        .or(before.strip_suffix(b"\""))
        .unwrap_or(before);
    before.trim_ascii_end().ends_with(b"define(")
}

pub(super) fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

pub(super) fn blanks(text: &[u8]) -> usize {
    prefix_len(text, usize::MAX, |b| matches!(b, b' ' | b'\t'))
}
