//! Cutting an observation to what may be shown, before it is observed.

use crate::show::{header_cost, line_costs, path_cost, window_chars};
use crate::{CandidateId, LineRange, Observation, Seen, Window};

/// A window with room for fewer lines is left out rather than shown as a stump.
const LEAST_LINES: usize = 3;
/// Characters that are kept for each window that comes later: some lines around its hit.
const KEPT: usize = 600;

/// What each of several windows may take of the room that they have together.
#[derive(Clone, Debug)]
pub struct Shares {
    /// What is kept for those after it, for each window; the last one first.
    kept: Vec<usize>,
}

impl Shares {
    /// For windows in this order.
    #[must_use]
    pub fn of(windows: &[Window]) -> Self {
        let mut sum = 0;
        let kept = windows.iter().rev().map(|window| {
            let kept = sum;
            sum += cost(window).min(KEPT);
            kept
        });
        Self {
            kept: kept.collect(),
        }
    }

    /// The characters that the next window may take of what is left. The first are worth the most, but
    /// no place pushes the others out.
    pub fn next(&mut self, room: usize) -> usize {
        let kept = self.kept.pop().unwrap_or(0);
        room.saturating_sub(kept).max(KEPT).min(room)
    }
}

fn cost(window: &Window) -> usize {
    header_cost(window) + line_costs(window).iter().sum::<usize>()
}

/// How much [`fit`] left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Fitted {
    /// Windows or paths left out whole.
    pub dropped: usize,
    /// Windows shown in part.
    pub narrowed: usize,
}

/// Cuts the observation so that [`show`](crate::show) takes at most `max_chars` characters. What
/// does not fit was not shown and must not be observed, so this comes before
/// [`Registry::observe`](crate::Registry::observe).
///
/// The order is kept, and each window has its share ([`Shares`]). A window that fits only in part is cut
/// around a hit, which is never cut away: the first in the declaration that it is labelled with, or else
/// the first. One that has no room for that is left out, and a smaller one after it may still fit.
pub fn fit(observation: &mut Observation, max_chars: usize) -> Fitted {
    let mut room = max_chars;
    let mut fitted = Fitted::default();
    match &mut observation.seen {
        Seen::Listed(paths) => {
            let kept = paths
                .iter()
                .take_while(|path| take(&mut room, path_cost(path)))
                .count();
            fitted.dropped = paths.len() - kept;
            paths.truncate(kept);
        }
        Seen::Matches(windows)
        | Seen::Read(windows)
        | Seen::Symbols(windows)
        | Seen::Relations(windows) => {
            let all = std::mem::take(windows);
            let mut shares = Shares::of(&all);
            for window in all {
                let before = window.span.range();
                let share = shares.next(room);
                let mut left = share;
                let kept = fit_window(window, &mut left);
                room -= share - left;
                fitted.dropped += usize::from(kept.is_none());
                fitted.narrowed +=
                    usize::from(kept.as_ref().is_some_and(|w| w.span.range() != before));
                windows.extend(kept);
            }
        }
    }
    fitted
}

/// Takes `cost` out of `room`; false where it does not fit.
fn take(room: &mut usize, cost: usize) -> bool {
    let left = room.checked_sub(cost);
    *room = left.unwrap_or(*room);
    left.is_some()
}

fn fit_window(window: Window, room: &mut usize) -> Option<Window> {
    let head = header_cost(&window);
    let budget = room.checked_sub(head)?;
    let costs = line_costs(&window);
    if take(room, head + costs.iter().sum::<usize>()) {
        return Some(window);
    }
    let range = window.span.range();
    let at = (anchor(&window).unwrap_or(range.start()) - range.start()) as usize;
    let (from, to) = grow(&costs, at, budget)?;
    let used: usize = costs[from..=to].iter().sum();
    let line = |index: usize| range.start() + u32::try_from(index).unwrap_or(u32::MAX);
    let mut kept = window.narrow(LineRange::new(line(from), line(to))?)?;
    // Other lines may have a longer label, and nothing was kept for that.
    if window_chars(&kept, CandidateId::WIDEST, Some("")) > head {
        kept.symbol = None;
    }
    take(room, head + used).then_some(kept)
}

/// The line that must not be cut away, if there is one. A window can show more than the declaration
/// that it is labelled with; what is left of it has to show that.
fn anchor(window: &Window) -> Option<u32> {
    let range = window.span.range();
    let hits = || {
        window
            .hits
            .iter()
            .copied()
            .filter(|&line| range.contains(line))
    };
    let symbol = window.symbol.as_ref();
    let mut own = window.declarations.iter().filter(|declared| {
        symbol.is_some_and(|symbol| symbol.name == declared.name)
            && range.contains(declared.range.start())
    });
    let within = own.find_map(|declared| hits().find(|&line| declared.range.contains(line)));
    within.or_else(|| hits().next())
}

/// The lines around `at`, by index, that fit into `budget`: down and up in turns, as far as each
/// goes. `None` where that leaves a stump.
fn grow(costs: &[usize], at: usize, budget: usize) -> Option<(usize, usize)> {
    let (mut from, mut to) = (at, at);
    let mut left = budget.checked_sub(*costs.get(at)?)?;
    loop {
        let down = costs.get(to + 1).is_some_and(|&cost| take(&mut left, cost));
        to += usize::from(down);
        let above = from.checked_sub(1).and_then(|above| costs.get(above));
        let up = above.is_some_and(|&cost| take(&mut left, cost));
        from -= usize::from(up);
        if !down && !up {
            break;
        }
    }
    (to - from + 1 >= LEAST_LINES.min(costs.len())).then_some((from, to))
}
