//! Journals put together: the shards of a run, or a run that was taken up, as one measurement.

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

/// Puts journals together, given as texts: each answer once, in the order of one run. Of two answers to a question the
/// later one counts. Where the journals hold no plans, the order is that in which answers stand in them.
///
/// # Errors
/// A [`MergeError`].
pub fn merge<'t>(
    journals: impl IntoIterator<Item = &'t str>,
) -> Result<(RecordedPlan, Measured), MergeError> {
    let mut records: Vec<Record> = Vec::new();
    let (mut outlines, mut skipped) = (Vec::new(), Vec::<Skipped>::new());
    for text in journals {
        let contents = Contents::read(text);
        outlines.extend(contents.outlines);
        records.extend(contents.records);
        skipped.extend(contents.skipped);
    }
    let mut outline = merge_plans(&outlines)?;
    for record in &records {
        extend_plan(&mut outline, record);
    }
    if records.is_empty() {
        return Err(MergeError::Empty);
    }
    let place = |set: &str, id: &str| plan_position(&outline, set, id);
    let mut last: BTreeMap<_, Record> = BTreeMap::new();
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
        let at = outline.arms.iter().position(|name| *name == arm);
        last.insert((main, at, repeat, place(&set, &id), explorer), record);
    }
    skipped.sort_by_key(|one| place(&one.set, &one.id));
    skipped.dedup();
    // One that could be asked later is none.
    skipped.retain(|one| {
        !last
            .values()
            .any(|it| it.key.set == one.set && it.key.id == one.id)
    });
    let measured = Measured {
        records: last.into_values().collect(),
        skipped,
        resumed: 0,
    };
    Ok((outline, measured))
}

fn plan_position(outline: &RecordedPlan, set: &str, id: &str) -> (usize, usize) {
    let end = usize::MAX;
    let Some(at) = outline.sets.iter().position(|(name, _)| name == set) else {
        return (end, end);
    };
    let task = outline.sets[at].1.iter().position(|name| name == id);
    (at, task.unwrap_or(end))
}

/// Merges the plans of several journals into one.
fn merge_plans(outlines: &[RecordedPlan]) -> Result<RecordedPlan, MergeError> {
    let mut outlines = outlines.iter();
    let Some(mut all) = outlines.next().cloned() else {
        return Ok(RecordedPlan {
            arms: Vec::new(),
            sets: Vec::new(),
            budget: crate::Budget::default(),
            repeat: 1,
            jobs: 1,
            split: None,
            main: None,
            explorer: None,
        });
    };
    for other in outlines {
        if other.budget != all.budget {
            return Err(MergeError::Budget);
        }
        extend_unique(&mut all.arms, &other.arms);
        for (name, tasks) in &other.sets {
            match all.sets.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => extend_unique(known, tasks),
                None => all.sets.push((name.clone(), tasks.clone())),
            }
        }
        all.repeat = all.repeat.max(other.repeat);
        all.jobs = all.jobs.max(other.jobs);
        all.split = all.split.filter(|split| other.split == Some(*split));
    }
    Ok(all)
}

/// Adds the arm, set, task and repetition of an answer to the plan.
fn extend_plan(outline: &mut RecordedPlan, record: &Record) {
    extend_unique(&mut outline.arms, std::slice::from_ref(&record.key.arm));
    outline.repeat = outline.repeat.max(record.key.repeat);
    let (set, id) = (&record.key.set, std::slice::from_ref(&record.key.id));
    match outline.sets.iter_mut().find(|(name, _)| name == set) {
        Some((_, tasks)) => extend_unique(tasks, id),
        None => outline.sets.push((set.clone(), id.to_vec())),
    }
}

fn extend_unique(names: &mut Vec<String>, more: &[String]) {
    for name in more {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
}
