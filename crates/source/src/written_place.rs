//! Places that a text names: a path, perhaps with a line, as people, compilers and stack traces write them.
//!
//! Only the structure counts. A path is a run of the characters of paths; the line is a number that follows it, with
//! nothing but punctuation and at most two words between: `a.py:12:5`, `"a.py", line 12`, `a.cs:line 12`,
//! `a.php(12)`, `a.php on line 12`, `a.py#L12`; or a number with one word before it and one behind it, directly before
//! the path: `line 12 of a.py`.

mod numbers;

use std::ops::Range;

use crate::{RepoPath, composed};
use numbers::{number_before, numbers_after};

/// A path in a text, perhaps with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WrittenPlace {
    /// The parts of the path in composed form, outermost first, without `.`; what is before `..` is left out.
    pub parts: Vec<String>,
    /// The line, 1-based.
    pub line: Option<u32>,
    /// Whether punctuation says that the number is a line: in `a.py line 404` it may be a value, as in `a.py returns 404`.
    pub is_marked: bool,
    /// The bytes of the path in the text.
    pub path_bytes: Range<usize>,
    /// The bytes of its numbers: the line, the last line and the column. Empty without a line.
    pub numbers: Vec<Range<usize>>,
}

impl WrittenPlace {
    /// The places that a text names, in their order. Every word is a possible path.
    #[must_use]
    pub fn all(text: &str) -> Vec<WrittenPlace> {
        let mut found: Vec<WrittenPlace> = Vec::new();
        let (mut at, mut taken) = (0, 0);
        while let Some(start) = next_start(text, at) {
            let end = path_end(text, start);
            at = end.max(start + 1);
            let path_bytes = trimmed(text, start..end);
            let parts = parts_of(&text[path_bytes.clone()]);
            if parts.is_empty() {
                continue;
            }
            let mut numbers = numbers_after(text, path_bytes.end);
            let is_marked = !numbers.is_empty() && !text[path_bytes.end..].starts_with(' ');
            // A plain word may be a word of a sentence.
            if text[path_bytes.clone()].contains(['.', '/', '\\']) {
                if numbers.is_empty() {
                    numbers.extend(number_before(text, taken..path_bytes.start));
                }
                taken = numbers.last().map_or(0, |range| range.end).max(end);
                at = at.max(taken);
            } else if !text[path_bytes.end..].starts_with([':', ',', '(', '#', '"', '`']) {
                numbers.clear();
            }
            let first = numbers.first().cloned();
            let line = first.and_then(|range| text[range].parse().ok());
            found.push(WrittenPlace {
                parts,
                line,
                is_marked,
                path_bytes,
                numbers,
            });
        }
        found
    }

    /// The places of a text that name one of these lines of these paths.
    #[must_use]
    pub fn with_line_in(text: &str, lines: &[(&RepoPath, &[u32])]) -> Vec<WrittenPlace> {
        let mut places = WrittenPlace::all(text);
        places.retain(|place| {
            let is_in = |(path, lines): &(&RepoPath, &[u32])| {
                place
                    .line_in(path)
                    .is_some_and(|line| lines.contains(&line))
            };
            lines.iter().any(is_in)
        });
        places
    }

    /// The end of the place in the text.
    #[must_use]
    pub fn end(&self) -> usize {
        let numbers = self.numbers.last().map_or(0, |range| range.end);
        numbers.max(self.path_bytes.end)
    }

    /// How many parts at the end of the written path and of `path` are the same, if it can name that path: one of them
    /// is the end of the other, or two parts at least are the same.
    #[must_use]
    pub fn common_parts(&self, path: &str) -> Option<usize> {
        let own = self.parts.iter().rev().map(|part| composed(part));
        let common = own
            .zip(path.rsplit('/').map(composed))
            .take_while(|(own, part)| own == part)
            .count();
        let shorter = self.parts.len().min(path.split('/').count());
        (common > 0 && (common == shorter || common >= 2)).then_some(common)
    }

    /// The line, if the place can name a line of this path.
    #[must_use]
    pub fn line_in(&self, path: &RepoPath) -> Option<u32> {
        self.line
            .filter(|_| self.common_parts(path.as_str()).is_some())
    }
}

/// The text with the numbers of the given places left blank, with every other byte at its offset.
#[must_use]
pub fn without_numbers<'p>(
    text: &str,
    places: impl IntoIterator<Item = &'p WrittenPlace>,
) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for range in places.into_iter().flat_map(|place| &place.numbers) {
        if let Some(number) = bytes.get_mut(range.clone()) {
            number.fill(b' ');
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn is_path_char(c: char) -> bool {
    c.is_alphanumeric()
        || "_-.+@~$%/\\".contains(c)
        || (!c.is_ascii() && !c.is_whitespace() && !is_mark(c))
}

/// Whether a character beyond ASCII is punctuation of a sentence: it ends a path.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{ff00}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff1f}')
}

fn next_start(text: &str, from: usize) -> Option<usize> {
    let begins = |c: char| is_path_char(c) || c == '[';
    Some(from + text.get(from..)?.find(begins)?)
}

/// The end of the run of path characters from `start`. A colon belongs to it before a slash, as in `file:///a` and
/// `C:\a`; brackets after a slash do, if they are a part of a path: `app/[id]/a.ts`.
fn path_end(text: &str, start: usize) -> usize {
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
fn trimmed(text: &str, run: Range<usize>) -> Range<usize> {
    let path = text[run.clone()].trim_end_matches(['.', '-', '/', '\\', '%', '$', '@']);
    let end = run.start + path.len();
    let kept = path.trim_start_matches(['-', '+']);
    end - kept.len()..end
}

/// The parts of a path, with escapes of URLs decoded.
fn parts_of(path: &str) -> Vec<String> {
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8();
    let path = decoded.as_deref().unwrap_or(path);
    let mut parts: Vec<String> = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => parts.clear(),
            part => parts.push(composed(part).into_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests;
