//! Finds the captured nodes of a match by the names of their captures.

use tree_sitter::Node;

use crate::pattern::Captured;

/// The captured nodes of one match.
pub(super) struct Parts<'q, 't> {
    /// The names of the captures of the language's patterns.
    pub(super) names: &'q [String],
    pub(super) captured: &'q [Captured<'t>],
}

impl<'q, 't> Parts<'q, 't> {
    /// The node of a capture; if several nodes have that capture, the last one.
    pub(super) fn get(&self, capture: &str) -> Option<Node<'t>> {
        self.last_first()
            .find_map(|(name, node)| (name == capture).then_some(node))
    }

    /// The kind of the declaration and its node, captured as `@symbol.KIND`.
    pub(super) fn symbol(&self) -> Option<(&'q str, Node<'t>)> {
        self.last_first()
            .find_map(|(name, node)| Some((name.strip_prefix("symbol.")?, node)))
    }

    fn last_first(&self) -> impl Iterator<Item = (&'q str, Node<'t>)> {
        let names = self.names;
        let captured = self.captured.iter().rev();
        captured.map(|(capture, node)| (names[usize::from(*capture)].as_str(), *node))
    }
}
