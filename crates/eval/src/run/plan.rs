//! What a plan asks, and how each question is answered.

use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use firsthand::Cancel;

use super::{Answer, Plan, Question, RunError, Skipped};
use crate::agent::answer;
use crate::arm::{Arm, ArmContext, ArmError, ArmQuestion, RequiredModel};
use crate::arm_process::{ArmRunner, Cost};
use crate::event::RunEvent;
use crate::found::Found;
use crate::journal::{Journal, RecordedPlan};
use crate::model::ModelSource;
use crate::record::{Key, Record};
use crate::task::{Task, TaskSet};
use crate::trace::Trace;
use crate::tree::TreeError;

fn model_name(model: Option<&ModelSource>) -> Option<String> {
    model.map(|model| model.name().to_owned())
}

impl Plan {
    /// The questions of the shard, in the order of arms, repetitions, sets and tasks.
    pub(super) fn questions(&self) -> Vec<Question<'_>> {
        let tasks = self
            .sets
            .iter()
            .flat_map(|set| set.tasks.iter().map(move |task| (set, task)));
        let in_shard = |(index, task)| {
            self.shard
                .is_none_or(|shard| shard.contains(index))
                .then_some(task)
        };
        let tasks: Vec<(&TaskSet, &Task)> = tasks.enumerate().filter_map(in_shard).collect();
        let mut all = Vec::new();
        for arm in &self.arms {
            for repeat in 1..=self.repeat {
                all.extend(tasks.iter().map(|(set, task)| Question {
                    arm,
                    set: &set.name,
                    task,
                    repeat,
                }));
            }
        }
        all
    }

    /// The plan as the journal records it.
    #[must_use]
    pub fn recorded(&self) -> RecordedPlan {
        let ids = |set: &TaskSet| set.tasks.iter().map(|task| task.id.clone()).collect();
        let sets = self.sets.iter();
        RecordedPlan {
            arms: self.arms.iter().map(ToString::to_string).collect(),
            sets: sets.map(|set| (set.name.clone(), ids(set))).collect(),
            budget: self.budget,
            repeat: self.repeat,
            jobs: self.jobs,
            split: self.split,
            main: model_name(self.main.as_ref()),
            explorer: model_name(self.explorer.as_ref()),
        }
    }

    fn key(&self, question: &Question<'_>) -> Key {
        Key {
            arm: question.arm.to_string(),
            version: self.version.clone(),
            in_process: self.main.is_some()
                || matches!(question.arm, Arm::BuiltIn(row)
                    if self.program.is_none() || row.needs != RequiredModel::Nothing),
            set: question.set.to_owned(),
            id: question.task.id.clone(),
            base: question.task.base.clone(),
            repeat: question.repeat,
            main: model_name(self.main.as_ref()),
            explorer: model_name(self.explorer.as_ref())
                .filter(|_| question.arm.needs() == RequiredModel::Explorer),
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
        let root = match self.trees.root(task, cancel) {
            Ok(root) => root,
            Err(TreeError::Cancelled) => return Err(RunError::Cancelled),
            Err(why) => {
                let skipped = Skipped::new(key, &why);
                journal.map_or(Ok(()), |journal| journal.append_skipped(&skipped))?;
                return Ok(Answer::Skipped(skipped));
            }
        };
        let run_id = key.run_id();
        let past_turns = journal.map_or_else(Vec::new, |journal| journal.past_turns(&run_id));
        let trace = Arc::new(Trace::new(run_id, journal.map(Journal::writer), past_turns));
        let (found, cost) = self.ask_arm(question, &key, &root, &trace, cancel)?;
        if cancel.is_cancelled() {
            return Err(RunError::Cancelled);
        }
        let record = Record::new(key, task, self.budget, found, cost, &trace.events());
        if let Some(journal) = journal {
            trace
                .take_write_error()
                .map_or(Ok(()), |why| Err(journal.io_error(why)))?;
            journal.append(&record)?;
        }
        Ok(Answer::Record(Box::new(record)))
    }

    /// Asks the arm, or the main agent that works with it.
    fn ask_arm(
        &self,
        question: &Question<'_>,
        key: &Key,
        root: &Path,
        trace: &Arc<Trace>,
        cancel: &Cancel,
    ) -> io::Result<(Result<Found, ArmError>, Cost)> {
        let task = question.task;
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(task.query.as_bytes())?;
        let arm_question = ArmQuestion {
            root,
            query: &task.query,
            intent: task.purpose(),
            query_file: file.path(),
        };
        let context = ArmContext {
            id: &task.id,
            trace,
            explorer: self.explorer.as_ref(),
            timeout: self.timeout,
            cancel,
        };
        let runner = ArmRunner {
            program: self.program.as_deref(),
        };
        let (found, mut cost) = match &self.main {
            None => {
                let (key, tools) = (key.clone(), Vec::new());
                trace.record(RunEvent::Started { key, tools });
                runner.find(question.arm, &arm_question, &context)
            }
            Some(main) => {
                let start = std::time::Instant::now();
                let found = answer(main, question.arm, runner, &arm_question, &context, key);
                let cost = Cost {
                    elapsed: start.elapsed(),
                    peak_kib: None,
                };
                (found, cost)
            }
        };
        cost.elapsed += Duration::from_millis(trace.saved_ms());
        Ok((found, cost))
    }
}
