//! Suggests similar names for a name that nothing declares.

use crate::facts::files::Files;
use crate::relations::{RelationContext, SymbolQuery};
use crate::text::words::{each_word, folded, is_word_byte};
use firsthand_source::Cancel;
use firsthand_source::fs::FileEntry;
use std::collections::HashMap;
use std::sync::Arc;

/// The most names that are suggested.
const MAX_SUGGESTIONS: usize = 5;
/// The largest edit distance of similar names; for a short name it is a quarter of its characters.
const MAX_CHANGES: usize = 2;
/// The longest name that is compared, in bytes.
const MAX_NAME: usize = 80;

/// A note that nothing declares the name, with the most similar names of the tree if there are any and the query asks for
/// them; or that this is not known, if files that may declare it were not parsed.
pub(crate) fn note(context: &RelationContext<'_>, name: &SymbolQuery, is_known: bool) -> String {
    if !is_known {
        return format!("no parsed file declares {}", name.written);
    }
    let similar =
        if context.query.near_names { similar_in(context, &name.name) } else { Vec::new() };
    if similar.is_empty() {
        return format!("nothing declares {}", name.written);
    }
    format!("nothing declares {}: did you mean {}?", name.written, similar.join(", "))
}

/// The identifiers of the tree that are similar to a name; see [`similar_in`].
pub(crate) fn similar_names(files: &Files, name: &str, cancel: &Cancel) -> Vec<String> {
    similar_in(&RelationContext::plain(files, cancel), name)
}

/// The similar identifiers: the smallest edit distance first, then the most used, then by name.
fn similar_in(context: &RelationContext<'_>, name: &str) -> Vec<String> {
    let wanted = WantedName::of(name);
    if wanted.folded.len() > MAX_NAME {
        return Vec::new();
    }
    let of_file =
        |buffer: &mut Vec<u8>, entry: &FileEntry| in_file(context, &wanted, entry, buffer);
    let files = &context.inventory.files;
    let seen = context.tree.threads.map(files, 16, Vec::new, of_file);
    let mut found: HashMap<String, (usize, u32)> = HashMap::new();
    for (name, (distance, count)) in seen.into_iter().flatten() {
        found.entry(name).or_insert((distance, 0)).1 += count;
    }
    let mut list: Vec<(usize, std::cmp::Reverse<u32>, String)> =
        found.into_iter().map(|(n, (d, count))| (d, std::cmp::Reverse(count), n)).collect();
    list.sort_unstable();
    list.into_iter().take(MAX_SUGGESTIONS).map(|entry| entry.2).collect()
}

/// The similar names in one file, with their distances and the number of occurrences of each.
fn in_file(
    context: &RelationContext<'_>,
    wanted: &WantedName<'_>,
    entry: &FileEntry,
    buffer: &mut Vec<u8>,
) -> HashMap<String, (usize, u32)> {
    let path = entry.path.as_str();
    if context.cancel.is_cancelled()
        || !context.is_code(path)
        || context.listing.reader.read_into(path, buffer).is_err()
    {
        return HashMap::new();
    }
    let seen = wanted.counted_in(buffer);
    if seen.is_empty() {
        return seen;
    }
    let text = context.tree.searched_text(path, &Arc::new(std::mem::take(buffer)));
    wanted.counted_in(&text)
}

/// The name that was searched for, and the set of its letters.
struct WantedName<'n> {
    name: &'n str,
    folded: String,
    letters: u64,
}

