//! What a file gets of the scores of others: of the other files of its folder, and of its tests.
//!
//! `cart_test.go`, `test_cart.py` and `CartTest.java` test `cart.go`, `cart.py` and `Cart.java`: the words of the names
//! are the same except for one at an end. No list of words is used.

use crate::text::distinct::{distinct, keep_best};
use crate::text::words::{hash_of_words, word_parts};
use std::collections::HashMap;

use firsthand_source::folder;

/// Sums of scores by folder.
#[derive(Default)]
pub(super) struct Folders<'p> {
    sums: HashMap<&'p str, (f64, u32)>,
}

impl<'p> Folders<'p> {
    pub(super) fn add(&mut self, path: &'p str, score: f64) {
        let sum = self.sums.entry(folder(path)).or_default();
        sum.0 += score;
        sum.1 += 1;
    }

    /// The mean score of the other files in the folder of `path`; 0 if there is none. `own` is what was added for
    /// `path` itself, if something was.
    pub(super) fn mean_of_others(&self, path: &str, own: Option<f64>) -> f64 {
        let (sum, count) = self.sums.get(folder(path)).copied().unwrap_or_default();
        let others = count.saturating_sub(u32::from(own.is_some()));
        let sum = sum - own.unwrap_or(0.0);
        if others == 0 { 0.0 } else { (sum / f64::from(others)).max(0.0) }
    }
}

/// The most files among which one test's score is divided.
const MAX_FILES_PER_TEST: usize = 3;
/// Of more files with a name that a test can refer to, only so many are compared with the test: those whose paths are next to
/// its own in the order of paths, on either side.
const MAX_COMPARED_ASIDE: usize = 64;

/// A source file that tests may be named after.
struct Subject<'p> {
    file: u32,
    path: &'p str,
    /// The different words of its folder, ascending.
    folder_words: Vec<u64>,
}

/// Tests with their scores, and the source files that they may test.
pub(super) struct TestLinks<'p> {
    /// Path and score.
    tests: Vec<(&'p str, f64)>,
    /// Source files by the key of their name, for the names that a test can refer to: the words of its own name, all or
    /// without one at an end.
    by_key: HashMap<u64, Vec<Subject<'p>>>,
}

