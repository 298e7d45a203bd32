//! The lines of one file that a report shows, as pieces that share no line.
//!
//! Quotes are placed first, then the cited ranges, the shortest first. A range becomes one with the
//! pieces that it overlaps where the whole is short enough; otherwise it loses the lines that those
//! pieces show. A piece never loses a line, and each is shown by an item of the report.

use firsthand_registry::{Candidate, Declaration, LineRange, clamp};

/// What is cited of one file, and the pieces that show it.
#[derive(Default)]
pub(super) struct FilePieces<'a> {
    cites: Vec<CitedRange<'a>>,
    pieces: Vec<LineRange>,
}

/// A cited range: however often it is cited, and in whatever lists, it is one.
struct CitedRange<'a> {
    range: LineRange,
    /// The lines of each quote from it.
    quotes: Vec<LineRange>,
    /// Whether it is cited without a quote, too.
    listed: bool,
    hits: &'a [u32],
    declarations: &'a [Declaration],
    /// A line of the piece that shows it where it is cited without a quote.
    home: Option<u32>,
}

/// At most so many lines of a cited range as one place takes.
struct Window {
    range: LineRange,
    /// What it is there for; `None` where that is all of it.
    focus: Option<LineRange>,
}

impl<'a> FilePieces<'a> {
    /// Takes a cited range, and the lines of the quote that it was cited with.
    pub(super) fn cite(
        &mut self,
        range: LineRange,
        quote: Option<LineRange>,
        candidate: &'a Candidate,
    ) {
        let known = self.cites.iter().position(|cite| cite.range == range);
        let at = known.unwrap_or(self.cites.len());
        if known.is_none() {
            self.cites.push(CitedRange {
                range,
                quotes: Vec::new(),
                listed: false,
                hits: candidate.hits(),
                declarations: candidate.declarations(),
                home: None,
            });
        }
        if let Some(cite) = self.cites.get_mut(at) {
            cite.listed |= quote.is_none();
            cite.quotes.extend(quote);
        }
    }

    /// Makes the pieces, of at most `max` lines each.
    pub(super) fn place(&mut self, max: u32) {
        let mut cites = std::mem::take(&mut self.cites);
        for quote in cites.iter().flat_map(|cite| &cite.quotes) {
            self.add(*quote, None, max);
        }
        cites.sort_by_key(|cite| cite.range.len());
        let ranges: Vec<LineRange> = cites.iter().map(|cite| cite.range).collect();
        for cite in &mut cites {
            for Window { range, focus } in cite.windows(&ranges, max) {
                let added = self.add(range, focus, max);
                let home = added.or(focus).map(LineRange::start);
                cite.home = cite.home.or(home);
            }
        }
        self.cites = cites;
    }

    /// Adds the lines of `range` that no piece shows, as one piece with those that it overlaps where
    /// that has at most `max` lines. `None`, and nothing is added, where no line is left, or where the
    /// `focus` stands in another piece.
    fn add(&mut self, range: LineRange, focus: Option<LineRange>, max: u32) -> Option<LineRange> {
        let mut whole = range;
        while let Some(hull) = self
            .beyond(whole)
            .map(|p| p.hull(whole))
            .min_by_key(|h| h.len())
            && hull.len() <= max
        {
            whole = hull;
        }
        let others: Vec<LineRange> = self.beyond(whole).collect();
        for other in others {
            whole = match other.start() <= whole.start() {
                true => LineRange::new(other.end() + 1, whole.end()),
                false => LineRange::new(whole.start(), other.start() - 1),
            }?;
        }
        if focus.is_some_and(|focus| !whole.covers(focus)) {
            return None;
        }
        self.pieces.retain(|piece| !whole.covers(*piece));
        self.pieces.push(whole);
        Some(whole)
    }

    /// The pieces that share lines with the range and reach beyond it.
    fn beyond(&self, range: LineRange) -> impl Iterator<Item = LineRange> {
        let pieces = self.pieces.iter().copied();
        pieces.filter(move |piece| piece.overlaps(range) && !range.covers(*piece))
    }

    /// The piece that shows a quote.
    pub(super) fn quoted(&self, quote: LineRange) -> LineRange {
        let mut pieces = self.pieces.iter().copied();
        // Only where quotes follow each other so closely that no piece is long enough for them is there
        // none, and the quote stands alone.
        pieces.find(|piece| piece.covers(quote)).unwrap_or(quote)
    }

    /// The piece that shows a cited range: the one with the lines that only this range shows, or with its
    /// first quote, or with its first hit, or with most of its lines.
    pub(super) fn showing(&self, range: LineRange) -> LineRange {
        let cite = self.cites.iter().find(|cite| cite.range == range);
        let home = cite.and_then(|cite| cite.home);
        let shared = |piece: &LineRange| piece.intersection(range).map_or(0, |part| part.len());
        let at_home = |piece: &&LineRange| home.is_some_and(|home| piece.contains(home));
        let pieces = || self.pieces.iter();
        let piece = pieces().find(at_home);
        let piece = piece.or_else(|| pieces().max_by_key(|piece| shared(piece)));
        piece.copied().unwrap_or(range)
    }

    /// Whether every line of the range is shown.
    pub(super) fn shows_all(&self, range: LineRange) -> bool {
        let parts = self.pieces.iter();
        let parts = parts.filter_map(|piece| piece.intersection(range));
        parts.map(|part| part.len()).sum::<u32>() >= range.len()
    }
}

impl CitedRange<'_> {
    /// What of the range is to be shown: all of it where that has at most `max` lines; else a window for
    /// each quote. Without a quote it is one around what made it a place, or else around the shortest of
    /// the cited ranges in it (`all`, in ascending order of length).
    fn windows(&self, all: &[LineRange], max: u32) -> Vec<Window> {
        let fits = self.range.len() <= max;
        if fits && self.listed {
            let (range, focus) = (self.range, None);
            return vec![Window { range, focus }];
        }
        if !self.quotes.is_empty() {
            let window = |quote: &LineRange| {
                let others = self.quotes.iter().flat_map(|q| [q.start(), q.end()]);
                let lines: Vec<u32> = [quote.start(), quote.end()]
                    .into_iter()
                    .chain(others)
                    .collect();
                let range = clamp(self.range, &lines, self.declarations, max);
                let focus = Some(*quote);
                Window { range, focus }
            };
            return self.quotes.iter().map(window).collect();
        }
        let inside = |other: &&LineRange| **other != self.range && self.range.covers(**other);
        let shortest = all.iter().find(inside).into_iter();
        let around = shortest.flat_map(|range| [range.start(), range.end()]);
        let hits = self.hits.iter().copied();
        let hits = hits.filter(|&hit| self.range.contains(hit));
        let lines: Vec<u32> = hits.chain(around).collect();
        let range = clamp(self.range, &lines, self.declarations, max);
        let focus = lines.first().copied().map(LineRange::one);
        vec![Window { range, focus }]
    }
}
