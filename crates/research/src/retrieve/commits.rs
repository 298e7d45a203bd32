//! Queries the history: finds the commits that touched the given places, in one walk.

use std::sync::Arc;

use firsthand_agent::validator::Coverage;
use firsthand_codegraph::Cancel;
use firsthand_history::{ChangeStats, Commit, FileChange, Limits, Target, WalkResult};
use firsthand_registry::{LineRange, MaskedFile, Related, RepoPath, count, lines_of};
use firsthand_source::{Losses, join_at_most};
use serde::{Deserialize, Serialize};

use super::file_view::{FileView, Reason};
use super::{MAX_COMMITS, Retrieved, Retriever, Word, word_weight};
use crate::Tier;
use crate::entity::commit_path;
use crate::hit::Hit;

/// The source name of hits of the history.
pub(crate) const HISTORY: &str = "history";

/// The most commits for one place.
const MAX_COMMITS_PER_PLACE: usize = 12;
/// The most commits that a note names.
const MAX_NAMED_COMMITS: usize = 8;
/// The most lines of a message that a hit shows.
const MAX_MESSAGE_LINES: u32 = 14;
/// How strongly the score of a commit decreases with each newer one of the same query.
const AGE_DECAY: f64 = 0.02;
/// The factor on the score of a commit whose message contains no word of the topic.
const NO_WORD_FACTOR: f64 = 0.5;

/// A query for commits.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommitQuery {
    /// The places to follow, the best first.
    pub(crate) places: Vec<TrackedPlace>,
    /// The words of the topic.
    pub(crate) words: Vec<Word>,
    /// Only commits of this second and later.
    pub(crate) since: Option<i64>,
}

/// A place whose history is followed.
#[derive(Clone, Debug)]
pub(crate) struct TrackedPlace {
    /// The file.
    pub(crate) path: RepoPath,
    /// Only these lines of the present content.
    pub(crate) lines: Option<LineRange>,
    /// The name of the declaration or file.
    pub(crate) name: String,
    /// The tier and the score with which the place was retrieved.
    pub(crate) from: (Tier, f64),
}

/// The change of a commit to a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct CommitChange {
    /// The name of the declaration or file.
    pub(crate) of: String,
    /// The number of lines that the commit added or changed.
    pub(crate) written: u32,
    /// The number of lines that the commit removed or changed.
    pub(crate) removed: u32,
    /// Whether the commit created the declaration or file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) began: bool,
    /// Whether the commit moved the file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) moved: bool,
}

impl Retriever {
    /// Finds the commits that touched the places, newest first, each shown by the first lines of its message. Commits
    /// that changed only white space are left out.
    pub(crate) fn commits(&self, query: &CommitQuery, cancel: &Cancel) -> Retrieved {
        let only_note = |why: &str| Retrieved {
            notes: vec![why.to_owned()],
            ..Retrieved::default()
        };
        let unreadable = |why: &str| Retrieved {
            coverage: Coverage {
                losses: Losses {
                    unreadable: 1,
                    ..Losses::default()
                },
                ..Coverage::default()
            },
            ..only_note(why)
        };
        let history = match self.opened_history() {
            Ok(Some(history)) => history,
            Ok(None) => return only_note("there is no git history to read"),
            Err(why) => return unreadable(why),
        };
        let targets: Vec<Target> = query
            .places
            .iter()
            .map(|place| self.history_target(place))
            .collect();
        let limits = Limits {
            commits: MAX_COMMITS,
            touches: MAX_COMMITS_PER_PLACE,
            since: query.since,
        };
        let walked = match self.commits_touching(history, &targets, limits, cancel) {
            Err(why) => return unreadable(&why.to_string()),
            Ok(walked) => walked,
        };
        let is_substantial =
            |touch: &&FileChange| touch.changes.iter().any(|change| !change.white_space);
        let touches: Vec<&FileChange> = walked.touches.iter().filter(is_substantial).collect();
        let all = touches.iter().enumerate();
        let (mut hits, mut unquotable) = (Vec::new(), Vec::new());
        for (age, touch) in all {
            match commit_hit(touch, age, query) {
                Some(hit) => hits.push(hit),
                None => unquotable.push(commit_name(&touch.commit)),
            }
        }
        let found_none = hits.is_empty() && unquotable.is_empty() && walked.truncated;
        let note = format!("none of the newest {} commits touched it", walked.commits);
        Retrieved {
            hits,
            notes: found_none.then_some(note).into_iter().collect(),
            left_out: left_out(&walked, query, &unquotable),
            coverage: Coverage {
                losses: Losses {
                    cut: unquotable.len() as u64,
                    ..losses(&walked, query, cancel)
                },
                ..Coverage::default()
            },
            ..Retrieved::default()
        }
    }

    /// Converts a place for the walk: its lines, or the whole file if it cannot be read.
    fn history_target(&self, place: &TrackedPlace) -> Target {
        let path = place.path.clone();
        let read = || self.toolbox.sandbox().read(&place.path).ok();
        match place.lines.and_then(|lines| Some((lines, read()?))) {
            Some((lines, bytes)) => Target::lines(path, lines, bytes),
            None => Target::file(path),
        }
    }
}

