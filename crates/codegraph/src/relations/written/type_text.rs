//! Reads a type as it is written: its name, its arguments, and the type of what it holds; and the path of names before a
//! member.

use super::expression::{MAX_LENGTH, path, without_marks};
use crate::facts::Language;
use crate::text::brackets::{items, partner, split, without_types};

/// The words that may stand before a type, in any language.
// guard: allow(word-list) reason="the keywords that may stand before a type"
const BEFORE: [&str; 12] = [
    "any", "const", "dyn", "final", "impl", "inout", "mut", "out", "readonly", "ref", "some",
    "typename",
];

/// The words for no value in a union of types.
const NOTHING: [&str; 3] = ["None", "null", "undefined"];

/// What joins the parts of a type in Scala.
const WITH: &str = " with ";

/// A type without references, marks of null, words before it, and types through which another one is reached.
pub(crate) fn core<'t>(written: &'t str, language: &Language) -> &'t str {
    let inner = plain(written);
    let of = |name: &str| language.pointer_types.contains(&name);
    let mut held = arguments(inner).into_iter().filter(|held| !held.starts_with('\''));
    match held.next() {
        Some(held) if of(last_name(name_of(inner), language)) => core(held, language),
        _ => inner,
    }
}

fn plain(written: &str) -> &str {
    let mut inner = written.trim().trim_matches(['"', '\'']);
    loop {
        let signs = |c: char| c.is_whitespace() || matches!(c, '&' | '*' | '?' | '!');
        let next = inner.trim_start_matches(signs).trim_end_matches(signs);
        let word = BEFORE.iter().find_map(|word| next.strip_prefix(word));
        let next = word.filter(|rest| rest.starts_with(char::is_whitespace)).unwrap_or(next);
        let next = without_lifetime(next);
        // Of several results, the first one is that of a single name.
        let list = next.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let first = list.and_then(|list| split(list, ',').first().copied());
        let next = first.unwrap_or(next);
        let union: Vec<&str> = split(next, '|').into_iter().map(str::trim).collect();
        let mut values = union.iter().filter(|part| !NOTHING.contains(part));
        let only = values.next().filter(|_| union.len() > 1 && values.next().is_none());
        let next = only.copied().unwrap_or(next);
        if next == inner {
            return inner;
        }
        inner = next;
    }
}

/// A type without the lifetime of Rust before it: `T` of `'a T`.
fn without_lifetime(written: &str) -> &str {
    let rest = written.strip_prefix('\'').and_then(|rest| rest.split_once(char::is_whitespace));
    rest.map_or(written, |(_, rest)| rest)
}

/// The name of a type without its arguments.
pub(crate) fn name_of(written: &str) -> &str {
    let end = written.find(['<', '[', '{', '(']).unwrap_or(written.len());
    written[..end].trim().trim_end_matches("::")
}

/// A type without the arguments of the types around it: `A.B<C>` of `A<D>.B<C>`.
pub(crate) fn without_inner_arguments(written: &str) -> String {
    let mut rest = written.to_owned();
    while let Some(end) = [">.", ">::"].iter().find_map(|end| rest.find(end))
        && let Some(start) = partner(rest[..=end].char_indices().rev(), &['>'], &['<'])
    {
        rest.replace_range(start..=end, "");
    }
    rest
}

fn last_name<'t>(name: &'t str, language: &Language) -> &'t str {
    name.rsplit(language.separator).next().unwrap_or(name)
}

/// The types that one consists of or may be: `A` and `B` of `A | B`, `A & B`, `A + B`, and of the bounds `A, B`.
pub(crate) fn alternatives(written: &str) -> impl Iterator<Item = &str> {
    let parts = |separator| move |part| split(part, separator);
    let found = split(written, '|').into_iter().flat_map(parts('&'));
    let found = found.flat_map(parts('+')).flat_map(parts(','));
    let found = found.flat_map(|part| part.split(WITH));
    found.map(str::trim).filter(|part| !part.is_empty())
}

/// Whether it is the type of functions: an arrow is outside of its brackets.
pub(crate) fn is_of_functions(written: &str) -> bool {
    ['-', '='].iter().any(|arrow| split(written, *arrow).len() > 1)
}

/// The arguments of a type: `A` and `B` of `Map<A, B>` and `dict[A, B]`.
pub(crate) fn arguments(written: &str) -> Vec<&str> {
    let name = written.find(['<', '[']).filter(|at| *at > 0);
    let inner = name.and_then(|at| {
        let (open, rest) = (written.as_bytes()[at], &written[at + 1..]);
        rest.trim_end().strip_suffix(if open == b'<' { '>' } else { ']' })
    });
    inner.into_iter().flat_map(items).collect()
}

/// The type of the values that one of this type holds, if its form says so: `T` of `T[]`, `[]T`, `[T]`, `List<T>`, and
/// with `by_key` of `Map<K, T>`.
pub(crate) fn element(written: &str, by_key: bool) -> Option<&str> {
    if let Some(inner) = written.strip_suffix("[]") {
        return Some(inner);
    }
    let listed = written.strip_prefix("map").filter(|rest| rest.starts_with('['));
    if let Some(rest) = listed.unwrap_or(written).strip_prefix('[') {
        let close = rest.find(']')?;
        let (inner, after) = (&rest[..close], &rest[close + 1..]);
        if !after.trim().is_empty() {
            return (listed.is_none() || by_key || !after.is_empty()).then_some(after);
        }
        let key = split(inner, ':');
        return match key.as_slice() {
            [_, value] => by_key.then_some(*value),
            _ => split(inner, ';').first().copied(),
        };
    }
    match arguments(written).as_slice() {
        [only] => Some(only),
        [_, value] if by_key => Some(value),
        _ => None,
    }
}

