//! The parts of a text that can be paths: runs of letters, digits and the marks of paths; and what is before them.

use std::ops::Range;

use crate::text::words::is_word_byte;

/// A longer run is no path.
const MAX_BYTES: usize = 200;
/// The most bytes before a run that are read.
const MAX_BEFORE: usize = 120;
/// The most marks between a word and the run that it is before.
const MAX_MARKS: usize = 4;
pub(crate) const QUOTES: &[u8] = b"\"'`";

/// A run of bytes that can be a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) span: Range<usize>,
    /// Whether it is all of what is between two quotation marks.
    pub(crate) is_quoted: bool,
}

pub(crate) fn is_path_byte(byte: u8) -> bool {
    is_word_byte(byte) || b"-./\\:@~$#+".contains(&byte)
}

/// The run around a byte.
pub(crate) fn run_at(text: &[u8], at: usize) -> Option<Run> {
    let start = text[..at].iter().rposition(|byte| !is_path_byte(*byte));
    let start = start.map_or(0, |before| before + 1);
    let length = text[at..].iter().position(|byte| !is_path_byte(*byte));
    let end = length.map_or(text.len(), |length| at + length);
    // A path that is given another one: `./a.conf:/etc/a.conf`.
    let given = |at: usize| text[at..end].starts_with(b":/") && !text[at..end].starts_with(b"://");
    let start = (start..at).rev().find(|at| given(*at)).map_or(start, |mark| mark + 1);
    let end = (at..end).find(|at| given(*at)).unwrap_or(end);
    run_of(text, start..end)
}

/// Every run between quotation marks that can be a path.
pub(crate) fn quoted_runs(text: &[u8]) -> impl Iterator<Item = Run> {
    let opens = memchr::memchr3_iter(b'"', b'\'', b'`', text);
    let mut next = 0;
    opens.filter_map(move |open| {
        let start = open + 1;
        if start < next {
            return None;
        }
        let length = text[start..].iter().position(|byte| !is_path_byte(*byte))?;
        let run = run_of(text, start..start + length)?;
        if run.is_quoted {
            next = run.span.end + 1;
        }
        run.is_quoted.then_some(run)
    })
}

/// Every other run that can be a path with folders, or the end of one behind the value that a string is given.
pub(crate) fn bare_runs(text: &[u8]) -> impl Iterator<Item = Run> {
    let mut next = 0;
    memchr::memchr_iter(b'/', text).filter_map(move |at| {
        let run = run_at(text, at).filter(|_| at >= next)?;
        next = run.span.end;
        (!run.is_quoted).then_some(run)
    })
}

/// The run without the marks of sentences at its ends, unless it is quoted.
fn run_of(text: &[u8], span: Range<usize>) -> Option<Run> {
    let before = span.start.checked_sub(1).map(|at| text[at]);
    let after = text.get(span.end).copied();
    let is_quoted = before.is_some_and(|byte| QUOTES.contains(&byte)) && before == after;
    let mut span = span;
    if !is_quoted {
        let part = &text[span.clone()];
        let end = part.iter().rposition(|byte| is_word_byte(*byte))?;
        let start = part.iter().position(|byte| *byte != b':')?;
        span = span.start + start..span.start + end + 1;
    }
    let has_letter =
        text[span.clone()].iter().any(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80);
    (has_letter && span.len() <= MAX_BYTES).then_some(Run { span, is_quoted })
}

/// The position of a quoted run: the word before it with the marks between them, then the same with one more word, as
/// in `view(` and `return view(`. Empty if no word is before it.
pub(crate) fn heads(text: &[u8], run: &Run) -> Vec<String> {
    let quote = run.span.start.saturating_sub(1);
    let before = &text[quote.saturating_sub(MAX_BEFORE)..quote];
    let Some((head, rest)) = head(before) else {
        return Vec::new();
    };
    let longer = self::head(rest).map(|(before, _)| format!("{before} {head}"));
    std::iter::once(head).chain(longer).collect()
}

/// The last word of a text with the marks after it, and the text before the word.
fn head(text: &[u8]) -> Option<(String, &[u8])> {
    let end = text.iter().rposition(|byte| is_word_byte(*byte))? + 1;
    let start = text[..end].iter().rposition(|byte| !is_word_byte(*byte));
    let start = start.map_or(0, |before| before + 1);
    let after = &text[end..];
    let marks: Vec<u8> = after.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    // The last word of a line is before the next line only with a mark that opens something.
    let is_near = marks.len() <= MAX_MARKS
        && !marks.iter().any(|mark| b",;)]}\"'`".contains(mark))
        && (!marks.is_empty() || !after.contains(&b'\n'));
    let mut head = String::from_utf8_lossy(&text[start..end]).into_owned();
    head.push_str(&String::from_utf8_lossy(&marks));
    is_near.then_some((head, &text[..start]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quoted runs of a text with their positions.
    fn check(text: &str, expect: &str) {
        let shown = quoted_runs(text.as_bytes()).map(|run| {
            let heads = heads(text.as_bytes(), &run).join("|");
            format!("{} <{heads}>", &text[run.span])
        });
        assert_eq!(shown.collect::<Vec<_>>().join(" "), expect, "{text}");
    }

    #[test]
    fn a_run_is_quoted_and_has_a_position() {
        check("return view('pages.show', ['a' => 1]);", "pages.show <view(|return view(> a <>");
        check("{% include \"base/head\" %}", "base/head <include>");
        check("<partial name=\"_Menu\" />", "_Menu <name=|partial name=>");
        check("render :partial => 'form'", "form <partial=>|render: partial=>>");
        check("// A remark\n'a.b'", "a.b <>");
        check("don't, won't: 'a b'", "");
        check("['x.y', 'z/w']", "x.y <> z/w <>");
    }

    #[test]
    fn a_run_around_a_byte_ends_at_the_marks_of_a_sentence() {
        for (text, expect) in [
            ("see docs/setup.md.", "docs/setup.md"),
            ("add(x src/setup.cpp)", "src/setup.cpp"),
            ("path: a/setup.yml", "a/setup.yml"),
            ("- ./a/setup.yml:/etc/b.yml:ro", "./a/setup.yml"),
            ("- ./a/b.yml:/etc/setup.yml", "/etc/setup.yml"),
            ("https://a.org/setup.yml", "https://a.org/setup.yml"),
            ("`${folder}/setup.yml`", "/setup.yml"),
        ] {
            let at = text.find("setup").unwrap();
            let run = run_at(text.as_bytes(), at).unwrap();
            assert_eq!(&text[run.span], expect);
        }
    }
}
