//! Which places are printed, in which order, and by which number.

use crate::budget::RenderPlan;
use crate::parts::{Parts, PlacePart};

/// How a place is named where it is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NamedBy {
    /// By its path, which is printed here and nowhere else.
    Path,
    /// As lines of the path that the place with this number printed.
    Lines(usize),
    /// By its own number: the place stands further up.
    Number,
}

/// A place with its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Named {
    pub(crate) spot: PlacePart,
    /// From 1; the position in [`Layout::places`].
    pub(crate) number: usize,
    pub(crate) by: NamedBy,
}

/// The places of a report as one form prints them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    /// Every printed place once, in the order of the numbers.
    pub(crate) places: Vec<PlacePart>,
    /// The flow, one for each kept link.
    pub(crate) links: Vec<Named>,
    /// Primary places outside the flow.
    pub(crate) also: Vec<Named>,
    /// How many such places the plan has no room for.
    pub(crate) also_cut: usize,
    /// Read targets by their position in the report.
    pub(crate) reads: Vec<(usize, Named)>,
    /// By path: the number of the place that printed it, 0 where none did.
    printed: Vec<usize>,
}

impl Layout {
    /// Numbers the places that the plan keeps: the flow, then primary places outside it, then read
    /// targets that are neither.
    pub(crate) fn of(parts: &Parts<'_>, plan: &RenderPlan) -> Self {
        let mut layout = Self {
            printed: vec![0; parts.paths.len()],
            ..Self::default()
        };
        for link in parts.kept(plan.links) {
            let named = layout.name(link.spot);
            layout.links.push(named);
        }
        for spot in &parts.primary {
            if layout.places.contains(spot) {
                continue;
            }
            if layout.also.len() == plan.also {
                layout.also_cut += 1;
                continue;
            }
            let named = layout.name(*spot);
            layout.also.push(named);
        }
        let (mut optional, mut required) = (plan.optional, plan.required);
        for (at, read) in parts.reads.iter().enumerate() {
            let room = if read.required {
                &mut required
            } else {
                &mut optional
            };
            if let Some(left) = room.checked_sub(1) {
                *room = left;
                let named = layout.name(read.spot);
                layout.reads.push((at, named));
            }
        }
        layout
    }

    fn name(&mut self, spot: PlacePart) -> Named {
        if let Some(at) = self.places.iter().position(|place| *place == spot) {
            return Named {
                spot,
                number: at + 1,
                by: NamedBy::Number,
            };
        }
        self.places.push(spot);
        let number = self.places.len();
        let by = match self.printed.get_mut(spot.path) {
            Some(printed @ 0) => {
                *printed = number;
                NamedBy::Path
            }
            Some(printed) => NamedBy::Lines(*printed),
            None => NamedBy::Path,
        };
        Named { spot, number, by }
    }
}
