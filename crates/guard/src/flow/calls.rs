//! What calls do with a value, by their names and arguments: take a text apart into words, wrap a table.

use crate::language::Shape;
use crate::syntax::{Id, Syntax};
use crate::words::words;

/// Whether a call takes a text apart into words: by its name (`tokens`, `split_words`), or because it splits at what is
/// no letter.
pub(super) fn tokenizes(syntax: &Syntax<'_>, id: Id, tokens: &[String]) -> bool {
    let Shape::Call { callee, arguments } = syntax.shape(id) else {
        return false;
    };
    let (Some(called), Some(given)) = (syntax.child(id, callee), syntax.child(id, arguments))
    else {
        return false;
    };
    let (path, name) = (syntax.text(called), last_name(syntax.text(called)));
    let names = match syntax.shape(called) {
        // A text of the source that is taken apart is a list of it.
        Shape::Member { object, .. } => {
            let object = syntax.child(called, object);
            if object.is_some_and(|object| syntax.shape(object) == Shape::Text) {
                return false;
            }
            name
        }
        _ => path,
    };
    let named = words(names).iter().any(|word| tokens.contains(&word.text));
    named || name.ends_with("whitespace") || (splits(name) && at_no_letter(syntax, given, name))
}

/// Whether a call of such a name splits a text, or finds pieces of it.
fn splits(name: &str) -> bool {
    name.starts_with("split") || name.starts_with("find") || name.starts_with("match")
}

/// Whether arguments mean white space, or what is no letter; to split at nothing means white space, too.
fn at_no_letter(syntax: &Syntax<'_>, given: Id, name: &str) -> bool {
    let says = |id: Id| match syntax.shape(id) {
        Shape::Name => [
            "alphanumeric",
            "alphabetic",
            "whitespace",
            "isal",
            "isspace",
        ]
        .iter()
        .any(|class| syntax.text(id).contains(class)),
        Shape::Text => says_class(syntax.literal(id)) || syntax.literal(id).trim().is_empty(),
        Shape::Regex => says_class(syntax.text(id)),
        _ => false,
    };
    (name == "split" && syntax.named(given).next().is_none()) || syntax.below(given).any(says)
}

/// Whether a pattern has a class of letters or of white space.
fn says_class(pattern: &str) -> bool {
    [r"\w", r"\W", r"\s", "[a-z"]
        .iter()
        .any(|class| pattern.contains(class))
}

/// Whether a call makes a container of what it is given: `HashSet::from`, `new Set`, `frozenset`.
pub(super) fn wraps(syntax: &Syntax<'_>, called: Id) -> bool {
    const MAKERS: &[&str] = &["set", "frozenset", "list", "tuple", "dict"];
    let text = syntax.text(called);
    let mut parts = text.split(['.', ':']);
    MAKERS.contains(&text) || parts.any(|part| part.starts_with(char::is_uppercase))
}

/// The last name of a path or of a chain of members.
pub(crate) fn last_name(called: &str) -> &str {
    called.rsplit(['.', ':']).next().unwrap_or(called).trim()
}
