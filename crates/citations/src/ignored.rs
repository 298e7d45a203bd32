//! The citations and claims that a comment of their document says to leave alone.

use firsthand_source::LineIndex;

/// What a comment of a document says to have what is stated in its line, or in the next, left alone.
const IGNORE: &str = "firsthand: ignore";

/// The lines of a document of which what it states is left alone, in order: that of such a comment, or the next one if the
/// comment stands alone. `states` says whether the line of this number and text states something.
pub(crate) fn ignored_lines(text: &str, states: impl Fn(u32, &str) -> bool) -> Vec<u32> {
    let marks = memchr::memmem::find_iter(text.as_bytes(), IGNORE);
    let index = LineIndex::of(text.as_bytes());
    let mut lines: Vec<u32> = Vec::new();
    for at in marks {
        let line = index.line_at(at);
        let own = String::from_utf8_lossy(index.line(text.as_bytes(), line));
        lines.push(line + u32::from(!states(line, &own)));
    }
    lines.dedup();
    lines
}
