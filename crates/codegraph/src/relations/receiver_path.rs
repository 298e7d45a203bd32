//! Reads the expression before a member as a path of names: `this.a`, `(*a)->b`, `a?.b`, `ns::T<U>`.

use super::expression::{MAX_LENGTH, path, without_marks};
use crate::facts::Language;
use crate::text::brackets::without_types;

/// The names of a path, first to last; `None` if the expression is no path, as a call is none.
pub(super) fn parts(written: &str) -> Option<Vec<String>> {
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

/// The type that is named where a value of an enclosing type is meant, or a super type: `A` of `A.this`, `A.super`,
/// `super<A>` and `this@A`.
pub(super) fn named_self<'q>(qualifier: &'q str, language: &Language) -> Option<&'q str> {
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
}
