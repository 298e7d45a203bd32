//! Parts of the tasks: the half of a repository, and shards for running on several machines.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A half of the repositories: weights are fitted on one, and evaluated on the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Split {
    /// Weights are fitted on these repositories, and designs are made with them.
    Known,
    /// Weights and designs are evaluated on these.
    HeldOut,
}

impl Split {
    /// The half of a repository (`OWNER/NAME`, ignoring case). It depends on the name alone: if the first byte of the
    /// BLAKE3 hash of the lower-case name is even, it is [`Split::Known`], otherwise [`Split::HeldOut`].
    #[must_use]
    pub fn of(repo: &str) -> Self {
        let hash = blake3::hash(repo.to_lowercase().as_bytes());
        match hash.as_bytes()[0] % 2 {
            0 => Self::Known,
            _ => Self::HeldOut,
        }
    }
}

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
        let shard = Self {
            index: index.parse().map_err(|_| ShardError)?,
            count: count.parse().map_err(|_| ShardError)?,
        };
        let is_valid = (1..=shard.count).contains(&shard.index);
        is_valid.then_some(shard).ok_or(ShardError)
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

    /// If one of these changes, figures that were measured on one half earlier are no longer comparable.
    #[test]
    fn the_halves_are_fixed() {
        let check = |repo: &str, expect: Split| assert_eq!(Split::of(repo), expect, "{repo}");
        check("owner/shop", Split::Known);
        check("OWNER/Shop", Split::Known);
        check("owner/store", Split::Known);
        check("owner/basket", Split::HeldOut);
        check("owner/article", Split::Known);
    }

    #[test]
    fn each_half_has_about_half_of_the_repositories() {
        let known = (0..1000).filter(|at| Split::of(&format!("owner/{at}")) == Split::Known);
        assert!((450..550).contains(&known.count()));
    }

    #[test]
    fn the_shards_have_each_task_once() {
        for count in 1..6 {
            let shards: Vec<Shard> =
                (1..=count).map(|n| format!("{n}/{count}").parse().unwrap()).collect();
            for at in 0..20 {
                assert_eq!(shards.iter().filter(|shard| shard.contains(at)).count(), 1);
            }
        }
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError), "{text}");
        }
    }
}
