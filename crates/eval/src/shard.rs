//! Shards: parts of the tasks, for running on several machines.

use std::str::FromStr;

/// Shard `index` of `count`: every `count`th task. Together the shards have each task once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: usize,
    count: usize,
}

/// A text that is not of the form `2/5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a shard is a number from 1, of how many: 2/5")]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (index, count) = text.split_once('/').ok_or(ShardError)?;
        let (index, count) = (
            index.parse().map_err(|_| ShardError)?,
            count.parse().map_err(|_| ShardError)?,
        );
        (1..=count)
            .contains(&index)
            .then_some(Self { index, count })
            .ok_or(ShardError)
    }
}

impl Shard {
    /// Whether the shard contains the task at this index, from 0.
    pub(crate) fn contains(self, index: usize) -> bool {
        index % self.count == self.index - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shards_have_each_task_once() {
        for count in 1..6 {
            let shards: Vec<Shard> = (1..=count)
                .map(|n| format!("{n}/{count}").parse().unwrap())
                .collect();
            for at in 0..20 {
                assert_eq!(shards.iter().filter(|shard| shard.contains(at)).count(), 1);
            }
        }
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError), "{text}");
        }
    }
}
