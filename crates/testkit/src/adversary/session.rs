//! Observations by honest tools and by faulty adapters, with an independent record of them.

use std::collections::BTreeMap;

use firsthand_registry::{
    Declaration, LineRange, Observation, ObservationKind, Registry, RepoPath, Source, SourceLine,
    Span, Window,
};

use firsthand_source::wire_names;

use super::tree::SECRET;
use super::{SeededRandom, Tree};
use crate::oracle::{Location, ShownLines, lines};

wire_names! {
    /// The faults of an adapter.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum AdapterFault {
        /// Lines that are not in the file.
        WrongText => "wrong_text",
        /// The file's lines under other numbers.
        Shifted => "shifted",
        /// Lines past the file's end.
        PastTheEnd => "past_the_end",
        /// A file that does not exist.
        Ghost => "ghost",
        /// Another file's lines.
        OtherFile => "other_file",
        /// A folder.
        Folder => "folder",
        /// The target of a symbolic link.
        Linked => "linked",
        /// Two lines as one.
        Joined => "joined",
    }
}

/// A place as a tool showed it.
#[derive(Clone, Debug)]
pub struct ShownPlace {
    /// The place.
    pub location: Location,
    /// Its lines, as they were shown; `None` for a masked line.
    pub lines: Vec<Option<String>>,
    /// The fault of the observation, if it is false.
    pub fault: Option<AdapterFault>,
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
                1 | 2 => {
                    let fault = *rng.pick(&AdapterFault::ALL);
                    session.observe_with_fault(tree, fault, rng);
                }
                _ => session.observe_honestly(tree, rng),
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

    fn observe_honestly(&mut self, tree: &Tree, rng: &mut SeededRandom) {
        let Some(path) = rng.any(tree.files.keys()) else {
            return;
        };
        let all = shown_lines(&tree.files[path]);
        let length = tree.length(path);
        if length == 0 {
            return;
        }
        let start = if rng.chance(50) { 1 } else { rng.between(1, length) };
        let end = if rng.chance(40) { length } else { rng.between(start, length.min(start + 30)) };
        let part = all[start as usize - 1..end as usize].to_vec();
        self.show(path, start, part, length, None, rng);
    }

    fn observe_with_fault(&mut self, tree: &Tree, fault: AdapterFault, rng: &mut SeededRandom) {
        let Some(path) = rng.any(tree.files.keys()) else {
            return;
        };
        let (mut all, length) = (shown_lines(&tree.files[path]), tree.length(path));
        if length == 0 {
            return;
        }
        let (mut name, mut start, mut total_lines) = (path.as_str(), 1, length);
        match fault {
            AdapterFault::WrongText => all
                .iter_mut()
                .filter_map(unmasked_text)
                .for_each(|line| line.push_str(" // and more")),
            AdapterFault::Shifted => (start, total_lines) = (2, length + 1),
            AdapterFault::PastTheEnd => {
                all.push(SourceLine::Plain("let behind = the_end;".to_owned()));
                total_lines = length + 1;
            }
            AdapterFault::Ghost => name = "src/ghost.ts",
            AdapterFault::OtherFile => match rng.any(tree.files.values()) {
                Some(other) => all = shown_lines(other),
                None => return,
            },
            AdapterFault::Folder => {
                name = path.rsplit_once('/').map_or("src", |(folder, _)| folder);
            }
            AdapterFault::Linked => match tree.links.first() {
                Some((link, _)) => name = link,
                None => return,
            },
            AdapterFault::Joined => {
                let texts: Vec<String> =
                    all.iter_mut().filter_map(unmasked_text).map(|t| t.clone()).collect();
                all = vec![SourceLine::Plain(texts.join(" "))];
            }
        }
        total_lines = total_lines.max(start + u32::try_from(all.len()).unwrap_or(0));
        self.show(name, start, all, total_lines, Some(fault), rng);
    }

    /// Records these lines of a file and observes them as one place, of a random kind of observation.
    fn show(
        &mut self,
        path: &str,
        start: u32,
        lines: Vec<SourceLine>,
        total_lines: u32,
        fault: Option<AdapterFault>,
        rng: &mut SeededRandom,
    ) {
        let Ok(path) = RepoPath::new(path) else {
            return;
        };
        let Ok(span) = Span::new(path.clone(), start, lines.clone(), Some(total_lines)) else {
            return;
        };
        let lines: Vec<_> =
            lines.into_iter().map(|mut line| unmasked_text(&mut line).cloned()).collect();
        let end = start + u32::try_from(lines.len()).unwrap_or(1) - 1;
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
        let location = (path.as_str().to_owned(), Some((start, end)));
        self.record.add(ShownPlace { location, lines, fault });
        let kind = match rng.below(4) {
            0 => ObservationKind::Matches,
            1 => ObservationKind::Symbols,
            2 => ObservationKind::Relations,
            _ => ObservationKind::Read,
        };
        let source = [Source::READ, Source::GREP, Source::GRAPH][rng.below(3)].clone();
        self.observe(Observation::new(source, kind, vec![window]));
    }

    fn observe(&mut self, observation: Observation) {
        self.registry.observe(observation.clone());
        self.observations.push(observation);
    }
}

/// The lines of a file as an honest tool shows them: secrets and lines that are not UTF-8 are masked.
fn shown_lines(bytes: &[u8]) -> Vec<SourceLine> {
    let seen = lines(bytes).into_iter().map(SourceLine::from_bytes);
    let redact = |line: SourceLine| {
        if line.is_masked() || line.text().contains(SECRET) {
            line.mask("[redacted]")
        } else {
            line
        }
    };
    seen.map(redact).collect()
}

/// The text of a line that is not masked.
fn unmasked_text(line: &mut SourceLine) -> Option<&mut String> {
    match line {
        SourceLine::Plain(text) => Some(text),
        SourceLine::Masked { .. } => None,
    }
}
