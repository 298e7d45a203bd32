//! What tools say that they saw: honest ones, and adapters that lie; and a record of it.

use std::collections::BTreeMap;

use firsthand_registry::{
    Declaration, LineRange, Observation, Registry, RepoPath, Seen, Source, SourceLine, Span, Window,
};

use super::tree::{SECRET, lines};
use super::{SeededRandom, Tree};
use crate::oracle::{Shown, Spot};

/// How an adapter lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AdapterFault {
    /// Lines that do not stand in the file.
    WrongText,
    /// The file's lines under other numbers.
    Shifted,
    /// Lines behind the file's end.
    PastTheEnd,
    /// A file that is not there.
    Ghost,
    /// Another file's lines.
    OtherFile,
    /// A folder.
    Folder,
    /// What a link points to.
    Linked,
    /// Two lines as one.
    Joined,
}

impl AdapterFault {
    /// All lies.
    pub const ALL: [Self; 8] = [
        Self::WrongText,
        Self::Shifted,
        Self::PastTheEnd,
        Self::Ghost,
        Self::OtherFile,
        Self::Folder,
        Self::Linked,
        Self::Joined,
    ];
}

/// What was said to stand at a place.
#[derive(Clone, Debug)]
pub struct ShownPlace {
    /// The place.
    pub spot: Spot,
    /// Its lines, as they were shown; `None` for a stand-in.
    pub lines: Vec<Option<String>>,
    /// The lie it was.
    pub lie: Option<AdapterFault>,
}

/// What was shown in one conversation, written down without the registry.
#[derive(Clone, Debug, Default)]
pub struct ShownText {
    /// By id: `c1` is the first.
    pub places: Vec<ShownPlace>,
    /// What was shown, by path.
    pub seen: BTreeMap<String, Shown>,
}

impl ShownText {
    /// What each id stands for.
    #[must_use]
    pub fn ids(&self) -> Vec<Spot> {
        self.places.iter().map(|place| place.spot.clone()).collect()
    }

    fn note(&mut self, new: ShownPlace) {
        let (path, range) = &new.spot;
        let seen = self.seen.entry(path.clone()).or_default();
        let first = range.map_or(1, |(start, _)| start);
        for (number, line) in (first..).zip(&new.lines) {
            let texts = seen.entry(number).or_default();
            if !texts.contains(line) {
                texts.push(line.clone());
            }
        }
        match self.places.iter_mut().find(|old| old.spot == new.spot) {
            Some(old) => {
                let merged = old.lines.iter().zip(new.lines);
                old.lines = merged.map(|(old, new)| old.as_ref().and(new)).collect();
                old.lie = new.lie;
            }
            None => self.places.push(new),
        }
    }
}

/// One conversation: what was observed, in the registry and in the record.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// What was observed, in order.
    pub observations: Vec<Observation>,
    /// The registry of it.
    pub registry: Registry,
    /// The record of it.
    pub record: ShownText,
}

impl Session {
    /// A conversation about the tree.
    #[must_use]
    pub fn new(tree: &Tree, dice: &mut SeededRandom) -> Self {
        let mut session = Self::default();
        for _ in 0..dice.between(2, 8) {
            match dice.below(10) {
                0 => session.list(tree),
                1 | 2 => {
                    let lie = *dice.pick(&AdapterFault::ALL);
                    session.lie(tree, lie, dice);
                }
                _ => session.look(tree, dice),
            }
        }
        session
    }

    fn list(&mut self, tree: &Tree) {
        let known = tree
            .files
            .keys()
            .filter_map(|path| RepoPath::new(path).ok());
        let paths: Vec<RepoPath> = known.collect();
        for path in &paths {
            let spot = (path.as_str().to_owned(), None);
            self.record.note(ShownPlace {
                spot,
                lines: Vec::new(),
                lie: None,
            });
        }
        self.observe(Observation::listed(Source::LIST, paths));
    }

