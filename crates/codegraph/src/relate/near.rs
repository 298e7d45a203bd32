//! Names that are nearly what was asked for.

use std::collections::HashMap;

use rayon::prelude::*;

use super::name::SymbolName;
use super::world::World;
use crate::source::read_into;
use crate::words::{each_word, folded};

/// Names that are told.
const TOLD: usize = 5;
/// Longest name that is compared, in bytes.
const MAX_NAME: usize = 80;

/// Add a note with the nearest names of the tree, if there are any.
pub(super) fn note(world: &World<'_>, name: &SymbolName, notes: &mut Vec<String>) {
    let near = near(world, &name.name);
    if near.is_empty() {
        notes.push(format!("nothing declares {}", name.written));
    } else {
        notes.push(format!(
            "nothing declares {}: did you mean {}?",
            name.written,
            near.join(", ")
        ));
    }
}

/// The nearest identifiers: fewest changes first, then the most used, then by name.
fn near(world: &World<'_>, name: &str) -> Vec<String> {
    let wanted = folded(name);
    if wanted.len() > MAX_NAME {
        return Vec::new();
    }
    let limit = world.graph.options.max_file_bytes;
    let merge = |mut a: HashMap<String, (usize, u32)>, b: HashMap<String, (usize, u32)>| {
        for (name, (distance, count)) in b {
            a.entry(name).or_insert((distance, 0)).1 += count;
        }
        a
    };
    let found = world
        .inventory
        .files
        .par_iter()
        .with_min_len(16)
        .filter(|entry| crate::languages::of_path(&entry.path).is_some())
        .fold(
            || (Vec::new(), HashMap::new()),
            |(mut buffer, mut seen), entry| {
                let stop = world.cancel.is_cancelled();
                if !stop && read_into(&world.graph.root, &entry.path, limit, &mut buffer).is_ok() {
                    gather(&buffer, name, &wanted, &mut seen);
                }
                (buffer, seen)
            },
        )
        .map(|(_, seen)| seen)
        .reduce(HashMap::new, merge);
    let mut list: Vec<(usize, std::cmp::Reverse<u32>, String)> = found
        .into_iter()
        .map(|(n, (d, count))| (d, std::cmp::Reverse(count), n))
        .collect();
    list.sort_unstable();
    list.into_iter().take(TOLD).map(|entry| entry.2).collect()
}

fn gather(text: &[u8], name: &str, wanted: &str, seen: &mut HashMap<String, (usize, u32)>) {
    each_word(text, |word| {
        let length = word.end - word.start;
        if !word.whole || length > MAX_NAME || length + 3 < wanted.len() {
            return;
        }
        let Ok(run) = std::str::from_utf8(&text[word.start..word.end]) else {
            return;
        };
        if let Some(known) = seen.get_mut(run) {
            known.1 += 1;
        } else if run != name
            && let Some(distance) = distance(wanted, &folded(run))
        {
            seen.insert(run.to_owned(), (distance, 1));
        }
    });
}

/// How far `other` is from `wanted`, if it is near: changes of single characters, or one of the two
/// within the other.
fn distance(wanted: &str, other: &str) -> Option<usize> {
    if other == wanted {
        return Some(0);
    }
    let most = (wanted.chars().count() / 4).min(2);
    if let Some(changes) = changes(wanted, other, most) {
        return Some(changes);
    }
    let (long, short) = if other.len() > wanted.len() {
        (other, wanted)
    } else {
        (wanted, other)
    };
    let inside = short.len() >= 4 && short.len() * 2 >= long.len() && long.contains(short);
    inside.then(|| 3 + long.len() - short.len())
}

/// The edit distance of two texts, if it is at most `most`.
fn changes(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = corner + usize::from(from != to);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(corner + 1);
        }
    }
    row.last().copied().filter(|changes| *changes <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wanted: &str, other: &str, expect: Option<usize>) {
        assert_eq!(distance(wanted, other), expect, "{wanted} {other}");
    }

    #[test]
    fn distances() {
        check("parse", "parse", Some(0));
        check("parse", "prase", None);
        check("switchchannel", "swichchannel", Some(1));
        check("switchchannel", "onswitchchannel", Some(2));
        check("parse", "parser", Some(1));
        check("query", "queryall", Some(6));
        check("get", "set", None);
    }
}
