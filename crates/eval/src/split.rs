//! Splits the repositories into two halves: weights are fitted on one and evaluated on the other.

use serde::{Deserialize, Serialize};

/// One of the halves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Split {
    /// Weights are fitted on these repositories, and designs are made with them.
    #[serde(alias = "fit")]
    Known,
    /// Weights and designs are evaluated on these.
    #[serde(alias = "judge")]
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
}
