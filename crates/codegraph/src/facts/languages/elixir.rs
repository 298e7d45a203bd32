//! Elixir. Its imports: `alias`, `import`, `require` and `use`, resolved to files.

use tree_sitter::Node;

use super::{FileTree, Language, field_text, named, node_text};
use crate::facts::Import;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["elixir"],
    self_names: &["__MODULE__"],
    qualified_without_import: true,
    extract_imports,
    resolve_import,
    submodule: |source, _| Some(source.to_owned()),
    ..Language::new(
        "elixir",
        &["ex", "exs"],
        || tree_sitter_elixir::LANGUAGE.into(),
        &[include_str!("elixir/facts.scm")],
    )
};

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let Some(arguments) = node.named_child(1) else {
        return;
    };
    let Some(first) = arguments.named_child(0) else {
        return;
    };
    let Some(head) = first.child_by_field_name("left") else {
        let renamed = arguments
            .named_child(1)
            .and_then(|options| option(options, text));
        push_module(into, node_text(first, text), renamed);
        if node_text(node, text).starts_with("import") {
            let source = node_text(first, text);
            let chosen = arguments
                .named_child(1)
                .and_then(|options| only(options, text));
            match chosen {
                Some(names) => {
                    into.extend(names.iter().map(|name| Import::new(name, name, source)));
                }
                None => into.push(Import::new("", "*", source)),
            }
        }
        return;
    };
    // `alias A.{B, C}`.
    let head = node_text(head, text);
    if let Some(tails) = first.child_by_field_name("right") {
        let mut walk = tails.walk();
        for tail in tails.named_children(&mut walk) {
            push_module(into, &format!("{head}.{}", node_text(tail, text)), None);
        }
    }
}

fn resolve_import(tree: &dyn FileTree, _: &str, source: &str) -> Vec<String> {
    let path = underscored(source);
    let files = [format!("{path}.ex"), format!("{path}.exs")];
    named(tree, &files)
}

/// The value of the option `as:`.
fn option<'t>(options: Node<'_>, text: &'t [u8]) -> Option<&'t str> {
    let mut walk = options.walk();
    options.named_children(&mut walk).find_map(|pair| {
        let value = field_text(pair, "value", text)?;
        (field_text(pair, "key", text)?.trim_end() == "as:").then_some(value)
    })
}

/// The names in the list of the option `only:`.
fn only<'t>(options: Node<'_>, text: &'t [u8]) -> Option<Vec<&'t str>> {
    let mut walk = options.walk();
    let pair = options
        .named_children(&mut walk)
        .find(|pair| field_text(*pair, "key", text).is_some_and(|key| key.trim_end() == "only:"))?;
    let list = pair
        .child_by_field_name("value")
        .filter(|value| value.kind() == "list")?;
    let keywords = list.named_child(0)?;
    let mut walk = keywords.walk();
    let keys = keywords
        .named_children(&mut walk)
        .filter_map(|pair| field_text(pair, "key", text));
    Some(
        keys.map(|key| key.trim_end().trim_end_matches(':'))
            .collect(),
    )
}

/// Adds the import of a module, under the last part of its name or the name given by `as:`.
fn push_module(into: &mut Vec<Import>, path: &str, renamed: Option<&str>) {
    let last = path.rsplit('.').next().unwrap_or(path);
    into.push(Import::new(renamed.unwrap_or(last), last, path));
}

/// The conventional path of a module's file, without extension: `app/http_server` of `App.HTTPServer`.
fn underscored(module: &str) -> String {
    let mut path = String::with_capacity(module.len() + 8);
    let chars: Vec<char> = module.chars().collect();
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| chars[at]);
        let next_lower = chars.get(at + 1).is_some_and(|c| c.is_lowercase());
        let starts_word = match before {
            Some(b) if c.is_uppercase() => {
                b.is_lowercase() || b.is_ascii_digit() || (b.is_uppercase() && next_lower)
            }
            _ => false,
        };
        if starts_word {
            path.push('_');
        }
        match c {
            '.' => path.push('/'),
            c => path.extend(c.to_lowercase()),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::underscored;

    #[test]
    fn module_names_are_converted_to_paths() {
        assert_eq!(underscored("App.UserStore"), "app/user_store");
        assert_eq!(
            underscored("Plug.HTTPServer.V2Api"),
            "plug/http_server/v2_api"
        );
        assert_eq!(underscored("JSON"), "json");
    }
}
