//! Files and qualified names that the query spells out: `src/a/b.ts`, `a.b.c`, `Type::method`.

use std::collections::{HashMap, HashSet};

use crate::text::words::{each_word, hash_of_words};
use firsthand_source::fs::FileEntry;

/// The bytes that can join the words of a path or a qualified name.
const SEPARATORS: &[u8] = b"./\\:#->";
/// The most words at the end of a path that are compared.
const MAX_PATH_WORDS: usize = 8;
/// The factor of a mention's rarity in its score.
const MENTION_WEIGHT: f64 = 4.0;

/// The chains of several words of the query that separators join, without white space.
#[derive(Clone, Debug, Default)]
pub(crate) struct JoinedWords {
    /// The hashes of their words.
    words: HashSet<u64>,
    /// The keys of all sequences of 2 to [`MAX_PATH_WORDS`] adjacent words of a chain.
    sequences: HashSet<u64>,
}

impl JoinedWords {
    pub(crate) fn of(text: &str) -> JoinedWords {
        let mut joined_words = JoinedWords::default();
        let mut chain: Vec<u64> = Vec::new();
        let mut last_end = 0;
        each_word(text.as_bytes(), |word| {
            if !word.whole {
                return;
            }
            let between = &text.as_bytes()[last_end.min(word.start)..word.start];
            if between.is_empty() || !between.iter().all(|byte| SEPARATORS.contains(byte)) {
                joined_words.add(&mut chain);
            }
            chain.push(word.hash);
            last_end = word.end;
        });
        joined_words.add(&mut chain);
        joined_words
    }

    /// Adds a chain that has ended, and empties it.
    fn add(&mut self, chain: &mut Vec<u64>) {
        if chain.len() > 1 {
            self.words.extend(chain.iter());
        }
        for length in 2..=MAX_PATH_WORDS {
            self.sequences.extend(chain.windows(length).map(hash_of_words));
        }
        chain.clear();
    }

    /// Whether a chain contains the words with these hashes, in this order; at most [`MAX_PATH_WORDS`].
    pub(crate) fn contain(&self, words: &[u64]) -> bool {
        self.sequences.contains(&hash_of_words(words))
    }
}

/// How strongly the query spells out each file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mentions {
    scores: HashMap<u32, f64>,
}

impl Mentions {
    /// Compares the last words of all paths with the query's joined words; a suffix that fewer files have scores
    /// higher.
    pub(crate) fn find(entries: &[FileEntry], joined_words: &JoinedWords) -> Mentions {
        if joined_words.words.is_empty() {
            return Mentions::default();
        }
        let mut suffixes: HashMap<Vec<u64>, Vec<u32>> = HashMap::new();
        for (file, entry) in (0_u32..).zip(entries) {
            let suffix = mentioned_suffix(entry.path.as_str(), joined_words);
            if let Some(suffix) = suffix {
                suffixes.entry(suffix).or_default().push(file);
            }
        }
        let total = entries.len() as f64;
        let mut scores = HashMap::new();
        for (suffix, files) in &suffixes {
            // A file that matches more of the written path is the one that is meant.
            let is_longer = |other: &Vec<u64>| other.len() > suffix.len();
            if suffixes.keys().any(|other| is_longer(other) && other.ends_with(suffix)) {
                continue;
            }
            let rarity = (total / files.len() as f64).ln().max(0.0);
            let value = MENTION_WEIGHT * rarity * (1.0 - 1.0 / (suffix.len() as f64));
            scores.extend(files.iter().map(|&file| (file, value)));
        }
        Mentions { scores }
    }

    pub(crate) fn of(&self, file: u32) -> f64 {
        self.scores.get(&file).copied().unwrap_or(0.0)
    }
}

/// The hashes of the longest suffix of a path, of two words at least, that the query spells out: of the whole path, or
/// else of the path without its extension.
fn mentioned_suffix(path: &str, joined_words: &JoinedWords) -> Option<Vec<u64>> {
    let mut words: Vec<u64> = Vec::new();
    each_word(path.as_bytes(), |word| {
        if word.whole {
            words.push(word.hash);
        }
    });
    let longest = |words: &[u64]| {
        let last = words.iter().rev().take(MAX_PATH_WORDS);
        let count = last.take_while(|word| joined_words.words.contains(word)).count();
        (2..=count)
            .rev()
            .map(|count| &words[words.len() - count..])
            .find(|suffix| joined_words.contain(suffix))
            .map(<[u64]>::to_vec)
    };
    longest(&words).or_else(|| longest(words.split_last()?.1))
}

#[cfg(test)]
mod tests {
    use firsthand_source::RepoPath;

    use super::*;

    fn check(query: &str, paths: &[&str], expect: &[bool]) {
        let entries: Vec<FileEntry> = paths
            .iter()
            .map(|path| FileEntry { path: RepoPath::new(path).unwrap(), size: 1, state: None })
            .collect();
        let mentions = Mentions::find(&entries, &JoinedWords::of(query));
        let seen: Vec<bool> = (0..).zip(paths).map(|(f, _)| mentions.of(f) > 0.0).collect();
        assert_eq!(seen, expect, "{query:?}");
    }

    #[test]
    fn a_file_is_mentioned_if_the_query_joins_the_last_words_of_its_path() {
        let paths = ["src/a/util.ts", "src/b/util.ts", "src/b/other.ts"];
        check("fails in src/b/util.ts:12", &paths, &[false, true, false]);
        check("see util.ts", &paths, &[true, true, false]);
        check("File \"/opt/x/src/a/util.ts\", line 4", &paths, &[true, false, false]);
        check("import b.other", &paths, &[false, false, true]);
        check("the util of b", &paths, &[false, false, false]);
    }
}
