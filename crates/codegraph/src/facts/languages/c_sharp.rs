//! C#. Its imports: `using`, by full names, which lead to what a file of that namespace declares.

use tree_sitter::Node;

use super::kinds::has_word;
use super::{
    Head, Language, Namespaces, ProjectImports, Runtime, Sight, field_text, has_child, import_of,
    last_child, node_text,
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
    sight,
    declared_types: true,
    made_by_word: true,
    #[rustfmt::skip]
    collections: &[
        "List", "ConcurrentDictionary", "Dictionary", "HashSet", "ICollection", "IDictionary", "IEnumerable",
        "IList", "IQueryable", "IReadOnlyCollection", "IReadOnlyDictionary", "IReadOnlyList", "Queue", "Stack",
    ],
    #[rustfmt::skip]
    held: &["Dequeue", "First", "FirstOrDefault", "Last", "LastOrDefault", "Peek", "Pop", "Single", "SingleOrDefault"],
    holding: &["OrderBy", "Reverse", "Skip", "Take", "ToArray", "ToList", "Values", "Where"],
    namespaces: Namespaces::Relative,
    same_values: &["ConfigureAwait"],
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
/// A member that is not marked is private, but in an interface, and where it implements one by its full name.
fn sight(head: &Head<'_>) -> Sight {
    const KINDS: [&str; 3] = ["class", "record", "struct"];
    let is_open = head.has(&["file", "internal", "protected", "public"]);
    let is_full = head.before.trim_end().ends_with('.');
    let is_in_body = head.around.is_some_and(|around| !around.in_head);
    if is_open || is_full || !is_in_body || !head.is_in(&KINDS) {
        Sight::Any
    } else if head.around.is_some_and(|around| has_word(around.before, &["partial"])) {
        Sight::TypeOfName(&[])
    } else {
        Sight::Type(&[])
    }
}

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
