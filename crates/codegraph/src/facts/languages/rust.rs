//! Rust. Its imports: `use` and `mod`, resolved to files.

mod files;

use tree_sitter::Node;

use super::{Family, Head, Language, Runtime, Sight, children, field_text, has_child, node_text};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "rust",
    extensions: &["rs"],
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    patterns: &[include_str!("rust/facts.scm")],
    interpreters: &["rust-script"],
    separator: "::",
    value_access: &["."],
    self_names: &["self", "Self"],
    own_types: &["Self"],
    qualified_without_import: true,
    declared_types: true,
    factories: &["default", "new"],
    collections: &[
        "Vec", "BTreeMap", "BTreeSet", "HashMap", "HashSet", "Mutex", "Option", "RefCell",
        "RwLock", "VecDeque",
    ],
    held: &["borrow", "borrow_mut", "expect", "unwrap", "unwrap_or_default"],
    #[rustfmt::skip]
    holding: &[
        "as_mut", "as_ref", "cloned", "first", "get", "get_mut", "into_iter", "iter", "iter_mut", "last", "lock", "pop",
        "read", "take", "values", "values_mut", "write",
    ],
    pointer_types: &[
        "Arc",
        "Box",
        "Cow",
        "Deref",
        "DerefMut",
        "LazyLock",
        "MutexGuard",
        "Pin",
        "Rc",
        "Ref",
        "RefMut",
        "RwLockReadGuard",
        "RwLockWriteGuard",
    ],
    uncallable_kinds: &["field"],
    test_attributes: &["#[cfg(test)]", "#[test]"],
    place_import: Some(place_import),
    path_from_file: Some(path_from_file),
    extract_imports,
    sight,
    is_folder_root: files::is_folder_root,
    resolve_import: files::resolve_import,
    handing_marks: &[
        "napi",
        "nif",
        "php_function",
        "php_impl",
        "pyfunction",
        "pymethods",
        "uniffi",
        "wasm_bindgen",
    ],
    runtime: Some(Runtime::Machine(Family::Rust)),
    ..Language::PLAIN
};

/// What is not marked is seen in its module and those within it, but members of traits and macros are not marked at all.
fn sight(head: &Head<'_>) -> Sight {
    // Without what its brackets hold, `pub(crate)` is the second one.
    let is_marked = head.has(&["pub", "pub)"]);
    let is_linked = head.has(&["extern"]) || head.before.contains("#[");
    let is_of_trait = head.is_in(&["trait"]) || head.around.is_some_and(|around| around.has_supers);
    let is_item = head.around.is_none() || head.is_in(&["impl", "module", "struct"]);
    let is_other = matches!(head.kind, "impl" | "macro" | "variant");
    if is_marked || is_linked || is_of_trait || is_other || !is_item {
        Sight::Any
    } else {
        Sight::Module
    }
}

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let public = has_child(node, "visibility_modifier");
    if node.kind() == "mod_item" {
        let name = field_text(node, "name", text).unwrap_or_default();
        if node.child_by_field_name("body").is_none() {
            let source = stated_file(node, text).unwrap_or_else(|| format!("self::{name}"));
            into.push(Import::new(name, "*", &source).reexported(public));
        }
    } else if let Some(argument) = node.child_by_field_name("argument") {
        read_use(argument, text, "", public, into);
    }
}

/// The file that an attribute gives a module, in its quotation marks: `#[path = "a.rs"]`.
fn stated_file(module: Node<'_>, text: &[u8]) -> Option<String> {
    let before = std::iter::successors(module.prev_named_sibling(), Node::prev_named_sibling);
    let mut attributes = before.take_while(|node| node.kind() != "mod_item");
    attributes.find_map(|node| {
        let attribute = node.named_child(0).filter(|_| node.kind() == "attribute_item")?;
        let is_path = attribute.named_child(0).is_some_and(|name| node_text(name, text) == "path");
        field_text(attribute, "value", text).filter(|_| is_path).map(str::to_owned)
    })
}

