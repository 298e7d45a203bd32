//! Fits a text form to its budget: which parts it prints, and which it cuts.

mod steps;

use firsthand_validator::Action;

use self::steps::max_place_chars;
use crate::cut::Cut;
use crate::layout::Layout;
use crate::parts::{MAX_LABEL_CHARS, MAX_QUERY_CHARS, Parts};

/// The least budget in characters; a smaller one counts as this, since the heading and the machine block need it.
pub const LEAST_CHARS: usize = 600;

/// The heading is cut to this, last of all: even with its markup escaped it is no longer than the default one.
const SHORT_HEADING_CHARS: usize = 9;
/// A longer question is cut to this before anything else: the caller knows it.
const SHORT_QUERY_CHARS: usize = 80;
/// Purposes are cut to these: to the first before facts; to the second, where the action is reading, before optional
/// targets are cut in turns with links.
const PURPOSE_CHARS: [usize; 2] = [60, 36];
/// Facts are cut to these, one step each.
const FACT_CHARS: [usize; 3] = [200, 140, 90];
/// Facts of links without quotes are cut to this before links are: a few words take hardly more room than the place of a
/// cut link.
const BARE_FACT_CHARS: usize = 48;
/// Where the action is reading, links are cut to `LINKS_FIRST`, then links and optional targets in turns, so that at
/// most `MORE_OPTIONAL` more optional targets than links are left. With any action, links lose their quotes before links
/// are cut, all but `LINKS_FIRST`, and the place of a cut link goes before the next link.
const LINKS_FIRST: usize = 3;
/// The most names that are printed of which every line is in a printed place, and the most with other lines.
const MAX_NAMES: usize = 6;
/// The most files of one name whose further lines are printed; where there is less room, one fewer after the other, down to
/// the second number, before any of these names is cut.
pub(crate) const NAME_FILES: [usize; 2] = [12, 3];
const MORE_OPTIONAL: usize = 1;
/// So many uses are not replaced by the numbers of uses in files, which stand longer than names for which the model does not
/// ask.
const USES_FIRST: usize = 2;
/// The fewest characters of a link, a place or a target, which bounds how many can fit.
const MIN_ITEM_CHARS: usize = 8;
/// Escaping the markup of prose multiplies its characters at most by this.
const ESCAPE_FACTOR: usize = 2;
/// An upper bound of the characters of two mentions of a place, without its path and its prose.
const PLACE_OVERHEAD_CHARS: usize = 160;
/// The characters around a line of a quote.
const QUOTE_MARK_CHARS: usize = 10;
/// The characters around a label.
const LABEL_OVERHEAD_CHARS: usize = 3;

/// How many items of each list, and how many characters of each text, a text form prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RenderPlan {
    /// Whether `…/` is printed for the folder of many paths.
    pub(crate) abbreviates: bool,
    /// How many read targets that are not required.
    pub(crate) optional: usize,
    /// How many required read targets.
    pub(crate) required: usize,
    pub(crate) purpose_chars: usize,
    pub(crate) fact_chars: usize,
    /// The same for the facts of links without quotes.
    pub(crate) bare_fact_chars: usize,
    pub(crate) links: usize,
    /// How many of the links are printed with the declarations around their quotes.
    pub(crate) declared: usize,
    /// How many of the links are printed with their quotes.
    pub(crate) quotes: usize,
    /// Whether the number of a quote's line is also printed beside a place of some lines; it always is beside one of many.
    pub(crate) quote_lines: bool,
    pub(crate) missing: usize,
    /// How many primary places outside the flow and places of cut links.
    pub(crate) also: usize,
    /// How many of these are printed with their labels.
    pub(crate) labels: usize,
    /// How many lines that use what is cited.
    pub(crate) uses: usize,
    /// Whether these lines are counted by file where none is printed.
    pub(crate) counts_uses: bool,
    /// How many names are printed of which every line is in a printed place.
    pub(crate) complete_names: usize,
    /// How many other names are printed, with their further lines.
    pub(crate) open_names: usize,
    /// Of how many files these further lines are printed.
    pub(crate) name_files: usize,
    /// How many search targets.
    pub(crate) search: usize,
    pub(crate) query_chars: usize,
    pub(crate) heading_chars: usize,
    /// How many absent words are named.
    pub(crate) absent: usize,
    /// Whether the files are named that were not read; the coverage counts them.
    pub(crate) unread: bool,
    /// How many files are named of what was dropped.
    pub(crate) dropped_paths: usize,
    /// Whether reasons are printed for what was dropped, or not found.
    pub(crate) reasons: bool,
}

