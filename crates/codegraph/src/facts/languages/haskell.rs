//! Haskell, and its imports, resolved to files.

use tree_sitter::Node;

use super::{Family, Language, Runtime, children, field_text, has_child};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "haskell",
    extensions: &["hs", "hs-boot"],
    grammar: || tree_sitter_haskell::LANGUAGE.into(),
    patterns: &[include_str!("haskell/facts.scm")],
    interpreters: &["runhaskell", "runghc"],
    uncallable_kinds: &["data", "newtype", "type", "typeclass"],
    unscoped_members: true,
    extract_imports,
    resolve_import: |tree, _, source| tree.with_suffix(&format!("{}.hs", source.replace('.', "/"))),
    runtime: Some(Runtime::Machine(Family::Haskell)),
    ..Language::PLAIN
};

/// The fields of an imported item that have its name: of a value, an operator, and a type or constructor.
const NAME_FIELDS: [&str; 3] = ["variable", "operator", "type"];

/// `import A.B`, `import A.B (name)`, `import A.B hiding (name)`, `import A.B as C` and `import qualified A.B as C`.
fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let Some(source) = field_text(node, "module", text) else {
        return;
    };
    let mut add = |local: &str, name: &str| into.push(Import::new(local, name, source));
    add(field_text(node, "alias", text).unwrap_or(source), "*");
    let names = node.child_by_field_name("names");
    let names = names.map(|names| items(names, text));
    match names {
        _ if has_child(node, "qualified") => {}
        Some(names) if !has_child(node, "hiding") => {
            names.iter().for_each(|name| add(name, name));
        }
        hidden => {
            let hidden = hidden.into_iter().flatten().map(str::to_owned);
            into.push(Import::new("", "*", source).hiding(hidden.collect()));
        }
    }
}

/// The names in the list of an import.
fn items<'t>(list: Node<'_>, text: &'t [u8]) -> Vec<&'t str> {
    let items = children(list).into_iter();
    // A namespace (`pattern`, `type`) may precede the name, and a type's constructors may follow it.
    let name = |item: Node<'_>| {
        let mut fields = NAME_FIELDS.iter();
        fields.find_map(|field| field_text(item, field, text))
    };
    items.filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The imports of a statement, as `local=name`.
    fn check(statement: &str, expect: &[&str]) {
        let mut parser = tree_sitter::Parser::new();
        let grammar = tree_sitter_haskell::LANGUAGE.into();
        parser.set_language(&grammar).unwrap();
        let tree = parser.parse(statement, None).unwrap();
        let mut node = tree.root_node();
        while node.kind() != "import" {
            node = node.named_child(0).unwrap();
        }
        let mut imports = Vec::new();
        extract_imports(node, statement.as_bytes(), &mut imports);
        let imports = imports.iter();
        let names: Vec<String> =
            imports.map(|import| format!("{}={}", import.local, import.name)).collect();
        assert_eq!(names, expect, "{statement}");
    }

    #[test]
    fn imports_have_the_names_of_their_items() {
        check("import A.B\n", &["A.B=*", "=*"]);
        check("import A.B hiding (push)\n", &["A.B=*", "=*"]);
        check("import qualified A.B as C\n", &["C=*"]);
        check("import A as C (push, Queue(..))\n", &["C=*", "push=push", "Queue=Queue"]);
        check("import A (pattern P, (++), type (+))\n", &["A=*", "P=P", "(++)=(++)", "(+)=(+)"]);
        check("import A (push, -- Adds.\n  pop)\n", &["A=*", "push=push", "pop=pop"]);
    }
}
