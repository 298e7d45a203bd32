//! Matches one pattern at one node, in every way in which its children fit.

use std::cell::OnceCell;

use tree_sitter::{Node, TreeCursor};

use super::{Captured, Item, Pattern, TextTest};

/// The most nodes in one another through which a field is followed that repeats.
const MAX_REPEATS: usize = 8;

impl TextTest {
    fn admits(&self, text: &[u8]) -> bool {
        let is_text = |admitted: &String| admitted.as_bytes() == text;
        match self {
            TextTest::OneOf(texts) => texts.iter().any(is_text),
            TextTest::NoneOf(texts) => !texts.iter().any(is_text),
        }
    }
}

/// A named child and the id of its field; 0 is no field.
pub(super) type Child<'t> = (Node<'t>, u16);

/// The named children of a node, without extra nodes such as comments.
fn named_children<'t>(node: Node<'t>, cursor: &mut TreeCursor<'t>) -> Vec<Child<'t>> {
    let mut children = Vec::new();
    cursor.reset(node);
    if cursor.goto_first_child() {
        loop {
            let child = cursor.node();
            if child.is_named() && !child.is_extra() {
                children.push((child, cursor.field_id().map_or(0, std::num::NonZero::get)));
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
    }
    children
}

/// What matching at the nodes of one tree needs.
pub(super) struct Matcher<'t> {
    pub(super) text: &'t [u8],
    /// For listing a node's children; it has no position of its own.
    pub(super) cursor: TreeCursor<'t>,
    /// The captures of the match that is being tried.
    pub(super) captured: Vec<Captured<'t>>,
}

impl<'t> Matcher<'t> {
    /// Matches `pattern` at `node`, whose kind fits, and calls `then` for each match. `children` is computed when it is first
    /// needed.
    pub(super) fn node(
        &mut self,
        pattern: &Pattern,
        node: Node<'t>,
        children: &OnceCell<Vec<Child<'t>>>,
        then: &mut dyn FnMut(&mut Matcher<'t>),
    ) {
        let before = self.captured.len();
        self.captured.extend(pattern.captures.iter().map(|capture| (*capture, node)));
        if pattern.is_plain() {
            then(self);
        } else {
            let children = children.get_or_init(|| named_children(node, &mut self.cursor));
            if self.allows(pattern, node, children) {
                self.items(pattern, 0, children, 0, then);
            }
        }
        self.captured.truncate(before);
    }

    /// Whether the node itself fits: it has no field that must be absent, a text that passes the test, and every
    /// required anonymous node. Captures the anonymous nodes.
    fn allows(&mut self, pattern: &Pattern, node: Node<'t>, children: &[Child<'t>]) -> bool {
        let has = |field: &u16| children.iter().any(|child| child.1 == *field);
        if pattern.absent_fields.iter().any(has) {
            return false;
        }
        if let Some(test) = &pattern.text {
            let text = self.text.get(node.byte_range()).unwrap_or_default();
            if !test.admits(text.trim_ascii()) {
                return false;
            }
        }
        let in_fields = pattern.anonymous_fields.iter().all(|(field, captures)| {
            let token = self.token_in(node, *field);
            let captured = token.map(|token| captures.iter().map(move |c| (*c, token)));
            self.captured.extend(captured.into_iter().flatten());
            token.is_some()
        });
        in_fields
            && pattern.anonymous.iter().all(|(kind, captures)| {
                let token = node.children(&mut self.cursor).find(|child| child.kind_id() == *kind);
                let captured = token.map(|token| captures.iter().map(move |c| (*c, token)));
                self.captured.extend(captured.into_iter().flatten());
                token.is_some()
            })
    }

    /// The anonymous node in a field.
    fn token_in(&mut self, node: Node<'t>, field: u16) -> Option<Node<'t>> {
        self.cursor.reset(node);
        let mut found = self.cursor.goto_first_child();
        while found {
            let id = self.cursor.field_id().map(std::num::NonZero::get);
            if id == Some(field) && !self.cursor.node().is_named() {
                return Some(self.cursor.node());
            }
            found = self.cursor.goto_next_sibling();
        }
        None
    }

    /// Matches the items of `pattern` from the index `item_index` on against the children from the index `from` on, and
    /// calls `then` for each match.
    fn items(
        &mut self,
        pattern: &Pattern,
        item_index: usize,
        children: &[Child<'t>],
        from: usize,
        then: &mut dyn FnMut(&mut Matcher<'t>),
    ) {
        let Some(required) = pattern.items.get(item_index) else {
            if !pattern.end_anchored || from == children.len() {
                then(self);
            }
            return;
        };
        for (at, &(child, field)) in children.iter().enumerate().skip(from) {
            if required.field.is_none_or(|id| id == field) {
                let repeats = if required.repeats { MAX_REPEATS } else { 0 };
                self.repeated(required, child, repeats, &mut |matcher| {
                    matcher.items(pattern, item_index + 1, children, at + 1, then);
                });
            }
            if required.anchored {
                break;
            }
        }
    }

    /// Matches one item at a child, and at what that holds in the same field or as its only child, `repeats` times.
    fn repeated(
        &mut self,
        required: &Item,
        node: Node<'t>,
        repeats: usize,
        then: &mut dyn FnMut(&mut Matcher<'t>),
    ) {
        if required.pattern.kind.is_none_or(|kind| kind == node.kind_id()) {
            self.node(&required.pattern, node, &OnceCell::new(), then);
        }
        let Some(repeats) = repeats.checked_sub(1) else {
            return;
        };
        let children = named_children(node, &mut self.cursor);
        let is_in_field = |child: &&Child<'t>| required.field == Some(child.1);
        let only = children.first().filter(|child| children.len() == 1 && child.1 == 0);
        for (inner, _) in children.iter().filter(is_in_field).chain(only) {
            self.repeated(required, *inner, repeats, then);
        }
    }
}
