//! The match level of an answer: how close it came to the gold lines.

use serde::{Deserialize, Serialize};

use super::lines::{Budget, line_metrics, truncate_to_budget};
use crate::found::Found;
use crate::task::Gold;

/// The number of listed files that count.
const MAX_FILES: usize = 5;

/// How close an answer came to the gold, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchLevel {
    /// A region touches a gold range.
    Touched,
    /// A region shows other lines of a gold file.
    OtherLines,
    /// A gold file is among the first 5 files, but no region shows it.
    Listed,
    /// None of these.
    Missed,
}

/// The match level of the regions within the budget and of the first 5 files. `None` if the gold has no range.
#[must_use]
pub fn match_level(gold: &[Gold], found: &Found, budget: Budget) -> Option<MatchLevel> {
    let lines = line_metrics(gold, &found.regions, budget)?;
    let is_gold = |path: &str| gold.iter().any(|gold| gold.path == path);
    let shown = truncate_to_budget(&found.regions, budget);
    Some(if lines.touched > 0.0 {
        MatchLevel::Touched
    } else if shown.iter().any(|region| is_gold(&region.path)) {
        MatchLevel::OtherLines
    } else if found.files.iter().take(MAX_FILES).any(|file| is_gold(file)) {
        MatchLevel::Listed
    } else {
        MatchLevel::Missed
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found::Region;

    #[test]
    fn each_level_is_recognized() {
        let check = |files: &str, region: Option<(&str, u32, u32)>, expect: MatchLevel| {
            let gold = [Gold {
                path: "a".to_owned(),
                ranges: vec![[5, 9]],
                as_written: None,
            }];
            let region = region.map(|(path, start, end)| Region {
                path: path.to_owned(),
                start,
                end,
            });
            let found = Found {
                files: files.split_whitespace().map(str::to_owned).collect(),
                regions: region.into_iter().collect(),
                self_assessment: None,
                report: None,
            };
            assert_eq!(
                match_level(&gold, &found, Budget::default()),
                Some(expect),
                "{found:?}"
            );
            assert_eq!(match_level(&[], &found, Budget::default()), None);
        };
        check("a", Some(("a", 9, 20)), MatchLevel::Touched);
        check("a", Some(("a", 10, 20)), MatchLevel::OtherLines);
        check("b c d e a", Some(("b", 5, 9)), MatchLevel::Listed);
        check("b c d e f a", None, MatchLevel::Missed);
        check("", None, MatchLevel::Missed);
    }
}
