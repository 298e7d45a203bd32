//! Classifies calls by their names and arguments: those that split a text into words, and those that construct
//! containers.

use crate::language::NodeShape;
use crate::syntax::{Id, Syntax};
use crate::words::words;

/// Whether a call splits a text into words: by its name (`tokens`, `split_words`), or because it splits at characters
/// that are not letters.
pub(super) fn tokenizes(syntax: &Syntax<'_>, id: Id, tokens: &[String]) -> bool {
    let NodeShape::Call { callee, arguments } = syntax.shape(id) else {
        return false;
    };
    let (Some(called), Some(argument_list)) =
        (syntax.child(id, callee), syntax.child(id, arguments))
    else {
        return false;
    };
    let (path, name) = (syntax.text(called), last_name(syntax.text(called)));
    let names = match syntax.shape(called) {
        // Splitting a string literal gives a word list, not the words of a text.
        NodeShape::Member { object, .. } => {
            let object = syntax.child(called, object);
            if object.is_some_and(|object| syntax.shape(object) == NodeShape::Text) {
                return false;
            }
            name
        }
        _ => path,
    };
    let named = words(names).iter().any(|word| tokens.contains(&word.text));
    named
        || name.ends_with("whitespace")
        || (splits(name) && splits_at_non_letters(syntax, argument_list, name))
}

/// Whether the name is that of a function that splits a text or finds parts of it.
fn splits(name: &str) -> bool {
    name.starts_with("split") || name.starts_with("find") || name.starts_with("match")
}

/// Whether the arguments separate at white space or at non-letters; `split` without arguments separates at white space.
fn splits_at_non_letters(syntax: &Syntax<'_>, argument_list: Id, name: &str) -> bool {
    let is_separator = |id: Id| match syntax.shape(id) {
        NodeShape::Name => [
            "alphanumeric",
            "alphabetic",
            "whitespace",
            "isal",
            "isspace",
        ]
        .iter()
        .any(|class| syntax.text(id).contains(class)),
        NodeShape::Text => {
            has_character_class(syntax.literal(id)) || syntax.literal(id).trim().is_empty()
        }
        NodeShape::Regex => has_character_class(syntax.text(id)),
        _ => false,
    };
    (name == "split" && syntax.named(argument_list).next().is_none())
        || syntax.below(argument_list).any(is_separator)
}

/// Whether a regex pattern contains a character class of letters or of white space.
fn has_character_class(pattern: &str) -> bool {
    [r"\w", r"\W", r"\s", "[a-z"]
        .iter()
        .any(|class| pattern.contains(class))
}

/// Whether a call constructs a container from its arguments: `HashSet::from`, `new Set`, `frozenset`.
pub(super) fn constructs_container(syntax: &Syntax<'_>, called: Id) -> bool {
    const CONSTRUCTORS: &[&str] = &["set", "frozenset", "list", "tuple", "dict"];
    let text = syntax.text(called);
    let mut parts = text.split(['.', ':']);
    CONSTRUCTORS.contains(&text) || parts.any(|part| part.starts_with(char::is_uppercase))
}

/// The last name of a path or of a chain of members.
pub(crate) fn last_name(called: &str) -> &str {
    called.rsplit(['.', ':']).next().unwrap_or(called).trim()
}
