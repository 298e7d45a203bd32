//! Elixir. Its imports: `alias`, `import`, `require` and `use`, resolved to files.

use tree_sitter::Node;

use super::{
    FileTree, Language, Namespaces, Runtime, Sight, children, field_text, import_of, named,
    node_text,
};
use crate::facts::Import;
use std::ops::RangeInclusive;

mod templates;

pub(super) static LANGUAGE: Language = Language {
    name: "elixir",
    extensions: &["ex", "exs"],
    interpreters: &["elixir"],
    rewritten: templates::as_code,
    more_references: templates::calls,
    ..ELIXIR
};

/// Templates of Elixir.
pub(super) static HEEX: Language = Language {
    name: "heex",
    extensions: &["heex"],
    holds_markup: true,
    rewritten: templates::file_as_code,
    more_references: templates::calls_of_file,
    ..ELIXIR
};

const ELIXIR: Language = Language {
    grammar: || tree_sitter_elixir::LANGUAGE.into(),
    patterns: &[include_str!("elixir/facts.scm")],
    self_names: &["__MODULE__"],
    qualified_without_import: true,
    calls_make_members: true,
    sight: |head| {
        let is_private = head.has(&["defguardp", "defmacrop", "defp"]);
        if is_private { Sight::File } else { Sight::Any }
    },
    namespaces: Namespaces::Relative,
    arguments: Some(arguments),
    extract_imports,
    place_import: Some(place_import),
    resolve_import,
    submodule: |source, _| Some(source.to_owned()),
    runtime: Some(Runtime::Beam),
    ..Language::PLAIN
};

fn extract_imports(node: Node<'_>, text: &[u8], into: &mut Vec<Import>) {
    let Some(arguments) = node.named_child(1) else {
        return;
    };
    let block = node.named_child(2).filter(|block| block.kind() == "do_block");
    if let Some(block) = block {
        // A block behind a module may leave out the beginning of the names in it: `scope "/", A do`.
        let around = children(arguments).into_iter().filter(|one| one.kind() == "alias");
        return into.extend(around.map(|module| Import {
            at: module.start_byte() as u32..module.end_byte() as u32,
            within: Some(block.start_byte() as u32..block.end_byte() as u32),
            ..Import::new("", "*", node_text(module, text))
        }));
    }
    let Some(first) = arguments.named_child(0) else {
        return;
    };
    let Some(head) = first.child_by_field_name("left") else {
        let renamed = arguments.named_child(1).and_then(|options| option(options, text));
        into.push(import_of(node_text(first, text), renamed));
        if node_text(node, text).starts_with("import") {
            let source = node_text(first, text);
            let options = arguments.named_child(1);
            let names = |key| options.and_then(|options| functions(options, key, text));
            match names("only:") {
                Some(names) => {
                    let import = |name: &str| Import::new(name, name, &format!("{source}.{name}"));
                    into.extend(names.iter().map(|(name, _)| import(name)));
                }
                None => {
                    let hidden = names("except:").unwrap_or_default().into_iter();
                    let hidden = hidden.map(|(name, arity)| format!("{name}/{arity}"));
                    into.push(Import::new("", "*", source).hiding(hidden.collect()));
                }
            }
        }
        return;
    };
    // `alias A.{B, C}`.
    let head = node_text(head, text);
    if let Some(tails) = first.child_by_field_name("right") {
        for tail in children(tails) {
            into.push(import_of(&format!("{head}.{}", node_text(tail, text)), None));
        }
    }
}

/// The word for the module around it.
const OWN_MODULE: &str = "__MODULE__";