/// Notes on commits that were not searched or not shown.
fn left_out(walked: &WalkResult, query: &CommitQuery, unquotable: &[String]) -> Vec<String> {
    let mut notes = Vec::new();
    let mut names: Vec<String> = places_at_the_limit(walked, query)
        .map(|index| format!("`{}`", query.places[index].name))
        .collect();
    names.dedup();
    if !names.is_empty() {
        let names = names.join(", ");
        notes.push(format!(
            "only the newest {MAX_COMMITS_PER_PLACE} commits were looked at of {names}"
        ));
    }
    let white_space_only =
        |touch: &&FileChange| touch.changes.iter().all(|change| change.white_space);
    let white_space_count = walked.touches.iter().filter(white_space_only).count();
    if white_space_count > 0 {
        let commits = count(white_space_count, "commit", "commits");
        notes.push(format!("{commits} that changed white space alone left out"));
    }
    if !unquotable.is_empty() {
        let commits = join_at_most(unquotable, MAX_NAMED_COMMITS);
        notes.push(format!("found, but nothing of it can be quoted: {commits}"));
    }
    if let Some(why) = &walked.unreadable {
        let commits = count(walked.commits, "commit", "commits");
        notes.push(format!("only the newest {commits} could be read: {why}"));
    }
    notes
}

/// The name of a commit with its day, for messages.
fn commit_name(commit: &Commit) -> String {
    format!("commit:{} ({})", commit.id, commit.day())
}

/// The indices of the places of which not all commits were looked at.
fn places_at_the_limit(walked: &WalkResult, query: &CommitQuery) -> impl Iterator<Item = usize> {
    let touch_count = |index: usize| {
        let changes = walked.touches.iter().flat_map(|touch| &touch.changes);
        changes.filter(|change| change.wanted == index).count()
    };
    (0..query.places.len()).filter(move |index| touch_count(*index) == MAX_COMMITS_PER_PLACE)
}

/// What of the history was not looked at. Commits before the day that the query asks for are no loss.
fn losses(walked: &WalkResult, query: &CommitQuery, cancel: &Cancel) -> Losses {
    let beyond_limit = walked.truncated && walked.commits == MAX_COMMITS;
    Losses {
        cap: places_at_the_limit(walked, query).count() as u64 + u64::from(beyond_limit),
        time: u64::from(cancel.is_cancelled()),
        unreadable: u64::from(walked.unreadable.is_some()),
        ..Losses::default()
    }
}

fn commit_hit(touch: &FileChange, age: usize, query: &CommitQuery) -> Option<Hit> {
    let commit = &touch.commit;
    let path = commit_path(&commit.id)?;
    let line_count = u32::try_from(lines_of(&commit.message).count()).ok()?;
    let message = MaskedFile::new(path, Arc::new(commit.message.clone()));
    let view = FileView::new(message, Vec::new());
    let places = touch
        .changes
        .iter()
        .map(|change| &query.places[change.wanted]);
    // A commit is at most as certain as the most certain place that it touched.
    let (tier, score) = places.map(|place| place.from).reduce(more_certain)?;
    let first = touch.changes.iter().find(|change| !change.white_space)?;
    let reason = Reason {
        tier,
        source: HISTORY,
        score: score * message_relevance(&commit.message, &query.words)
            / (1.0 + AGE_DECAY * age as f64),
        related: Some(Related {
            relation: HISTORY.to_owned(),
            of: query.places[first.wanted].name.clone(),
            resolution: String::new(),
        }),
        distance: None,
    };
    let lines = LineRange::new(1, line_count.clamp(1, MAX_MESSAGE_LINES))?;
    let mut hit = view.hit(lines, [1], None, reason)?;
    hit.entity = format!("commit:{}", commit.id);
    hit.date = commit.day();
    hit.changed = changes_by_name(&touch.changes, query);
    Some(hit)
}

fn more_certain(a: (Tier, f64), b: (Tier, f64)) -> (Tier, f64) {
    match (a.0, -a.1) <= (b.0, -b.1) {
        true => a,
        false => b,
    }
}

/// The factor for a message's relevance: 1 if it contains every word of the topic or the topic has no words,
/// [`NO_WORD_FACTOR`] if it contains none.
fn message_relevance(message: &[u8], words: &[Word]) -> f64 {
    let text = String::from_utf8_lossy(message);
    let all: f64 = words.iter().map(|word| word.information).sum();
    let share = if all > 0.0 {
        word_weight(&text, words) / all
    } else {
        1.0
    };
    NO_WORD_FACTOR + (1.0 - NO_WORD_FACTOR) * share
}

/// The first change of each name that changed more than white space.
fn changes_by_name(changes: &[ChangeStats], query: &CommitQuery) -> Vec<CommitChange> {
    let mut all: Vec<CommitChange> = Vec::new();
    for change in changes.iter().filter(|change| !change.white_space) {
        let name = &query.places[change.wanted].name;
        if all.iter().all(|other| other.of != *name) {
            all.push(CommitChange {
                of: name.clone(),
                written: change.written,
                removed: change.removed,
                began: change.began,
                moved: change.moved_from.is_some(),
            });
        }
    }
    all
}
