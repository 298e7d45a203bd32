//! Key/value files: which keys lead to the value at a place of a text. A reader knows the structure of a family of
//! formats (a key, a separator, a value; nesting by brackets, indentation or elements) and no key of any of them.

pub(crate) mod bracketed;
mod lined;
mod markup;

use std::ops::Range;

use super::path_names::split;

/// A value of a key/value text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    /// The keys that lead to it, outermost first; at least one.
    pub(crate) keys: Vec<String>,
    /// The bytes from the innermost key to the end of the value.
    pub(crate) span: Range<usize>,
    /// The bytes of the value, without its quotes.
    pub(crate) value: Range<usize>,
}

impl Entry {
    /// The part of the value that has these bytes and that people see by itself: one of the texts for each number, as
    /// `one item | {n} items` or `one{1 item} other{{n} items}`, or a sentence.
    pub(crate) fn alternative(&self, text: &[u8], at: &Range<usize>) -> Range<usize> {
        const MARKS: [&str; 7] = [" | ", ". ", "! ", "? ", "。", "！", "？"];
        let Range { mut start, mut end } = self.value;
        let middle = at.start.clamp(start, end);
        let before = MARKS.iter().filter_map(|mark| {
            memchr::memmem::rfind(&text[start..middle], mark.as_bytes())
                .map(|at| start + at + mark.len())
        });
        let behind = MARKS.iter().filter_map(|mark| {
            memchr::memmem::find(&text[middle..end], mark.as_bytes()).map(|at| middle + at)
        });
        (start, end) = (before.max().unwrap_or(start), behind.min().unwrap_or(end));
        let open = outside(text[start..middle].iter().rev(), [b'}', b'{']);
        let close = outside(text[middle..end].iter(), [b'{', b'}']);
        match open.zip(close) {
            Some((open, close)) => middle - open..middle + close,
            None => start..end,
        }
    }
}

/// How many bytes are before the bracket that leads out of what they are in.
fn outside<'t>(
    mut bytes: impl Iterator<Item = &'t u8>,
    [inward, outward]: [u8; 2],
) -> Option<usize> {
    let mut depth = 0;
    bytes.position(|byte| {
        depth += i32::from(*byte == inward) - i32::from(*byte == outward);
        depth < 0
    })
}

/// A part of a value with blanks for the names of what the program fills in: `{n}`, `{{ name }}`, `%{count}`.
pub(crate) fn without_names(part: &[u8]) -> Vec<u8> {
    let mut plain = part.to_vec();
    for close in memchr::memchr_iter(b'}', part) {
        let open = part[..close].iter().rposition(|byte| b"{}".contains(byte));
        let is_name = |open: &usize| {
            let name = part[open + 1..close].trim_ascii();
            part[*open] == b'{' && !name.iter().any(u8::is_ascii_whitespace)
        };
        if let Some(open) = open.filter(is_name) {
            plain[open..=close].fill(b' ');
        }
    }
    plain
}

/// The most bytes of one tag in a value.
const MAX_TAG: usize = 200;

/// How the values of a format are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Nesting {
    /// Quoted values in brackets: JSON, and the literals of programming languages.
    Brackets,
    /// A key and a value on a line, nested by indentation or below headings.
    Lines,
    /// Elements with attributes.
    Elements,
    /// Messages and their translations.
    Catalogue,
}

/// The endings of key/value files, and whether they hold data alone; those of code have such values among other code.
const FORMATS: &[(&[&str], Nesting, bool)] = &[
    (&["json", "jsonc", "json5", "arb", "xcstrings", "strings"], Nesting::Brackets, true),
    (
        &["yml", "yaml", "properties", "ftl", "ini", "toml", "lang", "messages"],
        Nesting::Lines,
        true,
    ),
    (&["xml", "resx", "resw", "xlf", "xliff", "plist", "stringsdict"], Nesting::Elements, true),
    (&["po", "pot"], Nesting::Catalogue, true),
    (
        &[
            "php", "rb", "js", "mjs", "cjs", "ts", "mts", "cts", "tsx", "jsx", "py", "lua", "dart",
            "java", "kt", "swift", "go", "rs", "cs", "scala", "ex", "exs",
        ],
        Nesting::Brackets,
        false,
    ),
];

/// The format of a file that may have keys and values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Format {
    nesting: Nesting,
    /// Whether the file holds data alone.
    pub(crate) is_data: bool,
}

