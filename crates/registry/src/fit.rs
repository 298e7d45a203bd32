//! Cuts an observation to a number of characters, before it is observed.

use crate::show::{header_cost, line_costs, path_cost, window_chars};
use crate::{CandidateId, LineRange, Observation, RepoPath, Window};

/// A window with room for fewer lines is left out, unless it has fewer itself.
const MIN_LINES: usize = 3;
/// The most characters reserved for each later window, and the least share of a window where the room suffices: some
/// lines around its hit.
const RESERVED_CHARS: usize = 600;

/// Divides the characters that several windows have together.
#[derive(Clone, Debug)]
pub struct Shares {
    /// For each window, the characters reserved for those after it; the last window first.
    reserved: Vec<usize>,
}

impl Shares {
    /// The shares of these windows, in this order.
    #[must_use]
    pub fn of(windows: &[Window]) -> Self {
        let mut sum = 0;
        let reserved = windows.iter().rev().map(|window| {
            let reserved = sum;
            sum += window_cost(window).min(RESERVED_CHARS);
            reserved
        });
        Self { reserved: reserved.collect() }
    }

    /// The characters for the next window, of the `room` that is left: all but what is reserved for later windows, and
    /// at least 600, or all of a smaller `room`. So the first windows get the most, and later ones a few lines.
    pub fn next(&mut self, room: usize) -> usize {
        let reserved = self.reserved.pop().unwrap_or(0);
        room.saturating_sub(reserved).max(RESERVED_CHARS).min(room)
    }
}

fn window_cost(window: &Window) -> usize {
    header_cost(window) + line_costs(window).iter().sum::<usize>()
}

/// What [`fit`] left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Fitted {
    /// Windows or paths that were left out.
    pub dropped: usize,
    /// Windows that were cut.
    pub narrowed: usize,
}

/// Cuts the observation so that [`show`](crate::show) prints at most `max_chars` characters. What
/// does not fit is not shown and must not be observed, so this comes before
/// [`Registry::observe`](crate::Registry::observe).
///
/// The order is preserved, and each window has its share ([`Shares`]). A window that fits only in part is cut
/// to the part with the most hits: of those in the declaration that it is labelled with, or else of all. The lines that
/// name this declaration do not count if several others match, since the header names it, too. A window with room for
/// fewer than three lines is left out, unless it has fewer itself; a smaller one after it may still fit.
pub fn fit(observation: &mut Observation, max_chars: usize) -> Fitted {
    let mut room = max_chars;
    let mut fitted = Fitted::default();
    let windows = std::mem::take(&mut observation.windows);
    let mut shares = Shares::of(&windows);
    for window in windows {
        let before = window.span.range();
        let share = shares.next(room);
        let mut left = share;
        let cut = fit_window(window, &mut left);
        room -= share - left;
        match &cut {
            None => fitted.dropped += 1,
            Some(cut) => fitted.narrowed += usize::from(cut.span.range() != before),
        }
        observation.windows.extend(cut);
    }
    let fits = |path: &&RepoPath| spend(&mut room, path_cost(path));
    let fitting_paths = observation.paths.iter().take_while(fits).count();
    fitted.dropped += observation.paths.len() - fitting_paths;
    observation.paths.truncate(fitting_paths);
    fitted
}

/// Subtracts `cost` from `room`; false, and no change, where it does not fit.
fn spend(room: &mut usize, cost: usize) -> bool {
    let left = room.checked_sub(cost);
    *room = left.unwrap_or(*room);
    left.is_some()
}

fn fit_window(window: Window, room: &mut usize) -> Option<Window> {
    let head = header_cost(&window);
    let budget = room.checked_sub(head)?;
    let costs = line_costs(&window);
    if spend(room, head + costs.iter().sum::<usize>()) {
        return Some(window);
    }
    let range = window.span.range();
    let index = |line: u32| (line - range.start()) as usize;
    let anchors: Vec<usize> = anchor_lines(&window).into_iter().map(index).collect();
    let (from, to) = grow_range(&costs, densest(&costs, &anchors, budget), budget)?;
    let used: usize = costs[from..=to].iter().sum();
    let line = |index: usize| range.start() + u32::try_from(index).unwrap_or(u32::MAX);
    let mut narrowed = window.narrow(LineRange::new(line(from), line(to))?)?;
    // The narrowed window may have another label, too long for the characters that were reserved for the header.
    if window_chars(&narrowed, CandidateId::WIDEST, Some("")) > head {
        narrowed.symbol = None;
    }
    spend(room, head + used).then_some(narrowed)
}

/// The hit lines of which one must not be cut away; the first line of a window without hits.
fn anchor_lines(window: &Window) -> Vec<u32> {
    let range = window.span.range();
    let hits = window.hits.iter().copied();
    let hits: Vec<u32> = hits.filter(|&line| range.contains(line)).collect();
    let symbol = window.symbol.as_ref();
    let mut label_declarations = window.declarations.iter().filter(|declared| {
        symbol.is_some_and(|symbol| symbol.name == declared.name)
            && range.contains(declared.range.start())
    });
    let in_label = label_declarations.find_map(|declared| {
        let inside = hits.iter().copied();
        let inside = inside.filter(|&line| declared.range.contains(line));
        let is_head = |line: &u32| declared.head.is_some_and(|head| head.contains(*line));
        let (heads, others): (Vec<u32>, Vec<u32>) = inside.partition(is_head);
        let anchors = if others.len() > 1 { others } else { [heads, others].concat() };
        (!anchors.is_empty()).then_some(anchors)
    });
    let mut anchors = in_label.unwrap_or(hits);
    if anchors.is_empty() {
        anchors.push(range.start());
    }
    anchors
}

/// The first and last of the most anchors, by index, that fit into `budget` with the lines between them; of equally many,
/// those from the earlier one of `anchors` on.
fn densest(costs: &[usize], anchors: &[usize], budget: usize) -> (usize, usize) {
    let sums = costs.iter().scan(0, |sum, cost| {
        *sum += cost;
        Some(*sum - cost)
    });
    let before: Vec<usize> = sums.collect();
    let mut sorted = anchors.to_vec();
    sorted.sort_unstable();
    let runs = anchors.iter().map(|&from| {
        let rest = &sorted[sorted.partition_point(|&at| at < from)..];
        let run = rest.partition_point(|&to| before[to] + costs[to] - before[from] <= budget);
        (run, from, rest[run.saturating_sub(1)])
    });
    let best = runs.reduce(|best, run| if run.0 > best.0 { run } else { best });
    best.map_or((0, 0), |(_, from, to)| (from, to))
}

/// The first and last index of the lines around those `from..=to` that fit into `budget`, grown down and up in turns.
/// `None` where fewer than [`MIN_LINES`] fit, unless the window itself has fewer.
fn grow_range(
    costs: &[usize],
    (mut from, mut to): (usize, usize),
    budget: usize,
) -> Option<(usize, usize)> {
    let mut left = budget.checked_sub(costs.get(from..=to)?.iter().sum())?;
    loop {
        let down = costs.get(to + 1).is_some_and(|&cost| spend(&mut left, cost));
        to += usize::from(down);
        let above = from.checked_sub(1).and_then(|above| costs.get(above));
        let up = above.is_some_and(|&cost| spend(&mut left, cost));
        from -= usize::from(up);
        if !down && !up {
            break;
        }
    }
    (to - from + 1 >= MIN_LINES.min(costs.len())).then_some((from, to))
}
