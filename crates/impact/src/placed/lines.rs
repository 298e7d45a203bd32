//! The names that the lines of a text define by their place, in whatever format: the word before the first separator, the
//! other words before it, and a value that is one word. What a line stands below is the path of its name.

use std::ops::Range;

use crate::layout::is_compound;

/// A line without a separator is a sentence if it has more words.
const MAX_WORDS: usize = 6;
/// The marks around a text.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// How a line defines a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    /// It is what stands before the separator.
    Key,
    /// It is another of the first words.
    Word,
    /// It is the value, or an attribute's.
    Value,
    /// It is the name of the file.
    File,
}

/// A name that a line defines by its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PlacedName {
    /// The names of the lines around it, outermost first, and itself.
    pub(super) path: Vec<String>,
    pub(super) place: Place,
    /// The index of its line, and what stands before it there.
    pub(super) line: usize,
    pub(super) before: String,
    /// The sign directly before or behind it that belongs to it where it is used, too.
    pub(super) signed: Option<String>,
    /// Whether it, or its value, is quoted.
    pub(super) is_quoted: bool,
    /// Whether its line ends with a bracket that opens, and whether a value stands on it.
    pub(super) opens: bool,
    pub(super) has_value: bool,
}

impl PlacedName {
    pub(super) fn name(&self) -> &str {
        self.path.last().map_or("", |name| name)
    }
}

/// A word of a line, or a quoted text without blanks.
struct Word<'l> {
    text: &'l str,
    at: usize,
    is_quoted: bool,
}

/// The names that the lines of a text define.
#[derive(Default)]
pub(super) struct PlacedNames {
    pub(super) names: Vec<PlacedName>,
    /// For each line, the index of the line that it stands below.
    pub(super) outer: Vec<Option<usize>>,
}

pub(super) fn placed_names(text: &str) -> PlacedNames {
    let (mut names, mut outers) = (Vec::new(), vec![None; text.lines().count()]);
    // The lines around the next one: their indentation, their keys and their index.
    let mut around: Vec<(usize, Vec<String>, usize)> = Vec::new();
    let is_markup = text.trim_start().starts_with('<');
    for (index, line) in text.lines().enumerate() {
        let inner = line.trim_start();
        let listed = inner.strip_prefix("- ").map_or(inner, str::trim_start);
        if listed.trim().is_empty() {
            continue;
        }
        let indent = line.len() - listed.len();
        let heading = heading(inner).filter(|_| line.len() == inner.len());
        if heading.is_some() {
            around.clear();
        }
        while around.last().is_some_and(|(outer, ..)| *outer >= indent && *outer != HEADING) {
            around.pop();
        }
        if let Some(keys) = heading {
            around.push((HEADING, keys, index));
            continue;
        }
        outers[index] = around.last().map(|(.., outer)| *outer);
        let path = || around.iter().flat_map(|(_, keys, _)| keys.clone());
        let mut own = Vec::new();
        for (keys, place, word, signed) in on_line(listed, is_markup) {
            if place == Place::Key {
                own.clone_from(&keys);
            }
            names.push(PlacedName {
                path: path().chain(keys).collect(),
                place,
                line: index,
                before: listed[..word.at].to_owned(),
                signed,
                is_quoted: word.is_quoted,
                opens: listed.trim_end().ends_with(['{', '(', '[']),
                has_value: !listed.trim_end().ends_with(['{', '(', '[', ':', '=']),
            });
        }
        // What ends with a separator is a value among others.
        if !own.is_empty() && !listed.trim_end().ends_with([',', ';']) {
            around.push((indent, own, index));
        }
    }
    PlacedNames { names, outer: outers }
}

/// The depth of a heading: every line behind it is below it.
const HEADING: usize = usize::MAX;

/// The parts of a line that is a heading: `[mail.host]`.
fn heading(line: &str) -> Option<Vec<String>> {
    let inner = line.trim_end().strip_prefix('[')?.strip_suffix(']')?;
    let inner = inner.trim_matches(['[', ']', ' ']);
    let is_part = |c: char| c.is_alphanumeric() || "_-. \"'/:".contains(c);
    let parts = inner.split('.').map(|part| part.trim_matches(['"', '\'', ' ']).to_owned());
    (!inner.is_empty() && inner.chars().all(is_part)).then(|| parts.collect())
}

/// The names of one line: the parts of each, and its sign.
fn on_line(line: &str, in_markup: bool) -> Vec<(Vec<String>, Place, Word<'_>, Option<String>)> {
    let words = words(line);
    let mut found = Vec::new();
    // A statement in markup begins with a sign of its own.
    let begins_as_word = line.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let is_markup = line.starts_with('<') || in_markup && begins_as_word;
    let separator = if is_markup { Some(0) } else { separator(line, &words) };
    let head = words.iter().filter(|word| separator.is_none_or(|at| word.at < at)).count();
    let is_sentence = separator.is_none() && (words.len() > MAX_WORDS || words.len() < 2);
    for (index, word) in words.iter().enumerate() {
        let next = line[word.at + word.text.len()..].trim_start_matches(QUOTES);
        let place = if is_sentence {
            continue;
        } else if index + 1 == head && separator.is_some() {
            Place::Key
        } else if index < head {
            Place::Word
        } else if is_markup {
            let is_text = line[..word.at].ends_with('>') && next.starts_with('<');
            if !word.is_quoted && !is_text {
                continue;
            }
            Place::Value
        } else if index == 1 && separator.is_some_and(|at| line[at..].starts_with('(')) {
            Place::Word
        } else if word.text.starts_with('&') || index == head && words.len() == head + 1 {
            Place::Value
        } else {
            continue;
        };
        let Some((keys, sign)) = parts(word, place) else { continue };
        let name = keys.last().map_or("", |name| name);
        // A member of something is used, and defined elsewhere.
        let is_member = sign.starts_with('.') || name.contains('.') && !name.contains('/');
        let is_use = is_member && !word.is_quoted || !is_compound(name);
        if place != Place::Key && is_use {
            continue;
        }
        let is_called = next.starts_with('(') && separator.is_some();
        let signed = match (sign, is_called) {
            ("", true) => Some(format!("{name}(")),
            ("" | "." | "#" | "&", _) => None,
            (sign, _) => Some(format!("{sign}{name}")),
        };
        let at = word.at + word.text.rfind(name).unwrap_or(0);
        let has_quote = word.is_quoted || next.contains(QUOTES);
        let text = Word { text: word.text, at, is_quoted: has_quote };
        found.push((keys, place, text, signed));
    }
    found
}

