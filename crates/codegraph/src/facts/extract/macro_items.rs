//! Declarations among the plain tokens that are given to a macro, as in Rust: `lazy_static! { static ref A: u8 = 1; }`.

use super::{Raw, RawSymbol, span};
use crate::facts::languages::node_text;
use tree_sitter::Node;

/// The words that begin a declaration, and its kind.
// guard: allow(word-list) reason="the keywords of Rust that begin a declaration"
const KINDS: [(&str, &str); 8] = [
    ("const", "constant"),
    ("enum", "enum"),
    ("fn", "function"),
    ("static", "static"),
    ("struct", "struct"),
    ("trait", "trait"),
    ("type", "type"),
    ("union", "union"),
];

impl Raw {
    /// Adds the declarations among the tokens of a tree in braces, and of those in it that are no body of one.
    pub(super) fn items(&mut self, tree: Node<'_>, pattern: usize, text: &[u8]) {
        let mut waiting = vec![tree];
        while let Some(tree) = waiting.pop() {
            let tokens: Vec<Node<'_>> = tree.children(&mut tree.walk()).collect();
            if tokens.first().is_none_or(|first| first.kind() != "{") {
                continue;
            }
            let mut at = 0;
            while let Some(token) = tokens.get(at) {
                match item(&tokens, at, text) {
                    Some((kind, name, end)) => {
                        self.add_item(&tokens, at, (kind, name, end), pattern);
                        at = end;
                    }
                    None if token.kind() == "token_tree" => waiting.push(*token),
                    None => {}
                }
                at += 1;
            }
        }
    }

    fn add_item(
        &mut self,
        tokens: &[Node<'_>],
        at: usize,
        (kind, name, end): (&str, Node<'_>, usize),
        pattern: usize,
    ) {
        let before = tokens[..at].iter().rev();
        // `pub(crate)`, `pub unsafe`
        let marks = before.take_while(|token| {
            let scope = token.kind() == "token_tree"
                && token.child(0).is_some_and(|open| open.kind() == "(");
            scope || matches!(token.kind(), "async" | "pub" | "unsafe")
        });
        let first = marks.last().unwrap_or(&tokens[at]);
        let last = &tokens[end];
        let name = span(name);
        self.symbols.entry(name.start).or_insert(RawSymbol {
            pattern,
            kind: kind.to_owned(),
            name,
            code: span(*first).start..span(*last).end,
            body: (last.kind() == "token_tree").then(|| span(*last).start),
            is_named_there: true,
            ..RawSymbol::default()
        });
    }
}

/// The kind and the name of the declaration that a token begins, and the index of its last token.
fn item<'t>(
    tokens: &[Node<'t>],
    at: usize,
    text: &[u8],
) -> Option<(&'static str, Node<'t>, usize)> {
    let (_, kind) = KINDS.iter().find(|(word, _)| *word == tokens[at].kind())?;
    let skipped = |token: &&Node<'_>| {
        token.kind() == "mutable_specifier" || node_text(**token, text) == "ref"
    };
    let name = tokens[at + 1..].iter().find(|token| !skipped(token))?;
    let ends = |token: &Node<'_>| {
        let braces =
            token.kind() == "token_tree" && token.child(0).is_some_and(|open| open.kind() == "{");
        braces || token.kind() == ";"
    };
    let end = at + 1 + tokens[at + 1..].iter().position(ends)?;
    (name.kind() == "identifier").then_some((kind, *name, end))
}
