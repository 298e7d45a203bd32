//! Places of one role by why they are listed, and the words for it.

use firsthand_codegraph::{is_data, is_parallel};
use firsthand_source::{count, distinct, join_at_most};

use crate::document::{Affected, Dependence, How};

/// The most texts, keys and names that a title has.
const MAX_NAMED: usize = 3;

/// Places of one role that are listed for one reason.
pub struct Group<'d> {
    /// How many they are, and why they are listed.
    pub title: String,
    /// The places, each with the number of others in files of data beside it that hold the same.
    pub places: Vec<(&'d Affected, usize)>,
}

impl<'d> Group<'d> {
    /// The groups of places of one role, in the order of the first place of each; `counted` says how many they are.
    #[must_use]
    pub fn of_role(
        places: &[&'d Affected],
        role: Dependence,
        counted: impl Fn(usize) -> String,
    ) -> Vec<Self> {
        let reason = |place: &Affected| (place.how.reason(), place.reworded);
        let reasons = distinct(places.iter().map(|place| reason(place)));
        let groups = reasons.into_iter().map(|why| {
            let of_reason = places.iter().copied().filter(|place| reason(place) == why);
            let of_reason: Vec<&Affected> = of_reason.collect();
            let title = title(&of_reason, role, &counted);
            Self { title, places: folded(of_reason) }
        });
        groups.collect()
    }

    /// How many places are like one, in words.
    #[must_use]
    pub fn like_words(like: usize) -> String {
        if like > 0 { format!(" and {like} like it") } else { String::new() }
    }

    /// The number of places that the first ones leave out, those like them counted, too.
    #[must_use]
    pub fn left_out(&self, shown: usize) -> usize {
        self.places.iter().skip(shown).map(|(_, like)| like + 1).sum()
    }
}

/// How many places there are, and why they are listed.
fn title(places: &[&Affected], role: Dependence, counted: &dyn Fn(usize) -> String) -> String {
    let names = distinct(places.iter().flat_map(|place| place.holds.iter().cloned()));
    let names = join_at_most(&names, MAX_NAMED);
    let one = places.first().map(|place| (place.how, place.reworded));
    let (how, is_reworded) = one.unwrap_or((How::String, false));
    match (role, how.reason()) {
        (Dependence::Text, _) => {
            let places = count(places.len(), "place holds", "places hold");
            let what = if is_reworded {
                "a key with another value now"
            } else {
                "what the change removes elsewhere"
            };
            format!("{places} {what}: {names}")
        }
        (_, Some(reason)) => {
            let subject = if places.len() == 1 { "it" } else { "each" };
            let names = if names.is_empty() { names } else { format!(" ({names})") };
            format!("{}: {subject} {reason}{names}", counted(places.len()))
        }
        (_, None) => counted(places.len()),
    }
}

/// Of places in files of data beside each other that hold the same, such as translations, the first, with the number of the
/// others.
fn folded(places: Vec<&Affected>) -> Vec<(&Affected, usize)> {
    let mut kept: Vec<(&Affected, usize)> = Vec::new();
    for place in places {
        let path = place.path.as_str();
        let is_like = |first: &Affected| {
            is_parallel(first.path.as_str(), path)
                && first.path != place.path
                && first.holds == place.holds
        };
        let may_be = place.role == Dependence::Text && is_data(path);
        match kept.iter_mut().find(|(first, _)| may_be && is_like(first)) {
            Some((_, like)) => *like += 1,
            None => kept.push((place, 0)),
        }
    }
    kept
}

impl How {
    /// Why a place is listed that may have been forgotten, with "it" as the subject.
    fn reason(self) -> Option<&'static str> {
        match self {
            Self::Enumeration => Some("lists the same members"),
            Self::SharedNames => Some("names what the changed places share or shared"),
            Self::SameLines => Some("is like lines that are replaced"),
            Self::Alike => Some("has the name and most of the earlier words"),
            _ => None,
        }
    }
}

impl Affected {
    /// How it was found, if that is not certain and the title of its group does not say it.
    #[must_use]
    pub fn way(&self) -> Option<&'static str> {
        match self.how {
            How::Name => Some("by name"),
            How::String if self.role != Dependence::Text => Some("by string"),
            How::FileName => Some("named after the file"),
            _ => None,
        }
    }
}
