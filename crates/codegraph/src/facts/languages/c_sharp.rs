//! C#. Its imports: `using`, by full names, which lead to what a file of that namespace declares.

use tree_sitter::Node;

use super::{
    Language, Namespaces, ProjectImports, Runtime, field_text, has_child, import_of, last_child,
    node_text,
};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "c_sharp",
    extensions: &["cs", "csx"],
    grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
    patterns: &[include_str!("c_sharp/facts.scm")],
    self_names: &["this", "base"],
    super_names: &["base"],
    own_types: &["this"],
    folder_scope: true,
    implicit_self: true,
    arguments: Some(super::overloads::arguments),
    overloads: true,
    declared_types: true,
    namespaces: Namespaces::Relative,
    attribute_suffix: Some("Attribute"),
    project_imports: Some(ProjectImports {
        mark: "global",
        project_ending: ".csproj",
        shared_file: "Directory.Build.props",
        element: "Using",
    }),
    rewritten: super::conditional::first_branches,
    extract_imports,
    runtime: Some(Runtime::Dotnet),
    ..Language::PLAIN
};

/// `using A.B`, `using static A.B` and `using C = A.B`.
fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let alias = field_text(node, "name", text);
    let Some(path) = last_child(node) else {
        return;
    };
    let written = node_text(path, text).split('<').next().unwrap_or_default();
    let source = written.rsplit("::").next().unwrap_or(written);
    let is_global = has_child(node, "global");
    let import = match alias {
        Some(alias) => import_of(source, Some(alias)),
        None => Import::new("", "*", source),
    };
    into.push(import.reexported(is_global));
}
