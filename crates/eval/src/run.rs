//! Runs a plan: asks every arm every task, in order and as often as the plan says.

mod plan;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use firsthand::Cancel;
use serde::{Deserialize, Serialize};

use crate::arm::Arm;
use crate::journal::{Journal, JournalError};
use crate::metrics::Budget;
use crate::model::ModelSource;
use crate::record::{Key, Record};
use crate::shard::Shard;
use crate::split::Split;
use crate::task::{Task, TaskSet};
use crate::tree::{TreeError, Trees};

/// What to measure, and how.
#[derive(Debug)]
pub struct Plan {
    /// The tasks.
    pub sets: Vec<TaskSet>,
    /// The half of the repositories that the tasks are restricted to; `None` for all.
    pub split: Option<Split>,
    /// The arms to compare.
    pub arms: Vec<Arm>,
    /// The source trees of the tasks.
    pub trees: Trees,
    /// How many of an answer's regions and lines count.
    pub budget: Budget,
    /// How often each question is asked.
    pub repeat: u32,
    /// How many questions are asked at a time. More than one distorts the measured times.
    pub jobs: usize,
    /// A program that implements `firsthand-eval one`: it is started for each question. Without it, built-in arms run
    /// in this process, which is faster, but times are measured with warm caches and memory is unknown.
    pub program: Option<PathBuf>,
    /// The timeout of one answer.
    pub timeout: Duration,
    /// The build that is measured; see [`version`](crate::version).
    pub version: String,
    /// The main agent's model. With one, an agent works on each task with the arm as its exploration tool, and the
    /// agent's answer is scored; without one, the arm's own answer is scored.
    pub main: Option<ModelSource>,
    /// The model that explores, for arms that need one.
    pub explorer: Option<ModelSource>,
    /// The part of the tasks that is asked; `None` for all.
    pub shard: Option<Shard>,
}

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
    /// The question cannot be put into a file.
    #[error("a temporary file cannot be written: {0}")]
    Scratch(#[from] io::Error),
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// A task to one arm, in one repetition.
struct Question<'a> {
    arm: &'a Arm,
    set: &'a str,
    task: &'a Task,
    repeat: u32,
}

/// The outcome of one question.
enum Answer {
    /// The question was asked.
    Record(Box<Record>),
    /// The journal contained the answer.
    Resumed(Box<Record>),
    /// The question could not be asked.
    Skipped(Skipped),
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
    journal.map_or(Ok(()), |journal| journal.append_plan(&plan.recorded()))?;
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
        let others: Vec<_> = (1..plan.jobs.max(1))
            .map(|_| scope.spawn(|| shared.answer_questions()))
            .collect();
        let others = others.into_iter().map(|other| {
            let broken = |_| Err(io::Error::other("a thread broke off").into());
            other.join().unwrap_or_else(broken)
        });
        let own = shared.answer_questions();
        others.fold(own, Result::and)
    })?;
    let answers = shared
        .answers
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
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

impl Skipped {
    fn new(key: Key, why: &TreeError) -> Self {
        Self {
            set: key.set,
            id: key.id,
            why: why.to_string(),
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
