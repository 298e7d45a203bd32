//! What is to be read where no read target stands: the surviving places.

use crate::{Context, Place, ReportBody, Target};

/// The places with lines that can be read: those of links for which the printed report has no room, else the primary
/// ones, else those of the flow. As many as a report may name as read targets; none twice. A primary place that only
/// dropped links cite is one only where nothing else is.
pub(super) fn places_to_read<'b>(body: &'b ReportBody, context: &Context<'_>) -> Vec<&'b Place> {
    let cut = body.flow.iter();
    let cut = cut.filter(|link| context.cut_links.contains(&link.number));
    let has_lines = |place: &&Place| place.range().is_some();
    let mut places: Vec<&Place> = cut.map(|link| &link.place).collect();
    if places.is_empty() {
        let verified = |place: &&Place| has_lines(place) && !body.is_of_dropped_links(place);
        places = body.primary.iter().filter(verified).collect();
    }
    if places.is_empty() {
        places = body.flow.iter().map(|link| &link.place).collect();
    }
    if places.is_empty() {
        places = body.primary.iter().filter(has_lines).collect();
    }
    let mut distinct: Vec<&Place> = Vec::new();
    for place in places {
        if !distinct.iter().any(|kept| kept.overlaps(place)) {
            distinct.push(place);
        }
    }
    distinct.truncate(context.limits.read_targets);
    distinct
}

/// Makes the surviving places what is to be read, without a purpose.
pub(super) fn read_places(body: &mut ReportBody, context: &Context<'_>) {
    let places: Vec<Place> = places_to_read(body, context).into_iter().cloned().collect();
    body.read_targets = places
        .into_iter()
        .map(|place| Target { place, purpose: String::new(), required: false })
        .collect();
}
