//! Renders smaller and smaller plans, until one fits.

use super::{LEAST_CHARS, RenderPlan};
use crate::cut::Cut;
use crate::layout::Layout;
use crate::parts::Parts;

/// Renders with smaller and smaller plans until the text fits, and returns what was cut, with the plan.
///
/// `draw` renders a plan and its cuts, and returns the number of characters. It is
/// not called for a plan that cannot fit: as long as the upper bounds of what was cut since the last call
/// do not sum to the excess, the next part is cut, too.
pub(crate) fn render_within(
    parts: &Parts<'_>,
    max_chars: usize,
    mut draw: impl FnMut(&RenderPlan, &Layout, &[Cut]) -> usize,
) -> (Vec<Cut>, RenderPlan) {
    let max_chars = max_chars.max(LEAST_CHARS);
    let mut plan = RenderPlan::full(parts).bounded(max_chars);
    loop {
        let layout = Layout::of(parts, &plan);
        let cuts = plan.cuts(parts, &layout);
        let mut over = draw(&plan, &layout, &cuts).saturating_sub(max_chars);
        let mut was_cut = false;
        // Places of cut links move to `Also:`, so the parts that are cut after the links need another rendering.
        while over > 0 && !(was_cut && plan.links == 0) {
            let Some(saving) = plan.cut_next(parts, &layout) else {
                break;
            };
            was_cut = true;
            over = over.saturating_sub(saving);
        }
        if !was_cut {
            return (cuts, plan);
        }
    }
}
