//! How names are spelled: the ways to read a name with its qualifiers, and which spellings are the same name.

use crate::text::distinct::distinct;
use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

use super::type_text::type_of_parameter;
use crate::relations::SymbolQuery;
use crate::text::brackets::{items, without_types};
use crate::text::words::composed;

/// What can stand between a qualifier and a name.
const SEPARATORS: [&str; 7] = ["::", "->", ".", "#", "/", "\\", ":"];
/// The word before the sign in the names of C++ and C# operators.
const OPERATOR: &str = "operator";

/// What runtimes call a constructor.
const CONSTRUCTORS: [&str; 2] = [".ctor", "<init>"];

/// The ways to read a text, the most likely first.
pub(super) fn readings(text: &str) -> Vec<SymbolQuery> {
    let text = text.trim();
    let parameters = parameters(text);
    let (text, arity) = without_parameters(text);
    let mut found = readings_of(text);
    for reading in &mut found {
        reading.arity = arity;
        reading.parameters.clone_from(&parameters);
    }
    found
}

/// The text as one name that has signs in it which otherwise separate names, as in shells: `a.b`, `a::b`.
pub(super) fn as_one_name(text: &str) -> Option<SymbolQuery> {
    let text = text.trim();
    let is_word = |part: &str| !part.is_empty() && !part.contains(['/', ' ', '(', '<']);
    let is_joined = text[..last_start(text)].contains(is_name_char);
    (is_joined && is_word(text)).then(|| SymbolQuery::named(text))
}

/// The ways to read a text as a declaration up to its name, perhaps with parameters: `def total(self)`, `class Cart`.
pub(super) fn as_declaration(text: &str) -> Vec<SymbolQuery> {
    let text = text.trim().trim_end_matches([':', '{', ' ']);
    let head = &text[..text.find(['(', '<', ':']).unwrap_or(text.len())];
    let Some((words, _)) = head.rsplit_once(' ') else {
        return Vec::new();
    };
    let found = readings(&text[words.len() + 1..]).into_iter();
    found.map(|reading| SymbolQuery { declared: head.to_owned(), ..reading }).collect()
}

/// The ways to read a text without parameters.
fn readings_of(text: &str) -> Vec<SymbolQuery> {
    if let Some(at) = operator_start(text) {
        return vec![reading(&text[..at], &text[at..])];
    }
    if let Some(at) = quoted_start(text) {
        return vec![reading(&text[..at], &text[at..])];
    }
    if let Some((before, key)) = quoted_key(text) {
        return vec![reading(before, key)];
    }
    let constructor = CONSTRUCTORS.iter().find_map(|name| text.strip_suffix(name));
    if let Some(ty) = constructor.and_then(|before| before.strip_suffix('.')) {
        return vec![reading(&format!("{ty}."), &ty[last_start(ty)..])];
    }
    let sign =
        text.len() - text.trim_end_matches(|c: char| !is_name_char(c) && !c.is_whitespace()).len();
    let (head, tail) = text.split_at(text.len() - sign);
    let is_generic = tail.starts_with('>') && head.contains('<');
    let mut found = Vec::new();
    if !tail.is_empty() && !is_generic {
        let rest = SEPARATORS.iter().find_map(|separator| tail.strip_prefix(separator));
        let rest = rest.filter(|rest| !rest.is_empty() && !head.is_empty());
        found.extend(rest.map(|rest| reading(head, rest)));
        let start = last_start(head);
        found.push(reading(&head[..start], &text[start..]));
    }
    let plain = without_types(text).unwrap_or_else(|| text.to_owned());
    let (before, name) = plain.split_at(last_start(&plain));
    let plain = reading(before, name);
    if name.contains(is_name_char) && !found.contains(&plain) {
        found.push(plain);
        // PHP declares the property `name` as `$name`, which is another word.
        if !name.starts_with('$') && name.chars().all(is_name_char) {
            found.push(reading(before, &format!("${name}")));
        }
    }
    found
}

/// A reading of a name behind the text of its qualifiers.
fn reading(before: &str, name: &str) -> SymbolQuery {
    let name = name.trim();
    // Haskell writes an operator as a name in parentheses.
    let inner = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let inner = inner.filter(|inner| !inner.is_empty() && !inner.contains(is_name_char));
    let name = inner.unwrap_or(name);
    let before = before.trim_end();
    // A sign belongs to the name if something else separates it from what is before.
    let sign = before.chars().next_back().filter(|c| matches!(c, '#' | '@' | '$'));
    let separated = sign.is_some_and(|sign| {
        let head = before[..before.len() - sign.len_utf8()].trim_end_matches('@');
        head.is_empty() || !head.ends_with(is_name_char)
    });
    let sign = sign.filter(|_| separated).map_or_else(String::new, String::from);
    let mut qualifiers = vec![before.to_owned()];
    for separator in SEPARATORS {
        qualifiers =
            qualifiers.iter().flat_map(|part| part.split(separator)).map(str::to_owned).collect();
    }
    let bare = |part: &String| {
        let part = part.split('<').next().unwrap_or_default();
        part.trim_matches(|c: char| !is_name_char(c)).to_owned()
    };
    let qualifiers: Vec<String> = qualifiers.iter().map(bare).collect();
    SymbolQuery {
        qualifiers: qualifiers.into_iter().filter(|part| !part.is_empty()).collect(),
        name: name.to_owned(),
        signed: sign + name,
        ..SymbolQuery::default()
    }
}

