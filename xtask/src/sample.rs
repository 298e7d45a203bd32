//! Selects the part of a long task that one run of CI executes: it depends only on the commit.

use anyhow::{Context, Result};

use crate::command::{command, output};

/// A number below `limit` (at least 1) that is derived from the hash of the checked-out commit.
pub(crate) fn by_commit(limit: usize) -> Result<usize> {
    number_of_commit(&output(command("git").args(["rev-parse", "HEAD"]))?, limit)
}

fn number_of_commit(commit: &str, limit: usize) -> Result<usize> {
    let digits = commit.get(..8).unwrap_or(commit);
    let number = u32::from_str_radix(digits, 16)
        .with_context(|| format!("`{commit}` is no commit's name"))?;
    Ok(usize::try_from(number)? % limit.max(1))
}

#[cfg(test)]
mod tests {
    use super::number_of_commit;

    #[test]
    fn a_commit_decides_the_number() {
        let commit = "0000001f8a3c64\n";
        assert_eq!(number_of_commit(commit, 10).unwrap(), 1);
        assert_eq!(number_of_commit(commit, 31).unwrap(), 0);
        assert_eq!(number_of_commit(commit, 0).unwrap(), 0);
        assert!(number_of_commit("no commit", 10).is_err());
    }
}
