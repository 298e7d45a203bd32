//! The names above the places of a page.

use firsthand_registry::Symbol;
use firsthand_validator::Place;

use super::Page;
use crate::titles::{leading_name, shows_name};

/// What names a place.
#[derive(Clone, Copy)]
pub(super) struct Title<'p> {
    /// The name without its containers.
    pub(super) simple: &'p str,
    pub(super) name: &'p str,
    /// The kind of the declaration; empty where it is not known.
    pub(super) kind: &'p str,
    /// The line of the name, where the place has more than the declaration.
    pub(super) line: Option<u32>,
}

impl Page<'_, '_> {
    /// What names a place: what the first fact about it begins with, if the place's own lines have it, or else the observed
    /// declaration.
    pub(super) fn title<'p>(&'p self, place: &Place) -> Option<Title<'p>> {
        let body = self.parts.report.body();
        let symbol = body.observed.symbol(place);
        let of_symbol = symbol.map(|Symbol { name, qualified, kind }| Title {
            simple: name,
            name: qualified,
            kind,
            line: body.observed.name_line(place, name),
        });
        let link = body.flow.iter().find(|link| link.place == *place);
        let (named, _) = link.and_then(|link| leading_name(&link.fact)).unzip();
        let of_fact = named.filter(|name| {
            of_symbol.is_none_or(|symbol| symbol.simple != *name)
                && shows_name(&body.observed, place, name)
        });
        let line = |name: &str| body.observed.name_line(place, name);
        of_fact.map(|name| Title { simple: name, name, kind: "", line: line(name) }).or(of_symbol)
    }
}