    fn look(&mut self, tree: &Tree, dice: &mut SeededRandom) {
        let Some(path) = dice.any(tree.files.keys()) else {
            return;
        };
        let all = shown(&tree.files[path]);
        let length = tree.length(path);
        if length == 0 {
            return;
        }
        let start = if dice.chance(50) {
            1
        } else {
            dice.between(1, length)
        };
        let end = if dice.chance(40) {
            length
        } else {
            dice.between(start, length.min(start + 30))
        };
        let part = all[start as usize - 1..end as usize].to_vec();
        self.show(path, start, part, length, None, dice);
    }

    fn lie(&mut self, tree: &Tree, lie: AdapterFault, dice: &mut SeededRandom) {
        let Some(path) = dice.any(tree.files.keys()) else {
            return;
        };
        let (mut all, length) = (shown(&tree.files[path]), tree.length(path));
        if length == 0 {
            return;
        }
        let (mut name, mut start, mut total) = (path.as_str(), 1, length);
        match lie {
            AdapterFault::WrongText => all
                .iter_mut()
                .filter_map(plain)
                .for_each(|line| line.push_str(" // and more")),
            AdapterFault::Shifted => (start, total) = (2, length + 1),
            AdapterFault::PastTheEnd => {
                all.push(SourceLine::Plain("let behind = the_end;".to_owned()));
                total = length + 1;
            }
            AdapterFault::Ghost => name = "src/ghost.ts",
            AdapterFault::OtherFile => match dice.any(tree.files.values()) {
                Some(other) => all = shown(other),
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
                let texts: Vec<String> = all
                    .iter_mut()
                    .filter_map(plain)
                    .map(|t| t.clone())
                    .collect();
                all = vec![SourceLine::Plain(texts.join(" "))];
            }
        }
        total = total.max(start + u32::try_from(all.len()).unwrap_or(0));
        self.show(name, start, all, total, Some(lie), dice);
    }

    fn show(
        &mut self,
        path: &str,
        start: u32,
        lines: Vec<SourceLine>,
        total: u32,
        lie: Option<AdapterFault>,
        dice: &mut SeededRandom,
    ) {
        let Ok(path) = RepoPath::new(path) else {
            return;
        };
        let Ok(span) = Span::new(path.clone(), start, lines.clone(), Some(total)) else {
            return;
        };
        let lines: Vec<_> = lines
            .into_iter()
            .map(|mut line| plain(&mut line).cloned())
            .collect();
        let end = start + u32::try_from(lines.len()).unwrap_or(1) - 1;
        let hits: Vec<u32> = (0..dice.below(3))
            .map(|_| dice.between(start, end))
            .collect();
        let declarations = LineRange::new(dice.between(start, end), end).map(|range| Declaration {
            name: "load".to_owned(),
            kind: "function".to_owned(),
            range,
            head: None,
            is_test: false,
        });
        let window = Window::new(span).with_hits(hits).with_declarations(
            declarations
                .into_iter()
                .filter(|_| dice.chance(50))
                .collect(),
        );
        let spot = (path.as_str().to_owned(), Some((start, end)));
        self.record.note(ShownPlace { spot, lines, lie });
        let windows = vec![window];
        let seen = match dice.below(4) {
            0 => Seen::Matches(windows),
            1 => Seen::Symbols(windows),
            2 => Seen::Relations(windows),
            _ => Seen::Read(windows),
        };
        let source = [Source::READ, Source::GREP, Source::GRAPH][dice.below(3)].clone();
        self.observe(Observation {
            source,
            seen,
            counts: Vec::new(),
        });
    }

    fn observe(&mut self, observation: Observation) {
        self.registry.observe(observation.clone());
        self.observations.push(observation);
    }
}

/// The lines of a file as an honest tool shows them: no secret, and nothing that is not UTF-8.
fn shown(bytes: &[u8]) -> Vec<SourceLine> {
    let seen = lines(bytes).into_iter().map(SourceLine::from_bytes);
    let redact = |line: SourceLine| match line.is_masked() || line.text().contains(SECRET) {
        true => line.mask("[redacted]"),
        false => line,
    };
    seen.map(redact).collect()
}

/// The text of a line that is no stand-in.
fn plain(line: &mut SourceLine) -> Option<&mut String> {
    match line {
        SourceLine::Plain(text) => Some(text),
        SourceLine::Masked { .. } => None,
    }
}
