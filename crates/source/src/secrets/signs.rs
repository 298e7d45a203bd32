//! The signs between the name of a secret and its value.

use super::literals::{LONGEST_TYPE, is_quote};
use super::names::Name;
use super::{prefix_len, unquoted, variables};
use crate::pattern::Pattern;

/// The words between a name and the literal that is its value.
const WORD_SIGNS: &[&[u8]] = &[b"to", b"is", b"eq", b"ne", b"equals"];
/// The name of a constant is longer.
const LEAST_CONSTANT: usize = 4;

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
    /// In the next cell of a table.
    Cell,
    /// As the argument after the name of a key or of an option: `setenv("TOKEN", "…")`.
    Passed,
    /// As the argument after a variable: `verify(token, "…")`. Only what looks like a key is a value.
    Beside,
    /// Anything else, such as a comparison: only a literal is a value.
    Other,
}

/// The length of the anchor and the tag before a node of YAML: `&name`, `!!str`.
pub(super) fn node_marks(value: &[u8], form: AssignmentForm) -> usize {
    let mut length = 0;
    while form == AssignmentForm::Colon
        && let [b'&' | b'!', rest @ ..] = &value[length..]
    {
        let word =
            prefix_len(rest, LONGEST_TYPE, |b| b.is_ascii_graphic() && !b"\"'`,".contains(&b));
        let blanks = blanks(&rest[word..]);
        if blanks == 0 {
            break;
        }
        length += 1 + word + blanks;
    }
    length
}

/// The characters that may close a name or follow it: quotes, a bracket, the length of an array, a question mark.
/// Returns whether a quote closes the name, and how many bytes all these characters take.
pub(super) fn closers(line: &[u8]) -> (bool, usize) {
    static CLOSERS: Pattern = Pattern::of(r#"(?:\\{0,2}["'`])?(?:\[\w*\])?[\]?]{0,2}(?:\*\*)?"#);
    let end = CLOSERS.at_start(line).map_or(0, |(closers, _)| closers.end);
    (line[..end].iter().any(|b| is_quote(*b)), end)
}

/// The sign between the name and its value, and the start of the value.
pub(super) fn assignment_sign(
    bytes: &[u8],
    name: &Name,
    line: &[u8],
    closed: bool,
    closers_end: usize,
) -> Option<(AssignmentForm, usize)> {
    if let Some(end) = tag_end(bytes, name, &line[closers_end..], closed) {
        let value = closers_end + end;
        return Some((AssignmentForm::Element, value + self::blanks(&line[value..])));
    }
    let blanks = blanks(&line[closers_end..]);
    let from = closers_end + blanks;
    let rest = &line[from..];
    let (form, sign) = match rest {
        [b':', b':' | b'>', ..] | [b'=', b'~', ..] => return None,
        [b'=' | b'!', b'=', ..] => {
            (AssignmentForm::Other, prefix_len(rest, 3, |b| b"=!".contains(&b)))
        }
        [b'-', b'>', ..] if closed || blanks > 0 => (AssignmentForm::Other, 2),
        [b'=', b'>', ..] | [b'<', b'-', ..] => (AssignmentForm::Other, 2),
        [b':' | b'?', b'=', b'=', ..] => return None,
        [b':' | b'?', b'=', ..] => (AssignmentForm::Equals, 2),
        [b'=', ..] => (AssignmentForm::Equals, 1),
        [b':', ..] => match typed_sign_end(&rest[1..]) {
            Some(type_end) => (AssignmentForm::Other, 1 + type_end),
            // Emphasis in Markdown.
            None if rest[1..].starts_with(b"** ") => (AssignmentForm::Colon, 3),
            None => (AssignmentForm::Colon, 1),
        },
        [b'|', ..] if is_cell(bytes, name) => (AssignmentForm::Cell, 1),
        [b'>', ..] if blanks == 0 => (AssignmentForm::Element, 1),
        [b'(' | b'{', ..] if blanks == 0 && !closed => (AssignmentForm::Other, 1),
        [b',', ..] => (passed_form(bytes, name, closed), 1),
        [b'v', b'a', b'l', b'u', b'e', b'=', ..] if closed => (AssignmentForm::Other, 6),
        _ if blanks == 0 => return None,
        [quote, ..] if is_quote(*quote) => (AssignmentForm::Other, 0),
        _ => match typed_sign_end(rest) {
            // What follows a name in quotes is no type but another name.
            Some(sign_end) if closed => (AssignmentForm::Passed, sign_end),
            Some(sign_end) => (AssignmentForm::Other, sign_end),
            None if let Some(sign_end) = word_sign(rest) => (AssignmentForm::Other, sign_end),
            None if !closed && unquoted::takes_blanks(bytes, name) => (AssignmentForm::Blanks, 0),
            None => return None,
        },
    };
    let value = from + sign;
    Some((form, value + self::blanks(&line[value..])))
}

/// The end of the tag that a name begins, or in which it is a name of what follows, if the tag has further attributes:
/// `<apiKey xmlns="…">`, `<string name="api_key" translatable="false">`.
fn tag_end(bytes: &[u8], name: &Name, rest: &[u8], closed: bool) -> Option<usize> {
    let before = unquoted::line_before(bytes, name);
    let is_in_tag =
        if closed { variables::is_name_of_pair(before) } else { before.ends_with(b"<") };
    if !is_in_tag {
        return None;
    }
    static ATTRIBUTES: Pattern = Pattern::of(r#"(?:[ \t]+[\w:.-]*=(?:"[^"]*"|'[^']*'))+>"#);
    ATTRIBUTES.at_start(rest).map(|(attributes, _)| attributes.end)
}

/// The end of a word between a name and the literal that is its value: `"secret" to "…"`, `the password is "…"`.
fn word_sign(rest: &[u8]) -> Option<usize> {
    let word = prefix_len(rest, 6, |b| b.is_ascii_alphabetic());
    let end = word + blanks(&rest[word..]);
    let is_sign = WORD_SIGNS.contains(&&rest[..word]);
    (is_sign && rest.get(end).is_some_and(|b| is_quote(*b))).then_some(end)
}

/// How a name and a value that follows a comma belong together.
fn passed_form(bytes: &[u8], name: &Name, closed: bool) -> AssignmentForm {
    let text = &bytes[name.last.clone()];
    let is_constant = text.len() > LEAST_CONSTANT && !text.iter().any(u8::is_ascii_lowercase);
    let is_symbol = matches!(bytes[..name.range.start], [.., b':' | b'{']);
    if closed || is_constant || is_symbol { AssignmentForm::Passed } else { AssignmentForm::Beside }
}

/// Whether a name ends the first cell of a row of a table.
fn is_cell(bytes: &[u8], name: &Name) -> bool {
    let line = unquoted::line_before(bytes, name).trim_ascii_start();
    line.strip_prefix(b"|").is_some_and(|cell| !cell.contains(&b'|'))
}

/// The end of the sign after a type: `&'static str =`, `Option<String> :=`. `None` if `rest` does not begin so.
pub(super) fn typed_sign_end(rest: &[u8]) -> Option<usize> {
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

pub(super) fn blanks(text: &[u8]) -> usize {
    prefix_len(text, usize::MAX, |b| matches!(b, b' ' | b'\t'))
}
