//! Runs a plan: asks every arm every task, in order and as often as the plan says.

mod plan;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use firsthand::Cancel;
use serde::{Deserialize, Serialize};

pub use self::plan::Plan;
use self::plan::{Answer, Question};
use crate::arm::Arm;
use crate::journal::{Journal, JournalError};
use crate::record::Record;

/// What was measured.
#[derive(Debug, Default)]
pub struct Measured {
    /// In the order of arms, repetitions, sets and tasks.
    pub records: Vec<Record>,
    /// Tasks that could not be asked, in the order of the sets.
    pub skipped: Vec<Skipped>,
    /// How many of the records come from an earlier run.
    pub resumed: usize,
}

/// A task that could not be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Skipped {
    /// The set.
    pub set: String,
    /// The task.
    pub id: String,
    /// Why.
    pub why: String,
}

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The number of finished questions.
    pub finished: usize,
    /// The number of all questions.
    pub total: usize,
    /// The arm that is asked next.
    pub arm: &'a Arm,
    /// The task's id.
    pub id: &'a str,
}

/// Why a run stopped early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A thread panicked.
    #[error("a part of the program broke off")]
    Crashed,
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// Runs the plan and blocks until it is finished; calls `on_progress` before each question.
///
/// Questions that the journal already answers are not asked again; each new record is appended to it at once.
///
/// # Errors
/// A [`RunError`]; the journal contains what was measured until then.
pub fn run(
    plan: &Plan,
    journal: Option<&Journal>,
    cancel: &Cancel,
    on_progress: &(dyn Fn(&Progress<'_>) + Sync),
) -> Result<Measured, RunError> {
    let shared = SharedRun {
        plan,
        journal,
        cancel,
        on_progress,
        questions: plan.questions(),
        next: AtomicUsize::new(0),
        answers: Mutex::default(),
    };
    std::thread::scope(|scope| {
        let others: Vec<_> =
            (1..plan.jobs.max(1)).map(|_| scope.spawn(|| shared.answer_questions())).collect();
        let own = shared.answer_questions();
        others
            .into_iter()
            .fold(own, |result, other| result.and(other.join().unwrap_or(Err(RunError::Crashed))))
    })?;
    let answers = shared.answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Measured::of(answers.into_values()))
}

/// The state that the threads of a run share.
struct SharedRun<'a> {
    plan: &'a Plan,
    journal: Option<&'a Journal>,
    cancel: &'a Cancel,
    on_progress: &'a (dyn Fn(&Progress<'_>) + Sync),
    questions: Vec<Question<'a>>,
    next: AtomicUsize,
    answers: Mutex<BTreeMap<usize, Answer>>,
}

impl SharedRun<'_> {
    /// Answers questions until none is left or one of the threads fails.
    fn answer_questions(&self) -> Result<(), RunError> {
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(question) = self.questions.get(at) else {
                return Ok(());
            };
            let answers = self.answers.lock();
            let finished = answers.unwrap_or_else(PoisonError::into_inner).len();
            (self.on_progress)(&Progress {
                finished,
                total: self.questions.len(),
                arm: question.arm,
                id: &question.task.id,
            });
            let answer = self.plan.answer(question, self.journal, self.cancel);
            let answer = answer.inspect_err(|_| {
                // Stops the other threads.
                self.next.store(self.questions.len(), Ordering::Relaxed);
            })?;
            let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
            answers.insert(at, answer);
        }
    }
}

impl Measured {
    fn of(answers: impl Iterator<Item = Answer>) -> Self {
        let mut measured = Self::default();
        for answer in answers {
            match answer {
                Answer::Record(record) => measured.records.push(*record),
                Answer::Resumed(record) => {
                    measured.resumed += 1;
                    measured.records.push(*record);
                }
                // A task is skipped in every arm and repetition; it is listed once.
                Answer::Skipped(skipped) if measured.skipped.contains(&skipped) => {}
                Answer::Skipped(skipped) => measured.skipped.push(skipped),
            }
        }
        measured
    }
}
