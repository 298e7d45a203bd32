//! Queries the repository: by text, by the edges of the code graph, by exact strings, by history. All queries of the
//! chain go through this module, and return hits with the observed lines.

mod commits;
mod file_view;
mod relate;
mod search;

use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, OnceLock};

use firsthand_agent::validator::Coverage;
use firsthand_codegraph::store::{Key, key};
use firsthand_codegraph::{Cancel, Include, Query};
use firsthand_history::{FoundCommits, History, HistoryError, Limits, Target, WalkResult};
use firsthand_registry::RepoPath;
use firsthand_source::secrets::redact_name;
use firsthand_source::split_words;
use firsthand_tools::Toolbox;
use serde::{Deserialize, Serialize};

use crate::hit::{Hit, commit_of};

pub(crate) use commits::{CommitChange, CommitQuery, HISTORY, TrackedPlace};
use file_view::ViewCache;
pub(crate) use relate::Edge;
pub(crate) use search::{BM25, GUESSED, PATH_SOURCE, TEXT_SOURCE, is_path_of};

/// The number of newest commits that are searched.
const MAX_COMMITS: usize = 2_000;

/// The frequency of a topic word in the repository.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Word {
    /// In lower case.
    pub(crate) word: String,
    /// The number of files that contain it.
    pub(crate) files: u32,
    /// Occurrences in code.
    pub(crate) in_code: u32,
    /// The information of the word, from 0 to 1: higher for rare words, and for words that occur in code rather than in
    /// sentences.
    pub(crate) information: f64,
}

/// The hits and diagnostics of a query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Retrieved {
    /// Best first.
    pub(crate) hits: Vec<Hit>,
    /// Diagnostics: ambiguity, near names, truncation.
    pub(crate) notes: Vec<String>,
    /// Notes on what the hits omit.
    pub(crate) left_out: Vec<String>,
    /// The words of the text, for a search.
    pub(crate) words: Vec<Word>,
    /// What was searched.
    pub(crate) coverage: Coverage,
}

/// How strongly a score decreases with each hit of the same query that ranks before it.
const RANK_DECAY: f64 = 0.02;
/// The factor on the score of a place in a test or in support files.
const TEST_FACTOR: f64 = 0.5;

/// The score of the hit at this position of a query's hits.
fn decayed(score: f64, rank: usize, is_test: bool) -> f64 {
    let factor = if is_test { TEST_FACTOR } else { 1.0 };
    score / (1.0 + RANK_DECAY * rank as f64) * factor
}

/// The summed information of the topic words that a text contains.
pub(crate) fn word_weight(text: &str, words: &[Word]) -> f64 {
    let text_words: BTreeSet<String> = split_words(text).collect();
    words.iter().filter(|word| text_words.contains(&word.word)).map(|word| word.information).sum()
}

/// Whether a note reports that the result may be wrong or incomplete.
pub(crate) fn is_unclear(note: &str) -> bool {
    note.contains("is ambiguous") || note.contains(" the name w")
}

/// The paths and classes of files to search, and what to search for besides a query's text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    /// A file, a folder or a glob to search in.
    pub(crate) within: Option<String>,
    /// Classes of files that are ranked like source files.
    pub(crate) include: Include,
    /// What the caller guesses that the code calls the topic; see [`Query::words`].
    pub(crate) words: Vec<String>,
}

impl Filter {
    fn query(&self, text: &str, limit: usize) -> Query {
        Query {
            limit,
            include: self.include,
            within: self.within.clone(),
            words: self.words.clone(),
            near_names: false,
            window_lines: REGION_LINES,
            ..Query::new(text)
        }
    }
}

/// The lines of a region; only its most informative lines are observed.
const REGION_LINES: u32 = 60;

/// One opened repository. Clones share it.
#[derive(Clone)]
pub(crate) struct Retriever {
    pub(crate) toolbox: Toolbox,
    histories: Arc<OnceLock<Result<Vec<History>, String>>>,
    views: Arc<ViewCache>,
}

impl Retriever {
    pub(crate) fn new(toolbox: Toolbox) -> Self {
        Self { toolbox, histories: Arc::default(), views: Arc::default() }
    }

