//! What is left of a place that stands nowhere as it was.

use firsthand_source::{LineRange, count};

use super::wanted::Quoted;
use super::{Found, PlaceState, Search};
use crate::Declared;
use crate::anchor::{Anchor, Digest};
use crate::edits::equal_lines;

/// Why it is not known whether a line is as it was.
const MASKED: &str = "a line of it is masked, and is not compared";

impl Search<'_> {
    /// Whether a recorded line is masked.
    fn is_masked(&self) -> bool {
        self.wanted.anchor.is_some_and(|anchor| anchor.lines.0.contains(&None))
    }

    /// What is left of a place that stands nowhere as it was.
    pub(super) fn changed(&self) -> Found {
        if let Some(found) = self.quoted_or_equal() {
            return found;
        }
        match self.namesakes() {
            [] => self.edited().or_else(|| self.between_neighbours()),
            [one] => Some(self.changed_in(one)),
            several => Some(self.changed_in_one_of(several)),
        }
        .unwrap_or_else(|| match self.wanted.quote {
            Some(_) if self.wanted.anchor.is_none() => {
                Found::new(PlaceState::Changed, Vec::new(), "what is quoted does not stand in it")
            }
            _ if self.is_masked() => Found::gone(format!("nothing else of it is found; {MASKED}")),
            _ => Found::gone("its lines do not stand in the file"),
        })
    }

    /// The only place of the quote, without the lines around it; or equal lines in the recorded declaration that may be
    /// others.
    fn quoted_or_equal(&self) -> Option<Found> {
        let anchor = self.wanted.anchor?;
        let mut equal = self.wanted.exact(self.now).into_iter();
        let unsure = equal.find(|&lines| self.is_in_namesake(lines));
        if let Some(one) = unsure {
            let why = "equal lines stand there, which may be others";
            return Some(Found::new(PlaceState::Changed, vec![one], why));
        }
        if let Some(Quoted::Exact(quote)) = self.wanted.quote {
            if anchor.windows(self.now).next().is_some() {
                let why = "what is quoted does not stand in its lines";
                return Some(Found::new(PlaceState::Changed, Vec::new(), why));
            }
            let places = quote.places_in(self.now, self.wanted.cited);
            let [one] = *places.as_slice() else {
                return None;
            };
            // Lines that were added or taken out move what is behind them.
            let edited = match self.namesakes() {
                [declared] => self.edited_within(self.range_around(declared)),
                _ => None,
            };
            let one = edited.filter(|edited| edited.overlaps(one)).unwrap_or(one);
            let why = format!("its quote is there; {}", self.difference(one));
            let found = Found::new(PlaceState::Changed, vec![one], why);
            return Some(found).filter(|_| !self.is_elsewhere_by_name(one));
        }
        None
    }

    fn changed_in(&self, declared: &Declared) -> Found {
        let around = self.range_around(declared);
        let at = self.edited_within(around);
        let why = match at {
            Some(at) if around != declared.range => self.difference(at),
            Some(at) => format!("`{}`: {}", declared.qualified, self.difference(at)),
            None if self.is_masked() => {
                format!("`{}` is at {}; {MASKED}", declared.qualified, declared.range)
            }
            None => format!("`{}` is at {}, without its lines", declared.qualified, declared.range),
        };
        Found::new(PlaceState::Changed, vec![at.unwrap_or(declared.range)], why)
    }

    fn changed_in_one_of(&self, namesakes: &[Declared]) -> Found {
        let with_lines =
            namesakes.iter().filter(|one| self.edited_within(self.range_around(one)).is_some());
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

    /// Where the recorded lines may stand around their declaration: in it, or, where it does not hold so many lines, also
    /// behind it, and before it if they began there.
    fn range_around(&self, declared: &Declared) -> LineRange {
        let anchor = self.wanted.anchor;
        let recorded = anchor.map_or(0, Anchor::line_count);
        let above = anchor.and_then(Anchor::declaration).and_then(|name| name.above);
        let (start, end) = (declared.range.start(), declared.range.end());
        let needed = start.saturating_add(above.unwrap_or(0)).saturating_add(recorded);
        if needed <= end.saturating_add(1) {
            return declared.range;
        }
        let start = if above.is_some() { start } else { start.saturating_sub(recorded).max(1) };
        LineRange::new(start, needed.saturating_add(recorded / 2)).unwrap_or(declared.range)
    }

    /// The part of these lines that has recorded lines.
    fn edited_within(&self, lines: LineRange) -> Option<LineRange> {
        let recorded = &self.wanted.anchor?.lines.0;
        let now = self.now.digests();
        let (first, end) = (lines.start() as usize - 1, (lines.end() as usize).min(now.len()));
        let pairs = equal_lines(recorded, now.get(first..end)?);
        let number = |index: usize| u32::try_from(first + index + 1).unwrap_or(u32::MAX);
        let is_informative = |pair: &(usize, usize)| self.now.is_informative(number(pair.1));
        let from = pairs.iter().position(is_informative)?;
        let to = pairs.iter().rposition(is_informative)?;
        // What says nothing by itself belongs to it where it is as far from what does as it was.
        let is_as_far = |two: &&[(usize, usize)]| two[1].0 - two[0].0 == two[1].1 - two[0].1;
        let before = pairs[..=from].windows(2).rev().take_while(is_as_far).count();
        let behind = pairs[to..].windows(2).take_while(is_as_far).count();
        LineRange::new(number(pairs[from - before].1), number(pairs[to + behind].1))
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
        Some(Found::new(PlaceState::Changed, vec![first], self.difference(first)))
    }

    fn edited_part(&self, recorded: &[Digest], now: &[Digest]) -> Option<LineRange> {
        const MIN_LINES: usize = 2;
        let pairs = equal_lines(recorded, now);
        let numbers = pairs.iter().filter_map(|(_, index)| u32::try_from(index + 1).ok());
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
        let between = below.checked_sub(above + 1).filter(|&lines| lines <= room)?;
        match LineRange::new(above + 1, below - 1).filter(|_| between > 0) {
            Some(lines) => {
                let others = "other lines stand between the same neighbours";
                let why = if self.is_masked() { MASKED } else { others };
                Some(Found::new(PlaceState::Changed, vec![lines], why))
            }
            None => Some(Found::gone(format!("nothing stands between lines {above} and {below}"))),
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
        if self.is_masked() {
            return MASKED.to_owned();
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
                count(now.len() - pairs.len(), "line was added", "lines were added")
            ),
            lost => format!("{lost} of {} differ{first}", count(recorded.len(), "line", "lines")),
        }
    }
}
