//! Along the time axis: commits that touched what was found, by one walk for all of it.

use std::sync::Arc;

use firsthand_codegraph::Cancel;
use firsthand_history::{ChangeStats, FileChange, Limits, WalkResult, Wanted};
use firsthand_registry::{LineRange, Related, RepoPath, count, lines_of};
use firsthand_source::secrets::redact;
use firsthand_source::split_words;
use serde::{Deserialize, Serialize};

use super::file_view::{FileView, Reason};
use super::{MAX_COMMITS, Retrieved, Retriever, Word};
use crate::Tier;
use crate::entity::commit_path;
use crate::hit::Hit;

/// What retrieved a hit of history.
pub(crate) const HISTORY: &str = "history";

/// The most commits for one place.
const MAX_COMMITS_PER_PLACE: usize = 12;
/// The most lines of a message that a hit shows.
const MAX_MESSAGE_LINES: u32 = 14;
/// How strongly the score decreases with each older commit.
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

/// A place that is followed back.
#[derive(Clone, Debug)]
pub(crate) struct TrackedPlace {
    /// The file.
    pub(crate) path: RepoPath,
    /// Only these lines, as they stand now.
    pub(crate) lines: Option<LineRange>,
    /// What stands there, by name.
    pub(crate) of: String,
    /// How the place itself was retrieved, and its score.
    pub(crate) from: (Tier, f64),
}

/// What a commit did to a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct CommitChange {
    /// What stands there, by name.
    pub(crate) of: String,
    /// Lines of it that the commit wrote, and that it took away or wrote anew.
    pub(crate) written: u32,
    pub(crate) removed: u32,
    /// Whether none of it was there before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) began: bool,
    /// Whether the file stood elsewhere before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) moved: bool,
}

impl Retriever {
    /// The commits that touched the places, newest first, each seen by the first lines of its message. One that
    /// changed white space alone is left out.
    pub(crate) fn commits(&self, query: &CommitQuery, cancel: &Cancel) -> Retrieved {
        let missing = |why: &str| Retrieved {
            notes: vec![why.to_owned()],
            ..Retrieved::default()
        };
        let history = match self.opened_history() {
            Ok(Some(history)) => history,
            Ok(None) => return missing("there is no git history to read"),
            Err(why) => return missing(why),
        };
        let wanted: Vec<Wanted> = query
            .places
            .iter()
            .map(|place| self.wanted(place))
            .collect();
        let limits = Limits {
            commits: MAX_COMMITS,
            touches: MAX_COMMITS_PER_PLACE,
            since: query.since,
        };
        let walked = match self.touching(history, &wanted, limits, cancel) {
            Err(why) => return missing(&why.to_string()),
            Ok(walked) => walked,
        };
        let matters = |touch: &&FileChange| touch.changes.iter().any(|change| !change.white_space);
        let touches: Vec<&FileChange> = walked.touches.iter().filter(matters).collect();
        let all = touches.iter().enumerate();
        let hits: Vec<Hit> = all
            .filter_map(|(age, touch)| commit_hit(touch, age, query))
            .collect();
        let none = hits.is_empty() && walked.truncated;
        let note = format!("none of the newest {} commits touched it", walked.commits);
        Retrieved {
            hits,
            notes: none.then_some(note).into_iter().collect(),
            left_out: left_out(&walked, query),
            ..Retrieved::default()
        }
    }

    /// The lines of a place; its whole file where that cannot be read.
    fn wanted(&self, place: &TrackedPlace) -> Wanted {
        let path = place.path.clone();
        let read = || self.toolbox.sandbox().read(&place.path).ok();
        match place.lines.and_then(|lines| Some((lines, read()?))) {
            Some((lines, bytes)) => Wanted::lines(path, lines, bytes),
            None => Wanted::file(path),
        }
    }
}

