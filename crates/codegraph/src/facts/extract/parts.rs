//! The parts of a text by their kind: its comments and docstrings, and what a page sets apart.

use super::is_risky;
use super::parse;
use super::watch::Watch;
use crate::facts::Language;
use crate::facts::languages::each_node;
use firsthand_source::{Cancel, Syntax};
use std::ops::Range;
use tree_sitter::Node;

/// The byte ranges of the comments and docstrings, in order; those with only white space between them are one. None if
/// the text cannot be parsed safely and in time, or `cancel` was cancelled.
pub(crate) fn comments(language: &Language, text: &[u8], cancel: &Cancel) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for (range, ()) in parts(language, text, cancel, comment) {
        let is_blank = |from: usize| {
            let between = text.get(from..range.start).unwrap_or_default();
            between.iter().all(u8::is_ascii_whitespace)
        };
        match joined.last_mut() {
            Some(last) if is_blank(last.end) => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

/// The outermost nodes of a text that are such a part, by their ranges; none if the text cannot be parsed safely and in
/// time, or `cancel` was cancelled.
fn parts<T>(
    language: &Language,
    text: &[u8],
    cancel: &Cancel,
    part: impl Fn(Node<'_>) -> Option<T>,
) -> Vec<(Range<usize>, T)> {
    if is_risky(language, text) {
        return Vec::new();
    }
    let embedded = language.embedded_code.map(|find| find(text));
    let code = embedded.as_ref().map(|embedded| embedded.code.as_slice());
    let watch = Watch::of_length(text.len());
    let trees = parse::trees(language, text, code, &watch, cancel).unwrap_or_default();
    let mut found = Vec::new();
    for tree in &trees {
        each_node(tree.root_node(), |node| {
            let part = part(node);
            let is_outside = part.is_none();
            found.extend(part.map(|part| (node.byte_range(), part)));
            is_outside
        });
    }
    found.sort_unstable_by_key(|(range, _)| (range.start, range.end));
    found
}

/// The comments of a text, each for itself, and the names of its code, by their byte ranges. None if the text cannot be
/// parsed safely and in time, or `cancel` was cancelled.
pub(crate) fn comments_and_names(
    language: &Language,
    text: &[u8],
    cancel: &Cancel,
) -> Vec<Range<usize>> {
    let found = parts(language, text, cancel, |node| comment(node).or_else(|| name(node)));
    found.into_iter().map(|(range, ())| range).collect()
}

/// Whether a node is a name of code. Grammars have this word in the kinds of names. What is in an error may be no code.
fn name(node: Node<'_>) -> Option<()> {
    let is_name = node.child_count() == 0 && node.kind().ends_with("identifier");
    let in_error = || node.parent().is_some_and(|parent| parent.is_error());
    (is_name && !in_error()).then_some(())
}

/// Whether a node is a comment, or a string that is a statement of its own. Grammars name them in these words.
fn comment(node: Node<'_>) -> Option<()> {
    let is_statement = || {
        node.parent().is_some_and(|parent| {
            parent.kind() == "expression_statement" && parent.child_count() == 1
        })
    };
    let is_comment = node.kind().contains("comment");
    (is_comment || (node.kind() == "string" && is_statement())).then_some(())
}

/// The comments and docstrings, other literals and keywords of a text by their byte ranges, in order; they do not overlap.
/// None if the text cannot be parsed safely and in time, or `cancel` was cancelled.
pub(crate) fn syntax(
    language: &Language,
    text: &[u8],
    cancel: &Cancel,
) -> Vec<(Range<usize>, Syntax)> {
    let mut found = parts(language, text, cancel, |node| part(node, text));
    let mut end = 0;
    found.retain(|(range, _)| {
        let is_apart = range.start >= end && !range.is_empty();
        end = if is_apart { range.end } else { end };
        is_apart
    });
    found
}

/// What a node is as a whole. Grammars name strings in these words; a number is a leaf that begins with a
/// digit, a keyword one that has no name.
fn part(node: Node<'_>, text: &[u8]) -> Option<Syntax> {
    let kind = node.kind();
    let is_leaf = node.child_count() == 0;
    let is_one = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    if comment(node).is_some() {
        return Some(Syntax::Comment);
    }
    if node.is_named() && is_one(&["string", "char_literal", "character_literal"]) {
        return Some(Syntax::Text);
    }
    let own = text.get(node.byte_range()).unwrap_or_default();
    if is_leaf && own.first().is_some_and(u8::is_ascii_digit) {
        return Some(Syntax::Number);
    }
    let is_word = kind.len() > 1 && kind.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_leaf && is_word && !node.is_named()).then_some(Syntax::Keyword)
}
