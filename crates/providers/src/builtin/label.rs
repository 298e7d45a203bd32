//! The declaration that labels a place: a report uses its name and kind.

use std::collections::HashSet;

use firsthand_agent::registry::{Declaration, LineRange};

use super::places::Place;

/// The declaration that labels a place, and how much of it the place shows.
#[derive(Clone, Copy)]
pub(super) struct Label<'p> {
    pub(super) declaration: &'p Declaration,
    /// Whether the place shows the line with its name.
    pub(super) shows_name: bool,
    /// Whether the place ends before the declaration does.
    pub(super) is_cut: bool,
}

/// A namespace is a declaration of which one other declaration takes at least this share of the lines: three quarters.
const NAMESPACE_SHARE: (u32, u32) = (3, 4);
/// The most namespaces inside each other.
const MAX_NAMESPACE_DEPTH: usize = 8;

/// Selects the label of a place. Of the outermost declarations whose names the place shows, it is the one that contains
/// the symbol that the place was shown for, or else the first. For a place without a symbol, it is the first one that
/// contains a hit line, or simply the first if there are no hits. If another declaration in the place has the quoted line, it
/// is that one. A namespace is replaced by its content. If none of these declarations qualifies, the label is the innermost
/// declaration around the place.
pub(super) fn label(place: Place<'_>) -> Option<Label<'_>> {
    let (range, declared) = (place.range()?, place.candidate.declarations());
    let shows_name = |d: &Declaration| name_line(d).is_some_and(|line| range.contains(line));
    let symbol = place.symbol;
    let is_symbol = |d: &Declaration| symbol.is_some_and(|s| s.name == d.name && s.kind == d.kind);
    let named: Vec<&Declaration> = outermost(declared.iter().filter(|d| shows_name(d)));
    let contains_symbol = |outer: &&&Declaration| {
        let mut inside = declared.iter().filter(|d| outer.range.covers(d.range));
        is_symbol(outer) || inside.any(is_symbol)
    };
    let may_contain_hit = |outer: &&&Declaration| {
        let mut hits = place.hits().iter();
        place.hits().is_empty() || hits.any(|line| outer.range.contains(*line))
    };
    let has_quote = |d: &&Declaration| place.quoted.is_some_and(|line| d.range.contains(line));
    let quoted = declared.iter().filter(|d| has_quote(d) && !d.range.covers(range));
    let best = match symbol {
        Some(_) => named.iter().find(contains_symbol).or(named.first()),
        None => named.iter().find(may_contain_hit),
    };
    let enclosing = declared.iter().filter(|d| d.range.covers(range));
    let innermost = || enclosing.min_by_key(|d| d.range.len());
    let quoted = outermost(quoted).first().copied();
    let best = best.copied().filter(|best| quoted.is_none() || has_quote(best)).or(quoted);
    let declaration = match best {
        Some(outer) => unwrap_namespaces(outer, declared, &shows_name),
        None => innermost()?,
    };
    Some(Label {
        declaration,
        shows_name: shows_name(declaration),
        is_cut: declaration.range.end() > range.end(),
    })
}

/// Follows nested namespaces inwards to the first declaration that contains several others. Returns `outer` itself if
/// there is none.
fn unwrap_namespaces<'d>(
    outer: &'d Declaration,
    declared: &'d [Declaration],
    shows_name: &impl Fn(&Declaration) -> bool,
) -> &'d Declaration {
    let takes_most = |inner: &Declaration, outer: &Declaration| {
        inner.range.len() * NAMESPACE_SHARE.1 >= outer.range.len() * NAMESPACE_SHARE.0
    };
    let mut content = outer;
    for _ in 0..=MAX_NAMESPACE_DEPTH {
        let outer_range = content.range;
        let inside =
            declared.iter().filter(|d| d.range != outer_range && outer_range.covers(d.range));
        match outermost(inside)[..] {
            [only] if shows_name(only) && takes_most(only, content) => content = only,
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

/// The other outermost declarations whose names a place shows, each name once. Declarations that overlap the label or have
/// its name are left out.
pub(super) fn other_declarations(place: Place<'_>) -> Vec<&Declaration> {
    let (Some(label), Some(range)) = (label(place), place.range()) else {
        return Vec::new();
    };
    let is_separate = |other: &&Declaration| {
        let other_name = other.name != label.declaration.name;
        let shown = name_line(other).is_some_and(|line| range.contains(line));
        shown && other_name && !label.declaration.range.overlaps(other.range)
    };
    let mut others = outermost(place.candidate.declarations().iter().filter(is_separate));
    let mut seen = HashSet::new();
    others.retain(|other| seen.insert(&other.name));
    others
}
