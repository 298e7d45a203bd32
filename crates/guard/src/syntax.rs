//! A file's syntax tree as a flat list: nodes in source order, each with the end of its subtree. It can be walked
//! without recursion, however deeply the source nests.

use std::ops::Range;

use crate::language::{Language, NodeShape};
use crate::names::last_name;

/// The index of a node in [`Syntax`]. 0 is the file.
pub(crate) type Id = usize;

/// A node of the tree, with its byte range.
pub(crate) struct Node {
    /// The name of its kind in the grammar.
    pub(crate) kind: &'static str,
    pub(crate) shape: NodeShape,
    /// The field of its parent in which it is.
    pub(crate) field: Option<&'static str>,
    /// Whether the grammar names its kind; punctuation and keywords have no name.
    pub(crate) named: bool,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) parent: Id,
    /// One past the last node below this one.
    pub(crate) subtree_end: Id,
    /// The outermost function that contains the node or is it; else the file, 0. A name that is bound anywhere in a
    /// scope counts as bound in all of it.
    pub(crate) scope: Id,
}

/// The node for an index that is out of range.
const NO_NODE: Node = Node {
    kind: "",
    shape: NodeShape::Plain,
    field: None,
    named: false,
    start: 0,
    end: 0,
    parent: 0,
    subtree_end: 0,
    scope: 0,
};

/// The nodes of a text.
pub(crate) struct Syntax<'a> {
    pub(crate) text: &'a str,
    nodes: Vec<Node>,
    /// The byte ranges of test code.
    tests: Vec<Range<usize>>,
}

impl<'a> Syntax<'a> {
    /// Parses a text. A grammar that cannot be loaded gives no node.
    pub(crate) fn read(text: &'a str, language: &'static Language) -> Self {
        let mut parser = tree_sitter::Parser::new();
        let set = parser.set_language(&language.grammar);
        let tree = set.ok().and_then(|()| parser.parse(text, None));
        let mut syntax = Self { text, nodes: Vec::new(), tests: Vec::new() };
        if let Some(tree) = tree {
            syntax.flatten(&tree, language);
            syntax.tests = syntax.find_tests(language);
        }
        syntax
    }

    fn flatten(&mut self, tree: &tree_sitter::Tree, language: &'static Language) {
        let grammar = &*language.grammar;
        let fields = |id: Option<std::num::NonZeroU16>| grammar.field_name_for_id(id?.get());
        let mut cursor = tree.walk();
        let mut open: Vec<Id> = Vec::new();
        loop {
            let (node, id) = (cursor.node(), self.nodes.len());
            let parent = open.last().copied().unwrap_or(0);
            let shape =
                if node.is_named() { language.shape(node.kind()) } else { NodeShape::Plain };
            let scope = match (self.node(parent).scope, shape) {
                (0, NodeShape::Function) => id,
                (scope, _) => scope,
            };
            self.nodes.push(Node {
                kind: grammar.node_kind_for_id(node.kind_id()).unwrap_or_default(),
                shape,
                field: fields(cursor.field_id()),
                named: node.is_named(),
                start: node.start_byte(),
                end: node.end_byte(),
                parent,
                subtree_end: id + 1,
                scope,
            });
            if cursor.goto_first_child() {
                open.push(id);
                continue;
            }
            while !cursor.goto_next_sibling() {
                let subtree_end = self.nodes.len();
                match open.pop().and_then(|id| self.nodes.get_mut(id)) {
                    Some(node) => node.subtree_end = subtree_end,
                    None => return,
                }
                cursor.goto_parent();
            }
        }
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        self.nodes.get(id).unwrap_or(&NO_NODE)
    }

    pub(crate) fn shape(&self, id: Id) -> NodeShape {
        self.node(id).shape
    }

