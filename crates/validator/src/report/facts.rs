//! Coverage, statistics and other facts of a run that the host supplies; and the hashes of the cited files.

use firsthand_registry::RepoPath;
use firsthand_source::{Losses, NotSearched, common_path, distinct, wire_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::finding::Finding;

/// The most parts of the files in a report.
const MAX_WITHIN: usize = 3;

/// How much was searched: whether finding nothing shows that nothing is there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Coverage {
    /// The number of patterns and queries that were searched for.
    pub patterns: u32,
    /// Of these, those that were searched for in a part of the files alone.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub confined: u32,
    /// The folders and files that hold these parts, at most 3; empty where a part has no folder of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<String>,
    /// The most files that one search looked at.
    pub files_seen: u64,
    /// The most files that one search passed over: binary, too large, unreadable or secret.
    pub files_skipped: u64,
    /// Whether some result was cut at a limit.
    pub truncated: bool,
    /// What was not searched, not read or not shown, by cause.
    #[serde(default, skip_serializing_if = "Losses::is_empty")]
    pub losses: Losses,
    /// Files that may hold what was searched for and were not searched, by reason; they count among the losses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_searched: Vec<NotSearched>,
    /// Words of the question that occur in no searched file, at most 8.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
    /// How much of a question was used that has too many words for one search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query_words: Option<QueryWords>,
}

/// How many of the different words of a long question were used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct QueryWords {
    /// Those that occur in a file and by which files were ranked: the rarest.
    pub used: u64,
    /// All of the question.
    pub of: u64,
}

impl Coverage {
    /// The most absent words in a report.
    pub const MAX_ABSENT: usize = 8;

    /// Whether finding nothing shows that nothing is there: something was searched for in all files, of which there is at
    /// least one, no search was cut short, and nothing was lost.
    #[must_use]
    pub fn shows_absence(&self) -> bool {
        let is_whole = self.patterns > self.confined && self.files_seen > 0;
        is_whole && !self.truncated && self.losses.is_empty()
    }

    /// Whether something was searched for, and all of it in a part of the files alone.
    #[must_use]
    pub fn is_confined(&self) -> bool {
        self.patterns > 0 && self.patterns == self.confined
    }

    /// The same coverage of one search, which looked only at the files of `scope`: the folder or file that holds them, or
    /// empty.
    #[must_use]
    pub fn confined_to(self, scope: &str) -> Self {
        Self { confined: self.patterns, within: vec![scope.to_owned()], ..self }
    }

    /// The coverage of both: patterns and losses are added, but files that neither searched count once; file counts are
    /// the greater ones (a file that one of them could not read was not searched), those of searches rather than of
    /// listings, results were cut if either's were, and the absent words are those of both, each once, at most
    /// [`Coverage::MAX_ABSENT`].
    #[must_use]
    pub fn and(mut self, mut other: Self) -> Self {
        // What was listed or read was not searched.
        let (is_search, is_other_search) = (self.patterns > 0, other.patterns > 0);
        for (one, searched) in [(&mut self, is_other_search), (&mut other, is_search)] {
            if one.patterns == 0 && searched {
                (one.files_seen, one.files_skipped) = (0, 0);
            }
        }
        // One of them may not have looked at what the other one could not read.
        let files = |one: &Self| one.files_seen.saturating_add(one.files_skipped);
        let all_files = files(&self).max(files(&other));
        let files_skipped = self.files_skipped.max(other.files_skipped);
        let files_seen = self.files_seen.max(other.files_seen);
        let mut absent = distinct(self.absent.into_iter().chain(other.absent));
        absent.truncate(Self::MAX_ABSENT);
        let mut losses = self.losses.and(other.losses);
        let lost = NotSearched::total(&self.not_searched) + NotSearched::total(&other.not_searched);
        let not_searched = NotSearched::of_both(self.not_searched, other.not_searched);
        let twice = lost.saturating_sub(NotSearched::total(&not_searched));
        losses.unreadable = losses.unreadable.saturating_sub(twice);
        Self {
            patterns: self.patterns.saturating_add(other.patterns),
            confined: self.confined.saturating_add(other.confined),
            within: joined_parts(self.within, other.within),
            files_seen: files_seen.min(all_files - files_skipped),
            files_skipped,
            truncated: self.truncated || other.truncated,
            losses,
            not_searched,
            absent,
            query_words: self.query_words.or(other.query_words),
        }
    }
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// The parts of both, each once; of too many, the folder that holds all of them.
fn joined_parts(own: Vec<String>, others: Vec<String>) -> Vec<String> {
    let parts = distinct(own.into_iter().chain(others));
    if parts.len() <= MAX_WITHIN {
        return parts;
    }
    vec![common_path(parts.iter().map(String::as_str)).to_owned()]
}

/// The size and the hash of a cited file when the report was built.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FileProof {
    /// The file.
    pub path: RepoPath,
    /// Its size in bytes.
    pub size: u64,
    /// The BLAKE3 hash of its bytes, hexadecimal.
    pub blake3: String,
}