impl Format {
    /// The format of the file at `path`, by its ending.
    pub(crate) fn of(path: &str) -> Option<Format> {
        let (_, name) = split(path);
        let ending = name.rsplit('.').next()?.to_ascii_lowercase();
        let has = |ending: &str| FORMATS.iter().find(|row| row.0.contains(&ending));
        // The messages of a language: `messages.en`.
        let row =
            has(&ending).or_else(|| has("messages").filter(|_| name.starts_with("messages.")))?;
        Some(Format { nesting: row.1, is_data: row.2 })
    }

    /// The format of a file with this text: Qt's translations, in markup, end in `.ts` as code does. Only a text that
    /// declares its type is data: templates of code begin with markup, too.
    pub(crate) fn of_text(self, text: &[u8]) -> Format {
        let start = text.trim_ascii_start();
        if self.nesting == Nesting::Brackets && start.starts_with(b"<") && !starts_as_php(text) {
            return Format {
                nesting: Nesting::Elements,
                is_data: start.starts_with(b"<?xml") || start.starts_with(b"<!"),
            };
        }
        self
    }

    /// The text with blanks for the tags in its values, where these are data and not markup themselves: what is between
    /// them is one text to those who read it.
    pub(crate) fn without_tags(self, mut text: Vec<u8>) -> Vec<u8> {
        let mut at = 0;
        while let Some(open) =
            memchr::memchr(b'<', &text[at..]).filter(|_| self.has_tagged_values())
        {
            at += open;
            let end =
                at + text[at..].iter().take(MAX_TAG).position(|&byte| byte == b'>').unwrap_or(0);
            let inner = text[at + 1..].strip_prefix(b"/").unwrap_or(&text[at + 1..]);
            if inner.first().is_some_and(u8::is_ascii_alphabetic)
                && !text[at..=end].contains(&b'\n')
            {
                text[at..=end].fill(b' ');
            }
            at += 1;
        }
        text
    }

    fn has_tagged_values(self) -> bool {
        self.is_data && self.nesting != Nesting::Elements
    }

    /// What a line, without the white space around it, has in common with the same line of a translation of its file.
    pub(crate) fn line_key(self, line: &[u8]) -> Option<&[u8]> {
        match self.nesting {
            Nesting::Catalogue => line.starts_with(lined::MESSAGE).then_some(line),
            // A key may stand in an element of its own, above that of the value.
            Nesting::Elements if line.starts_with(b"<") && !tag(line).contains(&b'=') => Some(line),
            _ => line_key(line),
        }
    }

    /// The value that contains the first byte of `at`, if it is a value of a key.
    pub(crate) fn entry_at(self, text: &[u8], at: &Range<usize>) -> Option<Entry> {
        match self.of_text(text).nesting {
            Nesting::Brackets => bracketed::entry_at(text, at),
            Nesting::Lines => lined::entry_at(text, at),
            Nesting::Elements => markup::entry_at(text, at),
            Nesting::Catalogue => lined::message_at(text, at),
        }
    }
}

/// Whether a file may declare the same keys as another: it has the same ending, and the name or the folder of it.
#[must_use]
pub fn is_parallel(path: &str, other: &str) -> bool {
    let ((folder, name), (other_folder, other_name)) = (split(path), split(other));
    let [ending, other_ending] =
        [name, other_name].map(|name| name.rsplit_once('.').map(|(_, ending)| ending));
    ending == other_ending && (name == other_name || folder == other_folder)
}

/// Whether a file holds keys and values alone, by the ending of its path.
#[must_use]
pub fn is_data(path: &str) -> bool {
    Format::of(path).is_some_and(|format| format.is_data)
}

/// The beginning of a line up to its first separator: the one between a key and a value, or the end of a tag.
#[must_use]
pub fn line_key(line: &[u8]) -> Option<&[u8]> {
    let separator = memchr::memchr3(b'=', b':', b'>', line)?;
    let at = if line.starts_with(b"<") { memchr::memchr(b'>', line)? } else { separator };
    Some(&line[..at]).filter(|key| !key.is_empty())
}

/// The first tag of a line, if it begins with one, without its bracket at the end; otherwise nothing.
pub(crate) fn tag(line: &[u8]) -> &[u8] {
    let end = memchr::memchr(b'>', line).filter(|_| line.starts_with(b"<"));
    &line[..end.unwrap_or(0)]
}

fn starts_as_php(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"<?") && !text.trim_ascii_start().starts_with(b"<?xml")
}

/// A key as code writes it: with its escaped characters, but for those that code escapes, too.
fn unescaped(key: &[u8]) -> String {
    let text = String::from_utf8_lossy(key);
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_escape = character == '\\'
            && characters.peek().is_none_or(|next| !matches!(next, 'n' | 'r' | 't'));
        plain.extend(if is_escape { characters.next() } else { Some(character) });
    }
    plain
}

#[cfg(test)]
mod tests;