impl<'n> WantedName<'n> {
    fn of(name: &'n str) -> WantedName<'n> {
        let folded = folded(name);
        let letters = letters(folded.as_bytes());
        WantedName { name, folded, letters }
    }

    /// Whether a name may be similar: a quick check of its length and, of ASCII, its letters.
    fn may_be_similar(&self, run: &[u8]) -> bool {
        if run.len() + 3 < self.folded.len() || run.len() > MAX_NAME {
            return false;
        }
        let letters = letters(run);
        let differ = (self.letters ^ letters).count_ones() as usize;
        // An edit of one character changes at most two letters; a name that contains another has all letters of it.
        !run.is_ascii()
            || differ <= 2 * MAX_CHANGES
            || self.letters & !letters == 0
            || letters & !self.letters == 0
    }

    /// The similar identifiers of a text, with their distances and the number of occurrences of each.
    fn counted_in(&self, text: &[u8]) -> HashMap<String, (usize, u32)> {
        let mut seen: HashMap<String, (usize, u32)> = HashMap::new();
        let mut count = |run: &[u8]| {
            let Some(run) = std::str::from_utf8(run).ok().filter(|_| self.may_be_similar(run))
            else {
                return;
            };
            if let Some(known) = seen.get_mut(run) {
                known.1 += 1;
            } else if run != self.name
                && let Some(distance) = distance(&self.folded, &folded(run))
            {
                seen.insert(run.to_owned(), (distance, 1));
            }
        };
        for run in text.split(|byte| !is_word_byte(*byte)).filter(|run| !run.is_empty()) {
            if run.is_ascii() {
                count(run);
            } else {
                each_word(run, |word| {
                    if word.whole {
                        count(&run[word.start..word.end]);
                    }
                });
            }
        }
        seen
    }
}

/// A bit for each letter, digit or other byte of a name without `_` and `$`; some share a bit.
fn letters(name: &[u8]) -> u64 {
    let plain = name.iter().filter(|byte| !matches!(byte, b'_' | b'$'));
    plain.fold(0, |bits, byte| bits | 1 << (byte.to_ascii_lowercase() & 63))
}

/// The distance of `other` from `wanted`, if it is similar: the edit distance, or, if one of them contains the other,
/// the difference of their lengths plus 3.
pub(crate) fn distance(wanted: &str, other: &str) -> Option<usize> {
    if other == wanted {
        return Some(0);
    }
    let max_changes = (wanted.chars().count() / 4).min(MAX_CHANGES);
    if wanted.chars().count().abs_diff(other.chars().count()) <= max_changes {
        let changes = strsim::levenshtein(wanted, other);
        if changes <= max_changes {
            return Some(changes);
        }
    }
    let (long, short) = if other.len() > wanted.len() { (other, wanted) } else { (wanted, other) };
    let inside = short.len() >= 4 && short.len() * 2 >= long.len() && long.contains(short);
    inside.then(|| 3 + long.len() - short.len())
}

#[cfg(test)]
mod tests {
    use firsthand_source::Cancel;

    use super::*;
    use crate::graph::Graph;
    use crate::options::Options;
    use crate::query::{Query, Relation};

    fn check(wanted: &str, other: &str, expect: Option<usize>) {
        assert_eq!(distance(wanted, other), expect, "{wanted} {other}");
    }

    #[test]
    fn only_similar_names_have_a_distance() {
        check("parse", "parse", Some(0));
        check("parse", "prase", None);
        check("switchchannel", "swichchannel", Some(1));
        check("switchchannel", "onswitchchannel", Some(2));
        check("parse", "parser", Some(1));
        check("query", "queryall", Some(6));
        check("get", "set", None);
    }

    #[test]
    fn similar_names_are_suggested_only_if_the_query_asks_for_them() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.rs"), "pub fn open_gate() {}\n").unwrap();
        let note = |near_names: bool| {
            let query = Query { near_names, ..Query::default() };
            let graph = Graph::open(folder.path(), Options::default()).unwrap();
            graph.relate("open_gat", Relation::Definition, &query, &Cancel::default()).notes
        };
        assert_eq!(note(true), ["nothing declares open_gat: did you mean open_gate?"]);
        assert_eq!(note(false), ["nothing declares open_gat"]);
    }

    proptest::proptest! {
        #[test]
        fn similar_names_pass_the_quick_check(a in "[abAB_19]{1,12}", b in "[abAB_19]{1,14}", cut in 0_usize..12) {
            for (wanted, other) in [(a.as_str(), b.as_str()), (&a, a.get(..cut).unwrap_or(&b))] {
                let (wanted_name, other) = (WantedName::of(wanted), other.trim_matches('_'));
                if !other.is_empty() && distance(&wanted_name.folded, &folded(other)).is_some() {
                    let short = other.len() + 3 < wanted_name.folded.len();
                    proptest::prop_assert!(short || wanted_name.may_be_similar(other.as_bytes()));
                }
            }
        }
    }
}
