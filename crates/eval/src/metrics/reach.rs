//! How far an answer reached: where what was not found was lost.

use serde::{Deserialize, Serialize};

use super::lines::{Budget, line_metrics, truncate_to_budget};
use crate::found::Found;
use crate::task::Gold;

/// The number of listed files that a reader looks at.
const MAX_FILES: usize = 5;

/// How far an answer reached, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchLevel {
    /// A range of the answer is touched.
    Touched,
    /// A region shows a file of the answer, at other lines.
    OtherLines,
    /// A file of the answer is among the first 5, and no region shows it.
    Listed,
    /// None of that.
    Missed,
}

/// How far the regions, as far as the budget goes, and the first 5 files reached. `None` where the
/// answer has no range.
#[must_use]
pub fn reach(gold: &[Gold], found: &Found, budget: Budget) -> Option<MatchLevel> {
    let lines = line_metrics(gold, &found.regions, budget)?;
    let wanted = |path: &str| gold.iter().any(|gold| gold.path == path);
    let shown = truncate_to_budget(&found.regions, budget);
    Some(if lines.touched > 0.0 {
        MatchLevel::Touched
    } else if shown.iter().any(|region| wanted(&region.path)) {
        MatchLevel::OtherLines
    } else if found.files.iter().take(MAX_FILES).any(|file| wanted(file)) {
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
    fn by_hand() {
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
                claim: None,
                report: None,
            };
            assert_eq!(
                reach(&gold, &found, Budget::default()),
                Some(expect),
                "{found:?}"
            );
            assert_eq!(reach(&[], &found, Budget::default()), None);
        };
        check("a", Some(("a", 9, 20)), MatchLevel::Touched);
        check("a", Some(("a", 10, 20)), MatchLevel::OtherLines);
        check("b c d e a", Some(("b", 5, 9)), MatchLevel::Listed);
        check("b c d e f a", None, MatchLevel::Missed);
        check("", None, MatchLevel::Missed);
    }
}
