//! What was observed at the places of a report, for forms that people read.

mod around;

use std::collections::BTreeMap;

use firsthand_anchors::{Anchor, DeclarationName};
use firsthand_registry::{Candidate, Declaration, LineRange, Registry, Related, RepoPath, Symbol};

use self::around::innermost;
use super::{Place, ReportBody};
use crate::Context;

/// A place of a report with the candidate that was cited for it.
type Cited<'r> = (&'r Place, &'r Candidate);

/// How a reported place relates to another one, as a tool observed it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Relation {
    /// The place that was found.
    pub place: Place,
    /// Its relation to the other place, in the tool's terms: `callers`, `callees`, `references`,
    /// `implementors`, `siblings`.
    pub relation: String,
    /// The place of the symbol that was asked about.
    pub of: Place,
    /// How it was resolved: `import`, `scope` or a `unique name`; or only by its `name`, or in a `text`.
    pub resolution: String,
}

/// What was observed at the places of a report: their lines without masked ones, their
/// symbols, and the relations between them; unchanged when the report was built.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlaceObservations {
    lines: BTreeMap<RepoPath, BTreeMap<u32, String>>,
    symbols: Vec<(Place, Symbol)>,
    /// The declarations in a place by their names, each with the line of the name if the place has more lines than it.
    name_lines: Vec<(Place, String, Option<u32>)>,
    relations: Vec<Relation>,
    /// The declarations around the lines that the links of the flow quote: by place and line.
    around: Vec<(Place, u32, String)>,
    /// The outermost declarations that begin in a place, where these are several.
    beginning: Vec<(Place, Vec<Symbol>)>,
}

impl PlaceObservations {
    /// The observations of a report's places, limited to the lines that the report cites.
    pub(crate) fn of(body: &ReportBody, context: &Context<'_>) -> Self {
        let cited: Vec<Cited<'_>> =
            body.places().filter_map(|place| Some((place, context.candidate(place)?))).collect();
        let mut observed = Self::default();
        for (_, candidate) in &cited {
            observed.add_lines(candidate, &cited);
        }
        for (place, candidate) in &cited {
            let has_symbol = observed.symbol(place).is_some();
            if let Some(symbol) = symbol_of(place, candidate).filter(|_| !has_symbol) {
                observed.symbols.push(((*place).clone(), symbol));
            }
            observed.add_name_lines(place, candidate);
            observed.add_beginning(place, candidate);
        }
        observed.add_around(body, context);
        observed.add_relations(&cited, context.registry);
        observed
    }

