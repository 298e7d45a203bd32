//! Values that count if an expression has none: `${TOKEN:-…}`, `process.env.TOKEN || "…"`, `getenv("TOKEN") ?: "…"`.

use std::ops::Range;

use memchr::memmem;

use super::literals::{LONGEST_TYPE, Opening, opening};
use super::names::Name;
use super::signs::blanks;
use crate::pattern::Pattern;

/// The operators before the default of an expression.
const OPERATORS: &[&[u8]] = &[b"||", b"??", b"?:", b" or ", b" else "];

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
    static VARIABLE: Pattern = Pattern::of(r#"["']?\$\{[\w.]*"#);
    let (name, _) = VARIABLE.at_start(value)?;
    let default = in_braces(&value[name.end..])?;
    Some(name.end + default.start..name.end + default.end)
}

fn in_braces(rest: &[u8]) -> Option<Range<usize>> {
    static DEFAULT: Pattern = Pattern::of(r#"(?::[=-]?|[=-])([!-~&&[^{}"'`]]*)\}"#);
    DEFAULT.at_start(rest).map(|(_, default)| default)
}
