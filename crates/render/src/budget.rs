//! What a text form keeps when its budget is too small for everything, and what it gave up.

use firsthand_validator::Action;

use crate::cut::{Cut, Part};
use crate::layout::Layout;
use crate::parts::{Parts, PlacePart, QUERY_CHARS};

/// A budget below this is taken as this: less would not hold the heading and the machine block.
pub const LEAST_CHARS: usize = 500;

/// A heading is cut to this, last of all: with its markup neutralized it takes no more than the default one.
const HEADING_CHARS: usize = 9;
/// Purposes are cut to this, in one step.
const PURPOSE_CHARS: usize = 60;
/// Facts are cut to these, one step each.
const FACT_CHARS: [usize; 3] = [200, 140, 90];
/// Where reading is the action, this many links are kept for as long as there are more than so many optional targets.
const LINKS_KEPT: usize = 3;
const OPTIONAL_KEPT: usize = 4;
/// The least that a link, a place or a target takes, so that no more of them are ever tried.
const ITEM_CHARS: usize = 8;
/// Prose takes at most so many times its characters where its markup is neutralized.
const MARKED: usize = 2;
/// More than two mentions of a place take beside its path and its words.
const AROUND_CHARS: usize = 160;

/// How much of a report a text form shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RenderPlan {
    pub(crate) optional: usize,
    pub(crate) required: usize,
    pub(crate) purpose_chars: usize,
    pub(crate) fact_chars: usize,
    pub(crate) links: usize,
    pub(crate) missing: usize,
    pub(crate) also: usize,
    pub(crate) search: usize,
    pub(crate) query_chars: usize,
    pub(crate) heading_chars: usize,
    /// How many absent words are named.
    pub(crate) absent: usize,
    /// Whether reasons are printed for what was dropped, or not found.
    pub(crate) reasons: bool,
}

impl RenderPlan {
    /// Everything.
    pub(crate) fn whole(parts: &Parts<'_>) -> Self {
        let required = parts.reads.iter().filter(|read| read.required).count();
        Self {
            optional: parts.reads.len() - required,
            required,
            purpose_chars: usize::MAX,
            fact_chars: usize::MAX,
            links: parts.links.len(),
            missing: parts.missing.len(),
            also: parts.primary.len(),
            search: parts.search.len(),
            query_chars: QUERY_CHARS,
            heading_chars: usize::MAX,
            absent: parts.absent.len(),
            reasons: true,
        }
    }

    /// At most as many of everything as could ever fit.
    fn bounded(mut self, max_chars: usize) -> Self {
        let most = max_chars / ITEM_CHARS;
        let lists = [
            &mut self.optional,
            &mut self.required,
            &mut self.links,
            &mut self.missing,
            &mut self.also,
            &mut self.search,
        ];
        for kept in lists {
            *kept = (*kept).min(most);
        }
        self
    }

    /// Gives up the next thing in the fixed order, and returns how many characters that may save at
    /// most; `None` where nothing is left to give up.
    fn give_up(&mut self, parts: &Parts<'_>, shown_also: usize) -> Option<usize> {
        let reads_last = parts.report.action() == Action::ReadTargets;
        let is_balanced = self.links > LINKS_KEPT || self.optional <= OPTIONAL_KEPT;
        if self.optional > 0 && !reads_last {
            return self.give_up_optional(parts);
        } else if self.purpose_chars > PURPOSE_CHARS {
            self.purpose_chars = PURPOSE_CHARS;
        } else if let Some(next) = self.shorter_facts(parts) {
            self.fact_chars = next;
        } else if self.links > 0 && !is_balanced {
            return self.give_up_optional(parts);
        } else if self.links > 0 {
            self.links -= 1;
            let link = parts.links.iter().find(|link| link.rank == self.links)?;
            let quote: usize = link.quote.iter().map(|line| chars(line)).sum();
            let prose = MARKED * (chars(&link.role) + chars(&link.fact).min(self.fact_chars));
            return Some(most_of(parts, link.spot).saturating_add(quote + prose));
        } else if self.required > 0 && !reads_last {
            self.required -= 1;
        } else if self.missing > 0 {
            self.missing -= 1;
        } else if shown_also > 0 {
            self.also = shown_also - 1;
        } else if self.search > 0 {
            self.search -= 1;
        } else if self.optional > 0 {
            return self.give_up_optional(parts);
        } else if self.required > 0 {
            self.required -= 1;
        } else if self.query_chars > 0 {
            self.query_chars /= 2;
        } else if self.reasons {
            self.reasons = false;
        } else if self.absent > 0 {
            self.absent -= 1;
        } else if self.heading_chars > HEADING_CHARS {
            self.heading_chars = HEADING_CHARS;
        } else {
            return None;
        }
        Some(usize::MAX)
    }

