//! The citations that a comment of their document says to leave alone.

use firsthand_source::LineIndex;

use crate::spot::find_locations;

/// What a comment of a document says to have the citations in its line, or those in the next, left alone.
const IGNORE: &str = "firsthand: ignore";

/// The lines of a document of which the citations are left alone, in order.
pub(crate) fn ignored_lines(text: &str) -> Vec<u32> {
    let marks = memchr::memmem::find_iter(text.as_bytes(), IGNORE);
    let index = LineIndex::of(text.as_bytes());
    let mut lines: Vec<u32> = Vec::new();
    for at in marks {
        let line = index.line_at(at);
        let own = String::from_utf8_lossy(index.line(text.as_bytes(), line));
        lines.push(match find_locations(&own).is_empty() {
            true => line + 1,
            false => line,
        });
    }
    lines.dedup();
    lines
}
