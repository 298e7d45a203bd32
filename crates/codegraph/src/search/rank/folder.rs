//! Scores of folders, of which a file gets a share: the better the other files of its folder fit the query, the more.

use std::collections::HashMap;

use crate::facts::languages::folder;

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
        if others == 0 {
            0.0
        } else {
            (sum / f64::from(others)).max(0.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
