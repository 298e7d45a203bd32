//! Bash and other shells. Its imports: `source` and `.`, resolved to files.

use tree_sitter::Node;

use super::{FileTree, Language, Runtime, beside, field_text};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    name: "bash",
    extensions: &["sh", "bash", "bats", "ksh", "zsh"],
    grammar: || tree_sitter_bash::LANGUAGE.into(),
    patterns: &[include_str!("bash/facts.scm")],
    interpreters: &["bash", "sh", "dash", "ksh", "ash", "bats"],
    separator: "::",
    extract_imports,
    resolve_import,
    runtime: Some(Runtime::Shell),
    ..Language::PLAIN
};

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let Some(path) = field_text(node, "argument", text) else {
        return;
    };
    // All names of a sourced file, and of the files that it sources, are visible from then on.
    into.push(Import::new("", "*", literal_suffix(path)).reexported(true));
}

fn resolve_import(tree: &FileTree<'_>, from: &str, source: &str) -> Vec<String> {
    let beside = beside(tree, from, source);
    let anywhere = || tree.with_suffix(source.trim_start_matches("./")).into_iter().next();
    beside.or_else(anywhere).into_iter().collect()
}

/// The literal end of a path: `lib/a.sh` of `"$(dirname "$0")/lib/a.sh"`; empty where it ends with a variable.
fn literal_suffix(written: &str) -> &str {
    let path = written.trim_matches(['"', '\'']);
    let is_literal = |c: char| c.is_alphanumeric() || "./_-".contains(c);
    let start = path.rfind(|c| !is_literal(c)).map_or(0, |at| at + 1);
    let rest = path.get(start..).unwrap_or_default();
    match rest.split_once('/') {
        // The text before the first slash is the rest of an expansion.
        Some((_, rest)) if start > 0 => rest,
        None if path[..start].ends_with('$') => "",
        _ => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::literal_suffix;

    #[test]
    fn the_literal_suffix_of_a_path() {
        assert_eq!(literal_suffix("./a.sh"), "./a.sh");
        assert_eq!(literal_suffix("\"$(dirname \"$0\")/lib/a.sh\""), "lib/a.sh");
        assert_eq!(literal_suffix("\"${HERE}/a.sh\""), "a.sh");
        assert_eq!(literal_suffix("$HERE/lib/a.sh"), "lib/a.sh");
        assert_eq!(literal_suffix("\"${HERE}a.sh\""), "a.sh");
        assert_eq!(literal_suffix("$FILE"), "");
        assert_eq!(literal_suffix("my\\ dir/a.sh"), "a.sh");
    }
}
