//! Finds a recorded place in a file's present text, and decides what became of it.

use std::cell::OnceCell;

use firsthand_source::{LineRange, count};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::anchor::{Anchor, Digest};
use crate::edits::equal_lines;
use crate::file::FileText;
use crate::named::is_named;
use crate::quote::{ExactQuote, FoldedQuote};
use crate::{Declarations, Declared};

/// What became of a place; in order, from best to worst.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PlaceState {
    /// It stands where it was, byte for byte.
    Unchanged,
    /// It stands elsewhere, byte for byte, and only there.
    Moved,
    /// Its declaration or its neighbours are there, and its own lines differ.
    Changed,
    /// Several places are equal to it, and nothing tells which it is.
    Ambiguous,
    /// Nothing of it is found.
    Gone,
}

impl PlaceState {
    /// Whether what was recorded no longer stands as it was.
    #[must_use]
    pub fn is_lost(self) -> bool {
        self > Self::Moved
    }
}

/// A quote of a place.
#[derive(Clone, Copy, Debug)]
enum Quoted<'a> {
    /// The bytes of a report.
    Exact(&'a ExactQuote),
    /// The code of a document.
    Folded(&'a FoldedQuote),
}

/// What is looked for: where a place was, and what was recorded of it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    cited: LineRange,
    anchor: Option<&'a Anchor>,
    quote: Option<Quoted<'a>>,
}

impl<'a> Wanted<'a> {
    /// A place at these lines, of which nothing else is known.
    #[must_use]
    pub fn new(cited: LineRange) -> Self {
        Self {
            cited,
            anchor: None,
            quote: None,
        }
    }

    /// The same place with its anchor.
    #[must_use]
    pub fn with_anchor(self, anchor: &'a Anchor) -> Self {
        Self {
            anchor: Some(anchor),
            ..self
        }
    }

    /// The same place with a quote, byte for byte.
    #[must_use]
    pub fn with_quote(self, quote: &'a ExactQuote) -> Self {
        Self {
            quote: Some(Quoted::Exact(quote)),
            ..self
        }
    }

    /// The same place with code that a document quotes from it. It stands where the code begins on a cited line.
    #[must_use]
    pub fn with_code(self, quote: &'a FoldedQuote) -> Self {
        Self {
            quote: Some(Quoted::Folded(quote)),
            ..self
        }
    }
}

/// What became of a place, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Found {
    /// Its state.
    pub state: PlaceState,
    /// Its present lines; of an ambiguous place, every place that equals it; of a changed one, where its rest stands.
    pub at: Vec<LineRange>,
    /// What differs, in a few words; empty where nothing does.
    pub why: String,
}

impl Found {
    /// A result of a comparison.
    #[must_use]
    pub fn new(state: PlaceState, at: Vec<LineRange>, why: impl Into<String>) -> Self {
        let why = why.into();
        Self { state, at, why }
    }

    /// A place that is gone.
    #[must_use]
    pub fn gone(why: impl Into<String>) -> Self {
        Self::new(PlaceState::Gone, Vec::new(), why)
    }

    /// The place at `lines`, which was at `cited`.
    pub(crate) fn standing(cited: LineRange, lines: LineRange) -> Self {
        match cited == lines {
            true => Self::new(PlaceState::Unchanged, vec![lines], ""),
            false => Self::new(
                PlaceState::Moved,
                vec![lines],
                format!("it is at {lines} now"),
            ),
        }
    }

    /// The state of a place that is not in its own file and stands byte for byte in `copies` places of other files, and
    /// why; `None` if it stands in none.
    #[must_use]
    pub fn elsewhere(copies: usize) -> Option<(PlaceState, String)> {
        match copies {
            0 => None,
            1 => Some((PlaceState::Moved, "it is in another file now".to_owned())),
            several => {
                let places = count(several, "place", "places");
                Some((
                    PlaceState::Ambiguous,
                    format!("{places} of other files are equal to it"),
                ))
            }
        }
    }

    pub(crate) fn ambiguous(at: Vec<LineRange>) -> Self {
        let why = format!("{} are equal to it", count(at.len(), "place", "places"));
        Self::new(PlaceState::Ambiguous, at, why)
    }
}

/// Compares a place with its file's present text.
#[must_use]
pub fn find(wanted: &Wanted<'_>, now: &FileText, declarations: &dyn Declarations) -> Found {
    let search = Search {
        wanted,
        now,
        declarations,
        declared: OnceCell::new(),
    };
    search.standing().unwrap_or_else(|| search.changed())
}

