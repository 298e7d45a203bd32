//! Quotes beside citations, and finding them in a file. Each run of white space in a line counts as one space.

use firsthand_source::{LineIndex, LineRange};

/// A quote: pieces that follow each other with gaps between them, each of consecutive lines with collapsed white space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Quote(Vec<Vec<String>>);

/// The fewest letters or digits with which a quote can identify a place.
const MIN_LETTERS: usize = 3;

impl Quote {
    /// The quote in a code span: one piece; `None` if it is too short to identify a place.
    pub(crate) fn span(code: &str) -> Option<Self> {
        Self::of(std::iter::once(code))
    }

    /// The quote in a code block (with or without its fence) or a block quote; `None` if it is too short. An elision
    /// ([`is_elision`]) begins a new piece.
    pub(crate) fn block(text: &str) -> Option<Self> {
        let lines = text.lines().map(|line| {
            let line = line.trim_start();
            line.strip_prefix('>').unwrap_or(line)
        });
        Self::of(lines.filter(|line| !is_fence(line)))
    }

    /// A quote of these lines; `None` if they have fewer than [`MIN_LETTERS`] letters and digits.
    fn of<'l>(lines: impl Iterator<Item = &'l str>) -> Option<Self> {
        let mut pieces = vec![Vec::new()];
        for line in lines {
            if is_elision(line) {
                pieces.push(Vec::new());
            } else if let (collapsed, Some(piece)) = (collapse_whitespace(line), pieces.last_mut())
                && !collapsed.is_empty()
            {
                piece.push(collapsed);
            }
        }
        pieces.retain(|piece| !piece.is_empty());
        let letters = pieces.iter().flatten().flat_map(|line| line.chars());
        let informative = letters.filter(|c| c.is_alphanumeric()).take(MIN_LETTERS);
        (informative.count() == MIN_LETTERS).then_some(Self(pieces))
    }

    /// The line at which the quote begins in a file: a cited line if possible, else the nearest to the cited lines;
    /// `None` if the file does not contain the quote.
    pub(crate) fn line_in(&self, file: &NonBlankLines, cited: LineRange) -> Option<u32> {
        let (first, rest) = self.0.split_first()?;
        let mut best: Option<u32> = None;
        for index in file.occurrences(first, 0) {
            let mut from = index + first.len();
            let rest_follows = rest.iter().all(|piece| {
                let next = file.occurrences(piece, from).next();
                from = next.map_or(from, |next| next + piece.len());
                next.is_some()
            });
            let line = file
                .0
                .get(index)
                .map(|(line, _)| *line)
                .filter(|_| rest_follows);
            let distance = |line: u32| match cited.contains(line) {
                true => 0,
                false => line.abs_diff(cited.start()).min(line.abs_diff(cited.end())),
            };
            best = match (best, line) {
                (Some(nearest), Some(line)) if distance(line) >= distance(nearest) => Some(nearest),
                (nearest, line) => line.or(nearest),
            };
        }
        best
    }
}

/// The lines of a file that are not blank, with their numbers and collapsed white space.
#[derive(Debug)]
pub(crate) struct NonBlankLines(Vec<(u32, String)>);

impl NonBlankLines {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let index = LineIndex::of(bytes);
        let lines = (1..=index.count()).map(|number| {
            let line = String::from_utf8_lossy(index.line(bytes, number));
            (number, collapse_whitespace(&line))
        });
        Self(lines.filter(|(_, line)| !line.is_empty()).collect())
    }

    /// The indices, from `from` on, at which consecutive lines contain the lines of a piece.
    fn occurrences<'l>(&'l self, piece: &'l [String], from: usize) -> impl Iterator<Item = usize> {
        let end = self.0.len().saturating_sub(piece.len().saturating_sub(1));
        (from..end).filter(move |&at| {
            let here = self.0[at..].iter().zip(piece);
            here.fold(true, |all, ((_, line), quoted)| {
                all && line.contains(&**quoted)
            })
        })
    }
}

fn collapse_whitespace(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_fence(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("```") || line.starts_with("~~~")
}

/// Whether a line stands for omitted lines: `...`, `// …`, `# ... and so on`. Words may follow the dots only in a
/// comment.
fn is_elision(line: &str) -> bool {
    let line = line.trim();
    let inner = line.trim_start_matches(|c: char| c.is_whitespace() || "/#*-<!;%".contains(c));
    let has_dots = inner.starts_with("...") || inner.starts_with('…');
    let has_words = inner.chars().any(char::is_alphanumeric);
    has_dots && (inner.len() < line.len() || !has_words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_found_at_its_line_nearest_to_the_citation() {
        let file = NonBlankLines::of(
            b"fn a() {\n    one();\n\n    two(1,  2);\n}\n\nfn b() {\n    one();\n}\n",
        );
        let check = |quote: &str, cited: (u32, u32), expect: Option<u32>| {
            let cited = LineRange::new(cited.0, cited.1).unwrap();
            let quote = Quote::block(quote).unwrap();
            assert_eq!(quote.line_in(&file, cited), expect, "{quote:?}");
        };
        check("fn a() {\n  one();\n  two(1, 2);", (1, 5), Some(1));
        check("one();", (7, 9), Some(8));
        check("one();", (3, 3), Some(2));
        check("fn a() {\n...\n}", (1, 5), Some(1));
        check("fn a() {\n// ... more of it\n}", (1, 5), Some(1));
        check("fn b() {\n// …\ntwo(1, 2);", (1, 5), None);
        check("three();", (1, 5), None);
        assert_eq!(Quote::block("```\n}\n```"), None, "too slight");
        assert_eq!(Quote::span("a b"), None);
    }
}
