//! Tier 0, along the time axis: commits that touched what was found.

use std::sync::Arc;

use firsthand_codegraph::Cancel;
use firsthand_history::{FileChange, Limits, Wanted};
use firsthand_registry::{LineRange, Related, RepoPath, lines_of};

use super::page::{Page, Reason};
use super::{COMMITS, Retrieved, Retriever};
use crate::Tier;
use crate::entity::commit_path;
use crate::hit::Hit;

/// What retrieved a hit of history.
pub(crate) const HISTORY: &str = "history";

/// Commits for one place.
const TOUCHES: usize = 8;
/// Lines of a message that are seen.
const LINES: u32 = 14;
/// What is left of the score of each older commit.
const OLDER: f64 = 0.04;

/// What to ask the history for.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The file.
    pub(crate) path: RepoPath,
    /// Only these lines, as they stand now.
    pub(crate) lines: Option<LineRange>,
    /// What stands there, by name.
    pub(crate) of: String,
    /// Only commits of this second and later.
    pub(crate) since: Option<i64>,
}

impl Retriever {
    /// The commits that touched it, newest first, each seen by the first lines of its message.
    pub(crate) fn commits(&self, asked: &History, cancel: &Cancel) -> Retrieved {
        let missing = |why: &str| Retrieved {
            notes: vec![why.to_owned()],
            ..Retrieved::default()
        };
        let history = match self.opened_history() {
            Ok(Some(history)) => history,
            Ok(None) => return missing("there is no git history to read"),
            Err(why) => return missing(why),
        };
        let wanted = match asked.lines {
            None => Wanted::file(asked.path.clone()),
            Some(lines) => match self.toolbox.sandbox().read(&asked.path) {
                Ok(bytes) => Wanted::lines(asked.path.clone(), lines, bytes),
                Err(why) => return missing(&why.to_string()),
            },
        };
        let limits = Limits {
            commits: COMMITS,
            touches: TOUCHES,
            since: asked.since,
        };
        match history.touching(&[wanted], limits, cancel) {
            Err(why) => missing(&why.to_string()),
            Ok(walked) => {
                let touches = walked.touches.iter().enumerate();
                let hits = touches.filter_map(|(age, touch)| seen(touch, age, &asked.of));
                let hits: Vec<Hit> = hits.collect();
                let none = hits.is_empty() && walked.truncated;
                let note = format!("none of the newest {} commits touched it", walked.commits);
                Retrieved {
                    hits,
                    notes: none.then_some(note).into_iter().collect(),
                    ..Retrieved::default()
                }
            }
        }
    }
}

fn seen(touch: &FileChange, age: usize, of: &str) -> Option<Hit> {
    let commit = &touch.commit;
    let path = commit_path(&commit.id)?;
    let all = u32::try_from(lines_of(&commit.message).count()).ok()?;
    let page = Page::new(path, Arc::new(commit.message.clone()), Vec::new());
    let reason = Reason {
        tier: Tier::Exact,
        source: HISTORY,
        score: 1.0 / (1.0 + OLDER * age as f64),
        related: Some(Related {
            relation: HISTORY.to_owned(),
            of: of.to_owned(),
            resolution: String::new(),
        }),
        distance: None,
    };
    let lines = LineRange::new(1, all.clamp(1, LINES))?;
    let mut hit = page.hit(lines, [1], None, reason)?;
    hit.entity = format!("commit:{}", commit.id);
    hit.date = commit.day();
    Some(hit)
}
