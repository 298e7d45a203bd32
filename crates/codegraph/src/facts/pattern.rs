//! Compiles and matches the patterns of a language's `.scm` file.
//!
//! tree-sitter analyses its own queries against the whole grammar when it compiles them. That takes longer (0.1 s for
//! TypeScript) than to parse what one search parses. The part of the syntax that is needed here compiles in
//! microseconds: nodes by kind or `_`, fields, absent fields (`!name`), anchors (`.`), captures, comments, required
//! tokens (`"struct"`, or `name: "_"` for whichever is in a field), a field in itself (`name*:`), and instead of
//! predicates, the texts that a node must have (`=def|defp`) or must not have (`!=test`).

mod matching;
mod parse;

use std::cell::OnceCell;

use tree_sitter::Node;

use matching::Matcher;

pub(crate) use parse::PatternError;

/// The patterns of one language.
#[derive(Debug)]
pub(crate) struct Patterns {
    list: Vec<Pattern>,
    /// The indices of patterns, by the kind of their outermost node.
    by_kind: Vec<Vec<u16>>,
    pub(crate) captures: Vec<String>,
}

/// A test of a node's text.
#[derive(Debug)]
enum TextTest {
    OneOf(Vec<String>),
    NoneOf(Vec<String>),
}

/// One node of a pattern.
#[derive(Debug, Default)]
struct Pattern {
    /// `None` is any named node.
    kind: Option<u16>,
    /// The fields that it must not have.
    absent_fields: Vec<u16>,
    /// Anonymous nodes that must be among its children: their kinds, and the indices of their captures.
    anonymous: Vec<(u16, Vec<u16>)>,
    /// Fields that must hold an anonymous node, whichever it is, and the indices of its captures.
    anonymous_fields: Vec<(u16, Vec<u16>)>,
    /// The test that its text must pass.
    text: Option<TextTest>,
    /// The children that it must have, in order.
    items: Vec<Item>,
    /// Whether the last item must be the last named child.
    end_anchored: bool,
    /// The indices of the captures of the node itself.
    captures: Vec<u16>,
}

/// A required child of a node.
#[derive(Debug)]
struct Item {
    field: Option<u16>,
    /// Whether it may also be the child in that field of a node in it, and so on: `declarator*:`.
    repeats: bool,
    /// Whether it must directly follow the child of the previous item or, as the first item, be the first named child.
    anchored: bool,
    pattern: Pattern,
}

/// A captured node, with the index of the capture.
pub(crate) type Captured<'t> = (u16, Node<'t>);

/// The callback for a match: the index of the pattern, the captures, and the ancestors.
pub(crate) type OnMatch<'f, 't> = &'f mut dyn FnMut(usize, &[Captured<'t>], &Ancestors<'_, 't>);

/// The ancestors of a match, collected while the tree is walked: tree-sitter finds a node's parent by a search from the
/// root.
pub(crate) struct Ancestors<'a, 't> {
    /// Outermost first.
    above: &'a [Node<'t>],
    /// The outermost node of the match.
    outer: Node<'t>,
}

/// The most ancestors outside the match that [`Ancestors::of`] returns.
const MAX_ABOVE: usize = 128;

impl<'t> Ancestors<'_, 't> {
    /// The ancestors of a node of the match, nearest first.
    pub(crate) fn of(&self, node: Node<'t>) -> Vec<Node<'t>> {
        let mut around = Vec::new();
        let mut at = Some(self.outer).filter(|outer| *outer != node);
        while let Some(outer) = at {
            around.push(outer);
            at = outer.child_with_descendant(node).filter(|inner| *inner != node);
        }
        around.reverse();
        around.extend(self.above.iter().rev().take(MAX_ABOVE));
        around
    }
}

impl Patterns {
    /// Compiles the patterns of `source` for a grammar.
    pub(crate) fn compile(
        source: &str,
        grammar: &tree_sitter::Language,
    ) -> Result<Patterns, PatternError> {
        let (list, captures) = parse::parse(source, grammar)?;
        let mut by_kind = vec![Vec::new(); grammar.node_kind_count()];
        for (index, pattern) in (0_u16..).zip(&list) {
            if let Some(slot) = pattern.kind.and_then(|kind| by_kind.get_mut(usize::from(kind))) {
                slot.push(index);
            }
        }
        Ok(Patterns { list, by_kind, captures })
    }