/// Reads the source of an import from the modules within the file, and limits its name to the module or the block around
/// it; other files can use one that is re-exported there.
fn place_import(above: &[Node<'_>], text: &[u8], import: &mut Import) {
    let modules = above.iter().rev().filter(|around| around.kind() == "mod_item");
    let modules: Vec<&str> =
        modules.filter_map(|module| field_text(*module, "name", text)).collect();
    import.source = path_from_file(&modules, &import.source);
    let mut around = above.iter();
    let scope = around.find(|around| matches!(around.kind(), "block" | "declaration_list"));
    if let Some(scope) = scope {
        let range = scope.byte_range();
        import.within = Some(range.start as u32..range.end as u32);
    }
}

/// A path in modules within a file, outermost first, as the file itself would write it: in these, `self` and `super` are
/// modules of the file.
fn path_from_file(modules: &[&str], path: &str) -> String {
    let mut rest: Vec<&str> = path.split("::").collect();
    let supers = rest.iter().take_while(|part| **part == "super").count();
    if modules.is_empty() || (supers == 0 && rest.first() != Some(&"self")) {
        return path.to_owned();
    }
    rest.drain(..supers.max(1));
    let left = modules.len().saturating_sub(supers);
    let up = supers.saturating_sub(modules.len());
    let start = if up > 0 { vec!["super"; up] } else { vec!["self"] };
    [&start[..], &modules[..left], &rest[..]].concat().join("::")
}

fn joined(prefix: &str, path: &str) -> String {
    if prefix.is_empty() { path.to_owned() } else { format!("{prefix}::{path}") }
}

/// Adds the imports of one part of a use tree; `prefix` is the path before it.
fn read_use(node: Node<'_>, text: &[u8], prefix: &str, public: bool, into: &mut Vec<Import>) {
    match node.kind() {
        "scoped_use_list" => {
            let path = field_text(node, "path", text).unwrap_or_default();
            let prefix = joined(prefix, path);
            if let Some(list) = node.child_by_field_name("list") {
                read_use(list, text, &prefix, public, into);
            }
        }
        "use_list" => {
            for part in children(node) {
                read_use(part, text, prefix, public, into);
            }
        }
        "use_wildcard" => {
            let path = node.named_child(0).map_or("", |path| node_text(path, text));
            into.push(Import::new("", "*", &joined(prefix, path)).reexported(public));
        }
        "use_as_clause" => {
            let path = field_text(node, "path", text).unwrap_or_default();
            let alias = field_text(node, "alias", text);
            into.push(import_of(&joined(prefix, path), alias).reexported(public));
        }
        "self" => into.push(import_of(prefix, None).reexported(public)),
        _ => {
            let path = joined(prefix, node_text(node, text));
            into.push(import_of(&path, None).reexported(public));
        }
    }
}

/// The import of one full path.
fn import_of(path: &str, alias: Option<&str>) -> Import {
    let path = path.strip_suffix("::self").unwrap_or(path);
    match path.rsplit_once("::") {
        Some((source, name)) => Import::new(alias.unwrap_or(name), name, source),
        None => Import::new(alias.unwrap_or(path), "*", path),
    }
}

#[cfg(test)]
mod tests {
    use super::path_from_file;

    #[test]
    fn paths_in_inner_modules_are_read_from_the_file() {
        let check = |modules: &[&str], path: &str, expect: &str| {
            assert_eq!(path_from_file(modules, path), expect, "{modules:?} {path}");
        };
        check(&[], "super::a", "super::a");
        check(&["x"], "super", "self");
        check(&["x"], "super::a", "self::a");
        check(&["x", "y"], "super::a", "self::x::a");
        check(&["x", "y"], "super::super::a", "self::a");
        check(&["x", "y"], "super::super::super::a", "super::a");
        check(&["x"], "self::a::b", "self::x::a::b");
        check(&["x"], "crate::a", "crate::a");
        check(&["x"], "a", "a");
    }
}
