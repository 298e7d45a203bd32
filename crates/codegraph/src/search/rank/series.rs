//! Series of numbered files, such as the migrations of a database: each records a past change, and none is the present code.

use std::collections::{BTreeSet, HashMap};

/// The fewest different numbers of a series.
const MIN_NUMBERS: usize = 5;
/// The least share of a folder's files that are in its series.
const MIN_SHARE: f64 = 0.8;
/// The fewest characters of a number, but after a letter for *version*.
const MIN_NUMBER_CHARS: usize = 3;

/// The folders of a tree nearly all of whose files, or folders with their files, are numbered; each is looked at once.
pub(super) struct Series<'p, F> {
    path_at: F,
    count: usize,
    known: HashMap<&'p str, bool>,
}

impl<'p, F: Fn(usize) -> &'p str> Series<'p, F> {
    /// The series of `count` files, whose paths `path_at` returns in ascending order.
    pub(super) fn of(count: usize, path_at: F) -> Self {
        Self { path_at, count, known: HashMap::new() }
    }

    /// Whether the file with this path is one of a series.
    pub(super) fn has(&mut self, path: &'p str) -> bool {
        let mut numbered = parts(path).filter(|(_, name)| number(name).is_some());
        numbered.any(|(folder, _)| {
            if let Some(known) = self.known.get(folder) {
                return *known;
            }
            let is_series = self.is_series(folder);
            self.known.insert(folder, is_series);
            is_series
        })
    }

    /// Whether nearly all files below a folder are numbered there, or in a folder of it that is.
    fn is_series(&self, folder: &str) -> bool {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let (mut first, mut end) = (0, self.count);
        while first < end {
            let middle = first.midpoint(end);
            if *(self.path_at)(middle) < *prefix {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        let names =
            (first..self.count).map_while(|at| (self.path_at)(at).strip_prefix(prefix.as_str()));
        let (mut numbers, mut files, mut all_files) = (BTreeSet::new(), 0_usize, 0_usize);
        for name in names {
            let name = name.split('/').next().unwrap_or_default();
            all_files += 1;
            if let Some(number) = number(name) {
                numbers.insert(number);
                files += 1;
            }
        }
        numbers.len() >= MIN_NUMBERS && files as f64 >= MIN_SHARE * all_files as f64
    }
}

/// Each part of a path, with the folder that it is in.
fn parts(path: &str) -> impl Iterator<Item = (&str, &str)> {
    let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
    let mut start = 0;
    ends.map(move |end| {
        let part = (&path[..start.max(1) - 1], &path[start..end]);
        start = (end + 1).min(path.len());
        part
    })
}

/// The number with which a name begins, before a word: `0001` of `0001_initial.py`, `20230115103212` of
/// `20230115103212_create_radio.go`, `V12` of `V12__users.sql`, `ae1027a6acf` of `ae1027a6acf_add_column.py`.
fn number(name: &str) -> Option<&str> {
    let first = *name.as_bytes().first()?;
    if !first.is_ascii_hexdigit() && !matches!(first, b'v' | b'V') {
        return None;
    }
    let (number, _) = name.split_once(['_', '-']).filter(|(_, rest)| !rest.is_empty())?;
    let digits = number.strip_prefix(['v', 'V']);
    let is_version = digits.is_some_and(|digits| !digits.is_empty() && is_decimal(digits));
    let is_number = number.len() >= MIN_NUMBER_CHARS
        && number.bytes().all(|byte| byte.is_ascii_hexdigit())
        && number.bytes().any(|byte| byte.is_ascii_digit());
    (is_version || is_number).then_some(number)
}

fn is_decimal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_series_are_numbered() {
        let check = |paths: &[&str], expect: &[&str]| {
            let mut sorted = paths.to_vec();
            sorted.sort_unstable();
            let mut series = Series::of(sorted.len(), |at| sorted[at]);
            let found: Vec<&str> = paths.iter().copied().filter(|path| series.has(path)).collect();
            assert_eq!(found, expect);
        };
        let five = |folder: &str, names: [&str; 5]| names.map(|name| format!("{folder}{name}"));
        for names in [
            ["0001_initial.py", "0002_title.py", "0003_a.py", "0004_b.py", "0005_c.py"],
            [
                "2018_12_24_032921_users.php",
                "2019_01_12_054413_stories.php",
                "2020_01_01_000000_a.php",
                "2021_01_01_000000_b.php",
                "2022_01_01_000000_c.php",
            ],
            ["V1__init.sql", "V2__users.sql", "V2.1__fix.sql", "V3__a.sql", "V10__b.sql"],
            ["ae1027a6acf_a.py", "1c2d_b.py", "99ab0_c.py", "77f_d.py", "0ff_e.py"],
            // Folders are numbered.
            ["001-a/up.sql", "002-b/up.sql", "003-c/up.sql", "004-d/up.sql", "005-e/up.sql"],
        ] {
            let all = five("db/steps/", names);
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let with_others: Vec<&str> = all.iter().copied().chain(["db/run.rs"]).collect();
            check(&with_others, &all);
            // Too few of them.
            check(&all[..4], &[]);
            // Too many others beside them.
            let mixed: Vec<&str> =
                all.iter().copied().chain(["db/steps/mod.rs", "db/steps/run.rs"]).collect();
            check(&mixed, &[]);
        }
        // One number, names of words, and numbers that are all of the name.
        for names in [
            ["8250_core.c", "8250_dma.c", "8250_pci.c", "8250_port.c", "8250_of.c"],
            ["add_user.rs", "bad_user.rs", "dead_user.rs", "face_user.rs", "fade_user.rs"],
            ["2016.md", "2017.md", "2018.md", "2019.md", "2020.md"],
            ["1_a.rs", "2_b.rs", "3_c.rs", "4_d.rs", "5_e.rs"],
            ["vec_a.rs", "view_b.rs", "void_c.rs", "v_d.rs", "vx_e.rs"],
        ] {
            let all = five("", names);
            check(&all.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
        }
        check(&[], &[]);
        check(&["", "a", "a/b"], &[]);
    }
}
