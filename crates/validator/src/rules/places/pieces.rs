//! The lines of one file that a report shows, as pieces that share no line.

use firsthand_registry::{Candidate, Declaration, LineRange, clamp};

/// What is cited of one file, and the pieces that show it.
#[derive(Default)]
pub(super) struct FilePieces<'a> {
    cites: Vec<Cite<'a>>,
    pieces: Vec<Piece>,
}

/// A cited range: however often it is cited, and in whatever lists, it is one.
struct Cite<'a> {
    range: LineRange,
    /// The lines of each quote from it.
    quotes: Vec<LineRange>,
    hits: &'a [u32],
    declarations: &'a [Declaration],
}

struct Piece {
    range: LineRange,
    /// Quotes that must stand in one piece.
    quotes: Vec<LineRange>,
}

impl<'a> FilePieces<'a> {
    /// Takes a cited range, and the lines of the quote that it was cited with.
    pub(super) fn cite(
        &mut self,
        range: LineRange,
        quote: Option<LineRange>,
        candidate: &'a Candidate,
    ) {
        match self.cites.iter_mut().find(|cite| cite.range == range) {
            Some(cite) => cite.quotes.extend(quote),
            None => self.cites.push(Cite {
                range,
                quotes: quote.into_iter().collect(),
                hits: candidate.hits(),
                declarations: candidate.declarations(),
            }),
        }
    }

    /// Cuts every range to pieces of at most `max` lines.
    pub(super) fn cut(&mut self, max: u32) {
        for cite in &self.cites {
            let windows = match cite.range.len() <= max {
                true => vec![cite.range],
                false => cite.windows(&self.cites, max),
            };
            let pieces = windows.into_iter().map(|range| Piece {
                range,
                quotes: cite.quotes.clone(),
            });
            self.pieces.extend(pieces);
        }
    }

    /// Makes pieces share no line: overlapping ones become one where that has at most `max` lines,
    /// and are parted where it has more.
    pub(super) fn part(&mut self, max: u32) {
        loop {
            while let Some((a, b)) = self.smallest_overlap(max) {
                let gone = self.pieces.remove(b);
                if let Some(kept) = self.pieces.get_mut(a) {
                    kept.range = kept.range.hull(gone.range);
                    kept.quotes.extend(gone.quotes);
                }
            }
            self.pieces.sort_by_key(|piece| piece.range.start());
            let mut neighbours = self.pieces.windows(2);
            let overlap =
                neighbours.position(|two| matches!(two, [a, b] if a.range.overlaps(b.range)));
            let Some(at) = overlap else {
                return;
            };
            if let Some([a, b]) = self.pieces.get_mut(at..at + 2) {
                part_two(a, b, max);
            }
        }
    }

    /// The overlapping pieces, as a pair of positions in ascending order, that are the shortest as
    /// one; `None` where none of them has at most `max` lines.
    fn smallest_overlap(&self, max: u32) -> Option<(usize, usize)> {
        let pieces = || self.pieces.iter().enumerate();
        let pairs = pieces().flat_map(|(a, one)| {
            let later = pieces().skip(a + 1);
            let overlapping = later.filter(|(_, other)| one.range.overlaps(other.range));
            overlapping.map(move |(b, other)| (one.range.hull(other.range).len(), a, b))
        });
        let (len, a, b) = pairs.min()?;
        (len <= max).then_some((a, b))
    }

    /// The piece that shows a quote.
    pub(super) fn quoted(&self, quote: LineRange) -> LineRange {
        let covers = |piece: &&Piece| piece.range.covers(quote);
        // Only where quotes follow each other so closely that no two pieces can part them is there
        // none, and the quote stands alone.
        self.pieces.iter().find(covers).map_or(quote, |p| p.range)
    }

    /// The piece that shows a cited range: the one with its first quote, or with its first hit, or with
    /// most of its lines.
    pub(super) fn showing(&self, range: LineRange) -> LineRange {
        let cite = self.cites.iter().find(|cite| cite.range == range);
        let quote = cite.and_then(|cite| cite.quotes.first().copied());
        let hits = cite.into_iter().flat_map(|cite| cite.hits);
        let hit = hits.copied().find(|&hit| range.contains(hit));
        let focus = quote.or(hit.map(LineRange::one));
        let shared = |piece: &Piece| piece.range.intersection(range).map_or(0, |part| part.len());
        let focused = |piece: &&Piece| focus.is_some_and(|focus| piece.range.covers(focus));
        let most = || {
            let pieces = self.pieces.iter().rev();
            pieces.max_by_key(|piece| shared(piece))
        };
        let piece = self.pieces.iter().find(focused).or_else(most);
        piece.map_or(range, |piece| piece.range)
    }

    /// Whether every line of the range is shown.
    pub(super) fn shows_all(&self, range: LineRange) -> bool {
        let parts = self.pieces.iter();
        let parts = parts.filter_map(|piece| piece.range.intersection(range));
        parts.map(|part| part.len()).sum::<u32>() >= range.len()
    }
}

impl Cite<'_> {
    /// Windows of at most `max` lines on a range that is longer: so many that each quote stands in one.
    /// Without a quote, one around what made it a place, or else around a narrower range that is cited
    /// in it.
    fn windows(&self, all: &[Self], max: u32) -> Vec<LineRange> {
        let mut windows: Vec<LineRange> = Vec::new();
        for quote in &self.quotes {
            if windows.iter().any(|window| window.covers(*quote)) {
                continue;
            }
            let own = [quote.start(), quote.end()];
            let others = self.quotes.iter().flat_map(|q| [q.start(), q.end()]);
            let focus: Vec<u32> = own.into_iter().chain(others).collect();
            windows.push(clamp(self.range, &focus, self.declarations, max));
        }
        if windows.is_empty() {
            let within =
                |other: &&Self| other.range != self.range && self.range.covers(other.range);
            let inside = all.iter().filter(within).map(|other| other.range);
            let narrowest = inside.min_by_key(|range| range.len());
            let around = narrowest
                .into_iter()
                .flat_map(|range| [range.start(), range.end()]);
            let hits = self
                .hits
                .iter()
                .copied()
                .filter(|&hit| self.range.contains(hit));
            let focus: Vec<u32> = hits.chain(around).collect();
            windows.push(clamp(self.range, &focus, self.declarations, max));
        }
        windows
    }
}

/// Parts two overlapping pieces, `a` the one that starts first: the wider one loses lines, and no
/// quote is cut in two.
fn part_two(a: &mut Piece, b: &mut Piece, max: u32) {
    let (first, last) = (a.range.start(), b.range.end().max(a.range.end()));
    let wanted = match a.range.len() > b.range.len() {
        true => b.range.start() - 1,
        false => a.range.end(),
    };
    let quotes: Vec<LineRange> = a.quotes.iter().chain(&b.quotes).copied().collect();
    // `a` ends at the line, and `b` starts behind it.
    let parts = |end: u32| {
        let (a, b) = (LineRange::new(first, end), LineRange::new(end + 1, last));
        a.zip(b).filter(|(a, b)| a.len() <= max && b.len() <= max)
    };
    let whole = |end: &u32| !quotes.iter().any(|q| q.start() <= *end && *end < q.end());
    let mut ends: Vec<u32> = (first..last).filter(|&end| parts(end).is_some()).collect();
    ends.sort_by_key(|end| end.abs_diff(wanted));
    let end = ends.iter().copied().find(whole).or(ends.first().copied());
    if let Some((left, right)) = end.and_then(parts) {
        a.range = left;
        b.range = right;
    }
}
