//! Values in the lines below a name whose own line ends after the sign, or after what opens a literal: blocks of YAML,
//! texts in three quotes, here-documents, lists.

use std::ops::Range;

use memchr::memmem;

use super::assigned::{KIND, MIN_VALUE_BYTES};
use super::chosen::{is_chosen, is_password};
use super::code::{is_code, is_path};
use super::lines::{below, line_at};
use super::literals::{is_here_document, is_quote, opens_below};
use super::names::{Name, Strength};
use super::signs::{AssignmentForm, blanks, node_marks, typed_sign_end};
use super::values::is_random;
use super::variables::{ELEMENTS, RESULT, VALUE_KEYS, is_secret, keyed_value};
use super::{Secret, prefix_len, suffix_len};
use crate::pattern::Pattern;

/// The most lines of a value below its name.
const MAX_LINES: usize = 4;

/// How the line of a name ends.
struct Open {
    /// Whether the sign is a colon, so that indented lines without quotes are the value.
    bare: bool,
    /// Whether a literal is open, so that any line without quotes is its content.
    literal: bool,
    /// Whether an object is open: the value has a key of its own.
    object: bool,
}

/// How a line ends that has the `>` of the tag with the name, or a sign after the name, and perhaps a mark that the value follows below.
fn open_end(rest: &[u8], in_tag: bool) -> Option<Open> {
    let rest = rest.trim_ascii();
    let (sign, mark) = rest.split_at(prefix_len(rest, 2, |b| b":=>".contains(&b)));
    let (sign, mark) = match typed_sign_end(mark).filter(|_| sign == b":") {
        Some(end) => (&b"="[..], &mark[end..]),
        None => (sign, mark),
    };
    let mark = mark.trim_ascii_start();
    let mark = mark.strip_prefix(b"$(cat ").unwrap_or(mark);
    let here = is_here_document(mark);
    let is_sign = match sign {
        b":" | b"=" | b":=" | b"=>" => true,
        b">" => in_tag && mark.is_empty(),
        b"" => here || matches!(mark, b"\"\"\"" | b"'''"),
        _ => false,
    };
    if !is_sign {
        return None;
    }
    let bare = sign == b":";
    let mark = if bare { &mark[node_marks(mark, AssignmentForm::Colon)..] } else { mark };
    let is_mark = opens_below(mark);
    let literal = here
        || sign == b">"
        || mark == b"\\"
        || mark.iter().any(|b| is_quote(*b))
        || mark.len() > 1 && !bare;
    is_mark.then_some(Open { bare, literal, object: mark == b"{" })
}

/// The secrets in the lines below a name: one literal, or several that are concatenated or listed; without quotes only
/// where the lines are indented, as in YAML, or within a literal. `rest` is the name's line after it.
pub(super) fn below_name(bytes: &[u8], name: &Name, rest: &[u8], found: &mut Vec<Secret>) {
    let Some(open) = open_end(rest, bytes[..name.range.start].ends_with(b"<"))
        .filter(|_| name.strength != Strength::Weak)
    else {
        return;
    };
    let Some(line) = line_at(bytes, name.range.start) else {
        return;
    };
    let indent = |line: &Range<usize>| blanks(&bytes[line.clone()]);
    let own = indent(&line);
    // `case KEY_OF_PSK:` is a label.
    let before = bytes[line.start..name.range.start].trim_ascii();
    if !before.iter().all(|b| b"-\"'`{,.".contains(b)) && open.bare {
        return;
    }
    // `DB_PASSWORD:` and `value: …` below it.
    let value = below(bytes, &line, 1).find_map(|line| keyed_value(bytes, line, VALUE_KEYS));
    if let Some(range) = value.filter(|range| is_secret(name, bytes, &bytes[range.clone()])) {
        found.push(Secret::new(range, KIND));
        return;
    }
    if open.object {
        return;
    }
    let is_content = |line: &Range<usize>| {
        !open.bare || !matches!(bytes[line.clone()].trim_ascii(), [] | [b'#', ..])
    };
    for line in below(bytes, &line, MAX_LINES).filter(is_content) {
        let range = text_of(bytes, &line).filter(|range| {
            let quoted = is_quote(bytes[range.start - usize::from(range.start > 0)]);
            let is_content = open.literal || quoted || (open.bare && indent(&line) > own);
            let text = &bytes[range.clone()];
            let is_password = || {
                let stands_alone = open.literal || quoted;
                stands_alone && name.strength == Strength::Password && is_chosen(text)
            };
            let is_code = is_code(text) || is_path(text);
            let is_random = text.len() >= MIN_VALUE_BYTES && is_random(text) && !is_code;
            is_content && (is_random || is_password())
        });
        let Some(range) = range else { break };
        found.push(Secret::new(range, KIND));
    }
}

/// The text that a line consists of, without quotes and signs around it.
pub(super) fn text_of(bytes: &[u8], line: &Range<usize>) -> Option<Range<usize>> {
    let text = &bytes[line.clone()];
    let around = |b: &u8| b.is_ascii_whitespace() || b"\"'`,;+\\()[]}>".contains(b);
    let start = text.iter().position(|b| !around(b))?;
    // An item of a list.
    let item = match &text[start..] {
        [b'-', b' ', rest @ ..] => text.len() - rest.len(),
        _ => start,
    };
    let start = item + text[item..].iter().position(|b| !around(b))?;
    let end = text[..raw_end(text)].iter().rposition(|b| !around(b))? + 1;
    let is_text = start < end && text[start..end].iter().all(u8::is_ascii_graphic);
    is_text.then(|| line.start + start..line.start + end)
}

/// Where a line ends before what closes a raw literal: `]==]`, `"#`, `)x"`.
fn raw_end(line: &[u8]) -> usize {
    static END: Pattern = Pattern::of(r#"(?:\]=+\]|"\#+|\)[0-9A-Za-z]+");?\s*\z"#);
    let end = END.find(line, 0..line.len(), false);
    end.map_or(line.len(), |(end, _)| end.start)
}

/// Whether a line may contain a secret only because of another line. `false` is certain.
pub(super) fn may_belong_to_another_line(bytes: &[u8], line: &Range<usize>) -> bool {
    let before = bytes[..line.start].strip_suffix(b"\n").unwrap_or_default();
    let text = bytes[line.clone()].trim_ascii();
    let has_key = |keys| keyed_value(bytes, line.clone(), keys).is_some();
    let before = before.trim_ascii_end();
    let quotes = suffix_len(before, usize::MAX, |b| b"\"'\\ \t\r\n".contains(&b));
    before.ends_with(b"\\")
        || before[..before.len() - quotes].ends_with(b"password")
        || memmem::find(text, b"password").is_some()
        || has_key(VALUE_KEYS)
        || has_key(ELEMENTS)
        || has_key(RESULT)
        || text_of(bytes, line).is_some_and(|range| is_password(&bytes[range]))
        || may_be_part(before, text)
}

/// Whether a line may begin with a literal that is joined to one in the line above.
fn may_be_part(before: &[u8], text: &[u8]) -> bool {
    let in_joint = |b: &u8| is_quote(*b) || b"+.<>&~^|\\ \t".contains(b);
    let opens = text.iter().take_while(|b| in_joint(b)).any(|b| is_quote(*b));
    opens && before.last().is_some_and(in_joint)
}