impl RenderPlan {
    /// The plan that prints everything.
    pub(crate) fn full(parts: &Parts<'_>) -> Self {
        let required = parts.reads.iter().filter(|read| read.required).count();
        Self {
            abbreviates: false,
            optional: parts.reads.len() - required,
            required,
            purpose_chars: usize::MAX,
            fact_chars: usize::MAX,
            bare_fact_chars: usize::MAX,
            links: parts.links.len(),
            declared: parts.links.len(),
            quotes: parts.links.len(),
            quote_lines: true,
            missing: parts.missing.len(),
            also: parts.primary.len() + parts.links.len(),
            labels: if parts.labels.is_empty() { 0 } else { parts.primary.len().max(1) },
            uses: parts.uses.len(),
            counts_uses: !parts.uses.is_empty() || !parts.further_uses.is_empty(),
            complete_names: parts.names.len().min(MAX_NAMES),
            open_names: parts.names.len().min(MAX_NAMES),
            name_files: NAME_FILES[0],
            search: parts.search.len(),
            query_chars: MAX_QUERY_CHARS,
            heading_chars: usize::MAX,
            absent: parts.absent.len(),
            unread: !parts.not_read.is_empty(),
            dropped_paths: parts.dropped_paths.len(),
            reasons: true,
        }
    }

    /// The plan that prints everything that was submitted: all but labels, with short paths, and of a long question only
    /// its beginning.
    pub(crate) fn submitted(parts: &Parts<'_>) -> Self {
        Self {
            abbreviates: parts.folder.is_some(),
            labels: 0,
            declared: 0,
            quote_lines: false,
            uses: 0,
            counts_uses: false,
            complete_names: parts.asked_names(),
            open_names: parts.asked_names(),
            name_files: NAME_FILES[1],
            unread: false,
            dropped_paths: 0,
            query_chars: SHORT_QUERY_CHARS,
            ..Self::full(parts)
        }
    }

    /// The plan as it was before the first link was cut, and what is cut in turns with links.
    pub(crate) fn with_all_links(&self, parts: &Parts<'_>) -> Self {
        let full = Self::full(parts);
        let in_turns = parts.report.body().action == Action::ReadTargets;
        Self {
            links: full.links,
            quotes: self.quotes.max(full.quotes.min(LINKS_FIRST)),
            optional: if in_turns { full.optional } else { self.optional },
            required: full.required,
            missing: full.missing,
            also: full.also,
            search: full.search,
            query_chars: SHORT_QUERY_CHARS,
            heading_chars: usize::MAX,
            absent: full.absent,
            reasons: true,
            ..self.clone()
        }
    }

    /// Limits every list to as many items as could fit.
    fn bounded(mut self, max_chars: usize) -> Self {
        let max_items = max_chars / MIN_ITEM_CHARS;
        let lists = [
            &mut self.optional,
            &mut self.required,
            &mut self.links,
            &mut self.missing,
            &mut self.also,
            &mut self.search,
        ];
        for item_count in lists {
            *item_count = (*item_count).min(max_items);
        }
        self
    }

