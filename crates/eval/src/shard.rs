//! A part of the tasks, for machines that share the work.

use std::str::FromStr;

/// Part `index` of `of`: every `of`th task. Together the parts have each task once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: usize,
    of: usize,
}

/// A text that is not of the form `2/5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a shard is a number from 1, of how many: 2/5")]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (index, of) = text.split_once('/').ok_or(ShardError)?;
        let (index, of) = (
            index.parse().map_err(|_| ShardError)?,
            of.parse().map_err(|_| ShardError)?,
        );
        (1..=of)
            .contains(&index)
            .then_some(Self { index, of })
            .ok_or(ShardError)
    }
}

impl Shard {
    /// Whether the task at this place of all, from 0, is in it.
    pub(crate) fn has(self, at: usize) -> bool {
        at % self.of == self.index - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_have_each_task_once() {
        for of in 1..6 {
            let parts: Vec<Shard> = (1..=of)
                .map(|n| format!("{n}/{of}").parse().unwrap())
                .collect();
            for at in 0..20 {
                assert_eq!(parts.iter().filter(|part| part.has(at)).count(), 1);
            }
        }
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError), "{text}");
        }
    }
}
