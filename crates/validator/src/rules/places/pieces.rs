//! The lines of one file that the listed places of a report show, as disjoint pieces.
//!
//! What is to be read is placed first, then the other cited ranges, the shortest first. A range is joined with the
//! pieces that it overlaps if the whole is short enough; otherwise it loses the lines that those pieces
//! show. A piece never loses a line, and each is shown by an item of the report.

use firsthand_registry::{Candidate, Declaration, LineRange, clamp, distinct};

/// The cited ranges of one file, and the pieces that show them.
#[derive(Default)]
pub(super) struct FilePieces<'a> {
    cited_ranges: Vec<CitedRange<'a>>,
    pieces: Vec<LineRange>,
}

/// A cited range; repeated citations of one range, from any list, share one entry.
struct CitedRange<'a> {
    range: LineRange,
    /// The lines of the first quote from it.
    quote: Option<LineRange>,
    /// Whether it is to be read.
    is_read: bool,
    hits: &'a [u32],
    declarations: &'a [Declaration],
    /// A line of the piece that represents it: the first line of the first piece added for it, or of its focus where
    /// another piece shows that. `None` before the pieces are built, and where neither exists.
    anchor_line: Option<u32>,
}

/// A part of a cited range that fits in one place.
struct Window {
    range: LineRange,
    /// The lines that it must include; `None` where no lines matter more than others.
    focus: Option<LineRange>,
}

impl<'a> FilePieces<'a> {
    /// Adds a cited range.
    pub(super) fn cite(&mut self, range: LineRange, is_read: bool, candidate: &'a Candidate) {
        let existing = self.cited_ranges.iter().position(|cited_range| cited_range.range == range);
        let index = existing.unwrap_or(self.cited_ranges.len());
        if existing.is_none() {
            // Named lines are what matters of them, wherever the hits of their place are.
            let is_whole = candidate.range() == Some(range);
            self.cited_ranges.push(CitedRange {
                range,
                quote: None,
                is_read: false,
                hits: if is_whole { candidate.hits() } else { &[] },
                declarations: candidate.declarations(),
                anchor_line: None,
            });
        }
        if let Some(cited_range) = self.cited_ranges.get_mut(index) {
            cited_range.is_read |= is_read;
        }
    }

    /// Adds the lines of a quote from a range, which is of no account unless that is cited.
    pub(super) fn quote(&mut self, range: LineRange, quote: LineRange) {
        let of_range = self.cited_ranges.iter_mut().find(|cited| cited.range == range);
        if let Some(cited_range) = of_range {
            cited_range.quote.get_or_insert(quote);
        }
    }

    /// Builds the pieces, of at most `max` lines each.
    pub(super) fn build(&mut self, max: u32) {
        let mut cited_ranges = std::mem::take(&mut self.cited_ranges);
        cited_ranges.sort_by_key(|cited_range| (!cited_range.is_read, cited_range.range.len()));
        let ranges: Vec<LineRange> =
            cited_ranges.iter().map(|cited_range| cited_range.range).collect();
        let mut to_read: Vec<LineRange> = Vec::new();
        for cited_range in &mut cited_ranges {
            let Window { range, focus } = cited_range.window(&ranges, max);
            // What is to be read is not lost in a part of a longer place that is only cited.
            let is_part = !cited_range.is_read && range != cited_range.range;
            let shown = to_read.iter().find(|piece| is_part && piece.overlaps(range)).copied();
            let added = shown.or_else(|| self.add(range, focus, max));
            cited_range.anchor_line = added.or(focus).map(LineRange::start);
            if cited_range.is_read {
                to_read.clone_from(&self.pieces);
            }
        }
        self.cited_ranges = cited_ranges;
    }

