//! From captures to what a file's scopes hold: imports, names of parameters and locals, labels.

use tree_sitter::Node;

use super::{Parts, Raw, span};
use crate::facts::{Reference, Span};
use crate::languages::{Language, Modules, node_text};

impl Raw {
    /// Read an import, and where the names that it gives can be used.
    pub(super) fn import(&mut self, node: Node<'_>, language: &Language, text: &[u8]) {
        let from = self.imports.len();
        language.imports.read(node, text, &mut self.imports);
        let scope = match language.modules {
            Modules::None => None,
            Modules::Marked | Modules::All => function_around(node),
        };
        for import in &mut self.imports[from..] {
            import.at = span(node);
            if import.within.is_none() {
                import.within.clone_from(&scope);
            }
        }
    }

    pub(super) fn scopes(&mut self, parts: &Parts<'_, '_>, text: &[u8]) {
        self.module |= parts.module.is_some();
        self.global |= parts.global.is_some();
        if let Some((label, node)) = parts.label {
            self.labels.insert(span(node).start, label);
        }
        // A tag in lower case is the markup's own, whatever the file declares.
        let own = |tag: &Node<'_>| node_text(*tag, text).starts_with(|c: char| c.is_lowercase());
        if let Some(node) = parts.bound.or(parts.tag.filter(own)) {
            self.bound.push(span(node));
        }
    }

    /// Whether other files get at the file's names by importing them, and only so.
    pub(super) fn is_module(&self, language: &Language) -> bool {
        match language.modules {
            Modules::None => false,
            Modules::Marked => (self.module || !self.imports.is_empty()) && !self.global,
            Modules::All => true,
        }
    }

    /// Drop references that only give a name; what an import names it also refers to.
    pub(super) fn drop_bound(&mut self, references: &mut Vec<Reference>) {
        self.bound.sort_unstable_by_key(|name| name.start);
        self.bound.dedup();
        let starts: Vec<u32> = self.bound.iter().map(|name| name.start).collect();
        let imported = |at: u32| self.imports.iter().any(|import| import.at.contains(&at));
        references.retain(|reference| {
            let at = reference.span.start;
            starts.binary_search(&at).is_err() || imported(at)
        });
    }
}

/// The function that holds a node.
fn function_around(node: Node<'_>) -> Option<Span> {
    const FUNCTIONS: [&str; 7] = [
        "arrow_function",
        "function_declaration",
        "function_definition",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
    ];
    std::iter::successors(node.parent(), Node::parent)
        .find(|around| FUNCTIONS.contains(&around.kind()))
        .map(span)
}
