//! String literals that the source splits into words.

use super::{Table, table};
use crate::language::NodeShape;
use crate::syntax::{Id, Syntax};

/// Methods that split a string literal into the words of a list.
const SPLIT_METHODS: &[&str] = &[
    "split",
    "split_whitespace",
    "split_ascii_whitespace",
    "lines",
];
/// Methods that split a text at its white space.
const WHITE_SPACE_METHODS: &[&str] = &["split_whitespace", "split_ascii_whitespace"];
/// A line feed as source writes it in a literal.
const ESCAPED_LINE_FEED: &str = r"\n";
/// The fewest words with which a split string literal counts as a list.
const MIN_SPLIT_WORDS: usize = 6;

/// The words of a literal that the source splits, as a list: `"a b c".split_whitespace()`.
pub(super) fn split_literal<'a>(
    syntax: &Syntax<'a>,
    id: Id,
    callee: &str,
    arguments: &str,
) -> Option<Table<'a>> {
    let called = syntax.child(id, callee)?;
    let NodeShape::Member { object, name } = syntax.shape(called) else {
        return None;
    };
    let text = syntax.child(called, object)?;
    let method = syntax.text(syntax.child(called, name)?);
    if !SPLIT_METHODS.contains(&method) || syntax.shape(text) != NodeShape::Text {
        return None;
    }
    let argument = syntax
        .child(id, arguments)
        .and_then(|list| syntax.named(list).next());
    let separator = argument.filter(|&argument| syntax.shape(argument) == NodeShape::Text);
    let separator = separator.map(|separator| unquoted(syntax.text(separator)));
    let literal = syntax.literal(text);
    let parts = match is_split_into_words(syntax, id) {
        true => words_of(literal),
        false => split_parts(literal, method, separator),
    };
    // A part can have a sign or an escape at its end that the source removes later.
    let signs = |c: char| is_usual_separator(c) || c == '\\';
    let entries = parts.into_iter().map(|part| part.trim_matches(signs));
    let entries: Vec<&str> = entries.filter(|entry| !entry.is_empty()).collect();
    (entries.len() >= MIN_SPLIT_WORDS).then(|| table(syntax, id, None, entries))
}

/// The parts into which one of [`SPLIT_METHODS`] splits a literal. A separator that is no literal may be white space or
/// a usual sign.
fn split_parts<'a>(literal: &'a str, method: &str, separator: Option<&str>) -> Vec<&'a str> {
    match (method, separator) {
        ("lines", _) | ("split", Some(ESCAPED_LINE_FEED)) => lines_of(literal).collect(),
        ("split", Some(separator)) if !matches!(separator, "" | " ") => {
            literal.split(separator).collect()
        }
        _ => words_of(literal),
    }
}

/// The parts of a literal between white space, commas and vertical bars.
fn words_of(literal: &str) -> Vec<&str> {
    lines_of(literal)
        .flat_map(|line| line.split(is_usual_separator))
        .collect()
}

/// The lines of a literal, whose line feeds can be escaped.
fn lines_of(literal: &str) -> impl Iterator<Item = &str> {
    literal
        .lines()
        .flat_map(|line| line.split(ESCAPED_LINE_FEED))
}

fn is_usual_separator(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == '|'
}

/// The content of a separator's literal: quotes and number signs in it stay.
fn unquoted(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let hashes = text.len() - text.trim_start_matches('#').len();
    let quoted = text.get(hashes..text.len() - hashes).unwrap_or_default();
    let quotes = ["\"\"\"", "'''", "\"", "'", "`"];
    let mut contents = quotes
        .iter()
        .filter_map(|quote| quoted.strip_prefix(*quote)?.strip_suffix(*quote));
    let content = contents.next().unwrap_or(quoted);
    // An escaped quote is one in the text.
    let escaped = content.strip_prefix('\\');
    escaped
        .filter(|rest| quotes.contains(rest))
        .unwrap_or(content)
}

/// Whether the parts that a call returns are split into words later in its chain, as in
/// `….lines().flat_map(str::split_whitespace)`.
fn is_split_into_words(syntax: &Syntax<'_>, id: Id) -> bool {
    let mut at = id;
    loop {
        let up = syntax.node(at).parent;
        match syntax.shape(up) {
            NodeShape::Member { object, .. } if syntax.child(up, object) == Some(at) => {}
            NodeShape::Call { callee, arguments } if syntax.child(up, callee) == Some(at) => {
                let arguments = syntax.child(up, arguments);
                if arguments.is_some_and(|arguments| splits_at_white_space(syntax, arguments)) {
                    return true;
                }
            }
            _ => return false,
        }
        at = up;
    }
}

/// Whether a function in the arguments splits at white space, by its method or its separator.
fn splits_at_white_space(syntax: &Syntax<'_>, arguments: Id) -> bool {
    let has = |is_wanted: fn(&str) -> bool| {
        let mut parts = syntax.below(arguments);
        parts.any(|part| is_wanted(syntax.text(part)))
    };
    let has_separator = || has(|text| text == "split") && has(|text| unquoted(text) == " ");
    has(|text| WHITE_SPACE_METHODS.contains(&text)) || has_separator()
}
