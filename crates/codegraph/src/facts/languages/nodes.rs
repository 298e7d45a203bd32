//! What the facts of the languages read of the nodes of a syntax tree.

use tree_sitter::Node;

/// Whether a node has a child of this kind.
pub(crate) fn has_child(node: Node<'_>, kind: &str) -> bool {
    node.children(&mut node.walk()).any(|child| child.kind() == kind)
}

/// The named children of a node.
pub(crate) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).collect()
}

/// Visits a node and, where `visit` returns true, the nodes in it.
pub(crate) fn each_node<'t>(root: Node<'t>, mut visit: impl FnMut(Node<'t>) -> bool) {
    let mut cursor = root.walk();
    loop {
        if visit(cursor.node()) && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// The last named child of a node.
pub(crate) fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    let count = u32::try_from(node.named_child_count()).ok()?;
    node.named_child(count.checked_sub(1)?)
}

/// The text of a node.
pub(crate) fn node_text<'t>(node: Node<'_>, text: &'t [u8]) -> &'t str {
    let bytes = text.get(node.byte_range()).unwrap_or_default();
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The text of a node's field.
pub(crate) fn field_text<'t>(node: Node<'_>, field: &str, text: &'t [u8]) -> Option<&'t str> {
    let field = node.child_by_field_name(field);
    field.map(|field| node_text(field, text))
}
