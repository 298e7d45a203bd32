//! Scores the answers to questions that the repository does not answer (absent tasks).

use std::collections::BTreeMap;

use firsthand::Confidence;
use serde::{Deserialize, Serialize};

use crate::record::Record;
use crate::self_assessment::SelfAssessment;
use crate::task::Task;

/// Which absent words of an absent task an answer names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Absence {
    /// The task's kind of absence, as the task set names it; empty if it names none.
    pub kind: String,
    /// The words of the question that no file contains.
    pub words: Vec<String>,
    /// Those of `words` that the answer names as absent.
    pub named: Vec<String>,
}

/// The answers of one arm to absent tasks of one kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AbsenceGroup {
    /// The kind of absence, as the task set names it.
    pub kind: String,
    /// The number of answers, including failures.
    pub answers: usize,
    /// The number of answers at each level of confidence.
    pub levels: BTreeMap<Confidence, usize>,
    /// The share of the answers at medium or high confidence. Lower is better: the question has no answer.
    pub confident: f64,
    /// The number of answers to tasks that list absent words.
    pub with_words: usize,
    /// The number of those answers that name all of the task's absent words.
    pub named_all: usize,
    /// The number of absent words in all these tasks.
    pub words: usize,
    /// The number of those words that the answers name.
    pub named: usize,
}

impl Absence {
    /// Compares an answer with an absent task; `None` if the task is not absent.
    pub(crate) fn of(task: &Task, assessment: Option<&SelfAssessment>) -> Option<Self> {
        let words = &task.meta.absent_words;
        let named = |word: &&String| assessment.is_some_and(|assessment| assessment.names(word));
        task.absent.then(|| Self {
            kind: task.meta.kind.clone().unwrap_or_default(),
            words: words.clone(),
            named: words.iter().filter(named).cloned().collect(),
        })
    }
}

/// Sums up the answers to absent tasks, one group for each kind, sorted by kind. Empty if no answer states a
/// confidence.
pub(crate) fn absence_groups(records: &[&Record]) -> Vec<AbsenceGroup> {
    if records
        .iter()
        .all(|record| record.self_assessment.is_none())
    {
        return Vec::new();
    }
    let mut by_kind: BTreeMap<&str, Vec<AbsentAnswer<'_>>> = BTreeMap::new();
    for record in records {
        if let Some(absence) = &record.absence {
            let answers = by_kind.entry(&absence.kind).or_default();
            answers.push((record.self_assessment.as_ref(), absence));
        }
    }
    let group = |(kind, answers): (&str, Vec<_>)| AbsenceGroup::of(kind, &answers);
    by_kind.into_iter().map(group).collect()
}

/// What an answer states about itself, and the absent words that it names.
type AbsentAnswer<'r> = (Option<&'r SelfAssessment>, &'r Absence);

impl AbsenceGroup {
    fn of(kind: &str, answers: &[AbsentAnswer<'_>]) -> Self {
        let mut levels = BTreeMap::new();
        for assessment in answers.iter().filter_map(|(assessment, _)| *assessment) {
            *levels.entry(assessment.confidence).or_default() += 1;
        }
        let confident: usize = levels.range(Confidence::Medium..).map(|(_, n)| n).sum();
        let absences = || answers.iter().map(|(_, absence)| *absence);
        let with_words = || absences().filter(|absence| !absence.words.is_empty());
        let names_all = |absence: &&Absence| absence.named.len() == absence.words.len();
        Self {
            kind: kind.to_owned(),
            answers: answers.len(),
            confident: confident as f64 / answers.len().max(1) as f64,
            levels,
            with_words: with_words().count(),
            named_all: with_words().filter(names_all).count(),
            words: absences().map(|absence| absence.words.len()).sum(),
            named: absences().map(|absence| absence.named.len()).sum(),
        }
    }
}
