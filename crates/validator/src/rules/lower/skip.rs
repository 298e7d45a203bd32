//! A skip that nothing founds.

use firsthand_registry::{Receipt, escape};

use crate::gap::Gap;
use crate::standing::{places_with_words, standing_words, telling_words};
use crate::{Action, Context, ReportBody};

/// The most words and places that the gap of a skip names.
const MAX_STANDING: usize = 5;

/// The gap of a skip for which something of the question stands in files. A receipt of a search of all files for a word of
/// the question founds it.
pub(super) fn unfounded_skip(body: &ReportBody, context: &Context<'_>) -> Option<Gap> {
    if body.action != Action::SkipExploreResult {
        return None;
    }
    let standing = standing_words(context.registry, context.query);
    let asked = telling_words(context.query);
    let is_asked = |receipt: &Receipt| {
        let pattern = receipt.pattern.text.to_lowercase();
        receipt.scope.is_empty() && asked.iter().any(|word| pattern.contains(word))
    };
    if standing.is_empty() || body.absent.iter().any(is_asked) {
        return None;
    }
    let places = places_with_words(context.registry, &standing);
    let words = standing.iter().take(MAX_STANDING);
    let words: Vec<String> =
        words.map(|(word, files)| format!("{} in {files}", escape(word))).collect();
    let more = if standing.len() > MAX_STANDING { ", and more" } else { "" };
    let places = places.into_iter().take(MAX_STANDING).collect();
    Some(Gap::WordsStand { words: words.join(", ") + more, places })
}
