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

/// The most tokens that tell a construct of C++ from C.
#[cfg(all(feature = "c", feature = "cpp"))]
const MAX_TOKENS: usize = 5;

/// Whether a header is one of C++: outside of comments, strings and directives it has what C has not.
#[cfg(all(feature = "c", feature = "cpp"))]
fn is_cpp(text: &[u8]) -> bool {
    let mut window: Vec<&[u8]> = vec![b""];
    let mut at = 0;
    while let Some((token, end)) = next_token(text, at) {
        at = end;
        window.push(token);
        if window.len() > MAX_TOKENS {
            window.remove(0);
        }
        if window.len() == MAX_TOKENS && is_cpp_construct(&window) {
            return true;
        }
    }
    // What ends the text.
    (0..window.len()).any(|from| {
        let mut rest = window[from..].to_vec();
        rest.resize(MAX_TOKENS, b"");
        is_cpp_construct(&rest)
    })
}

/// The next name, or other byte, of a text from `at` on that is in no comment, string or directive, and its end.
#[cfg(all(feature = "c", feature = "cpp"))]
fn next_token(text: &[u8], mut at: usize) -> Option<(&[u8], usize)> {
    use super::literal_end;
    use crate::text::words::is_name_byte;
    let line_end = |from: usize| {
        let mut from = from;
        loop {
            let end = memchr::memchr(b'\n', &text[from..]).map_or(text.len(), |end| from + end);
            if end == text.len() || !text[..end].trim_ascii_end().ends_with(b"\\") {
                return end;
            }
            from = end + 1;
        }
    };
    loop {
        let rest = text.get(at..)?;
        let first = *rest.first()?;
        at = match first {
            _ if first.is_ascii_whitespace() => at + 1,
            b'/' if rest.starts_with(b"//") => line_end(at),
            b'/' if rest.starts_with(b"/*") => {
                let end = memchr::memmem::find(&rest[2..], b"*/");
                end.map_or(text.len(), |end| at + end + 4)
            }
            b'#' => line_end(at),
            b'"' | b'\'' => literal_end(text, at + 1, first),
            _ => {
                let length = rest.iter().take_while(|byte| is_name_byte(**byte)).count().max(1);
                return Some((&rest[..length], at + length));
            }
        };
    }
}

/// Whether tokens begin, behind the first one, with what only C++ has: a class, a namespace, a template, a part of a type
/// with a label, a base, a scoped enumeration, another name for a type, a constant expression.
#[cfg(all(feature = "c", feature = "cpp"))]
fn is_cpp_construct(tokens: &[&[u8]]) -> bool {
    let is_name = |token: &[u8]| {
        token.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
    };
    let [before, word, first, second, third] = tokens else {
        return false;
    };
    let is_any = |token: &[u8], of: &[&[u8]]| of.contains(&token);
    let opens = |token: &[u8]| is_any(token, &[b"{", b":", b";"]);
    let of_kind = is_any(before, &[b"struct", b"union", b"enum", b".", b">", b"*"]);
    match *word {
        b"class" => {
            !of_kind && is_name(first) && (opens(second) || (is_name(second) && opens(third)))
        }
        b"namespace" => *first == b"{" || (is_name(first) && is_any(second, &[b"{", b":", b"="])),
        b"template" => *first == b"<",
        b"public" | b"private" | b"protected" => {
            let label = if is_name(first) { second } else { first };
            let value = if is_name(first) { third } else { second };
            *before != b"?" && *label == b":" && !value.first().is_some_and(u8::is_ascii_digit)
        }
        b"struct" => is_name(first) && *second == b":" && is_name(third),
        b"enum" => is_any(first, &[b"class", b"struct"]) && is_name(second),
        b"using" => *first == b"namespace" || (is_name(first) && *second == b"="),
        b"constexpr" => is_name(first),
        _ => false,
    }
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
        check("a.h", "namespace app\n{\nint f();\n}\n", "cpp");
        check("a.h", "namespace app { class Cfg { int a; }; }\n", "cpp");
        check("a.h", "class A\n{\n};\n", "cpp");
        check("a.h", "struct D : B { int f(); };\n", "cpp");
        check("a.h", "enum class Mode : int { On, Off };\n", "cpp");
        check("a.h", "#include <string>\nusing Str = std::string;\n", "cpp");
        check("a.h", "constexpr int N = 3;\n", "cpp");
        check("a.h", "class A;", "cpp");
        check("a.h", "struct a { unsigned private : 3; struct b : 2; };\n", "c");
        check("a.h", "// namespace a { class B {}; }\n#define X class A {\nint f(void);\n", "c");
        check("a.h", "const char *s = \"class A {\";\nint using;\nint f(int template);\n", "c");
        check("a.c", "namespace a {\n", "c");
        check("a.hpp", "int f(void);\n", "cpp");
    }
}
