//! Groups neighbouring matching lines into one window.

use firsthand_registry::{LineRange, MaskedFile, Window};

use crate::pattern::Pattern;

/// The most lines of one place. A chain of matches that is longer becomes several.
const MAX_LINES: u32 = 120;

/// A window for each cluster, in the order of the lines. No line is in two windows.
pub(super) fn windows(
    masked: &MaskedFile,
    hits: &[u32],
    pattern: &Pattern,
    context: u32,
) -> Vec<Window> {
    let clusters = clusters(hits, context);
    let mut windows = Vec::with_capacity(clusters.len());
    let mut shown = 0;
    for (index, lines) in clusters.iter().enumerate() {
        let (first, last) = (lines[0], lines[lines.len() - 1]);
        let next = clusters.get(index + 1).and_then(|next| next.first());
        let start = first.saturating_sub(context).max(shown + 1);
        let end = last
            .saturating_add(context)
            .min(start.saturating_add(MAX_LINES - 1));
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

/// Groups hits whose contexts touch, as long as they fit in one window. No group is empty.
fn clusters(hits: &[u32], context: u32) -> Vec<Vec<u32>> {
    let mut clusters: Vec<Vec<u32>> = Vec::new();
    for &hit in hits {
        match clusters.last_mut() {
            Some(open)
                if hit - open[open.len() - 1] <= 2 * context + 1
                    && hit - open[0] + 2 * context < MAX_LINES =>
            {
                open.push(hit);
            }
            _ => clusters.push(vec![hit]),
        }
    }
    clusters
}
