//! Parses a whole file, or the ranges of it that are code. If a parser gives up inside a file, the rest of the file is
//! lost, so the pieces of the file are then parsed separately.

use super::component::included_ranges;
use super::watch::{CHUNK, Effort, Watch};
use crate::facts::Language;
use crate::facts::languages::each_node;
use firsthand_source::Cancel;
use std::ops::{ControlFlow, Range};
use tree_sitter::{InputEdit, ParseOptions, Parser, Tree};

/// The input of a parser that may read no more. It is not empty, since a parser that is in the middle of a character
/// would read past the end of an empty input.
static END_OF_INPUT: [u8; CHUNK] = [0; CHUNK];
/// The most brackets that may be open at once in a text that is parsed: the time of error recovery grows with the
/// square of their depth. No code that people write has so many.
const MAX_DEPTH: usize = 500;

/// The pieces of a file are parsed separately if more than one byte in this many is in errors.
const BYTES_PER_ERROR_BYTE: usize = 10;

/// The trees of `text`, or of its ranges `code`: one tree, several if the parser gives up on a large part of the
/// file, or none if it is nested too deeply or would take too long. Positions are those of the file. `None` if `cancel`
/// was cancelled, or tree-sitter rejects the grammar or the ranges.
pub(super) fn trees(
    language: &Language,
    text: &[u8],
    code: Option<&[Range<usize>]>,
    watch: &Watch,
    cancel: &Cancel,
) -> Option<Vec<Tree>> {
    let whole = 0..text.len();
    let parsed = code.unwrap_or(std::slice::from_ref(&whole));
    if is_too_deep(parsed.iter().flat_map(|range| &text[range.clone()])) {
        return Some(Vec::new());
    }
    let rewritten = (language.rewritten)(text);
    let text = rewritten.as_deref().unwrap_or(text);
    let mut parser = Parser::new();
    parser.set_language(&(language.grammar)()).ok()?;
    if let Some(code) = code {
        parser.set_included_ranges(&included_ranges(text, code)).ok()?;
    }
    let effort = Effort::of(text, watch);
    let given_up = || (!cancel.is_cancelled()).then(Vec::new);
    let Some(whole_tree) = parse_with(&mut parser, text, None, &effort, cancel) else {
        return given_up();
    };
    let (whole_tree, corrected) =
        corrected(language, &mut parser, (whole_tree, text), &effort, cancel);
    let text = corrected.as_deref().unwrap_or(text);
    if code.is_some() || !has_many_errors(&whole_tree, text) {
        return Some(vec![whole_tree]);
    }
    let pieces = included_ranges(text, &pieces(text));
    // One piece is the whole text, for which the parser would do the same again.
    if pieces.len() == 1 {
        return Some(vec![whole_tree]);
    }
    let mut piece_trees = Vec::new();
    for range in pieces {
        parser.set_included_ranges(&[range]).ok()?;
        match parse_with(&mut parser, text, None, &effort, cancel) {
            Some(tree) => piece_trees.push(tree),
            None if cancel.is_cancelled() => return None,
            None => return Some(vec![whole_tree]),
        }
    }
    Some(if is_better(&piece_trees, &whole_tree) { piece_trees } else { vec![whole_tree] })
}

/// Whether more brackets are open at once than a parser may get.
fn is_too_deep<'t>(mut text: impl Iterator<Item = &'t u8>) -> bool {
    let mut open = 0_usize;
    text.any(|byte| {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open > MAX_DEPTH
    })
}

/// A tree and its text, in which what the grammar takes for something else is written as it takes it; the same if that
/// cannot be parsed.
fn corrected(
    language: &Language,
    parser: &mut Parser,
    (mut tree, text): (Tree, &[u8]),
    effort: &Effort<'_>,
    cancel: &Cancel,
) -> (Tree, Option<Vec<u8>>) {
    let misread = (language.misread)(tree.root_node());
    if misread.is_empty() {
        return (tree, None);
    }
    let (first, mut known) = (tree.clone(), text.to_vec());
    for (range, byte) in misread {
        known[range.start_byte] = byte;
        tree.edit(&InputEdit {
            start_byte: range.start_byte,
            old_end_byte: range.end_byte,
            new_end_byte: range.end_byte,
            start_position: range.start_point,
            old_end_position: range.end_point,
            new_end_position: range.end_point,
        });
    }
    match parse_with(parser, &known, Some(&tree), effort, cancel) {
        Some(tree) => (tree, Some(known)),
        None => (first, None),
    }
}

