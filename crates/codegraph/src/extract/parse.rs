//! Parsing: a whole file, or the pieces of it that are code.

use std::ops::{ControlFlow, Range};

use tree_sitter::{ParseOptions, Parser, Tree};

use super::component::included;
use crate::languages::Language;
use crate::query::Cancel;

/// Parse `text`, or only the pieces `code` of it: positions are those of the file either way.
pub(super) fn parse(
    language: &Language,
    text: &[u8],
    code: Option<&[Range<usize>]>,
    cancel: &Cancel,
) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&(language.grammar)()).ok()?;
    if let Some(code) = code {
        parser.set_included_ranges(&included(text, code)).ok()?;
    }
    let mut stop = |_: &tree_sitter::ParseState| match cancel.is_cancelled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let options = ParseOptions::new().progress_callback(&mut stop);
    parser.parse_with_options(
        &mut |at, _| text.get(at..).unwrap_or_default(),
        None,
        Some(options),
    )
}

/// Parse a text in the language of its path and walk the tree, and do nothing with it: what the
/// extraction of facts is measured against. The number of nodes.
pub fn bare_parse(path: &str, text: &[u8]) -> Option<u64> {
    let language = crate::languages::of_path(path)?;
    let pieces = language.component.map(|pieces| pieces(text));
    let code = pieces.as_ref().map(|pieces| pieces.code.as_slice());
    let tree = parse(language, text, code, &Cancel::default())?;
    let (mut walk, mut nodes) = (tree.walk(), 1);
    loop {
        while walk.goto_first_child() {
            nodes += 1;
        }
        while !walk.goto_next_sibling() {
            if !walk.goto_parent() {
                return Some(nodes);
            }
        }
        nodes += 1;
    }
}