/// Notes on commits that were not searched or not shown.
fn left_out(walked: &WalkResult, query: &CommitQuery) -> Vec<String> {
    let mut notes = Vec::new();
    let touches = |at: usize| {
        let changes = walked.touches.iter().flat_map(|touch| &touch.changes);
        changes.filter(|change| change.wanted == at).count()
    };
    let full = (0..query.places.len()).filter(|at| touches(*at) == MAX_COMMITS_PER_PLACE);
    let mut names: Vec<String> = full
        .map(|at| format!("`{}`", query.places[at].of))
        .collect();
    names.dedup();
    if !names.is_empty() {
        let names = names.join(", ");
        notes.push(format!(
            "only the newest {MAX_COMMITS_PER_PLACE} commits were looked at of {names}"
        ));
    }
    let blank = |touch: &&FileChange| touch.changes.iter().all(|change| change.white_space);
    let blank = walked.touches.iter().filter(blank).count();
    if blank > 0 {
        let commits = count(blank, "commit", "commits");
        notes.push(format!("{commits} that changed white space alone left out"));
    }
    notes
}

fn commit_hit(touch: &FileChange, age: usize, query: &CommitQuery) -> Option<Hit> {
    let commit = &touch.commit;
    let path = commit_path(&commit.id)?;
    let all = u32::try_from(lines_of(&commit.message).count()).ok()?;
    let hidden = redact(&commit.message);
    let page = FileView::new(path, Arc::new(commit.message.clone()), hidden, Vec::new());
    let places = touch
        .changes
        .iter()
        .map(|change| &query.places[change.wanted]);
    // No commit is more certain than the surest place that it touched.
    let (tier, score) = places.map(|place| place.from).reduce(more_certain)?;
    let first = touch.changes.iter().find(|change| !change.white_space)?;
    let reason = Reason {
        tier,
        source: HISTORY,
        score: score * message_relevance(&commit.message, &query.words)
            / (1.0 + AGE_DECAY * age as f64),
        related: Some(Related {
            relation: HISTORY.to_owned(),
            of: query.places[first.wanted].of.clone(),
            resolution: String::new(),
        }),
        distance: None,
    };
    let lines = LineRange::new(1, all.clamp(1, MAX_MESSAGE_LINES))?;
    let mut hit = page.hit(lines, [1], None, reason)?;
    hit.entity = format!("commit:{}", commit.id);
    hit.date = commit.day();
    hit.changed = changes_by_name(&touch.changes, query);
    Some(hit)
}

fn more_certain(one: (Tier, f64), other: (Tier, f64)) -> (Tier, f64) {
    match (one.0, -one.1) <= (other.0, -other.1) {
        true => one,
        false => other,
    }
}

/// The factor for a message's relevance: 1 if it contains every word of the topic, [`NO_WORD_FACTOR`]
/// if it contains none.
fn message_relevance(message: &[u8], words: &[Word]) -> f64 {
    let text = String::from_utf8_lossy(message);
    let message_words: Vec<String> = split_words(&text).collect();
    let all: f64 = words.iter().map(|word| word.information).sum();
    let contained = words
        .iter()
        .filter(|word| message_words.contains(&word.word));
    let contained: f64 = contained.map(|word| word.information).sum();
    let part = if all > 0.0 { contained / all } else { 1.0 };
    NO_WORD_FACTOR + (1.0 - NO_WORD_FACTOR) * part
}

/// The first change of each name.
fn changes_by_name(changes: &[ChangeStats], query: &CommitQuery) -> Vec<CommitChange> {
    let mut all: Vec<CommitChange> = Vec::new();
    for change in changes.iter().filter(|change| !change.white_space) {
        let of = &query.places[change.wanted].of;
        if all.iter().all(|known| known.of != *of) {
            all.push(CommitChange {
                of: of.clone(),
                written: change.written,
                removed: change.removed,
                began: change.began,
                moved: change.moved_from.is_some(),
            });
        }
    }
    all
}
