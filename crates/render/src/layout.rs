//! The layout of a text form: the printed places, their order, numbers and mentions.

use crate::budget::RenderPlan;
use crate::parts::{Parts, PlacePart, ReadPart};

/// How a mention of a place is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MentionForm {
    /// With its path; no other mention is printed with this path.
    Path,
    /// As lines only, after the number of the place that is printed with the path.
    Lines(usize),
    /// As its own number, since an earlier mention of the place has its path or lines.
    Number,
}

/// A mention of a place, with its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mention {
    pub(crate) place_part: PlacePart,
    /// From 1; the position in [`Layout::places`].
    pub(crate) number: usize,
    pub(crate) form: MentionForm,
}

/// The mentions of places in one form of a report.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    /// Every printed place once, in the order of the numbers.
    pub(crate) places: Vec<PlacePart>,
    /// The mentions of the flow, one for each printed link.
    pub(crate) links: Vec<Mention>,
    /// Primary places outside the flow, then the places of links that the plan cuts.
    pub(crate) also: Vec<Mention>,
    /// How many of these are primary places.
    pub(crate) also_primary: usize,
    /// How many primary places outside the flow the plan cuts.
    pub(crate) also_cut: usize,
    /// Read targets by their position in the report.
    pub(crate) reads: Vec<(usize, Mention)>,
    /// The read targets, by their positions in `reads`, that are printed with a link which has some of their lines: with
    /// the position of that link.
    pub(crate) folded: Vec<(usize, usize)>,
    /// By path: the number of the place whose mention has the path, 0 where none has.
    printed: Vec<usize>,
}

impl Layout {
    /// Numbers the places that the plan prints: the flow, then primary places outside it and the places of cut links,
    /// then read targets that are none of these.
    pub(crate) fn of(parts: &Parts<'_>, plan: &RenderPlan) -> Self {
        let mut layout = Self { printed: vec![0; parts.paths.len()], ..Self::default() };
        for link in parts.links_within(plan.links) {
            let mention = layout.mention(link.place_part);
            layout.links.push(mention);
        }
        layout.add_also(parts, plan);
        layout.add_reads(parts, plan);
        layout.add_primary(parts, plan, true);
        // The machine block has them all the same.
        let covered = parts.primary.iter().filter(|part| covers(parts, plan, part));
        let covered: Vec<_> = covered.filter(|part| !layout.places.contains(part)).collect();
        layout.places.extend(covered);
        layout
    }

    /// Adds the primary places outside the flow, then the places of cut links.
    fn add_also(&mut self, parts: &Parts<'_>, plan: &RenderPlan) {
        self.add_primary(parts, plan, false);
        for link in parts.links.iter().filter(|link| link.rank >= plan.links) {
            let is_new = !self.places.contains(&link.place_part);
            if is_new && self.also.len() < plan.also {
                let mention = self.mention(link.place_part);
                self.also.push(mention);
            }
        }
    }

    /// Adds the primary places that are new: those that are to be read, of which the plan cuts the read targets, or the
    /// others.
    fn add_primary(&mut self, parts: &Parts<'_>, plan: &RenderPlan, targets: bool) {
        let primary = parts.primary.iter();
        for place_part in primary.filter(|place_part| is_target(parts, place_part) == targets) {
            if self.places.contains(place_part) || covers(parts, plan, place_part) {
                continue;
            }
            if self.also.len() == plan.also {
                self.also_cut += 1;
                continue;
            }
            let mention = self.mention(*place_part);
            self.also.insert(self.also_primary, mention);
            self.also_primary += 1;
        }
    }

    /// Adds the read targets, those in one file together; one with a purpose is printed with the link that has the most of
    /// its lines, the first of several.
    fn add_reads(&mut self, parts: &Parts<'_>, plan: &RenderPlan) {
        let (mut optional, mut required) = (plan.optional, plan.required);
        let mut kept: Vec<(usize, &ReadPart)> = Vec::new();
        for (at, read) in parts.reads.iter().enumerate() {
            let room = if read.required { &mut required } else { &mut optional };
            if let Some(left) = room.checked_sub(1) {
                *room = left;
                kept.push((at, read));
            }
        }
        let paths: Vec<usize> = kept.iter().map(|(_, read)| read.place_part.path).collect();
        let first_in_file =
            |read: &ReadPart| paths.iter().position(|path| *path == read.place_part.path);
        kept.sort_by_key(|(_, read)| first_in_file(read));
        for (at, read) in kept {
            let mention = self.mention(read.place_part);
            let links = self.links.iter().enumerate().rev();
            let shared = links.map(|(link, of)| (shared(of.place_part, read.place_part), link));
            let most = shared.max_by_key(|(lines, _)| *lines).filter(|(lines, _)| *lines > 0);
            if let Some((_, link)) = most.filter(|_| !read.purpose.is_empty()) {
                self.folded.push((self.reads.len(), link));
            }
            self.reads.push((at, mention));
        }
    }

    /// The mention of a place, which gets the next number unless it has one.
    fn mention(&mut self, place_part: PlacePart) -> Mention {
        if let Some(at) = self.places.iter().position(|place| *place == place_part) {
            return Mention { place_part, number: at + 1, form: MentionForm::Number };
        }
        self.places.push(place_part);
        let number = self.places.len();
        let form = match self.printed.get_mut(place_part.path) {
            Some(printed @ 0) => {
                *printed = number;
                MentionForm::Path
            }
            Some(printed) => MentionForm::Lines(*printed),
            None => MentionForm::Path,
        };
        Mention { place_part, number, form }
    }

    /// The number of the place whose mention has a path, if one has.
    pub(crate) fn number_of(&self, path: usize) -> Option<usize> {
        self.printed.get(path).copied().filter(|number| *number > 0)
    }
}

/// How many lines two places share; more than these if they are one place.
fn shared(one: PlacePart, other: PlacePart) -> u32 {
    match one.range.zip(other.range).and_then(|(one, other)| one.intersection(other)) {
        _ if one == other => u32::MAX,
        Some(lines) if one.path == other.path => lines.len(),
        _ => 0,
    }
}

/// Whether each line of a place is in that of a printed link.
fn covers(parts: &Parts<'_>, plan: &RenderPlan, place_part: &PlacePart) -> bool {
    let links = || parts.links_within(plan.links).map(|link| link.place_part);
    let in_file = || links().filter(|link| link.path == place_part.path);
    let is_in_link =
        |line: u32| in_file().any(|link| link.range.is_some_and(|range| range.contains(line)));
    place_part.range.is_some_and(|range| (range.start()..=range.end()).all(is_in_link))
}

/// Whether a place is to be read: then it is printed with what it is read for.
fn is_target(parts: &Parts<'_>, place_part: &PlacePart) -> bool {
    parts.reads.iter().any(|read| read.place_part == *place_part)
}
