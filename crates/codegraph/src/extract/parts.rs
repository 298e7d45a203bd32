//! Collects the captures of a match by their roles.

use tree_sitter::Node;

use crate::facts::Label;

/// The nodes of one match, by role.
#[derive(Default)]
pub(super) struct Parts<'q, 't> {
    pub(super) symbol: Option<(&'q str, Node<'t>)>,
    pub(super) widen: Option<Node<'t>>,
    pub(super) name: Option<Node<'t>>,
    pub(super) body: Option<Node<'t>>,
    pub(super) owner: Option<Node<'t>>,
    pub(super) lead: Option<Node<'t>>,
    pub(super) call: Option<Node<'t>>,
    pub(super) reference: Option<Node<'t>>,
    pub(super) qualifier: Option<Node<'t>>,
    pub(super) uncalled: Option<Node<'t>>,
    pub(super) heritage: Option<Node<'t>>,
    pub(super) import: Option<Node<'t>>,
    pub(super) label: Option<(Label, Node<'t>)>,
    pub(super) bound: Option<Node<'t>>,
    pub(super) of: Option<Node<'t>>,
    pub(super) tag: Option<Node<'t>>,
    pub(super) held: Option<Node<'t>>,
    pub(super) outer: Option<Node<'t>>,
    pub(super) module: Option<Node<'t>>,
    pub(super) global: Option<Node<'t>>,
}

impl<'q, 't> Parts<'q, 't> {
    pub(super) fn take(&mut self, capture: &'q str, node: Node<'t>) {
        let slot = match capture {
            "widen" => &mut self.widen,
            "name" => &mut self.name,
            "body" => &mut self.body,
            "owner" => &mut self.owner,
            "lead" => &mut self.lead,
            "call" => &mut self.call,
            "reference" => &mut self.reference,
            "qualifier" => &mut self.qualifier,
            "uncalled" => &mut self.uncalled,
            "heritage" => &mut self.heritage,
            "import" => &mut self.import,
            "bound" => &mut self.bound,
            "of" => &mut self.of,
            "tag" => &mut self.tag,
            "held" => &mut self.held,
            "outer" => &mut self.outer,
            "module" => &mut self.module,
            "global" => &mut self.global,
            "key" => return self.label = Some((Label::Key, node)),
            "shorthand" => return self.label = Some((Label::Shorthand, node)),
            other => {
                if let Some(kind) = other.strip_prefix("symbol.") {
                    self.symbol = Some((kind, node));
                }
                return;
            }
        };
        *slot = Some(node);
    }
}
