//! Quotes, and the places at which they stand in a file.

use std::cmp::Reverse;
use std::ops::Range;

use firsthand_source::{LineRange, identifiers};
use memchr::memmem::find;

use crate::edits::shared;
use crate::file::FileText;

/// Code that a document quotes: pieces that follow each other with gaps between them, each of consecutive lines. Each
/// run of white space in a line counts as one space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldedQuote(Vec<Vec<String>>);

/// The fewest letters or digits with which a quote can identify a place.
const MIN_LETTERS: usize = 3;

/// What stands in a line in place of a secret, or of a part of it.
const MASK: &str = "________";

impl FoldedQuote {
    /// The quote in a code span: one piece; `None` if it is too short to identify a place.
    #[must_use]
    pub fn span(code: &str) -> Option<Self> {
        Self::of(std::iter::once(code))
    }

    /// The quote in a code block (with or without its fence) or a block quote; `None` if it is too short. An elision
    /// (`...`, `// …`) begins a new piece.
    #[must_use]
    pub fn block(text: &str) -> Option<Self> {
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
            } else if let (folded, Some(piece)) = (fold(line), pieces.last_mut())
                && !folded.is_empty()
            {
                piece.push(folded);
            }
        }
        pieces.retain(|piece| !piece.is_empty());
        let letters = pieces.iter().flatten().flat_map(|line| line.chars());
        let informative = letters.filter(|c| c.is_alphanumeric()).take(MIN_LETTERS);
        (informative.count() == MIN_LETTERS).then_some(Self(pieces))
    }

    /// Its first line.
    #[must_use]
    pub fn first_line(&self) -> &str {
        let mut lines = self.0.iter().flatten();
        lines.next().map_or("", String::as_str)
    }

    /// Whether it stands anywhere in a file.
    #[must_use]
    pub fn stands_in(&self, file: &FileText) -> bool {
        let lines = file.folded();
        self.places(lines, 0..lines.len()).next().is_some()
    }

    /// Of the first quoted line that is in no line of a file: the line that is most like it, with its number, if most
    /// words and marks of the quote are in it in the same order. Of several such lines, the one nearest to the cited ones.
    #[must_use]
    pub fn nearest_in(&self, file: &FileText, cited: Option<LineRange>) -> Option<(u32, String)> {
        let lines = file.folded();
        let mut quoted = self.0.iter().flatten();
        let lost =
            quoted.find(|quoted| !lines.iter().any(|(_, line)| line.contains(&***quoted)))?;
        let wanted = tokens(lost);
        let away = |number: u32| cited.map_or(0, |cited| number.abs_diff(cited.start()));
        let ranked = lines.iter().map(|line| {
            let shared = shared(&wanted, &tokens(&line.1));
            ((shared, Reverse(away(line.0)), Reverse(line.0)), line)
        });
        let ((most, ..), line) = ranked.max_by_key(|(rank, _)| *rank)?;
        (most * 4 >= wanted.len() * 3).then(|| line.clone())
    }

    /// Whether a line of it may be one of a file that holds a secret, of which the bytes are `shown`: it is a part of what is
    /// shown, or has all of that in the same order, whatever stands in place of the secret.
    #[must_use]
    pub fn may_be_masked(&self, shown: &[u8]) -> bool {
        let shown = fold(&String::from_utf8_lossy(shown));
        let parts = shown.split(MASK).map(|part| part.trim_matches(['_', ' ']));
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let has_all = |quoted: &str| {
            let behind = |rest: &str, part: &&str| Some(rest.split_once(*part)?.1.to_owned());
            parts.iter().try_fold(quoted.to_owned(), |rest, part| behind(&rest, part)).is_some()
        };
        let mut quoted = self.0.iter().flatten();
        quoted.any(|quoted| has_all(quoted) || parts.iter().any(|part| part.contains(&**quoted)))
    }

    /// Whether these bytes, before secrets in them are found, may hold it.
    pub(crate) fn may_be_in(&self, raw: &[u8]) -> bool {
        let words = self.0.iter().flatten().flat_map(|line| line.split(' '));
        let longest = words.max_by_key(|word| word.len()).unwrap_or_default();
        // Bytes that are not UTF-8 are read as this character.
        longest.contains(char::REPLACEMENT_CHARACTER) || find(raw, longest.as_bytes()).is_some()
    }

    /// The places of the quote in a file: the cited lines alone if it begins on one of them, else each place.
    pub(crate) fn places_in(&self, file: &FileText, cited: LineRange) -> Vec<LineRange> {
        let lines = file.folded();
        let first_cited = lines.partition_point(|(line, _)| *line < cited.start());
        let end_cited = lines.partition_point(|(line, _)| *line <= cited.end());
        if self.places(lines, first_cited..end_cited).next().is_some() {
            return vec![cited];
        }
        self.places(lines, 0..lines.len()).collect()
    }

    /// The places at which the quote stands and begins at one of these indices.
    fn places<'l>(
        &'l self,
        lines: &'l [(u32, String)],
        starts: Range<usize>,
    ) -> impl Iterator<Item = LineRange> + 'l {
        let pieces = self.0.split_first().into_iter();
        pieces.flat_map(move |(first, rest)| {
            starts.clone().filter_map(move |start| {
                let first_end = end_of(lines, first, start)?;
                let end = rest.iter().try_fold(first_end, |from, piece| {
                    (from..lines.len()).find_map(|at| end_of(lines, piece, at))
                })?;
                LineRange::new(lines.get(start)?.0, lines.get(end - 1)?.0)
            })
        })
    }
}

