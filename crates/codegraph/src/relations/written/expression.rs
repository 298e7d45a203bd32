//! Reads an expression as text, from its last step inwards: `.c` of `a.b().c`.

use crate::text::brackets::{partner, split};

/// The longest expression or type that is read, in bytes: it is read again at each use of a value.
pub(crate) const MAX_LENGTH: usize = 400;

/// The last step of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<'e> {
    Name(&'e str),
    Member(&'e str, &'e str),
    /// A call of a name, of what is before it.
    Call(Option<&'e str>, &'e str),
    /// A value that another one holds.
    Index(&'e str),
    /// The value that another one waits for.
    Awaited(&'e str),
    /// The value that another one has if there is one.
    Tried(&'e str),
    /// A value that is said to have this type.
    Cast(&'e str),
    /// A value of this type that is made.
    Made(&'e str),
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '#')
}

/// What the type of a list is written as whose elements are not known.
const LIST: &str = "[]";

/// The last step of an expression; `None` if its form says nothing about its type.
pub(crate) fn last_step(expression: &str) -> Option<Step<'_>> {
    if expression.len() > MAX_LENGTH {
        return None;
    }
    let inner = without_marks(expression);
    if let Some(cast) = cast(inner) {
        return Some(Step::Cast(cast));
    }
    if let Some(rest) = inner.strip_prefix("await ") {
        return Some(Step::Awaited(rest));
    }
    if let Some(rest) = inner.strip_suffix('?') {
        return Some(Step::Tried(rest));
    }
    if let Some(rest) = inner.strip_suffix(".await") {
        return last_step(rest);
    }
    if let Some(made) = inner.strip_prefix("new ").and_then(made) {
        return Some(Step::Made(made));
    }
    if inner.ends_with('}') {
        let open = opening(inner)?;
        let ty = inner[..open].trim();
        let is_type = !ty.is_empty() && ty.chars().all(|c| is_name(c) || ":.<>, ".contains(c));
        return (is_type && split(ty, ' ').len() == 1).then_some(Step::Made(ty));
    }
    if inner.ends_with(']') {
        let open = opening(inner)?;
        let list = Step::Cast(LIST);
        return Some(if open > 0 { Step::Index(&inner[..open]) } else { list });
    }
    if inner.ends_with(')') {
        let open = opening(inner)?;
        let callee = inner[..open].trim_end();
        // An assertion of Go: `a.(T)`.
        if callee.ends_with('.') {
            return Some(Step::Cast(&inner[open + 1..inner.len() - 1]));
        }
        return called(callee);
    }
    match path(inner)? {
        (None, name) => Some(Step::Name(name)),
        (Some(of), name) => Some(Step::Member(of, name)),
    }
}

/// The call of what is written before its arguments.
pub(crate) fn called(callee: &str) -> Option<Step<'_>> {
    let callee = callee.trim_end();
    if callee.len() > MAX_LENGTH {
        return None;
    }
    let (of, name) = path(without_arguments(callee))?;
    Some(Step::Call(of, name))
}

/// An expression without brackets around it, and without marks that leave its type as it is.
pub(super) fn without_marks(expression: &str) -> &str {
    let mut inner = expression.trim();
    loop {
        let is_closed = inner.starts_with('(') && inner.ends_with(')') && opening(inner) == Some(0);
        let bracketed = is_closed.then(|| &inner[1..inner.len() - 1]);
        let marked = inner.strip_suffix('!').or_else(|| inner.strip_prefix(['&', '*']));
        let word = inner.strip_prefix("mut ").or_else(|| inner.strip_prefix("clone "));
        match bracketed.or(marked).or(word) {
            Some(next) => inner = next.trim(),
            None => return inner,
        }
    }
}

/// The type that an expression is said to have: `T` of `a as T`, `(T) a`, `<T>a` and `static_cast<T>(a)`.
fn cast(inner: &str) -> Option<&str> {
    let words = inner.split(" as").collect::<Vec<_>>();
    if let [.., before, last] = words.as_slice()
        && let Some(ty) = last.trim_start_matches(['?', '!']).strip_prefix(' ')
        && balanced(before)
        && balanced(ty)
    {
        return Some(ty.trim());
    }
    let begins_value =
        |rest: &str| rest.trim_start().starts_with(|c: char| is_name(c) && !c.is_ascii_digit());
    if inner.starts_with('(') {
        let close = closing(inner, '(', ')')?;
        let ty = &inner[1..close];
        let is_type = ty.chars().all(|c| is_name(c) || " *&.:<>,?[]".contains(c));
        return (is_type && begins_value(&inner[close + 1..])).then_some(ty);
    }
    if inner.starts_with('<') {
        let close = closing(inner, '<', '>')?;
        return begins_value(&inner[close + 1..]).then(|| &inner[1..close]);
    }
    let (_, rest) = inner.split_once("_cast<").filter(|(word, _)| word.chars().all(is_name))?;
    let rest = &inner[inner.len() - rest.len() - 1..];
    let close = closing(rest, '<', '>')?;
    let is_whole = rest[close + 1..].starts_with('(')
        && opening(inner) == Some(inner.len() - rest.len() + close + 1);
    is_whole.then(|| &rest[1..close])
}

fn balanced(written: &str) -> bool {
    let count =
        |open: char, close: char| written.matches(open).count() == written.matches(close).count();
    count('(', ')') && count('[', ']') && count('{', '}')
}

/// The type of a value that is made: `T<U>` of `T<U>(a)`.
fn made(rest: &str) -> Option<&str> {
    let end = rest.find(['(', '{']).unwrap_or(rest.len());
    let is_whole = rest.len() == end || opening(rest) == Some(end);
    is_whole.then(|| rest[..end].trim())
}

/// Where the bracket opens that the text ends with.
fn opening(written: &str) -> Option<usize> {
    partner(written.char_indices().rev(), &[')', ']', '}'], &['(', '[', '{'])
}

/// Where the bracket closes that the text begins with.
fn closing(written: &str, open: char, close: char) -> Option<usize> {
    partner(written.char_indices(), &[open], &[close])
}

/// What is called, without type arguments: `a::f` of `a::f::<T>` and `a::f[T]`.
fn without_arguments(callee: &str) -> &str {
    let ends = callee.ends_with(['>', ']']);
    let open = ends.then(|| partner(callee.char_indices().rev(), &['>', ']'], &['<', '[']));
    open.flatten().map_or(callee, |open| callee[..open].trim_end_matches("::"))
}

/// The last name of a path, and what is before it.
pub(crate) fn path(written: &str) -> Option<(Option<&str>, &str)> {
    let before = written.trim_end_matches(is_name);
    let name = &written[before.len()..];
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) && before.is_empty() {
        return None;
    }
    let trimmed = before.trim_end();
    if trimmed.is_empty() {
        return Some((None, name));
    }
    // The sign of a field of Ruby belongs to its name.
    if trimmed == "@" {
        return Some((None, written));
    }
    const SEPARATORS: [&str; 9] = ["?->", "!!.", "->", "::", "?.", "!.", ".", "\\", "@"];
    let of = SEPARATORS.iter().find_map(|separator| trimmed.strip_suffix(separator))?;
    let of = without_arguments(of.trim_end());
    // A field of a class of PHP keeps the sign of variables.
    let name = if trimmed.ends_with("::") { name.trim_start_matches('$') } else { name };
    if of.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    // Of an operation, the path is only the last operand.
    let is_one = split(of, ' ').len() == 1 || of.starts_with("await ") || of.starts_with("new ");
    (is_one && !of.is_empty()).then_some((Some(of), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_of_an_expression() {
        let check = |expression: &str, expect: &str| {
            let found = last_step(expression).map_or("-".to_owned(), |step| format!("{step:?}"));
            assert_eq!(found, expect, "{expression}");
        };
        check("a", r#"Name("a")"#);
        check("a.b", r#"Member("a", "b")"#);
        check("a.b().c", r#"Member("a.b()", "c")"#);
        check("a.b(x.y(1))", r#"Call(Some("a"), "b")"#);
        check("f()", r#"Call(None, "f")"#);
        check("A::f::<T>()", r#"Call(Some("A"), "f")"#);
        check("A::<T>::f(1)", r#"Call(Some("A"), "f")"#);
        check("A<T>::f(1)", r#"Call(Some("A"), "f")"#);
        check("$a?->b()", r#"Call(Some("$a"), "b")"#);
        check("a!!.b", r#"Member("a", "b")"#);
        check("a?.b!", r#"Member("a", "b")"#);
        check("A::$b", r#"Member("A", "b")"#);
        check("a.f[T](x)", r#"Call(Some("a"), "f")"#);
        check("clone $a", r#"Name("$a")"#);
        check("l[0]", r#"Index("l")"#);
        check("a.l[i + 1]", r#"Index("a.l")"#);
        check("[a, b]", "Cast(\"[]\")");
        check("(o as B)", r#"Cast("B")"#);
        check("(o as? B)", r#"Cast("B")"#);
        check("o as! a.B", r#"Cast("a.B")"#);
        check("((A) o)", r#"Cast("A")"#);
        check("((A*)p)", r#"Cast("A*")"#);
        check("(<A>o)", r#"Cast("A")"#);
        check("static_cast<A*>(p)", r#"Cast("A*")"#);
        check("v.(*B)", r#"Cast("*B")"#);
        check("new A", r#"Made("A")"#);
        check("a::A<T>{b: 1}", r#"Made("a::A<T>")"#);
        check("if (a) { b }", "-");
        check("@a", r#"Name("@a")"#);
        check("new A<B>(c())", r#"Made("A<B>")"#);
        check("new A().b", r#"Member("new A()", "b")"#);
        check("await f()", r#"Awaited("f()")"#);
        check("f()?", r#"Tried("f()")"#);
        check("f().await", r#"Call(None, "f")"#);
        check("a + b", "-");
        check("a + b.c", "-");
        check("(a ?: b)", "-");
        check("a ? b : c", "-");
        check("1.5", "-");
        check("", "-");
    }
}