    fn give_up_optional(&mut self, parts: &Parts<'_>) -> Option<usize> {
        self.optional -= 1;
        let mut optional = parts.reads.iter().filter(|read| !read.required);
        let read = optional.nth(self.optional)?;
        let prose = MARKED * chars(&read.purpose);
        Some(most_of(parts, read.spot).saturating_add(prose))
    }

    /// The next step for facts that shortens at least one of them.
    fn shorter_facts(&self, parts: &Parts<'_>) -> Option<usize> {
        let kept = parts.kept(self.links);
        let longest = kept.map(|link| chars(&link.fact)).max()?;
        FACT_CHARS
            .into_iter()
            .find(|&step| step < self.fact_chars && step < longest)
    }

    /// What this plan leaves out or shortens of what the report holds.
    pub(crate) fn cuts(&self, parts: &Parts<'_>, layout: &Layout) -> Vec<Cut> {
        let longer = |text: &str, most: usize| text.len() > most && chars(text) > most;
        let kept_reads = layout
            .reads
            .iter()
            .filter_map(|(at, _)| parts.reads.get(*at));
        let kept_links = parts.kept(self.links);
        let purposes = kept_reads
            .filter(|read| longer(&read.purpose, self.purpose_chars))
            .count();
        let facts = kept_links
            .filter(|link| longer(&link.fact, self.fact_chars))
            .count();
        let required = parts.reads.iter().filter(|read| read.required).count();
        let optional = parts.reads.len() - required;
        let also = layout.also.len() + layout.also_cut;
        let query = usize::from(longer(&parts.query, self.query_chars));
        let all = [
            (
                Part::OptionalReads,
                optional - self.optional.min(optional),
                optional,
            ),
            (Part::Purposes, purposes, parts.reads.len()),
            (Part::Facts, facts, parts.links.len()),
            (
                Part::FlowLinks,
                parts.links.len() - layout.links.len(),
                parts.links.len(),
            ),
            (
                Part::RequiredReads,
                required - self.required.min(required),
                required,
            ),
            (
                Part::Missing,
                parts.missing.len() - self.missing,
                parts.missing.len(),
            ),
            (Part::Also, layout.also_cut, also),
            (
                Part::SearchTargets,
                parts.search.len() - self.search,
                parts.search.len(),
            ),
            (Part::Query, query, 1),
        ];
        let cut = all.into_iter().filter(|(_, count, _)| *count > 0);
        cut.map(|(part, count, of)| Cut { part, count, of })
            .collect()
    }
}

fn chars(text: &str) -> usize {
    text.chars().count()
}

/// What a place may take at most in a text form and its machine block, all that stands around it
/// and around its words included. A path that is written otherwise than it is may take anything.
fn most_of(parts: &Parts<'_>, spot: PlacePart) -> usize {
    let part = parts.paths.get(spot.path);
    let plain = part.filter(|part| part.shown.text.len() == part.path.as_str().len());
    plain.map_or(usize::MAX, |part| AROUND_CHARS + 2 * part.shown.text.len())
}

/// Draws with less and less until it fits by `draw`, and returns what was given up.
///
/// `draw` gets what to show and what is left out, and returns how many characters it took. It is
/// not asked about what cannot fit: as long as all that was given up since the last drawing could
/// not have saved enough, the next thing goes, too.
pub(crate) fn within(
    parts: &Parts<'_>,
    max_chars: usize,
    mut draw: impl FnMut(&RenderPlan, &Layout, &[Cut]) -> usize,
) -> Vec<Cut> {
    let max_chars = max_chars.max(LEAST_CHARS);
    let mut plan = RenderPlan::whole(parts).bounded(max_chars);
    loop {
        let layout = Layout::of(parts, &plan);
        let cuts = plan.cuts(parts, &layout);
        let mut over = draw(&plan, &layout, &cuts).saturating_sub(max_chars);
        let mut given_up = false;
        // Places move from links to `Also:`, so what follows the links needs a drawing.
        while over > 0 && !(given_up && plan.links == 0) {
            let Some(saved) = plan.give_up(parts, layout.also.len()) else {
                break;
            };
            given_up = true;
            over = over.saturating_sub(saved);
        }
        if !given_up {
            return cuts;
        }
    }
}