/// The words of a line. A quoted text with blanks is none.
fn words(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut add = |range: Range<usize>, is_quoted: bool| {
        let text = &line[range.clone()];
        if text.contains(char::is_alphabetic) && !text.contains(char::is_whitespace) {
            words.push(Word { text, at: range.start, is_quoted });
        }
    };
    let is_part = |c: char| c.is_alphanumeric() || "_-.$@%#&/+".contains(c);
    let (mut start, mut quote) = (0, None);
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if open == c => {
                add(start..at, true);
                (start, quote) = (at + c.len_utf8(), None);
            }
            Some(_) => {}
            None if is_part(c) => {}
            None => {
                add(start..at, false);
                let is_open = QUOTES.contains(&c) && line[at + 1..].contains(c);
                quote = is_open.then_some(c);
                start = at + c.len_utf8();
            }
        }
    }
    if quote.is_none() {
        add(start..line.len(), false);
    }
    words
}

/// The first separator behind the first word that stands in no word.
fn separator(line: &str, words: &[Word<'_>]) -> Option<usize> {
    let first = words.first()?;
    let start = first.at + first.text.len();
    let found = line[start..].match_indices([':', '=', '{', '(']).map(|(at, _)| start + at);
    let is_inside =
        |at: &usize| words.iter().any(|word| word.at <= *at && *at < word.at + word.text.len());
    found.filter(|at| !is_inside(at)).find(|at| !line[*at..].starts_with("::"))
}

/// The parts of a name, and the signs before it. A dotted key has several parts; of a path, the last one counts.
fn parts<'w>(word: &Word<'w>, place: Place) -> Option<(Vec<String>, &'w str)> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let bare = word.text.trim_start_matches(|c: char| !is_letter(c));
    let sign = &word.text[..word.text.len() - bare.len()];
    let sign = if bare.contains('/') { "" } else { sign };
    let bare = bare.trim_end_matches(|c: char| !is_letter(c));
    let keys: Vec<String> = match place {
        Place::Key if !bare.contains('/') => bare.split('.').map(str::to_owned).collect(),
        Place::Value => vec![bare.rsplit('/').next().unwrap_or(bare).to_owned()],
        _ => vec![bare.to_owned()],
    };
    let name = keys.last()?;
    let is_name = |c: char| is_letter(c) || "-.:/".contains(c);
    let has_letter = name.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    let is_number = name.starts_with(|c: char| c.is_ascii_digit());
    (has_letter && !is_number && name.chars().all(is_name)).then_some((keys, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let names = placed_names(text).names.into_iter();
        let shown = names.map(|name| {
            let sign =
                name.signed.as_ref().map(|signed| format!(" ({signed})")).unwrap_or_default();
            let mark = match name.place {
                Place::Key => "",
                Place::Word => "w:",
                Place::Value => "v:",
                Place::File => "f:",
            };
            format!("{mark}{}{sign}", name.path.join(">"))
        });
        assert_eq!(shown.collect::<Vec<_>>().join(" "), expect, "names of {text:?}");
    }

    #[test]
    fn a_line_defines_names_by_their_place() {
        check("", "");
        check("build-css: dist\n\tnpm run x\n", "build-css");
        check("{\n  \"mail\": {\n    \"limit\": 3\n  }\n}\n", "mail mail>limit");
        check("[mail]\nlimit = 3\n", "mail>limit");
        check("mail.limit=3", "mail>limit");
        check("on:\n  - id: the-id\n    run: x y\n", "on on>id v:on>the-id on>run");
        check("xx: &my-base\nyy: *my-base", "xx v:my-base yy v:my-base");
        check("$my-gap: 4px;\n--gap: 1;\n.a-b {", "my-gap ($my-gap) gap (--gap) a-b");
        check("@mixin base($p) {", "base (base()");
        check("FROM node AS my-stage", "w:my-stage");
        check("variable \"my_name\" {", "my_name");
        check("function(add_lib name)", "function (function() w:add_lib");
        check("<string name=\"too_often\">x y</string>", "v:too_often");
        check("<a\n  xmlns:b=\"x/y\"\n  id=\"@+id/my_id\" />", "v:my_id");
        check("'retry' => 3,", "retry");
        check("{{- if .Values.my_name }}\n{{ define \"my.name\" }}", "w:my.name");
        check("Words of a text that go on and on", "");
        check("\"a-b/c-d\": \"^1.0\"", "a-b/c-d");
    }
}
