//! What was observed at the places of a report, for forms that people read.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{Candidate, Registry, RepoPath, Symbol};

use super::Place;
use crate::draft::Cited;

/// How a reported place relates to another one, as a tool observed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    pub(super) place: Place,
    pub(super) relation: String,
    pub(super) of: Place,
    pub(super) resolution: String,
}

impl Relation {
    /// The place that was found.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Its relation to the other place, in the tool's terms: `callers`, `callees`, `references`, `implementors`.
    #[must_use]
    pub fn relation(&self) -> &str {
        &self.relation
    }

    /// The place of the symbol that was asked about.
    #[must_use]
    pub fn of(&self) -> &Place {
        &self.of
    }

    /// How it was resolved: `import`, `scope`, or `name` only.
    #[must_use]
    pub fn resolution(&self) -> &str {
        &self.resolution
    }
}

/// What was observed at the places of a report: their lines without masked ones, their
/// symbols, and the relations between them; unchanged when the report was built.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Observed {
    lines: BTreeMap<RepoPath, BTreeMap<u32, String>>,
    symbols: Vec<(Place, Symbol)>,
    relations: Vec<Relation>,
}

impl Observed {
    /// The observations of the cited places, limited to the lines that the report cites.
    pub(crate) fn of(cited: &[&Cited<'_>], registry: &Registry) -> Self {
        let mut observed = Self::default();
        for one in cited {
            observed.add_lines(one.candidate, cited);
        }
        for one in cited {
            let place = Place::of(one);
            let known = observed.symbols.iter().any(|(known, _)| *known == place);
            if let Some(symbol) = symbol_of(one).filter(|_| !known) {
                observed.symbols.push((place, symbol));
            }
        }
        observed.add_relations(cited, registry);
        observed
    }

    fn add_lines(&mut self, candidate: &Candidate, cited: &[&Cited<'_>]) {
        let Some(evidence) = candidate.evidence() else {
            return;
        };
        let path = candidate.path();
        let here = || cited.iter().filter(|one| one.candidate.path() == path);
        let shown = |line| here().any(|one| one.range.is_some_and(|range| range.contains(line)));
        let masked = |line| {
            let mut texts = here().filter_map(|one| one.candidate.evidence());
            texts.any(|text| text.line(line).is_some() && text.is_masked(line))
        };
        let lines = evidence.lines();
        let lines = lines.filter(|&(line, _)| shown(line) && !masked(line));
        let lines = lines.map(|(line, text)| (line, text.to_owned()));
        self.lines.entry(path.clone()).or_default().extend(lines);
    }

    /// Adds the relations whose two ends are symbols of cited places. A name that was observed in several files is
    /// ambiguous and gets no relation.
    fn add_relations(&mut self, cited: &[&Cited<'_>], registry: &Registry) {
        for candidate in registry.iter().filter(|c| !c.related().is_empty()) {
            let Some(place) = self.cited_place_of(candidate, cited) else {
                continue;
            };
            for edge in candidate.related() {
                let named = |at: &Candidate| {
                    at.symbols()
                        .iter()
                        .any(|s| has_name(s, at.path(), &edge.of))
                };
                let files = registry.iter().filter(|at| named(at)).map(Candidate::path);
                let unique = files.collect::<BTreeSet<_>>().len() == 1;
                let mut ends = self.symbols.iter();
                let end = ends.find(|(of, symbol)| has_name(symbol, of.path(), &edge.of));
                let end = end.filter(|(of, _)| unique && *of != place);
                let relation = end.map(|(of, _)| Relation {
                    place: place.clone(),
                    relation: edge.relation.clone(),
                    of: of.clone(),
                    resolution: edge.resolution.clone(),
                });
                let new = relation.filter(|relation| !self.relations.contains(relation));
                self.relations.extend(new);
            }
        }
    }

    /// The cited place that has the candidate's symbol and one of its hit lines (any line if it has no hits), provided that
    /// the line still has the text that the candidate shows.
    fn cited_place_of(&self, candidate: &Candidate, cited: &[&Cited<'_>]) -> Option<Place> {
        let (range, evidence) = (candidate.range()?, candidate.evidence()?);
        let lines = self.lines.get(candidate.path())?;
        let is_current = |line: u32| {
            let seen = lines.get(&line).map(String::as_str);
            seen.is_some() && seen == evidence.line(line)
        };
        let hit_lines_or_all = match candidate.hits() {
            [] => (range.start()..=range.end()).collect(),
            hits => hits.to_vec(),
        };
        let contains_hit = |one: &&&Cited<'_>| {
            let inside = |line: u32| one.range.is_some_and(|range| range.contains(line));
            let same_file = one.candidate.path() == candidate.path();
            same_file
                && hit_lines_or_all
                    .iter()
                    .any(|&line| inside(line) && is_current(line))
        };
        let places = cited.iter().filter(contains_hit).map(|one| Place::of(one));
        let mut named = places.filter(|place| {
            let symbol = self.symbol(place);
            symbol.is_some_and(|symbol| candidate.symbols().contains(symbol))
        });
        named.next()
    }

    pub(super) fn lines(&self, place: &Place) -> impl Iterator<Item = (u32, &str)> {
        let lines = place.range().zip(self.lines.get(place.path()));
        let lines = lines.map(|(range, lines)| lines.range(range.start()..=range.end()));
        lines
            .into_iter()
            .flatten()
            .map(|(line, text)| (*line, text.as_str()))
    }

    pub(super) fn symbol(&self, place: &Place) -> Option<&Symbol> {
        let known = self.symbols.iter().find(|(known, _)| known == place);
        known.map(|(_, symbol)| symbol)
    }

    pub(super) fn relations(&self) -> &[Relation] {
        &self.relations
    }
}

/// Whether `of` means this symbol: its simple or qualified name, or `path#name` where several files declare the name.
fn has_name(symbol: &Symbol, path: &RepoPath, of: &str) -> bool {
    let (file, name) = match of.rsplit_once('#') {
        Some((file, name)) => (Some(file), name),
        None => (None, of),
    };
    let same = symbol.qualified == name || symbol.name == name;
    same && file.is_none_or(|file| file == path.as_str())
}

/// The candidate's first symbol; else the innermost declaration around the cited lines.
fn symbol_of(cited: &Cited<'_>) -> Option<Symbol> {
    let candidate = cited.candidate;
    if let Some(symbol) = candidate.symbols().first() {
        return Some(symbol.clone());
    }
    let range = cited.range?;
    let mut around = candidate.declarations().iter();
    around
        .rfind(|one| one.range.covers(range))
        .map(Symbol::from)
}
