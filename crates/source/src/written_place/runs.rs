//! The runs of characters in a text that can be paths.

use std::ops::Range;

use crate::composed;
use crate::letters::Letter;

/// Whether a path in a text can have this character.
#[must_use]
pub fn is_path_char(c: char) -> bool {
    c.is_alphanumeric()
        || "_-.+@~$%/\\".contains(c)
        || (!c.is_ascii() && !c.is_whitespace() && !is_mark(c))
}

/// Whether a character beyond ASCII is punctuation of a sentence: it ends a path.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{ab}' | '\u{bb}' | '\u{2010}'..='\u{2027}' | '\u{2039}' | '\u{203a}' | '\u{3000}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{ff00}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff1f}')
}

pub(super) fn next_start(text: &str, from: usize) -> Option<usize> {
    let begins = |c: char| is_path_char(c) || c == '[';
    Some(from + text.get(from..)?.find(begins)?)
}

/// The end of the run of path characters from `start`. A colon belongs to it before a slash, as in `file:///a` and
/// `C:\a`; brackets after a slash do, if they are a part of a path: `app/[id]/a.ts`.
pub(super) fn path_end(text: &str, start: usize) -> usize {
    let mut end = start;
    while let Some(c) = text[end..].chars().next() {
        let rest = &text[end + c.len_utf8()..];
        let length = match c {
            _ if is_path_char(c) => c.len_utf8(),
            ':' if rest.starts_with(['/', '\\']) => 1,
            '[' | '(' if end == start || text[..end].ends_with(['/', '\\', '[', '(']) => {
                match bracketed(&text[end..]) {
                    Some(length) => length,
                    None => break,
                }
            }
            _ => break,
        };
        end += length;
    }
    end
}

/// The length of a bracketed part of a path, which a further part or an extension follows.
fn bracketed(text: &str) -> Option<usize> {
    let opening = text.chars().take_while(|c| matches!(c, '[' | '(')).count();
    let inner = &text[opening..];
    let length = inner.find(|c: char| !(c.is_alphanumeric() || "_-.".contains(c)))?;
    let rest = &inner[length..];
    let closing = rest.chars().take_while(|c| matches!(c, ']' | ')')).count();
    let after = rest[closing..].strip_prefix(['/', '\\', '.'])?;
    let is_part = length > 0
        && closing == opening
        && after.starts_with(|c: char| c.is_alphanumeric() || "[(_".contains(c));
    is_part.then_some(opening + length + closing)
}

/// The run without the marks of a sentence at its ends: dots behind it, dashes and `@` before it.
pub(super) fn trimmed(text: &str, run: Range<usize>) -> Range<usize> {
    let path = text[run.clone()].trim_end_matches(['.', '-', '/', '\\', '%', '$', '@']);
    let end = run.start + path.len();
    let kept = path.trim_start_matches(['-', '+']);
    end - kept.len()..end
}

/// The parts of a path, with escapes of URLs decoded.
pub(super) fn parts_of(path: &str) -> Vec<String> {
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8();
    let path = decoded.as_deref().unwrap_or(path);
    let mut parts: Vec<String> = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." | "..." | "\u{2026}" => parts.clear(),
            part => parts.push(composed(part).into_owned()),
        }
    }
    parts
}

/// The parts of a run that can be a path by themselves, because the text goes on without a blank behind them: before
/// and behind letters of a script without case, before the number of a line of context (`a.py-12-`) or of a link
/// (`a.py$12`, `a.py@12`), and behind the sign of a mention (`@src/a.py`).
pub(super) fn inner_paths(text: &str, run: Range<usize>) -> Vec<Range<usize>> {
    let own = &text[run.clone()];
    let is_uncased = |c: char| Letter::of(c) == Letter::Uncased;
    let mut found: Vec<Range<usize>> = Vec::new();
    if own.contains(is_uncased) {
        let mut start = 0;
        for part in own.split(is_uncased) {
            found.push(run.start + start..run.start + start + part.len());
            start +=
                part.len() + own[start + part.len()..].chars().next().map_or(0, char::len_utf8);
        }
    }
    found.extend(before_context_number(own).map(|end| run.start..run.start + end));
    let linked = own.rsplit_once(['$', '@']).map(|(path, _)| run.start..run.start + path.len());
    found.extend(
        linked.filter(|path| text[path.end + 1..].starts_with(|c: char| c.is_ascii_digit())),
    );
    found.extend(own.strip_prefix('@').map(|_| run.start + 1..run.end));
    found.retain(|path| path.len() < run.len() && has_extension(&text[path.clone()]));
    found
}

/// The end of a path in a run that goes on as in `a.py-12-return`, without a further folder.
fn before_context_number(run: &str) -> Option<usize> {
    let name = run.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let mut marks = run[name..].match_indices('-').map(|(at, _)| name + at);
    marks.find(|&at| {
        let rest = &run[at + 1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && rest[digits..].starts_with('-') && has_extension(&run[..at])
    })
}

/// Whether a path ends with an extension that begins with a letter.
fn has_extension(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && extension.starts_with(|c: char| c.is_ascii_alphabetic())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
    })
}