impl Wanted<'_> {
    /// Whether its quote stands on the cited lines.
    #[must_use]
    pub fn is_quote_there(&self, now: &FileText) -> bool {
        let places = match self.quote {
            Some(Quoted::Exact(quote)) => quote.places_in(now, self.cited),
            Some(Quoted::Folded(quote)) => quote.places_in(now, self.cited),
            None => Vec::new(),
        };
        places.contains(&self.cited)
    }

    /// The places of another file at which what was recorded stands, byte for byte; none if it is too slight to be
    /// known again, or stood in another file already when it was recorded.
    #[must_use]
    pub fn copies_in(&self, other: &FileText) -> Vec<LineRange> {
        const MIN_LINES: usize = 2;
        let says_enough = |lines: &LineRange| match self.anchor {
            Some(anchor) => {
                let stood_elsewhere = anchor.elsewhere.is_some_and(|copies| copies > 0);
                !stood_elsewhere && other.informative_lines(*lines) >= MIN_LINES
            }
            None => true,
        };
        exact(self, other).into_iter().filter(says_enough).collect()
    }
}

/// The places at which what was recorded stands, byte for byte.
fn exact(wanted: &Wanted<'_>, now: &FileText) -> Vec<LineRange> {
    match (wanted.quote, wanted.anchor) {
        (Some(Quoted::Folded(quote)), _) => quote.places_in(now, wanted.cited),
        (_, Some(anchor)) => anchor.windows(now).collect(),
        (Some(Quoted::Exact(quote)), None) => quote.places_in(now, wanted.cited),
        (None, None) => Vec::new(),
    }
}

struct Search<'a> {
    wanted: &'a Wanted<'a>,
    now: &'a FileText,
    declarations: &'a dyn Declarations,
    declared: OnceCell<Vec<Declared>>,
}

