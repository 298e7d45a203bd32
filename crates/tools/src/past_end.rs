//! The lines that a text names past the end of a file.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use firsthand_registry::{RepoPath, count, escape};
use firsthand_source::fs::Inventory;
use firsthand_source::{WrittenPlace, distinct, last_word_of, lines_of};

use crate::Sandbox;

/// How many lines a file has, for each line past the end of the only file that it can mean, a sentence each. Reads each
/// file that a text names once: a pasted log has tens of thousands of places.
pub(crate) fn lines_past_end(
    text: &str,
    listing: impl FnOnce() -> Arc<Inventory>,
    sandbox: &Sandbox,
) -> Vec<String> {
    let mut places = WrittenPlace::all(text);
    places.retain(|place| place.line.is_some());
    if places.is_empty() {
        return Vec::new();
    }
    let names: HashSet<&str> = places.iter().map(WrittenPlace::last_word).collect();
    let listing = listing();
    let mut files_of: HashMap<Cow<'_, str>, Vec<&RepoPath>> = HashMap::new();
    for file in &listing.files {
        let name = last_word_of(file.path.as_str());
        if names.contains(&*name) {
            files_of.entry(name).or_default().push(&file.path);
        }
    }
    let mut line_counts: HashMap<&RepoPath, usize> = HashMap::new();
    let mut sentence = |place: &WrittenPlace| {
        let files = files_of.get(place.last_word())?.iter();
        let mut named = files.filter_map(|file| Some((*file, place.line_in(file)?)));
        let (file, line) = named.next()?;
        if named.next().is_some() {
            return None;
        }
        let lines = *line_counts.entry(file).or_insert_with(|| {
            let bytes = sandbox.read(file).unwrap_or_default();
            if bytes.is_empty() { 0 } else { lines_of(&bytes).count() }
        });
        let is_past = lines > 0 && line as usize > lines;
        let lines = count(lines, "line", "lines");
        is_past.then(|| format!("`{}` has {lines}", escape(file.as_str())))
    };
    distinct(places.iter().filter_map(&mut sentence))
}
