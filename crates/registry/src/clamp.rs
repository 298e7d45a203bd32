//! Clamps a range to a number of lines, around the lines that matter.

use crate::{Declaration, LineRange};

/// At most `max` lines (at least 1) of `range`, centred on the first line of `focus` and snapped to
/// the enclosing declaration; lines of `focus` outside `range` do not count.
///
/// - A range that is short enough stays as it is.
/// - The largest declaration around the focus that fits is returned whole, as far as it was observed.
/// - In a declaration that does not fit, the window is centred and clamped to the declaration.
/// - Without a line of `focus` in `range`, the first line of `range` is the focus.
/// - The first line of `focus` is never cut; as many of the others are included as the centring allows.
#[must_use]
pub fn clamp(range: LineRange, focus: &[u32], declarations: &[Declaration], max: u32) -> LineRange {
    let max = max.max(1);
    if range.len() <= max {
        return range;
    }
    let inside: Vec<u32> = focus.iter().copied().filter(|&line| range.contains(line)).collect();
    let first = inside.first().copied().unwrap_or(range.start());
    let focus_hull = hull_within(first, &inside, max);
    let enclosing = || {
        declarations
            .iter()
            .filter_map(|d| d.range.intersection(range))
            .filter(|seen| seen.covers(focus_hull))
    };
    if let Some(declaration_range) =
        enclosing().filter(|seen| seen.len() <= max).max_by_key(|seen| seen.len())
    {
        return declaration_range;
    }
    let bounds = enclosing().min_by_key(|seen| seen.len()).unwrap_or(range);
    let lead = (max - focus_hull.len()) / 2;
    let latest = bounds.end().saturating_sub(max - 1).max(bounds.start());
    let start = focus_hull.start().saturating_sub(lead).clamp(bounds.start(), latest);
    LineRange::new(start, start.saturating_add(max - 1).min(bounds.end())).unwrap_or(range)
}

/// The hull of `first` and the focus lines, of at most `max` lines; lines are added in the order of
/// `focus`, those that would make it longer are left out.
fn hull_within(first: u32, focus: &[u32], max: u32) -> LineRange {
    focus.iter().fold(LineRange::one(first), |hull, &line| {
        let wider = hull.hull(LineRange::one(line));
        if wider.len() <= max { wider } else { hull }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(range: (u32, u32), focus: &[u32], declarations: &[(u32, u32)], expect: (u32, u32)) {
        let r = |(start, end)| LineRange::new(start, end).unwrap();
        let declarations: Vec<_> = declarations
            .iter()
            .map(|&d| Declaration {
                name: "d".into(),
                kind: "function".into(),
                range: r(d),
                head: None,
                is_test: false,
            })
            .collect();
        let got = clamp(r(range), focus, &declarations, 10);
        assert_eq!((got.start(), got.end()), expect, "{range:?} {focus:?}");
    }

    #[test]
    fn ranges_are_cut_around_the_hit() {
        check((1, 10), &[9], &[], (1, 10)); // short enough
        check((1, 100), &[50], &[], (46, 55)); // centred
        check((1, 100), &[1], &[], (1, 10)); // at the edges
        check((1, 100), &[100], &[], (91, 100));
        check((1, 100), &[], &[], (1, 10)); // nothing to centre on
        check((1, 100), &[500], &[], (1, 10)); // a focus that was not observed
        check((1, 100), &[50, 44], &[], (43, 52)); // both fit
        check((1, 100), &[50, 90], &[], (46, 55)); // the first one counts
    }

    #[test]
    fn ranges_snap_to_the_declaration() {
        check((1, 100), &[50], &[(1, 100), (48, 54)], (48, 54));
        check((1, 100), &[50], &[(45, 54), (48, 52)], (45, 54)); // the largest that fits
        check((1, 100), &[50], &[(49, 90)], (49, 58)); // too long: kept inside it
        check((1, 100), &[88], &[(49, 90)], (81, 90));
        check((40, 100), &[41], &[(35, 45)], (40, 45)); // never beyond what was observed
    }
}
