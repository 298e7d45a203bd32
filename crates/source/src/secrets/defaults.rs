//! Values that count if an expression has none: `${TOKEN:-…}`, `process.env.TOKEN || "…"`, `getenv("TOKEN") ?: "…"`.

use std::ops::Range;

use memchr::memmem;

use super::assigned::MAX_VALUE_BYTES;
use super::literals::{LONGEST_TYPE, Opening, opening};
use super::names::Name;
use super::prefix_len;
use super::signs::blanks;

/// The operators before the default of an expression.
const OPERATORS: &[&[u8]] = &[b"||", b"??", b"?:", b" or ", b" else "];
/// The signs before the default of a variable in braces.
const SIGNS: &[&[u8]] = &[b":-", b":=", b":", b"-", b"="];

/// The opening of the literal that is the default of an expression.
pub(super) fn of_expression(value: &[u8]) -> Option<Opening> {
    let near = &value[..value.len().min(LONGEST_TYPE)];
    let behind = |operator: &&[u8]| Some(memmem::find(near, operator)? + operator.len());
    let at = OPERATORS.iter().find_map(behind)?;
    let at = at + blanks(&value[at..]);
    let literal = opening(&value[at..])?;
    Some(Opening { skip: at + literal.skip, ..literal })
}

/// The default behind a name in braces: `${TOKEN:-…}`. `line` begins after the name.
pub(super) fn of_name(bytes: &[u8], name: &Name, line: &[u8]) -> Option<Range<usize>> {
    bytes[..name.range.start].ends_with(b"${").then(|| in_braces(line))?
}

/// The default of another variable that is the value: `${OTHER:-…}`, with or without a quote before it.
pub(super) fn of_variable(value: &[u8]) -> Option<Range<usize>> {
    let open = prefix_len(value, 1, |b| matches!(b, b'"' | b'\''));
    let rest = value[open..].strip_prefix(b"${")?;
    let in_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.');
    let name = prefix_len(rest, LONGEST_TYPE, in_name);
    let at = open + 2 + name;
    let default = in_braces(&value[at..])?;
    Some(at + default.start..at + default.end)
}

fn in_braces(rest: &[u8]) -> Option<Range<usize>> {
    let sign = SIGNS.iter().find(|sign| rest.starts_with(sign))?.len();
    let in_default = |b: u8| b.is_ascii_graphic() && !b"{}\"'`".contains(&b);
    let length = prefix_len(&rest[sign..], MAX_VALUE_BYTES, in_default);
    (rest.get(sign + length) == Some(&b'}')).then_some(sign..sign + length)
}
