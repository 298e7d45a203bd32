//! Literals of texts in the spellings of many languages: quotes with prefixes and calls around them, delimiters of Ruby,
//! Perl, Elixir and Lua, character data of XML; and literals that are concatenated.

use std::ops::Range;

use super::assigned::MAX_VALUE_BYTES;
use super::{prefix_len, run};
use crate::pattern::Pattern;

/// Longer calls and types before a quote, in bytes, are not recognized.
pub(super) const LONGEST_TYPE: usize = 64;
/// The most literals that are read as the parts of one, and the most bytes between two of them.
const MAX_PARTS: usize = 8;
const MAX_BETWEEN_PARTS: usize = 48;
/// How the opening of a literal without a quote ends, and what closes it.
const DELIMITERS: &[(&[u8], &[u8])] = &[
    (b"CDATA[", b"]]>"),
    (b"[=[", b"]=]"),
    (b"[[", b"]]"),
    (b"(", b")"),
    (b"[", b"]"),
    (b"{", b"}"),
    (b"<", b">"),
    (b"|", b"|"),
];
/// What joins two literals.
const JOINTS: &[&[u8]] = &[b"", b"+", b".", b"..", b"<>", b"++", b"&", b"~", b"^", b"||", b"\\"];

/// The beginning of a literal.
#[derive(Clone, Copy)]
pub(super) struct Opening {
    /// The distance to the literal's first byte.
    pub(super) skip: usize,
    /// What closes it.
    pub(super) close: &'static [u8],
    /// Whether the literal is in a list.
    pub(super) in_list: bool,
}

pub(super) fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

/// The quote of a byte, as what closes a literal.
pub(super) fn quote(byte: u8) -> Option<&'static [u8]> {
    match byte {
        b'"' => Some(b"\""),
        b'\'' => Some(b"'"),
        b'`' => Some(b"`"),
        _ => None,
    }
}

/// The opening of the literal with which a value begins: brackets, calls (`String::from(`), casts (`<string>`) and
/// prefixes (`b"`, `@"`, `"""`) may precede its quote.
pub(super) fn opening(value: &[u8]) -> Option<Opening> {
    delimited(value).or_else(|| quoted(value))
}

fn delimited(value: &[u8]) -> Option<Opening> {
    static SIGIL: Pattern = Pattern::of(r"<!\[CDATA\[|\[=?\[|(?:%[qQw]?|~[sSw]|q[qw]?)[(\[{<|]");
    // The name of anything else does not begin so.
    value.first().filter(|b| b"<[%~q".contains(b))?;
    let (opening, _) = SIGIL.at_start(value)?;
    let closing = |open: &&(&[u8], &[u8])| value[..opening.end].ends_with(open.0);
    let (_, close) = DELIMITERS.iter().find(closing)?;
    Some(Opening { skip: opening.end, close, in_list: false })
}

fn quoted(value: &[u8]) -> Option<Opening> {
    let in_call = |b: u8| b.is_ascii_alphanumeric() || b"_.:(@$#&\\! <>[]".contains(&b);
    let length = prefix_len(value, LONGEST_TYPE, in_call);
    let byte = *value.get(length)?;
    let close = quote(byte)?;
    let before = &value[..length];
    // A word that is not followed by a bracket is no call.
    let word =
        before.rsplit(|b| matches!(b, b'(' | b'[' | b'\\' | b'>')).next().unwrap_or_default();
    let prefix = word.len() <= 3 && !word.contains(&b' ');
    let quotes = match prefix_len(&value[length..], 4, |b| b == byte) {
        3 => 3,
        _ => 1,
    };
    // `R"(…)"`.
    let is_raw = word.ends_with(b"R") && value.get(length + 1) == Some(&b'(');
    prefix.then_some(Opening {
        skip: length + quotes + usize::from(is_raw),
        close: if is_raw { b")" } else { close },
        in_list: before.ends_with(b"[") || before.ends_with(b"[ "),
    })
}

/// The content of the literal that begins at `at`, if it ends in the same line and has neither blanks nor escapes.
pub(super) fn content(bytes: &[u8], at: usize, close: &[u8]) -> Option<Range<usize>> {
    let rest = &bytes[at..bytes.len().min(at + MAX_VALUE_BYTES + 4)];
    let first = *close.first()?;
    let mut from = 0;
    loop {
        let ends = |b: &u8| *b == first || *b == b'\\' || !b.is_ascii_graphic();
        let end = from + rest[from..].iter().position(ends)?;
        let tail = &rest[end..];
        if tail.starts_with(close) || (tail[0] == b'\\' && tail[1..].starts_with(close)) {
            return (end <= MAX_VALUE_BYTES).then_some(at..at + end);
        }
        if tail[0] != first {
            return None;
        }
        from = end + 1;
    }
}

/// The literals that are joined to the one with this content: `"a" + "b"`, `"a" "b"`, also in the lines below; in a list
/// also those that follow a comma.
pub(super) fn joined(bytes: &[u8], first: &Range<usize>, opening: Opening) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut end = first.end;
    while parts.len() < MAX_PARTS && opening.close.len() == 1 {
        let Some(part) = next_part(bytes, end, opening) else {
            break;
        };
        end = part.end;
        parts.push(part);
    }
    parts
}

fn next_part(bytes: &[u8], end: usize, opening: Opening) -> Option<Range<usize>> {
    let byte = *bytes.get(end).filter(|b| is_quote(**b))?;
    let from = end + 1;
    let in_joint = |b: u8| b.is_ascii_whitespace() || b"+.<>&~^|\\,".contains(&b);
    let between = run(bytes, from, MAX_BETWEEN_PARTS, in_joint);
    let joint = bytes[between.clone()].trim_ascii();
    let joint = match joint.strip_suffix(b"\\") {
        Some(rest) if !rest.is_empty() => rest.trim_ascii(),
        _ => joint,
    };
    let joins = JOINTS.contains(&joint) && (!between.is_empty() || !joint.is_empty());
    let lists = opening.in_list && joint == b",";
    // The quotes of an empty text or of a literal in three quotes join nothing.
    let opens = bytes.get(between.end) == Some(&byte);
    let part = (opens && (joins || lists)).then_some(between.end + 1)?;
    let part = content(bytes, part, quote(byte)?).filter(|part| !part.is_empty())?;
    // The key of the next line.
    let is_key = matches!(bytes.get(part.end + 1), Some(b':' | b'='));
    (!is_key).then_some(part)
}

/// Whether a text after a sign opens a literal, or a bracket around one, whose content is in the lines below. A number is
/// the indentation of a block of YAML.
pub(super) fn opens_below(mark: &[u8]) -> bool {
    static OPENING: Pattern = Pattern::of(concat!(
        r#"(?:|[(\[{`]|[|>][-+]?|"""\\?|''|'''\\?|[rf]"""|@"|\[\[|<!\[CDATA\[|%[qQ]\(|qq?\{|\('|\(""")[0-9]?\z"#,
        r#"|\\[0-9]?\z|\[=*\[\z|r\#*"\z|R"[0-9A-Za-z]*\(\z"#,
    ));
    OPENING.at_start(mark).is_some() || is_here_document(mark)
}

/// Whether a text announces a here-document: `<<EOF`, `<<-'EOF'`, `<<~EOS`, `<<<X`.
pub(super) fn is_here_document(mark: &[u8]) -> bool {
    static HERE: Pattern = Pattern::of(r#"<<[<~-]?[\w"']+;?\s*\z"#);
    HERE.at_start(mark).is_some()
}
