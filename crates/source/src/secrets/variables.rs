//! Values that are not assigned to the name of a secret but belong to it: those behind a key of their own
//! (`name: DB_PASSWORD` and `value: …`, the default of a variable of Terraform or of an option), in the lines below the
//! name, and before a comment with the name.

use std::ops::Range;

use memchr::memmem;

use super::assigned::{MIN_VALUE_BYTES, blanks, is_quote};
use super::filter::{Literal, Mark};
use super::lines::{MAX_LINE, above, below, line_at};
use super::names::{Name, Strength};
use super::values::{is_mixed, is_placeholder, is_random, is_random_in_quotes};
use super::{Secret, prefix_len, run};

const KIND: &str = "assigned_secret";
/// The most lines between a name and its value, and of the block of a variable.
const MAX_LINES: usize = 4;
const MAX_BLOCK_LINES: usize = 10;
/// The keys of a name, and of a value, in lower case.
const NAME_KEYS: &[&str] = &["name", "key", "variable"];
const VALUE_KEYS: &[&str] = &["value", "val", "stringvalue", "defaultvalue", "default"];
/// The keys of the default of a variable or an option.
const DEFAULT: &[&str] = &["default", "defaultvalue"];
/// What begins a comment behind a value.
const COMMENTS: &[&[u8]] = &[b"#", b"//", b"--", b";", b"/*", b"<!--"];
/// The most bytes of a comment before the name in it.
const MAX_COMMENT: usize = 48;

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    [Literal::exact("sensitive", Mark::Several(sensitive))].into_iter()
}

/// The secret that belongs to a name but is not assigned to it in its line.
pub(super) fn of_name(bytes: &[u8], name: &Name) -> Option<Secret> {
    let line = line_at(bytes, name.range.start)?;
    let before = bytes[line.start..name.range.start].trim_ascii_end();
    let after = &bytes[name.range.end..line.end];
    let rest = after.trim_ascii_start();
    let value = if is_behind_key(before, NAME_KEYS) {
        pair(bytes, &line, name.range.end)
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
        text[..at]
            .last()
            .is_some_and(u8::is_ascii_whitespace)
            .then_some(at)
    });
    let code = text[..starts.min()?].trim_ascii_end();
    let code = &code[..code.len() - suffix_len(code, |b| b",;)]}/> \t".contains(&b))];
    let (quote, inner) = code.split_last()?;
    let range = if is_quote(*quote) {
        memchr::memrchr(*quote, inner)? + 1..inner.len()
    } else {
        let word = code.len() - suffix_len(code, |b| b.is_ascii_graphic() && !b"=:,".contains(&b));
        let assigns = matches!(code[..word].trim_ascii_end(), [.., b'=' | b':']);
        let value = &code[word..];
        (assigns && is_random(value) && !value.contains(&b'(')).then_some(word..code.len())?
    };
    Some(before.start + range.start..before.start + range.end)
}

/// The number of bytes at the end of a text for which `admits` is true.
fn suffix_len(text: &[u8], admits: impl Fn(u8) -> bool) -> usize {
    text.iter().rev().take_while(|byte| admits(**byte)).count()
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
        let start = at - suffix_len(&text[..at], |b| b.is_ascii_alphabetic());
        keyed_value(bytes, part.start + start..part.end, keys)
    })
}

/// Whether a value that is certainly a text, and that of a secret name, is a secret.
pub(super) fn is_secret(name: &Name, bytes: &[u8], value: &[u8]) -> bool {
    if name.strength == Strength::Weak {
        return name.fits_weakly(bytes, value);
    }
    !is_placeholder(value)
        && ((value.len() >= MIN_VALUE_BYTES && is_random_in_quotes(value))
            || (name.strength == Strength::Password && is_mixed(value)))
}

/// Adds the default of a variable of Terraform that is `sensitive = true`.
fn sensitive(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    let blanks = run(bytes, at + b"sensitive".len(), 16, |b| b == b' ');
    let is_set = bytes[blanks.end..].starts_with(b"= true");
    let Some(line) = line_at(bytes, at).filter(|_| is_set) else {
        return;
    };
    let lines = above(bytes, &line, MAX_BLOCK_LINES).chain(below(bytes, &line, MAX_BLOCK_LINES));
    let values = lines.filter_map(|line| keyed_value(bytes, line, DEFAULT));
    let secrets = values.filter(|range| {
        let value = &bytes[range.clone()];
        is_mixed(value) || (value.len() >= MIN_VALUE_BYTES && is_random_in_quotes(value))
    });
    found.extend(secrets.map(|range| Secret::new(range, KIND)));
}

/// The value that belongs to the name that ends at `name_end` of a line: in this line, below it or above it.
fn pair(bytes: &[u8], line: &Range<usize>, name_end: usize) -> Option<Range<usize>> {
    let same_line = value_of_key(bytes, name_end..line.end, b"alue", VALUE_KEYS);
    let down = || {
        let lines = below(bytes, line, MAX_LINES);
        let mut own = lines.take_while(|line| !begins_item(&bytes[line.clone()]));
        own.find_map(|line| keyed_value(bytes, line, VALUE_KEYS))
    };
    let up = || {
        let is_first = begins_item(&bytes[line.clone()]);
        let mut lines = above(bytes, line, if is_first { 0 } else { MAX_LINES });
        lines.find_map(|line| keyed_value(bytes, line, VALUE_KEYS))
    };
    same_line.or_else(down).or_else(up)
}