wire_names! {
    /// Why a run ended.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum StopReason {
        /// The selection was accepted.
        #[default]
        Accepted => "accepted",
        /// The best of several selections, none of them without a gap.
        BestOfContinuations => "best_of_continuations",
        /// The model never submitted.
        NoSubmit => "no_submit",
        /// Nothing of the selection survived.
        NothingVerified => "nothing_verified",
        /// The model submitted that nothing is there, although words of the question stand in files.
        SkipUnfounded => "skip_unfounded",
        /// The model steps were used up.
        StepBudget => "step_budget",
        /// The observation characters were used up.
        ObservationBudget => "observation_budget",
        /// The time was used up.
        TimeBudget => "time_budget",
        /// The model failed.
        ModelError => "model_error",
        /// The agent that drives the run made no call for as long as the run waits.
        Idle => "idle",
        /// The caller cancelled.
        Cancelled => "cancelled",
    }
}

impl StopReason {
    /// Whether a run with this stop reason has a verified selection.
    #[must_use]
    pub fn has_selection(self) -> bool {
        matches!(self, Self::Accepted | Self::BestOfContinuations)
    }
}

/// Tokens that a language model used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Tokens {
    /// Read, cached ones included.
    pub input: u64,
    /// Of these, read from a cache.
    pub cached: u64,
    /// Written.
    pub output: u64,
}

impl Tokens {
    /// The sum of two counts; the known one if only one is known.
    #[must_use]
    pub fn sum(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        let (Some(a), Some(b)) = (one, other) else {
            return one.or(other);
        };
        Some(Self {
            input: a.input.saturating_add(b.input),
            cached: a.cached.saturating_add(b.cached),
            output: a.output.saturating_add(b.output),
        })
    }
}

/// The name of the embedded model, which ranks what it finds and judges nothing.
pub const EMBEDDED_MODEL: &str = "builtin";

/// What a run took.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    /// The model's name.
    pub model: String,
    /// Why the run ended.
    pub stop_reason: StopReason,
    /// Requests to the model.
    pub model_calls: u32,
    /// Model turns that count against the step budget; a repeated request does not count.
    pub steps: u32,
    /// Tool calls that the model made.
    pub tool_calls: u32,
    /// Rounds after a critical gap.
    pub continuations: u32,
    /// Reminders to submit.
    pub nudges: u32,
    /// Characters of tool results shown to the model.
    pub observation_chars: u64,
    /// Characters of the text form; 0 until it is rendered.
    pub report_chars: u64,
    /// `None` where no language model was used, or the provider did not report them.
    pub tokens: Option<Tokens>,
    /// Milliseconds from the question to the report.
    pub elapsed_ms: u64,
    /// Whether the selection came from the report cache. Then the time is that of looking it up, and
    /// the other numbers are those of the run that made it.
    pub cache_hit: bool,
}

/// The facts of a run that the host supplies. The intent and the cited files are not among them: a report takes
/// those that its selection was validated with.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RunFacts {
    /// The repository's root, as the caller named it.
    pub root: String,
    /// The question.
    pub query: String,
    /// What was searched.
    pub coverage: Coverage,
    /// The run's statistics.
    pub stats: Stats,
    /// The host's own findings; the report's body lists them behind those of the validator.
    #[serde(skip)]
    pub(crate) findings: Vec<Finding>,
    /// What the caller guesses that the code calls it.
    #[serde(skip)]
    pub(crate) words: Vec<String>,
    /// What the model wrote beside its calls.
    #[serde(skip)]
    pub(crate) prose: Vec<String>,
}

impl RunFacts {
    /// Facts with the root and the question only.
    #[must_use]
    pub fn new(root: impl Into<String>, query: impl Into<String>) -> Self {
        Self { root: root.into(), query: query.into(), ..Self::default() }
    }

    /// The same facts, with what was searched.
    #[must_use]
    pub fn with_coverage(self, coverage: Coverage) -> Self {
        Self { coverage, ..self }
    }

    /// The same facts, with the run's statistics.
    #[must_use]
    pub fn with_stats(self, stats: Stats) -> Self {
        Self { stats, ..self }
    }

    /// The same facts, with what a report without a selection is made of besides what was observed: the words that the
    /// caller guesses, and the model's prose. Neither is in a report: they lead to observed places and words.
    #[must_use]
    pub fn with_leads(self, words: Vec<String>, prose: Vec<String>) -> Self {
        Self { words, prose, ..self }
    }

    /// The same facts, with the host's own findings, such as redactions: a report lists them behind its own.
    #[must_use]
    pub fn with_findings(self, findings: Vec<Finding>) -> Self {
        Self { findings, ..self }
    }
}
