//! The parts of a text that a page sets apart: comments, literals, keywords.

use std::ops::Range;

use tree_sitter::Node;

use super::comments::{add_parts, trees_of};
use crate::facts::languages::Language;
use firsthand_source::{Cancel, Syntax};

/// The comments, literals and keywords of a text by their byte ranges, in order; they do not overlap. None if the text
/// cannot be parsed safely and in time, or `cancel` was cancelled.
pub(crate) fn syntax(
    language: &Language,
    text: &[u8],
    cancel: &Cancel,
) -> Vec<(Range<usize>, Syntax)> {
    let mut found = Vec::new();
    for tree in &trees_of(language, text, cancel) {
        add_parts(tree.root_node(), |node| part(node, text), &mut found);
    }
    found.sort_unstable_by_key(|(range, _)| (range.start, range.end));
    let mut end = 0;
    found.retain(|(range, _)| {
        let is_apart = range.start >= end && !range.is_empty();
        end = if is_apart { range.end } else { end };
        is_apart
    });
    found
}

/// What a node is as a whole. Grammars name comments and strings in these words; a number is a leaf that begins with a
/// digit, a keyword one that has no name.
fn part(node: Node<'_>, text: &[u8]) -> Option<Syntax> {
    let kind = node.kind();
    let is_leaf = node.child_count() == 0;
    let is_one = |words: &[&str]| words.iter().any(|word| kind.contains(word));
    if kind.contains("comment") {
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