/// Whether a line begins an item of a list, or ends or begins an object.
fn begins_item(line: &[u8]) -> bool {
    matches!(
        line.trim_ascii(),
        [b'-', b' ', ..] | [b'{' | b'}', ..] | [b'<', b'/', ..]
    )
}

/// Whether a text ends with one of the keys, the sign after it, and perhaps a quote.
fn is_behind_key(before: &[u8], keys: &[&str]) -> bool {
    let unquoted_len = |text: &[u8]| text.len() - suffix_len(text, is_quote);
    let [before @ .., b':' | b'=' | b'>'] = before[..unquoted_len(before)].trim_ascii_end() else {
        return false;
    };
    let before = before.trim_ascii_end();
    let before = &before[..unquoted_len(before)];
    let word = suffix_len(before, |b| b.is_ascii_alphabetic());
    is_one_of(&before[before.len() - word..], keys)
}

fn is_one_of(word: &[u8], keys: &[&str]) -> bool {
    let mut keys = keys.iter();
    keys.any(|key| word.eq_ignore_ascii_case(key.as_bytes()))
}

/// The value in a line that begins with one of the keys.
fn keyed_value(bytes: &[u8], line: Range<usize>, keys: &[&str]) -> Option<Range<usize>> {
    let text = &bytes[line.clone()];
    let opens = |b: u8| b.is_ascii_whitespace() || b"-\"'<{,".contains(&b);
    let key = run(text, prefix_len(text, usize::MAX, opens), 16, |b| {
        b.is_ascii_alphabetic()
    });
    if !is_one_of(&text[key.clone()], keys) {
        return None;
    }
    let after =
        |at: usize, most: usize, signs: &[u8]| run(text, at, most, |b| signs.contains(&b)).end;
    let sign = after(after(key.end, 2, b"\"'`\\"), usize::MAX, b" ");
    let blanks = after(sign, 1, b":=>");
    let value = after(after(blanks, usize::MAX, b" "), 1, b"\\");
    let range = literal(text, value).filter(|_| blanks > sign)?;
    Some(line.start + range.start..line.start + range.end)
}

/// The text in quotes at `at` of a line, or without quotes the word.
fn literal(line: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = line.get(at..)?;
    let quote = rest.first().filter(|b| is_quote(**b));
    let range = if let Some(quote) = quote {
        let end = rest[1..].iter().position(|b| b == quote || *b == b'\\')?;
        at + 1..at + 1 + end
    } else {
        run(line, at, MAX_LINE, |b| {
            b.is_ascii_graphic() && !b"<,}".contains(&b)
        })
    };
    (!range.is_empty()).then_some(range)
}

/// The literal in the lines below a name whose own line ends after the sign: one literal in quotes, or several that are
/// concatenated; without quotes only where the lines are indented, as in YAML.
pub(super) fn continued(bytes: &[u8], name: &Name, bare: bool) -> Vec<Secret> {
    let mut found = Vec::new();
    let Some(line) = line_at(bytes, name.range.start).filter(|_| name.strength != Strength::Weak)
    else {
        return found;
    };
    let indent = |line: &Range<usize>| blanks(&bytes[line.clone()]);
    let own = indent(&line);
    // `case KEY_OF_PSK:` is a label.
    let before = bytes[line.start..name.range.start].trim_ascii();
    if !before.iter().all(|b| b"-\"'`{,.".contains(b)) && bare {
        return found;
    }
    // `DB_PASSWORD:` and `value: …` below it.
    let value = below(bytes, &line, 1).find_map(|line| keyed_value(bytes, line, VALUE_KEYS));
    if let Some(range) = value.filter(|range| is_secret(name, bytes, &bytes[range.clone()])) {
        found.push(Secret::new(range, KIND));
        return found;
    }
    for line in below(bytes, &line, MAX_LINES) {
        let range = continued_value(bytes, &line).filter(|range| {
            let quoted = is_quote(bytes[range.start - usize::from(range.start > 0)]);
            quoted || (bare && indent(&line) > own)
        });
        let Some(range) = range else { break };
        found.push(Secret::new(range, KIND));
    }
    found
}

/// The random text that a line consists of, without quotes and signs around it.
fn continued_value(bytes: &[u8], line: &Range<usize>) -> Option<Range<usize>> {
    let text = &bytes[line.clone()];
    let around = |b: &u8| b.is_ascii_whitespace() || b"\"'`,;+\\()".contains(b);
    let start = text.iter().position(|b| !around(b))?;
    let end = text.iter().rposition(|b| !around(b))? + 1;
    let value = &text[start..end];
    let is_secret = value.len() >= MIN_VALUE_BYTES
        && value.iter().all(|b| b.is_ascii_graphic())
        && is_random(value);
    is_secret.then(|| line.start + start..line.start + end)
}

/// Whether a line may contain a secret only because of another line. `false` is certain.
pub(super) fn may_belong_to_another_line(bytes: &[u8], line: &Range<usize>) -> bool {
    let before = bytes[..line.start].strip_suffix(b"\n").unwrap_or_default();
    let text = bytes[line.clone()].trim_ascii();
    let has_key = || keyed_value(bytes, line.clone(), VALUE_KEYS).is_some();
    let before = before.trim_ascii_end();
    let quotes = before
        .iter()
        .rev()
        .take_while(|b| b"\"'\\ \t\r\n".contains(b));
    before.ends_with(b"\\")
        || before[..before.len() - quotes.count()].ends_with(b"password")
        || memmem::find(text, b"password").is_some()
        || has_key()
        || continued_value(bytes, line).is_some()
}
