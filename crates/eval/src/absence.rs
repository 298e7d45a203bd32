//! Questions that have no answer: whether an arm states that.

use std::collections::{BTreeMap, BTreeSet};

use firsthand::Confidence;
use serde::{Deserialize, Serialize};

use crate::claim::Claim;
use crate::record::Record;
use crate::task::Task;

/// The expected and the given answer to a question that has none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Absence {
    /// What kind of absence it is, in the set's words; empty where the set has none.
    pub kind: String,
    /// Words of the question that stand in no file.
    pub words: Vec<String>,
    /// Those of them that the answer names as absent.
    pub named: Vec<String>,
}

/// The answers of one arm to absent tasks of one kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AbsenceGroup {
    /// The kind, in the set's words.
    pub kind: String,
    /// How many answers; failures are among them.
    pub answers: usize,
    /// How many of them at which confidence.
    pub levels: BTreeMap<Confidence, usize>,
    /// The share of the answers at medium or better, which is too much of it.
    pub confident: f64,
    /// How many answers were to name absent words.
    pub with_words: usize,
    /// How many of these name every one of them.
    pub named_all: usize,
    /// How many words were to be named.
    pub words: usize,
    /// How many of these were.
    pub named: usize,
}

impl Absence {
    /// `None` of a task that has an answer.
    pub(crate) fn of(task: &Task, claim: Option<&Claim>) -> Option<Self> {
        let words = &task.meta.absent_words;
        let named = |word: &&String| claim.is_some_and(|claim| claim.names(word));
        task.absent.then(|| Self {
            kind: task.meta.kind.clone().unwrap_or_default(),
            words: words.clone(),
            named: words.iter().filter(named).cloned().collect(),
        })
    }
}

/// The answers to absent tasks, kind by kind in order; none where no answer states a confidence.
pub(crate) fn absences(records: &[&Record]) -> Vec<AbsenceGroup> {
    if records.iter().all(|record| record.claim.is_none()) {
        return Vec::new();
    }
    let absent = || {
        let pair = |record: &&'_ Record| Some((record.claim.clone(), record.absence.clone()?));
        records.iter().filter_map(pair)
    };
    let kinds: BTreeSet<String> = absent().map(|(_, absence)| absence.kind).collect();
    let of = |kind: String| {
        let own: Vec<_> = absent().filter(|(_, one)| one.kind == kind).collect();
        AbsenceGroup::of(kind, &own)
    };
    kinds.into_iter().map(of).collect()
}

impl AbsenceGroup {
    fn of(kind: String, answers: &[(Option<Claim>, Absence)]) -> Self {
        let mut levels = BTreeMap::new();
        for claim in answers.iter().filter_map(|(claim, _)| claim.as_ref()) {
            *levels.entry(claim.confidence).or_default() += 1;
        }
        let confident: usize = levels.range(Confidence::Medium..).map(|(_, n)| n).sum();
        let all = || answers.iter().map(|(_, absence)| absence);
        let with_words = || all().filter(|one| !one.words.is_empty());
        let complete = |one: &&Absence| one.named.len() == one.words.len();
        Self {
            kind,
            answers: answers.len(),
            confident: confident as f64 / answers.len().max(1) as f64,
            levels,
            with_words: with_words().count(),
            named_all: with_words().filter(complete).count(),
            words: all().map(|one| one.words.len()).sum(),
            named: all().map(|one| one.named.len()).sum(),
        }
    }
}
