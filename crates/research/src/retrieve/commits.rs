//! Queries the history: finds the commits that touched the given places, in one walk.

use std::sync::Arc;

use firsthand_codegraph::Cancel;
use firsthand_history::{ChangeStats, Commit, FileChange, Limits, Target, WalkResult};
use firsthand_registry::{LineRange, MaskedFile, Related, RepoPath, count, lines_of};
use firsthand_source::{Losses, join_at_most};
use serde::{Deserialize, Serialize};

use super::file_view::FileView;
use super::{MAX_COMMITS, Retrieved, Retriever, Word, word_weight};
use crate::hit::{Hit, commit_path};
use crate::payload::Tier;

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
        let histories = match self.opened_histories() {
            Ok([]) => {
                return Retrieved {
                    notes: vec!["there is no git history to read".to_owned()],
                    ..Retrieved::default()
                };
            }
            Ok(histories) => histories,
            Err(why) => return unreadable(why),
        };
        let places = query.places.iter();
        let targets: Vec<Target> = places.map(|place| self.history_target(place)).collect();
        let limits =
            Limits { commits: MAX_COMMITS, touches: MAX_COMMITS_PER_PLACE, since: query.since };
        let walked = match self.commits_touching_all(histories, &targets, limits, cancel) {
            Err(why) => return unreadable(&why.to_string()),
            Ok(walked) => walked,
        };
        let touches = walked.touches.iter().filter(|touch| !is_white_space(touch));
        let (mut found, mut unquotable) = (Retrieved::default(), Vec::new());
        for (age, touch) in touches.enumerate() {
            match commit_hit(touch, age, query) {
                Some(hit) => found.hits.push(hit),
                None => unquotable.push(commit_name(&touch.commit)),
            }
        }
        if found.hits.is_empty() && unquotable.is_empty() && walked.truncated {
            let commits = walked.commits;
            let note = format!("none of the newest {commits} commits touched it");
            found.notes.push(note);
        }
        found.left_out = left_out(&walked, query, &unquotable);
        found.coverage.losses = losses(&walked, query, cancel);
        found.coverage.losses.cut = unquotable.len() as u64;
        found
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

/// The result for a history that cannot be read.
fn unreadable(why: &str) -> Retrieved {
    let mut found = Retrieved::default();
    found.notes.push(why.to_owned());
    found.coverage.losses.unreadable = 1;
    found
}

/// Whether a commit changed only white space.
fn is_white_space(touch: &FileChange) -> bool {
    touch.changes.iter().all(|change| change.white_space)
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
    let white_space = walked.touches.iter().filter(|touch| is_white_space(touch)).count();
    if white_space > 0 {
        let commits = count(white_space, "commit", "commits");
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
    let places = touch.changes.iter().map(|change| query.places[change.wanted].from);
    // A commit is at most as certain as the most certain place that it touched.
    let (tier, score) = places.reduce(more_certain)?;
    let first = touch.changes.iter().find(|change| !change.white_space)?;
    let relevance = message_relevance(&commit.message, &query.words);
    // What began with a commit says when it was added, however long ago.
    let age = if touch.changes.iter().any(|change| change.began) { 0 } else { age };
    let score = score * relevance / (1.0 + AGE_DECAY * age as f64);
    let lines = LineRange::new(1, line_count.clamp(1, MAX_MESSAGE_LINES))?;
    let mut hit = view.hit(lines, [1], None, (tier, HISTORY, score))?;
    hit.window.related = Some(Related {
        relation: HISTORY.to_owned(),
        of: query.places[first.wanted].name.clone(),
        resolution: String::new(),
    });
    hit.entity = format!("commit:{}", commit.id);
    hit.date = commit.day();
    hit.changed = changes_by_name(&touch.changes, query);
    Some(hit)
}

fn more_certain(a: (Tier, f64), b: (Tier, f64)) -> (Tier, f64) {
    if (a.0, -a.1) <= (b.0, -b.1) { a } else { b }
}

/// The factor for a message's relevance: 1 if it contains every word of the topic or the topic has no words,
/// [`NO_WORD_FACTOR`] if it contains none.
fn message_relevance(message: &[u8], words: &[Word]) -> f64 {
    let all: f64 = words.iter().map(|word| word.information).sum();
    if all <= 0.0 {
        return 1.0;
    }
    let share = word_weight(&String::from_utf8_lossy(message), words) / all;
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
