//! Which places a page shows, with their numbers.

use firsthand_validator::{Link, Place};

use super::Page;

impl Page<'_, '_> {
    /// Every place of the report with its number; some more than once.
    pub(super) fn placed(&self) -> impl Iterator<Item = (usize, &Place)> {
        let (report, layout) = (self.parts.report, self.layout);
        let links = report.flow().iter().map(Link::place).zip(&layout.links);
        let links = links.map(|(place, named)| (named.number, place));
        let reads = layout.reads.iter().filter_map(|(at, named)| {
            let read = report.read_targets().get(*at)?;
            Some((named.number, read.place()))
        });
        let primary = self.parts.primary.iter().zip(report.primary());
        let primary = primary.filter_map(|(spot, place)| {
            let at = layout.places.iter().position(|known| known == spot)?;
            Some((at + 1, place))
        });
        links.chain(primary).chain(reads)
    }

    /// The places of the flow and those that relate to another, in the order of their numbers.
    pub(super) fn places(&self) -> Vec<(usize, &Place)> {
        let report = self.parts.report;
        let relates = |place: &Place| {
            let mut relations = report.relations().iter();
            relations.any(|relation| relation.place() == place || relation.of() == place)
        };
        let in_flow = |place: &Place| report.flow().iter().any(|link| link.place() == place);
        let placed = self.placed();
        let mut places: Vec<_> = placed
            .filter(|(_, place)| in_flow(place) || relates(place))
            .collect();
        places.sort_by_key(|(number, _)| *number);
        places.dedup_by_key(|(number, _)| *number);
        places
    }
}
