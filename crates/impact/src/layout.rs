//! Code without what is no part of its meaning: comments, imports, layout.

use std::ops::Range;

use firsthand_source::split_words;

/// The bytes with blanks in place of these ranges; line ends stay.
pub(crate) fn blanked(bytes: &[u8], ranges: &[Range<usize>]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for range in ranges {
        let blank = |byte: &mut u8| *byte = if *byte == b'\n' { b'\n' } else { b' ' };
        // Of a text in another encoding, the range may be that of the decoded text.
        bytes.get_mut(range.clone()).unwrap_or_default().iter_mut().for_each(blank);
    }
    bytes
}

/// A line of a text, 1-based.
pub(crate) fn line_of(text: &[u8], line: u32) -> &[u8] {
    text.split(|byte| *byte == b'\n').nth(line as usize - 1).unwrap_or_default()
}

/// Lines without the indentation that all of them have, without empty ones, and without white space at the ends.
pub(crate) fn normal(lines: &[&[u8]]) -> String {
    let lines = lines.iter().map(|line| layout(&String::from_utf8_lossy(line)));
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    // Other white space than these would be cut within a character.
    let indent = |line: &String| line.len() - line.trim_start_matches([' ', '\t']).len();
    let least = lines.iter().map(indent).min().unwrap_or(0);
    let lines = lines.iter().map(|line| &line[least..]);
    lines.collect::<Vec<_>>().join("\n")
}

/// A line with one blank for each run of blanks behind its indentation, outside of quotes, and none at its end.
fn layout(line: &str) -> String {
    let line = line.trim_end();
    let code = line.trim_start();
    let mut out = line[..line.len() - code.len()].to_owned();
    let mut quote = None;
    for c in code.chars() {
        match quote {
            Some(open) if open == c => quote = None,
            None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
            _ => {}
        }
        let is_blank = c == ' ' || c == '\t';
        if quote.is_none() && is_blank && out.ends_with([' ', '\t']) {
            continue;
        }
        out.push(c);
    }
    out
}

/// Whether a name has several words, so that it seldom means something else.
pub(crate) fn is_compound(name: &str) -> bool {
    split_words(name).nth(1).is_some()
}
