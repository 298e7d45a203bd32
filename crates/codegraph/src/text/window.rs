//! Selects the lines to show of a place: all of a short one, else its signature and the lines that matched.
//!
//! The laws: a window has at most the requested number of lines; the first window of a declaration contains the line of
//! its name; every other window contains the hits that it was selected for.

use firsthand_source::LineIndex;

/// A range of lines to show.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Window {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The sum of the weights of its hits.
    pub(crate) weight: f64,
}

/// A place to show.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The line of the declaration's name, which must be shown, and the last line of its signature; `None` for a block.
    pub(crate) name_and_signature_end: Option<(u32, u32)>,
    /// The lines of the declarations inside: preferred borders.
    pub(crate) inner: Vec<(u32, u32)>,
}

/// The most windows of one long place.
const MAX_WINDOWS: usize = 3;
/// The most lines that are shown before or after a group of hits, and the most lines from one hit of a group to the
/// next.
const MARGIN: u32 = 12;

/// The windows of a place, each of at most `max_lines` lines: the place itself if it fits, else at most
/// [`MAX_WINDOWS`], the signature first and then the best windows around hits. `hits` are (line, weight), ascending.
pub(crate) fn windows(
    place: &Place,
    hits: &[(u32, f64)],
    text: &[u8],
    lines: &LineIndex,
    max_lines: u32,
) -> Vec<Window> {
    let max_lines = max_lines.max(1);
    let weigh = |start: u32, end: u32| {
        hits.iter().filter(|hit| start <= hit.0 && hit.0 <= end).map(|hit| hit.1).sum::<f64>()
    };
    let window = |start: u32, end: u32| Window { start, end, weight: weigh(start, end) };
    if place.end - place.start < max_lines {
        return vec![window(place.start, place.end)];
    }
    let mut shown = Vec::new();
    let mut from = place.start;
    if let Some((name_line, signature_end)) = place.name_and_signature_end {
        let head = head(place.start, place.end, name_line, signature_end, max_lines);
        from = head.1 + 1;
        shown.push(window(head.0, head.1));
    }
    let rest: Vec<(u32, f64)> =
        hits.iter().copied().filter(|h| from <= h.0 && h.0 <= place.end).collect();
    let hit_window_lines = max_lines.min((max_lines / 2).max(20));
    let mut hit_windows: Vec<Window> = clusters(&rest, hit_window_lines)
        .into_iter()
        .map(|(first, last)| {
            let (start, end) = grow(place, first, last, from, text, lines, hit_window_lines);
            window(start, end)
        })
        .collect();
    hit_windows.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.start.cmp(&b.start)));
    for hit_window in hit_windows {
        if shown.len() >= MAX_WINDOWS {
            break;
        }
        if shown.iter().all(|other| hit_window.end < other.start || other.end < hit_window.start) {
            shown.push(hit_window);
        }
    }
    shown
}

/// The lines of the signature of a long place, and before them as much of its documentation as fits, at most a third of
/// a window.
pub(crate) fn head(
    first: u32,
    last: u32,
    name_line: u32,
    signature_end: u32,
    max_lines: u32,
) -> (u32, u32) {
    let end = signature_end.max(name_line).min(name_line + max_lines - 1).min(last);
    let start = first.max(end.saturating_sub(max_lines - 1).max(1)).min(name_line);
    // Of long documentation only the last lines are shown, those next to the name.
    let start = start.max(name_line.saturating_sub(max_lines / 3)).min(name_line);
    (start, end)
}

/// The first and last lines of groups of hits. A hit joins the group before it if it is at most [`MARGIN`] lines after
/// it and the group then has at most `max_lines` lines.
fn clusters(hits: &[(u32, f64)], max_lines: u32) -> Vec<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    for &(line, _) in hits {
        match found.last_mut() {
            Some(last) if line - last.1 <= MARGIN && line - last.0 < max_lines => last.1 = line,
            _ => found.push((line, line)),
        }
    }
    found
}

/// Widens a group of hits to the largest declaration around it that fits, or else to nearby borders: blank lines and
/// lines that are indented less. It begins no earlier than `from`.
fn grow(
    place: &Place,
    first: u32,
    last: u32,
    from: u32,
    text: &[u8],
    lines: &LineIndex,
    max_lines: u32,
) -> (u32, u32) {
    let fits = place.inner.iter().filter(|i| i.0 >= from && i.0 <= first && last <= i.1);
    if let Some(&inner) = fits.filter(|i| i.1 - i.0 < max_lines).max_by_key(|i| i.1 - i.0) {
        return inner;
    }
    let (mut start, mut end) = (first, last);
    let indent = (first..=last)
        .filter(|&line| !is_blank(text, lines, line))
        .map(|line| indent_of(text, lines, line))
        .min()
        .unwrap_or(0);
    let border = |line: u32| is_blank(text, lines, line) || indent_of(text, lines, line) < indent;
    while start > from && first - start < MARGIN && end - start + 1 < max_lines {
        start -= 1;
        if border(start) {
            start += u32::from(is_blank(text, lines, start));
            break;
        }
    }
    while end < place.end && end - last < MARGIN && end - start + 1 < max_lines {
        end += 1;
        if border(end) {
            end -= u32::from(is_blank(text, lines, end));
            break;
        }
    }
    (start, end)
}

/// The most lines of a block of text without declarations.
const MAX_BLOCK: u32 = 40;
/// A shorter block continues after a blank line.
const MIN_BLOCK: u32 = 6;

/// Whether a line is white space only.
fn is_blank(text: &[u8], lines: &LineIndex, line: u32) -> bool {
    lines.line(text, line).iter().all(u8::is_ascii_whitespace)
}

/// The width of a line's leading white space; a tab counts as one.
fn indent_of(text: &[u8], lines: &LineIndex, line: u32) -> usize {
    let line = lines.line(text, line).iter();
    line.take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Splits lines `start..=end` into blocks: at blank lines before a line that is indented no deeper than the block's
/// first, and at the maximal length.
pub(crate) fn blocks(
    text: &[u8],
    lines: &LineIndex,
    start: u32,
    end: u32,
    max_lines: u32,
) -> Vec<(u32, u32)> {
    let max_lines = max_lines.clamp(1, MAX_BLOCK);
    let mut found = Vec::new();
    let mut open: Option<(u32, usize)> = None;
    let mut last = start;
    for line in start..=end.min(lines.count()) {
        if is_blank(text, lines, line) {
            continue;
        }
        let indent = indent_of(text, lines, line);
        if let Some((first, depth)) = open {
            let gap = line > last + 1 && indent <= depth && line - first >= MIN_BLOCK;
            if gap || line - first >= max_lines {
                found.push((first, last));
                open = None;
            }
        }
        open = open.or(Some((line, indent)));
        last = line;
    }
    found.extend(open.map(|(first, _)| (first, last)));
    found
}
