//! Which of the words that a caller guesses stand in a file, and as a part of which longer word.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use firsthand_source::{Cancel, join_at_most, split_words};

use crate::answer::TokenStat;
use crate::text::listing::Listing;
use crate::text::occurring::TextFinder;
use crate::text::tokens::Tokens;

/// The most words that are named.
const MAX_NAMED: usize = 8;

/// The guesses that stand in a file, and those that stand in none. A guess of several words between blanks stands where
/// one of them does, and loses the others. One that stands only inside longer words is spelled as there if that
/// shows its words: `autodelete` is `AutoDelete`.
pub(super) fn standing(
    listing: &Listing,
    guesses: &[String],
    counts: &[TokenStat],
    cancel: &Cancel,
) -> (Vec<String>, Vec<String>) {
    let is_counted = |part: &str| {
        let tokens = Tokens::of(part).list;
        let mut whole = tokens.iter().filter(|token| token.whole && !token.joined).peekable();
        let stands = |text: &str| counts.iter().any(|count| count.text == text && count.files > 0);
        whole.peek().is_none() || whole.any(|token| stands(&token.text))
    };
    let parts = guesses.iter().flat_map(|guess| guess.split_whitespace());
    let uncounted: Vec<String> =
        parts.filter(|part| !is_counted(part)).map(str::to_owned).collect();
    if uncounted.is_empty() || counts.is_empty() {
        return (guesses.to_vec(), Vec::new());
    }
    let spelled = spellings_inside(listing, &uncounted, cancel);
    if cancel.is_cancelled() {
        return (guesses.to_vec(), Vec::new());
    }
    let (mut there, mut nowhere) = (Vec::new(), Vec::new());
    for guess in guesses {
        let parts = guess.split_whitespace();
        let spelling = |part: &str| {
            if is_counted(part) { Some(part.to_owned()) } else { spelled.get(part).cloned() }
        };
        let parts: Vec<String> = parts.filter_map(spelling).collect();
        if parts.is_empty() {
            nowhere.push(guess.clone());
        } else {
            there.push(parts.join(" "));
        }
    }
    (there, nowhere)
}

/// How the texts are spelled that stand inside longer words: in most files, so that several words show if any does.
fn spellings_inside(
    listing: &Listing,
    texts: &[String],
    cancel: &Cancel,
) -> HashMap<String, String> {
    let Some(finder) = TextFinder::of(texts) else {
        return HashMap::new();
    };
    let found = listing.tree.threads.map(&listing.inventory.files, 8, Vec::new, |buffer, entry| {
        let path = entry.path.as_str();
        let is_read = !cancel.is_cancelled() && listing.reader.read_into(path, buffer).is_ok();
        let mut spelled = finder.spellings(path.as_bytes());
        if is_read && !finder.matches(buffer).is_empty() {
            let text = listing.tree.searched_text(path, &Arc::new(std::mem::take(buffer)));
            spelled.extend(finder.spellings(&text));
        }
        spelled
    });
    let mut files: BTreeMap<(usize, String), u32> = BTreeMap::new();
    for key in found.into_iter().flatten() {
        *files.entry(key).or_default() += 1;
    }
    let mut best: HashMap<String, ((bool, u32), String)> = HashMap::new();
    for ((text, spelling), files) in files {
        let rank = (split_words(&spelling).nth(1).is_some(), files);
        let known = best.entry(texts[text].clone()).or_insert_with(|| (rank, spelling.clone()));
        if rank > known.0 {
            *known = (rank, spelling);
        }
    }
    best.into_iter().map(|(text, (_, spelling))| (text, spelling)).collect()
}

/// The note that words stand nowhere.
pub(super) fn note(nowhere: &[String]) -> Option<String> {
    let words: Vec<&str> = nowhere.iter().map(String::as_str).collect();
    let named = || join_at_most(&words, MAX_NAMED);
    (!words.is_empty()).then(|| format!("in no searched file: {} (of the guessed words)", named()))
}