/// The most lines of a file that a document joins to one.
const MAX_JOINED: usize = 4;

/// The index behind the lines from this one on that contain the lines of a piece; `None` if they do not. What a document
/// writes on one line may be several lines of the file.
fn end_of(lines: &[(u32, String)], piece: &[String], at: usize) -> Option<usize> {
    let here = lines.get(at..at + piece.len())?;
    let mut pairs = here.iter().zip(piece);
    if pairs.all(|((_, line), quoted)| line.contains(&**quoted)) {
        return Some(at + piece.len());
    }
    let [quoted] = piece else {
        return None;
    };
    let (_, first) = here.first()?;
    first.contains(quoted.split(' ').next()?).then_some(())?;
    let last = lines.len().min(at + MAX_JOINED);
    let mut joined = first.clone();
    (at + 1..last).find_map(|next| {
        joined.push(' ');
        joined += &lines[next].1;
        let begins = joined.find(&**quoted)?;
        (begins < first.len()).then_some(next + 1)
    })
}

/// A quote that a report has: one source line or part of one, or two adjacent ones with `\n` between, byte for byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactQuote {
    text: String,
    line: u32,
}

impl ExactQuote {
    /// The quote with this text, which was at this line.
    #[must_use]
    pub fn new(text: impl Into<String>, line: u32) -> Self {
        let text = text.into();
        Self { text, line }
    }

    /// Whether these bytes, before secrets in them are found, may hold it.
    pub(crate) fn may_be_in(&self, raw: &[u8]) -> bool {
        let mut parts = self.text.split('\n');
        parts.all(|part| find(raw, part.as_bytes()).is_some())
    }

    /// Where the cited lines are now, for each place of the quote in a file; none if it was not on the cited lines.
    pub(crate) fn places_in(&self, file: &FileText, cited: LineRange) -> Vec<LineRange> {
        let Some(offset) = self.line.checked_sub(cited.start()) else {
            return Vec::new();
        };
        let parts: Vec<&[u8]> = self.text.split('\n').map(str::as_bytes).collect();
        let last_offset = offset.saturating_add(u32::try_from(parts.len()).unwrap_or(u32::MAX) - 1);
        let starts = (1..=file.line_count()).filter(|&line| is_quote_at(file, &parts, line));
        let places = starts.filter_map(|line| {
            let start = line.checked_sub(offset)?;
            let lines = LineRange::new(start, start.checked_add(cited.len() - 1)?)?;
            (last_offset < cited.len() && file.has(lines)).then_some(lines)
        });
        places.collect()
    }
}

/// Whether the parts of a quote, one for each line, stand at this line and the next.
fn is_quote_at(file: &FileText, parts: &[&[u8]], line: u32) -> bool {
    match *parts {
        [part] => !part.is_empty() && !file.hides(line) && find(file.line(line), part).is_some(),
        [first, second] => {
            let next = line.saturating_add(1);
            !(first.is_empty() || second.is_empty() || file.hides(line) || file.hides(next))
                && file.line(line).ends_with(first)
                && file.line(next).starts_with(second)
        }
        _ => false,
    }
}

/// A line in which each run of white space is one space.
pub(crate) fn fold(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of a line and the marks between them.
fn tokens(line: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut end = 0;
    for (at, word) in identifiers(line) {
        tokens.extend(marks(&line[end..at]));
        tokens.push(word);
        end = at + word.len();
    }
    tokens.extend(marks(&line[end..]));
    tokens
}

fn marks(text: &str) -> impl Iterator<Item = &str> {
    text.split("").filter(|mark| !mark.trim().is_empty())
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
mod tests;