impl Search<'_> {
    /// The declarations that have the recorded name and kind.
    fn namesakes(&self) -> &[Declared] {
        self.declared.get_or_init(|| {
            let Some(name) = self.wanted.anchor.and_then(Anchor::declaration) else {
                return Vec::new();
            };
            let all = self.declarations.of(self.now.path(), self.now.bytes());
            is_named(&all, name)
        })
    }

    /// The place if it stands somewhere, byte for byte, and it is known to be the same.
    fn standing(&self) -> Option<Found> {
        let cited = self.wanted.cited;
        let mut exact = exact(self.wanted, self.now);
        exact.retain(|&lines| !self.is_elsewhere_by_name(lines));
        match exact.as_slice() {
            [] => None,
            &[one] if one == cited || self.is_surely(one) => Some(Found::standing(cited, one)),
            [_] => None,
            several => Some(self.choose(several)),
        }
    }

    /// Whether the recorded declaration is in this file, and these lines are neither in it nor beside the recorded ones.
    fn is_elsewhere_by_name(&self, lines: LineRange) -> bool {
        let namesakes = self.namesakes();
        !namesakes.is_empty() && !self.is_in_namesake(lines) && self.neighbours(lines) < 2
    }

    fn is_in_namesake(&self, lines: LineRange) -> bool {
        let mut namesakes = self.namesakes().iter();
        namesakes.any(|declared| declared.range.overlaps(lines))
    }

    /// Whether the only equal lines are surely the recorded ones: others could have stood in the file, too.
    fn is_surely(&self, lines: LineRange) -> bool {
        let Some(anchor) = self.wanted.anchor else {
            return true;
        };
        let neighbours = self.neighbours(lines);
        let says = self.now.informative_lines(lines) + neighbours;
        match (anchor.copies, self.is_in_namesake(lines)) {
            (Some(1), true) => says >= 1,
            (None, true) => says >= 2,
            (Some(1) | None, false) => says >= 3,
            (Some(_), _) => neighbours >= 2,
        }
    }

    /// The one of several equal places that is in the recorded declaration or beside the recorded lines; else all.
    fn choose(&self, equal: &[LineRange]) -> Found {
        let cited = self.wanted.cited;
        let in_namesake = equal
            .iter()
            .copied()
            .filter(|&lines| self.is_in_namesake(lines));
        let mut left: Vec<LineRange> = in_namesake.collect();
        if left.is_empty() {
            left = equal.to_vec();
        }
        let most = left.iter().map(|&lines| self.neighbours(lines)).max();
        let most = most.filter(|&most| most >= 2).unwrap_or_default();
        left.retain(|&lines| self.neighbours(lines) >= most);
        match left.as_slice() {
            &[one] if one == cited || self.is_surely(one) || most >= 2 => {
                Found::standing(cited, one)
            }
            _ if left.contains(&cited) && !self.knows_neighbours() => Found::standing(cited, cited),
            _ => Found::ambiguous(left),
        }
    }

    fn knows_neighbours(&self) -> bool {
        let beside = |anchor: &Anchor| !anchor.before.0.is_empty() || !anchor.after.0.is_empty();
        self.wanted.anchor.is_some_and(beside)
    }

    /// How many of the recorded lines beside the place stand beside these lines, from the nearest on; only those that
    /// say something are counted.
    fn neighbours(&self, lines: LineRange) -> usize {
        let Some(anchor) = self.wanted.anchor else {
            return 0;
        };
        let digests = self.now.digests();
        let counted = |recorded: &mut dyn Iterator<Item = &Digest>,
                       numbers: &mut dyn Iterator<Item = u32>| {
            let pairs = recorded.zip(numbers);
            let equal = pairs.take_while(|(digest, number)| {
                let now = digests.get(*number as usize - 1).copied().flatten();
                digest.is_some() && **digest == now
            });
            equal
                .filter(|(_, number)| self.now.is_informative(*number))
                .count()
        };
        counted(
            &mut anchor.before.0.iter().rev(),
            &mut (1..lines.start()).rev(),
        ) + counted(
            &mut anchor.after.0.iter(),
            &mut (lines.end().saturating_add(1)..),
        )
    }

    /// What is left of a place that stands nowhere as it was.
    fn changed(&self) -> Found {
        if let (Some(Quoted::Exact(quote)), Some(_)) = (self.wanted.quote, self.wanted.anchor)
            && let [one] = quote.places_in(self.now, self.wanted.cited).as_slice()
            && !self.is_elsewhere_by_name(*one)
        {
            let why = format!("its quote is there; {}", self.difference(*one));
            return Found::new(PlaceState::Changed, vec![*one], why);
        }
        match self.namesakes() {
            [] => self.edited().or_else(|| self.between_neighbours()),
            [one] => Some(self.changed_in(one)),
            several => Some(self.changed_in_one_of(several)),
        }
        .unwrap_or_else(|| match self.wanted.quote {
            Some(_) if self.wanted.anchor.is_none() => Found::new(
                PlaceState::Changed,
                Vec::new(),
                "what is quoted does not stand in it",
            ),
            _ => Found::gone("its lines do not stand in the file"),
        })
    }

    fn changed_in(&self, declared: &Declared) -> Found {
        let at = self.edited_within(declared.range);
        let why = match at {
            Some(at) => format!("`{}`: {}", declared.qualified, self.difference(at)),
            None => format!(
                "`{}` is at {}, without its lines",
                declared.qualified, declared.range
            ),
        };
        Found::new(PlaceState::Changed, vec![at.unwrap_or(declared.range)], why)
    }

    fn changed_in_one_of(&self, namesakes: &[Declared]) -> Found {
        let with_lines = namesakes
            .iter()
            .filter(|declared| self.edited_within(declared.range).is_some());
        match with_lines.collect::<Vec<_>>().as_slice() {
            [one] => self.changed_in(one),
            _ => {
                let at = namesakes.iter().map(|declared| declared.range).collect();
                let why = format!(
                    "{} have its name",
                    count(namesakes.len(), "declaration", "declarations")
                );
                Found::new(PlaceState::Changed, at, why)
            }
        }
    }

    /// The part of these lines that has recorded lines.
    fn edited_within(&self, lines: LineRange) -> Option<LineRange> {
        let recorded = &self.wanted.anchor?.lines.0;
        let now = self.now.digests();
        let (first, end) = (
            lines.start() as usize - 1,
            (lines.end() as usize).min(now.len()),
        );
        let pairs = equal_lines(recorded, now.get(first..end)?);
        let numbers = pairs
            .iter()
            .filter_map(|(_, index)| u32::try_from(first + index + 1).ok());
        let mut informative = numbers.filter(|&number| self.now.is_informative(number));
        let start = informative.next()?;
        LineRange::new(start, informative.last().unwrap_or(start))
    }

    /// The only part of the file that has at least half of the recorded lines, in order.
    fn edited(&self) -> Option<Found> {
        let recorded = &self.wanted.anchor?.lines.0;
        let mut left = self.now.digests().to_vec();
        let first = self.edited_part(recorded, &left)?;
        for number in first.start()..=first.end() {
            left[number as usize - 1] = None;
        }
        if let Some(second) = self.edited_part(recorded, &left) {
            let why = "several places have most of its lines";
            return Some(Found::new(PlaceState::Ambiguous, vec![first, second], why));
        }
        Some(Found::new(
            PlaceState::Changed,
            vec![first],
            self.difference(first),
        ))
    }

    fn edited_part(&self, recorded: &[Digest], now: &[Digest]) -> Option<LineRange> {
        const MIN_LINES: usize = 2;
        let pairs = equal_lines(recorded, now);
        let numbers = pairs
            .iter()
            .filter_map(|(_, index)| u32::try_from(index + 1).ok());
        let informative: Vec<u32> = numbers.filter(|&n| self.now.is_informative(n)).collect();
        let (first, last) = (*informative.first()?, *informative.last()?);
        let is_most = pairs.len() * 2 >= recorded.len();
        let is_together = (last - first) as usize <= recorded.len() * 2;
        let found = informative.len() >= MIN_LINES && is_most && is_together;
        LineRange::new(first, last).filter(|_| found)
    }

    /// What stands between the recorded neighbours, if each of them stands in one place.
    fn between_neighbours(&self) -> Option<Found> {
        let anchor = self.wanted.anchor?;
        let (before, after) = (&anchor.before.0, &anchor.after.0);
        let above = self.only_run(before)?.end();
        let below = self.only_run(after)?.start();
        let room = anchor.line_count().saturating_mul(2).saturating_add(8);
        let between = below
            .checked_sub(above + 1)
            .filter(|&lines| lines <= room)?;
        match LineRange::new(above + 1, below - 1).filter(|_| between > 0) {
            Some(lines) => {
                let why = "other lines stand between the same neighbours";
                Some(Found::new(PlaceState::Changed, vec![lines], why))
            }
            None => Some(Found::gone(format!(
                "nothing stands between lines {above} and {below}"
            ))),
        }
    }

    /// The only lines that have these digests, if they say something.
    fn only_run(&self, digests: &[Digest]) -> Option<LineRange> {
        let all = self.now.digests();
        let run = |at: usize| {
            let start = u32::try_from(at + 1).ok()?;
            LineRange::new(start, start + u32::try_from(digests.len()).ok()? - 1)
        };
        let is_known = !digests.is_empty() && digests.iter().all(Option::is_some);
        let equal = all.windows(digests.len().max(1)).enumerate();
        let mut equal = equal.filter(|(_, window)| is_known && *window == digests);
        let (at, _) = equal.next().filter(|_| is_known)?;
        let run = run(at).filter(|&lines| self.now.informative_lines(lines) > 0);
        run.filter(|_| equal.next().is_none())
    }

    /// How these lines differ from the recorded ones, in a few words.
    fn difference(&self, lines: LineRange) -> String {
        let recorded = self.wanted.anchor.map_or(&[][..], |anchor| &anchor.lines.0);
        if recorded.contains(&None) {
            return "a line of it is masked, and is not compared".to_owned();
        }
        let digests = self.now.digests();
        let end = (lines.end() as usize).min(digests.len());
        let start = (lines.start() as usize - 1).min(end);
        let now = &digests[start..end];
        if now == recorded {
            return "only white space differs".to_owned();
        }
        let pairs = equal_lines(recorded, now);
        let lost = recorded.len() - pairs.len();
        let is_new = |index: &usize| !pairs.iter().any(|(_, kept)| kept == index);
        let first_new = (0..now.len()).find(is_new).map(|index| start + index + 1);
        let first = first_new.map_or(String::new(), |line| format!(", the first at line {line}"));
        match lost {
            0 => format!(
                "{}{first}",
                count(
                    now.len() - pairs.len(),
                    "line was added",
                    "lines were added"
                )
            ),
            lost => format!(
                "{lost} of {} differ{first}",
                count(recorded.len(), "line", "lines")
            ),
        }
    }
}

#[cfg(test)]
mod tests;