    /// Cuts the next part in the fixed order, and returns an upper bound of the characters that it
    /// saves; `None` where nothing is left to cut. `layout` is that of the last rendering.
    fn cut_next(&mut self, parts: &Parts<'_>, layout: &Layout) -> Option<usize> {
        let (printed_also, also_primary) = (layout.also.len(), layout.also_primary);
        let reads_last = parts.report.body().action == Action::ReadTargets;
        let link_is_next = self.links > LINKS_FIRST || self.optional <= self.links + MORE_OPTIONAL;
        if self.query_chars > SHORT_QUERY_CHARS && chars(&parts.query) > SHORT_QUERY_CHARS {
            self.query_chars = SHORT_QUERY_CHARS;
        } else if !self.abbreviates && parts.folder.is_some() {
            self.abbreviates = true;
        } else if self.cut_uses(parts) {
        } else if self.labels > 0 {
            self.labels = self.labels.min(also_primary).saturating_sub(1);
            return Some(MAX_LABEL_CHARS + LABEL_OVERHEAD_CHARS);
        } else if self.optional > 0 && !reads_last {
            return self.cut_optional(parts);
        } else if self.purpose_chars > PURPOSE_CHARS[0] {
            self.purpose_chars = PURPOSE_CHARS[0];
        } else if self.cut_asked_name(parts) {
        } else if let Some(next) = self.next_fact_chars(parts) {
            self.fact_chars = next;
        } else if self.complete_names > 0 {
            self.complete_names = 0;
        } else if self.quotes.min(self.links) > LINKS_FIRST {
            self.quotes = self.quotes.min(self.links) - 1;
            let link = parts.links.iter().find(|link| link.rank == self.quotes)?;
            return Some(link.quote.iter().map(|line| QUOTE_MARK_CHARS + chars(line)).sum());
        } else if self.quotes < self.links && self.bare_fact_chars > BARE_FACT_CHARS {
            self.bare_fact_chars = BARE_FACT_CHARS;
        } else if printed_also > also_primary {
            self.also = printed_also - 1;
        } else if self.links > 0 && !link_is_next {
            if self.purpose_chars == PURPOSE_CHARS[1] {
                return self.cut_optional(parts);
            }
            self.purpose_chars = PURPOSE_CHARS[1];
        } else if self.links > 0 {
            self.links -= 1;
            self.quotes = self.quotes.min(self.links);
            self.cut_read_of_cut_link(parts);
            let link = parts.links.iter().find(|link| link.rank == self.links)?;
            let quote: usize = link.quote.iter().map(|line| chars(line)).sum();
            let prose =
                ESCAPE_FACTOR * (chars(&link.role) + chars(&link.fact).min(self.fact_chars));
            return Some(max_place_chars(parts, link.place_part).saturating_add(quote + prose));
        } else if self.required > 0 && !reads_last {
            self.required -= 1;
        } else if self.missing > 0 {
            self.missing -= 1;
        } else if printed_also > 0 {
            self.also = printed_also - 1;
        } else if self.search > 0 {
            self.search -= 1;
        } else if self.optional > 0 {
            return self.cut_optional(parts);
        } else if self.required > 0 {
            self.required -= 1;
        } else if self.query_chars > 0 {
            self.query_chars /= 2;
        } else if self.reasons {
            self.reasons = false;
        } else if self.absent > 0 {
            self.absent -= 1;
        } else if self.heading_chars > SHORT_HEADING_CHARS {
            self.heading_chars = SHORT_HEADING_CHARS;
        } else {
            return None;
        }
        Some(usize::MAX)
    }
}

/// Renders with smaller and smaller plans until the text fits, then with the declarations that have room yet, and returns what
/// was cut, with the plan.
///
/// `draw` renders a plan and its cuts, and returns the number of characters. It is not called for a plan that cannot fit: as
/// long as the upper bounds of what was cut since the last call do not sum to the excess, the next part is cut, too.
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
            let Some(saving) = plan.cut_next(parts, &layout) else { break };
            was_cut = true;
            over = over.saturating_sub(saving);
        }
        if !was_cut {
            break;
        }
    }
    let mut drawn = |plan: &RenderPlan| {
        let layout = Layout::of(parts, plan);
        let cuts = plan.cuts(parts, &layout);
        (draw(plan, &layout, &cuts), cuts)
    };
    plan.refill(parts, |plan| drawn(plan).0 <= max_chars);
    (drawn(&plan).1, plan)
}

pub(crate) fn chars(text: &str) -> usize {
    text.chars().count()
}
