//! Values that are assigned or passed to a name of a secret.
//!
//! A literal may follow a sign, a type and a sign, the bracket of a call, or blanks (`#define`); it must look random, or
//! like a password where one stands. A value without quotes is checked by [`unquoted`](super::unquoted).

use std::ops::Range;

use super::chosen::{is_chosen, is_mixed};
use super::lines::around;
use super::literals::{Opening, content, joined, opening};
use super::names::{Name, Strength, is_aws_secret};
use super::signs::{AssignmentForm, assignment_sign, closers, node_marks};
use super::values::{is_random_in_quotes, is_random_key};
use super::{Secret, beside, blocks, defaults, unquoted, variables};

pub(super) const KIND: &str = "assigned_secret";
/// The fewest bytes of a value that may be a secret.
pub(super) const MIN_VALUE_BYTES: usize = 10;
/// The most bytes of such a value.
pub(super) const MAX_VALUE_BYTES: usize = 512;
/// The largest distance in bytes from the name to its value.
const REACH: usize = 128;
/// Adds the secrets that are assigned to the name: in the same line, else in the lines near it.
pub(super) fn after(bytes: &[u8], name: &Name, found: &mut Vec<Secret>) {
    let line = &bytes[around(bytes, name.range.end, 0, REACH + MAX_VALUE_BYTES)];
    let (closed, closers_end) = closers(line);
    let known = found.len();
    if let Some(range) = defaults::of_name(bytes, name, line) {
        found.extend(default(name, line, range));
    } else if let Some((form, at)) = assignment_sign(bytes, name, line, closed, closers_end) {
        let at = at + node_marks(&line[at..], form);
        in_line(bytes, name, line, form, at, found);
    }
    if found.len() > known {
        return;
    }
    if let Some(secret) = variables::of_name(bytes, name).filter(|_| !name.plural) {
        found.push(secret);
    } else {
        blocks::below_name(bytes, name, &line[closers_end..], found);
    }
    if found.len() == known {
        let range = beside::of_name(bytes, name, line);
        found.extend(range.map(|range| Secret::new(range, KIND)));
    }
}

/// Adds the secret whose value begins at `at` in the rest of the name's line; if it is concatenated, its parts in the
/// lines below, too.
fn in_line(
    bytes: &[u8],
    name: &Name,
    line: &[u8],
    form: AssignmentForm,
    at: usize,
    found: &mut Vec<Secret>,
) {
    let value = &line[at..];
    let known = found.len();
    match opening(value) {
        Some(literal) if literal.in_list || !name.plural => {
            quoted_secrets(bytes, name, at, literal, form, found);
        }
        _ if name.plural => return,
        _ => {
            let range = unquoted::value(bytes, name, line, at, form);
            found.extend(range.map(|range| secret_behind(name, range)));
        }
    }
    if found.len() > known {
        return;
    }
    if let Some(literal) = defaults::of_expression(value) {
        quoted_secrets(bytes, name, at, literal, form, found);
    }
    let range = defaults::of_variable(value).map(|range| at + range.start..at + range.end);
    found.extend(range.and_then(|range| default(name, line, range)));
}

/// The default of a variable, if it is a secret.
fn default(name: &Name, line: &[u8], range: Range<usize>) -> Option<Secret> {
    unquoted::is_default(name, &line[range.clone()]).then(|| secret_behind(name, range))
}

/// The secret in this range behind the name.
fn secret_behind(name: &Name, range: Range<usize>) -> Secret {
    Secret::new(name.range.end + range.start..name.range.end + range.end, KIND)
}

/// Adds the literal whose opening is at `at` behind the name, if it is a secret, with those that are joined to it.
fn quoted_secrets(
    bytes: &[u8],
    name: &Name,
    at: usize,
    literal: Opening,
    form: AssignmentForm,
    found: &mut Vec<Secret>,
) {
    let at = name.range.end + at + literal.skip;
    let Some(first) = content(bytes, at, literal.close) else {
        return;
    };
    let rest = joined(bytes, &first, literal);
    let is_secret = |text: &[u8]| is_secret_in_quotes(bytes, name, text, form);
    let mut parts = vec![first];
    parts.extend(rest);
    let whole = parts.iter().map(|part| &bytes[part.clone()]);
    let is_whole =
        parts.len() > 1 && !literal.in_list && is_secret(&whole.collect::<Vec<_>>().concat());
    parts.retain(|part| !part.is_empty() && (is_whole || is_secret(&bytes[part.clone()])));
    found.extend(parts.into_iter().map(|part| Secret::new(part, KIND)));
}

/// Whether the content of a literal is the secret of a name.
fn is_secret_in_quotes(bytes: &[u8], name: &Name, text: &[u8], form: AssignmentForm) -> bool {
    if name.strength == Strength::Weak {
        return name.fits_weakly(bytes, text);
    }
    let last = &bytes[name.last.clone()];
    let is_random =
        !is_name_of_setting(text) && (is_random_in_quotes(text) || is_aws_secret(last, text));
    let is_password = || {
        name.strength == Strength::Password
            && match form {
                AssignmentForm::Passed | AssignmentForm::Cell | AssignmentForm::Beside => {
                    is_defined(bytes, name, last) && is_mixed(text)
                }
                _ => is_chosen(text),
            }
    };
    match form {
        AssignmentForm::Beside => is_random && is_random_key(text),
        _ => is_random || is_password(),
    }
}

/// Whether a text is the name of a setting, such as `MYSQL_ROOT_PASSWORD`.
fn is_name_of_setting(text: &[u8]) -> bool {
    text.contains(&b'_') && text.iter().all(|b| b.is_ascii_uppercase() || *b == b'_')
}

/// Whether the name is the first argument of a call of `define`: `define('DB_PASSWORD', '…')`.
fn is_defined(bytes: &[u8], name: &Name, last: &[u8]) -> bool {
    let before = bytes[..name.range.start].trim_ascii_end();
    let before = before.strip_suffix(b"'").or(before.strip_suffix(b"\"")).unwrap_or(before);
    before.trim_ascii_end().ends_with(b"define(") && !last.iter().any(u8::is_ascii_lowercase)
}
