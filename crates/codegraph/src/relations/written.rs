//! Names that code writes otherwise than they are declared: with a part of them, in quotes, or in another case.

use super::{Occurrence, Target};
use crate::facts::{ParsedFile, Reference};

/// The texts, other than the name, by which code may write a symbol of that name: `A` of the attribute `AAttribute`,
/// `my-part` of the component `MyPart`, `a` of the writer `a=`, and the first word of a name of several.
pub(super) fn written_forms(targets: &[Target], name: &str) -> Vec<String> {
    let mut named = targets.iter().filter(|target| target.symbol().name == name);
    let Some(target) = named.next() else {
        return Vec::new();
    };
    let suffix = target.file.language.and_then(|language| language.attribute_suffix);
    let short = suffix.filter(|_| target.symbol().is_type());
    let short = short.and_then(|suffix| name.strip_suffix(suffix));
    let has_tags = target.file.language_is(|language| language.dashed_tags);
    let tag = (has_tags && target.symbol().kind == "component").then(|| dashed(name));
    let read = name.strip_suffix('=');
    let first = name.split_once(char::is_whitespace).map(|(first, _)| first);
    let forms = [short, tag.as_deref(), read, first].into_iter().flatten();
    let forms = forms.filter(|form| !form.is_empty() && *form != name);
    forms.map(str::to_owned).collect()
}

/// An occurrence of one of the `names` of a symbol, which may be written otherwise, or of another name.
pub(super) fn occurrence<'a>(
    file: &'a ParsedFile,
    reference: &'a Reference,
    names: &'a [String],
) -> Occurrence<'a> {
    let written = Occurrence::of(file, reference);
    let text = written.text;
    let suffix = file.language.and_then(|language| language.attribute_suffix);
    let suffix = suffix.filter(|_| reference.constructs);
    let is_tag = text.contains('-') && file.language_is(|language| language.dashed_tags);
    let is_written = |name: &&String| {
        suffix.is_some_and(|suffix| name.strip_suffix(suffix) == Some(text))
            || is_quoted(text, name)
            || (is_tag && dashed(name) == text)
            || (name.strip_suffix('=') == Some(text) && is_assigned(file, reference))
    };
    let meant = names.iter().find(is_written);
    Occurrence { text: meant.map_or(text, String::as_str), ..written }
}

/// Whether a text is a name in backticks.
fn is_quoted(text: &str, name: &str) -> bool {
    let inner = text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    inner == Some(name)
}

/// Whether an operator that assigns stands behind a name: `a = 1`, `a ||= 1`.
fn is_assigned(file: &ParsedFile, reference: &Reference) -> bool {
    let rest = file.text.get(reference.span.end as usize..).unwrap_or_default();
    let rest = rest.trim_ascii_start();
    let operator = rest.iter().position(|byte| !b"+-*/%&|^<>=~!".contains(byte));
    match &rest[..operator.unwrap_or(rest.len())] {
        b"=" => true,
        [.., before, b'='] => {
            !b"=<>!".contains(before) || rest.starts_with(b"<<") || rest.starts_with(b">>")
        }
        _ => false,
    }
}

/// A name in capitals at the beginnings of its words as one in small letters with dashes: `my-part` of `MyPart`.
fn dashed(name: &str) -> String {
    let mut dashed = String::with_capacity(name.len() + 4);
    for (at, c) in name.char_indices() {
        if c.is_uppercase() && at > 0 {
            dashed.push('-');
        }
        dashed.extend(c.to_lowercase());
    }
    dashed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_a_component_in_small_letters() {
        for (name, tag) in [("MyPart", "my-part"), ("Part", "part"), ("APart", "a-part"), ("", "")]
        {
            assert_eq!(dashed(name), tag, "{name}");
        }
    }

    #[test]
    fn a_name_in_backticks_is_quoted() {
        assert!(is_quoted("`odd name`", "odd name"));
        assert!(!is_quoted("odd", "odd"));
    }
}
