//! Merges journals: the shards of a run, or a run and its continuation, become one measurement.

use std::collections::BTreeMap;

use crate::journal::{Contents, RecordedPlan};
use crate::record::{Key, Record};
use crate::run::{Measured, Skipped};

/// Why journals cannot be merged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeError {
    /// There is no answer in any of them.
    #[error("there is no answer in the journals")]
    Empty,
    /// The journals have different budgets.
    #[error("the journals have different budgets of regions and lines")]
    Budget,
}

/// Merges the texts of journals: each answer once, in the order of one run. Of two answers to a question the later one
/// counts. Without plans in the journals, arms, sets and tasks are in the order of their first answers.
///
/// # Errors
/// A [`MergeError`].
pub fn merge<'t>(
    journals: impl IntoIterator<Item = &'t str>,
) -> Result<(RecordedPlan, Measured), MergeError> {
    let mut records: Vec<Record> = Vec::new();
    let (mut recorded_plans, mut skipped) = (Vec::new(), Vec::<Skipped>::new());
    for text in journals {
        let contents = Contents::read(text);
        recorded_plans.extend(contents.recorded_plans);
        records.extend(contents.records);
        skipped.extend(contents.skipped);
    }
    let mut recorded_plan = merge_plans(&recorded_plans)?;
    for record in &records {
        extend_plan(&mut recorded_plan, record);
    }
    if records.is_empty() {
        return Err(MergeError::Empty);
    }
    let position = |set: &str, id: &str| plan_position(&recorded_plan, set, id);
    let mut latest: BTreeMap<_, Record> = BTreeMap::new();
    for record in records {
        let Key {
            arm,
            set,
            id,
            repeat,
            main,
            explorer,
            ..
        } = record.key.clone();
        let arm_index = recorded_plan.arms.iter().position(|name| *name == arm);
        latest.insert(
            (main, arm_index, repeat, position(&set, &id), explorer),
            record,
        );
    }
    skipped.sort_by_key(|task| position(&task.set, &task.id));
    skipped.dedup();
    // A task that was answered later is not skipped.
    skipped.retain(|task| {
        !latest
            .values()
            .any(|record| record.key.set == task.set && record.key.id == task.id)
    });
    let measured = Measured {
        records: latest.into_values().collect(),
        skipped,
        resumed: 0,
    };
    Ok((recorded_plan, measured))
}

/// The positions of the set in the plan and of the task in the set; `usize::MAX` for unknown ones, which sorts them
/// last.
fn plan_position(recorded_plan: &RecordedPlan, set: &str, id: &str) -> (usize, usize) {
    let end = usize::MAX;
    let Some(set_index) = recorded_plan.sets.iter().position(|(name, _)| name == set) else {
        return (end, end);
    };
    let task = recorded_plan.sets[set_index]
        .1
        .iter()
        .position(|name| name == id);
    (set_index, task.unwrap_or(end))
}

/// Merges the plans of several journals into one.
fn merge_plans(recorded_plans: &[RecordedPlan]) -> Result<RecordedPlan, MergeError> {
    let mut recorded_plans = recorded_plans.iter();
    let Some(mut merged) = recorded_plans.next().cloned() else {
        return Ok(RecordedPlan {
            repeat: 1,
            jobs: 1,
            ..RecordedPlan::default()
        });
    };
    for other in recorded_plans {
        if other.budget != merged.budget {
            return Err(MergeError::Budget);
        }
        extend_unique(&mut merged.arms, &other.arms);
        for (name, tasks) in &other.sets {
            match merged.sets.iter_mut().find(|(own, _)| own == name) {
                Some((_, own)) => extend_unique(own, tasks),
                None => merged.sets.push((name.clone(), tasks.clone())),
            }
        }
        merged.repeat = merged.repeat.max(other.repeat);
        merged.jobs = merged.jobs.max(other.jobs);
        merged.split = merged.split.filter(|split| other.split == Some(*split));
    }
    Ok(merged)
}

/// Adds the arm, set, task and repetition of an answer to the plan.
fn extend_plan(recorded_plan: &mut RecordedPlan, record: &Record) {
    extend_unique(
        &mut recorded_plan.arms,
        std::slice::from_ref(&record.key.arm),
    );
    recorded_plan.repeat = recorded_plan.repeat.max(record.key.repeat);
    let (set, id) = (&record.key.set, std::slice::from_ref(&record.key.id));
    match recorded_plan.sets.iter_mut().find(|(name, _)| name == set) {
        Some((_, tasks)) => extend_unique(tasks, id),
        None => recorded_plan.sets.push((set.clone(), id.to_vec())),
    }
}

fn extend_unique(names: &mut Vec<String>, more: &[String]) {
    for name in more {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
}