    fn add_lines(&mut self, candidate: &Candidate, cited: &[Cited<'_>]) {
        let Some(evidence) = candidate.evidence() else {
            return;
        };
        let path = candidate.path();
        let in_file = || cited.iter().filter(|(place, _)| place.path() == path);
        let is_cited = |line| {
            in_file().any(|(place, _)| place.range().is_some_and(|range| range.contains(line)))
        };
        let is_masked = |line| {
            in_file()
                .filter_map(|(_, candidate)| candidate.evidence())
                .any(|text| text.line(line).is_some() && text.is_masked(line))
        };
        let lines = evidence
            .lines()
            .filter(|&(line, _)| is_cited(line) && !is_masked(line))
            .map(|(line, text)| (line, text.to_owned()));
        self.lines.entry(path.clone()).or_default().extend(lines);
    }

    fn add_beginning(&mut self, place: &Place, candidate: &Candidate) {
        let Some(range) = place.range() else {
            return;
        };
        let begins = |declared: &&Declaration| {
            let head = declared.head.map_or(declared.range.start(), LineRange::start);
            range.contains(head) && !declared.range.covers(range)
        };
        let declared: Vec<&Declaration> = candidate.declarations().iter().filter(begins).collect();
        let is_outermost = |one: &&&Declaration| {
            !declared.iter().any(|other| other != *one && other.range.covers(one.range))
        };
        let outermost = declared.iter().filter(is_outermost);
        let symbols: Vec<Symbol> = outermost.map(|declared| Symbol::from(*declared)).collect();
        if symbols.len() > 1 && !self.beginning.iter().any(|(other, _)| other == place) {
            self.beginning.push((place.clone(), symbols));
        }
    }

    fn add_name_lines(&mut self, place: &Place, candidate: &Candidate) {
        let Some(range) = place.range() else {
            return;
        };
        let names = candidate.declarations().iter().filter_map(|declared| {
            let line = declared.head?.start();
            let is_more = !declared.range.covers(range);
            Some((place.clone(), declared.name.clone(), is_more.then_some(line)))
        });
        self.name_lines.extend(names.filter(|(.., line)| line.is_none_or(|at| range.contains(at))));
    }

    /// Adds the relations whose two ends are symbols of cited places. A name that was observed in several files is
    /// ambiguous and gets no relation, unless it is given as `path#name`.
    fn add_relations(&mut self, cited: &[Cited<'_>], registry: &Registry) {
        for candidate in registry.iter().filter(|c| !c.related().is_empty()) {
            let Some(place) = self.cited_place_of(candidate, cited) else {
                continue;
            };
            for edge in candidate.related() {
                let end = self.end_of(edge, registry).filter(|(of, _)| *of != place);
                let relation = end.map(|(of, _)| Relation {
                    place: place.clone(),
                    relation: edge.relation.clone(),
                    of: of.clone(),
                    resolution: edge.resolution.clone(),
                });
                let new_relation = relation.filter(|relation| !self.relations.contains(relation));
                self.relations.extend(new_relation);
            }
        }
    }

    /// The cited place, with its symbol, that the edge leads to; `None` where the name was observed in another file, too.
    pub(super) fn end_of(&self, edge: &Related, registry: &Registry) -> Option<&(Place, Symbol)> {
        let mut ends = self.symbols.iter();
        let end = ends.find(|(of, symbol)| has_name(symbol, of.path(), &edge.of))?;
        let has_related_name = |other: &&Candidate| {
            let mut symbols = other.symbols().iter();
            symbols.any(|symbol| has_name(symbol, other.path(), &edge.of))
        };
        let mut related = registry.iter().filter(has_related_name);
        related.all(|other| other.path() == end.0.path()).then_some(end)
    }

    /// The cited place that has the candidate's symbol and one of its hit lines (any line if it has no hits), provided
    /// that the line still has the text that the candidate shows.
    fn cited_place_of(&self, candidate: &Candidate, cited: &[Cited<'_>]) -> Option<Place> {
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
        let contains_hit = |place: &Place| {
            let inside = |line: u32| place.range().is_some_and(|range| range.contains(line));
            let mut hits = hit_lines_or_all.iter();
            place.path() == candidate.path() && hits.any(|&line| inside(line) && is_current(line))
        };
        let has_its_symbol = |place: &Place| {
            let symbol = self.symbol(place);
            symbol.is_some_and(|symbol| candidate.symbols().contains(symbol))
        };
        cited
            .iter()
            .map(|(place, _)| *place)
            .find(|place| contains_hit(place) && has_its_symbol(place))
            .cloned()
    }

    /// The numbers (1-based) and texts of the lines observed at one of the report's places, without masked ones.
    pub fn lines(&self, place: &Place) -> impl Iterator<Item = (u32, &str)> {
        let lines = place.range().zip(self.lines.get(place.path()));
        let lines = lines.map(|(range, lines)| lines.range(range.start()..=range.end()));
        lines.into_iter().flatten().map(|(line, text)| (*line, text.as_str()))
    }

    /// The line of a name in one of the report's places, of a declaration that is only a part of these lines: the place
    /// is not all of it, and a reader would look for it in the first line.
    #[must_use]
    pub fn name_line(&self, place: &Place, name: &str) -> Option<u32> {
        let mut names = self.name_lines.iter();
        names.find(|(other, own, _)| other == place && own == name)?.2
    }

    /// The declaration whose lines one of the report's places is; or else the observed symbol, the innermost declaration
    /// around the place, or the first one that it names.
    #[must_use]
    pub fn symbol(&self, place: &Place) -> Option<&Symbol> {
        let found = self.symbols.iter().find(|(other, _)| other == place);
        found.map(|(_, symbol)| symbol)
    }

    /// The outermost declarations that begin in one of the report's places, where these are several.
    #[must_use]
    pub fn beginning(&self, place: &Place) -> &[Symbol] {
        let found = self.beginning.iter().find(|(other, _)| other == place);
        found.map_or(&[], |(_, symbols)| symbols)
    }

    /// What finds a place's lines again: of the lines without masked ones, and of the declaration around them.
    pub(super) fn anchor(&self, place: &Place, candidate: Option<&Candidate>) -> Option<Anchor> {
        let range = place.range()?;
        let seen = self.lines.get(place.path())?;
        let lines = (range.start()..=range.end()).map(|line| seen.get(&line));
        let lines = lines.map(|line| line.map(String::as_bytes));
        let around = candidate.and_then(|candidate| declaration_of(range, candidate));
        Some(Anchor::of_lines(lines, around))
    }

    /// The observed relations of which both ends lie in places of the report.
    #[must_use]
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }
}

/// The last name of one with containers, as in `path#Type.name` or `Type::name`.
pub(super) fn simple_name(of: &str) -> &str {
    of.rsplit(['#', '.', ':']).next().unwrap_or(of)
}

/// Whether `of` means this symbol: its simple or qualified name, or `path#name` where several files declare the name.
fn has_name(symbol: &Symbol, path: &RepoPath, of: &str) -> bool {
    let (file, name) = match of.rsplit_once('#') {
        Some((file, name)) => (Some(file), name),
        None => (None, of),
    };
    // Of a symbol that was only read, the containers are not known.
    let is_bare = symbol.qualified == symbol.name;
    let same = symbol.qualified == name || symbol.name == name;
    let same = same || (is_bare && symbol.name == simple_name(name));
    same && file.is_none_or(|file| file == path.as_str())
}

/// The name of the innermost declaration around the lines, or else of the first one that they name; with its containers,
/// where they were observed.
pub(super) fn declaration_of(lines: LineRange, candidate: &Candidate) -> Option<DeclarationName> {
    let declared = declaration_at(lines, candidate)?;
    let is_same =
        |symbol: &&Symbol| (&symbol.name, &symbol.kind) == (&declared.name, &declared.kind);
    let symbol = candidate.symbols().iter().find(is_same);
    let name = symbol.map_or(&declared.name, |symbol| &symbol.qualified);
    Some(DeclarationName::new(name, &declared.kind).around(declared.range, lines))
}

/// The innermost declaration around the lines, or else the first one that they name.
fn declaration_at(lines: LineRange, candidate: &Candidate) -> Option<&Declaration> {
    let is_named = |declared: &&Declaration| {
        let head = declared.head;
        head.is_some_and(|head| lines.contains(head.start()))
    };
    innermost(lines, candidate).or_else(|| candidate.declarations().iter().find(is_named))
}

/// The declaration that begins with the cited lines and has all of them; else the candidate's first symbol, the innermost
/// declaration around the lines, or the first one that they name.
fn symbol_of(place: &Place, candidate: &Candidate) -> Option<Symbol> {
    let observed = candidate.symbols();
    let is = |symbol: &Symbol, declared: &Declaration| {
        (&symbol.name, &symbol.kind) == (&declared.name, &declared.kind)
    };
    let is_whole = |declared: &&Declaration| {
        let lines = place.range().filter(|lines| declared.range.covers(*lines));
        lines.is_some_and(|lines| lines.start() == declared.range.start())
    };
    let mut whole = candidate.declarations().iter().filter(is_whole).rev();
    let first = observed.first();
    let own = whole.clone().find(|declared| first.is_some_and(|symbol| is(symbol, declared)));
    if let Some(declared) = own.or_else(|| whole.next()) {
        let symbol = observed.iter().find(|symbol| is(symbol, declared));
        return Some(symbol.cloned().unwrap_or_else(|| Symbol::from(declared)));
    }
    first.cloned().or_else(|| declaration_at(place.range()?, candidate).map(Symbol::from))
}
