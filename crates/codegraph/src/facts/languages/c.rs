//! C, with the includes of C and C++, resolved to files, and other names of types and namespaces.

#[cfg(feature = "c")]
mod excerpt;
pub(super) mod macros;

use tree_sitter::Node;

#[cfg(feature = "c")]
use super::{Family, Language, Runtime};
use super::{FileTree, beside, field_text, last_child, nearest, node_text};
use crate::facts::Import;
use crate::text::words::is_name_char;

/// The patterns that C++ shares.
pub(super) const SHARED: &str = include_str!("c/facts.scm");

#[cfg(feature = "c")]
pub(super) static LANGUAGE: Language = Language {
    name: "c",
    extensions: &["c", "h"],
    grammar: || tree_sitter_c::LANGUAGE.into(),
    patterns: &[SHARED],
    #[cfg(feature = "cpp")]
    disambiguate: Some(|path, text| {
        (path.ends_with(".h") && is_cpp(text)).then_some(&super::cpp::LANGUAGE)
    }),
    no_nested_functions: true,
    excerpt: Some(excerpt::excerpt),
    rewritten: macros::without_macros_before_types,
    local_marks: &["static"],
    extract_imports,
    resolve_import,
    value_access: &[".", "->"],
    handing_marks: &["EMSCRIPTEN_KEEPALIVE"],
    runtime: Some(Runtime::Machine(Family::C)),
    ..Language::PLAIN
};

/// Whether a header is one of C++: it has a line that declares a class or a namespace, or that begins a template or an
/// access section.
#[cfg(all(feature = "c", feature = "cpp"))]
fn is_cpp(text: &[u8]) -> bool {
    let is_cpp_line = |line: &[u8]| {
        let line = line.trim_ascii();
        // In a comment, a line of prose can begin with one of these words.
        let ends_as_code = line.ends_with(b"{") || line.ends_with(b";") || line.ends_with(b":");
        let declares = line.starts_with(b"class ") || line.starts_with(b"namespace ");
        let access_labels = [b"public:".as_slice(), b"private:", b"protected:"];
        (ends_as_code && declares)
            || line.starts_with(b"template <")
            || line.starts_with(b"template<")
            || access_labels.contains(&line)
    };
    text.split(|byte| *byte == b'\n').any(is_cpp_line)
}

/// The import, from the file itself, of `using a = b`, `namespace a = b` or `typedef b a`; an includer sees it, too.
fn alias(node: Node<'_>, text: &[u8]) -> Option<Import> {
    let field = |name| field_text(node, name, text);
    let local = field("name").or_else(|| field("declarator"))?;
    let named = field("type").or_else(|| Some(node_text(last_child(node)?, text)))?;
    let named = named.split('<').next()?;
    let name = named.rsplit("::").next()?.trim();
    let renames = !name.is_empty() && name.chars().all(is_name_char) && name != local;
    renames.then(|| Import::new(local, name, "").reexported(true))
}

pub(super) fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let Some(path) = field_text(node, "path", text) else {
        into.extend(alias(node, text));
        return;
    };
    // All names that a header declares or includes are visible where it is included.
    let source = path.trim_matches(['"', '<', '>']);
    into.push(Import::new("", "*", source).reexported(true));
}

pub(super) fn resolve_import(tree: &FileTree<'_>, from: &str, source: &str) -> Vec<String> {
    let beside = beside(tree, from, source);
    let anywhere = || {
        let suffix = source.trim_start_matches("../").trim_start_matches("./");
        nearest(tree.with_suffix(suffix), from)
    };
    beside.or_else(anywhere).into_iter().collect()
}

#[cfg(all(feature = "c", feature = "cpp"))]
#[cfg(test)]
mod tests {
    use crate::facts::languages::of_text;

    #[test]
    fn a_header_is_of_the_language_it_is_written_in() {
        let check = |path: &str, text: &str, expect: &str| {
            let language = of_text(path, text.as_bytes()).map(|language| language.name);
            assert_eq!(language, Some(expect), "{path}: {text}");
        };
        check("a.h", "struct class_info { int class; };\n", "c");
        check("a.h", "/*\n * class of a device\n * namespace a::b\n */\nint f(void);\n", "c");
        check("a.h", "struct device *class;\nint class_register(struct class *cls);\n", "c");
        check("a.h", "namespace leveldb {\nclass DB;\n}\n", "cpp");
        check("a.h", "class EXPORT DB : public Base {\n", "cpp");
        check("a.h", "  template<typename T>\n  T f();\n", "cpp");
        check("a.h", "struct A {\n public:\n  int b();\n};\n", "cpp");
        check("a.c", "namespace a {\n", "c");
        check("a.hpp", "int f(void);\n", "cpp");
    }
}
