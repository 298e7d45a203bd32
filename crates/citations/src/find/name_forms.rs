//! How a text names what code declares.

/// The name that a piece of code is, if it can be that of a declaration: identifiers with their containers, without what
/// languages write around them: the brackets of a call, an arity (`Mod.fun/2`), arguments of types (`Foo::bar<T>`), the
/// mark of an attribute (`@attr`), of a component (`<.item>`) or of a question (`empty?`).
pub(crate) fn name_of(code: &str) -> Option<String> {
    if let Some(message) = of_message(code) {
        return Some(message.to_owned());
    }
    let code = of_component(code).unwrap_or(code);
    let name = code.split_once('(').map_or(code, |(name, _)| name);
    let name = match arity_of(name) {
        Some(name) => name.strip_prefix('&').unwrap_or(name),
        None => name.strip_prefix('@').unwrap_or(name),
    };
    let name = without_variable(without_operator(without_arguments(name)));
    let name = name.strip_suffix(['?', '!']).unwrap_or(name);
    let is_identifier_char = |c: char| c.is_alphanumeric() || "_$.:#".contains(c);
    // What stands between the parts of a name with an arrow or a backslash is a border of its own.
    let plain = name.replace("->", "#");
    let plain = if plain.contains(":\\") { plain } else { plain.replace('\\', ":") };
    let has_letter = plain.chars().any(char::is_alphabetic);
    let is_name = has_letter && plain.chars().all(is_identifier_char);
    is_name.then(|| name.to_owned())
}

/// The name before an arity, as in `fun/2`.
pub(crate) fn arity_of(code: &str) -> Option<&str> {
    let (name, arity) = code.rsplit_once('/')?;
    let is_arity =
        (1..=2).contains(&arity.len()) && arity.bytes().all(|byte| byte.is_ascii_digit());
    let is_named = name.ends_with(|c: char| c.is_alphanumeric() || "_?!".contains(c));
    (is_arity && is_named && !name.contains('/')).then_some(name)
}

/// What is inside of the brackets of a message, as in `-[Foo bar:]`.
pub(super) fn of_message(code: &str) -> Option<&str> {
    let inner = code.strip_prefix(['-', '+'])?.strip_prefix('[')?.strip_suffix(']')?;
    let (receiver, message) = inner.split_once(' ')?;
    let is_word = |word: &str, marks: &str| {
        word.chars().all(|c| c.is_alphanumeric() || c == '_' || marks.contains(c))
            && word.starts_with(char::is_alphabetic)
    };
    (is_word(receiver, "") && is_word(message, ":")).then_some(inner)
}

/// The name of a component with a module, as in `<.item>` and `<Shop.item>`.
fn of_component(code: &str) -> Option<&str> {
    let inner = code.strip_prefix('<')?.strip_suffix('>')?;
    inner.contains('.').then_some(inner)
}

/// The member of a variable alone, as in `$foo->bar`: what the variable is called says nothing.
fn without_variable(name: &str) -> &str {
    let member = name.strip_prefix('$').and_then(|rest| rest.split_once("->"));
    member.map_or(name, |(_, member)| member)
}

/// A name without the arguments of types behind it.
fn without_arguments(name: &str) -> &str {
    match name.split_once('<') {
        Some((before, _)) if name.ends_with('>') && before.ends_with(char::is_alphanumeric) => {
            before
        }
        _ => name,
    }
}

/// The name of a member without an operator at its end, as in `Foo::operator<<` and `Foo#==`.
fn without_operator(name: &str) -> &str {
    let before = name.trim_end_matches(|c: char| "=<>+!^|~%[]".contains(c));
    if before.contains("::") || before.contains('#') { before } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_the_forms_of_languages() {
        for (code, name) in [
            ("keep", "keep"),
            ("Store::keep(basket)", "Store::keep"),
            ("Mod.Sub.fun/2", "Mod.Sub.fun"),
            ("&Mod.fun/1", "Mod.fun"),
            ("mod:start_link/0", "mod:start_link"),
            ("append/3", "append"),
            ("empty?/1", "empty"),
            ("Foo#bar", "Foo#bar"),
            ("Foo.bar()", "Foo.bar"),
            ("Foo->bar", "Foo->bar"),
            ("$foo->bar()", "bar"),
            ("$this->foo->bar", "foo->bar"),
            ("Foo::bar<T>", "Foo::bar"),
            ("Option<Basket>", "Option"),
            ("App\\Models\\User::find()", "App\\Models\\User::find"),
            ("@attr", "attr"),
            (":symbol", ":symbol"),
            ("bar?", "bar"),
            ("bar!", "bar"),
            ("println!(\"a\")", "println"),
            ("Foo::operator<<", "Foo::operator"),
            ("Foo#<=>", "Foo#"),
            ("-[Foo bar:]", "Foo bar:"),
            ("+[Foo barWith:baz:]", "Foo barWith:baz:"),
            ("<.password_field>", ".password_field"),
            (".class", ".class"),
        ] {
            assert_eq!(name_of(code).as_deref(), Some(name), "{code}");
        }
        for code in [
            "--flag",
            "a + b",
            "src/a.rs",
            "1/2",
            "<div>",
            "@scope/pkg",
            "C:\\a\\b",
            "java.util.*",
            "a-b",
            "and/or",
            "x=",
            "i++",
            "-[a + b]",
            "10/20",
            "a/b/2",
            "&self",
            "",
            "2/3",
        ] {
            assert_eq!(name_of(code), None, "{code}");
        }
    }
}
