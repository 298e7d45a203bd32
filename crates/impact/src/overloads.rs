//! Functions of one name in one place: a call means the one that takes its arguments, as far as their number says so.

use std::collections::BTreeSet;

use firsthand_codegraph::Declaration;
use firsthand_source::identifiers;

use crate::declared::{Changed, Side};
use crate::document::How;
use crate::found::Found;
use crate::gone::Earlier;

/// A function among others of its qualified name.
pub(crate) struct Overloads<'d> {
    /// The names by which it is called: that of its type, and its own.
    names: [&'d str; 2],
    own: Taken,
    others: Vec<Taken>,
}

/// What a function takes.
struct Taken {
    /// How many arguments; `None` if that is not one number.
    count: Option<usize>,
    /// The words of its parameters.
    words: BTreeSet<String>,
}

impl Taken {
    fn of(declaration: &Declaration) -> Self {
        let words = identifiers(parameters(declaration)).map(|(_, word)| word.to_owned());
        Self { count: taken(declaration), words: words.collect() }
    }

    /// Whether it takes so many arguments, and all that are given by these names.
    fn fits(&self, given: usize, labels: &[&str]) -> bool {
        self.count.is_none_or(|count| count == given)
            && labels.iter().all(|label| self.words.contains(*label))
    }
}

impl<'d> Overloads<'d> {
    /// `None` if no other of these declarations has the name with other parameters.
    pub(crate) fn of(declared: &[Declaration], one: &'d Declaration) -> Option<Self> {
        let same = |other: &&Declaration| {
            let is_alike = other.is_function() && other.qualified == one.qualified;
            is_alike && parameters(other) != parameters(one)
        };
        let others: Vec<_> = declared.iter().filter(same).map(Taken::of).collect();
        let is_one_of_several = one.is_function() && !others.is_empty();
        let names = [one.used_name(), &*one.name];
        is_one_of_several.then(|| Self { names, own: Taken::of(one), others })
    }

    /// Whether a use may mean this one. If it may mean another, too, it is found by name alone.
    pub(crate) fn may_mean(&self, place: &mut Found) -> bool {
        let line = place.line_text();
        let Some((given, labels)) = self.names.iter().find_map(|name| given(&line, name)) else {
            return true;
        };
        let is_other = |other: &Taken| {
            (other.count.is_some() || !labels.is_empty()) && other.fits(given, &labels)
        };
        if !self.own.fits(given, &labels) && self.others.iter().any(is_other) {
            return false;
        }
        let mut others = self.others.iter();
        if others.any(|other| other.fits(given, &labels)) && !place.how.is_by_name() {
            place.how = How::Name;
        }
        true
    }
}

impl Earlier<'_> {
    /// The earlier side of one of several functions of its name that takes another number of arguments now: what called
    /// it means another one in the present tree, or none.
    pub(crate) fn other_overload<'c>(&mut self, changed: &'c Changed) -> Option<&'c Side> {
        let (before, after) = (changed.before.as_ref()?, changed.after()?);
        let differs = before.declaration.is_function()
            && taken(&before.declaration) != taken(&after.declaration);
        let mut had_others = || {
            let file = self.lookup().file(&before.path);
            Overloads::of(&file.declared, &before.declaration).is_some()
        };
        (differs && had_others()).then_some(before)
    }
}

/// The text between the brackets behind the name in a head.
fn parameters(declaration: &Declaration) -> &str {
    let items = in_brackets(&declaration.signature, &declaration.name, true);
    items.map_or("", |items| items.0)
}

/// How many parameters a head has; `None` without brackets.
pub(crate) fn parameter_count(declaration: &Declaration) -> Option<usize> {
    Some(in_brackets(&declaration.signature, &declaration.name, true)?.1)
}

/// How many arguments a head takes; `None` of one with defaults, or with any number.
fn taken(declaration: &Declaration) -> Option<usize> {
    let (text, count, _) = in_brackets(&declaration.signature, &declaration.name, true)?;
    let is_open = text.contains(['=', '?', '*']) || text.contains("...");
    (!is_open).then_some(count)
}

