//! The declaration that labels a place: a report uses its name and kind.

use firsthand_agent::registry::{Declaration, LineRange};

use super::place::Place;

/// The declaration that labels a place, and how much of it the place shows.
#[derive(Clone, Copy)]
pub(super) struct Label<'p> {
    pub(super) declaration: &'p Declaration,
    /// Whether the place shows the line with its name.
    pub(super) begins: bool,
    /// Whether the place ends before the declaration does.
    pub(super) is_cut: bool,
}

/// A namespace is a declaration of which one other declaration takes at least this share of the lines: three quarters.
const NAMESPACE_SHARE: (u32, u32) = (3, 4);
/// Namespaces in more others than this are not looked into.
const MAX_NAMESPACES: usize = 8;

/// Selects the label of a place: of the outermost declarations that begin in it, the one that contains the symbol
/// that the place was shown for, or else a line that matched the search, or else, if no line is known to match, the
/// first. If that is a namespace, the declaration that it contains instead. If none begins in the place, the innermost
/// declaration around it.
pub(super) fn label(place: Place<'_>) -> Option<Label<'_>> {
    let (range, declared) = (place.range()?, place.candidate.declarations());
    let begins = |d: &Declaration| name_line(d).is_some_and(|line| range.contains(line));
    let symbol = place.symbol;
    let is_symbol = |d: &Declaration| symbol.is_some_and(|s| s.name == d.name && s.kind == d.kind);
    let starting: Vec<&Declaration> = outermost(declared.iter().filter(|d| begins(d)));
    let holds_symbol = |outer: &&&Declaration| {
        let mut inside = declared.iter().filter(|d| outer.range.covers(d.range));
        is_symbol(outer) || inside.any(is_symbol)
    };
    let holds_hit = |outer: &&&Declaration| {
        let mut hits = place.hits().iter();
        place.hits().is_empty() || hits.any(|line| outer.range.contains(*line))
    };
    let best = match symbol {
        Some(_) => starting.iter().find(holds_symbol).or(starting.first()),
        None => starting.iter().find(holds_hit),
    };
    let around = declared.iter().filter(|d| d.range.covers(range));
    let innermost = || around.min_by_key(|d| d.range.len());
    let declaration = match best {
        Some(outer) => content_of_namespace(outer, declared, &begins),
        None => innermost()?,
    };
    Some(Label {
        declaration,
        begins: begins(declaration),
        is_cut: declaration.range.end() > range.end(),
    })
}

/// The declaration that a namespace, or several of which each contains the next, contains: the first that itself contains
/// several. Any other declaration as it is.
fn content_of_namespace<'d>(
    outer: &'d Declaration,
    declared: &'d [Declaration],
    begins: &impl Fn(&Declaration) -> bool,
) -> &'d Declaration {
    let takes_most = |inner: &Declaration, around: &Declaration| {
        inner.range.len() * NAMESPACE_SHARE.1 >= around.range.len() * NAMESPACE_SHARE.0
    };
    let mut content = outer;
    for _ in 0..=MAX_NAMESPACES {
        let around = content.range;
        let inside = declared
            .iter()
            .filter(|d| d.range != around && around.covers(d.range));
        match outermost(inside)[..] {
            [only] if begins(only) && takes_most(only, content) => content = only,
            [_, _, ..] => return content,
            _ => return outer,
        }
    }
    outer
}

/// The declarations that are inside no other of them, in the same order.
fn outermost<'d>(declared: impl Iterator<Item = &'d Declaration>) -> Vec<&'d Declaration> {
    let all: Vec<&Declaration> = declared.collect();
    let inside = |d: &Declaration| {
        let mut others = all.iter().filter(|other| other.range != d.range);
        others.any(|other| other.range.covers(d.range))
    };
    all.iter().copied().filter(|d| !inside(d)).collect()
}

fn name_line(declaration: &Declaration) -> Option<u32> {
    declaration.head.map(LineRange::start)
}

/// The name of a label, qualified if the place was shown for that symbol.
pub(super) fn full_name<'p>(place: Place<'p>, label: Label<'p>) -> &'p str {
    let declared = label.declaration;
    let symbol = place.symbol;
    let is_symbol = symbol.filter(|s| s.name == declared.name && s.kind == declared.kind);
    is_symbol.map_or(&declared.name, |symbol| &symbol.qualified)
}

/// The names of the other outermost declarations whose first lines a place shows.
pub(super) fn other_declarations(place: Place<'_>) -> Vec<&str> {
    let (Some(label), Some(range)) = (label(place), place.range()) else {
        return Vec::new();
    };
    let is_separate = |other: &&Declaration| {
        let other_name = other.name != label.declaration.name;
        let shown = name_line(other).is_some_and(|line| range.contains(line));
        shown && other_name && !label.declaration.range.overlaps(other.range)
    };
    let mut names: Vec<&str> = outermost(place.candidate.declarations().iter().filter(is_separate))
        .into_iter()
        .map(|other| other.name.as_str())
        .collect();
    names.dedup();
    names
}