/// Parses a text, of which an `old` tree may know the parts that did not change; `None` if the effort was used up or
/// `cancel` was cancelled.
fn parse_with(
    parser: &mut Parser,
    text: &[u8],
    old: Option<&Tree>,
    effort: &Effort<'_>,
    cancel: &Cancel,
) -> Option<Tree> {
    let mut stop = |_: &tree_sitter::ParseState| {
        let go_on = !cancel.is_cancelled()
            && effort.can_read()
            && Effort::take(&effort.turns)
            && effort.watch.allows_step();
        if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut read = |at: usize, _| {
        let rest = text.len().saturating_sub(at).min(CHUNK);
        effort.read(text, at).unwrap_or(&END_OF_INPUT[..rest])
    };
    let options = ParseOptions::new().progress_callback(&mut stop);
    let tree = parser.parse_with_options(&mut read, old, Some(options));
    // If no more may be read, the parser did not see the end of the text.
    let complete = effort.can_read();
    tree.filter(|_| complete)
}

/// Parses a text in the language of its path and walks the trees without using them: the baseline of benchmarks of the
/// extraction. Returns the number of nodes.
pub fn bare_parse(path: &str, text: &[u8]) -> Option<u64> {
    let language = crate::facts::languages::of_text(path, text)?;
    let embedded = language.embedded_code.map(|find| find(text));
    let code = embedded.as_ref().map(|embedded| embedded.code.as_slice());
    let watch = Watch::of_length(text.len());
    let mut nodes = 0;
    for tree in trees(language, text, code, &watch, &Cancel::default())? {
        each_node(tree.root_node(), |_| {
            nodes += 1;
            true
        });
    }
    Some(nodes)
}

/// Whether so many bytes of the text are in errors that its pieces should be parsed separately.
fn has_many_errors(tree: &Tree, text: &[u8]) -> bool {
    bytes_in_errors(tree) * BYTES_PER_ERROR_BYTE > text.len()
}

/// Whether fewer bytes are in errors if the pieces are parsed separately.
fn is_better(pieces: &[Tree], whole: &Tree) -> bool {
    pieces.iter().map(bytes_in_errors).sum::<usize>() < bytes_in_errors(whole)
}

/// The number of bytes in errors, whose declarations are lost. A tree can be as deep as its text is long, so this does
/// not recurse.
fn bytes_in_errors(tree: &Tree) -> usize {
    let mut bytes = 0;
    each_node(tree.root_node(), |node| {
        if node.is_error() {
            bytes += node.byte_range().len();
        }
        node.has_error() && !node.is_error()
    });
    bytes
}

/// The pieces of a text: each begins after a blank line, on a line that is not indented and does not close a block.
fn pieces(text: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let (mut at, mut blank) = (0, true);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let opens =
            line.first().is_some_and(|byte| !byte.is_ascii_whitespace() && !b"})]".contains(byte));
        if (blank && opens) || found.is_empty() {
            found.push(at..at);
        }
        at += line.len();
        if let Some(last) = found.last_mut() {
            last.end = at;
        }
        blank = line.trim_ascii().is_empty();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[&str]) {
        let pieces = pieces(text.as_bytes());
        let texts: Vec<&str> = pieces.iter().map(|piece| &text[piece.clone()]).collect();
        assert_eq!(texts, expect, "{text:?}");
    }

    /// Each `/*` may begin a comment that extends to the end of the text, and the parser tries each of them.
    #[cfg(feature = "c")]
    #[test]
    fn a_text_that_would_take_minutes_is_given_up() {
        let language = crate::facts::languages::of_path("a.c").unwrap();
        let parsed = |text: &str| {
            let trees = trees(
                language,
                text.as_bytes(),
                None,
                &Watch::of_length(text.len()),
                &Cancel::default(),
            );
            trees.map(|trees| trees.len())
        };
        assert_eq!(parsed("int a; /* b */\n"), Some(1));
        assert_eq!(parsed(&"int a; /* ".repeat(60_000)), Some(0));
        assert_eq!(parsed(&"int a; /* b */\n".repeat(60_000)), Some(1));
    }

    /// The number of times that a parser may continue has a limit for texts of any length.
    #[test]
    fn always_ends_since_the_turns_of_a_parser_are_limited() {
        let watch = Watch::of_length(0);
        let turns = |length: usize| Effort::of(&vec![b' '; length], &watch).turns.get();
        assert_eq!([turns(0), turns(1_600), turns(2 << 20)], [64, 164, 10_000]);
        #[cfg(feature = "bash")]
        {
            let language = crate::facts::languages::of_path("a.sh").unwrap();
            let deep = ("if(a){\n".repeat(499) + &"}\n".repeat(499)).repeat(60);
            let trees = trees(
                language,
                deep.as_bytes(),
                None,
                &Watch::of_length(deep.len()),
                &Cancel::default(),
            );
            assert_eq!(trees.map(|trees| trees.len()), Some(0), "{} bytes", deep.len());
        }
    }

    #[test]
    fn pieces_begin_after_blank_lines() {
        check("", &[]);
        check("a\nb\n", &["a\nb\n"]);
        check("a {\n\n  b\n\n}\n\nc", &["a {\n\n  b\n\n}\n\n", "c"]);
        check("\n\na\n", &["\n\n", "a\n"]);
    }
}