/// The types in the parentheses at the end of a text: `f(a.T b, U)`.
fn parameters(text: &str) -> Option<Vec<String>> {
    let (_, inner) = text.strip_suffix(')')?.split_once('(')?;
    Some(items(inner).map(type_of_parameter).collect())
}

/// The text without the parameters, the arity or the kind behind a name: `f(int)`, `f/2`, `f (method)`; and the arity.
fn without_parameters(text: &str) -> (&str, Option<u8>) {
    let open = text.strip_suffix('(').map(str::trim_end);
    let mut text = open.filter(|name| name.ends_with(is_name_char)).unwrap_or(text);
    while let Some(open) = text.strip_suffix(')').and_then(|inner| inner.rfind('(')) {
        let before = text[..open].trim_end();
        if before.is_empty()
            || SEPARATORS.iter().any(|separator| before.ends_with(separator))
            || before.ends_with(OPERATOR)
        {
            break;
        }
        text = before;
    }
    match text.rsplit_once('/') {
        Some((name, arity))
            if name.ends_with(is_name_or_mark)
                && arity.bytes().all(|byte| byte.is_ascii_digit())
                && !arity.is_empty() =>
        {
            (name, arity.parse().ok())
        }
        _ => (text, None),
    }
}

/// Where the name of an operator begins that is written as `operator+`.
fn operator_start(text: &str) -> Option<usize> {
    let at = text.rfind(OPERATOR)?;
    let rest = &text[at + OPERATOR.len()..];
    let starts = !text[..at].ends_with(is_name_char);
    (starts && !rest.trim().is_empty() && !rest.starts_with(is_name_char)).then_some(at)
}

/// Where a name in backticks or quotes at the end of the text begins: `` `a b` ``, `@"a b"`.
fn quoted_start(text: &str) -> Option<usize> {
    let quote = text.chars().next_back().filter(|c| matches!(c, '`' | '"'))?;
    let open = text[..text.len() - 1].rfind(quote)?;
    Some(open - usize::from(text[..open].ends_with('@')))
}

/// What is before a key in quotes and brackets, and the key: `a` and `b` of `a['b']`.
fn quoted_key(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_suffix(']')?;
    let (before, key) = inner.rsplit_once('[')?;
    let key =
        ['\'', '"'].iter().find_map(|quote| key.strip_prefix(*quote)?.strip_suffix(*quote))?;
    (!before.is_empty() && !key.is_empty()).then_some((before, key))
}

/// Where the last part of a qualified name begins: behind the last separator.
fn last_start(text: &str) -> usize {
    let ends =
        SEPARATORS.iter().filter_map(|separator| Some(text.rfind(separator)? + separator.len()));
    let start = ends.max().unwrap_or(0);
    // `r#name` is Rust's spelling of a name that is a keyword.
    match text[..start].strip_suffix("r#") {
        Some(before) if !before.ends_with(is_name_char) => before.len(),
        _ => start,
    }
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || unicode_normalization::char::is_combining_mark(c)
}

fn is_name_or_mark(c: char) -> bool {
    is_name_char(c) || matches!(c, '?' | '!')
}

/// Whether two spellings are the same name: without white space, quotes and the signs that mark a name as private, raw,
/// a variable or an attribute, and with composed characters.
pub(super) fn same_name(a: &str, b: &str) -> bool {
    let is_plain =
        |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    a == b || (!(is_plain(a) && is_plain(b)) && bare(a) == bare(b))
}

/// A name without white space, quotes and signs.
fn bare(name: &str) -> String {
    let name: String = composed(name).split_whitespace().collect();
    let mut name = name.as_str();
    let starts_name =
        |rest: &str| rest.starts_with(|c: char| is_name_char(c) || matches!(c, '"' | '`' | '@'));
    while let Some(rest) = ["r#", "#", "@", "$"]
        .iter()
        .find_map(|sign| name.strip_prefix(sign))
        .filter(|rest| starts_name(rest))
    {
        name = rest;
    }
    for (open, close) in [("`", "`"), ("\"", "\""), ("(", ")")] {
        let inner = name.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        name = inner.filter(|inner| !inner.is_empty()).unwrap_or(name);
    }
    // An indexer is named `this` and written `this[]`.
    // guard: allow(word-list) reason="the name of an indexer in C#"
    let indexer = name.strip_suffix("[]").filter(|rest| *rest == "this");
    indexer.unwrap_or(name).to_owned()
}

/// The texts by which the files that declare a name are found: the name, composed and decomposed; of a name with white
/// space, or with signs that no word has, its longest word.
pub(crate) fn spellings(name: &str) -> Vec<String> {
    let stem = name.trim_end_matches(['?', '!', '=', '\'']);
    let words = stem.split(|c: char| !is_name_char(c) && c != '$').filter(|word| !word.is_empty());
    let name = words.max_by_key(|word| word.len()).filter(|word| *word != stem).unwrap_or(name);
    // PHP declares a variable with the sign and names a property without it.
    let plain = name.strip_prefix('$').filter(|rest| rest.starts_with(is_name_char));
    let forms = [Some(Cow::Borrowed(name)), plain.map(Cow::Borrowed), Some(composed(name))];
    let decomposed = Cow::Owned(name.nfd().collect());
    distinct(forms.into_iter().flatten().chain([decomposed]).map(Cow::into_owned))
}

#[cfg(test)]
mod tests;
