//! The run: every task to every arm, in order, as often as was asked for.

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
    /// The half of the repositories that the tasks were cut to, if they were.
    pub split: Option<Split>,
    /// The arms, compared on each task.
    pub arms: Vec<Arm>,
    /// Where the tasks' trees are.
    pub trees: Trees,
    /// How much of an answer's regions is looked at.
    pub budget: Budget,
    /// How often each question is asked.
    pub repeat: u32,
    /// How many questions at a time. More than one disturbs the times.
    pub jobs: usize,
    /// A program that answers as `firsthand-eval one` does, for a process a question. Without it, arms of ours run in
    /// this process: faster, but the times are warm and the memory is unknown.
    pub program: Option<PathBuf>,
    /// How long a process may take.
    pub timeout: Duration,
    /// The build that is measured; see [`version`](crate::version).
    pub version: String,
    /// The main agent's model. With one, every arm serves an agent that works on the task, and the agent's answer is
    /// what is compared with the known one; without, the arm is asked itself.
    pub main: Option<ModelSource>,
    /// The model that explores, for arms that need one.
    pub explorer: Option<ModelSource>,
    /// The part of the tasks that is asked; `None` for all.
    pub shard: Option<Shard>,
}

/// What was measured.
#[derive(Debug)]
pub struct Measured {
    /// In the order of arms, repetitions, sets and tasks.
    pub records: Vec<Record>,
    /// Tasks that could not be asked, in the order of the sets.
    pub skipped: Vec<Skipped>,
    /// How many of the records were known from before.
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

/// How far a run is.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// Questions that are done with.
    pub done: usize,
    /// All questions.
    pub all: usize,
    /// The arm that is asked now.
    pub arm: &'a Arm,
    /// The task.
    pub id: &'a str,
}

/// Why a run broke off.
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

/// A question: where the task stands in the plan, to which arm, for the how manieth time.
struct Question<'a> {
    arm: &'a Arm,
    set: &'a str,
    task: &'a Task,
    repeat: u32,
}

enum Answer {
    Record(Box<Record>),
    Known(Box<Record>),
    Skipped(Skipped),
}

/// Measures. Blocks until all is done; `on_step` hears of each question before it is asked.
///
/// A journal is looked at first, and gets each record as it happens.
///
/// # Errors
/// A [`RunError`]; what was measured until then stands in the journal.
pub fn run(
    plan: &Plan,
    journal: Option<&Journal>,
    cancel: &Cancel,
    on_step: &(dyn Fn(&Step<'_>) + Sync),
) -> Result<Measured, RunError> {
    journal.map_or(Ok(()), |journal| journal.append_plan(&plan.outline()))?;
    let work = Work {
        plan,
        journal,
        cancel,
        on_step,
        questions: plan.questions(),
        next: AtomicUsize::new(0),
        answers: Mutex::default(),
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..plan.jobs.max(1))
            .map(|_| scope.spawn(|| work.work()))
            .collect();
        let others = others.into_iter().map(|other| {
            let broken = |_| Err(io::Error::other("a thread broke off").into());
            other.join().unwrap_or_else(broken)
        });
        let mine = work.work();
        others.fold(mine, Result::and)
    })?;
    let answers = work
        .answers
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    Ok(Measured::of(answers.into_values()))
}

/// What the threads of a run share.
struct Work<'a> {
    plan: &'a Plan,
    journal: Option<&'a Journal>,
    cancel: &'a Cancel,
    on_step: &'a (dyn Fn(&Step<'_>) + Sync),
    questions: Vec<Question<'a>>,
    next: AtomicUsize,
    answers: Mutex<BTreeMap<usize, Answer>>,
}

impl Work<'_> {
    /// Takes questions until there is none, or one of the threads fails.
    fn work(&self) -> Result<(), RunError> {
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(question) = self.questions.get(at) else {
                return Ok(());
            };
            (self.on_step)(&Step {
                done: at,
                all: self.questions.len(),
                arm: question.arm,
                id: &question.task.id,
            });
            let answer = self.plan.answer(question, self.journal, self.cancel);
            let answer = answer.inspect_err(|_| {
                // The others need not go on.
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
        let mut measured = Self {
            records: Vec::new(),
            skipped: Vec::new(),
            resumed: 0,
        };
        for answer in answers {
            match answer {
                Answer::Record(record) => measured.records.push(*record),
                Answer::Known(record) => {
                    measured.resumed += 1;
                    measured.records.push(*record);
                }
                // The same for every arm and repetition.
                Answer::Skipped(skipped) if measured.skipped.contains(&skipped) => {}
                Answer::Skipped(skipped) => measured.skipped.push(skipped),
            }
        }
        measured
    }
}
