//! Ruby.

use std::ops::RangeInclusive;

use tree_sitter::Node;

use super::{Language, Runtime, children};
use crate::text::words::is_name_byte;

pub(super) static LANGUAGE: Language = Language {
    name: "ruby",
    extensions: &["rb", "rake", "gemspec", "podspec", "ru", "jbuilder", "rbi"],
    grammar: || tree_sitter_ruby::LANGUAGE.into(),
    patterns: &[include_str!("ruby/facts.scm")],
    interpreters: &["ruby", "jruby"],
    strains_scanner: are_too_long,
    file_names: &[
        "Rakefile",
        "Gemfile",
        "Podfile",
        "Fastfile",
        "Vagrantfile",
        "Guardfile",
        "Brewfile",
        "Capfile",
    ],
    self_names: &["self", "super"],
    super_names: &["super"],
    implicit_self: true,
    factories: &["new"],
    constructors: &["initialize"],
    bare_calls: true,
    calls_make_members: true,
    modules_lend: true,
    lent_module: Some("ClassMethods"),
    declared_types: true,
    arguments: Some(arguments),
    pointer_types: &["method_missing", "respond_to_missing?"],
    runtime: Some(Runtime::Ruby),
    ..Language::PLAIN
};

/// How many arguments a call or a declaration of a name has, as a call with another number of them fails; `None` if that is
/// not written: of keywords, which may be one hash, of what is spread, and of what is assigned to.
fn arguments(name: Node<'_>, above: &[Node<'_>], _: &[u8]) -> Option<RangeInclusive<u8>> {
    let around = above.first()?;
    let (mut least, mut most) = (0_u8, 0_u8);
    match around.kind() {
        "method" | "singleton_method" if around.child_by_field_name("name") == Some(name) => {
            let parameters = around.child_by_field_name("parameters");
            for parameter in parameters.into_iter().flat_map(children) {
                match parameter.kind() {
                    "identifier" | "destructured_parameter" => least = least.checked_add(1)?,
                    "optional_parameter" | "block_parameter" | "comment" => {}
                    _ => return None,
                }
                let is_one = !matches!(parameter.kind(), "block_parameter" | "comment");
                most = most.checked_add(u8::from(is_one))?;
            }
        }
        "call" if around.child_by_field_name("method") == Some(name) => {
            if above.get(1).is_some_and(|outer| is_assigned(*around, *outer)) {
                return None;
            }
            let given = around.child_by_field_name("arguments");
            for argument in given.into_iter().flat_map(children) {
                match argument.kind() {
                    "block_argument" | "comment" => {}
                    "pair" | "splat_argument" | "hash_splat_argument" | "forward_argument" => {
                        return None;
                    }
                    _ => most = most.checked_add(1)?,
                }
            }
            least = most;
        }
        // A name alone is a call without arguments, unless it is a variable.
        kind if name.kind() == "identifier" => {
            let is_other = ["alias", "undef", "parameter", "parameters", "variable"]
                .iter()
                .any(|ending| kind.ends_with(ending));
            if is_other || is_assigned(name, *around) {
                return None;
            }
        }
        _ => return None,
    }
    Some(least..=most)
}

/// Whether the node is assigned to, in the one around it.
fn is_assigned(node: Node<'_>, around: Node<'_>) -> bool {
    let kind = around.kind();
    kind == "left_assignment_list"
        || kind.ends_with("assignment") && around.child_by_field_name("left") == Some(node)
}

/// The longest word of a heredoc.
const MAX_WORD: usize = 200;
/// The most bytes of the scanner's buffer for heredocs, of which each takes its word and four bytes.
const MAX_BYTES: usize = 400;
/// The most brackets that may be open at once. A literal within a literal is in brackets, and takes five bytes.
const MAX_DEPTH: usize = 100;

/// Whether the heredocs and literals of a text can give the scanner more state than its buffer of 1,024 bytes holds, or
/// a heredoc's word is longer than the one byte in which it writes the length. All heredocs of the text count as if they were open at once.
fn are_too_long(text: &[u8]) -> bool {
    let (mut bytes, mut depth) = (0, 0_usize);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => depth = depth.saturating_sub(1),
            b'<' if text[at..].starts_with(b"<<") => {
                let word = word_length(&text[at + 2..]);
                if word > MAX_WORD {
                    return true;
                }
                bytes += if word > 0 { word + 4 } else { 0 };
            }
            _ => {}
        }
        if bytes > MAX_BYTES || depth > MAX_DEPTH {
            return true;
        }
    }
    false
}

/// The length of the word of a heredoc that begins with `rest`, after its `<<`; 0 if none does.
fn word_length(rest: &[u8]) -> usize {
    let rest = match rest.first() {
        Some(b'-' | b'~') => &rest[1..],
        _ => rest,
    };
    match rest.split_first() {
        Some((quote @ (b'"' | b'\'' | b'`'), quoted)) => {
            let end = quoted.iter().position(|byte| byte == quote);
            end.unwrap_or(quoted.len())
        }
        _ => rest.iter().take_while(|byte| is_name_byte(**byte)).count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_and_many_heredocs_strain_the_scanner() {
        let check = |text: &str, expect: bool| {
            let shown = &text[..text.len().min(40)];
            assert_eq!(are_too_long(text.as_bytes()), expect, "{shown}");
        };
        let heredoc = |word: &str| format!("a = <<~{word}\n  b\n{word}\n");
        check(&heredoc("SQL").repeat(20), false);
        check(&heredoc(&"A".repeat(300)), true);
        check(&format!("a <<'{}'", "A".repeat(300)), true);
        check(&"f(<<~A, ".repeat(300), true);
        check(&"\"#{".repeat(200), true);
        check(&"a << b\n(c << 2)\n".repeat(500), false);
    }
}