// Reads the expression before a member as a path of names: `this.a`, `(*a)->b`, `a?.b`, `ns::T<U>`.

/// The names of a path, first to last; `None` if the expression is no path, as a call is none.
pub(crate) fn parts(written: &str) -> Option<Vec<String>> {
    if written.len() > MAX_LENGTH {
        return None;
    }
    let plain = without_type_arguments(without_marks(written))?;
    let mut rest = Some(plain.trim_matches(['.', ':', '\\', '?', '!']));
    let mut names = Vec::new();
    while let Some(inner) = rest {
        let (before, name) = path(inner)?;
        names.push(name.to_owned());
        rest = before;
    }
    names.reverse();
    Some(names)
}

/// What a path begins with that names all scopes around what it means, from the outermost.
pub(crate) const ROOTS: [&str; 2] = ["::", "\\"];

/// Whether a path begins in no scope: `::A`, `\A`.
pub(crate) fn is_rooted(written: &str) -> bool {
    ROOTS.iter().any(|root| written.starts_with(root))
}

/// The type that is named where a value of an enclosing type is meant, or a super type: `A` of `A.this`, `A.super`,
/// `super<A>` and `this@A`.
pub(crate) fn named_self<'q>(qualifier: &'q str, language: &Language) -> Option<&'q str> {
    language.self_names.iter().find_map(|word| {
        let is_super = language.super_names.contains(word);
        let after = qualifier.strip_prefix(*word).unwrap_or_default();
        let bounded = after.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
        let labelled = after.strip_prefix('@').filter(|_| !is_super);
        let before = qualifier.strip_suffix(*word);
        let before = before.and_then(|before| before.strip_suffix('.'));
        bounded.or(labelled).or(before)
    })
}

/// A path without type arguments: `a::T` of `a::T::<U>`. Of the Rust `<T as U>`, `T`. `None` if the brackets do not
/// match.
fn without_type_arguments(written: &str) -> Option<String> {
    let own = written.strip_prefix('<').and_then(|rest| rest.split_once(" as "));
    if let Some((own, _)) = own {
        return without_type_arguments(own.trim_start_matches(['&', ' ']));
    }
    without_types(written)
}

/// The name of the type of a parameter: `T` of `final a.T<B> c` and `c: T = d`.
pub(crate) fn type_of_parameter(parameter: &str) -> String {
    let declared = split(parameter, '=').first().copied().unwrap_or(parameter).trim();
    let typed = match declared.split_once(':') {
        Some((_, ty)) => ty,
        None => declared.rsplit_once(char::is_whitespace).map_or(declared, |(before, _)| before),
    };
    plain_type(typed)
}

/// The last name of a type as it is written, with the brackets of an array.
fn plain_type(written: &str) -> String {
    let (written, repeated) = match written.trim().strip_suffix("...") {
        Some(written) => (written, "..."),
        None => (written, ""),
    };
    let outer = written.split('<').next().unwrap_or(written).trim();
    let last = outer.rsplit(|c: char| c.is_whitespace() || c == '.').next().unwrap_or(outer);
    let array = if written.trim_end().ends_with(']') && !last.ends_with(']') { "[]" } else { "" };
    format!("{}{array}{repeated}", last.trim_end_matches(['?', '!']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(qualifier: &str, expect: &str) {
        let found = parts(qualifier).map_or("-".to_owned(), |parts| parts.join(" "));
        assert_eq!(found, expect, "{qualifier}");
    }

    #[test]
    fn a_qualifier_is_a_path_of_names() {
        check("a", "a");
        check("$this->a", "$this a");
        check("$this?->a", "$this a");
        check("this.a.b", "this a b");
        check("a?.b", "a b");
        check("a!!", "a");
        check("a!", "a");
        check("(*a)", "a");
        check("(&mut a)", "a");
        check("(*this).a", "-");
        check("a->b", "a b");
        check("ns::T", "ns T");
        check("\\A\\B", "A B");
        check("Vec::<T>", "Vec");
        check("a.Box<List<T>>", "a Box");
        check("<T as U>", "T");
        check("a()", "-");
        check("a[0]", "-");
        check("a + b", "-");
        check("(a - b)", "-");
        check("(a ?: b)", "-");
        check("a\n  .b", "a b");
        check("a > b", "-");
        check("\"a\"", "-");
        check("", "-");
    }

    #[test]
    fn parameters_have_types() {
        let check = |parameter: &str, expect: &str| {
            assert_eq!(type_of_parameter(parameter), expect, "{parameter}");
        };
        check("int a", "int");
        check("final java.util.List<String> a", "List");
        check("a: List<Int> = b()", "List");
        check("params string[] ids", "string[]");
        check("String... ids", "String...");
        check("string? id", "string");
        check("@Nullable String id", "String");
    }
}