impl<'p> TestLinks<'p> {
    pub(super) fn of(tests: Vec<(&'p str, f64)>) -> TestLinks<'p> {
        let keys = tests.iter().flat_map(|(path, _)| subject_keys(path));
        let by_key = keys.map(|key| (key, Vec::new())).collect();
        TestLinks { tests, by_key }
    }

    /// Adds a source file.
    pub(super) fn add_file(&mut self, file: u32, path: &'p str) {
        if let Some(files) = self.by_key.get_mut(&hash_of_words(&name_words(path, false))) {
            files.push(Subject { file, path, folder_words: folder_words(path) });
        }
    }

    /// The score that each file gets: the largest of the shares that it has in the scores of tests. The score of a test
    /// is divided among the files that it may test.
    pub(super) fn propagated(mut self) -> HashMap<u32, f64> {
        for files in self.by_key.values_mut() {
            files.sort_unstable_by_key(|file| file.path);
        }
        let mut propagated: HashMap<u32, f64> = HashMap::new();
        for (test, score) in &self.tests {
            let named = subject_keys(test).into_iter().filter_map(|key| self.by_key.get(&key));
            let Some(files) = named.into_iter().find(|files| !files.is_empty()) else {
                continue;
            };
            let near = nearest(test, files);
            for file in &near {
                let slot = propagated.entry(*file).or_default();
                *slot = slot.max(score / near.len() as f64);
            }
        }
        propagated
    }
}

/// The files whose folders have the most words in common with the test's. `files` are in the order of their paths.
fn nearest(test: &str, files: &[Subject<'_>]) -> Vec<u32> {
    let around = folder_words(test);
    let at = files.partition_point(|file| file.path < test);
    let from = at.saturating_sub(MAX_COMPARED_ASIDE);
    let compared = &files[from..files.len().min(at + MAX_COMPARED_ASIDE)];
    let shared = |file: &Subject<'_>| {
        let common = file.folder_words.iter().filter(|word| around.binary_search(word).is_ok());
        let depth = file.path.matches('/').count();
        (common.count(), std::cmp::Reverse(depth))
    };
    let mut shared: Vec<_> = compared.iter().map(|file| (shared(file), file.file)).collect();
    keep_best(&mut shared, |(shared, _)| *shared);
    let mut best: Vec<u32> = shared.into_iter().map(|file| file.1).collect();
    best.sort_unstable();
    best.truncate(MAX_FILES_PER_TEST);
    best
}

/// The different words of a file's folder, ascending.
fn folder_words(path: &str) -> Vec<u64> {
    distinct(words(folder(path)))
}

/// The keys of the names that a test can refer to, most certain first.
fn subject_keys(test: &str) -> [u64; 3] {
    let words = name_words(test, true);
    let without_first = words.split_first().map_or(&[][..], |parts| parts.1);
    let without_last = words.split_last().map_or(&[][..], |parts| parts.1);
    [&words, without_first, without_last].map(hash_of_words)
}

/// The words of a file's name up to its first dot, or (`long`) its last.
fn name_words(path: &str, long: bool) -> Vec<u64> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let cut = if long { name.rfind('.') } else { name.find('.') };
    words(&name[..cut.unwrap_or(name.len())])
}

fn words(text: &str) -> Vec<u64> {
    let parts = word_parts(text.as_bytes());
    parts.iter().map(|word| word.hash).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(test: &str, sources: &[&str], expect: &[&str]) {
        let mut links = TestLinks::of(vec![(test, 1.0)]);
        for (file, path) in (0..).zip(sources) {
            links.add_file(file, path);
        }
        let mut got: Vec<(u32, f64)> = links.propagated().into_iter().collect();
        got.sort_by_key(|entry| entry.0);
        let got: Vec<&str> = got.iter().map(|(f, _)| sources[*f as usize]).collect();
        assert_eq!(got, expect, "{test}");
    }

    #[test]
    fn a_test_is_linked_to_the_file_that_it_is_named_after() {
        check("cart_test.go", &["cart.go", "car.go"], &["cart.go"]);
        check("tests/test_cart.py", &["a/cart.py", "a/cat.py"], &["a/cart.py"]);
        check("src/CartItemTest.java", &["CartItem.java", "Cart.java"], &["CartItem.java"]);
        check("a/index.test.ts", &["a/index.ts", "b/index.ts"], &["a/index.ts"]);
        check("tests/io.rs", &["src/io.rs", "src/x/io.rs"], &["src/io.rs"]);
        check("tests/all.rs", &["src/io.rs"], &[]);
        let many: Vec<String> = (100..900).map(|at| format!("pkg{at}/src/index.ts")).collect();
        let many: Vec<&str> = many.iter().map(|path| &**path).collect();
        check("pkg700/src/index.test.ts", &many, &["pkg700/src/index.ts"]);
        check("zoo/index.test.ts", &many[..3], &many[..3]);
    }

    #[test]
    fn the_mean_of_a_folder_excludes_the_files_own_score() {
        let mut folders = Folders::default();
        for (path, score) in [("a/x", 4.0), ("a/y", 2.0), ("b/x", 1.0)] {
            folders.add(path, score);
        }
        let check = |path: &str, own: Option<f64>, expect: f64| {
            let got = folders.mean_of_others(path, own);
            assert!((got - expect).abs() < 1e-9, "{path}: {got}");
        };
        check("a/x", Some(4.0), 2.0);
        check("a/z", None, 3.0);
        check("b/x", Some(1.0), 0.0);
        check("c", None, 0.0);
    }
}