    pub(crate) fn text(&self, id: Id) -> &'a str {
        let node = self.node(id);
        self.text.get(node.start..node.end).unwrap_or_default()
    }

    pub(crate) fn range(&self, id: Id) -> Range<usize> {
        self.node(id).start..self.node(id).end
    }

    /// All nodes that are not test code.
    pub(crate) fn all(&self) -> impl Iterator<Item = Id> + '_ {
        (0..self.nodes.len()).filter(|&id| !self.is_test(id))
    }

    /// The nodes below one, in order.
    pub(crate) fn below(&self, id: Id) -> Range<Id> {
        id + 1..self.node(id).subtree_end
    }

    /// The direct children of a node, in order.
    pub(crate) fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let end = self.node(id).subtree_end;
        let first = Some(id + 1).filter(|&first| first < end);
        std::iter::successors(first, move |&child| {
            Some(self.node(child).subtree_end).filter(|&next| next < end && next > child)
        })
    }

    /// The children that are neither punctuation nor keywords.
    pub(crate) fn named(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        self.children(id).filter(|&child| self.node(child).named)
    }

    /// The first child in a field.
    pub(crate) fn child(&self, id: Id, field: &str) -> Option<Id> {
        self.children(id).find(|&child| self.node(child).field == Some(field))
    }

    /// The ancestors of a node, from the nearest.
    pub(crate) fn ancestors(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let up = |id: Id| (id != 0).then(|| self.node(id).parent);
        std::iter::successors(up(id), move |&id| up(id))
    }

    /// The first identifier of a subtree, itself included.
    pub(crate) fn first_name(&self, id: Id) -> Option<&'a str> {
        let mut all = id..self.node(id).subtree_end;
        let name = all.find(|&id| self.shape(id) == NodeShape::Name)?;
        Some(self.text(name))
    }

    /// What a method is called on; `None` if what is called is no member.
    pub(crate) fn receiver(&self, called: Id) -> Option<Id> {
        match self.shape(called) {
            NodeShape::Member(object, _) => self.child(called, object),
            _ => None,
        }
    }

    /// The name of the function that a call calls, without its path; empty if the node is no call.
    pub(crate) fn called(&self, id: Id) -> &'a str {
        let NodeShape::Call(callee, _) = self.shape(id) else {
            return "";
        };
        let called = self.child(id, callee);
        last_name(called.map_or("", |called| self.text(called)))
    }

    /// Calls, comparisons and index expressions, each with its operands: `a.method(b)`, `method(a, b)`, `a == b`,
    /// `a[b]`.
    pub(crate) fn operations(&self) -> impl Iterator<Item = (Id, Vec<Id>)> + '_ {
        self.all().filter_map(|id| {
            let operands = match self.shape(id) {
                NodeShape::Call(callee, arguments) => {
                    let receiver = self.receiver(self.child(id, callee)?);
                    let arguments = self.child(id, arguments)?;
                    receiver.into_iter().chain(self.named(arguments)).collect()
                }
                NodeShape::Compare | NodeShape::Index => self.named(id).collect(),
                _ => return None,
            };
            Some((id, operands))
        })
    }

    /// A string without its quotes and prefix.
    pub(crate) fn literal(&self, id: Id) -> &'a str {
        let quotes = ['"', '\'', '`', '#'];
        let text = self.text(id);
        let text = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        if text.starts_with(quotes) { text.trim_matches(quotes) } else { self.text(id) }
    }

    /// The parts of a string that are literal text: not its escapes and interpolated expressions.
    pub(crate) fn own_text(&self, id: Id) -> Vec<Range<usize>> {
        let (mut parts, mut start) = (Vec::new(), self.node(id).start);
        let mut at = id + 1;
        while at < self.node(id).subtree_end {
            let node = self.node(at);
            if node.shape == NodeShape::Hole {
                parts.push(start..node.start);
                start = node.end;
                at = node.subtree_end;
            } else {
                at += 1;
            }
        }
        parts.push(start..self.node(id).end);
        parts
    }

    fn is_test(&self, id: Id) -> bool {
        let start = self.node(id).start;
        self.tests.iter().any(|range| range.contains(&start))
    }

    /// The ranges of test code: items after an attribute that marks them as tests, and the whole file if it has such
    /// an inner attribute.
    fn find_tests(&self, language: &Language) -> Vec<Range<usize>> {
        let Some(attribute) = language.attribute else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for id in 0..self.nodes.len() {
            let node = self.node(id);
            if node.kind == "inner_attribute_item" && node.parent == 0 && marks_tests(self.text(id))
            {
                found.push(0..self.text.len());
            }
            if node.kind == attribute && marks_tests(self.text(id)) {
                let mut after = self.named(node.parent).filter(|&next| next > id);
                let item = after.find(|&next| {
                    self.node(next).kind != attribute && self.shape(next) != NodeShape::Comment
                });
                found.extend(item.map(|item| self.range(item)));
            }
        }
        found
    }
}

/// Whether an attribute marks test code: `test` of any harness, or `cfg(test)`.
fn marks_tests(attribute: &str) -> bool {
    let inside = attribute.trim_start_matches(['#', '!', '[']);
    let inside: String = inside.chars().filter(|c| !c.is_whitespace()).collect();
    let (name, arguments) = inside.split_once(['(', ']']).unwrap_or((&inside, ""));
    let is_test = |path: &str| path == "test" || path.ends_with("::test");
    match name {
        "cfg" => {
            let mut parts = arguments.split(|c: char| !c.is_alphanumeric() && c != '_');
            parts.any(is_test) && !arguments.contains("not(test")
        }
        _ => is_test(name),
    }
}