    /// Calls `on_match` for every match in the tree of `text`, whose root is `root`.
    pub(crate) fn each<'t>(&self, root: Node<'t>, text: &'t [u8], on_match: OnMatch<'_, 't>) {
        let mut walk = root.walk();
        let mut matcher = Matcher { text, cursor: root.walk(), captured: Vec::new() };
        let mut above = Vec::new();
        loop {
            let node = walk.node();
            self.match_node(node, &above, &mut matcher, on_match);
            if walk.goto_first_child() {
                above.push(node);
                continue;
            }
            while !walk.goto_next_sibling() {
                if !walk.goto_parent() {
                    return;
                }
                above.pop();
            }
        }
    }

    /// Calls `on_match` for every match whose outermost node is `node`.
    fn match_node<'t>(
        &self,
        node: Node<'t>,
        above: &[Node<'t>],
        matcher: &mut Matcher<'t>,
        on_match: OnMatch<'_, 't>,
    ) {
        let Some(candidates) = self.by_kind.get(usize::from(node.kind_id())) else {
            return;
        };
        let children = OnceCell::new();
        let around = Ancestors { above, outer: node };
        for &index in candidates {
            matcher.node(&self.list[usize::from(index)], node, &children, &mut |matcher| {
                on_match(usize::from(index), &matcher.captured, &around);
            });
        }
    }
}

impl Pattern {
    /// Whether only the node's kind is checked.
    fn is_plain(&self) -> bool {
        self.items.is_empty()
            && self.absent_fields.is_empty()
            && self.anonymous.is_empty()
            && self.anonymous_fields.is_empty()
            && self.text.is_none()
    }
}

#[cfg(feature = "rust")]
#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, text: &str, expect: &str) {
        let grammar: tree_sitter::Language = tree_sitter_rust::LANGUAGE.into();
        let patterns = Patterns::compile(source, &grammar).unwrap();
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&grammar).unwrap();
        let tree = parser.parse(text, None).unwrap();
        let mut seen = Vec::new();
        patterns.each(tree.root_node(), text.as_bytes(), &mut |index, captured, _| {
            let parts: Vec<String> = captured
                .iter()
                .map(|(c, node)| {
                    format!("{}={}", patterns.captures[usize::from(*c)], &text[node.byte_range()])
                })
                .collect();
            seen.push(format!("{index} {}", parts.join(" ")));
        });
        assert_eq!(seen.join("; "), expect, "{source} in {text}");
    }

    #[test]
    fn patterns_match_as_queries_do() {
        check("(identifier) @a", "fn f() { g }", "0 a=f; 0 a=g");
        check("(function_item name: (_) @n)", "fn f() { g }", "0 n=f");
        check("(arguments (identifier) @x)", "fn f() { g(a, 1, b) }", "0 x=a; 0 x=b");
        check("(arguments . (identifier) @x)", "fn f() { g(a, 1, b) }", "0 x=a");
        check("(arguments (identifier) @x .)", "fn f() { g(a, 1, b) }", "0 x=b");
        check("(arguments . (identifier) @x .)", "fn f() { g(a); h(b, c) }", "0 x=a");
        check("(arguments (_) @x . (_) @y)", "fn f() { g(a, 1, b) }", "0 x=a y=1; 0 x=1 y=b");
        check("(mod_item !body name: (_) @m) ; note", "mod a; mod b {}", "0 m=a");
        check("(mod_item name*: (identifier) @m)", "mod a {}", "0 m=a");
        check(
            "(let_declaration type*: (type_identifier) @t)",
            "fn f() { let a: &'b &(T) = c; let d: [U; 1]; let e: (V, W); }",
            "0 t=T",
        );
        check(
            "(call_expression function: (field_expression value: (_) @q field: (_) @c)) @all",
            "fn f() { a.b() }",
            "0 all=a.b() q=a c=b",
        );
    }

    #[test]
    fn required_tokens_and_texts_restrict_matches() {
        check("(function_item \"fn\" name: (_) @n)", "fn f() {}", "0 n=f");
        check(
            "(reference_expression \"&\" (mutable_specifier) @m)",
            "fn f() { g(&a, &mut b) }",
            "0 m=mut",
        );
        check(
            "(visibility_modifier \"in\") @v",
            "pub fn f() {} pub(in a) fn g() {}",
            "0 v=pub(in a)",
        );
        check("(function_item \"fn\" @t)", "fn f() {}", "0 t=fn");
        check("(identifier !=f|h) @n", "fn f() { g(h) }", "0 n=g");
        check("(identifier =f|h) @n", "fn f() { g(h) }", "0 n=f; 0 n=h");
        check(
            "(call_expression function: (identifier =g) arguments: (_) @a)",
            "fn f() { g(1); h(2) }",
            "0 a=(1)",
        );
    }

    #[test]
    fn bad_patterns_are_errors() {
        let grammar: tree_sitter::Language = tree_sitter_rust::LANGUAGE.into();
        let bad = |source: &str| Patterns::compile(source, &grammar).unwrap_err().to_string();
        assert_eq!(bad("(no_such_node)"), "no node kind no_such_node");
        assert_eq!(bad("(function_item nope: (_))"), "no field nope");
        assert_eq!(bad("(function_item \"nope\")"), "no node kind \"nope\"");
        assert_eq!(bad("(function_item"), "unexpected end");
        assert_eq!(bad("(function_item ])"), "unexpected ]");
        assert_eq!(bad("(_) @any"), "a pattern must begin with a node kind");
    }
}
