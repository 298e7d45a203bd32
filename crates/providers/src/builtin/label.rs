//! Which declaration a place is called by.

use firsthand_agent::registry::{Candidate, Declaration, LineRange};

/// The declaration that a place is called by, and how much of it the place shows.
#[derive(Clone, Copy)]
pub(super) struct Label<'p> {
    pub(super) declaration: &'p Declaration,
    /// Whether the line of its name is shown.
    pub(super) begins: bool,
    /// Whether its end is not shown.
    pub(super) is_cut: bool,
}

/// Of the declarations that begin in a place, the outermost one that holds what the place was shown for, or else the
/// first; where none begins there, the innermost around it.
pub(super) fn label(place: &Candidate) -> Option<Label<'_>> {
    let (range, declared) = (place.range()?, place.declarations());
    let begins = |d: &Declaration| name_line(d).is_some_and(|line| range.contains(line));
    let symbol = place.symbols().first();
    let meant = |d: &Declaration| symbol.is_some_and(|s| s.name == d.name && s.kind == d.kind);
    let begun: Vec<&Declaration> = outermost(declared.iter().filter(|d| begins(d)));
    let holds_meant = |outer: &&&Declaration| {
        let mut inside = declared.iter().filter(|d| outer.range.covers(d.range));
        meant(outer) || inside.any(meant)
    };
    let best = begun.iter().find(holds_meant).or(begun.first());
    let around = declared.iter().filter(|d| d.range.covers(range));
    let innermost = || around.min_by_key(|d| d.range.len());
    let declaration = best.copied().or_else(innermost)?;
    Some(Label {
        declaration,
        begins: begins(declaration),
        is_cut: declaration.range.end() > range.end(),
    })
}

/// Those that stand in no other of them, in their order.
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

/// The name of a label as far as it is known: with what it stands in, where the place was shown for it.
pub(super) fn full_name<'p>(place: &'p Candidate, label: Label<'p>) -> &'p str {
    let declared = label.declaration;
    let symbol = place.symbols().first();
    let same = symbol.filter(|s| s.name == declared.name && s.kind == declared.kind);
    same.map_or(&declared.name, |symbol| &symbol.qualified)
}

/// What a place declares beside its label, by name: outermost declarations whose first lines it shows.
pub(super) fn other_declarations(place: &Candidate) -> Vec<&str> {
    let (Some(label), Some(range)) = (label(place), place.range()) else {
        return Vec::new();
    };
    let apart = |other: &&Declaration| {
        let other_name = other.name != label.declaration.name;
        let shown = name_line(other).is_some_and(|line| range.contains(line));
        shown && other_name && !label.declaration.range.overlaps(other.range)
    };
    let mut names: Vec<&str> = outermost(place.declarations().iter().filter(apart))
        .into_iter()
        .map(|other| other.name.as_str())
        .collect();
    names.dedup();
    names
}
