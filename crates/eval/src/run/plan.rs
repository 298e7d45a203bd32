//! What a plan asks, and how each question is answered.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use firsthand::Cancel;

use super::{RunError, Skipped};
use crate::agent::answer;
use crate::arm::{Arm, ArmContext, ArmError, ArmQuestion, RequiredModel};
use crate::found::Found;
use crate::journal::Journal;
use crate::model::ModelSource;
use crate::process::Cost;
use crate::record::{Key, Record};
use crate::split::Shard;
use crate::task::{Task, TaskSet};
use crate::trace::{RunEvent, Trace};

/// What to measure, and how.
#[derive(Debug)]
pub struct Plan {
    /// The tasks.
    pub sets: Vec<TaskSet>,
    /// The arms to compare.
    pub arms: Vec<Arm>,
    /// The folder of source trees, each `OWNER+NAME-COMMIT` with the first twelve digits of the commit.
    pub trees: PathBuf,
    /// How often each question is asked.
    pub repeat: u32,
    /// How many questions are asked at a time. More than one distorts the measured times.
    pub jobs: usize,
    /// The program that implements `firsthand-eval one`: it is started for each question to a built-in arm without a
    /// language model, so that time and memory are those of a whole process.
    pub program: PathBuf,
    /// The timeout of one answer.
    pub timeout: Duration,
    /// The name of the build that is measured.
    pub version: String,
    /// The main agent's model. With one, an agent works on each task with the arm as its exploration tool, and the
    /// agent's answer is scored; without one, the arm's own answer is scored.
    pub main: Option<ModelSource>,
    /// The model that explores, for arms that need one.
    pub explorer: Option<ModelSource>,
    /// The part of the tasks that is asked; `None` for all.
    pub shard: Option<Shard>,
}

/// A task to one arm, in one repetition.
pub(super) struct Question<'a> {
    pub(super) arm: &'a Arm,
    set: &'a str,
    pub(super) task: &'a Task,
    repeat: u32,
}

/// The outcome of one question.
pub(super) enum Answer {
    /// The question was asked.
    Record(Box<Record>),
    /// The journal contained the answer.
    Resumed(Box<Record>),
    /// The question could not be asked.
    Skipped(Skipped),
}

fn model_name(model: Option<&ModelSource>) -> Option<String> {
    model.map(|model| model.name().to_owned())
}

impl Plan {
    /// The questions of the shard, in the order of arms, repetitions, sets and tasks.
    pub(super) fn questions(&self) -> Vec<Question<'_>> {
        let mut tasks: Vec<(&TaskSet, &Task)> = Vec::new();
        for set in &self.sets {
            tasks.extend(set.tasks.iter().map(|task| (set, task)));
        }
        let mut all = Vec::new();
        for arm in &self.arms {
            for repeat in 1..=self.repeat {
                for (index, (set, task)) in tasks.iter().enumerate() {
                    if self.shard.is_none_or(|shard| shard.contains(index)) {
                        let set = &set.name;
                        all.push(Question { arm, set, task, repeat });
                    }
                }
            }
        }
        all
    }

    fn key(&self, question: &Question<'_>) -> Key {
        let explores = question.arm.needs() == RequiredModel::Explorer;
        Key {
            arm: question.arm.to_string(),
            version: self.version.clone(),
            set: question.set.to_owned(),
            id: question.task.id.clone(),
            base: question.task.base.clone(),
            repeat: question.repeat,
            main: model_name(self.main.as_ref()),
            explorer: model_name(self.explorer.as_ref().filter(|_| explores)),
        }
    }

    /// The folder in which a task is asked: the tree of its commit, or the task's root in it.
    fn root(&self, task: &Task) -> Result<PathBuf, &'static str> {
        let commit: String = task.base.chars().take(12).collect();
        let name = format!("{}-{commit}", task.repo.replace('/', "+"));
        let tree = self.trees.join(name);
        let root = task.root().map_or_else(|| tree.clone(), |root| tree.join(root));
        if !tree.is_dir() {
            Err("there is no tree of the repository at the commit")
        } else if !root.is_dir() {
            Err("the tree has no folder of the task's root")
        } else {
            Ok(root)
        }
    }

    /// Answers one question, unless the journal contains its answer or its tree is missing.
    pub(super) fn answer(
        &self,
        question: &Question<'_>,
        journal: Option<&Journal>,
        cancel: &Cancel,
    ) -> Result<Answer, RunError> {
        if cancel.is_cancelled() {
            return Err(RunError::Cancelled);
        }
        let (key, task) = (self.key(question), question.task);
        if let Some(record) = journal.and_then(|journal| journal.record(&key)) {
            return Ok(Answer::Resumed(Box::new(record.clone())));
        }
        let root = match self.root(task) {
            Ok(root) => root,
            Err(why) => {
                let (set, id, why) = (key.set, key.id, why.to_owned());
                let skipped = Skipped { set, id, why };
                journal.map_or(Ok(()), |journal| journal.append_skipped(&skipped))?;
                return Ok(Answer::Skipped(skipped));
            }
        };
        let run_id = key.run_id();
        let past_turns = journal.map_or_else(Vec::new, |journal| journal.past_turns(&run_id));
        let trace = Arc::new(Trace::new(run_id, journal.map(Journal::writer), past_turns));
        let (found, cost) = self.ask(question, &key, &root, &trace, cancel);
        if cancel.is_cancelled() {
            return Err(RunError::Cancelled);
        }
        let record = Record::new(key, task, found, cost, &trace.events());
        if let Some(journal) = journal {
            if let Some(why) = trace.take_write_error() {
                return Err(journal.io_error(why).into());
            }
            journal.append(&record)?;
        }
        Ok(Answer::Record(Box::new(record)))
    }

    /// Asks the arm, or the main agent that works with it.
    fn ask(
        &self,
        question: &Question<'_>,
        key: &Key,
        root: &Path,
        trace: &Arc<Trace>,
        cancel: &Cancel,
    ) -> (Result<Found, ArmError>, Cost) {
        let arm_question =
            ArmQuestion { root, query: &question.task.query, intent: question.task.purpose() };
        let context = ArmContext {
            id: question.task.id.clone(),
            trace: Arc::clone(trace),
            explorer: self.explorer.clone(),
            program: self.program.clone(),
            timeout: self.timeout,
            cancel: cancel.clone(),
        };
        let (found, mut cost) = if let Some(main) = &self.main {
            let start = Instant::now();
            let found = answer(main, question.arm, &arm_question, &context, key);
            (found, Cost::since(start))
        } else {
            let (key, tools) = (key.clone(), Vec::new());
            trace.record(RunEvent::Started { key, tools });
            question.arm.ask(&arm_question, &context)
        };
        cost.elapsed += Duration::from_millis(trace.saved_ms());
        (found, cost)
    }
}
