//! The lines with which a header of C is read once: `#ifndef A_H` and `#define A_H`. They declare nothing that code uses.

use tree_sitter::Node;

use super::span;
use crate::facts::Span;
use crate::text::words::is_name_char;

/// The lines of a guard, if this definition of a macro is one: without a value, or with 1, the first thing in a condition
/// that asks whether the same name is not defined, and that is around all the rest of the file. `around` is what is around
/// the definition, nearest first.
pub(super) fn guard(definition: Node<'_>, around: &[Node<'_>], text: &[u8]) -> Option<Span> {
    let condition = around.first().filter(|around| around.kind().starts_with("preproc_if"))?;
    let has_content = condition.named_child_count() > 2;
    let (condition, definition) = (span(*condition), span(definition));
    let part = |from: u32, to: usize| std::str::from_utf8(text.get(from as usize..to)?).ok();
    let words = |from: u32, to: u32| -> Option<Vec<&str>> {
        let words = part(from, to as usize)?.split(|c| !is_name_char(c));
        Some(words.filter(|word| !word.is_empty()).collect())
    };
    let condition_text = part(condition.start, definition.start as usize)?;
    let is_negated = condition_text.starts_with("#ifndef") || condition_text.contains('!');
    let asked = words(condition.start, definition.start)?.pop().filter(|_| is_negated)?;
    let defined = words(definition.start, definition.end)?;
    let is_same = matches!(defined[..], [_, name] | [_, name, "1"] if name == asked);
    let rest = part(condition.end, text.len())?.trim_start();
    let is_last = rest.is_empty() || rest.starts_with("//") || rest.starts_with("/*");
    (has_content && is_same && is_last).then_some(condition.start..definition.end)
}