/// Whether a parameter of a head is a name with a type, as in `int count` or `count: i32`, and no pattern.
pub(crate) fn has_typed_parameters(declaration: &Declaration) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || " _:.&*<>[]?".contains(c);
    let is_typed = |item: &str| {
        let item = item.trim();
        let words = item.split([' ', ':']).filter(|word| word.starts_with(char::is_alphabetic));
        item.starts_with(char::is_alphabetic) && item.chars().all(is_plain) && words.count() > 1
    };
    parameters(declaration).split(',').any(is_typed)
}

/// How many arguments a line gives to a name, and the names by which it gives them; `None` if it does not say so, or gives
/// another one before or behind the brackets.
fn given<'l>(line: &'l str, name: &str) -> Option<(usize, Vec<&'l str>)> {
    let (text, count, [before, behind]) = in_brackets(line, name, false)?;
    let is_open = text.contains("...") || text.contains('*');
    let has_more = before.trim_end().ends_with("|>") || behind.trim_start().starts_with('{');
    (!is_open && !has_more).then(|| (count, labels(text)))
}

/// The names before a `:` or `=` at the beginning of the outermost items: `id: 1, text: ""`.
fn labels(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut labels) = (0_usize, 0, Vec::new());
    for (at, c) in text.char_indices().chain([(text.len(), ',')]) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                let item = text[start..at].trim_start();
                let end = item.find(|c: char| !c.is_alphanumeric() && c != '_');
                let (label, behind) = item.split_at(end.unwrap_or(item.len()));
                let behind = behind.trim_start();
                let is_label = behind.starts_with([':', '=']);
                let is_other = behind.chars().nth(1).is_some_and(|c| ":=>~".contains(c));
                labels.extend(Some(label).filter(|_| is_label && !is_other && !label.is_empty()));
                start = at + 1;
            }
            _ => {}
        }
    }
    labels
}

/// What the brackets hold that open behind a whole word, how many items that is, and the text around; `None` if they
/// are not closed. In a head, `<` and `>` are brackets, too.
fn in_brackets<'t>(
    text: &'t str,
    name: &str,
    is_head: bool,
) -> Option<(&'t str, usize, [&'t str; 2])> {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let (at, open) = text.match_indices(name).find_map(|(at, _)| {
        let behind = &text[at + name.len()..];
        let is_whole = !text[..at].ends_with(is_of_word) && !behind.starts_with(is_of_word);
        let blank = behind.len() - behind.trim_start().len();
        let is_open = is_whole && behind[blank..].starts_with('(');
        is_open.then_some((at, at + name.len() + blank + 1))
    })?;
    let (mut depth, mut items, mut is_blank, mut quote) = (0_usize, 0, true, None);
    for (index, c) in text[open..].char_indices() {
        let is_own = depth == 0 && quote.is_none();
        match c {
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' | '`' => quote = Some(c),
            ')' if is_own => {
                let inner = &text[open..open + index];
                let around = [&text[..at], &text[open + index + 1..]];
                return Some((inner, items + usize::from(!is_blank), around));
            }
            '(' | '[' | '{' => depth += 1,
            '<' if is_head => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '>' if is_head => depth = depth.saturating_sub(1),
            ',' if is_own => {
                items += 1;
                is_blank = true;
                continue;
            }
            _ => {}
        }
        is_blank &= c.is_whitespace();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_items_in_brackets_are_counted() {
        let check = |line: &str, expect: Option<usize>| {
            assert_eq!(given(line, "run").map(|(count, _)| count), expect, "{line}");
        };
        check("a.run()", Some(0));
        check("run( 1 )", Some(1));
        check("run(f(1, 2), [3, 4], \"a, (b\",)", Some(3));
        check("prune(1), run (2, 3)", Some(2));
        check("run(1,", None);
        check("run", None);
        check("run(...all)", None);
        check("a |> run(1)", None);
        check("run(1) { it }", None);
    }

    #[test]
    fn the_names_of_arguments() {
        assert_eq!(
            labels("id: 1, text: f(x: 2), 3, a == b, c => d, A::b, g=5"),
            ["id", "text", "g"]
        );
        assert_eq!(labels("id …, “a”: 1, ñ: 2, key：3, —"), ["ñ"]);
    }
}
