//! Files and qualified names that the query spells out: `src/a/b.ts`, `a.b.c`, `Type::method`.

use std::collections::HashMap;

use crate::inventory::FileEntry;
use crate::words::each_word;

/// The bytes that can join the words of a path or a qualified name.
const SEPARATORS: &[u8] = b"./\\:#->";
/// Longest part of a path that is compared.
const MAX_PARTS: usize = 8;
/// The score of a mention, in units of its rarity.
const MENTION_WEIGHT: f64 = 4.0;

/// Runs of the query that are joined without white space.
#[derive(Clone, Debug, Default)]
pub(crate) struct JoinedWords {
    /// Hashes of the runs.
    runs: Vec<Vec<u64>>,
}

impl JoinedWords {
    pub(crate) fn of(text: &str) -> JoinedWords {
        let mut runs: Vec<Vec<u64>> = Vec::new();
        let mut open: Vec<u64> = Vec::new();
        let mut last = 0;
        each_word(text.as_bytes(), |word| {
            if !word.whole {
                return;
            }
            let between = &text.as_bytes()[last.min(word.start)..word.start];
            if between.is_empty() || !between.iter().all(|byte| SEPARATORS.contains(byte)) {
                end_run(&mut runs, &mut open);
            }
            open.push(word.hash);
            last = word.end;
        });
        end_run(&mut runs, &mut open);
        JoinedWords { runs }
    }

    /// Whether the query contains `parts` in this order, joined.
    pub(crate) fn contain(&self, parts: &[u64]) -> bool {
        self.runs
            .iter()
            .any(|chain| chain.windows(parts.len()).any(|window| window == parts))
    }
}

fn end_run(runs: &mut Vec<Vec<u64>>, open: &mut Vec<u64>) {
    if open.len() > 1 {
        runs.push(std::mem::take(open));
    }
    open.clear();
}

/// How strongly the query spells out each file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mentions {
    scores: HashMap<u32, f64>,
}

impl Mentions {
    /// Compares the ends of all paths with the query's joined words; an ending that fewer files have scores higher.
    pub(crate) fn find(entries: &[FileEntry], joined_words: &JoinedWords) -> Mentions {
        if joined_words.runs.is_empty() {
            return Mentions::default();
        }
        let known: std::collections::HashSet<u64> =
            joined_words.runs.iter().flatten().copied().collect();
        let mut ends: HashMap<Vec<u64>, Vec<u32>> = HashMap::new();
        for (file, entry) in (0_u32..).zip(entries) {
            if let Some(end) = mentioned_end(entry.path.as_str(), &known, joined_words) {
                ends.entry(end).or_default().push(file);
            }
        }
        let total = entries.len() as f64;
        let mut scores = HashMap::new();
        for (end, files) in &ends {
            // A file that matches more of the written path is the one that is meant.
            if ends
                .keys()
                .any(|other| other.len() > end.len() && other.ends_with(end))
            {
                continue;
            }
            let rarity = (total / files.len() as f64).ln().max(0.0);
            let value = MENTION_WEIGHT * rarity * (1.0 - 1.0 / (end.len() as f64));
            scores.extend(files.iter().map(|&file| (file, value)));
        }
        Mentions { scores }
    }

    pub(crate) fn of(&self, file: u32) -> f64 {
        self.scores.get(&file).copied().unwrap_or(0.0)
    }
}

/// The longest end of a path (of two parts at least, with or without its last ending) that the
/// query spells out.
fn mentioned_end(
    path: &str,
    known: &std::collections::HashSet<u64>,
    joined_words: &JoinedWords,
) -> Option<Vec<u64>> {
    let mut parts: Vec<u64> = Vec::new();
    each_word(path.as_bytes(), |word| {
        if word.whole {
            parts.push(word.hash);
        }
    });
    let longest = |parts: &[u64]| {
        let known = parts
            .iter()
            .rev()
            .take(MAX_PARTS)
            .take_while(|p| known.contains(p))
            .count();
        (2..=known)
            .rev()
            .map(|n| parts[parts.len() - n..].to_vec())
            .find(|end| joined_words.contain(end))
    };
    longest(&parts).or_else(|| longest(parts.split_last()?.1))
}

#[cfg(test)]
mod tests {
    use firsthand_source::RepoPath;

    use super::*;

    fn check(query: &str, paths: &[&str], expect: &[bool]) {
        let entries: Vec<FileEntry> = paths
            .iter()
            .map(|path| FileEntry {
                path: RepoPath::new(path).unwrap(),
                size: 1,
                state: None,
            })
            .collect();
        let mentions = Mentions::find(&entries, &JoinedWords::of(query));
        let seen: Vec<bool> = (0..)
            .zip(paths)
            .map(|(f, _)| mentions.of(f) > 0.0)
            .collect();
        assert_eq!(seen, expect, "{query:?}");
    }

    #[test]
    fn paths_that_a_query_spells_out() {
        let paths = ["src/a/util.ts", "src/b/util.ts", "src/b/other.ts"];
        check("fails in src/b/util.ts:12", &paths, &[false, true, false]);
        check("see util.ts", &paths, &[true, true, false]);
        check(
            "File \"/opt/x/src/a/util.ts\", line 4",
            &paths,
            &[true, false, false],
        );
        check("import b.other", &paths, &[false, false, true]);
        check("the util of b", &paths, &[false, false, false]);
    }
}
