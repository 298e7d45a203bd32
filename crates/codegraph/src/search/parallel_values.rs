//! Files with the same keys and other values: translations, fixtures, the settings of several environments. They are one
//! place: of those among the opened files, the one whose values have the most of the query.

use std::collections::{BTreeMap, HashSet};

use firsthand_source::count;

use super::rank::SearchedFile;
use super::rank::passages::Passage;
use crate::facts::parsed_file::ParsedFile;
use crate::text::entries::{Format, is_parallel, line_key};

/// The fewest keys of a file that is compared.
const MIN_KEYS: usize = 3;
/// The share of the keys of the smaller file that the other one has, too.
const MIN_COMMON_SHARE: f64 = 0.6;

/// Removes the passages of files that are parallel to a better one, and returns a note for each of these.
pub(super) fn merge(passages: &mut Vec<Passage>, opened: &[SearchedFile]) -> Vec<String> {
    let keys: Vec<Keys<'_>> = opened
        .iter()
        .map(|searched| Keys::of(&searched.file))
        .collect();
    let mut best: Vec<f64> = vec![0.0; opened.len()];
    for passage in passages.iter() {
        best[passage.file] = best[passage.file].max(passage.own_score);
    }
    let mut order: Vec<usize> = (0..opened.len()).filter(|file| best[*file] > 0.0).collect();
    order.sort_by(|&a, &b| {
        let by_path = opened[a].file.path.cmp(&opened[b].file.path);
        best[b].total_cmp(&best[a]).then(by_path)
    });
    let mut kept: Vec<usize> = Vec::new();
    let mut like: BTreeMap<usize, usize> = BTreeMap::new();
    let mut dropped: HashSet<usize> = HashSet::new();
    for file in order {
        let paths = |other: usize| (&*opened[file].file.path, &*opened[other].file.path);
        let is_like = |other: &&usize| {
            let (path, other_path) = paths(**other);
            is_parallel(path, other_path) && keys[file].are_like(&keys[**other])
        };
        match kept.iter().find(is_like) {
            Some(other) => {
                *like.entry(*other).or_default() += 1;
                dropped.insert(file);
            }
            None => kept.push(file),
        }
    }
    passages.retain(|passage| !dropped.contains(&passage.file));
    let note = |(file, more): (usize, usize)| {
        let files = count(more, "file has", "files have");
        let path = &opened[file].file.path;
        format!("{files} the keys of {path} with other values, and matched less")
    };
    like.into_iter().map(note).collect()
}

/// What is before the separators of the lines of a file.
struct Keys<'f>(HashSet<&'f [u8]>);

impl<'f> Keys<'f> {
    /// None for a file of another kind, and for code of which less than half the lines are keys with quoted values.
    fn of(file: &'f ParsedFile) -> Keys<'f> {
        let Some(format) = Format::of(&file.path) else {
            return Keys(HashSet::new());
        };
        let lines = file.text.split(|byte| *byte == b'\n');
        let lines = lines
            .map(<[u8]>::trim_ascii)
            .filter(|line| !line.is_empty());
        let (mut all, mut with_key) = (0, 0);
        let mut keys = HashSet::new();
        for line in lines {
            all += 1;
            let is_quoted =
                |key: &&[u8]| memchr::memchr2(b'"', b'\'', &line[key.len()..]).is_some();
            let key = line_key(line).filter(|key| format.is_data || is_quoted(key));
            with_key += usize::from(key.is_some());
            keys.extend(key);
        }
        if !format.is_data && with_key * 2 < all {
            keys.clear();
        }
        Keys(keys)
    }

    fn are_like(&self, other: &Keys<'_>) -> bool {
        let fewest = self.0.len().min(other.0.len());
        let common = self.0.iter().filter(|key| other.0.contains(*key)).count();
        fewest >= MIN_KEYS && common as f64 >= MIN_COMMON_SHARE * fewest as f64
    }
}
