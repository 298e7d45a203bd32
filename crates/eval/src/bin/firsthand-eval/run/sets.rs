//! The task sets that the arguments select.

use firsthand_eval::{Split, TaskSet, parse_named_file, read_tasks};

use super::Run;
use crate::failure::Failure;
use crate::read;

impl Run {
    /// Reads and filters the task sets; empty sets are left out.
    pub(super) fn sets(&self) -> Result<Vec<TaskSet>, Failure> {
        let mut sets: Vec<TaskSet> = Vec::new();
        for argument in &self.tasks {
            let (name, file) = parse_named_file(argument);
            if sets.iter().any(|set| set.name == name) {
                return Err(Failure::SameSet(name));
            }
            let tasks = read_tasks(&read(&file)?).map_err(|why| Failure::Task {
                what: file.display().to_string(),
                why,
            })?;
            sets.push(TaskSet { name, tasks });
        }
        let limit = self.limit.map_or(usize::MAX, |limit| limit as usize);
        for set in &mut sets {
            if let Some(only) = &self.only {
                let in_set = set.name.contains(only.as_str());
                let contains_only = |text: &str| text.contains(only.as_str());
                set.tasks
                    .retain(|task| in_set || contains_only(&task.id) || contains_only(&task.repo));
            }
            if let Some(split) = self.split.split() {
                set.tasks.retain(|task| Split::of(&task.repo) == split);
            }
            set.tasks.truncate(limit);
        }
        sets.retain(|set| !set.tasks.is_empty());
        match sets.is_empty() {
            true => Err(Failure::NoTask),
            false => Ok(sets),
        }
    }
}
