//! Groups neighbouring matching lines into one window.

use firsthand_registry::{LineRange, MaskedFile, Window};

use crate::pattern::Pattern;

/// The most lines of one place. A chain of matches that is longer becomes several.
const MAX_LINES: u32 = 120;

/// A longer line is no context: it is one of a minified file, or of data.
const MAX_CONTEXT_LINE_BYTES: usize = 400;

/// A window for each cluster, in the order of the lines. No line is in two windows.
pub(super) fn windows(
    masked: &MaskedFile,
    hits: &[u32],
    pattern: &Pattern,
    context: u32,
) -> Vec<Window> {
    let clusters = clusters(masked, hits, context);
    let mut windows = Vec::with_capacity(clusters.len());
    let mut shown = 0;
    for (index, lines) in clusters.iter().enumerate() {
        let (first, last) = (lines[0], lines[lines.len() - 1]);
        let next = clusters.get(index + 1).and_then(|next| next.first());
        let above = (1..=context).take_while(|far| is_context(masked, first.checked_sub(*far)));
        let below = (1..=context).take_while(|far| is_context(masked, last.checked_add(*far)));
        let start = (first - above.last().unwrap_or(0)).max(shown + 1);
        let end = last + below.last().unwrap_or(0);
        let end = end.min(start.saturating_add(MAX_LINES - 1));
        let end = next.map_or(end, |&next| end.min(next - 1));
        let focus = |_: u32, text: &str| pattern.first_match(text).map_or(0, |found| found.start);
        let window = LineRange::new(start, end).and_then(|range| masked.window(range, focus));
        if let Some(window) = window {
            shown = window.span.range().end();
            windows.push(window.with_hits(lines.iter().copied()));
        }
    }
    windows
}

/// Whether the file has the line, and it is short enough to be shown around a match.
fn is_context(masked: &MaskedFile, line: Option<u32>) -> bool {
    let line = line.and_then(|number| masked.line(number));
    line.is_some_and(|line| line.text().len() <= MAX_CONTEXT_LINE_BYTES)
}

/// Groups hits whose contexts touch, as long as they fit in one window. No group is empty.
fn clusters(masked: &MaskedFile, hits: &[u32], context: u32) -> Vec<Vec<u32>> {
    let mut clusters: Vec<Vec<u32>> = Vec::new();
    for &hit in hits {
        let touches = |last: u32| {
            hit - last <= 2 * context + 1
                && (last + 1..hit).all(|between| is_context(masked, Some(between)))
        };
        match clusters.last_mut() {
            Some(open)
                if touches(open[open.len() - 1]) && hit - open[0] + 2 * context < MAX_LINES =>
            {
                open.push(hit);
            }
            _ => clusters.push(vec![hit]),
        }
    }
    clusters
}
