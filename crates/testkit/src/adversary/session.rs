//! Observations by honest tools and by faulty adapters, with an independent record of them.

use std::collections::BTreeMap;

use firsthand_registry::{
    Declaration, LineRange, Observation, ObservationKind, Registry, RepoPath, Source, SourceLine,
    Span, Window,
};

use super::tree::SECRET;
use super::{SeededRandom, Tree};
use crate::Fault;
use crate::oracle::{Location, ShownLines};

/// A place as a tool showed it.
#[derive(Clone, Debug)]
pub struct ShownPlace {
    /// The place.
    pub location: Location,
    /// Its lines, as they were shown; `None` for a masked line.
    pub lines: Vec<Option<String>>,
    /// The fault of the observation, if it is false.
    pub fault: Option<Fault>,
}

/// A record of what one conversation showed, independent of the registry.
#[derive(Clone, Debug, Default)]
pub struct ShownRecord {
    /// The places by id: `c1` is the first.
    pub places: Vec<ShownPlace>,
    /// The shown lines, by path.
    pub seen: BTreeMap<String, ShownLines>,
}

impl ShownRecord {
    /// The location of each id.
    #[must_use]
    pub fn ids(&self) -> Vec<Location> {
        self.places.iter().map(|place| place.location.clone()).collect()
    }

    fn add(&mut self, new: ShownPlace) {
        let (path, range) = &new.location;
        let seen = self.seen.entry(path.clone()).or_default();
        let first = range.map_or(1, |(start, _)| start);
        for (number, line) in (first..).zip(&new.lines) {
            let texts = seen.entry(number).or_default();
            if !texts.contains(line) {
                texts.push(line.clone());
            }
        }
        match self.places.iter_mut().find(|old| old.location == new.location) {
            Some(old) => {
                let merged = old.lines.iter().zip(new.lines);
                old.lines = merged.map(|(old, new)| old.as_ref().and(new)).collect();
                old.fault = new.fault;
            }
            None => self.places.push(new),
        }
    }
}

/// One conversation: its observations, their registry, and an independent record.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The observations, in order.
    pub observations: Vec<Observation>,
    /// Their registry.
    pub registry: Registry,
    /// Their record.
    pub record: ShownRecord,
}

impl Session {
    /// A conversation about the tree.
    #[must_use]
    pub fn new(tree: &Tree, rng: &mut SeededRandom) -> Self {
        let mut session = Self::default();
        for _ in 0..rng.between(2, 8) {
            match rng.below(10) {
                0 => session.list(tree),
                1 | 2 => session.observe_file(tree, Some(*rng.pick(&Fault::LIES)), rng),
                _ => session.observe_file(tree, None, rng),
            }
        }
        session
    }

    fn list(&mut self, tree: &Tree) {
        let paths = tree.files.keys().filter_map(|path| RepoPath::new(path).ok());
        let paths: Vec<RepoPath> = paths.collect();
        for path in &paths {
            let location = (path.as_str().to_owned(), None);
            self.record.add(ShownPlace { location, lines: Vec::new(), fault: None });
        }
        self.observe(Observation::listed(Source::LIST, paths));
    }

    /// Observes lines of a file, or what a tool with the fault shows of it.
    fn observe_file(&mut self, tree: &Tree, fault: Option<Fault>, rng: &mut SeededRandom) {
        let mut any_file = || {
            let path = rng.any(tree.files.keys())?;
            shown_lines(path, &tree.files[path])
        };
        let (Some(file), Some(other)) = (any_file(), any_file()) else {
            return;
        };
        let length = file.range().end();
        let shown = if let Some(fault) = fault {
            let has_link = !tree.links.is_empty() || fault != Fault::Links;
            fault.falsify(&file, &other).filter(|_| has_link)
        } else {
            let start = if rng.chance(50) { 1 } else { rng.between(1, length) };
            let end =
                if rng.chance(40) { length } else { rng.between(start, length.min(start + 30)) };
            LineRange::new(start, end).and_then(|range| file.narrow(range))
        };
        if let Some(span) = shown {
            self.show(span, fault, rng);
        }
    }

    /// Records lines and observes them as one place, of a random kind of observation.
    fn show(&mut self, span: Span, fault: Option<Fault>, rng: &mut SeededRandom) {
        let (path, range) = (span.path().as_str().to_owned(), span.range());
        let (start, end) = (range.start(), range.end());
        let text = |line: &SourceLine| (!line.is_masked()).then(|| line.text().to_owned());
        let lines = span.lines().map(|(_, line)| text(line)).collect();
        self.record.add(ShownPlace { location: (path, Some((start, end))), lines, fault });
        let hits: Vec<u32> = (0..rng.below(3)).map(|_| rng.between(start, end)).collect();
        let declarations = LineRange::new(rng.between(start, end), end).map(|range| Declaration {
            name: "load".to_owned(),
            kind: "function".to_owned(),
            range,
            head: None,
            is_test: false,
        });
        let window = Window::new(span)
            .with_hits(hits)
            .with_declarations(declarations.into_iter().filter(|_| rng.chance(50)).collect());
        let kind = *rng.pick(&[
            ObservationKind::Matches,
            ObservationKind::Symbols,
            ObservationKind::Relations,
            ObservationKind::Read,
        ]);
        let source = rng.pick(&[Source::READ, Source::GREP, Source::GRAPH]).clone();
        self.observe(Observation::new(source, kind, vec![window]));
    }

    fn observe(&mut self, observation: Observation) {
        self.registry.observe(observation.clone());
        self.observations.push(observation);
    }
}

/// The lines of a file as an honest tool shows them: secrets and lines that are not UTF-8 are masked; `None` without a
/// line.
fn shown_lines(path: &str, bytes: &[u8]) -> Option<Span> {
    let whole = Span::of_file(RepoPath::new(path).ok()?, bytes, LineRange::new(1, u32::MAX)?);
    let redact = |_, line: SourceLine| {
        let is_hidden = line.is_masked() || line.text().contains(SECRET);
        if is_hidden { line.mask("[redacted]") } else { line }
    };
    Some(whole.ok()?.map_lines(redact))
}
