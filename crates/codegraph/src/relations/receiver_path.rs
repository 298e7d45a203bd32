//! Reads the expression before a member as a path of names: `this.a`, `(*a)->b`, `a?.b`, `ns::T<U>`.

use crate::facts::Language;

/// The longest expression that is read, in bytes.
const MAX_LENGTH: usize = 400;

/// The names of a path, first to last; `None` if the expression is no path, as a call is none.
pub(super) fn parts(qualifier: &str) -> Option<Vec<String>> {
    if qualifier.len() > MAX_LENGTH {
        return None;
    }
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '#');
    let plain = without_type_arguments(unwrapped(qualifier))?;
    let words: Vec<&str> = plain.split_whitespace().collect();
    if words.windows(2).any(|pair| pair[0].ends_with(is_name) && pair[1].starts_with(is_name)) {
        return None;
    }
    // A null check, or a mark that there is a value, leaves the type of a value as it is.
    let flat = words.concat().replace("!!", "");
    let separators = ["?->", "->", "::", "?.", "!.", "\\"];
    let flat = separators.iter().fold(flat, |flat, separator| flat.replace(separator, "."));
    let flat = flat.trim_end_matches(['?', '!', '.']).trim_start_matches('.');
    let is_part = |part: &str| !part.is_empty() && part.chars().all(is_name);
    let parts: Vec<String> = flat.split('.').map(str::to_owned).collect();
    parts.iter().all(|part| is_part(part)).then_some(parts)
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

/// An expression without the brackets around it, and without what only takes an address or follows it.
fn unwrapped(written: &str) -> &str {
    let mut inner = written.trim();
    loop {
        let closed = inner.starts_with('(') && closing(inner) == Some(inner.len());
        let bracketed = closed.then(|| &inner[1..inner.len() - 1]);
        let sigil = inner.strip_prefix(['&', '*']).map(|rest| {
            // A word may follow: `&mut a`.
            let words: Vec<&str> = rest.split_whitespace().collect();
            if words.len() == 2 { words[1] } else { rest }
        });
        match bracketed.or(sigil) {
            Some(next) => inner = next.trim(),
            None => return inner,
        }
    }
}

/// The end of the brackets that open at the start of a text.
fn closing(written: &str) -> Option<usize> {
    let mut depth = 0_usize;
    written.char_indices().find_map(|(at, c)| {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at + c.len_utf8())
    })
}

/// A path without type arguments: `a::T` of `a::T::<U>`. Of the Rust `<T as U>`, `T`. `None` if the brackets do not
/// match.
fn without_type_arguments(written: &str) -> Option<String> {
    let own = written.strip_prefix('<').and_then(|rest| rest.split_once(" as "));
    if let Some((own, _)) = own {
        return without_type_arguments(own.trim_start_matches(['&', ' ']));
    }
    let (mut plain, mut depth) = (String::new(), 0_usize);
    let mut before = ' ';
    for c in written.chars() {
        match c {
            '<' => depth += 1,
            '>' if before == '-' && depth == 0 => plain.push(c),
            '>' => depth = depth.checked_sub(1)?,
            c if depth == 0 => plain.push(c),
            _ => {}
        }
        before = c;
    }
    (depth == 0).then_some(plain)
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
