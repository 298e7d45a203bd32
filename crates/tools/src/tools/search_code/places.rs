//! Places of a search, or declarations in relation to a symbol: the first whole, of the others what
//! matched.

use firsthand_codegraph::Region;
use firsthand_registry::{Declaration, LineRange, Related, Window};

use super::{FileTexts, SearchContext, label};
use crate::page::FileText;
use crate::redact_name;
use crate::repo::around;

/// Lines in which what matched is looked for, and the fewest that are shown of a place.
const STRETCH: u32 = 8;
const LEAST: u32 = 4;
/// Words of the query that are looked for: the most informative ones.
const WORDS: usize = 8;

/// A window on each region, in their order.
pub(super) fn windows(context: &SearchContext<'_>, pages: &mut FileTexts<'_>) -> Vec<Window> {
    let whole = context.whole();
    let regions = context.found.regions.iter().enumerate();
    let windows = regions.filter_map(|(at, region)| {
        let (page, declared) = pages.of(&region.path, &region.file);
        let range = match at < whole {
            true => region.range,
            false => matched(region, page),
        };
        window(context, region, range, page, declared)
    });
    windows.collect()
}

/// The region's lines in `range` as a window, with what must not be shown replaced.
pub(super) fn window(
    context: &SearchContext<'_>,
    region: &Region,
    range: LineRange,
    page: &FileText,
    declared: &[Declaration],
) -> Option<Window> {
    let mut window = page
        .window(range, |_, _| 0)?
        .with_hits(region.hits.iter().copied())
        .with_declarations(around(declared, range))
        .with_label(region.symbol.as_ref().map(label), declared);
    window.distance = region.distance;
    window.related = context.relation.and_then(|(_, relation)| {
        Some(Related {
            relation: relation.name().to_owned(),
            of: redact_name(region.relation_of.as_deref()?).into_owned(),
            resolution: region.resolution?.name().to_owned(),
        })
    });
    Some(window)
}

/// The few most informative lines of a region: where the rarest words of the query stand closest together,
/// or else its declaration.
fn matched(region: &Region, page: &FileText) -> LineRange {
    let worth = |line: u32| -> f64 {
        let text = page.line(line).map(|line| line.text().to_lowercase());
        let text = text.unwrap_or_default();
        let words = region.tokens.iter().take(WORDS).enumerate();
        let held = words.filter(|(_, word)| text.contains(word.as_str()));
        held.map(|(rank, _)| 1.0 / (rank + 1) as f64).sum()
    };
    let hits: Vec<(u32, f64)> = region
        .hits
        .iter()
        .map(|&line| (line, worth(line)))
        .collect();
    let mut best: Option<(f64, u32, u32)> = None;
    for (at, &(first, _)) in hits.iter().enumerate() {
        let within = hits[at..]
            .iter()
            .take_while(|(line, _)| line - first < STRETCH);
        let (mut sum, mut last) = (0.0, first);
        for &(line, worth) in within {
            sum += worth;
            last = line;
        }
        if best.is_none_or(|best| sum > best.0) {
            best = Some((sum, first, last));
        }
    }
    let all = region.range;
    let (first, last) = best.map_or((all.start(), all.start()), |(_, first, last)| (first, last));
    let start = first.saturating_sub(1).max(all.start());
    let end = (last + 1).max(start + LEAST - 1).min(all.end());
    LineRange::new(start, end).unwrap_or(all)
}
