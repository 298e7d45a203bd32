//! Looks in other files for places that are no longer in their own.

use firsthand_tools::Toolbox;
use firsthand_validator::{Anchor, ExactQuote, Found, PlaceState, SavedPlace, SavedReport, Wanted};

use super::{CheckedPlace, PresentPlace, place_with_quote, text_of};

/// Sets the state of each gone place whose lines, or whose quote, stand byte for byte in other files. Each file is read
/// once.
pub(super) async fn find(report: &SavedReport, places: &mut [CheckedPlace], toolbox: &Toolbox) {
    let gone = |place: &CheckedPlace| place.standing == PlaceState::Gone;
    if !places.iter().any(gone) {
        return;
    }
    let wanted: Vec<(usize, Lost<'_>)> = (0..places.len())
        .filter(|&index| gone(&places[index]))
        .filter_map(|index| Some((index, Lost::of(report, &places[index])?)))
        .collect();
    let inventory = toolbox.graph().files();
    let mut found: Vec<Vec<PresentPlace>> = vec![Vec::new(); wanted.len()];
    for file in &inventory.files {
        let Some(text) = text_of(&file.path, toolbox).await else {
            continue;
        };
        for ((index, lost), found) in wanted.iter().zip(&mut found) {
            if places[*index].path != file.path {
                let copies = lost.wanted().map(|wanted| wanted.copies_in(&text));
                let copies = copies.unwrap_or_default().into_iter();
                found.extend(copies.map(|lines| PresentPlace::new(&file.path, lines)));
            }
        }
    }
    for ((index, lost), found) in wanted.iter().zip(found) {
        let place = &mut places[*index];
        let Some((mut state, mut why)) = Found::elsewhere(found.len()) else {
            continue;
        };
        let is_counted = lost.place.anchor.as_ref().is_some_and(Anchor::is_counted_elsewhere);
        if state == PlaceState::Moved
            && !is_counted
            && text_of(&place.path, toolbox).await.is_some()
        {
            state = PlaceState::Ambiguous;
            why = "another file has equal lines, perhaps since before".to_owned();
        }
        (place.standing, place.why) = (state, why);
        place.now = found;
    }
}

/// What a report has of a place that is gone.
struct Lost<'r> {
    place: &'r SavedPlace,
    quote: Option<ExactQuote>,
}

impl<'r> Lost<'r> {
    fn of(report: &'r SavedReport, checked: &CheckedPlace) -> Option<Self> {
        let mut places = report.stated_places().map(|(_, place)| place);
        let is_it = |place: &&SavedPlace| {
            (&place.path, place.start, place.end) == (&checked.path, checked.start, checked.end)
        };
        let place = place_with_quote(report, places.find(is_it)?);
        let quote = place.quote.as_ref();
        let quote = quote.map(|quote| ExactQuote::new(&*quote.text, quote.line));
        Some(Self { place, quote })
    }

    fn wanted(&self) -> Option<Wanted<'_>> {
        let wanted = Wanted::new(self.place.range()?);
        match (&self.place.anchor, &self.quote) {
            (Some(anchor), _) => Some(wanted.with_anchor(anchor)),
            (None, Some(quote)) => Some(wanted.with_quote(quote)),
            (None, None) => None,
        }
    }
}
