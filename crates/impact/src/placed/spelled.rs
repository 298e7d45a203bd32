//! The spellings that code and settings give a name, and what of its path a line has before it.

use firsthand_codegraph::is_data;
use firsthand_source::{distinct, split_words};

use super::lines::Place;
use super::sought::Sought;

/// What may stand between the name of a value and that of what it is in.
const JOINTS: [&str; 9] = [".", ":", "/", "->", "?.", "::", "']['", "\"][\"", "_"];

/// A name in the conventions of languages: as it is, with its words joined, and with capitals. One in capitals has no other.
pub(super) fn spellings(name: &str) -> Vec<String> {
    let words: Vec<String> = split_words(name).collect();
    if words.len() < 2 || !name.contains(char::is_lowercase) {
        return vec![name.to_owned()];
    }
    let capital = |word: &String| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        first + letters.as_str()
    };
    let pascal: String = words.iter().map(capital).collect();
    let camel: String =
        words.iter().take(1).cloned().chain(words[1..].iter().map(capital)).collect();
    let joined = ["_", "-", "."].map(|joint| words.join(joint));
    distinct([name.to_owned(), camel, pascal].into_iter().chain(joined))
}

/// A text by which lines that may use a name are found, and where the name begins in it.
pub(super) type Text = (String, usize);

/// The texts by which the lines that may use a name are found.
pub(super) fn texts(one: &Sought<'_>) -> Vec<Text> {
    let name = one.name.name();
    let signed = one.name.signed.iter();
    let mut texts: Vec<Text> =
        signed.map(|text| (text.clone(), text.find(name).unwrap_or(0))).collect();
    // A value is used as it is.
    let is_value = one.name.place == Place::Value;
    let own = if is_value { vec![name.to_owned()] } else { spellings(name) };
    if one.stands_alone() {
        texts.extend(own.into_iter().map(|name| (name, 0)));
        return texts;
    }
    if one.name.place == Place::File && !is_data(one.file.as_str()) {
        texts.extend(['"', '\''].map(|quote| (format!("{quote}{name}{quote}"), 1)));
    }
    for outer in one.outer().last().into_iter().flat_map(|outer| spellings(outer)) {
        for joint in JOINTS {
            let before = [&outer, joint].concat();
            texts.extend(own.iter().map(|name| (format!("{before}{name}"), before.len())));
        }
    }
    texts
}

/// How many names of a path a line has, with the name itself as the last, and whether they are part of a string: the most,
/// over the places where the line holds the text. `None` if it holds only parts of longer names, or the name in another path.
pub(super) fn evidence(
    line: &str,
    (text, own): &Text,
    (outer, place): (&[&str], Place),
) -> Option<(usize, bool)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut best = None;
    for (at, _) in line.match_indices(&**text) {
        let end = at + text.len();
        let is_longer = line[..at].ends_with(is_part) && text.starts_with(is_part)
            || line[end..].starts_with(is_part) && text.ends_with(is_part)
            || place != Place::File && ends_hyphenated(&line[..at])
            || begins_hyphenated(&line[end..]);
        if is_longer {
            continue;
        }
        let start = at + own;
        let (count, rest) = matched(&line[..start], outer);
        let is_string = rest.ends_with(['"', '\'', '`']);
        let is_other = is_in_other_path(rest);
        if !is_other && best.is_none_or(|(most, _)| count > most) {
            best = Some((count, is_string));
        }
    }
    best
}

/// Whether a line names only files with other endings.
pub(super) fn is_other_file(line: &str, one: &Sought<'_>) -> bool {
    let (name, file) = (one.name.name(), one.file.file_name());
    let mut named = line.match_indices(name).map(|(at, _)| &line[at..]).peekable();
    let is_other = |rest: &str| {
        let behind = &rest[name.len()..];
        let is_part = |c: char| c.is_alphanumeric() || c == '.';
        let end = name.len() + behind.find(|c| !is_part(c)).unwrap_or(behind.len());
        let written = rest[..end].trim_end_matches('.');
        written.len() > name.len() && behind.starts_with('.') && !file.contains(written)
    };
    named.peek().is_some() && named.all(is_other)
}

/// Whether what stands before a name is the part before its hyphen: `other-name`.
fn ends_hyphenated(before: &str) -> bool {
    before.strip_suffix('-').is_some_and(|before| before.ends_with(char::is_alphanumeric))
}

fn begins_hyphenated(behind: &str) -> bool {
    behind.strip_prefix('-').is_some_and(|behind| behind.starts_with(char::is_alphanumeric))
}

/// The number of names, with the last one, and the line before them.
fn matched<'l>(before: &'l str, outer: &[&str]) -> (usize, &'l str) {
    let is_joint = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let folded = |name: &str| split_words(name).collect::<String>();
    let (mut count, mut rest) = (1, before);
    for name in outer.iter().rev() {
        let inner = rest.trim_end_matches(is_joint);
        let start = inner.trim_end_matches(is_part).len();
        let word = inner[start..].trim_start_matches('-');
        if inner.len() == rest.len() || rest.len() - inner.len() > 4 || folded(word) != folded(name)
        {
            break;
        }
        (count, rest) = (count + 1, &inner[..inner.len() - word.len()]);
    }
    (count, rest)
}

/// Whether a string has other names before this one: `'other.name'`.
fn is_in_other_path(before: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    let start = before.trim_end_matches(is_part);
    before.ends_with('.') && start.len() + 1 < before.len() && start.ends_with(['"', '\'', '`'])
}