    /// A retriever over one listing of the files, for the queries of one stage: each file is read and parsed once.
    pub(crate) fn snapshot(&self, cancel: &Cancel) -> Self {
        Self {
            toolbox: self.toolbox.snapshot(cancel),
            histories: Arc::clone(&self.histories),
            views: Arc::default(),
        }
    }

    /// The history of each root that has one, opened at the first use.
    pub(crate) fn opened_histories(&self) -> Result<&[History], &str> {
        let open = || {
            let roots = self.toolbox.sandbox().workspace().roots().iter();
            let opened = roots.filter_map(|root| History::of_root(root).transpose());
            let opened: Result<Vec<History>, HistoryError> = opened.collect();
            opened.map_err(|error| error.to_string())
        };
        self.histories.get_or_init(open).as_deref().map_err(String::as_str)
    }

    /// The present bytes of a hit's file or commit message; `None` if it is gone.
    pub(crate) fn present_bytes(&self, path: &RepoPath) -> io::Result<Option<Vec<u8>>> {
        let Some(commit) = commit_of(path) else {
            return self.toolbox.sandbox().present_bytes(path);
        };
        for history in self.opened_histories().map_err(io::Error::other)? {
            let message = history.message(commit, MAX_COMMITS);
            if let Some(message) = message.map_err(io::Error::other)? {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    /// The commits that touched the targets, newest first, in the histories of all roots.
    fn commits_touching_all(
        &self,
        histories: &[History],
        targets: &[Target],
        limits: Limits,
        cancel: &Cancel,
    ) -> Result<WalkResult, HistoryError> {
        let mut all = WalkResult::default();
        for history in histories {
            let own = (0..targets.len()).filter(|index| history.has_path(&targets[*index].path));
            let own: Vec<usize> = own.collect();
            let own_targets: Vec<Target> =
                own.iter().map(|&index| targets[index].clone()).collect();
            let walked = self.commits_touching(history, &own_targets, limits, cancel)?;
            all = all.joined(walked, &own);
        }
        Ok(all)
    }

    /// The commits that touched the targets, found by a new walk or by a cached one over the same history. The commits
    /// themselves are always read.
    fn commits_touching(
        &self,
        history: &History,
        targets: &[Target],
        limits: Limits,
        cancel: &Cancel,
    ) -> Result<WalkResult, HistoryError> {
        let Some(store) = self.toolbox.graph().store() else {
            return history.touching(targets, limits, cancel);
        };
        let cache_key = walk_key(&history.state()?, targets, limits);
        if let Some(cached) = store.get(&cache_key)
            && let Ok(found) = serde_json::from_slice::<FoundCommits>(&cached)
            && let Ok(walked) = history.read_again(found)
        {
            return Ok(walked);
        }
        let walked = history.touching(targets, limits, cancel)?;
        // The result of a walk that was cancelled or met an unreadable object is incomplete, and file names that contain
        // a secret must not be cached.
        if !cancel.is_cancelled()
            && walked.unreadable.is_none()
            && previous_paths(&walked).all(|from| redact_name(from) == from)
            && let Ok(cached) = serde_json::to_vec(&FoundCommits::from(&walked))
        {
            store.put(&cache_key, &cached);
        }
        Ok(walked)
    }
}

/// The previous paths of files that commits moved.
fn previous_paths(walked: &WalkResult) -> impl Iterator<Item = &str> {
    let changes = walked.touches.iter().flat_map(|touch| &touch.changes);
    changes.filter_map(|change| change.moved_from.as_deref())
}

/// The cache key: everything that a walk depends on.
fn walk_key(state: &str, targets: &[Target], limits: Limits) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(format!("{limits:?}\n").as_bytes());
    for target in targets {
        let lines = target.lines.as_ref();
        let lines = lines.map(|(lines, content)| (*lines, blake3::hash(content)));
        hasher.update(format!("{:?} {lines:?}\n", target.path).as_bytes());
    }
    let hash = hasher.finalize();
    key(&[b"commits", state.as_bytes(), hash.as_bytes()])
}