    /// Adds the lines of `range` that no piece shows, joined with the pieces that it overlaps if the whole has
    /// at most `max` lines. Adds nothing and returns `None` if no line is left, or if the `focus` is in
    /// another piece.
    fn add(&mut self, range: LineRange, focus: Option<LineRange>, max: u32) -> Option<LineRange> {
        let mut whole = range;
        while let Some(hull) =
            self.partial_overlaps(whole).map(|p| p.hull(whole)).min_by_key(|h| h.len())
            && hull.len() <= max
        {
            whole = hull;
        }
        let others: Vec<LineRange> = self.partial_overlaps(whole).collect();
        for other in others {
            whole = whole.without(other).next()?;
        }
        if focus.is_some_and(|focus| !whole.covers(focus)) {
            return None;
        }
        self.pieces.retain(|piece| !whole.covers(*piece));
        self.pieces.push(whole);
        Some(whole)
    }

    /// The pieces that overlap the range without being covered by it.
    fn partial_overlaps(&self, range: LineRange) -> impl Iterator<Item = LineRange> {
        let pieces = self.pieces.iter().copied();
        pieces.filter(move |piece| piece.overlaps(range) && !range.covers(*piece))
    }

    /// The piece that represents a cited range: the one with its anchor line, else the one with most of its
    /// lines.
    pub(super) fn piece_of_range(&self, range: LineRange) -> LineRange {
        let cited_range = self.cited_ranges.iter().find(|cited_range| cited_range.range == range);
        let anchor_line = cited_range.and_then(|cited_range| cited_range.anchor_line);
        let shared = |piece: &LineRange| piece.intersection(range).map_or(0, |part| part.len());
        let has_anchor =
            |piece: &&LineRange| anchor_line.is_some_and(|anchor_line| piece.contains(anchor_line));
        let pieces = || self.pieces.iter();
        let piece = pieces().find(has_anchor);
        let piece = piece.or_else(|| pieces().max_by_key(|piece| shared(piece)));
        piece.copied().unwrap_or(range)
    }

    /// Whether every line of the range is shown: of one that is to be read, by what is to be read.
    pub(super) fn shows_all(&self, range: LineRange) -> bool {
        let cited =
            |is_read: bool| self.cited_ranges.iter().filter(move |cited| cited.is_read || !is_read);
        let is_read = cited(true).any(|cited| cited.range == range);
        let pieces = distinct(cited(is_read).map(|cited| self.piece_of_range(cited.range)));
        let parts = pieces.into_iter().filter_map(|piece| piece.intersection(range));
        parts.map(|part| part.len()).sum::<u32>() >= range.len()
    }
}

impl CitedRange<'_> {
    /// The part of the range that must be shown: the whole range where it has at most `max` lines; else a window around its
    /// quote, or around its hits and the shortest cited range inside it, or else its first lines.
    fn window(&self, all: &[LineRange], max: u32) -> Window {
        if self.range.len() <= max {
            return Window { range: self.range, focus: None };
        }
        if let Some(quote) = self.quote {
            let range = window_of_quote(self.range, quote, self.declarations, max);
            return Window { range, focus: Some(quote) };
        }
        let inside = all.iter().filter(|other| **other != self.range && self.range.covers(**other));
        let shortest = inside.min_by_key(|other| other.len()).into_iter();
        let around = shortest.flat_map(|range| [range.start(), range.end()]);
        let hits = self.hits.iter().copied();
        let hits: Vec<u32> = hits.filter(|&hit| self.range.contains(hit)).collect();
        // Without a hit no declaration of it matters more than the others.
        let declarations = if hits.is_empty() { &[] } else { self.declarations };
        let lines: Vec<u32> = hits.into_iter().chain(around).collect();
        let range = clamp(self.range, &lines, declarations, max);
        let focus = lines.first().copied().map(LineRange::one);
        Window { range, focus }
    }
}

/// At most `max` lines of a range, with those of a quote from it.
pub(super) fn window_of_quote(
    range: LineRange,
    quote: LineRange,
    declarations: &[Declaration],
    max: u32,
) -> LineRange {
    clamp(range, &[quote.start(), quote.end()], declarations, max)
}
