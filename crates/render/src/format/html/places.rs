//! The places of a page, with their numbers.

use firsthand_validator::Place;

use super::Page;
use crate::layout::Mention;

impl Page<'_, '_> {
    /// Every place of the report with its number; places in several lists are repeated.
    pub(super) fn numbered_places(&self) -> impl Iterator<Item = (usize, &Place)> {
        let (body, layout) = (self.parts.report.body(), self.layout);
        let links = body.flow.iter().map(|link| &link.place).zip(&layout.links);
        let links = links.map(|(place, mention)| (mention.number, place));
        let reads = layout.reads.iter().filter_map(|(at, mention)| {
            let read = body.read_targets.get(*at)?;
            Some((mention.number, &read.place))
        });
        let primary = self.parts.primary.iter().zip(&body.primary);
        let primary = primary.filter_map(|(place_part, place)| {
            let at = layout.places.iter().position(|known| known == place_part)?;
            Some((at + 1, place))
        });
        links.chain(primary).chain(reads)
    }

    /// The place of a mention.
    pub(super) fn place_of(&self, mention: &Mention) -> Option<&Place> {
        let mut places = self.numbered_places();
        let found = places.find(|(number, _)| *number == mention.number);
        found.map(|(_, place)| place)
    }

    /// The places of the flow and those with relations, in the order of their numbers.
    pub(super) fn diagram_places(&self) -> Vec<(usize, &Place)> {
        let body = self.parts.report.body();
        let relates = |place: &Place| {
            let mut relations = body.observed.relations().iter();
            relations.any(|relation| relation.place == *place || relation.of == *place)
        };
        let in_flow = |place: &Place| body.flow.iter().any(|link| link.place == *place);
        let numbered_places = self.numbered_places();
        let mut places: Vec<_> = numbered_places
            .filter(|(_, place)| in_flow(place) || relates(place))
            .collect();
        places.sort_by_key(|(number, _)| *number);
        places.dedup_by_key(|(number, _)| *number);
        places
    }
}