/// Writes the name of the module around an import for the word that means it. An import in a function counts in that.
fn place_import(above: &[Node<'_>], text: &[u8], import: &mut Import) {
    let word = |around: &Node<'_>| field_text(*around, "target", text);
    // A quoted block is code of another module.
    let scope = above.iter().find(|around| matches!(word(around), Some("quote" | "def" | "defp")));
    if let Some(function) = scope.filter(|scope| word(scope) != Some("quote")) {
        import.within = Some(function.start_byte() as u32..function.end_byte() as u32);
    }
    if !import.source.starts_with(OWN_MODULE) {
        return;
    }
    let named = above.iter().rev().filter_map(|around| {
        let is_module = field_text(*around, "target", text) == Some("defmodule");
        let name = around.named_child(1)?.named_child(0)?;
        is_module.then(|| node_text(name, text))
    });
    import.source = import.source.replacen(OWN_MODULE, &named.collect::<Vec<_>>().join("."), 1);
    if import.name == OWN_MODULE {
        import.name = import.source.rsplit('.').next().unwrap_or_default().to_owned();
    }
}

fn resolve_import(tree: &FileTree<'_>, _: &str, source: &str) -> Vec<String> {
    // A function is in the file of its module.
    let module = source.rsplit_once('.').filter(|(_, name)| !name.starts_with(char::is_uppercase));
    let path = underscored(module.map_or(source, |(module, _)| module));
    let files = [format!("{path}.ex"), format!("{path}.exs")];
    named(tree, &files)
}

/// The value of the option `as:`.
fn option<'t>(options: Node<'_>, text: &'t [u8]) -> Option<&'t str> {
    children(options).into_iter().find_map(|pair| {
        let value = field_text(pair, "value", text)?;
        (field_text(pair, "key", text)?.trim_end() == "as:").then_some(value)
    })
}

/// The names and arities in the list of an option.
fn functions<'t>(
    options: Node<'_>,
    option: &str,
    text: &'t [u8],
) -> Option<Vec<(&'t str, &'t str)>> {
    let mut walk = options.walk();
    let pair = options
        .named_children(&mut walk)
        .find(|pair| field_text(*pair, "key", text).is_some_and(|key| key.trim_end() == option))?;
    let list = pair.child_by_field_name("value").filter(|value| value.kind() == "list")?;
    let keywords = list.named_child(0)?;
    let pairs = children(keywords).into_iter().filter_map(|pair| {
        let name = field_text(pair, "key", text)?.trim_end();
        Some((name.trim_end_matches(':'), field_text(pair, "value", text)?))
    });
    Some(pairs.collect())
}

/// How many arguments the function of this name gets or takes: those that are written, the value that is piped into it,
/// and a block; or the number of `&name/2`.
fn arguments(name: Node<'_>, above: &[Node<'_>], text: &[u8]) -> Option<RangeInclusive<u8>> {
    if name.kind() != "identifier" {
        return None;
    }
    let dotted = usize::from(above.first()?.kind() == "dot");
    let call = above.get(dotted).filter(|call| {
        call.kind() == "call"
            && call.named_child(0) == Some(above[..dotted].first().copied().unwrap_or(name))
    });
    let (whole, around) = match call {
        Some(call) => (*call, above.get(dotted + 1)),
        None => (name, above.first()),
    };
    let operator = around.filter(|around| around.kind() == "binary_operator");
    let operand = |field| operator.and_then(|operator| operator.child_by_field_name(field));
    let sign = operand("operator").map(|sign| node_text(sign, text));
    // An attribute is no function.
    if around.is_some_and(|around| {
        around.kind() == "unary_operator" && node_text(*around, text).starts_with('@')
    }) {
        return None;
    }
    if sign == Some("/") && operand("left") == Some(whole) {
        let arity = operand("right").and_then(|right| node_text(right, text).parse().ok());
        return arity.map(|arity: u8| arity..=arity);
    }
    let piped = sign == Some("|>") && operand("right") == Some(whole);
    let (least, most) = call.map_or((0, 0), |call| written_arguments(*call, text));
    let count = |written: usize| u8::try_from(written + usize::from(piped)).ok();
    Some(count(least)?..=count(most)?)
}

/// The fewest and the most arguments that are written in a call or a declaration; a block is one more, unless it joins
/// the options before it.
fn written_arguments(call: Node<'_>, text: &[u8]) -> (usize, usize) {
    let (mut all, mut optional, mut has_options) = (0, 0, false);
    for child in children(call) {
        match child.kind() {
            "arguments" => {
                for argument in children(child).into_iter().filter(|one| !one.is_extra()) {
                    all += 1;
                    has_options = argument.kind() == "keywords";
                    let has_default = field_text(argument, "operator", text) == Some("\\\\");
                    optional += usize::from(has_default);
                }
            }
            "do_block" if !has_options => all += 1,
            _ => {}
        }
    }
    (all - optional, all)
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
        assert_eq!(underscored("Plug.HTTPServer.V2Api"), "plug/http_server/v2_api");
        assert_eq!(underscored("JSON"), "json");
    }
}
